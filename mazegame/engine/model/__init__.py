"""Model: the maze as a value, its cells and directions, and its other forms."""

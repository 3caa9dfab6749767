"""mazegame: walk generated mazes in the terminal, measured against the shortest path."""

__version__ = "0.1.0"

"""Text: mazes as characters, written and read."""

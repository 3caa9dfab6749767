"""Mazes as text: block grids in and out, and plain drawings for the terminal."""

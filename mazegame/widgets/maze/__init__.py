"""Maze: the view of a maze and all that lies on it."""

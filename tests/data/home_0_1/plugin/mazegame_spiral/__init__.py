"""Spirals for mazegame: an algorithm, a search, a rival and a format."""

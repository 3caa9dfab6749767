"""Recipes: everything that decides a maze, as text and as values."""

"""Measures: distances, shortest paths and textures."""

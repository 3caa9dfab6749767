"""Data: mazes and their numbers for programs."""

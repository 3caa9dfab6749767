"""Lab: mazes to look at, side by side and step by step."""

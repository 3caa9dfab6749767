"""Walking: a player in a maze, what they see, and how commands become steps."""

"""Statistics, habits and achievements from all finished runs of a player."""

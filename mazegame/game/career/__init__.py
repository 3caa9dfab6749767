"""Career: what all finished runs of a player say."""

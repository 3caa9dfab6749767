"""Career: scores and statistics of the player."""

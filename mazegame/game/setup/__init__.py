"""Setup: what a player chooses before a game, as values."""

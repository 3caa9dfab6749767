"""Settings: the player's TOML file."""

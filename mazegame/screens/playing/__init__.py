"""Playing: the game, its pause, and the first steps."""

"""The game's rules in pure Python. They use no screen, no clock and no disk."""

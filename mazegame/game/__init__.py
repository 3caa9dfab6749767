"""The rules: pure Python. No screen, no clock of its own, no disk."""

"""Ended: the card and the lines of a finished run."""

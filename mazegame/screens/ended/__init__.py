"""Ended: what is shown after a run."""

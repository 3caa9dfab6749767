"""How long tests wait: for what they mean, as long as it takes."""

from typing import Final

LONGEST: Final = 180.0
"""Longest wait for what must come, in seconds; only a test of a broken program takes it."""

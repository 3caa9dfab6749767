"""Inks: what a glyph stands for, so that a theme can colour it."""

from __future__ import annotations

from enum import IntEnum


class Ink(IntEnum):
    """The roles that a maze view colours."""

    FLOOR = 0
    WALL = 1
    ROCK = 2
    TRAIL = 3
    """The route from A to the player."""
    BACKTRACK = 4
    """Walked, but not on the route."""
    PATH = 5
    """The shortest path."""
    SHARED = 6
    """The shortest path where the player walked it too."""
    HINT = 7
    START = 8
    GOAL = 9
    PLAYER = 10
    RUNNER = 11
    LIT = 12
    """A wall that is in sight, where there is fog."""
    BAND = 16
    """The first of the ``BANDS`` of a heat map, nearest to B; the numbers after it follow."""


BANDS = 10
"""So many bands of distance a heat map tells apart: each has a digit."""

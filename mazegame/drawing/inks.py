"""Inks: the meaning of a glyph, from which a theme takes its colour."""

from __future__ import annotations

from enum import IntEnum
from typing import Final


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
    """The first rival of a race; the others follow it from ``RIVAL_2`` on."""
    LIT = 12
    """A wall that is in sight, where there is fog."""
    HEAD = 13
    """The end of the route, next to the player."""
    BUMP = 14
    """A wall that a walker bumped into."""
    BAND = 16
    """The first of the ``BANDS`` of a heat map, nearest to B; the numbers after it follow."""

    RIVAL_2 = 26
    RIVAL_3 = 27
    RIVAL_4 = 28

    # Medals, on the pages that show them.
    AUTHOR = 15
    GOLD = 29
    SILVER = 30
    BRONZE = 31

    # What an algorithm does to a cell, in the lab. These fill the cell.
    CURRENT = 32
    """The active cell."""
    STACK = 33
    """Waits on its stack or its list."""
    FRONTIER = 34
    """Waits on its frontier or in its queue."""
    WALK = 35
    """Was walked through just now; of a random walk, what it remembers."""
    SCAN = 36
    """A row that is hunted through, a room that is split."""
    SEEN = 37
    """Was looked at, or walked through once."""
    FILLED = 38
    """Was filled, or walked through again."""
    SET_1 = 40
    """Sets of joined cells, in ``SETS`` colours."""
    SET_2 = 41
    SET_3 = 42
    SET_4 = 43
    SET_5 = 44
    SET_6 = 45
    SET_7 = 46
    SET_8 = 47

    # Where rivals walked and went back.
    RUNNER_BACK = 48
    RIVAL_2_BACK = 49
    RIVAL_3_BACK = 50
    RIVAL_4_BACK = 51
    # Walls whose ink is mixed with the second one of their face, a sixth more in each.
    WALL_1 = 52
    WALL_2 = 53
    WALL_3 = 54
    WALL_4 = 55
    WALL_5 = 56
    WALL_6 = 57
    # The same walls in sight, where there is fog.
    LIT_1 = 58
    LIT_2 = 59
    LIT_3 = 60
    LIT_4 = 61
    LIT_5 = 62
    LIT_6 = 63
    OUTSIDE = 128
    """A ground: what lies around a maze with a tinted floor. (64 is ``UNDERLINED``.)"""


SETS = 8
"""The number of sets with a colour of their own, from ``Ink.SET_1`` on."""

BANDS = 10
"""The number of bands of distance in a heat map: each has a digit."""

SHARES: Final = 6
"""The steps from the first ink of walls to the second."""

WALL_SHARES: Final = (Ink.WALL, *(Ink(Ink.WALL_1 + step) for step in range(SHARES)))
"""The inks of walls, from the first ink alone to the second."""

LIT_SHARES: Final = (Ink.LIT, *(Ink(Ink.LIT_1 + step) for step in range(SHARES)))
"""The inks of walls in sight, from the first ink alone to the second."""

PLAIN_INKS: Final = {
    **dict.fromkeys(WALL_SHARES, Ink.WALL),
    **dict.fromkeys(LIT_SHARES, Ink.LIT),
    Ink.OUTSIDE: Ink.FLOOR,
}
"""For the inks of faces, those that have a colour without a face."""

UNDERLINED: Final = 64
"""Added to the ink of a ground: the character is underlined, since it is on a wall."""

RIVALS: Final = (Ink.RUNNER, Ink.RIVAL_2, Ink.RIVAL_3, Ink.RIVAL_4)
"""The inks of the rivals of a race, in their order."""

RIVALS_BACK: Final = (Ink.RUNNER_BACK, Ink.RIVAL_2_BACK, Ink.RIVAL_3_BACK, Ink.RIVAL_4_BACK)
"""The inks of the parts of rivals' lines that are not on their routes."""

MEDALS: Final = (Ink.AUTHOR, Ink.GOLD, Ink.SILVER, Ink.BRONZE)
"""The inks of medals, the best first."""

WALKERS: Final = frozenset({Ink.PLAYER, *RIVALS})
"""The inks of walkers."""

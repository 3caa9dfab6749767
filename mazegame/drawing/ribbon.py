"""Ribbons: the glyphs of a walk or a path through a cell, by the sides that it goes through.

A table holds uint32 (height, 16, pitch) code points: for each line of a cell, beginning with the
line of posts above it, and for each set of sides N=1, E=2, S=4, W=8, the characters from the wall
on its left side on; 0 leaves a character as it is. Small cells have lines, wide ones a band made of
quarters of characters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Self

import numpy as np

from mazegame.drawing.inks import Ink
from mazegame.drawing.names import POSTS
from mazegame.engine import Direction

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from mazegame.drawing.glyphs import Glyphs

    Table = NDArray[np.uint32]

_QUARTERS: Final = np.array([0, *map(ord, "▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")], np.uint32)
"""Characters by which of their quarters are filled: upper left 1, upper right 2, lower left 4,
lower right 8."""

WIDE: Final = 6
"""Fewest columns of a cell in which ribbons are bands."""

_DASHES: Final = "     ╎    ╌     "
"""Between the marks of a path, unlike all walls and walks: 16 characters by the arms of a post."""

_N, _E, _S, _W = (direction.value for direction in Direction)


class Ribbons(NamedTuple):
    """The tables of ribbons in cells of one size."""

    route: Table
    """The table for the route from A to a walker."""
    back: Table
    """The table for walked cells that are not on the route."""
    path: Table
    """The table for a path that was not walked."""
    shared: Table
    """The table for a path that was walked."""
    lines: tuple[tuple[Table, Table], ...]
    """The tables for the line of each rival: of its route, and of where it went back."""
    samples: Mapping[Ink, str]
    """A character for each ink of walks and paths that shows what its ribbon looks like."""

    @classmethod
    def of(cls, glyphs: Glyphs, pitch: int, height: int, *, colour: bool) -> Self:
        """Make the ribbons in cells of ``pitch`` columns and ``height`` lines, walls included.

        ``colour`` says whether colours alone may distinguish bands of several inks.
        """
        arms, marks = glyphs.arms, glyphs.walk_marks
        bands = glyphs.has_blocks and pitch >= WIDE
        if glyphs.has_blocks and colour:  # their colours tell thin lines apart
            thin = _rival_line(pitch, height, POSTS["rounded"], colour=True)
            lines = (thin,) * len(glyphs.lines)
        else:
            lines = tuple(_rival_line(pitch, height, arms, colour=colour) for arms in glyphs.lines)
        if bands:
            route, back = _band(pitch, height), _dashes(pitch, height)
        else:
            route, back = _line(pitch, height, arms), _dots(pitch, height, marks[Ink.BACKTRACK])
        middle = height // 2, slice(None), pitch // 2
        route[middle][0] = ord(marks[Ink.TRAIL])
        if bands and colour:
            samples = dict.fromkeys(marks, "▬") | {Ink.BACKTRACK: "▪"}
            return cls(route, back, route, route, lines, samples)
        dashes = _DASHES if glyphs.has_blocks else marks[Ink.PATH] * 16
        path, shared = _line(pitch, height, dashes), route.copy()
        path[middle], shared[middle] = ord(marks[Ink.PATH]), ord(marks[Ink.SHARED])
        return cls(route, back, path, shared, lines, marks | {Ink.TRAIL: arms[_E | _W]})


def _line(pitch: int, height: int, arms: str) -> Table:
    """Return the table of a continuous line through the middles of cells."""
    table = np.zeros((height, 16, pitch), np.uint32)
    middle, line = pitch // 2, height // 2
    down, across = ord(arms[_N | _S]), ord(arms[_E | _W])
    for sides in range(1, 16):
        table[:line, sides, middle] = down * bool(sides & _N)
        table[line + 1 :, sides, middle] = down * bool(sides & _S)
        table[line, sides, middle + 1 :] = across * bool(sides & _E)
        table[line, sides, :middle] = across * bool(sides & _W)
        table[line, sides, middle] = ord(arms[sides])
    return table


def _rival_line(pitch: int, height: int, arms: str, *, colour: bool) -> tuple[Table, Table]:
    """Return the tables of a rival's line; without colours, a mark a cell where it went back."""
    route = _line(pitch, height, arms)
    if colour:
        return route, route
    back = np.zeros_like(route)
    back[height // 2, :, pitch // 2] = route[height // 2, :, pitch // 2]
    return route, back


def _dots(pitch: int, height: int, mark: str) -> Table:
    """Return the table of a chain of marks: one in each cell and one on each open side."""
    table = np.zeros((height, 16, pitch), np.uint32)
    middle, line = pitch // 2, height // 2
    table[line, :, middle] = ord(mark)
    for sides in range(16):
        if sides & _N:
            table[0, sides, middle] = ord(mark)
        if sides & _W and pitch % 2 == 0:  # else the marks would stand unevenly
            table[line, sides, 0] = ord(mark)
    return table


def _band(pitch: int, height: int) -> Table:
    """Return the table of a continuous band, two columns wide and one line high."""
    x, y = _square(pitch, height)
    up, down = (_N, slice(y.stop), x), (_S, slice(y.start, None), x)
    right, left = (_E, y, slice(x.start, None)), (_W, y, slice(x.stop))
    return _quartered(pitch, height, up, down, right, left)


def _dashes(pitch: int, height: int) -> Table:
    """Return the table of a broken band: a square in each cell and one on each open side."""
    x, y = _square(pitch, height)
    up, right, left = (_N, slice(2), x), (_E, y, slice(-1, None)), (_W, y, slice(3))
    return _quartered(pitch, height, (0, y, x), up, right, left)


def _square(pitch: int, height: int) -> tuple[slice, slice]:
    """Return the quarters (x, y) of a cell that form its middle square."""
    middle = pitch // 2 * 2
    return slice(middle - 1, middle + 3), slice(height, height + 2)


def _quartered(pitch: int, height: int, *parts: tuple[int, slice, slice]) -> Table:
    """Return a table of filled parts: each has its side, or 0 for any, its lines and columns."""
    pictures = np.zeros((16, height * 2, pitch * 2), np.bool_)
    for side, lines, columns in parts:
        pictures[np.arange(16) & side == side, lines, columns] = True
    bits = sum(
        pictures[:, row::2, col::2].astype(np.uint32) << (2 * row + col)
        for row in (0, 1)
        for col in (0, 1)
    )
    return np.ascontiguousarray(_QUARTERS[np.asarray(bits)].transpose(1, 0, 2))

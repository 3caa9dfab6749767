"""How a recipe says where A and B lie.

``corners``, ``farthest``, ``random``, ``sides``; or cells, counted from 0 at the top left:
``r0c0-r9c9``, and with several goals, of which the nearest counts, ``r0c0-r9c9+r9c0``.

What lives here: reading that. What does not: placing them in a maze (``level.py``).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mazegame.engine.maze import Cell

PLACES: Final = ("corners", "farthest", "random", "sides")
"""The places that have a name."""

MAX_GOALS: Final = 16
"""So many goals a recipe can have."""

_CELL: Final = re.compile(r"r([0-9]+)c([0-9]+)")

_MOST_DIGITS: Final = 10
"""No maze has a row or a column whose number has more."""


def parse_ends(text: str) -> tuple[Cell, tuple[Cell, ...]] | None:
    """Read ``ends``.

    Returns:
        A and the goals, or None if it is the name of a place.

    Raises:
        ValueError: Saying what fits.
    """
    if text in PLACES:
        return None
    start, dash, goals = text.partition("-")
    cells = [_CELL.fullmatch(cell) for cell in (start, *goals.split("+"))]
    if not dash or None in cells:
        raise ValueError(
            f"{', '.join(PLACES)}, or rows and columns from 0 such as r0c0-r9c9 or r0c0-r9c9+r9c0"
        )
    numbers = [number for match in cells if match for number in match.groups()]
    if any(len(number.lstrip("0")) > _MOST_DIGITS for number in numbers):
        raise ValueError("cells of the maze, none with more than ten digits,")
    places = [int(number.lstrip("0") or "0") for number in numbers]
    first, *rest = zip(places[::2], places[1::2], strict=True)
    if len(rest) > MAX_GOALS:
        raise ValueError(f"at most {MAX_GOALS} goals")
    if first in rest:
        raise ValueError("a goal that is not A itself")
    return first, tuple(dict.fromkeys(rest))


def canonical_ends(text: str) -> str:
    """Return the one spelling of ``ends``; raise ValueError saying what fits."""
    cells = parse_ends(text)
    if cells is None:
        return text
    start, goals = cells
    return f"{_spell(start)}-{'+'.join(map(_spell, goals))}"


def _spell(cell: Cell) -> str:
    return f"r{cell[0]}c{cell[1]}"

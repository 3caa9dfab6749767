"""The option ``ends``: where a recipe places A and B.

``corners``, ``farthest``, ``random``, ``rim`` (the farthest pair of cells on the boundary) or
``sides`` (a random cell in the first column and one in the last); or cells,
counted from 0 at the top left: ``r0c0-r9c9``, and with
several goals, of which the nearest counts, ``r0c0-r9c9+r9c0``.
"""

from __future__ import annotations

import re
from typing import Final

from mazegame.engine.model.directions import Cell

END_NAMES: Final = ("corners", "farthest", "random", "rim", "sides")
"""The placements that have a name."""

MAX_GOALS: Final = 16
"""Most goals that a recipe can have."""

_CELL: Final = re.compile(r"r([0-9]+)c([0-9]+)")

_MAX_DIGITS: Final = 10
"""Most digits of a row or column number in any maze."""


def parse_ends(text: str) -> tuple[Cell, tuple[Cell, ...]] | None:
    """Return A and the goals of ``ends`` as cells, or None for the name of a placement."""
    if text in END_NAMES:
        return None
    start, dash, goals = text.partition("-")
    cells = [_CELL.fullmatch(cell) for cell in (start, *goals.split("+"))]
    if not dash or None in cells:
        raise ValueError(
            f"{', '.join(END_NAMES)}, or rows and columns from 0 such as r0c0-r9c9 "
            "or r0c0-r9c9+r9c0"
        )
    digits = [number for match in cells if match for number in match.groups()]
    if any(len(number.lstrip("0")) > _MAX_DIGITS for number in digits):
        raise ValueError("cells of the maze, none with more than ten digits")
    numbers = [int(number.lstrip("0") or "0") for number in digits]
    first, *rest = zip(numbers[::2], numbers[1::2], strict=True)
    if len(rest) > MAX_GOALS:
        raise ValueError(f"cells with at most {MAX_GOALS} goals")
    if first in rest:
        raise ValueError("two different cells")
    return first, tuple(dict.fromkeys(rest))


def canonical_ends(text: str) -> str:
    """Return the canonical spelling of ``ends``; raise ValueError with the values that fit."""
    cells = parse_ends(text)
    return text if cells is None else format_ends(*cells)


def format_ends(start: Cell, goals: tuple[Cell, ...]) -> str:
    """Return A and the goals as ``ends`` spells them: ``r0c0-r9c9+r9c0``."""
    return f"{format_cell(start)}-{'+'.join(map(format_cell, goals))}"


def format_cell(cell: Cell) -> str:
    """Return a cell as game IDs spell it: ``r9c0``."""
    return f"r{cell[0]}c{cell[1]}"

"""Whether arrays of passages, and sizes, are such as a maze can have.

What lives here: the checks. What does not: what they protect (``maze.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine.directions import Direction
from mazegame.engine.validation import as_int_or_none, short_repr

if TYPE_CHECKING:
    from numpy.typing import NDArray


def check_boundary(bits: NDArray[np.uint8]) -> None:
    """Raise ValueError if a cell of a grid without border is open outwards."""
    for side, edge in (("N", bits[0]), ("S", bits[-1]), ("W", bits[:, 0]), ("E", bits[:, -1])):
        if (edge & Direction[side].value).any():
            raise ValueError(f"the boundary must be closed, but a cell on it is open to {side}")


def check_pairs(bits: NDArray[np.uint8]) -> None:
    """Raise ValueError if the two sides of a passage disagree."""
    for here, there, first, second in (
        (bits[:, :-1], bits[:, 1:], Direction.E, Direction.W),
        (bits[:-1], bits[1:], Direction.S, Direction.N),
    ):
        differ = ((here & first.value) != 0) != ((there & second.value) != 0)
        if differ.any():
            row, col = (int(i) for i in np.argwhere(differ)[0])
            raise ValueError(
                f"the two sides of the passage {first.name} of cell ({row}, {col}) disagree"
            )


def check_sides(rows: object, cols: object) -> tuple[int, int]:
    """Return rows and cols as Python integers.

    Raises:
        ValueError: If one is no whole number from 1 on.
    """
    sides = []
    for name, given in (("rows", rows), ("cols", cols)):
        side = None if isinstance(given, bool) else as_int_or_none(given)
        if side is None or side < 1:
            raise ValueError(f"{name} must be a whole number from 1 on, not {short_repr(given)}")
        sides.append(side)
    return sides[0], sides[1]

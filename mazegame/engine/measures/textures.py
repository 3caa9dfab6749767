"""Textures: what a maze is like to walk, in numbers. ``measuring.py`` explains them."""

from __future__ import annotations

import math
import typing
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True, repr=False)
class Texture:
    """Statistics of a maze, and of the path from A to B in it.

    Shares are of the open cells, from 0 to 1; lengths are in passages.
    """

    cells: int
    """N: number of open cells, which are not rock; at least 1."""
    dead_end_share: float
    """Share of cells with one passage."""
    straight_share: float
    """Share of cells with two passages opposite each other."""
    turn_share: float
    """Share of cells with two passages at a right angle."""
    junction_share: float
    """Share of cells with three passages (T-junctions)."""
    crossing_share: float
    """Share of cells with four passages."""
    bias: float
    """Vertical against horizontal straights, (v - h) / (v + h): 1 if all are vertical, -1 if all
    are horizontal, 0 if there are none."""
    mean_straight_length: float
    """Mean length of the straight lines of passages; 0 if there are none."""
    longest_straight: int
    """Length of the longest straight line of passages."""
    dist_min: int
    """distMin: number of passages of a shortest path from A to B."""
    diameter: int
    """Number of passages between the two cells farthest apart that A can reach. With loops a lower
    bound: the distance from the cell farthest from B to the cell farthest from that."""
    wrong_exits: int
    """Number of wrong exits along the shortest path: at A all exits but one, at B none, at every
    other cell all but two."""
    wrong_branch_share: float
    """Share of cells beside the shortest path that a walker can enter before reaching B."""
    passages: int
    """Number of passages."""
    expected_steps: int | None
    """Mean number of steps of a random walk from A to B, exactly; None if the open cells are not a
    tree."""

    @property
    def corridor_share(self) -> float:
        """Share of cells with two passages: corridors, straight or not."""
        return self.straight_share + self.turn_share

    @property
    def difficulty(self) -> float:
        """How hard B is to find: log2(passages x distMin); 0 if A is B."""
        return math.log2(max(self.passages * self.dist_min, 1))

    @property
    def path_share(self) -> float:
        """The share distMin / cells: how much of the maze the path crosses."""
        return self.dist_min / self.cells

    @property
    def diameter_share(self) -> float:
        """The diameter as a share of all cells."""
        return self.diameter / self.cells

    def __repr__(self) -> str:
        about = f"{self.cells} cells, distMin {self.dist_min}, difficulty {self.difficulty:.1f}"
        return f"<Texture of {about}>"

    def as_dict(self) -> dict[str, float | int | None]:
        """Return all numbers by name, derived ones too. Complexity: constant time and memory.

        Examples:
            >>> from mazegame.engine import generate, texture
            >>> measured = texture(generate("wilson", 15, 15, "kite-7"), (0, 0), (14, 14))
            >>> measured.as_dict()["path_share"] == measured.path_share
            True
        """
        return {name: getattr(self, name) for name in (*self.__dataclass_fields__, *DERIVED)}


DERIVED: Final = ("corridor_share", "path_share", "diameter_share", "difficulty")
"""Names of the statistics that follow from the others."""

_HINTS: Final = typing.get_type_hints(Texture) | dict.fromkeys(DERIVED, float)

COLUMNS: Final[dict[str, type]] = {
    name: np.float64 if hint is float else np.int64 for name, hint in _HINTS.items()
}
"""The names of a texture's numbers and their dtypes; ``expected_steps`` is -1 where it is None."""

COUNTS: Final = 22
"""Number of counts from which ``columns_of`` computes a texture."""

_OPEN_SIDES: Final = np.array([i.bit_count() for i in range(16)])

_LINE_BEGINS: Final = np.array([(i & 10 == 2) + (i & 5 == 4) for i in range(16)])
"""Number of straight lines that begin in a cell, by its open sides: east or south is open, and the
opposite side is closed."""


def count_passages(kinds: NDArray[np.int64]) -> Any:
    """Return the number of passages, given how often each of the 16 passage bytes occurs."""
    return kinds @ _OPEN_SIDES // 2


def columns_of(counts: ArrayLike) -> dict[str, NDArray[Any]]:
    """Return the ``COLUMNS`` of the textures of n mazes.

    The counts are ``COUNTS`` integers for each: how many cells have each of the 16 passage bytes;
    the longest straight line, distMin, the exits of the cells of the shortest path but B, how many
    cells a walker can enter before B, A included, the expected steps, -1 for None, and the
    diameter.
    """
    table = np.asarray(counts, np.int64).reshape(-1, COUNTS)
    kinds, (longest, steps, exits, before, expected, diameter) = table[:, :16], table[:, 16:].T
    cells = np.maximum(kinds[:, 1:].sum(axis=1), 1)
    passages = count_passages(kinds)
    vertical, horizontal = kinds[:, 5], kinds[:, 10]
    straights = vertical + horizontal
    columns: dict[str, NDArray[Any]] = {
        "cells": cells,
        "dead_end_share": kinds[:, [1, 2, 4, 8]].sum(axis=1) / cells,
        "straight_share": straights / cells,
        "turn_share": kinds[:, [3, 6, 9, 12]].sum(axis=1) / cells,
        "junction_share": kinds[:, [7, 11, 13, 14]].sum(axis=1) / cells,
        "crossing_share": kinds[:, 15] / cells,
        "bias": (vertical - horizontal) / np.maximum(straights, 1),
        "mean_straight_length": passages / np.maximum(kinds @ _LINE_BEGINS, 1),
        "longest_straight": longest,
        "dist_min": steps,
        "diameter": diameter,
        # One exit of A belongs to the path, and two of every cell between A and B.
        "wrong_exits": np.where(steps > 0, exits - 1 - 2 * (steps - 1), 0),
        "wrong_branch_share": np.where(steps > 0, (before - steps) / cells, 0.0),
        "passages": passages,
        "expected_steps": expected,
    }
    columns["corridor_share"] = columns["straight_share"] + columns["turn_share"]
    columns["difficulty"] = np.log2(np.maximum(passages * steps, 1))
    columns["path_share"] = steps / cells
    columns["diameter_share"] = diameter / cells
    return {name: columns[name].astype(dtype) for name, dtype in COLUMNS.items()}

"""Textures by the column: what ``texture`` says of one maze, for all mazes of a batch.

What lives here: the columns, from textures one by one or from counts (``loops.measure_grids``).
What does not: what the numbers mean (``Texture``).
"""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mazegame.engine.textures import DERIVED, Texture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

TEXTURE_COLUMNS: Final[dict[str, type]] = {
    **{
        name: np.float64 if hint is float else np.int64
        for name, hint in typing.get_type_hints(Texture).items()
    },
    **dict.fromkeys(DERIVED, np.float64),
}
"""The names of a texture's numbers and their dtypes; ``expected_steps`` is -1 where it is None."""

_OPEN_SIDES: Final = np.array([i.bit_count() for i in range(16)])


def columns_of(textures: Sequence[Texture]) -> dict[str, NDArray[Any]]:
    """Turn textures into columns."""
    rows = [one.as_dict() for one in textures]
    return {
        name: np.array([-1 if row[name] is None else row[name] for row in rows], dtype)
        for name, dtype in TEXTURE_COLUMNS.items()
    }


def columns_of_trees(
    kinds: NDArray[np.uint64], tallies: NDArray[np.uint64]
) -> dict[str, NDArray[Any]]:
    """Turn the counts of perfect mazes into columns: the sums of ``texture``, for all at once.

    Args:
        kinds: uint64 (n, 16), how many cells have each passage byte.
        tallies: uint64 (n, TALLIES), see ``loops.measure_grids``.
    """
    of_kind = kinds.astype(np.int64)
    longest, folded, _, _, steps, exits, before, expected = tallies.astype(np.int64).T
    cells = np.maximum(of_kind[:, 1:].sum(axis=1), 1)
    passages = of_kind @ _OPEN_SIDES // 2
    begins = sum(of_kind[:, i] * ((i & 10 == 2) + (i & 5 == 4)) for i in range(16))
    vertical, horizontal = of_kind[:, 5], of_kind[:, 10]
    straights = vertical + horizontal
    counted: dict[str, NDArray[Any]] = {
        "cells": cells,
        "dead_end_share": of_kind[:, [1, 2, 4, 8]].sum(axis=1) / cells,
        "straight_share": straights / cells,
        "turn_share": of_kind[:, [3, 6, 9, 12]].sum(axis=1) / cells,
        "junction_share": of_kind[:, [7, 11, 13, 14]].sum(axis=1) / cells,
        "crossing_share": of_kind[:, 15] / cells,
        "bias": (vertical - horizontal) / np.maximum(straights, 1),
        "mean_straight_length": passages / np.maximum(begins, 1),
        "longest_straight": longest,
        "dist_min": steps,
        "diameter": folded,
        "wrong_exits": np.where(steps > 0, exits - 1 - 2 * (steps - 1), 0),
        "wrong_branch_share": np.where(steps > 0, (before - steps) / cells, 0.0),
        "passages": passages,
        "expected_steps": expected,
    }
    counted["corridor_share"] = counted["straight_share"] + counted["turn_share"]
    counted["difficulty"] = np.log2(np.maximum(passages * steps, 1))
    counted["path_share"] = steps / cells
    counted["diameter_share"] = folded / cells
    return {name: counted[name].astype(dtype) for name, dtype in TEXTURE_COLUMNS.items()}

"""Traces: every passage a generator opened or closed, in order, for watching it at work."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine.carving_grid import UNVISITED
from mazegame.engine.errors import RecipeError
from mazegame.engine.generate import carve, prepare, rules_of
from mazegame.engine.progress import run_with_progress
from mazegame.engine.recipe import Recipe, check_recipe

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from mazegame.engine.progress import Progress, ProgressToken

MAX_TRACE_CELLS: Final = 1 << 18
"""The largest maze that is traced, in cells: a trace runs the kernel in plain Python."""


@dataclass(frozen=True, eq=False)
class Trace:
    """The making of a maze, step by step.

    Each step is one change of a cell's open sides. Carving a passage is two steps, one for each
    side of it. Recursive division begins with all passages open and closes some.
    """

    recipe: Recipe
    first: NDArray[np.uint8]
    """uint8 (rows, cols): the open sides before the first step."""
    cells: NDArray[np.int32]
    """int32 (steps, 2): the (row, col) that changed."""
    sides: NDArray[np.uint8]
    """uint8 (steps,): its open sides from then on."""
    reached: NDArray[np.bool_]
    """bool (rows, cols): the cells that were part of the maze from the first."""

    def __len__(self) -> int:
        return len(self.sides)

    def frames(self) -> Iterator[NDArray[np.uint8]]:
        """Yield the passages after each step: one array, changed in place."""
        now = self.first.copy()
        for (row, col), sides in zip(self.cells.tolist(), self.sides.tolist(), strict=True):
            now[row, col] = sides
            yield now


def _open_sides(value: int) -> int:
    """The open sides that a byte of a grid tells; what unvisited cells remember is none."""
    return 0 if value & UNVISITED else value & 15


class _Recorder:
    """A grid that remembers every change of a cell's open sides."""

    def __init__(self, grid: NDArray[np.uint8]) -> None:
        self._bytes = grid.data
        self.indices: list[int] = []
        self.sides: list[int] = []

    def __getitem__(self, index: int) -> int:
        return self._bytes[index]

    def __setitem__(self, index: int, value: int) -> None:
        before, now = _open_sides(self._bytes[index]), _open_sides(value)
        if before != now:
            self.indices.append(index)
            self.sides.append(now)
        self._bytes[index] = value

    def __len__(self) -> int:
        return len(self._bytes)


def trace(recipe: Recipe, *, progress: Progress | None = None) -> Trace:
    """Record how a recipe's maze is carved (before any braiding).

    The kernel itself runs, in plain Python over a recording grid: what is shown is what happens.

    Args:
        recipe: What to make.
        progress: See ``generate``.

    Raises:
        RecipeError: If the maze has more than 262,144 cells.
        CancelledError: ``progress`` asked for it.
    """
    check_recipe(recipe)
    cells = recipe.cols * recipe.rows
    if cells > MAX_TRACE_CELLS:
        raise RecipeError(
            "size",
            f"{recipe.cols}x{recipe.rows} is too large to trace: at most {MAX_TRACE_CELLS:,} cells",
        )
    return run_with_progress(lambda token: _record(recipe, token), progress, cells)


def _record(recipe: Recipe, token: ProgressToken) -> Trace:
    token.stage(recipe.cols * recipe.rows)
    rules = rules_of(recipe)
    grid = prepare(recipe, token, rules=rules)
    first = (grid.cells & 15).astype(np.uint8)
    recorder = _Recorder(grid.flat)
    grid.buffer = recorder
    carve(recipe, grid, rules)
    token.check()
    indices = np.array(recorder.indices, np.int32).reshape(-1)
    cells = np.column_stack((indices // grid.stride - 1, indices % grid.stride - 1)).astype(
        np.int32
    )
    return Trace(recipe, first, cells, np.array(recorder.sides, np.uint8), first != 0)

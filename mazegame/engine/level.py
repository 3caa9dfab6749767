"""A level: a maze with its A, its B and the distances between them."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine.carving_rules import nearest_inside
from mazegame.engine.distance import (
    FARTHEST_PASSES,
    FIELD_BYTES_PER_CELL,
    check_flood_size,
    compile_descent,
    descend,
    find_farthest_pair,
    flood_maze,
    with_border,
)
from mazegame.engine.ends import parse_ends
from mazegame.engine.errors import RecipeError, UnreachableError
from mazegame.engine.generation import custom_rules, generate_maze, passes
from mazegame.engine.masks import NO_MASK
from mazegame.engine.memory_figures import check_memory
from mazegame.engine.progress import ProgressToken, run_with_progress
from mazegame.engine.recipe import Recipe, check_recipe
from mazegame.engine.rng import seed_state
from mazegame.engine.validation import short_repr

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from mazegame.engine.maze import Cell, Maze
    from mazegame.engine.progress import Progress

LEVEL_BYTES_PER_CELL: Final = 1 + FIELD_BYTES_PER_CELL
"""What a level takes at its peak: the maze, its distance field and the flood's queue."""


_LONG_WALKS_FROM: Final = 1 << 16
"""Mazes of so many cells have walks that take a while in plain Python: a level of more compiles the
walk when it is made, so that no screen waits for it."""


@dataclass(frozen=True, eq=False)
class Level:
    """Where to walk: a maze, its start A and its goal B (or several: the nearest counts)."""

    maze: Maze
    start: Cell
    """A, as (row, col)."""
    goals: tuple[Cell, ...]
    """B, as (row, col); several are allowed."""
    recipe: Recipe | None = None
    """What the maze was generated from; None for a loaded one."""
    name: str = ""
    """What a loaded maze is called, for example its file's name."""
    field: NDArray[np.int32] = field(init=False, repr=False)
    """int32 (rows, cols), read-only: the distance of every cell to the nearest goal, -1: none."""
    token: InitVar[ProgressToken | None] = None
    """That of the call which makes this level, if it has one."""

    def __post_init__(self, token: ProgressToken | None) -> None:
        try:
            object.__setattr__(self, "goals", tuple(self.goals))
        except TypeError:
            raise TypeError(f"goals are cells (row, col), not {short_repr(self.goals)}") from None
        if not self.goals:
            raise ValueError("a level needs at least one goal cell")
        object.__setattr__(self, "start", self.maze.check_cell(self.start))
        object.__setattr__(self, "goals", tuple(map(self.maze.check_cell, self.goals)))
        goals = list(dict.fromkeys(self.goals))
        object.__setattr__(self, "field", flood_maze(self.maze, goals, token or ProgressToken()))
        self._seal()
        if self.field[self.start] < 0:
            raise UnreachableError(
                f"there is no path: B cannot be reached from A at row {self.start[0] + 1}, "
                f"column {self.start[1] + 1}"
            )
        if self.maze.grid.size > _LONG_WALKS_FROM:
            compile_descent(self.maze, self.field, self.start)

    def _seal(self) -> None:
        base = self.field.base
        if isinstance(base, np.ndarray):
            base.setflags(write=False)  # or a view could be made writable again
        self.field.setflags(write=False)

    def __setstate__(self, state: dict[str, object]) -> None:
        """Take over what was pickled or copied; the field is to be as it was made (see there)."""
        self.__dict__.update(state)
        object.__setattr__(self, "field", with_border(self.field)[1:-1, 1:-1])
        self._seal()

    @classmethod
    def of(
        cls,
        recipe: Recipe,
        *,
        mask: ArrayLike | None = None,
        name: str = "",
        progress: Progress | None = None,
    ) -> Level:
        """Make the level of a recipe: generate its maze, place A and B, flood from B.

        Args:
            recipe: What to make.
            mask: A mask of one's own, of shape (rows, cols), not 0 where the maze may be. As no
                game ID holds it, the level has a name then and no recipe.
            name: That name.
            progress: See ``generate``; it is told the share of all of this.

        Raises:
            RecipeError: If the level would not fit into memory, or the mask does not fit.
            ValueError: If it is too large for a distance field on whatever machine.
            CancelledError: ``progress`` asked for it.
        """
        check_recipe(recipe)
        check_flood_size(recipe.cols, recipe.rows)
        check_memory(recipe, LEVEL_BYTES_PER_CELL)

        rules = None if mask is None else custom_rules(recipe, mask=mask)

        def work(token: ProgressToken) -> Level:
            maze = generate_maze(recipe, token, rules)
            masked = mask is not None or recipe.option("mask") != NO_MASK
            start, goals = _ends(maze, recipe, token, masked=masked)
            if rules is None:
                return cls(maze, start, goals, recipe, token=token)
            return cls(maze, start, goals, name=name, token=token)

        floods = 1 + (FARTHEST_PASSES if recipe.option("ends") == "farthest" else 0)
        return run_with_progress(work, progress, recipe.cols * recipe.rows, passes(recipe) + floods)

    @property
    def dist_min(self) -> int:
        """distMin: the number of passages on a shortest path from A to B."""
        return int(self.field[self.start])

    def distance(self, cell: Cell) -> int:
        """How far the nearest goal is from a cell (-1: no way).

        Raises:
            TypeError: If the cell is no pair of integers, here and below.
            ValueError: If it lies outside the maze, here and below.
        """
        return int(self.field[self.maze.check_cell(cell)])

    def path_from(self, cell: Cell, steps: int | None = None) -> list[Cell]:
        """The cells of a shortest way from a cell to a goal, at most so many steps of it.

        Raises:
            UnreachableError: If there is no way from the cell to a goal, here and below.
            ValueError: If ``steps`` is negative.
        """
        return [(int(row), int(col)) for row, col in descend(self.maze, self.field, cell, steps)]

    def cells_of_path(self, cell: Cell | None = None) -> NDArray[np.intp]:
        """A shortest path to a goal from a cell, A if None: intp (length + 1, 2) of (row, col)."""
        return descend(self.maze, self.field, self.start if cell is None else cell)


def _ends(
    maze: Maze, recipe: Recipe, token: ProgressToken, *, masked: bool
) -> tuple[Cell, tuple[Cell, ...]]:
    """Place A and the goals as the recipe's ``ends`` says."""
    given = parse_ends(recipe.option("ends"))
    if given is not None:
        start, goals = given
        for row, col in (start, *goals):
            if masked and not maze.exits((row, col)):
                raise RecipeError(
                    "option", f"ends={recipe.option('ends')}: r{row}c{col} lies outside the mask"
                )
        return start, goals
    if recipe.option("ends") == "farthest":
        a, b, _ = find_farthest_pair(maze, token)
        return min(a, b), (max(a, b),)
    if masked:
        start, goal = _ends_within(maze.passages != 0, recipe)
    else:
        start, goal = _ends_of_rectangle(maze, recipe)
    return start, (goal,)


def _ends_of_rectangle(maze: Maze, recipe: Recipe) -> tuple[Cell, Cell]:
    match recipe.option("ends"):
        case "sides" if maze.cols > 1:
            first, second = _draws(recipe, maze.rows, maze.rows)
            return (first, 0), (second, maze.cols - 1)
        case "random" | "sides":  # both sides of one column are the same cells
            first, second = _two_draws(recipe, maze.rows * maze.cols)
            return divmod(first, maze.cols), divmod(second, maze.cols)
        case _:
            return (0, 0), (maze.rows - 1, maze.cols - 1)


def _ends_within(inside: NDArray[np.bool_], recipe: Recipe) -> tuple[Cell, Cell]:
    """The same inside a mask: the cells nearest to the corners, or in its outermost columns."""
    rows, cols = inside.shape
    columns = np.flatnonzero(inside.any(axis=0))
    west, east = int(columns[0]), int(columns[-1])
    match recipe.option("ends"):
        case "sides" if west < east:
            left, right = np.flatnonzero(inside[:, west]), np.flatnonzero(inside[:, east])
            first, second = _draws(recipe, left.size, right.size)
            return (int(left[first]), west), (int(right[second]), east)
        case "random" | "sides":
            cells = np.flatnonzero(inside)
            first, second = _two_draws(recipe, cells.size)
            return divmod(int(cells[first]), cols), divmod(int(cells[second]), cols)
        case _:
            return nearest_inside(inside, 0, 0), nearest_inside(inside, rows - 1, cols - 1)


def _two_draws(recipe: Recipe, many: int) -> tuple[int, int]:
    """Draw two different integers in 0..many-1, so that there is a way to walk, if there are."""
    first, second = _draws(recipe, many, max(many - 1, 1))
    return first, min(second + (second >= first), many - 1)


def _draws(recipe: Recipe, *bounds: int) -> tuple[int, ...]:
    """Draw an integer in 0..bound-1 for each bound (up to four) from the seed."""
    words = seed_state(recipe.seed, "ends")
    return tuple(int(word) * bound >> 64 for word, bound in zip(words, bounds, strict=False))

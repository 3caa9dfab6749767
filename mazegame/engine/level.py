"""``Level``: a maze with its start A, its goals B and the distances to them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, Unpack

import numpy as np
from numpy.typing import DTypeLike, NDArray

from mazegame.engine.carving.carving_rules import nearest_inside
from mazegame.engine.carving.masks import NO_MASK
from mazegame.engine.carving.rng import seed_state
from mazegame.engine.errors import RecipeError, UnreachableError
from mazegame.engine.generation import generate_maze, generation_passes
from mazegame.engine.kernels.jit import compiled
from mazegame.engine.measures.distance import (
    FARTHEST_PASSES,
    FIELD_BYTES_PER_CELL,
    check_flood_size,
    descend,
    find_farthest_on_boundary,
    find_farthest_pair,
    flood_maze,
)
from mazegame.engine.model.maze import Cell, Maze, check_maze
from mazegame.engine.model.notebook import svg_of, text_of
from mazegame.engine.recipes.ends import parse_ends
from mazegame.engine.recipes.memory_figures import check_memory
from mazegame.engine.recipes.recipe import Recipe
from mazegame.engine.recipes.request import LevelOptions, read_request
from mazegame.engine.support.progress import Progress, ProgressToken, run_with_progress
from mazegame.engine.support.validation import sealed, short_repr

LEVEL_BYTES_PER_CELL: Final = 1 + FIELD_BYTES_PER_CELL
"""Peak memory of a level, in bytes per cell: the maze, its distance field and a flood's queue."""


@dataclass(frozen=True, repr=False)
class Level:
    """A maze to walk, with its start A and its goals B; the nearest goal counts.

    A maze that was read may have no goal, or none that A can reach: see ``has_path``. Levels of the
    same maze, A, goals, recipe and name are equal.
    """

    maze: Maze = field(hash=False)
    start: Cell
    """A, as (row, col)."""
    goals: tuple[Cell, ...]
    """B, as (row, col); there may be several, or none."""
    recipe: Recipe | None = None
    """The recipe of the maze; None for a loaded maze."""
    name: str = ""
    """Name of a loaded maze, for example its file's name."""
    field: NDArray[np.int32] = field(init=False, compare=False)
    """int32 (rows, cols), read-only: the distance of every cell to the nearest goal, -1 if
    unreachable."""

    def __post_init__(self) -> None:
        self._measure(None)

    @classmethod
    def _placed(
        cls,
        maze: Maze,
        ends: tuple[Cell, tuple[Cell, ...]],
        recipe: Recipe | None,
        name: str,
        token: ProgressToken,
    ) -> Level:
        """Return a level of A and goals, flooded as one stage of a longer call."""
        level = object.__new__(cls)
        start, goals = ends
        level.__dict__.update(maze=maze, start=start, goals=goals, recipe=recipe, name=name)
        level._measure(token)
        return level

    def _measure(self, token: ProgressToken | None) -> None:
        """Check A and the goals, and flood from the goals; without a token as a call of its own."""
        check_maze(self.maze)
        try:
            goals = tuple(self.goals)
        except TypeError:
            raise TypeError(f"goals are cells (row, col), not {short_repr(self.goals)}") from None
        start, goals = self.maze.check_cell(self.start), tuple(map(self.maze.check_cell, goals))
        flood = partial(flood_maze, self.maze, list(dict.fromkeys(goals)))
        cells = self.maze.passages.size
        field = run_with_progress(flood, None, cells) if token is None else flood(token)
        self.__dict__.update(start=start, goals=goals, field=sealed(field))
        if self.has_path and self.maze.grid.size > 1 << 16:
            with compiled():  # or in plain Python the walk down would keep a screen waiting
                descend(self.maze, self.field, self.start, 0)

    def __setstate__(self, state: dict[str, object]) -> None:
        """Restore a pickled or copied level, with a read-only field like the original's."""
        self.__dict__.update(state)
        self.__dict__["field"] = sealed(self.field)

    @classmethod
    def of(
        cls,
        recipe: Recipe | str,
        cols: int | None = None,
        rows: int | None = None,
        seed: str | int | None = None,
        *,
        name: str = "",
        progress: Progress | None = None,
        **options: Unpack[LevelOptions],
    ) -> Level:
        """Return the level of a recipe: generate its maze, place A and B, flood from B.

        Time and memory in proportion to the cells: those of ``generate``, and about as much for
        the distances, 6 bytes a cell at the peak and 5 for the level. Arguments are those of
        ``generate`` and ``ends`` as for ``batch``; ``progress`` gets the share of the whole call. A
        level whose maps no game ID can hold has no recipe, but the given ``name``.

        Raises:
            RecipeError: If the level does not fit into memory, or something of it is invalid.
            ValueError: If the size is too large for a distance field on any machine.
            TypeError: If a recipe or a game ID is not alone.
            CancelledError: ``progress`` returned False.

        Examples:
            >>> from mazegame.engine import Level
            >>> Level.of("wilson:40x20:kite-7")
            <Level wilson:40x20:kite-7, distMin 92>
            >>> Level.of("wilson", 40, 20, "kite-7", ends="farthest").dist_min
            118
        """
        asked, rules = read_request(recipe, cols, rows, seed, dict(options))
        check_flood_size(asked.cols, asked.rows)
        check_memory(asked, LEVEL_BYTES_PER_CELL)
        own_mask = rules is not None and rules.mask is not None
        masked = own_mask or asked.option("mask") != NO_MASK

        def work(token: ProgressToken) -> Level:
            maze = generate_maze(asked, token, rules)
            ends = _place_ends(maze, asked, token, masked=masked)
            if rules is None:
                return cls._placed(maze, ends, asked, "", token)
            return cls._placed(maze, ends, None, name, token)

        floods = 1 + (FARTHEST_PASSES if asked.option("ends") in {"farthest", "rim"} else 0)
        return run_with_progress(
            work, progress, asked.cols * asked.rows, generation_passes(asked) + floods
        )

    def __repr__(self) -> str:
        about = str(self.recipe or f"{self.name} {self.maze.cols}x{self.maze.rows}")
        length = f"distMin {self.dist_min}" if self.has_path else "no path to B"
        return f"<Level {about.strip()}, {length}>"

    def __str__(self) -> str:
        """Return the level as a drawing of characters, a large one by its corners."""
        return text_of(self.maze.passages, self._letters())

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """Return the maze's passages, as ``np.asarray(maze)`` does."""
        return self.maze.__array__(dtype, copy)

    def _repr_svg_(self) -> str | None:
        """Return a picture for notebooks, with A and B; None if the maze is too large for one."""
        return svg_of(self.maze.passages, self._letters())

    def _letters(self) -> list[tuple[Cell, str]]:
        return [(self.start, "A"), *((goal, "B") for goal in self.goals)]

    @property
    def rows(self) -> int:
        """Number of rows of cells."""
        return self.maze.rows

    @property
    def cols(self) -> int:
        """Number of columns of cells."""
        return self.maze.cols

    @property
    def goal(self) -> Cell:
        """B of a level with one goal, as (row, col); ValueError if it has none or several."""
        if len(self.goals) != 1:
            raise ValueError(f"the level has {len(self.goals)} goals, not one: goals lists them")
        return self.goals[0]

    @property
    def has_path(self) -> bool:
        """Whether a path leads from A to a goal."""
        return bool(self.field[self.start] >= 0)

    def require_path(self) -> None:
        """Refuse a level without a path from A to a goal. Complexity: constant time and memory.

        Raises:
            UnreachableError: If it is one.

        Examples:
            >>> from mazegame.engine import Maze
            >>> Level(Maze([[2, 8]]), (0, 0), ()).require_path()
            Traceback (most recent call last):
            mazegame.engine.errors.UnreachableError: there is no path: it has no B
        """
        if not self.goals:
            raise UnreachableError("there is no path: it has no B")
        if not self.has_path:
            raise UnreachableError(
                f"there is no path: B cannot be reached from A at row {self.start[0] + 1}, "
                f"column {self.start[1] + 1}"
            )

    @property
    def dist_min(self) -> int:
        """distMin: number of passages of a shortest path from A to B; see ``require_path``."""
        self.require_path()
        return int(self.field[self.start])

    def distance(self, cell: Cell) -> int:
        """Return the distance of a cell to the nearest goal, -1 if unreachable.

        Complexity: constant time and memory. Errors are those of ``Maze.check_cell``.

        Examples:
            >>> Level.of("wilson:40x20:kite-7").distance((19, 38))
            1
        """
        return int(self.field[self.maze.check_cell(cell)])

    def path_from(self, cell: Cell, steps: int | None = None) -> list[Cell]:
        """Return the cells of a shortest path from a cell to a goal, or of its first steps.

        Complexity: time and memory in proportion to the steps.

        Args:
            cell: The start.
            steps: Largest number of steps; all if None.

        Raises:
            TypeError: If the cell is not a pair of integers, or ``steps`` not an integer.
            UnreachableError: If there is no path from the cell to a goal.
            ValueError: If the cell lies outside the maze, or ``steps`` is negative.

        Examples:
            >>> Level.of("wilson:4x3:kite-7").path_from((2, 2))
            [(2, 2), (2, 3)]
        """
        return [(int(row), int(col)) for row, col in descend(self.maze, self.field, cell, steps)]

    def cells_of_path(self, cell: Cell | None = None) -> NDArray[np.intp]:
        """Return a shortest path from a cell, A if None, to a goal.

        Complexity: time and memory in proportion to the length. Errors are those of ``path_from``.

        Returns:
            intp (length + 1, 2) of (row, col).

        Examples:
            >>> Level.of("wilson:40x20:kite-7").cells_of_path().shape
            (93, 2)
        """
        if cell is None:
            self.require_path()
            cell = self.start
        return descend(self.maze, self.field, cell)


def _place_ends(
    maze: Maze, recipe: Recipe, token: ProgressToken, *, masked: bool
) -> tuple[Cell, tuple[Cell, ...]]:
    """Return A and the goals, placed as the recipe's ``ends`` says."""
    ends = recipe.option("ends")
    if cells := parse_ends(ends):
        start, goals = cells
        for row, col in (start, *goals):
            if masked and not maze.exits((row, col)):
                raise RecipeError("option", f"ends={ends}: r{row}c{col} lies outside the mask")
        return start, goals
    if ends == "farthest":
        start, goal = sorted(find_farthest_pair(maze, token)[:2])
    elif ends == "rim":
        start, goal = sorted(find_farthest_on_boundary(maze, token))
    elif ends == "corners":
        start, goal = (0, 0), (maze.rows - 1, maze.cols - 1)
        if masked:
            inside = maze.passages != 0
            start, goal = nearest_inside(inside, *start), nearest_inside(inside, *goal)
    else:
        start, goal = _draw_two(maze, recipe, masked=masked)
    return start, (goal,)


def _draw_two(maze: Maze, recipe: Recipe, *, masked: bool) -> tuple[Cell, Cell]:
    """Draw A and B among all cells, inside a mask if there is one, or in its outermost columns."""
    inside = maze.passages != 0 if masked else None
    columns = range(maze.cols) if inside is None else np.flatnonzero(inside.any(axis=0))
    west, east = int(columns[0]), int(columns[-1])
    if recipe.option("ends") == "sides" and west < east:
        left, right = (
            range(maze.rows) if inside is None else np.flatnonzero(inside[:, col])
            for col in (west, east)
        )
        first, second = _draw_below(recipe, len(left), len(right))
        return (int(left[first]), west), (int(right[second]), east)
    # Both sides of one column are the same cells.
    cells = range(maze.passages.size) if inside is None else np.flatnonzero(inside)
    count = len(cells)
    first, second = _draw_below(recipe, count, max(count - 1, 1))
    second = min(second + (second >= first), count - 1)  # another cell, if there is one
    return divmod(int(cells[first]), maze.cols), divmod(int(cells[second]), maze.cols)


def _draw_below(recipe: Recipe, *bounds: int) -> tuple[int, ...]:
    """Draw an integer in 0..bound-1 for each of up to four bounds, from the seed."""
    words = seed_state(recipe.seed, "ends")
    return tuple(int(word) * bound >> 64 for word, bound in zip(words, bounds, strict=False))

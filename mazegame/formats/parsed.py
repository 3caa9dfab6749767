"""``ParsedMaze``: the maze that a reader has found in a file, and how a level is made of it.

That checks what the file says about itself (its game ID, its distMin) and replaces A and B.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from operator import index
from typing import Any, Final, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mazegame.engine import Cell, Level, Maze, Recipe, RecipeError, distances
from mazegame.engine.support import memory
from mazegame.engine.support.validation import short_repr
from mazegame.formats.errors import FormatError, refusing_exhaustion

Start: TypeAlias = str | Cell
Goals: TypeAlias = str | Cell | Sequence[Cell]

MAX_GOALS: Final = 1 << 16
"""Most goals that a file may name."""

_CELL: Final = re.compile(r"r(0|[1-9][0-9]{0,9})c(0|[1-9][0-9]{0,9})")

LACKS: Final = "it has no {letter}: name cells with --start and --goal"
"""The usual message about data without A or without B."""


@dataclass(frozen=True, eq=False)
class ParsedMaze:
    """A maze from a file. What the file says about itself is unverified before ``level``."""

    maze: Maze
    start: Cell | None = None
    goals: tuple[Cell, ...] = ()
    game_id: str = ""
    """The game ID in the file; empty for none."""
    dist_min: int | None = None
    """The distMin in the file; None for none."""
    name: str = ""
    """The maze's name in the file."""
    lacks: str = LACKS
    """The message if it has no A or no B, formatted with ``letter``, A or B; ``marks``, the
    characters for it; and ``number``, the number for it in a matrix."""
    counted: str = ""
    """Words on where its cells are counted from, for messages; empty if that is obvious."""
    blank_is_rock: bool = False
    """Whether cells that no path joins to A, a goal or a mark are solid rock."""
    marks: tuple[Cell, ...] = ()
    """Cells that are not rock although no path joins them to A or a goal."""

    @refusing_exhaustion()
    def level(self, name: str = "", start: Start = "", goals: Goals = "") -> Level:
        """Return the level. ``start`` and ``goals`` replace those of the file.

        Raises:
            FormatError: If A is missing, or what the file says about itself is wrong.
            NotEnoughMemoryError: If it does not fit.
        """
        a, bs = self.ends(start, goals, needs_goal=False)
        maze = self.maze
        level = Level(maze, a, bs, name=name)
        if self.blank_is_rock:
            memory.require(8 * maze.rows * maze.cols, "finding its rock")  # beside the level
            joined = level.field >= 0
            if (~joined & (maze.passages != 0)).any():
                joined |= distances(maze, [a, *self.marks]) >= 0
                level = Level(Maze(np.where(joined, maze.passages, 0)), a, bs, name=name)
        if start or goals:
            return level
        if self.game_id:
            level = _of_recipe(level, self.game_id)
        real = level.dist_min if level.has_path else None
        if self.dist_min is not None and self.dist_min != real:
            there = "there is none" if real is None else f"it is {real:,} long"
            raise FormatError(f"it says that the shortest path is {self.dist_min:,} long: {there}")
        return level

    def ends(
        self, start: Start = "", goals: Goals = "", *, needs_goal: bool = True
    ) -> tuple[Cell, tuple[Cell, ...]]:
        """Return A and the goals, with ``needs_goal`` one at least. The rest is as in ``level``."""
        given = parse_cells(start, "--start")
        a = given[0] if given else self.start
        if len(given) > 1:
            raise FormatError("--start is one cell")
        bs = tuple(dict.fromkeys(parse_cells(goals, "--goal") or self.goals))
        check_ends(a, bs, "AB" if needs_goal else "A", self.lacks)
        a = cast("Cell", a)
        if len(bs) > MAX_GOALS:
            raise FormatError(f"it has more than {MAX_GOALS:,} Bs")
        maze = self.maze
        for number, cell in enumerate((a, *bs)):
            name = f"r{cell[0]}c{cell[1]}"
            if cell not in maze:
                raise FormatError(f"{name} lies outside the maze of {maze.cols}x{maze.rows}")
            is_named = goals if number else start
            if is_named and maze.passages.size > 1 and not maze.passages[cell]:
                option = "--goal" if number else "--start"
                raise FormatError(
                    f"{option} {name} is rock, or walled in: rows and columns are counted from 0"
                    f"{self.counted}"
                )
        return a, bs


def _of_recipe(level: Level, game_id: str) -> Level:
    """Return the level of a game ID; FormatError if ``level`` is another one."""
    try:
        recipe = Recipe.parse(game_id)
        if (recipe.cols, recipe.rows) != (level.maze.cols, level.maze.rows):
            raise FormatError(
                f"it says it is {recipe}, and holds a maze of {level.maze.cols}x{level.maze.rows}"
            )
        generated = Level.of(recipe)
    except RecipeError as error:
        raise FormatError(f"its game ID is invalid: {error}") from None
    if (generated.maze, generated.start, generated.goals) != (level.maze, level.start, level.goals):
        raise FormatError(f"it says it is {recipe}, which is another maze")
    return generated


def check_ends(start: Cell | None, goals: Sequence[Cell], needs: str, lacks: str = LACKS) -> None:
    """Raise FormatError if A or B is missing; ``needs`` is as in ``Limits``.

    ``lacks`` is as in ``ParsedMaze``. Readers of small files with large mazes check this first.
    """
    if start is None and "A" in needs:
        raise FormatError(lacks.format(letter="A", marks="S or A", number=2))
    if not goals and "B" in needs:
        raise FormatError(lacks.format(letter="B", marks="B, G or E", number=3))


def parse_cells(given: Goals, what: str) -> tuple[Cell, ...]:
    """Return cells from text such as ``r9c9+r9c0``, one pair (row, col), or several pairs.

    Empty text gives no cell. The message of a FormatError begins with ``what``.
    """
    if not isinstance(given, str):
        pairs: Any = given
        try:
            if len(pairs) == 2 and not isinstance(pairs[0], Sequence):
                pairs = [pairs]
            return tuple((index(row), index(col)) for row, col in pairs)
        except (TypeError, ValueError):
            problem = f"{what} {short_repr(given)} is no cell (row, col), nor several"
            raise FormatError(problem) from None
    if not given:
        return ()
    cells = []
    for part in given.split("+"):
        match = _CELL.fullmatch(part)
        if not match:
            raise FormatError(
                f"{what} {part[:40]!r} is no cell: rROWcCOL, counted from 0, for example r0c0"
            )
        cells.append((int(match[1]), int(match[2])))
    return tuple(cells)


def maze_of(passages: NDArray[Any], what: str) -> Maze:
    """Return the maze of an array; a FormatError's message begins with ``what``, as "it is"."""
    try:
        return Maze(passages)
    except ValueError as error:
        raise FormatError(f"{what} no maze: {error}") from None


def plain_cells(given: ArrayLike | None) -> Goals:
    """Convert cells for ``parse_cells``: None becomes empty text, arrays become lists."""
    if given is None:
        return ""
    plain: Any = given.tolist() if isinstance(given, np.ndarray) else given
    if isinstance(plain, list | tuple) and any(isinstance(cell, np.ndarray) for cell in plain):
        plain = [cell.tolist() if isinstance(cell, np.ndarray) else cell for cell in plain]
    return cast("Goals", plain)


def read_ends(text: str) -> tuple[Cell, tuple[Cell, ...]]:
    """Parse A and the goals, the inverse of ``format_ends``; there may be no goal."""
    a, dash, bs = text.partition("-")
    start, goals = parse_cells(a, "ends"), parse_cells(bs, "ends")
    if not dash or len(start) != 1:
        raise FormatError(f"ends={text[:60]} is not A-B, for example ends=r0c0-r9c9")
    return start[0], goals

"""What a reader finds in a file, and the level that comes of it.

What lives here: checking a file's claims (its game ID, its distMin), places for A and B that a file
does not name, and telling solid rock from cells. What does not: reading (one module a format).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine import Level, Maze, Recipe, RecipeError, distances
from mazegame.formats.errors import FormatError

if TYPE_CHECKING:
    from mazegame.engine import Cell

MAX_GOALS: Final = 1 << 16
"""The most goals that a file may name."""

_CELL: Final = re.compile(r"r(0|[1-9][0-9]{0,9})c(0|[1-9][0-9]{0,9})")


@dataclass(frozen=True, eq=False)
class Found:
    """A maze as a file holds it. Nothing is believed before ``level``."""

    maze: Maze
    start: Cell | None = None
    goals: tuple[Cell, ...] = ()
    game_id: str = ""
    """The game ID that the file says it is of; empty if it says none."""
    dist_min: int | None = None
    """The distMin that the file says it has; None if it says none."""
    name: str = ""
    """What the file calls the maze."""
    lacks: str = "it has no {letter}: mark the {end} with one"
    """The sentence for a file without A or without B."""
    blank_is_rock: bool = False
    """Whether cells that neither A nor a goal nor a mark reaches are solid rock."""
    marks: tuple[Cell, ...] = ()
    """Cells that are no rock although neither A nor a goal reaches them."""

    def level(self, name: str = "", start: str = "", goals: str = "") -> Level:
        """Make the level.

        Args:
            name: What a loaded maze is called.
            start: Where A is instead of where the file says, for example ``r0c0``.
            goals: Likewise B, or several: ``r9c9+r9c0``.

        Raises:
            FormatError: If A or B is missing, or the file says of itself what is not so.
            UnreachableError: If no path leads from A to B.
        """
        a, bs = self.ends(start, goals)
        maze, game_id = self.maze, "" if start or goals else self.game_id
        level = Level(maze, a, bs, name=name)
        if self.blank_is_rock:
            cells = self._cells(level)
            if cells is not None:
                kept = Maze(np.where(cells, maze.passages, 0))
                level = Level(kept, a, bs, name=name)
        if game_id:
            level = _of_recipe(level, game_id)
        if self.dist_min is not None and not (start or goals) and self.dist_min != level.dist_min:
            raise FormatError(
                f"it says that the shortest path is {self.dist_min:,} long: it is "
                f"{level.dist_min:,} long"
            )
        return level

    def ends(self, start: str = "", goals: str = "") -> tuple[Cell, tuple[Cell, ...]]:
        """Return where A is and where the goals are; arguments and errors as in ``level``."""
        given = parse_cells(start, "--start")
        a = given[0] if given else self.start
        if len(given) > 1:
            raise FormatError("--start is one cell")
        bs = tuple(dict.fromkeys(parse_cells(goals, "--goal") or self.goals))
        if a is None:
            raise FormatError(self.lacks.format(letter="A", end="start"))
        if not bs:
            raise FormatError(self.lacks.format(letter="B", end="goal"))
        if len(bs) > MAX_GOALS:
            raise FormatError(f"it has more than {MAX_GOALS:,} Bs")
        for cell in (a, *bs):
            if cell not in self.maze:
                raise FormatError(
                    f"r{cell[0]}c{cell[1]} lies outside the maze of "
                    f"{self.maze.cols}x{self.maze.rows}"
                )
        return a, bs

    def _cells(self, level: Level) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]] | None:
        """Return which cells are no rock, or None if all with a passage are none."""
        there = level.field >= 0
        if not (~there & (level.maze.passages != 0)).any():
            return None
        return np.asarray(there | (distances(level.maze, [level.start, *self.marks]) >= 0))


def _of_recipe(level: Level, game_id: str) -> Level:
    """Return the level as generated, once it is sure that the file holds that maze."""
    try:
        recipe = Recipe.parse(game_id)
        if (recipe.cols, recipe.rows) != (level.maze.cols, level.maze.rows):
            raise FormatError(
                f"it says it is {game_id}, and holds a maze of {level.maze.cols}x{level.maze.rows}"
            )
        generated = Level.of(recipe)
    except RecipeError as error:
        raise FormatError(f"its game ID is none: {error}") from None
    if (generated.maze, generated.start, generated.goals) != (
        level.maze,
        level.start,
        level.goals,
    ):
        raise FormatError(f"it says it is {game_id}, which is another maze")
    return generated


def parse_cells(text: str, what: str) -> tuple[Cell, ...]:
    """Read cells counted from 0, for example ``r9c9+r9c0``; none if the text is empty.

    Raises:
        FormatError: If it is no such list; ``what`` says where it stood.
    """
    if not text:
        return ()
    cells = []
    for part in text.split("+"):
        match = _CELL.fullmatch(part)
        if not match:
            raise FormatError(
                f"{what} {part[:40]!r} is no cell: rROWcCOL, counted from 0, for example r0c0"
            )
        cells.append((int(match[1]), int(match[2])))
    return tuple(cells)


def format_ends(start: Cell, goals: tuple[Cell, ...]) -> str:
    """Write A and the goals as the option ``ends`` does, for example ``r0c0-r9c9+r9c0``."""
    return f"{format_cell(start)}-{'+'.join(map(format_cell, goals))}"


def read_ends(text: str) -> tuple[Cell, tuple[Cell, ...]]:
    """Return the inverse of ``format_ends``.

    Raises:
        FormatError: If it is none.
    """
    a, dash, bs = text.partition("-")
    start, goals = parse_cells(a, "ends"), parse_cells(bs, "ends")
    if not dash or len(start) != 1 or not goals:
        raise FormatError(f"ends={text[:60]} is not A-B, for example ends=r0c0-r9c9")
    return start[0], goals


def format_cell(cell: Cell) -> str:
    """Write a cell, for example ``r9c0``."""
    return f"r{cell[0]}c{cell[1]}"

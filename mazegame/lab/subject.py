"""Subjects: the carvings, searches and walks to watch, and making their shows.

What lives here: the subjects, and making a show of each. What does not: threads; making a show
takes long and reports its progress.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np

from mazegame.engine import METHODS, Direction, EventKind, Level, Method, Recipe, search, trace
from mazegame.engine.events import EventLog
from mazegame.engine.searching import Search
from mazegame.engine.searching.space import event
from mazegame.engine.tracing import MAX_TRACE_CELLS
from mazegame.lab.carving import Carving
from mazegame.lab.searching import Searching

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from mazegame.engine import Cell, Maze
    from mazegame.engine.progress import Progress
    from mazegame.lab.show import Show


class TooLargeError(ValueError):
    """A maze is too large to watch."""


@dataclass(frozen=True)
class CarvingOf:
    """The carving of a recipe's maze."""

    recipe: Recipe

    def make(self, progress: Progress | None = None) -> Show:
        """Record the carving.

        Raises:
            RecipeError: If the maze is too large; the message names the limit.
            CancelledError: If ``progress`` cancels it.
        """
        return Carving(trace(self.recipe, progress=progress))


@dataclass(frozen=True)
class SearchOf:
    """A search for B in a level."""

    source: Recipe | Level
    """The level, or its recipe."""
    method: str
    """One of ``METHODS``."""

    def make(self, progress: Progress | None = None) -> Show:
        """Make the level, and record the search.

        Raises:
            TooLargeError: If the maze is too large to watch.
            CancelledError: If ``progress`` cancels it.
        """
        cols, rows = size_of(self.source)
        if cols * rows > MAX_TRACE_CELLS:
            raise TooLargeError(
                f"{cols}x{rows} is too large to watch: at most {MAX_TRACE_CELLS:,} cells"
            )
        level = self.source
        if isinstance(level, Recipe):
            level = Level.of(level, progress=progress)
        found = search(level.maze, level.start, level.goals, self.method)
        return Searching(found)


@dataclass(frozen=True)
class WalkOf:
    """A recorded walk."""

    level: Level
    cells: Sequence[Cell] = field(repr=False)
    """The cells of the walk, from A on."""
    who: str = "your walk"

    @classmethod
    def of(cls, level: Level, moves: Iterable[int]) -> WalkOf:
        """Return the walk from A by some moves, each the bit of a side."""
        cells = [level.start]
        for move in moves:
            cells.append(Direction(move).step(cells[-1]))
        return cls(level, cells)

    def make(self, progress: Progress | None = None) -> Show:  # noqa: ARG002  it is quick
        """Return the walk as a search."""
        return Searching(_search_of_walk(self.level, self.cells, self.who))


Subject: TypeAlias = CarvingOf | SearchOf | WalkOf

WALK: Final = "walk"
"""The method name of a recorded walk."""


def source_of(subject: Subject) -> Recipe | Level:
    """Return the recipe of a subject's maze, or its level if there is no recipe."""
    match subject:
        case CarvingOf():
            return subject.recipe
        case SearchOf():
            return subject.source
        case WalkOf():
            return subject.level.recipe or subject.level


def name_of(subject: Subject) -> str:
    """Return the game ID of a subject's maze, or the name of a loaded one."""
    source = source_of(subject)
    return str(source) if isinstance(source, Recipe) else str(source.recipe or source.name)


def size_of(source: Recipe | Level) -> tuple[int, int]:
    """Return the (cols, rows) of a level or its recipe."""
    if isinstance(source, Recipe):
        return source.cols, source.rows
    return source.maze.cols, source.maze.rows


def _search_of_walk(level: Level, cells: Sequence[Cell], who: str) -> Search:
    """Return a walk as a search; a step onto a walked cell counts as a step back."""
    maze = level.maze
    method = Method(
        name=WALK,
        title=who,
        about="A walk that was made.",
        law="It went where it went.",
        reference="",
        run=lambda _: iter(()),
        walks=True,
        complete=False,
    )
    walk = np.asarray(cells, np.intp).reshape(-1, 2)
    cells = [(row, col) for row, col in walk.tolist()]
    events = EventLog(array("Q", _walk_events(maze, cells)), maze.cols)
    path = _without_loops(cells)
    arrived = path[-1] in level.goals
    return Search(
        method=method,
        maze=maze,
        start=level.start,
        goals=level.goals,
        events=events,
        path=np.array(path if arrived else [], np.intp).reshape(-1, 2),
        visited=np.array(list(dict.fromkeys(cells)), np.intp).reshape(-1, 2),
        walk=walk,
    )


def _walk_events(maze: Maze, cells: list[Cell]) -> Iterator[int]:
    stride = maze.cols + 2

    def index(cell: Cell) -> int:
        return (cell[0] + 1) * stride + cell[1] + 1

    passed: set[tuple[Cell, Cell]] = set()
    for here, there in pairwise(cells):
        side = int(Direction.between(here, there))
        again = (there, here) in passed
        yield event(EventKind.BACKTRACK if again else EventKind.WALK, index(here), side)
        passed.add((here, there))
    if not cells:
        return
    yield event(EventKind.ARRIVE, index(cells[-1]))
    path = _without_loops(cells)
    for here, there in pairwise(reversed(path)):
        yield event(EventKind.PATH, index(here), int(Direction.between(here, there)))


def _without_loops(cells: Sequence[Cell]) -> list[Cell]:
    """Return a walk without its loops."""
    route: list[Cell] = []
    places: dict[Cell, int] = {}
    for cell in cells:
        loop = places.get(cell, len(route))
        for left in route[loop:]:
            del places[left]
        del route[loop:]
        places[cell] = len(route)
        route.append(cell)
    return route


def methods() -> list[tuple[str, str]]:
    """Return the searches to choose from: names and titles."""
    return [(method.name, method.title) for method in METHODS.values()]

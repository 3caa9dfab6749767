"""Subjects of the lab: ``CarvingOf``, ``SearchOf`` and ``WalkOf`` a maze.

Making a show of one takes long and reports its progress.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from mazegame.engine import EventKind, Level, Method, Recipe, search
from mazegame.engine.recipes.request import custom_rules
from mazegame.engine.searching import record_search
from mazegame.engine.searching.space import event
from mazegame.engine.tracing import trace_recipe
from mazegame.game.recording.record import level_key
from mazegame.lab.carving import Carving
from mazegame.lab.searching import Searching

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine import Cell, Search
    from mazegame.engine.searching.space import Events, SearchSpace
    from mazegame.engine.support.progress import Progress
    from mazegame.lab.show import Show


MAX_CELLS: Final = 1 << 20
"""Largest maze whose carving can be watched, in cells: 1024x1024."""

MAX_SEARCH_CELLS: Final = 1 << 18
"""Largest maze whose search can be watched, in cells: searches run in plain Python."""

MAX_EVENTS: Final = 3 << 23
"""Longest carving that can be watched, in events. An event takes 18 bytes, 26 if it is a PUSH or a
POP; so a show keeps at most 0.7 GB, and one of 1000x1000 mostly 0.1 to 0.2 GB."""


class Subject(ABC):
    """Something in a maze that can be shown."""

    source: Recipe | Level
    """The recipe of the maze, or its level."""

    @abstractmethod
    def make(self, progress: Progress | None = None) -> Show:
        """Return the show.

        Raises:
            ValueError: If the maze is too large to watch; the message names the limit.
            CancelledError: If ``progress`` cancels it.
        """

    @property
    def recipe(self) -> Recipe | None:
        """The recipe of the maze; None if it was loaded."""
        return self.source if isinstance(self.source, Recipe) else self.source.recipe

    @property
    def key(self) -> str:
        """The key of the maze in the score book."""
        return str(self.source) if isinstance(self.source, Recipe) else level_key(self.source)

    @property
    def name(self) -> str:
        """The game ID of the maze, or the name of a loaded one."""
        source = self.source
        return str(source if isinstance(source, Recipe) else source.recipe or source.name)

    @property
    def size(self) -> tuple[int, int]:
        """The columns and rows of the maze."""
        grid = self.source if isinstance(self.source, Recipe) else self.source.maze
        return grid.cols, grid.rows


@dataclass(frozen=True)
class CarvingOf(Subject):
    """The carving of a recipe's maze."""

    source: Recipe
    mask: NDArray[np.bool_] | None = field(default=None, compare=False, repr=False)
    """A custom mask, bool (rows, cols); None for none. Only shows that are written have one."""

    def make(self, progress: Progress | None = None) -> Show:
        """Record the carving."""
        rules = None if self.mask is None else custom_rules(self.source, mask=self.mask)
        most = {"max_cells": MAX_CELLS, "max_events": MAX_EVENTS}
        return Carving(trace_recipe(self.source, rules=rules, progress=progress, **most))


@dataclass(frozen=True)
class SearchOf(Subject):
    """A search for B in a level."""

    source: Recipe | Level
    method: str
    """One of ``METHODS``."""

    def make(self, progress: Progress | None = None) -> Show:
        """Make the level if necessary, and record the search."""
        cols, rows = self.size
        if cols * rows > MAX_SEARCH_CELLS:
            most = f"at most {MAX_SEARCH_CELLS:,} cells"
            raise ValueError(f"{cols}x{rows} is too large to search in the lab: {most}")
        level = self.source
        if isinstance(level, Recipe):
            level = Level.of(level, progress=progress)
        return Searching(search(level.maze, level.start, level.goals, self.method))


@dataclass(frozen=True)
class WalkOf(Subject):
    """A recorded walk."""

    source: Level
    cells: Sequence[Cell] = field(repr=False)
    """The cells of the walk, from A on."""

    def make(self, progress: Progress | None = None) -> Show:  # noqa: ARG002  it is quick
        """Return the walk as a search."""
        return Searching(_search_of_walk(self.source, self.cells))


def _search_of_walk(level: Level, cells: Sequence[Cell]) -> Search:
    """Return a walk as a search; a step back through a passage counts as one."""

    def walk(space: SearchSpace) -> Events:
        passed: set[tuple[int, int]] = set()
        for here, there in pairwise(map(space.index, cells)):
            kind = EventKind.BACKTRACK if (there, here) in passed else EventKind.WALK
            yield event(kind, here, space.moves.index(there - here))
            passed.add((here, there))
        if cells[-1] in level.goals:
            yield event(EventKind.ARRIVE, space.index(cells[-1]))

    method = Method(
        name="walk",
        title="your walk",
        about="A walk that was made.",
        law="It went where it went.",
        reference="",
        story=(
            "from A, wherever you like:",
            ("  your step", "walk"),
            ("  your step back", "backtrack"),
            ("until you stand on B", "arrive"),
            ("your path, without the loops", "path"),
        ),
        run=walk,
        walks=True,
        complete=False,
    )
    return record_search(level.maze, level.start, level.goals, method)

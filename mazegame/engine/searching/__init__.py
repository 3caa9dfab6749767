"""Searches: methods to find B, one module each, and their registry ``METHODS``."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mazegame.engine.measures.distance import cells_of, index_of, source_cells
from mazegame.engine.model.directions import moves_of
from mazegame.engine.model.maze import Cell, Maze, check_maze
from mazegame.engine.searching import (
    a_star,
    bidirectional,
    breadth_first,
    dead_end_filling,
    depth_first,
    greedy,
    random_mouse,
    tremaux,
    wall_follower,
)
from mazegame.engine.searching.space import Method, SearchSpace, path_onward
from mazegame.engine.steps.event_log import CELL_SHIFT, KIND_MASK, SIDE_SHIFT, EventKind, EventLog
from mazegame.engine.support.plugins import Registry, nearest_names
from mazegame.engine.support.seed import seed_to_text
from mazegame.engine.support.validation import short_repr

METHODS: Final = Registry(
    "search",
    "mazegame.searches",
    (
        breadth_first.METHOD,
        depth_first.METHOD,
        a_star.METHOD,
        bidirectional.METHOD,
        dead_end_filling.METHOD,
        wall_follower.LEFT_HAND,
        wall_follower.RIGHT_HAND,
        tremaux.METHOD,
        greedy.METHOD,
        random_mouse.METHOD,
    ),
)
"""Every search method by name, in the order in which the program lists them."""

MAX_SEARCH_EVENTS: Final = 1 << 22
"""Most events of a search; a random walk might go on for ever."""

_STEPS: Final = frozenset({int(EventKind.WALK), int(EventKind.BACKTRACK)})


@dataclass(frozen=True, eq=False, repr=False)
class Search:
    """The result of a search.

    Cells are (row, col), in arrays of shape (n, 2).
    """

    method: Method
    """The method."""
    maze: Maze
    """The maze."""
    start: Cell
    """A."""
    goals: tuple[Cell, ...]
    """The cells of B."""
    events: EventLog
    """The events of the search, in order."""
    path: NDArray[np.intp]
    """intp (n, 2): the path found, from A to B, both included; (0, 2) if there is none."""
    visited: NDArray[np.intp]
    """intp (n, 2): the cells visited, each once, in the order of the first visit."""
    walk: NDArray[np.intp]
    """intp (steps + 1, 2): the cells of the walker, in order; the path, if the method
    does not walk."""
    stopped: bool = False
    """Whether the search ended at ``max_events``: then there may be a path that it did not find."""

    def __repr__(self) -> str:
        found = f"a path of {len(self.path) - 1}" if self.arrived else "no path"
        if self.stopped:
            found = f"stopped after {len(self.events):,} events"
        return f"<Search {self.method.name}: {found}, {len(self.visited)} cells visited>"

    @property
    def arrived(self) -> bool:
        """Whether B was found."""
        return len(self.path) > 0

    @property
    def steps(self) -> int:
        """Number of passages that the walker went through, in both directions.

        If the method does not walk, the walker goes along the path once it is found.
        """
        return max(len(self.walk) - 1, 0)


__all__ = ["METHODS", "Method", "Search", "search", "search_events"]


def search(
    maze: Maze,
    a: Cell,
    b: Cell | Sequence[Cell],
    method: str = "bfs",
    *,
    seed: str | int = "mouse",
    max_events: int = MAX_SEARCH_EVENTS,
) -> Search:
    """Return the result of a search for B from A.

    Complexity: some microseconds and 8 bytes for each event, of which most methods have a few for
    each cell that they look at.

    Args:
        maze: Any maze.
        a: A, as (row, col).
        b: B, or several cells of which any counts; none is allowed, too.
        method: Name of the method, from ``METHODS``.
        seed: Decides the turns of ``random-mouse``.
        max_events: Most events of the search: four million, which take some 20 seconds. A walk that
            circles or has no way, as the random mouse, goes on until then.

    Returns:
        The result. ``arrived`` is False and the path empty if there is no way to B, if the search
        exceeds ``max_events`` (then ``stopped`` is True), or if a wall follower circles in a maze
        with loops.

    Raises:
        ValueError: If there is no such method, or a cell lies outside the maze.

    Examples:
        >>> from mazegame.engine import generate, search
        >>> search(generate("wilson", 40, 20, "kite-7"), (0, 0), (19, 39), "a-star")
        <Search a-star: a path of 92, 466 cells visited>
    """
    check_maze(maze)
    how = METHODS.get(method)
    if how is None:
        near = nearest_names(method, tuple(METHODS)) if isinstance(method, str) else []
        hint = f"did you mean {' or '.join(near)}?" if near else ", ".join(METHODS)
        raise ValueError(f"there is no search {short_repr(method)}: {hint}")
    start, goals = maze.check_cell(a), tuple(source_cells(maze, b, needs_one=False))
    return record_search(maze, start, goals, how, seed_to_text(seed), max_events)


def record_search(
    maze: Maze,
    start: Cell,
    goals: tuple[Cell, ...],
    method: Method,
    seed: str = "mouse",
    max_events: int = MAX_SEARCH_EVENTS,
) -> Search:
    """Return the result of any method, also of one that is not in ``METHODS``; as ``search``."""
    words = search_events(maze, start, goals, method, seed=seed)
    events = EventLog(array("Q", islice(words, max_events)), maze.cols)
    stopped = next(words, None) is not None
    stride = events.stride

    def cells(*indices: ArrayLike) -> NDArray[np.intp]:
        return cells_of(np.concatenate(indices).astype(np.uint32), stride)

    first = [index_of(maze, start)]
    walk = path = cells([])
    if events.count_of(EventKind.ARRIVE):  # the path leads from B to A, and leaves A out
        walk = path = cells(first, events.cells[events.places(EventKind.PATH)][::-1])
    if method.walks:
        steps = np.isin(events.kinds, list(_STEPS))
        walk = cells(first, events.cells[steps] + np.array(moves_of(stride))[events.sides[steps]])
    looks = np.isin(events.kinds, (EventKind.VISIT, EventKind.PUSH))
    seen = events.cells[looks] if looks.any() else (walk + 1) @ [stride, 1]
    visited = cells(list(dict.fromkeys(seen.tolist())))
    return Search(method, maze, start, goals, events, path, visited, walk, stopped)


def search_events(
    maze: Maze, start: Cell, goals: Sequence[Cell], method: Method, *, seed: str = "mouse"
) -> Iterator[int]:
    """Yield the packed events of a search (``event_log.py``) while it runs.

    The path comes last, one PATH event per passage, from B back to A. If a method that walks does
    not yield it, it is the walk without its loops.
    """
    space = SearchSpace(maze, start, goals, seed)
    if not method.walks:
        yield from method.run(space)
        return
    onward: dict[int, int] = {}  # the side by which each cell was left last: it skips all loops
    there = 0
    for word in method.run(space):
        yield word
        kind = word & KIND_MASK
        if kind in _STEPS:
            onward[word >> CELL_SHIFT] = word >> SIDE_SHIFT & KIND_MASK
        elif kind == EventKind.ARRIVE:
            there = word >> CELL_SHIFT
        elif kind == EventKind.PATH:
            there = 0  # it tells its path itself
    if there:
        onward[there] = 0
        yield from path_onward(space, onward, space.start)

"""Breadth-first search: a queue, first in, first out.

Method. A goes into the queue. Take the first cell out of the queue and look at its neighbours, up,
right, left and down; each that has not been seen goes to the end of the queue. The queue holds
cells in the order of their distance from A, so a cell is first seen along a shortest path, and the
search stops when it sees B. The path leads back from B by the sides through which cells were first
seen.

With a stack instead of the queue the same search goes deep before it goes wide, and finds some
path, not a shortest one.

Source. Edward Moore, "The shortest path through a maze" (1959).
"""

from __future__ import annotations

from collections import deque

from mazegame.engine.searching.space import Events, Method, SearchSpace, event
from mazegame.engine.steps.event_log import EventKind


def _run(space: SearchSpace) -> Events:
    back = {space.start: 0}  # by which side each cell was seen first
    queue = deque([space.start])
    yield event(EventKind.PUSH, space.start)
    if space.start in space.goals:
        yield event(EventKind.ARRIVE, space.start)
        return
    while queue:
        cell = queue.popleft()
        yield event(EventKind.POP, cell, back[cell])
        for _, move, towards in space.ways(cell):
            there = cell + move
            if there in back:
                continue
            back[there] = towards
            queue.append(there)
            yield event(EventKind.PUSH, there, towards)
            if there in space.goals:
                yield event(EventKind.ARRIVE, there)
                yield from path_events(space, back, there)
                return


def path_events(space: SearchSpace, back: dict[int, int], cell: int) -> Events:
    """Yield the path from a cell back to the start of a search.

    ``back`` has the side by which the path continues from each cell; 0 at its end.
    """
    while side := back[cell]:
        yield event(EventKind.PATH, cell, side)
        cell += space.moves[side]


METHOD = Method(
    name="bfs",
    title="breadth-first",
    about=(
        "Take the first cell out of the queue, and put the unseen cells beside it at its end: "
        "the flood spreads in rings."
    ),
    law="Finds a shortest path in every maze.",
    reference="Edward Moore, The shortest path through a maze (1959)",
    story=(
        "put A into the queue",
        ("take the first cell out", "pop"),
        "for up, right, left, down:",
        ("  an unseen cell goes to the end", "push"),
        ("stop when B is seen", "arrive"),
        ("walk the path back to A", "path"),
    ),
    run=_run,
    shortest=True,
)

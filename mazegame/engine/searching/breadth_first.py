"""Breadth-first search: a queue, first in, first out.

Method. A goes into the queue. Take the first cell out of the queue and look at the cells beside it,
up, right, left and down; each that was not seen before goes to the end of the queue. As the queue
holds cells in the order of their distance from A, a cell is first seen by way of a shortest path,
and the search stops when it sees B. From B the path leads back by the side through which each cell
was seen first.

With a stack in place of the queue the same search goes deep before it goes wide, and finds some
path, not a shortest one.

Source. Edward Moore, "The shortest path through a maze" (1959).
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from mazegame.engine.events import EventKind
from mazegame.engine.searching.method import Method
from mazegame.engine.searching.space import OPPOSITE, SIDES, event

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mazegame.engine.searching.space import SearchSpace


def _run(space: SearchSpace) -> Iterator[int]:
    back = {space.start: 0}  # by which side each cell was seen first
    queue = deque([space.start])
    yield event(EventKind.PUSH, space.start)
    if space.start in space.goals:
        yield event(EventKind.ARRIVE, space.start)
        return
    while queue:
        cell = queue.popleft()
        yield event(EventKind.POP, cell, back[cell])
        sides = space.sides(cell)
        for side in SIDES:
            there = cell + space.moves[side]
            if not sides & side or there in back:
                continue
            back[there] = OPPOSITE[side]
            queue.append(there)
            yield event(EventKind.PUSH, there, OPPOSITE[side])
            if there in space.goals:
                yield event(EventKind.ARRIVE, there)
                yield from path_events(space, back, there)
                return


def path_events(space: SearchSpace, back: Mapping[int, int], cell: int) -> Iterator[int]:
    """Yield the path from a cell back to where a search began.

    Args:
        space: Where.
        back: By which side of each cell the path leads on; 0 at its end.
        cell: Where to begin.
    """
    while back[cell]:
        yield event(EventKind.PATH, cell, back[cell])
        cell += space.moves[back[cell]]


METHOD = Method(
    name="bfs",
    title="breadth-first",
    about=(
        "Take the first cell out of the queue, and put the unseen cells beside it at its end: "
        "the flood spreads in rings."
    ),
    law="Finds a shortest path in every maze.",
    reference="Edward Moore, The shortest path through a maze (1959)",
    run=_run,
    shortest=True,
)

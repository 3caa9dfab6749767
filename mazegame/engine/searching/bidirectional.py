"""Bidirectional search: two breadth-first searches, from A and from B, until they meet.

Method. Each search has a queue. In turn, the search with fewer cells in its queue takes all of them
and puts the cells one step farther into the queue. All distances but the last are complete on both
sides, so the first cell seen by both lies on a shortest path.

Source. Ira Pohl, "Bi-directional search" (1971).
"""

from __future__ import annotations

from mazegame.engine.searching.breadth_first import path_events
from mazegame.engine.searching.method import Method
from mazegame.engine.searching.space import OPPOSITE, Events, SearchSpace, event
from mazegame.engine.steps.event_log import EventKind
from mazegame.engine.steps.telling import Telling


def _run(space: SearchSpace) -> Events:
    from_a = {space.start: 0}
    from_b = dict.fromkeys(sorted(space.goals), 0)
    ring_a, ring_b = [space.start], list(from_b)
    for cell in (space.start, *from_b):
        yield event(EventKind.PUSH, cell)
    if space.start in from_b:
        yield event(EventKind.ARRIVE, space.start)
        return
    while ring_a and ring_b:
        of_a = len(ring_a) <= len(ring_b)
        ring, seen, others = (ring_a, from_a, from_b) if of_a else (ring_b, from_b, from_a)
        following: list[int] = []
        for cell in ring:
            yield event(EventKind.POP, cell, seen[cell])
            for _, move, back in space.ways(cell):
                there = cell + move
                if there in seen:
                    continue
                seen[there] = back
                following.append(there)
                yield event(EventKind.PUSH, there, back)
                if there in others:
                    yield event(EventKind.ARRIVE, there)
                    yield from _whole_path(space, from_a, from_b, there)
                    return
        if of_a:
            ring_a = following
        else:
            ring_b = following


def _whole_path(
    space: SearchSpace, from_a: dict[int, int], from_b: dict[int, int], meeting: int
) -> Events:
    """Yield the path from B to the meeting cell, then from there to A."""
    forth = []
    cell = meeting
    while from_b[cell]:
        side = from_b[cell]
        cell += space.moves[side]
        forth.append(event(EventKind.PATH, cell, OPPOSITE[side]))
    yield from reversed(forth)
    yield from path_events(space, from_a, meeting)


METHOD = Method(
    name="bidirectional",
    title="bidirectional",
    about="Flood from A and from B in turn, the smaller ring first, until the two floods meet.",
    law="Finds a shortest path in every maze.",
    reference="Ira Pohl, Bi-directional search (1971)",
    story=(
        "A and B have a queue each",
        "in turn, of the shorter queue:",
        ("  take each cell out", "pop"),
        ("  put the unseen ones beside it in", "push"),
        ("stop when both have seen a cell", "arrive"),
        ("the two halves are the path", "path"),
    ),
    run=_run,
    shortest=True,
    telling=Telling(
        "queue", sentences={"arrive": "Both floods have seen {cell}: there the path is closed."}
    ),
)

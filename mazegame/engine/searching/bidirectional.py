"""Bidirectional search: two breadth-first searches, from A and from B, until they meet.

Method. Each search has a queue. In turn, the search with fewer cells in its queue takes all of them
and puts the cells one step farther into the queue. All distances but the last are complete on both
sides, so the first cell seen by both lies on a shortest path.

Source. Ira Pohl, "Bi-directional search" (1971).
"""

from __future__ import annotations

from mazegame.engine.searching.breadth_first import path_events
from mazegame.engine.searching.space import Events, Method, SearchSpace, event, path_onward
from mazegame.engine.steps.event_log import EventKind
from mazegame.engine.steps.presentation import Presentation


def _run(space: SearchSpace) -> Events:
    seen = {space.start: 0}, dict.fromkeys(sorted(space.goals), 0)
    rings = [list(cells) for cells in seen]
    for cell in (*rings[0], *rings[1]):
        yield event(EventKind.PUSH, cell)
    if space.start in space.goals:
        yield event(EventKind.ARRIVE, space.start)
        return
    while all(rings):
        turn = 0 if len(rings[0]) <= len(rings[1]) else 1
        own, others = seen[turn], seen[1 - turn]
        ring, rings[turn] = rings[turn], []
        for cell in ring:
            yield event(EventKind.POP, cell, own[cell])
            for _, move, back in space.ways(cell):
                there = cell + move
                if there in own:
                    continue
                own[there] = back
                rings[turn].append(there)
                yield event(EventKind.PUSH, there, back)
                if there in others:
                    yield event(EventKind.ARRIVE, there)
                    yield from path_onward(space, seen[1], there)
                    yield from path_events(space, seen[0], there)
                    return


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
    presentation=Presentation(
        "queue", sentences={"arrive": "Both floods have seen {cell}: there the path is closed."}
    ),
)

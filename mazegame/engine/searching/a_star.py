"""A*: takes cells in the order of the steps so far plus the least steps still needed.

Method. Of all cells seen, take the one with the smallest sum of its path from A and its distance to
B along rows and columns, ignoring walls; of equals the one farther from A, then the one seen first.
If a shorter path to a cell comes up before it is taken, it enters the queue again. When B is taken,
its path is a shortest one, because the estimate is never too large.

Source. Peter Hart, Nils Nilsson and Bertram Raphael, "A formal basis for the heuristic
determination of minimum cost paths" (1968).
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count

from mazegame.engine.searching.breadth_first import path_events
from mazegame.engine.searching.space import Events, Method, SearchSpace, event
from mazegame.engine.steps.event_log import EventKind


def _run(space: SearchSpace) -> Events:
    turn = count()
    steps = {space.start: 0}  # of the best path known to each cell
    back = {space.start: 0}
    queue = [(space.estimate(space.start), 0, next(turn), space.start, 0)]
    taken: set[int] = set()
    yield event(EventKind.PUSH, space.start)
    while queue:
        _, _, _, cell, side_back = heappop(queue)
        yield event(EventKind.POP, cell, side_back)
        if cell in taken:  # by a shorter path
            yield event(EventKind.REJECT, cell, side_back)
            continue
        taken.add(cell)
        if cell in space.goals:
            yield event(EventKind.ARRIVE, cell)
            yield from path_events(space, back, cell)
            return
        done = steps[cell] + 1
        for _, move, towards in space.ways(cell):
            there = cell + move
            if steps.get(there, done + 1) > done:
                steps[there], back[there] = done, towards
                heappush(queue, (done + space.estimate(there), -done, next(turn), there, towards))
                yield event(EventKind.PUSH, there, towards)


METHOD = Method(
    name="a-star",
    title="A*",
    about=(
        "Take the cell whose steps from A and distance to B as the crow flies add up to the least: "
        "a flood that leans towards B."
    ),
    law="Finds a shortest path in every maze.",
    reference="Hart, Nilsson and Raphael (1968)",
    story=(
        "put A into the queue",
        ("take the cell of the lowest f,", "pop"),
        ("  unless it was taken before", "reject"),
        "for up, right, left, down:",
        ("  put it in, f = steps + air line", "push"),
        ("stop when B is taken", "arrive", "path"),
    ),
    run=_run,
    shortest=True,
    by_estimate=True,
)

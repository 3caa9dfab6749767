"""Dead-end filling: fills dead ends until only the path is left.

Method. Look at every cell, row by row. If it is a dead end, and neither A nor B, fill it, go on to
the neighbour it opened to, and fill that too if it is a dead end by now. Cells on a path from A to
B are never filled. In a maze without loops nothing else is left; with loops the shortest path is
found in what is left.

It needs the whole maze at once, so it is for someone who sees it from above, not for a walker.

Source. Walter Pullen, "Think Labyrinth: Maze Algorithms".
"""

from __future__ import annotations

from mazegame.engine.searching.breadth_first import path_events
from mazegame.engine.searching.space import OPPOSITE, Events, Method, SearchSpace, event
from mazegame.engine.steps.event_log import EventKind


def _run(space: SearchSpace) -> Events:
    ends = space.goals | {space.start}
    left = {cell: space.sides(cell) for cell in space.cells() if space.sides(cell)}
    for scanned in list(left):
        yield event(EventKind.VISIT, scanned)
        cell, side = scanned, left[scanned]
        while side and side & (side - 1) == 0 and cell not in ends:
            yield event(EventKind.FILL, cell, side)
            left[cell] = 0
            cell += space.moves[side]
            left[cell] &= ~OPPOSITE[side]
            side = left[cell]
    steps, back = _flood(space, left)
    goal = min(space.goals & back.keys(), key=steps.__getitem__, default=None)
    if goal is not None:
        yield event(EventKind.ARRIVE, goal)
        yield from path_events(space, back, goal)


def _flood(space: SearchSpace, left: dict[int, int]) -> tuple[dict[int, int], dict[int, int]]:
    """Return the distance from A of each cell that is left, and the side towards A."""
    steps, back = {space.start: 0}, {space.start: 0}
    queue = [space.start]
    for cell in queue:
        for side, move, towards in space.ways(cell):
            there = cell + move
            if left[cell] & side and there not in back:
                steps[there], back[there] = steps[cell] + 1, towards
                queue.append(there)
    return steps, back


METHOD = Method(
    name="dead-end-filling",
    title="dead-end filling",
    about="Fill every dead end back to the last junction: what is left leads from A to B.",
    law="Leaves all paths from A to B in every maze, and the shortest of them is taken.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms",
    story=(
        ("look at every cell, row by row:", "visit"),
        "  if it is a dead end",
        ("    fill it, and go back", "fill"),
        "    until there is a junction",
        ("what is left leads to B", "arrive"),
        ("  by this path", "path"),
    ),
    run=_run,
    shortest=True,
)

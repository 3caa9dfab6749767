"""Dead-end filling: fills dead ends until only the path is left.

Method. Look at every cell, row by row. If it is a dead end, and neither A nor B, fill it, go on to
the neighbour it opened to, and fill that too if it is a dead end by now. Cells on a path from A to
B are never filled. In a maze without loops nothing else is left; with loops the shortest path is
found in what is left.

It needs the whole maze at once, so it is for someone who sees it from above, not for a walker.

Source. Walter Pullen, "Think Labyrinth: Maze Algorithms".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.engine.events import EventKind
from mazegame.engine.searching.breadth_first import path_events
from mazegame.engine.searching.method import Method
from mazegame.engine.searching.space import OPPOSITE, SIDES, event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.engine.searching.space import SearchSpace


def _run(space: SearchSpace) -> Iterator[int]:
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
    back = _flood(space, left)
    for goal in sorted(space.goals & back.keys(), key=lambda cell: back[cell][1]):
        yield event(EventKind.ARRIVE, goal)
        yield from path_events(space, {cell: side for cell, (side, _) in back.items()}, goal)
        return


def _flood(space: SearchSpace, left: dict[int, int]) -> dict[int, tuple[int, int]]:
    """Return the side towards A of each cell that is left, and its distance from A."""
    back = {space.start: (0, 0)}
    queue = [space.start]
    for cell in queue:
        for side in SIDES:
            there = cell + space.moves[side]
            if left.get(cell, 0) & side and there not in back:
                back[there] = (OPPOSITE[side], back[cell][1] + 1)
                queue.append(there)
    return back


METHOD = Method(
    name="dead-end-filling",
    title="dead-end filling",
    about="Fill every dead end back to the last fork: what is left leads from A to B.",
    law="Leaves all paths from A to B in every maze, and the shortest of them is taken.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms",
    run=_run,
    shortest=True,
)

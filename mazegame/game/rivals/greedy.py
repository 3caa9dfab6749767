"""Greedy: takes the exit that is nearest to B in a straight line, and remembers dead ends.

At each cell it takes the untried side that leads nearest to B in a straight line; if it has tried
all of them, it steps back to a cell with an untried one. On direct paths, for example in Prim's
mazes, it is hard to beat; on winding ones it often goes wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.engine.events import EventKind
from mazegame.engine.searching.space import OPPOSITE, SIDES, event
from mazegame.game.rivals.kind import RivalKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.engine.searching.space import SearchSpace


def _walk(space: SearchSpace) -> Iterator[int]:
    cell = space.start
    entered = {cell}
    route = [(cell, 0)]  # the cells from A to here, and the side that leads back from each
    while cell not in space.goals:
        sides = space.sides(cell)
        onward = [
            (space.estimate(there), order, side, there)
            for order, side in enumerate(SIDES)
            if sides & side and (there := cell + space.moves[side]) not in entered
        ]
        if onward:
            _, _, side, there = min(onward)
            yield event(EventKind.WALK, cell, side)
            entered.add(there)
            route.append((there, OPPOSITE[side]))
            cell = there
            continue
        _, back = route.pop()
        if not back:
            return
        yield event(EventKind.BACKTRACK, cell, back)
        cell += space.moves[back]
    yield event(EventKind.ARRIVE, cell)


KIND = RivalKind(
    name="greedy",
    title="greedy one",
    about="Always goes where B seems nearer, and remembers dead ends.",
    walk=_walk,
)

"""Random mouse: a walker without memory who turns at random.

Method. At every cell take one of its open sides at random, but go back only from a dead end.

It arrives sooner or later in every maze without loops, and in nearly all with loops. On average it
takes about two passes over all passages of the maze for every step of the path, so the search is
cut off in large mazes.

Source. Walter Pullen, "Think Labyrinth: Maze Algorithms".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.engine.events import EventKind
from mazegame.engine.searching.method import Method
from mazegame.engine.searching.space import OPPOSITE, SIDES, event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.engine.searching.space import SearchSpace


def _run(space: SearchSpace) -> Iterator[int]:
    cell, back = space.start, 0
    while cell not in space.goals:
        sides = space.sides(cell)
        if not sides:
            return
        onward = [side for side in SIDES if sides & side and side != back] or [back]
        side = onward[space.draw(len(onward))] if len(onward) > 1 else onward[0]
        yield event(EventKind.WALK, cell, side)
        cell += space.moves[side]
        back = OPPOSITE[side]
    yield event(EventKind.ARRIVE, cell)


METHOD = Method(
    name="random-mouse",
    title="random mouse",
    about="Go straight on, turn at random where there is a choice, and back out of dead ends only.",
    law="Arrives sooner or later; the larger the maze, the later, so it may be cut off before.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms",
    run=_run,
    walks=True,
    complete=False,
)

"""Wall followers: a walker who keeps one hand on the wall.

Method. The left-hand walker takes the first open side of these: left, ahead, right, back. The
right-hand walker exchanges left and right. At A the walker faces the first open side of up, right,
left and down.

In a maze without loops the walls are connected, and the walker visits every cell. With loops the
wall may be an island: the walker comes back to a cell, facing the same side, and circles for ever.
The search then ends without B.

In a maze without loops, the steps of the left hand and of the right hand between two dead ends add
up to twice the passages: each hand follows one half of the wall.

Source. Folklore; Walter Pullen, "Think Labyrinth: Maze Algorithms".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.engine.events import EventKind
from mazegame.engine.searching.method import Method
from mazegame.engine.searching.space import LEFT_OF, OPPOSITE, RIGHT_OF, SIDES, event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.engine.searching.space import SearchSpace


def _follow(space: SearchSpace, hand: tuple[int, ...], other: tuple[int, ...]) -> Iterator[int]:
    """Yield the walk of a walker with a hand on the wall.

    Args:
        space: The search space.
        hand: The side of the hand, by the side that the walker faces.
        other: The side of the other hand.
    """
    cell = space.start
    sides = space.sides(cell)
    facing = next((side for side in SIDES if sides & side), 0)
    first = (cell, 0)  # where it stood and by which side it left at its first step
    while cell not in space.goals:
        if not sides:
            return
        for side in (hand[facing], facing, other[facing], OPPOSITE[facing]):
            if sides & side:
                facing = side
                break
        if first == (cell, facing):
            return  # it has been here before, and went the same way
        if not first[1]:
            first = (cell, facing)
        yield event(EventKind.WALK, cell, facing)
        cell += space.moves[facing]
        sides = space.sides(cell)
    yield event(EventKind.ARRIVE, cell)


def _left_hand(space: SearchSpace) -> Iterator[int]:
    return _follow(space, LEFT_OF, RIGHT_OF)


def _right_hand(space: SearchSpace) -> Iterator[int]:
    return _follow(space, RIGHT_OF, LEFT_OF)


_LAW = (
    "Arrives in every maze without loops; in one with loops it may circle round an island of "
    "walls for ever."
)

LEFT_HAND = Method(
    name="left-hand",
    title="left hand on the wall",
    about="Turn left wherever that is open, else go ahead, else right, else back.",
    law=_LAW,
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms",
    run=_left_hand,
    walks=True,
    complete=False,
)

RIGHT_HAND = Method(
    name="right-hand",
    title="right hand on the wall",
    about="Turn right wherever that is open, else go ahead, else left, else back.",
    law=_LAW,
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms",
    run=_right_hand,
    walks=True,
    complete=False,
)

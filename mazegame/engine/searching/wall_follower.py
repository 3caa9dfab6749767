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

from mazegame.engine.searching.space import (
    OPPOSITE,
    RIGHT_OF,
    SIDES,
    Events,
    Method,
    SearchSpace,
    walk,
)


def _follow(space: SearchSpace, *, right: bool) -> Events:
    """Yield the walk of a walker with the right or the left hand on the wall."""
    first = (space.start, 0)  # where it stood and by which side it left at its first step

    def turn(cell: int, back: int) -> int:
        nonlocal first
        sides = space.sides(cell)
        facing = OPPOSITE[back] or next((side for side in SIDES if sides & side), 0)
        hand = RIGHT_OF[facing] if right else OPPOSITE[RIGHT_OF[facing]]
        for side in (hand, facing, OPPOSITE[hand], OPPOSITE[facing]):
            if sides & side:
                break
        if first == (cell, side):
            return 0  # it has been here before, and went the same way
        if not first[1]:
            first = (cell, side)
        return side

    return walk(space, turn)


def _method(hand: str, other: str) -> Method:
    return Method(
        name=f"{hand}-hand",
        title=f"{hand} hand on the wall",
        about=f"Turn {hand} wherever that is open, else go ahead, else {other}, else back.",
        law=(
            "Arrives in every maze without loops; in one with loops it may circle round an island "
            "of walls for ever."
        ),
        reference="Walter Pullen, Think Labyrinth: Maze Algorithms",
        story=(
            "face the first open side",
            "of these take the first open one:",
            (f"  {hand}, ahead, {other}, back", "walk"),
            ("until you stand on B", "arrive"),
            ("the walk without loops is the path", "path"),
        ),
        run=lambda space: _follow(space, right=hand == "right"),
        walks=True,
        complete=False,
        never_arrives="Back where it began, facing the same way: it circles, and B is elsewhere.",
    )


LEFT_HAND = _method("left", "right")
RIGHT_HAND = _method("right", "left")

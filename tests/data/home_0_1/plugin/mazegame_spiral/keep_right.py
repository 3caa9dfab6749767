"""Keep right: at each cell, takes the first side to the right that it has not been through.

It remembers every cell it entered, so it arrives in mazes with loops as well.
"""

from mazegame.engine import EventKind, Method
from mazegame.engine.searching.space import OPPOSITE, RIGHT_OF, event


def run(space):
    """Yield the walk; ask the space only for the sides of the cell on which it stands."""
    cell, facing = space.start, 1
    entered = {cell}
    route = [0]  # the side that leads back from each cell of the route
    while cell not in space.goals:
        sides = space.sides(cell)
        side = RIGHT_OF[facing]
        for _ in range(4):
            if sides & side and cell + space.moves[side] not in entered:
                yield event(EventKind.WALK, cell, side)
                cell += space.moves[side]
                entered.add(cell)
                route.append(OPPOSITE[side])
                facing = side
                break
            side = OPPOSITE[RIGHT_OF[side]]  # the next side to the left
        else:
            back = route.pop()
            if not back:
                return
            yield event(EventKind.BACKTRACK, cell, back)
            cell += space.moves[back]
            facing = back
    yield event(EventKind.ARRIVE, cell)


METHOD = Method(
    name="keep-right",
    title="keep right",
    about="Take the first new cell to the right, and step back where there is none.",
    law="Finds some path in every maze, not always a shortest one.",
    reference="A depth-first walk whose order turns with the walker",
    story=(
        "face north",
        "right, ahead, left, back:",
        ("  step into the first new cell", "walk"),
        ("none: step back", "backtrack"),
        ("until you stand on B", "arrive"),
        ("the way is the path", "path"),
    ),
    run=run,
    walks=True,
)

"""Right hand: keeps its right hand on the wall.

The mirror of the left hand. On a maze without loops, between two dead ends, the steps of both add
up to twice the passages: where one is slow, the other is fast.
"""

from mazegame.engine.searching import METHODS
from mazegame.game.rivals.kind import RivalKind

KIND = RivalKind(
    name="right-hand",
    title="right hand",
    about="Keeps its right hand on the wall. Among loops it may circle for ever.",
    walk=METHODS["right-hand"].run,
)

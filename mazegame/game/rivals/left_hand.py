"""Left hand: keeps its left hand on the wall.

It never stops to think, and in a maze without loops it walks round one half of the wall: often a
long way, sometimes the short one. Where there are loops it may circle round an island for ever.
"""

from mazegame.engine.searching import METHODS
from mazegame.game.rivals.kind import RivalKind

KIND = RivalKind(
    name="left-hand",
    title="left hand",
    about="Keeps its left hand on the wall. Among loops it may circle for ever.",
    walk=METHODS["left-hand"].run,
)

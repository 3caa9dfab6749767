"""Left hand: keeps its left hand on the wall.

In a maze without loops it follows one side of the wall to B: often the longer one, sometimes the
shorter. In a maze with loops it may circle round an island for ever.
"""

from mazegame.engine.searching import METHODS
from mazegame.game.rivals.kind import RivalKind

KIND = RivalKind(
    name="left-hand",
    title="left hand",
    about="Keeps its left hand on the wall. Among loops it may circle for ever.",
    walk=METHODS["left-hand"].run,
)

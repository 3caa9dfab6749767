"""Trémaux: marks the passages, and goes through none a third time.

A careful walker. It arrives in every maze, loops or not, and turns back where it has been before.
"""

from mazegame.engine.searching import METHODS
from mazegame.game.rivals.kind import RivalKind

KIND = RivalKind(
    name="tremaux",
    title="Trémaux",
    about="Marks every passage, and goes through none a third time.",
    walk=METHODS["tremaux"].run,
)

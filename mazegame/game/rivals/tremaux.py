"""Trémaux: marks the passages, and goes through none a third time.

It arrives in every maze, with or without loops, and turns back at cells that it has visited.
"""

from mazegame.engine.searching import METHODS
from mazegame.game.rivals.kind import RivalKind

KIND = RivalKind(
    name="tremaux",
    title="Trémaux",
    about="Marks every passage, and goes through none a third time.",
    walk=METHODS["tremaux"].run,
)

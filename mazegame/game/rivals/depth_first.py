"""Depth-first explorer: goes as deep as possible, and steps back where all cells are known.

It remembers every cell it entered, and tries up, right, left and down, in this order. So it finds a
B at the lower right late.
"""

from mazegame.engine.searching import METHODS
from mazegame.game.rivals.kind import RivalKind

KIND = RivalKind(
    name="depth-first",
    title="explorer",
    about="Goes as deep as it leads, up and right first, and steps back from dead ends.",
    walk=METHODS["dfs"].run,
)

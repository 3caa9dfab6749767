"""Random mouse: has no memory, turns at random, and goes back out of dead ends only.

On average a walk at random takes about twice the passages of the maze for every step of the path,
so that it would take hours on a long maze: it races on small ones only.
"""

from mazegame.engine.searching import METHODS
from mazegame.game.rivals.kind import RivalKind

KIND = RivalKind(
    name="random-mouse",
    title="random mouse",
    about="Turns at random. Slow on average, lucky at times; for small mazes only.",
    walk=METHODS["random-mouse"].run,
    limit=600,
    why_limit="a walk at random takes about twice the passages for each step of the path",
)

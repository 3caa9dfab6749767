"""Random mouse: turns at random without memory, and turns back only in dead ends.

On average a random walk takes about twice the passages of the maze for every step of the path. That
would be hours on a large maze, so it races only on small ones.
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

"""The bytes of the layers that lie over a maze: what a walk leaves in a cell, what light is on it.

The rules write these layers and the drawings read them; neither knows the other.
"""

from __future__ import annotations

from typing import Final

VISITED: Final = 16
"""The bit of a track that is set in every cell that was entered. The bits below it are sides."""

ON_ROUTE: Final = 32
"""The bit of a track that is set in the cells of the route from A to the walker."""

DARK, SEEN, IN_SIGHT = 0, 1, 2
"""The light on a cell in fog: never seen, seen before, in sight now."""

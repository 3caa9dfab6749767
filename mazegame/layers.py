"""The bytes of the layers that lie over a maze: what a walk leaves in a cell, what light is on it.

The rules write these layers and the drawings read them; neither knows the other.
"""

from __future__ import annotations

from typing import Final

SIDES: Final = 15
"""The bits of a track, or of a shown path, for the sides of a cell that it goes through."""

ROUTE_SHIFT: Final = 4
"""How far above the bits of ``SIDES`` the bits of a track stand that tell the route's sides."""

ON_ROUTE: Final = SIDES << ROUTE_SHIFT
"""The bits of a track for the sides that the route from A to the walker goes through."""

DARK, SEEN, IN_SIGHT = 0, 1, 2
"""The light on a cell in fog: never seen, seen before, in sight now."""

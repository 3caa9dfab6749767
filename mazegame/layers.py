"""The bytes of the layers over a maze: the sides that a walk went through, and the light of fog.

``game`` writes these layers and ``drawing`` reads them, without importing each other.
"""

from __future__ import annotations

from typing import Final

SIDES: Final = 15
"""The bits of a track, or of a shown path, for the sides of a cell that it goes through."""

ROUTE_SHIFT: Final = 4
"""Shift, in bits, from the bits of ``SIDES`` to those of the route's sides in the same byte."""

ON_ROUTE: Final = SIDES << ROUTE_SHIFT
"""The bits of a track for the sides that the route from A to the walker goes through."""

DARK: Final = 0
"""The light on a cell that was never seen in fog."""

SEEN: Final = 1
"""The light on a cell that was seen before."""

IN_SIGHT: Final = 2
"""The light on a cell that is in sight now."""

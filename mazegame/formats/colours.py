"""The colours of pictures, by the names of the game's themes and one for paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.formats.picture import HEAT_BANDS

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True)
class Colours:
    """What each part of a picture looks like, as ``#rrggbb``."""

    ground: str
    wall: str
    rock: str
    path: str
    walk: str
    both: str
    """Where path and walk share their way, in formats of pixels."""
    start: str
    goal: str
    on_end: str
    """The letters of A and B."""
    near: str
    middle: str
    far: str
    """The heat map runs from near, by middle, to far."""

    def heat(self) -> list[str]:
        """Return the colours of the bands of a heat map, nearest to B first."""
        stops = [rgb(colour) for colour in (self.near, self.middle, self.far)]
        places = np.linspace(0, 2, HEAT_BANDS)
        channels = [np.interp(places, (0, 1, 2), [stop[i] for stop in stops]) for i in range(3)]
        return [
            f"#{round(r):02x}{round(g):02x}{round(b):02x}"
            for r, g, b in zip(*channels, strict=True)
        ]


PAPER: Final = "paper"
"""The colours of pictures unless others are named: black walls on white."""

THEMES: Final[Mapping[str, Colours]] = {
    PAPER: Colours(
        ground="#ffffff", wall="#000000", rock="#e6e6e6", path="#0b7fa5", walk="#e0a030",
        both="#2f8540", start="#2f8f57", goal="#c92a4b", on_end="#ffffff", near="#f08c80",
        middle="#f4dd90", far="#a8c4ea",
    ),
    "maze-light": Colours(
        ground="#faf8f3", wall="#343c55", rock="#cfcabd", path="#0b7fa5", walk="#d9a441",
        both="#2f8540", start="#2f8f57", goal="#c92a4b", on_end="#ffffff", near="#e8705f",
        middle="#eccb66", far="#7fa8dd",
    ),
    "maze-dark": Colours(
        ground="#12141c", wall="#c3cbe6", rock="#343b52", path="#41b7d8", walk="#d0a640",
        both="#8fd694", start="#4f9d69", goal="#e0526b", on_end="#0d0f15", near="#f06a5d",
        middle="#e8c25a", far="#3f74b5",
    ),
    "maze-colour-blind": Colours(
        ground="#101114", wall="#d6d9e0", rock="#383b44", path="#56b4e9", walk="#e69f00",
        both="#f0e442", start="#0072b2", goal="#d55e00", on_end="#ffffff", near="#f0e442",
        middle="#5f9ea8", far="#20427c",
    ),
    "maze-mono": Colours(
        ground="#121212", wall="#e4e4e4", rock="#3a3a3a", path="#ffffff", walk="#878787",
        both="#ffffff", start="#9e9e9e", goal="#ffffff", on_end="#000000", near="#bababa",
        middle="#7a7a7a", far="#444444",
    ),
}  # fmt: skip
"""The colours by name."""


def colours_of(theme: str) -> Colours:
    """Return the colours of a theme, those for paper if it has no name.

    Raises:
        ValueError: If there is no such theme.
    """
    found = THEMES.get(theme or PAPER)
    if found is None:
        raise ValueError(f"there are no colours {theme[:40]!r}: there are {', '.join(THEMES)}")
    return found


def rgb(colour: str) -> tuple[int, int, int]:
    """Return the red, green and blue of ``#rrggbb``, 0 to 255 each."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)

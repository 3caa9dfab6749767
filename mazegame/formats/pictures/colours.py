"""The colours of pictures: those of the game's themes, and one set for paper.

What lives here: the ink of each part of a picture. What does not: the colours of the themes
(``drawing/palette.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing.inks import Ink
from mazegame.drawing.palette import PALETTES
from mazegame.formats.picture import HEAT_BANDS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.drawing.palette import Palette


@dataclass(frozen=True)
class Colours:
    """The colour of each part of a picture, as ``#rrggbb``."""

    ground: str
    wall: str
    rock: str
    path: str
    walk: str
    both: str
    """Cells on both path and walk, in pixel formats."""
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


def _colours(palette: Palette) -> Colours:
    """Return the colours of one of the game's themes."""
    near, middle, far = palette.heat
    return Colours(
        ground=palette.background,
        wall=palette.inks[Ink.LIT],
        rock=palette.inks[Ink.ROCK],
        path=palette.inks[Ink.PATH],
        walk=palette.inks[Ink.TRAIL],
        both=palette.inks[Ink.SHARED],
        start=palette.inks[Ink.START],
        goal=palette.inks[Ink.GOAL],
        on_end=palette.on_end,
        near=near,
        middle=middle,
        far=far,
    )


PAPER: Final = "paper"
"""The name of the default colours: black walls on white."""

THEMES: Final[Mapping[str, Colours]] = {
    PAPER: Colours(
        ground="#ffffff", wall="#000000", rock="#e6e6e6", path="#0b7fa5", walk="#e0a030",
        both="#2f8540", start="#2f8f57", goal="#c92a4b", on_end="#ffffff", near="#f08c80",
        middle="#f4dd90", far="#a8c4ea",
    ),
    **{name: _colours(palette) for name, palette in PALETTES.items()},
}  # fmt: skip
"""The colours by name."""


def colours_of(theme: str) -> Colours:
    """Return the colours of a theme; those for paper if the name is empty.

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

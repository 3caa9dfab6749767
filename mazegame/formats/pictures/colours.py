"""The colours of pictures: those of the game's themes, and one set for paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from mazegame.drawing.inks import Ink
from mazegame.drawing.palette import PALETTES, Palette, parse_rgb
from mazegame.formats.picture import HEAT_BANDS


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
    stops: tuple[str, str, str]
    """The heat map's colours: nearest to B, half way, farthest."""

    @classmethod
    def of(cls, palette: Palette) -> Colours:
        """Return the colours of one of the game's themes."""
        inks = palette.inks
        return cls(
            ground=palette.background, wall=inks[Ink.LIT], rock=inks[Ink.ROCK],
            path=inks[Ink.PATH], walk=inks[Ink.TRAIL], both=inks[Ink.SHARED],
            start=inks[Ink.START], goal=inks[Ink.GOAL], on_end=palette.on_end, stops=palette.heat,
        )  # fmt: skip

    def heat(self) -> list[str]:
        """Return the colours of the bands of a heat map, nearest to B first."""
        places = np.linspace(0, 2, HEAT_BANDS)
        channels = zip(*map(parse_rgb, self.stops), strict=True)
        bands = [np.interp(places, (0, 1, 2), channel) for channel in channels]
        return ["#" + bytes(map(round, band)).hex() for band in zip(*bands, strict=True)]


PAPER: Final = "paper"
"""The name of the default colours: black walls on white."""

THEMES: Final[Mapping[str, Colours]] = {
    PAPER: Colours(
        ground="#ffffff", wall="#000000", rock="#e6e6e6", path="#0b7fa5", walk="#e0a030",
        both="#2f8540", start="#2f8f57", goal="#c92a4b", on_end="#ffffff",
        stops=("#f08c80", "#f4dd90", "#a8c4ea"),
    ),
    **{name: Colours.of(palette) for name, palette in PALETTES.items()},
}  # fmt: skip
"""The colours by name."""


def colours_of(theme: str) -> Colours:
    """Return the colours of a theme; those for paper if the name is empty."""
    found = THEMES.get(theme or PAPER)
    if found is None:
        raise ValueError(f"there are no colours {theme[:40]!r}: there are {', '.join(THEMES)}")
    return found

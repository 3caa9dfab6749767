"""Palettes: the colours of inks in each theme of the game, as RGB.

Here: one palette a theme, without Textual, so that pictures of a maze have the colours of the
screen. Not here: Textual's themes, which are made of these (``themes.py``), and its own themes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mazegame.drawing.inks import BANDS, RIVALS, Ink

if TYPE_CHECKING:
    from collections.abc import Mapping

RGB = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme, written as ``#rrggbb``."""

    name: str
    dark: bool
    background: str
    surface: str
    panel: str
    foreground: str
    primary: str
    secondary: str
    accent: str
    warning: str
    error: str
    success: str
    inks: Mapping[Ink, str]
    """The colour of each ink but ``FLOOR`` and ``BAND``; ``START`` and ``GOAL`` fill cells."""
    on_end: str
    """The letters on ``START`` and ``GOAL``."""
    heat: tuple[str, str, str]
    """The colours of heat: nearest to B, half way, farthest."""
    cursor: str
    """The ground of what is chosen in a list."""
    on_cursor: str
    """Text on that ground."""
    key: str
    """The names of keys, and whatever else is to be found at a glance."""

    def rgb(self, ink: int) -> RGB:
        """Return the colour of an ink: the background for ``FLOOR``, heat from ``BAND`` on."""
        if 0 <= ink - Ink.BAND < BANDS:
            return self._band(ink - Ink.BAND)
        return parse_rgb(self.background if ink == Ink.FLOOR else self.inks[Ink(ink)])

    def _band(self, band: int) -> RGB:
        near, middle, far = map(parse_rgb, self.heat)
        share = 2 * band / (BANDS - 1)
        return blend(near, middle, share) if share < 1 else blend(middle, far, share - 1)


def _rivals(colours: str) -> dict[Ink, str]:
    """Return the colours of the rivals after the first one."""
    return dict(zip(RIVALS[1:], colours.split(), strict=True))


def _sets(colours: str) -> dict[Ink, str]:
    """Return the colours of sets."""
    return {Ink(Ink.SET_1 + at): colour for at, colour in enumerate(colours.split())}


def parse_rgb(colour: str) -> RGB:
    """Return the RGB of a colour written as ``#rrggbb``."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def blend(one: RGB, other: RGB, share: float) -> RGB:
    """Return the colour that lies a share (0 to 1) of the way from one to the other."""
    red, green, blue = (int(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


DARK: Final = Palette(
    name="maze-dark",
    dark=True,
    background="#12141c",
    surface="#191c27",
    panel="#222636",
    foreground="#d5d9e8",
    primary="#7aa2f7",
    secondary="#9ece6a",
    accent="#f5c542",
    warning="#ff9e64",
    error="#f7768e",
    success="#9ece6a",
    inks={
        Ink.WALL: "#7480a8",
        Ink.ROCK: "#343b52",
        Ink.TRAIL: "#b8913a",
        Ink.BACKTRACK: "#7d6d48",
        Ink.PATH: "#35c4b5",
        Ink.SHARED: "#8fd694",
        Ink.HINT: "#ff8ad8",
        Ink.START: "#4f9d69",
        Ink.GOAL: "#e0526b",
        Ink.PLAYER: "#ffd75e",
        Ink.RUNNER: "#6fc3ff",
        **_rivals("#ff9a5c #b69aff #c6e377"),
        Ink.LIT: "#c3cbe6",
        Ink.BUMP: "#ffffff",
        Ink.HEAD: "#e2b84c",
        Ink.CURRENT: "#ffffff",
        Ink.STACK: "#b98c2f",
        Ink.FRONTIER: "#3f9ad6",
        Ink.WALK: "#d86fb4",
        Ink.SCAN: "#4a5578",
        Ink.SEEN: "#3d6a55",
        Ink.FILLED: "#5b4a58",
        **_sets("#c9584f #d08a3c #b7a63a #6fa84a #3f9f8f #4a86c8 #8270cf #c261a4"),
    },
    on_end="#0d0f15",
    heat=("#f06a5d", "#e8c25a", "#3f74b5"),
    cursor="#f5c542",
    on_cursor="#12141c",
    key="#f5c542",
)

LIGHT: Final = Palette(
    name="maze-light",
    dark=False,
    background="#faf8f3",
    surface="#f1eee6",
    panel="#e6e1d5",
    foreground="#23283a",
    primary="#2f5fd0",
    secondary="#3a7d34",
    accent="#a04a00",
    warning="#b45309",
    error="#b3203f",
    success="#3a7d34",
    inks={
        Ink.WALL: "#676e86",
        Ink.ROCK: "#cfcabd",
        Ink.TRAIL: "#b3853a",
        Ink.BACKTRACK: "#96855c",
        Ink.PATH: "#0a799d",
        Ink.SHARED: "#2d803e",
        Ink.HINT: "#b0148a",
        Ink.START: "#2c8651",
        Ink.GOAL: "#c92a4b",
        Ink.PLAYER: "#c83f06",
        Ink.RUNNER: "#1f4fd0",
        **_rivals("#7a1fa0 #6d6a00 #7c4a2a"),
        Ink.LIT: "#343c55",
        Ink.BUMP: "#d2460a",
        Ink.HEAD: "#a65f0b",
        Ink.CURRENT: "#101010",
        Ink.STACK: "#e0b24a",
        Ink.FRONTIER: "#7cbcec",
        Ink.WALK: "#e79acb",
        Ink.SCAN: "#c9cfdf",
        Ink.SEEN: "#b5d9c3",
        Ink.FILLED: "#cfc3c9",
        **_sets("#ec8a80 #f0b06c #e0d06a #a5d07f #7fd0c0 #8fb8ee #b8aaf0 #eaa0d2"),
    },
    on_end="#ffffff",
    heat=("#e8705f", "#eccb66", "#7fa8dd"),
    cursor="#a04a00",
    on_cursor="#ffffff",
    key="#a04a00",
)

COLOUR_BLIND: Final = Palette(
    name="maze-colour-blind",
    dark=True,
    background="#101114",
    surface="#191a1f",
    panel="#24262d",
    foreground="#e8e8ec",
    primary="#56b4e9",
    secondary="#e69f00",
    accent="#f0e442",
    warning="#e69f00",
    error="#d55e00",
    success="#56b4e9",
    inks={
        Ink.WALL: "#7b7e89",
        Ink.ROCK: "#383b44",
        Ink.TRAIL: "#b37e0c",
        Ink.BACKTRACK: "#94815c",
        Ink.PATH: "#009e73",
        Ink.SHARED: "#f0e442",
        Ink.HINT: "#cc79a7",
        Ink.START: "#0072b2",
        Ink.GOAL: "#c15500",
        Ink.PLAYER: "#f0e442",
        Ink.RUNNER: "#56b4e9",
        **_rivals("#ffffff #9a86ff #ffb8a0"),
        Ink.LIT: "#d6d9e0",
        Ink.BUMP: "#ffffff",
        Ink.HEAD: "#e0b02a",
        Ink.CURRENT: "#ffffff",
        Ink.STACK: "#e69f00",
        Ink.FRONTIER: "#56b4e9",
        Ink.WALK: "#cc79a7",
        Ink.SCAN: "#4a4e5a",
        Ink.SEEN: "#0f6f7a",
        Ink.FILLED: "#5a5346",
        **_sets("#e69f00 #56b4e9 #009e73 #f0e442 #0072b2 #d55e00 #cc79a7 #9a9a9a"),
    },
    on_end="#ffffff",
    heat=("#f0e442", "#5f9ea8", "#20427c"),
    cursor="#f0e442",
    on_cursor="#101114",
    key="#f0e442",
)
"""For eyes that do not tell red from green: the palette of Okabe and Ito (2008)."""

MONO: Final = Palette(
    name="maze-mono",
    dark=True,
    background="#121212",
    surface="#1c1c1c",
    panel="#262626",
    foreground="#dadada",
    primary="#e4e4e4",
    secondary="#bcbcbc",
    accent="#ffffff",
    warning="#ffffff",
    error="#ffffff",
    success="#e4e4e4",
    inks={
        Ink.WALL: "#7e7e7e",
        Ink.ROCK: "#3a3a3a",
        Ink.TRAIL: "#9a9a9a",
        Ink.BACKTRACK: "#878787",
        Ink.PATH: "#ffffff",
        Ink.SHARED: "#ffffff",
        Ink.HINT: "#ffffff",
        Ink.START: "#9e9e9e",
        Ink.GOAL: "#ffffff",
        Ink.PLAYER: "#ffffff",
        Ink.RUNNER: "#c6c6c6",
        **_rivals("#a8a8a8 #e4e4e4 #8f8f8f"),
        Ink.LIT: "#e4e4e4",
        Ink.BUMP: "#ffffff",
        Ink.HEAD: "#cfcfcf",
        Ink.CURRENT: "#ffffff",
        Ink.STACK: "#a8a8a8",
        Ink.FRONTIER: "#d0d0d0",
        Ink.WALK: "#bcbcbc",
        Ink.SCAN: "#4e4e4e",
        Ink.SEEN: "#5f5f5f",
        Ink.FILLED: "#444444",
        **_sets("#585858 #6c6c6c #808080 #949494 #a8a8a8 #bcbcbc #d0d0d0 #e4e4e4"),
    },
    on_end="#000000",
    heat=("#eeeeee", "#8a8a8a", "#444444"),
    cursor="#e4e4e4",
    on_cursor="#121212",
    key="#ffffff",
)
"""Shades of grey: shape and brightness say everything."""

PALETTES: Final[Mapping[str, Palette]] = {
    palette.name: palette for palette in (DARK, LIGHT, COLOUR_BLIND, MONO)
}
"""The palettes by name, in the order in which they are offered."""

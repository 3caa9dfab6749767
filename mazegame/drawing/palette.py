"""``Palette``: the colours of inks in each theme of the game, as RGB.

They do not need Textual, so that pictures of mazes have the colours of the screen. ``themes.py``
makes Textual's themes from them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from mazegame.drawing.inks import BANDS, PLAIN_INKS, RIVALS, RIVALS_BACK, Ink

DIMMED: Final = 0.5
"""The share of a rival's colour, over the background, of its line where it went back."""

RGB = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""

PARTS: Final = (
    "primary", "secondary", "accent", "warning", "error", "success", "foreground", "background",
    "surface", "panel",
)  # fmt: skip
"""The colours of a palette that every theme of Textual also has."""


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
    """The background of the selected item of a list."""
    on_cursor: str
    """Text on that background."""
    key: str
    """The names of keys, and other text to be found at a glance."""

    def rgb(self, ink: int) -> RGB:
        """Return the colour of an ink: the background for ``FLOOR``, heat from ``BAND`` on."""
        if 0 <= ink - Ink.BAND < BANDS:
            near, middle, far = map(parse_rgb, self.heat)
            share = 2 * (ink - Ink.BAND) / (BANDS - 1)
            return blend(near, middle, share) if share < 1 else blend(middle, far, share - 1)
        ink = PLAIN_INKS.get(Ink(ink), ink)
        return parse_rgb(self.background if ink == Ink.FLOOR else self.inks[Ink(ink)])


def parse_rgb(colour: str) -> RGB:
    """Return the RGB of a colour written as ``#rrggbb``."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def spell(colour: RGB) -> str:
    """Write a colour as ``#rrggbb``."""
    return "#" + bytes(colour).hex()


def blend(one: RGB, other: RGB, share: float) -> RGB:
    """Return the colour that lies a share (0 to 1) of the way from one to the other."""
    red, green, blue = (int(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


_COLOURS: Final = """
background  #12141c  #faf8f3  #101114  #121212
surface     #191c27  #f1eee6  #191a1f  #1c1c1c
panel       #222636  #e6e1d5  #24262d  #262626
foreground  #d5d9e8  #23283a  #e8e8ec  #dadada
primary     #7aa2f7  #2f5fd0  #56b4e9  #e4e4e4
secondary   #9ece6a  #3a7d34  #e69f00  #bcbcbc
accent      #f5c542  #a04a00  #f0e442  #ffffff
warning     #ff9e64  #b45309  #e69f00  #ffffff
error       #f7768e  #b3203f  #d55e00  #ffffff
success     #9ece6a  #3a7d34  #56b4e9  #e4e4e4
on_end      #0d0f15  #ffffff  #ffffff  #000000
cursor      #f5c542  #a04a00  #f0e442  #e4e4e4
on_cursor   #12141c  #ffffff  #101114  #121212
key         #f5c542  #a04a00  #f0e442  #ffffff
near        #f06a5d  #e8705f  #f0e442  #eeeeee
middle      #e8c25a  #eccb66  #5f9ea8  #8a8a8a
far         #3f74b5  #7fa8dd  #20427c  #444444
wall        #7480a8  #676e86  #7b7e89  #7e7e7e
rock        #343b52  #cfcabd  #383b44  #3a3a3a
trail       #b8913a  #b3853a  #b37e0c  #9a9a9a
backtrack   #7d6d48  #96855c  #8a6a3a  #878787
path        #35c4b5  #0a799d  #009e73  #ffffff
shared      #8fd694  #2d803e  #f0e442  #ffffff
hint        #ff8ad8  #b0148a  #cc79a7  #ffffff
start       #4f9d69  #2c8651  #0072b2  #9e9e9e
goal        #e0526b  #c92a4b  #c15500  #ffffff
player      #ffd75e  #c83f06  #f0e442  #ffffff
runner      #6fc3ff  #1f4fd0  #56b4e9  #c6c6c6
lit         #c3cbe6  #343c55  #d6d9e0  #e4e4e4
head        #e2b84c  #a65f0b  #e0b02a  #cfcfcf
bump        #ffffff  #d2460a  #ffffff  #ffffff
rival_2     #ff9a5c  #7a1fa0  #ffffff  #a8a8a8
rival_3     #b69aff  #6d6a00  #9a86ff  #e4e4e4
rival_4     #c6e377  #7c4a2a  #ffb8a0  #8f8f8f
author      #9ece6a  #3a7d34  #56b4e9  #ffffff
gold        #ffd75e  #8a6a00  #f0e442  #d0d0d0
silver      #c0c8dc  #5b6b85  #c4c8d4  #a4a4a4
bronze      #d8813f  #b4441c  #c8703a  #7b7b7b
current     #ffffff  #101010  #ffffff  #ffffff
stack       #b98c2f  #e0b24a  #e69f00  #a8a8a8
frontier    #3f9ad6  #7cbcec  #56b4e9  #d0d0d0
walk        #d86fb4  #e79acb  #cc79a7  #bcbcbc
scan        #4a5578  #c9cfdf  #4a4e5a  #4e4e4e
seen        #3d6a55  #b5d9c3  #0f6f7a  #5f5f5f
filled      #5b4a58  #cfc3c9  #5a5346  #444444
set_1       #c9584f  #ec8a80  #e69f00  #585858
set_2       #d08a3c  #f0b06c  #56b4e9  #6c6c6c
set_3       #b7a63a  #e0d06a  #009e73  #808080
set_4       #6fa84a  #a5d07f  #f0e442  #949494
set_5       #3f9f8f  #7fd0c0  #0072b2  #a8a8a8
set_6       #4a86c8  #8fb8ee  #d55e00  #bcbcbc
set_7       #8270cf  #b8aaf0  #cc79a7  #d0d0d0
set_8       #c261a4  #eaa0d2  #9a9a9a  #e4e4e4
"""
"""The colours of all themes, a column each: dark, light, colour-blind, mono.

Near, middle and far are heat; the rows below it are inks."""


def _dimmed(inks: Mapping[Ink, str], background: str) -> dict[Ink, str]:
    """Return the inks of rivals' lines where they went back."""
    ground = parse_rgb(background)
    return {
        back: spell(blend(ground, parse_rgb(inks[ink]), DIMMED))
        for ink, back in zip(RIVALS, RIVALS_BACK, strict=True)
    }


def _palette(name: str, column: int, *, dark: bool = True) -> Palette:
    rows = map(str.split, _COLOURS.strip().splitlines())
    colours = {title: each[column] for title, *each in rows}
    inks = {ink: colours[ink.name.lower()] for ink in Ink if ink.name.lower() in colours}
    return Palette(
        name=name,
        dark=dark,
        inks=inks | _dimmed(inks, colours["background"]),
        heat=(colours["near"], colours["middle"], colours["far"]),
        **{part: colours[part] for part in (*PARTS, "on_end", "cursor", "on_cursor", "key")},
    )


DARK: Final = _palette("maze-dark", 0)

LIGHT: Final = _palette("maze-light", 1, dark=False)

COLOUR_BLIND: Final = _palette("maze-colour-blind", 2)
"""For colour-blind players, after Okabe and Ito (2008)."""

MONO: Final = _palette("maze-mono", 3)
"""Shades of grey: everything is distinguished by shape and brightness."""

PALETTES: Final[Mapping[str, Palette]] = {
    palette.name: palette for palette in (DARK, LIGHT, COLOUR_BLIND, MONO)
}
"""The palettes by name, in the order in which they are offered."""

_CAST: Final = """
player    #ffe066  #4a10cc  221   56
start     #35a0a0  #067b75   37   30
goal      #ee5f56  #ad1a2e  203  124
background  #12141c  #faf8f3  233  231
on_end    #0d0f15  #ffffff  233  231
hint      #ee8fdc  #8d0463  206   53
path      #70fff1  #10368e  123   18
shared    #77ea3e  #005200  113   22
runner    #67bffa  #7a3000   39   88
rival_2   #fb9b47  #004f32  215   23
rival_3   #b395ff  #641293  177   54
rival_4   #c9f49c  #4a4000  157  238
"""
"""The inks of the cast and of ways, which no face changes: on dark, on light, both in 256 colours.

With so few colours the light background would become a grey."""


def with_cast(palette: Palette, *, few: bool = False) -> Palette:
    """Return one of our palettes with the cast of mazes with faces; others as they are.

    Files keep the palettes as they are, and their bytes with them. ``few``: in 256 colours.
    """
    if palette.name not in {DARK.name, LIGHT.name}:
        return palette
    rows = {name: values for name, *values in map(str.split, _CAST.strip().splitlines())}
    at = int(not palette.dark) + 2 * few
    found = {name: spell(xterm(int(row[at]))) if few else row[at] for name, row in rows.items()}
    on_end, background = found.pop("on_end"), found.pop("background")
    inks = {**palette.inks, **{Ink[name.upper()]: colour for name, colour in found.items()}}
    inks |= _dimmed(inks, background)
    return replace(palette, inks=inks, on_end=on_end, background=background)


def xterm(number: int) -> RGB:
    """Return the usual colour of a number from 16 to 255, of a terminal with 256 colours."""
    if number >= 232:
        grey = 8 + 10 * (number - 232)
        return grey, grey, grey
    red, green, blue = ((number - 16) // part % 6 for part in (36, 6, 1))
    return _STEPS[red], _STEPS[green], _STEPS[blue]


_STEPS: Final = (0, 95, 135, 175, 215, 255)
"""The parts of the colours 16 to 231."""

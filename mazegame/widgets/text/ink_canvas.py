"""A canvas of inks: the characters of a drawing in the colours of the theme.

A style number of this canvas is ``ink << 8 | ground``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
from rich.color import Color
from rich.style import Style
from textual.color import Color as TextualColor
from textual.geometry import Region

from mazegame.drawing import BANDS, Ink
from mazegame.drawing.inks import LIT_SHARES, PLAIN_INKS, RIVALS_BACK, UNDERLINED, WALKERS
from mazegame.widgets.text.canvas import Canvas

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray
    from textual.geometry import Size

    from mazegame.widgets.text.canvas import Codes, Numbers

    Block = tuple[Codes, Numbers]


_BANDS: Final = range(Ink.BAND, Ink.BAND + BANDS)
_FILLS: Final = range(Ink.CURRENT, Ink.SET_8 + 1)
"""The inks that fill a cell, in the lab."""
_MARKS: Final = frozenset({Ink.TRAIL, Ink.HEAD, Ink.BACKTRACK, Ink.PATH, Ink.SHARED})
_ENDS: Final = frozenset({Ink.START, Ink.GOAL})
_BOLD: Final = {
    *_ENDS, *WALKERS, *LIT_SHARES, Ink.TRAIL, Ink.HEAD, Ink.BUMP, Ink.PATH, Ink.SHARED, Ink.HINT,
    Ink.CURRENT,
}  # fmt: skip
_DIM_WITHOUT_COLOUR: Final = frozenset({Ink.WALL, Ink.BACKTRACK, Ink.ROCK, *RIVALS_BACK})
_PLAIN: Final = frozenset({Ink.FLOOR, Ink.BAND})
"""Inks in the colour of text."""


def style_numbers(ink: NDArray[np.uint8], ground: NDArray[np.uint8]) -> Numbers:
    """Return the style numbers of inks on grounds."""
    return (ink.astype(np.uint16) << 8 | ground).astype(np.uint16, copy=False)


def blank(size: Size) -> Block:
    """Return a block without ink."""
    shape = size.height, size.width
    return np.full(shape, ord(" "), np.uint32), np.zeros(shape, np.uint16)


def lay(block: Block, x: int, y: int, onto: Block, region: Region) -> None:
    """Write a block at (x, y) of a widget onto the block of a region, in place."""
    here = Region(x, y, block[0].shape[1], block[0].shape[0])
    if part := region.intersection(here):
        there, drawn = (slices(part.translate(-one.offset)) for one in (region, here))
        onto[0][there], onto[1][there] = block[0][drawn], block[1][drawn]


def slices(region: Region) -> tuple[slice, slice]:
    """Return the lines and columns of a region, as indices of an array."""
    return slice(region.y, region.bottom), slice(region.x, region.right)


class InkCanvas(Canvas):
    """A canvas whose style numbers are inks on grounds."""

    GROUND: ClassVar[int] = 255

    face_inks: Mapping[Ink, str] = {}
    """The colours that a face puts in the place of the theme's; that of FLOOR is a tint."""

    def show_inks(self, inks: Mapping[Ink, str]) -> None:
        """Use other colours for some inks; a repaint of everything must follow."""
        if inks != self.face_inks:
            self.face_inks = inks
            self._looks.clear()

    @property
    def _floor(self) -> Color | None:
        """The colour of the floor: a tint, or the widget's background."""
        tint = self.face_inks.get(Ink.FLOOR)
        return self.rich_style.bgcolor if tint is None else Color.parse(tint)

    def look(self, number: int) -> Style:
        ink, ground = number >> 8, number & 255 & ~UNDERLINED
        if ink in _BANDS or ground in _BANDS:
            style = self._mix_heat(ink, ground)
        else:
            style = self._mix(Ink(ink), Ink(ground))
        return style + Style(underline=True) if number & UNDERLINED else style

    def _mix(self, ink: Ink, ground: Ink) -> Style:
        front = self._style_of(ink)
        if ground is Ink.FLOOR:
            return front + Style(bgcolor=self._floor)
        if ground is Ink.OUTSIDE:
            return front + Style(bgcolor=self.rich_style.bgcolor)
        behind = self._style_of(ground)
        if ground in _ENDS:
            return front + self._over_end(ink, behind)
        if ink == ground and ink in _FILLS:
            return front + self._as_sign(ink, behind)
        return front + self._as_pixel(ink, ground, behind)

    def _over_end(self, ink: Ink, behind: Style) -> Style:
        """Return the style on A and B, which are reversed without colour."""
        reverse = behind.reverse and ink not in WALKERS
        walks = ink in WALKERS and not self.app.no_color
        return Style(bgcolor=self._floor if walks else behind.bgcolor, reverse=reverse)

    def _as_sign(self, ink: Ink, behind: Style) -> Style:
        """Return the style of a sign on a cell that its own ink fills."""
        dark = "black" if self.app.current_theme.ansi else self._sign_colour(behind)
        reverse = self.app.no_color and ink is Ink.CURRENT
        return Style(color=dark, bgcolor=behind.color, reverse=reverse)

    def _as_pixel(self, ink: Ink, ground: Ink, behind: Style) -> Style:
        """Return the style of a pixel; without colour, an underline shows a mark."""
        plain = self.app.no_color
        if ground in (Ink.PLAYER, Ink.HINT) or (ink == ground and ground in WALKERS):
            return Style(color=self._floor, bgcolor=behind.color, reverse=plain)
        return Style(bgcolor=behind.color, underline=plain and ground in _MARKS)

    def _style_of(self, ink: Ink) -> Style:
        plain = self.app.no_color
        text_style = Style(
            bold=ink in _BOLD or None,
            reverse=(plain and ink in _ENDS) or None,
            dim=(plain and ink in _DIM_WITHOUT_COLOUR) or None,
        )
        if ink in _PLAIN:
            return self.themed("foreground", text_style)
        if ink in self.face_inks:
            return self.coloured(self.face_inks[ink], text_style)
        name = f"maze-{PLAIN_INKS.get(ink, ink).name.lower()}"
        if ink in _ENDS:
            return self.themed("maze-on-end", text_style, on=name)
        return self.themed(name, text_style)

    @staticmethod
    def _sign_colour(ground: Style) -> str:
        """Return black or white, whichever is easier to read on a ground."""
        light = ground.color is None or TextualColor.from_rich_color(ground.color).brightness > 0.4
        return "#000000" if light else "#ffffff"

    def _mix_heat(self, ink: int, ground: int) -> Style:
        """Return the colours of a heat map's band behind a character, or as a pixel."""
        style = self._mix(Ink.BAND if ink in _BANDS else Ink(ink), Ink.FLOOR)
        if self.app.no_color:  # the digits show the distance
            return style
        if ground in _BANDS:
            style += Style(bgcolor=self._heat_colour(ground))
            if ink in _BANDS and ink != ground:  # a pixel above a pixel
                style += Style(color=self._heat_colour(ink))
            elif ink in _BANDS or ink in _MARKS:
                style += Style(color="black" if self.app.current_theme.ansi else "#000000")
            return style
        style += Style(color=self._heat_colour(ink))
        if ground:
            style += Style(bgcolor=self._style_of(Ink(ground)).color)
        return style

    def _heat_colour(self, number: int) -> Color | None:
        return self.themed(f"maze-band-{number - Ink.BAND}").color

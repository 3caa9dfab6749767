"""GIF: a film as an animated picture, written by Pillow."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import chain
from typing import Final

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from mazegame.drawing import BANDS, Ink, Palette
from mazegame.drawing.palette import parse_rgb
from mazegame.lab.exporting.film import Film, heights, side_by_side, widths

CAPTION: Final = 22
"""Height of the caption below the maze, in pixels."""

_MARGIN: Final = 4
_TEXT: Final = Ink.SET_8 + 1
"""The palette index of the text, after those of the inks that films have."""


def write(film: Film, palette: Palette) -> Iterator[bytes]:
    """Yield a GIF in one piece."""
    pictures = _pictures(film, palette)
    file = io.BytesIO()
    durations = [max(round(seconds * 100), 2) * 10 for seconds in film.durations]
    next(pictures).save(
        file, format="GIF", save_all=True, append_images=pictures, duration=durations, loop=0,
        disposal=1, optimize=False,
    )  # fmt: skip
    yield file.getvalue()


def _pictures(film: Film, palette: Palette) -> Iterator[Image.Image]:
    colours = _colours(palette)
    for grids in film.frames():
        thick, thin = cell_size(sum(grid.shape[1] for grid in grids) // 2)
        grid = side_by_side(grids)
        pixels = np.repeat(grid, heights(len(grid), thin, thick), axis=0)
        pixels = np.repeat(pixels, widths(grids, thin, thick), axis=1)
        framed = np.pad(pixels, ((_MARGIN, _MARGIN + CAPTION), (_MARGIN, _MARGIN)))
        picture = Image.frombytes("P", framed.shape[::-1], framed.tobytes())
        picture.putpalette(colours)
        _write_caption(picture, film)
        yield picture


def cell_size(cells: int) -> tuple[int, int]:
    """Return the pixels of a cell and of a wall, at least 1, for a width of 1000 at most."""
    thick = max(min((1000 - 2 * _MARGIN) // max(cells, 1) * 3 // 4, 15), 1)
    return thick, max(thick // 3, 1)


def _colours(palette: Palette) -> list[int]:
    """Return the palette's entries: red, green and blue of every ink, then of the text."""
    known = {*map(int, Ink), *range(Ink.BAND, Ink.BAND + BANDS)}
    inks = (palette.rgb(number) if number in known else (0, 0, 0) for number in range(_TEXT))
    return [*chain.from_iterable(inks), *parse_rgb(palette.foreground)]


def _write_caption(picture: Image.Image, film: Film) -> None:
    """Draw the caption below the maze: the title at the left, the steps at the right."""
    draw = ImageDraw.Draw(picture)
    draw.fontmode = "1"  # no anti-aliasing: the palette has one entry for text
    font = ImageFont.load_default(13)
    y = picture.height - CAPTION + 2
    captions = [f"{show.title}   {show.position:,} of {show.length:,}" for show in film.shows]
    *others, right = captions
    left = others[0] if others else film.title
    at = picture.width - _MARGIN - draw.textlength(right, font=font)
    draw.text((at, y), right, fill=_TEXT, font=font)
    if _MARGIN + draw.textlength(left, font=font) + 12 <= at:
        draw.text((_MARGIN, y), left, fill=_TEXT, font=font)

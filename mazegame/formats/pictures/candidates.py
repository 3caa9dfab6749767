"""Which pixels of a picture may be walls, judged by their colours; and A and B as coloured cells.

Only differences between colours matter, not the hue. Pictures are processed in bands of rows, since
they may be large.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from mazegame.engine import Direction
from mazegame.engine.carving.masks import on_ground
from mazegame.formats.errors import FormatError
from mazegame.formats.pictures.bitmap import BAND_PIXELS, Bitmap
from mazegame.formats.pictures.finding import Candidate, Reading

if TYPE_CHECKING:
    from PIL import Image

    from mazegame.engine import Cell

_SAME_COLOUR: Final = 48
"""Colours that differ by less in every channel count as the same."""

_MIN_DISTANCE: Final = 24
"""Least difference between a wall and the floor beside it, and between background and the rest."""

_MOST_COLOURS: Final = 5
"""Most colours that are considered for walls."""

_MIN_COLOUR_SHARE: Final = 0.004
"""Least share of the pixels of a main colour."""

_MAX_BLENDED_SHARE: Final = 0.002
"""Largest share of pixels between two colours in a picture with sharp edges."""

_MAX_CHANNEL_ERROR: Final = 24
"""Largest difference of a channel between a pixel and its colour in a sharp picture."""

_UNCLEAR: Final = 0.01
"""Largest share of pixels half way between the two main colours in a clear picture."""

_SAMPLE: Final = 1 << 20
"""About how many pixels are sampled for the colours."""

_MIN_SATURATION: Final = 60
"""Least difference between two channels of a coloured cell, and between it and the ground."""

_MAX_UNEVENNESS: Final = 60
"""Largest difference of a channel within a coloured cell."""

_MIN_GREENER: Final = 60
"""Least difference of green by which the later of two coloured cells is A."""

_SAMPLE_POINTS: Final = (0.3, 0.5, 0.7)
"""Fractions of a cell's side at which it is sampled."""

_MOST_COLOURED: Final = 4096
"""Most coloured cells among which A and B are searched."""


def bands(picture: Image.Image) -> Iterator[tuple[int, Image.Image]]:
    """Yield (first row, band) for the bands of rows of a picture."""
    high = max(1, BAND_PIXELS // picture.width)
    for top in range(0, picture.height, high):
        yield top, picture.crop((0, top, picture.width, min(top + high, picture.height)))


def flattened_pixels(band: Image.Image) -> NDArray[np.uint8]:
    """Return the pixels, composed on white: uint8 (height, width, channels), 1 or 3 channels."""
    pixels: NDArray[np.uint8] = np.asarray(on_ground(band, "white"))
    return pixels.reshape(*pixels.shape[:2], -1)


def sample_of(picture: Image.Image) -> NDArray[np.uint8]:
    """Return the pixels of randomly chosen rows: uint8 (n, channels)."""
    count = max(1, _SAMPLE // picture.width)
    rows = np.arange(picture.height)
    if count < picture.height:
        rows = np.sort(np.random.default_rng(0).choice(rows, count, replace=False))
    found = []
    for top, band in bands(picture):
        rows_in_band = rows[(rows >= top) & (rows < top + band.height)] - top
        if rows_in_band.size:
            pixels = flattened_pixels(band)
            found.append(pixels[rows_in_band].reshape(-1, pixels.shape[2]))
    return np.concatenate(found)


def main_colours(sample: NDArray[np.uint8]) -> list[NDArray[np.float64]]:
    """Return the clearly different colours of some pixels, the most frequent first."""
    channels = sample.shape[1]
    weights = np.array([1, 16, 256], np.int32)[:channels]
    bins = (sample >> 4).astype(np.int32) @ weights
    counts = np.bincount(bins, minlength=4096).astype(float)
    sums = [np.bincount(bins, sample[:, channel], 4096) for channel in range(channels)]
    means = np.stack(sums, axis=1) / np.maximum(counts, 1)[:, np.newaxis]
    found: list[NDArray[np.float64]] = []
    while len(found) < _MOST_COLOURS and counts.max() >= _MIN_COLOUR_SHARE * len(sample):
        found.append(means[counts.argmax()])
        counts[np.abs(means - found[-1]).max(axis=1) < _SAME_COLOUR] = 0
    return found


def is_unclear(sample: NDArray[np.uint8], colours: list[NDArray[np.float64]]) -> bool:
    """Return whether many pixels lie half way between the two main colours."""
    distances = _distance(sample[np.newaxis], colours[0])
    half = _apart(colours[0], colours[1]) / 2
    return bool((np.abs(distances - half) < 0.1 * half).mean() > _UNCLEAR)


def dark_bits(picture: Image.Image, sample: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return which pixels are darker than a threshold, packed: uint8 (height, bytes).

    The threshold is medium grey; if all pixels are on one side of it, the middle of the darkest and
    the lightest.
    """
    brightness = sample.max(axis=1)
    least, most = int(brightness.min()), int(brightness.max())
    grey = 128 if least < 128 <= most else (least + most + 1) // 2
    found = (flattened_pixels(band).max(axis=2) < grey for _, band in bands(picture))
    return np.concatenate([np.packbits(dark, axis=1) for dark in found])


@dataclass
class ColouredPicture:
    """A picture with its main colours."""

    picture: Image.Image
    sample: NDArray[np.uint8]
    main: list[NDArray[np.float64]]

    def candidates(self, shade: str | None) -> list[Candidate]:
        """Return the candidates for walls: for each main colour, the pixels near to it.

        The last candidate is all that is not background, which is the most frequent colour.
        ``shade`` is ``dark`` or ``light`` if the caller knows what walls are, else None.
        """
        first, second = self.main[:2]
        found = []
        for number, colour in enumerate(self.main):
            if number > 1 and _is_blend(colour, first, second) and self._is_spread(colour):
                continue
            other = second if number == 0 else first
            half = _apart(colour, other) / 2
            is_dark = bool(colour.sum() < other.sum())
            found.append(self._candidate(colour, half, is_main=number < 2, is_dark=is_dark))
        found[:2] = sorted(found[:2], key=lambda one: not one.is_dark)
        half = max(_apart(first, second) / 2, _MIN_DISTANCE)
        is_dark = bool(first.sum() > second.sum())
        found.append(self._candidate(first, half, is_main=False, is_dark=is_dark, far=True))
        return [one for one in found if shade is None or one.is_dark == (shade == "dark")]

    def _is_spread(self, colour: NDArray[np.float64]) -> bool:
        """Return whether the pixels near a colour vary, as at soft edges."""
        away = np.abs(self.sample - np.round(colour).astype(np.int16)).max(axis=1)
        return bool((away <= _MAX_CHANNEL_ERROR).sum() < 0.8 * (away < _SAME_COLOUR).sum())

    def _candidate(
        self,
        colour: NDArray[np.float64],
        half: float,
        *,
        is_main: bool,
        is_dark: bool,
        far: bool = False,
    ) -> Candidate:
        """Return the candidate of the pixels nearer to a colour than ``half``; or of all others."""

        def make() -> tuple[Bitmap, bool]:
            bits: list[NDArray[np.uint8]] = []
            between = rough = 0
            for _, band in bands(self.picture):
                away = _distance(flattened_pixels(band), colour)
                bits.append(np.packbits((away < half) != far, axis=1))
                between += int(np.count_nonzero((away > 0.5 * half) & (away < 1.5 * half)))
                rough += int(np.count_nonzero((away > _MAX_CHANNEL_ERROR) & (away < half)))
            width, height = self.picture.size
            most = _MAX_BLENDED_SHARE * width * height
            is_sharp = not far and between < most and rough < 10 * most
            return Bitmap(np.concatenate(bits), width, height), is_sharp

        return Candidate(make, is_dark, is_main)


def _distance(pixels: NDArray[np.uint8], colour: NDArray[np.float64]) -> NDArray[np.uint16]:
    """Return the distance of each pixel from a colour: uint16 (height, width).

    It is the largest difference of a channel plus the difference of the colourfulness. So a blue
    path is as far from black walls as from white ground, however dark it is.
    """
    value = np.round(colour).astype(np.int16)
    tables = [np.abs(np.arange(256) - one).astype(np.uint8) for one in value]
    away: NDArray[np.uint8] = tables[0][pixels[:, :, 0]]
    for channel, table in enumerate(tables[1:], 1):
        np.maximum(away, table[pixels[:, :, channel]], out=away)
    far = away.astype(np.uint16)
    if len(tables) > 1:
        far += np.abs(_colourfulness(pixels) - _colourfulness(value)).astype(np.uint16)
    return far


def _colourfulness(pixels: NDArray[Any]) -> NDArray[np.int16]:
    """Return the difference between the largest and the least channel of each pixel."""
    channels = [pixels[..., channel] for channel in range(3)]
    most = np.maximum(np.maximum(channels[0], channels[1]), channels[2])
    least = np.minimum(np.minimum(channels[0], channels[1]), channels[2])
    found: NDArray[np.int16] = (most - least).astype(np.int16)
    return found


def _is_blend(
    colour: NDArray[np.float64], first: NDArray[np.float64], second: NDArray[np.float64]
) -> bool:
    """Return whether a colour is a mixture of two others, as at soft edges."""
    between = second - first
    share = float((colour - first) @ between) / max(float(between @ between), 1)
    off = np.abs(colour - first - share * between).max()
    return 0 < share < 1 and bool(off < _SAME_COLOUR)


def _apart(colour: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    pixel = np.round(colour).astype(np.uint8).reshape(1, 1, -1)
    return float(_distance(pixel, other)[0, 0])


def coloured_cells(
    picture: Image.Image, reading: Reading
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return the cells that are filled with a strong colour, (n, 2), and the colours, (n, 3)."""
    lines = reading.lines
    if lines is None or reading.room < 3:
        return np.zeros((0, 2), np.intp), np.zeros((0, 3))
    places = []
    for edges, first in zip(lines, reversed(reading.box[:2]), strict=True):
        begin, size = edges[:-1, 1] + first, edges[1:, 0] - edges[:-1, 1]
        places.append([begin + (size * part).astype(np.intp) for part in _SAMPLE_POINTS])
    xs = np.concatenate(places[0])
    seen = np.stack([_at(picture, ys, xs) for ys in places[1]])  # three rows, three columns each
    seen = seen.reshape(3, reading.maze.rows, 3, reading.maze.cols, 3).transpose(1, 3, 0, 2, 4)
    seen = seen.reshape(*reading.maze.shape, 9, 3)
    colours = seen.mean(axis=2)
    is_even = (seen.max(axis=2) - seen.min(axis=2)).max(axis=2) < _MAX_UNEVENNESS
    ground = np.median(colours.reshape(-1, 3), axis=0)
    is_strong = np.abs(colours - ground).max(axis=2) > _MIN_SATURATION
    is_strong &= colours.max(axis=2) - colours.min(axis=2) > _MIN_SATURATION
    cells = np.argwhere(is_strong & is_even & (reading.maze.passages > 0))
    return cells, colours[tuple(cells.T)]


def check_beside(picture: Image.Image, reading: Reading, cells: NDArray[np.intp]) -> None:
    """Raise FormatError if a thin wall or a gap beside a coloured cell is uncertain.

    Soft edges of coloured cells can look like walls, or hide them. A wall counts as certain if, on
    at least one of two lines from cell to cell, there is a colour beyond those of the two cells.
    The lines do not run through the middles of the cells, where a path may be.
    """
    middles = reading.rooms()
    if middles is None or reading.thick >= 3 or not 0 < len(cells) <= _MOST_COLOURED:
        return
    ground = np.median(_at(picture, *middles).reshape(-1, 3), axis=0)
    quarter = int(reading.room / 4)
    for row, col in cells.tolist():
        for side in Direction:
            beside = side.step((row, col))
            if beside not in reading.maze:
                continue
            (y0, y1), (x0, x1) = (
                sorted((int(at[here]), int(at[there])))
                for at, here, there in zip(middles, (row, col), beside, strict=True)
            )
            off = np.inf
            for shift in (-quarter, quarter):
                top, left = (y0 + shift, x0) if y0 == y1 else (y0, x0 + shift)
                line = picture.crop((left, top, left + x1 - x0 + 1, top + y1 - y0 + 1))
                # What has colours has three channels.
                pixels = flattened_pixels(line).reshape(-1, 3).astype(int)
                both = np.stack([pixels[0], pixels[-1], ground])
                beyond = np.maximum(both.min(axis=0) - pixels, pixels - both.max(axis=0))
                off = min(off, float(beyond.max()))
            is_gap = bool(reading.maze.passages[row, col] & side)
            if off > _MIN_DISTANCE if is_gap else off <= _MIN_DISTANCE and not reading.is_main:
                y, x = (y0 + y1) // 2 + 1, (x0 + x1) // 2 + 1
                raise FormatError(
                    f"pixel row {y}, column {x}: a thin wall is here, or is hidden, by the colour "
                    "beside it"
                )


def ends_of_colours(cells: NDArray[np.intp], colours: NDArray[np.float64]) -> tuple[Cell, ...]:
    """Return the two cells whose colours no other cell has, the greener first; else ().

    Cells of a path are coloured as well, but share one colour.
    """
    if not 2 <= len(cells) <= _MOST_COLOURED:
        return ()
    alike = np.abs(colours[:, np.newaxis] - colours).max(axis=2) < _SAME_COLOUR
    alone = alike.sum(axis=1) == 1
    if len(cells) == 2:
        alone[:] = True
    if alone.sum() != 2:
        return ()
    ends = [(int(row), int(col)) for row, col in cells[alone]]
    first, last = (colour[1] - colour[0] for colour in colours[alone])
    return tuple(reversed(ends)) if last - first > _MIN_GREENER else tuple(ends)


def _at(picture: Image.Image, ys: NDArray[np.intp], xs: NDArray[np.intp]) -> NDArray[np.uint8]:
    """Return the pixels at some rows and columns: uint8 (rows, columns, 3)."""
    rows = (
        flattened_pixels(picture.crop((0, y, picture.width, y + 1)))[0, xs] for y in ys.tolist()
    )
    return np.stack([row if row.shape[1] == 3 else row.repeat(3, axis=1) for row in rows])

"""Write mazes on lattices as PNG with Pillow; they look as in ``lattice_svg.py``."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mazegame.engine.support import memory
from mazegame.formats.lattice_picture import LatticePicture, Points
from mazegame.formats.pictures.colours import Colours, colours_of
from mazegame.formats.pictures.lettering import title_pixels

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

_FINER: Final = 4
"""Oversampling for smooth edges: a pixel is the mean of this many squared."""

_MOST: Final = 1 << 26
"""Most pixels with oversampling; a larger picture is drawn without it."""


def write(picture: LatticePicture) -> Iterator[bytes]:
    """Draw a picture; yields the file."""
    from PIL import Image, ImageDraw

    wide, high = ((length + 1) * picture.cell for length in picture.extent)
    width, height = max(round(wide), 1), max(round(high), 1)
    finer = _FINER if width * height * _FINER**2 <= _MOST else 1
    memory.require(3.5 * width * height * finer**2, f"a picture of {width}x{height} pixels")
    colours = colours_of(picture.theme)
    title = None
    if picture.title and picture.caption:
        title = title_pixels(picture.caption, picture.cell, width, picture.width)
    image = Image.new("RGB", (width * finer, height * finer), colours.ground)
    _draw(picture, ImageDraw.Draw(image), finer)
    if finer > 1:
        image = image.resize((width, height), Image.Resampling.BOX)
    if title is not None:
        image = _titled(title, image, colours)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=False)
    yield file.getvalue()


def _titled(title: NDArray[np.uint8], image: Image, colours: Colours) -> Image:
    """Return a picture with its title above it."""
    from PIL import Image

    high, wide = title.shape
    whole = Image.new("RGB", (wide, high + image.height), colours.ground)
    whole.paste(colours.wall, (0, 0), Image.fromarray(title))
    whole.paste(image, (0, high))
    return whole


def _draw(picture: LatticePicture, draw: ImageDraw, finer: int) -> None:
    colours, lattice = colours_of(picture.theme), picture.maze.lattice
    cell, wall = picture.cell * finer, picture.wall * finer

    def scaled(points: Points) -> Points:
        return (points - picture.origin + 0.5) * cell

    polygons = lattice.polygons
    tints = [*colours.heat(), colours.ground]
    if picture.heat and polygons is not None:
        for shape, band in zip(scaled(polygons).tolist(), picture.bands.tolist(), strict=True):
            draw.polygon(list(map(tuple, shape)), tints[band], tints[band])
    if polygons is None:
        for line in scaled(picture.corridors()):
            _line(draw, line, colours.wall, cell * 0.22)
    room = max(cell * picture.room_in(1 % len(lattice)) * 2 - wall, 1)
    if picture.path is not None:
        for line in picture.lines_of(picture.path):
            _line(draw, scaled(line), colours.path, room * 0.26)
    middles = scaled(lattice.positions)
    if polygons is None:
        bands = picture.bands.tolist() if picture.heat else [-1] * len(lattice)
        for middle, band in zip(middles.tolist(), bands, strict=True):
            _disc(draw, middle, cell * 0.23, colours.wall)
            _disc(draw, middle, cell * 0.17, tints[band])
    on_path = set() if picture.path is None else set(picture.path.tolist())
    for at, up in picture.stairs():
        side, turn = cell * 0.13, -1 if up else 1
        x, y = (middles[at] - turn * cell * np.array((0.24, 0.2))).tolist()
        ink = colours.path if at in on_path else colours.wall
        points = [(x - side, y - turn * side), (x + side, y - turn * side), (x, y + turn * side)]
        draw.polygon(points, ink)
    for lines in picture.walls():
        for line in scaled(lines):
            _line(draw, line, colours.wall, wall)
    for at, letter in picture.letters():
        radius = cell * picture.room_in(at) * 0.68
        place: Any = tuple(middles[at].tolist())
        _disc(draw, place, radius, colours.start if letter == "A" else colours.goal)
        if radius >= 4 * finer:
            from PIL import ImageFont

            font = ImageFont.load_default(radius * 1.4)
            draw.text(place, letter, colours.on_end, font, anchor="mm")


def _line(draw: ImageDraw, points: Points, colour: str, wide: float) -> None:
    """Draw a line with round ends and corners."""
    places = list(map(tuple, points.tolist()))
    draw.line(places, colour, max(round(wide), 1), joint="curve")
    for place in places if wide > 2 else ():
        _disc(draw, place, wide / 2 - 0.5, colour)


def _disc(draw: ImageDraw, middle: Any, radius: float, colour: str) -> None:
    x, y = middle
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), colour)

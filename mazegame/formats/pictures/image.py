"""The format ``image``: pictures of any program, read by Pillow; PNG is read here as well.

What lives here: from a file to bits. What does not: finding cells in them (``finding.py``).

Dark pixels are walls, or else light ones. A PNG of this program has a text (the chunk ``iTXt`` with
the keyword ``mazegame``) that names the size, the ends, the game ID and the colour of the walls, so
that reading restores the maze exactly.

The class of each kind of picture is called by its name, and never ``PIL.Image.open``: that one
would try kinds that are not read here, and refuse large pictures by a limit that all users of
Pillow share.
"""

from __future__ import annotations

import contextlib
import io
import logging
import threading
import warnings
import zlib
from functools import reduce
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from mazegame.engine.carving.masks import image_mask, on_ground
from mazegame.formats.detection import IMAGES, image_kind
from mazegame.formats.errors import FormatError, refusing_damage
from mazegame.formats.pictures import looks, shades
from mazegame.formats.pictures.bitmap import BAND_PIXELS, Bitmap, Claims
from mazegame.formats.pictures.finding import NO_WALL, find_maze
from mazegame.formats.source import DEFLATE_RATIO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from PIL import Image

    from mazegame.formats.found import Found
    from mazegame.formats.source import Limits, Source

_KEYWORD: Final = "mazegame"

_MOST_PIXELS: Final = looks.LARGE_PIXELS
"""Most pixels of a picture that is unpacked as a whole; Pillow doubts larger ones by itself."""

_PIXELS_PER_BYTE: Final = 4096
"""Most pixels that a byte may stand for in other kinds than PNG: more than JPEG and GIF reach."""

_BYTES_PER_PIXEL: Final = {"1": 1.3, "L": 1.3, "P": 1.3, "I;16": 2.3, "I;16B": 2.3}
"""Peak memory of reading a picture, in bytes per pixel, by Pillow's mode; 4.3 in all others."""

_PNG_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Channels by the kind of a PNG's pixels."""

_quiet = threading.Lock()


def read(source: Source, kinds: tuple[str, ...] = IMAGES) -> Found:
    """Read a picture of a maze, of one of some kinds."""
    data = source.content()
    kind = image_kind(data[:16])
    if kind not in kinds:
        raise FormatError(f"it is no picture in {' or '.join(kinds)}")
    first = ""  # the words alone: an error holds the frames that made it, with their pixels
    digest, is_shaded, claims = -1, False, Claims()
    for by_shades in (False, True):
        with _quietly(), refusing_damage(f"a {kind}"):
            claims, divisions = _divisions(data, kind, source, by_shades=by_shades)
        before, digest = digest, zlib.crc32(divisions[0][0].bits.data)
        if before == digest:
            break
        for number in range(len(divisions)):
            if not divisions[number][1]:
                is_shaded = True
                continue
            try:
                return find_maze(divisions[number][0], claims, source.limits, exactly=number > 0)
            except FormatError as error:
                first = first or str(error)
        divisions.clear()  # so that memory holds one division of the pixels
    if is_shaded:
        return _read_shaded(data, kind, source, claims)
    raise FormatError(first or "it shows no maze")


def _read_shaded(data: bytes, kind: str, source: Source, claims: Claims) -> Found:
    """Read a picture in which no one brightness parts walls from ground."""
    with _quietly(), refusing_damage(f"a {kind}"), _open(data, kind) as picture:
        if not shades.are_followed(picture.size, len(data)):
            raise FormatError(shades.SHADED)
        bands = [[np.asarray(one) for one in _greys(band)] for band in _bands(picture)]
    greys = [np.concatenate(same) for same in zip(*bands, strict=True)]
    del bands

    def find(values: NDArray[np.uint8], *, exactly: bool) -> Found | None:
        for walls in shades.divisions(values, source.limits.cell):
            with contextlib.suppress(FormatError):
                return find_maze(walls, claims, source.limits, exactly=exactly)
        return None

    for exactly in (True, False):
        dark, light = find(greys[0], exactly=exactly), find(~greys[-1], exactly=exactly)
        if dark is not None and light is not None and dark.maze != light.maze:
            # The wrong one has the paper around the maze as rock.
            small, large = sorted((dark, light), key=lambda found: found.maze.cols)
            more = large.maze.cols - small.maze.cols, large.maze.rows - small.maze.rows
            if not exactly or min(more) < 2:
                break
            return small
        if dark is not None or (exactly and light is not None):
            return cast("Found", dark or light)
    raise FormatError(shades.SHADED)


def read_mask(
    data: bytes, limits: Limits, size: tuple[int, int] | None = None
) -> NDArray[np.bool_]:
    """Read a picture as a mask, bool (rows, cols): dark and transparent pixels are outside.

    It is scaled to ``size``, columns and rows of cells; None for a cell a pixel.
    """
    kind = image_kind(data[:16])
    with _quietly(), refusing_damage(f"a {kind}"):
        if kind == "PNG":
            _open(data, kind).verify()
        with _open(data, kind) as picture:
            _check(picture, data, kind, limits)
            if picture.width * picture.height > _MOST_PIXELS:
                raise FormatError(f"the mask has more than {_MOST_PIXELS:,} pixels")
            return image_mask(picture, size)


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    """Silence what Pillow warns of and logs about odd files: it is no line for users.

    One reading at a time, since the filters of warnings belong to all threads.
    """
    log, nowhere = logging.getLogger("PIL"), logging.NullHandler()
    with _quiet, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        log.addHandler(nowhere)
        try:
            yield
        finally:
            log.removeHandler(nowhere)


def _divisions(
    data: bytes, kind: str, source: Source, *, by_shades: bool = False
) -> tuple[Claims, list[tuple[Bitmap, bool]]]:
    """Return the claims of a picture's text, and what may be its walls, the likeliest first.

    With each it says whether a brightness parts the walls from the ground clearly.

    With ``by_shades`` the brightness that divides its pixels best parts walls from ground, in place
    of medium grey.
    """
    if kind == "PNG":
        _open(data, kind).verify()  # checksums, which decoding does not look at
    with _open(data, kind) as picture:
        _check(picture, data, kind, source.limits)
        if not source.limits.name_pixels:  # else its claims do not count
            looks.check_outline(data, _claims(picture, kind), source.limits)
        _look(picture, data, kind, source)
        picture.load()
        claims = _claims(picture, kind)
        grey = _dividing_grey(picture) if by_shades else 128
        counts = np.zeros((2, 256), np.int64)
        if picture.mode == "P" and claims.inks:
            table = _table(picture, claims.inks)
            bands = [[_packed(band.point(table, "1"))] for band in _bands(picture)]
        else:
            bands = [_by_brightness(band, grey, counts) for band in _bands(picture)]
        if all(np.count_nonzero(count) == 1 for count in counts):
            raise FormatError(NO_WALL)
        width, height = picture.size
        clear = [True, True]
        if source.limits.wall != 0 and claims.size is None:
            for number, count in enumerate(counts):
                same = (np.asarray(_greys(band)[number]) for band in _bands(picture))
                clear[number] = shades.is_clear(count, grey, same)
    walls = (Bitmap(np.concatenate(bits), width, height) for bits in zip(*bands, strict=True))
    return claims, list(zip(walls, clear, strict=False))


def _claims(picture: Image.Image, kind: str) -> Claims:
    """Return what the text of a PNG claims that was read: what follows the pixels comes later."""
    return Claims.of(str(picture.info.get(_KEYWORD, "")).split() if kind == "PNG" else ())


def _open(data: bytes, kind: str) -> Any:
    name = {"WEBP": "WebP"}.get(kind, kind.title())
    return getattr(import_module(f"PIL.{name}ImagePlugin"), f"{name}ImageFile")(io.BytesIO(data))


def _check(picture: Image.Image, data: bytes, kind: str, limits: Limits) -> None:
    """Refuse a picture that is too large or in fractions, before its pixels are unpacked."""
    width, height = picture.size
    pixels = width * height
    held = len(data) * _PIXELS_PER_BYTE
    if kind == "PNG":
        held = len(data) * DEFLATE_RATIO * 8 // _bits(data)
        if data[28] and pixels > _MOST_PIXELS:
            raise FormatError(
                f"an interlaced PNG of {width}x{height} pixels is not read: at most "
                f"{_MOST_PIXELS:,} are, and more with rows in order"
            )
    elif kind == "JPEG" and data.count(b"\xff\xda") > 64:  # a progressive one has about ten
        raise FormatError("it is a JPEG that goes over its pixels too often")
    elif data[:2] in {b"P1", b"P2", b"P3"} and data.count(b"#") > 1000:  # Pillow copies at each
        raise FormatError("it is a PPM in digits with more than 1,000 comments")
    elif pixels > _MOST_PIXELS:
        raise FormatError(
            f"a {kind} of {width}x{height} pixels is not read: at most {_MOST_PIXELS:,} are, "
            "and more as PNG or PBM"
        )
    size = pixels * _BYTES_PER_PIXEL.get(picture.mode, 4.3)
    limits.require_pixels(width, height, size + (24 << 20), held)  # and a band with its channels
    if picture.mode == "F":
        raise FormatError("it is a picture in fractions, which is not read")


def _bits(data: bytes) -> int:
    return data[24] * _PNG_CHANNELS[data[25]]


def _look(picture: Image.Image, data: bytes, kind: str, source: Source) -> None:
    """Refuse a large picture without a wall, or whose rows repeat, by what a part of it shows.

    Rows may repeat if the caller asks for as many cells as it may show.
    """
    width, height = picture.size
    pixels = width * height
    if kind == "JPEG" and pixels > looks.LARGE_PIXELS // 4 and looks.is_even(_open(data, kind)):
        raise FormatError(NO_WALL)
    if kind != "PNG" or data[28]:  # interlaced: its first rows come last
        return
    if pixels <= looks.LARGE_PIXELS and pixels * _bits(data) <= 8 * looks.LARGE_BYTES:
        return
    is_named = _claims(picture, kind).size is not None
    fewest = looks.FEWEST_OWN_ROWS if is_named else looks.FEWEST_ROWS
    with _open(looks.first_rows(data), kind) as first:
        if not looks.have_rows(_bands(first), fewest):
            source.limits.require_pixels(width, height, held=0)


def _bands(picture: Image.Image) -> Iterator[Image.Image]:
    high = max(1, BAND_PIXELS // picture.width)
    for top in range(0, picture.height, high):
        yield picture.crop((0, top, picture.width, min(top + high, picture.height)))


def _table(picture: Image.Image, colours: set[bytes]) -> list[int]:
    """Return 255 for each number of a palette that is one of some colours, else 0."""
    palette = np.array(picture.getpalette("RGB"), np.uint8).reshape(-1, 3)
    table = [255 * (colour.tobytes() in colours) for colour in palette]
    return table + [0] * (256 - len(table))


def _dividing_grey(picture: Image.Image) -> int:
    """Return the brightness from which a pixel is light: between the classes farthest apart.

    It is Otsu's: the squared distance of the means, weighted by both counts, is largest.
    """
    counts = np.zeros(256, np.int64)
    for band in _bands(picture):
        counts += np.array(on_ground(band, "white").convert("L").histogram())
    below, sums = np.cumsum(counts), np.cumsum(counts * np.arange(256))
    above = below[-1] - below
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = below * above * (sums / below - (sums[-1] - sums) / above) ** 2.0
    return int(np.nan_to_num(apart).argmax()) + 1


def _by_brightness(
    band: Image.Image, grey: int, counts: NDArray[np.int64]
) -> list[NDArray[np.uint8]]:
    """Return the pixels that are dark, and those that are light, in every channel: packed bits.

    A coloured path is neither. It counts the brightness of the pixels, except in black and white.
    """
    if band.mode == "1":
        light = _packed(band)
        return [~light, light]
    lightest, darkest = _greys(band)
    counts += [lightest.histogram(), darkest.histogram()]
    is_dark = [255] * grey + [0] * (256 - grey)
    is_light = [255 - value for value in is_dark]
    return [_packed(lightest.point(is_dark, "1")), _packed(darkest.point(is_light, "1"))]


def _greys(band: Image.Image) -> tuple[Image.Image, Image.Image]:
    """Return the lightest and the darkest channel of each pixel."""
    from PIL import ImageChops

    channels = on_ground(band, "white").split()
    return reduce(ImageChops.lighter, channels), reduce(ImageChops.darker, channels)


def _packed(band: Image.Image) -> NDArray[np.uint8]:
    """Return the bits of a picture of mode 1: uint8 (height, bytes)."""
    return np.frombuffer(band.tobytes(), np.uint8).reshape(band.height, -1)

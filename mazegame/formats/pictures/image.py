"""The format ``image``: pictures of any program, read by Pillow; PNG is read here as well.

A picture is read as viewers show it: rotated by its orientation tag, transparent areas white. A PNG
of this program has a text (the chunk ``iTXt`` with the keyword ``mazegame``) with the size, the
ends, the game ID and the colour of the walls, so that reading restores the maze exactly.

Pillow's plugin classes are called directly and not by ``PIL.Image.open``, which would also try
kinds that are not supported here, and refuse large pictures by a global limit.
"""

from __future__ import annotations

import contextlib
import io
import logging
import threading
import warnings
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mazegame.engine.carving.masks import image_mask
from mazegame.formats.detection import IMAGES, image_kind
from mazegame.formats.errors import FormatError, refusing_damage
from mazegame.formats.pictures import preview
from mazegame.formats.pictures.bitmap import Bitmap, Metadata
from mazegame.formats.pictures.candidates import (
    ColouredPicture,
    bands,
    check_beside,
    coloured_cells,
    dark_bits,
    ends_of_colours,
    flattened_pixels,
    is_unclear,
    main_colours,
    sample_of,
)
from mazegame.formats.pictures.finding import (
    NO_WALL,
    AmbiguousError,
    Candidate,
    Finder,
    Reading,
    candidates_of_bits,
    parsed_picture,
)
from mazegame.formats.pictures.raster import Measures
from mazegame.formats.pictures.shades import (
    RADII,
    SHADED,
    dark_pixels,
    fits_local_threshold,
    has_shades,
)
from mazegame.formats.source import DEFLATE_RATIO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from PIL import Image

    from mazegame.formats.parsed import ParsedMaze
    from mazegame.formats.source import Limits, Source

_KEYWORD: Final = "mazegame"

_ORIENTATION: Final = 0x0112
"""The number of the orientation tag; its value is 1 if the picture is not rotated."""

_MOST_PIXELS: Final = preview.LARGE_PIXELS
"""Most pixels of a picture that is decoded as a whole; Pillow warns about larger ones."""

_PIXELS_PER_BYTE: Final = 4096
"""Most pixels that a byte can encode in kinds other than PNG; JPEG and GIF stay below that."""

_BYTES_PER_PIXEL: Final = {"1": 1.3, "L": 1.3, "P": 1.3, "I;16": 2.3, "I;16B": 2.3}
"""Peak memory of reading a picture, in bytes per pixel, by Pillow's mode; 4.3 in all others."""

_PNG_CHANNELS: Final = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""Number of channels by a PNG's colour type."""

_quiet = threading.Lock()


def read(source: Source, kinds: tuple[str, ...] = IMAGES) -> ParsedMaze:
    """Read a picture of a maze; FormatError if it is none of ``kinds``."""
    data = source.read_nonblank()
    kind = image_kind(data[:16])
    if kind not in kinds:
        raise FormatError(f"it is no picture in {' or '.join(kinds)}")
    with _quietly(), refusing_damage(f"a {kind}"):
        picture, metadata = _loaded(data, kind, source)
        with picture:
            finder = Finder(metadata, source.limits, _is_lossy(data, kind))
            reading = _reading(picture, finder, len(data))
            ends = reading.ends
            if not (reading.is_named or metadata.ends or source.limits.sets_pixel_sizes):
                cells, colours = coloured_cells(picture, reading)
                check_beside(picture, reading, cells)
                ends = ends or ends_of_colours(cells, colours)
    return parsed_picture(reading, metadata, ends)


def _loaded(data: bytes, kind: str, source: Source) -> tuple[Image.Image, Metadata]:
    """Return a decoded picture as viewers show it, and the metadata in its text."""
    if kind == "PNG":
        _open(data, kind).verify()  # checksums, which decoding does not look at
    picture = _open(data, kind)
    _check(picture, data, kind, source.limits)
    if not source.limits.sets_pixel_sizes:  # else its metadata do not count
        preview.check_metadata(data, _metadata(picture, kind), source.limits)
    _look(picture, data, kind, source)
    picture.load()
    metadata = _metadata(picture, kind)
    if source.limits.sets_pixel_sizes:
        metadata = Metadata()
    if picture.getexif().get(_ORIENTATION, 1) != 1:
        from PIL import ImageOps

        ImageOps.exif_transpose(picture, in_place=True)
        metadata = Metadata()  # they count as it lay before
    return _without_title(picture, metadata), metadata


def _without_title(picture: Image.Image, metadata: Metadata) -> Image.Image:
    """Return the maze of a picture of this program that has a title above it."""
    if not (metadata.title and metadata.size and metadata.pixels):
        return picture
    measures = Measures(*metadata.size, *metadata.pixels)
    if picture.height != measures.height + metadata.title or picture.width < measures.width:
        return picture
    return picture.crop((0, metadata.title, measures.width, picture.height))


def _is_lossy(data: bytes, kind: str) -> bool:
    return kind == "JPEG" or (
        kind == "WEBP" and data[12:16] != b"VP8L" and b"VP8L" not in data[:99]
    )


def _reading(picture: Image.Image, finder: Finder, file_bytes: int) -> Reading:
    """Find the maze by the colours of the pixels, or by a local threshold in uneven light."""
    shade = finder.limits.shade
    width, height = picture.size
    if picture.mode == "1":
        light = np.concatenate([_packed(band) for _, band in bands(picture)])
        return finder.find(candidates_of_bits(~light, width, shade))
    if picture.mode == "P" and finder.metadata.inks:
        table = _table(picture, finder.metadata.inks)
        bits = [_packed(band.point(table, "1")) for _, band in bands(picture)]
        return finder.find([Candidate.of_bits(np.concatenate(bits), width, is_dark=True)])
    sample = sample_of(picture)
    if finder.limits.wall == 0:
        return finder.find(candidates_of_bits(dark_bits(picture, sample), width, shade))
    colours = main_colours(sample)
    reason = FormatError(NO_WALL)
    # With a lattice from the caller the result is not compared with the picture, so lost walls
    # would go unnoticed.
    if len(colours) > 1 and not (finder.limits.sets_pixel_sizes and is_unclear(sample, colours)):
        finder.has_other_colours = len(colours) > 2
        try:
            return finder.find(ColouredPicture(picture, sample, colours).candidates(shade))
        except AmbiguousError:
            raise
        except FormatError as error:
            reason = error
    is_shaded = has_shades(sample.max(axis=1))
    if not is_shaded or not fits_local_threshold((width, height), file_bytes):
        raise FormatError(SHADED) if is_shaded else reason
    finder.has_other_colours, finder.is_uneven = False, True
    pixels = [flattened_pixels(band) for _, band in bands(picture)]
    lightest = np.concatenate([band.max(axis=2) for band in pixels])
    darkest = np.concatenate([band.min(axis=2) for band in pixels])
    del pixels
    for radius in RADII:
        if 2 * radius >= min(width, height):
            continue
        # Walls are darker than what surrounds them; or lighter, which is darker in the negative.
        sides = [(lightest, True), (~darkest, False)]
        candidates = [
            Candidate(partial(_dark_in, values, radius), is_dark)
            for values, is_dark in sides
            if shade is None or is_dark == (shade == "dark")
        ]
        try:
            return finder.find(candidates)
        except AmbiguousError:
            raise
        except FormatError:
            continue
    raise FormatError(SHADED)


def _dark_in(values: NDArray[np.uint8], radius: int) -> tuple[Bitmap, bool]:
    return dark_pixels(values, radius), False


def read_mask(
    data: bytes, limits: Limits, size: tuple[int, int] | None = None
) -> NDArray[np.bool_]:
    """Read a picture as a mask, bool (rows, cols); dark and transparent pixels are outside.

    It is scaled to ``size``, (columns, rows) of cells; with None each pixel is a cell.
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
    """Suppress Pillow's warnings and log messages about odd files.

    A lock admits one reading at a time, since warning filters are global.
    """
    log, nowhere = logging.getLogger("PIL"), logging.NullHandler()
    with _quiet, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        log.addHandler(nowhere)
        try:
            yield
        finally:
            log.removeHandler(nowhere)


def _metadata(picture: Image.Image, kind: str) -> Metadata:
    """Return the metadata in a PNG's text, if it comes before the pixels or these were decoded."""
    return Metadata.of(str(picture.info.get(_KEYWORD, "")).split() if kind == "PNG" else ())


def _open(data: bytes, kind: str) -> Any:
    name = {"WEBP": "WebP"}.get(kind, kind.title())
    return getattr(import_module(f"PIL.{name}ImagePlugin"), f"{name}ImageFile")(io.BytesIO(data))


def _check(picture: Image.Image, data: bytes, kind: str, limits: Limits) -> None:
    """Raise FormatError for a picture that is too large or has float pixels, before decoding it."""
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
    """Raise FormatError if a part of a large picture shows no wall, or only repeated rows.

    Repeated rows are accepted if the caller's ``max_cells`` allows as many cells.
    """
    width, height = picture.size
    pixels = width * height
    if (
        kind == "JPEG"
        and pixels > preview.LARGE_PIXELS // 4
        and preview.is_blank(_open(data, kind))
    ):
        raise FormatError(NO_WALL)
    if kind != "PNG" or data[28]:  # interlaced: its first rows come last
        return
    if pixels <= preview.LARGE_PIXELS and pixels * _bits(data) <= 8 * preview.LARGE_BYTES:
        return
    is_named = _metadata(picture, kind).size is not None
    fewest = preview.FEWEST_OWN_ROWS if is_named else preview.FEWEST_ROWS
    with _open(preview.first_rows(data), kind) as first:
        if not preview.rows_differ((band for _, band in bands(first)), fewest):
            source.limits.require_pixels(width, height, held=0)


def _table(picture: Image.Image, colours: set[bytes]) -> list[int]:
    """Return 255 for each index of the palette with one of these colours, else 0."""
    palette = np.array(picture.getpalette("RGB"), np.uint8).reshape(-1, 3)
    table = [255 * (colour.tobytes() in colours) for colour in palette]
    return table + [0] * (256 - len(table))


def _packed(band: Image.Image) -> NDArray[np.uint8]:
    """Return the bits of a picture of mode 1: uint8 (height, bytes)."""
    return np.frombuffer(band.tobytes(), np.uint8).reshape(band.height, -1)

"""Detect the format of a file from its first bytes."""

from __future__ import annotations

import codecs
import re
from typing import Final

from mazegame.formats.errors import FormatError
from mazegame.formats.registry import FORMATS, readable_formats
from mazegame.formats.source import Source
from mazegame.formats.text import cell_lists
from mazegame.formats.text.conventions import is_matrix
from mazegame.formats.text.rows import drawing_head, is_prose

_MAGIC: Final = {
    b"PK\x03\x04": "npz", b"PK\x05\x06": "npz", b"\x93NUMPY": "npy", b"P1": "pbm", b"P4": "pbm",
    b"%PDF-": "pdf",
}  # fmt: skip
"""The first bytes of binary formats, and of text formats with a keyword."""

_IMAGES: Final = {
    "PNG": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "GIF": re.compile(rb"GIF8[79]a"),
    "BMP": re.compile(rb"BM"),
    "JPEG": re.compile(rb"\xff\xd8\xff"),
    "WEBP": re.compile(rb"RIFF....WEBP", re.DOTALL),
    "TIFF": re.compile(rb"II\*\0|MM\0\*"),
    "PPM": re.compile(rb"P[12356]\s"),
}
"""The first bytes of pictures, and the names that Pillow gives them; PGM and plain PBM are PPM."""

IMAGES: Final = tuple(_IMAGES)
"""The kinds of pictures that are read by Pillow."""

_DATA: Final = ("json", "numbers")
"""The text formats that are not drawings."""

_BEGIN: Final = 1 << 14
"""Number of first bytes that show whether a text is a matrix."""

_BESIDE: Final = re.compile(r"^(ends=\S+|[a-z][a-z0-9.-]*:[0-9]+x[0-9]+:\S+)$", re.MULTILINE)
"""Matches lines above or below a drawing: its ends or its game ID (``text/rows.py``)."""

_SIGNS: Final = {
    "braille": re.compile("[\u2800-\u28ff]"),
    "half": re.compile("[▀▄]"),
    "unicode": re.compile("[\u2500-\u257f]"),
    "micromouse": re.compile(r"^[^\S\n]*+o(---|   )o", re.MULTILINE),
}
"""A pattern for each format that only its drawings contain."""


def detect(head: bytes) -> str:
    """Return the name of a file's format by its first bytes; FormatError if it is never read.

    Text of no special form counts as a block grid, whose reader reports what is wrong with it.
    """
    for magic, name in _MAGIC.items():
        if head.startswith(magic):
            return _known(name)
    kind = image_kind(head)
    if kind:
        return "png" if kind == "PNG" else "image"
    if len(head) > 128 and max(head) < 16 and head.strip():  # a byte a cell; text has larger ones
        return "maz"
    begin, is_octile = drawing_head(Source.of(head))
    if is_octile:
        return _known("grid")
    for form, is_list in cell_lists.SIGNS.items():
        if is_list(head.removeprefix(codecs.BOM_UTF8)) or is_list(begin):
            return _known(form)
    text = _BESIDE.sub("", begin.decode("utf-8", "ignore"))
    first = text.lstrip()[:200]
    if first.startswith("{"):
        return _known("json")
    if is_matrix(text.encode()[:_BEGIN]):
        return _known("numbers")
    if first.startswith(("[", "<")):
        return _known("json" if first[0] == "[" else "svg")
    text = "\n".join(line for line in text.split("\n") if not is_prose(line.encode()))
    for form, sign in _SIGNS.items():
        if sign.search(text):
            return _known(form)
    if "+" in text and ("-" in text or "|" in text):
        return _known("ascii")
    # Doors may have taken all other walls of a compact drawing.
    return _known("compact" if "_" in text or "|" in text else "grid")


def image_kind(head: bytes) -> str:
    """Return the kind of a picture, one of ``IMAGES``, by its first bytes; empty for none."""
    return next((name for name, pattern in _IMAGES.items() if pattern.match(head)), "")


def _known(name: str) -> str:
    if FORMATS[name].reads:
        return name
    if not FORMATS[name].text:
        raise FormatError(
            f"it looks like {name.upper()}, which is not read: "
            f"read are {', '.join(readable_formats())}"
        )
    drawings = (form for form in readable_formats() if FORMATS[form].text and form not in _DATA)
    raise FormatError(
        f"it looks like a drawing in the format {name}, which is written only: of text drawings "
        f"{', '.join(drawings)} are read"
    )

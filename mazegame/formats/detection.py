"""Detecting the format of a file from its first bytes."""

from __future__ import annotations

import codecs
import re
from typing import Final

from mazegame.formats.errors import FormatError
from mazegame.formats.registry import FORMATS, read_forms

_MAGIC: Final = (
    (b"PK\x03\x04", "npz"),
    (b"PK\x05\x06", "npz"),
    (b"\x93NUMPY", "npy"),
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"P1", "pbm"),
    (b"P4", "pbm"),
    (b"%PDF-", "pdf"),
)
"""The first bytes of binary formats, and of text formats with a keyword."""

_LINES: Final = re.compile("[\u2500-\u257f]")
_BRAILLE: Final = re.compile("[\u2800-\u28ff]")
_HALF: Final = re.compile("[▀▄]")
_BESIDE: Final = re.compile(r"^(ends=\S+|[a-z][a-z0-9.-]*:[0-9]+x[0-9]+:\S+)$", re.MULTILINE)
"""Lines beside a drawing, see ``text.py``."""
_POSTS: Final = re.compile(r"^\s*o(---|   )o", re.MULTILINE)


def detect(head: bytes) -> str:
    """Name the format of a file.

    Args:
        head: Its first bytes.

    Returns:
        The name of a format that can be read. Text of no special form is a block grid, whose
        reader then says what is wrong with it.

    Raises:
        FormatError: If it is another kind of file; the message lists the readable formats.
    """
    for magic, name in _MAGIC:
        if head.startswith(magic):
            return _known(name)
    text = head.removeprefix(codecs.BOM_UTF8).decode("utf-8", "ignore")
    text = _BESIDE.sub("", text)
    begin = text.lstrip()[:200]
    if begin.startswith(("{", "[")):
        return _known("json")
    if begin.startswith("<"):
        return _known("svg")
    if _BRAILLE.search(text):
        return _known("braille")
    if _HALF.search(text):
        return _known("half")
    if _LINES.search(text):
        return _known("unicode")
    if _POSTS.search(text):
        return _known("micromouse")
    if "+" in text and ("-" in text or "|" in text):
        return _known("ascii")
    if "_" in text and "|" in text:
        return _known("compact")
    return _known("grid")


def _known(name: str) -> str:
    if name not in FORMATS or not FORMATS[name].reads:
        raise FormatError(f"it looks like {name.upper()}, which is not read: {forms()}")
    return name


def forms() -> str:
    """Return a list of the readable formats, for messages."""
    return f"read are {', '.join(read_forms())}"

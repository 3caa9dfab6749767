"""The formats by name, for the command line and the dialogs.

To add a format, write one module in this package and add one ``Format`` to ``FORMATS``. The module
has one or more of these functions:

- ``write(picture)`` yields the file's bytes in pieces;
- ``write_rows(rows)`` does the same for a maze that comes row by row, in constant memory;
- ``read(source)`` returns the maze of a file, or raises ``FormatError`` with one sentence.

This module loads nothing heavy, so that ``mazegame --help`` can list the formats.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.formats.found import Found
    from mazegame.formats.picture import Picture, Rows
    from mazegame.formats.source import Source


class FormatModule(Protocol):
    """The functions of a format's module; the entry says which of them exist."""

    def write(self, picture: Picture) -> Iterator[bytes]:
        """Yield the file's bytes in pieces."""

    def write_rows(self, rows: Rows) -> Iterator[bytes]:
        """Yield the file's bytes for a maze that comes row by row."""

    def read(self, source: Source) -> Found:
        """Return the maze of a file."""


@dataclass(frozen=True)
class Format:
    """A way to write mazes, to read them, or both."""

    name: str
    """The name for ``-f`` and ``--from``."""
    about: str
    """A short description, for lists."""
    module: str
    """The module in this package that writes and reads it."""
    suffixes: tuple[str, ...] = ()
    """File name suffixes of this format, with the dot."""
    reads: bool = True
    writes: bool = True
    streams: bool = False
    """Whether ``write_rows`` exists."""
    text: bool = False
    """Whether it is text that terminals can show."""
    exact: bool = True
    """Whether reading restores the same level: every passage, A, B and distMin."""
    takes: frozenset[str] = frozenset()
    """The layers and options of ``Picture`` that it supports."""

    def load(self) -> FormatModule:
        """Import its module."""
        return cast("FormatModule", import_module(f"mazegame.formats.{self.module}"))


_DRAWN: Final = frozenset({"path", "heat", "walk", "doors", "title"})
_SMALL: Final = frozenset({"doors", "title"})
_TITLED: Final = frozenset({"title"})
_PICTURE: Final = _DRAWN | {"cell", "wall", "theme"}
_PIXELS: Final = _PICTURE - {"title"}
_PAGE: Final = frozenset({"path", "heat", "walk", "doors", "theme", "paper"})
_BITMAP: Final = frozenset({"doors", "cell", "wall"})
_DATA: Final = frozenset({"path", "heat", "walk"})

FORMATS: Final[dict[str, Format]] = {
    entry.name: entry
    for entry in (
        Format(
            "unicode", "box-drawing characters", "box_lines", (".txt",), text=True, takes=_DRAWN
        ),
        Format("ascii", "+---+ and |", "ascii_lines", text=True, takes=_DRAWN),
        Format("micromouse", "o---o with S and G", "micromouse", text=True, takes=_DRAWN),
        Format("compact", "_ and |, 2 characters a cell", "compact", text=True, takes=_SMALL),
        Format("half", "half blocks, 2 characters a cell", "half_blocks", text=True, takes=_SMALL),
        Format("braille", "braille, 1 character a column", "braille", text=True, takes=_SMALL),
        Format("grid", "block grid: X . A B", "block_grid", text=True, takes=_TITLED, exact=False),
        Format("thick", "block grid of walls and cells", "thick_grid", text=True, writes=False),
        Format("json", "a JSON object, one line", "json_text", (".json",), text=True, takes=_DATA),
        Format("svg", "strokes, for browsers and print", "svg", (".svg",), takes=_PICTURE),
        Format("png", "pixels", "png", (".png",), streams=True, takes=_PIXELS),
        Format("pbm", "a bitmap, a bit a pixel", "pbm", (".pbm",), streams=True, takes=_BITMAP),
        Format(
            "pdf",
            "a page to print, the path on the next",
            "pdf",
            (".pdf",),
            reads=False,
            takes=_PAGE,
        ),
        Format("npz", "arrays of NumPy in one file", "npz", (".npz",), takes=_DATA),
        Format("npy", "one array: passages", "npy", (".npy",), streams=True, exact=False),
    )
}
"""All formats, in the order of lists."""

DEFAULT: Final = "unicode"
"""The format if none is named."""


def written(*takes: str) -> tuple[str, ...]:
    """Return the names of the formats that support some layers and options in writing."""
    return tuple(f.name for f in FORMATS.values() if f.writes and f.takes.issuperset(takes))


def read_forms() -> tuple[str, ...]:
    """Return the names of the formats that can be read."""
    return tuple(f.name for f in FORMATS.values() if f.reads)


def format_of(path: str) -> Format | None:
    """Return the format of a file name's suffix; None for an unknown one."""
    name = path.lower()
    fitting = [f for f in FORMATS.values() if f.writes and name.endswith(f.suffixes or ("\0",))]
    return fitting[0] if fitting else None

"""The formats by name: what the command line and dialogs offer.

To add a format, write one module in this package and add one ``Format`` to ``FORMATS``. The module
holds one or more of these functions, as the entry says:

- ``write(picture)`` yields the file's bytes in pieces;
- ``write_rows(rows)`` does so for a maze that comes row by row, in constant memory;
- ``read(source)`` returns what a file holds, or raises ``FormatError`` with one sentence.

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
    """What the module of a format holds, as far as its entry says."""

    def write(self, picture: Picture) -> Iterator[bytes]:
        """Yield the file in pieces."""

    def write_rows(self, rows: Rows) -> Iterator[bytes]:
        """Yield the file of a maze that comes row by row."""

    def read(self, source: Source) -> Found:
        """Return what the file holds."""


@dataclass(frozen=True)
class Format:
    """A way to write mazes, to read them, or both."""

    name: str
    """What ``-f`` and ``--from`` take."""
    about: str
    """What it is, for lists."""
    module: str
    """The module in this package that writes and reads it."""
    suffixes: tuple[str, ...] = ()
    """Endings of file names that mean this format, with the dot."""
    reads: bool = True
    writes: bool = True
    streams: bool = False
    """Whether it can be written row by row."""
    text: bool = False
    """Whether it is text, which terminals can show."""
    exact: bool = True
    """Whether what it writes is read as the same level: every passage, A, B and distMin."""
    takes: frozenset[str] = frozenset()
    """The layers and options of ``Picture`` that it can show."""

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
"""Every format, in the order in which they are listed."""

DEFAULT: Final = "unicode"
"""What is drawn when no format is named."""


def written(*takes: str) -> tuple[str, ...]:
    """Return the names of the formats that can be written with these layers and options."""
    return tuple(f.name for f in FORMATS.values() if f.writes and f.takes.issuperset(takes))


def read_forms() -> tuple[str, ...]:
    """Return the names of the formats that can be read."""
    return tuple(f.name for f in FORMATS.values() if f.reads)


def format_of(path: str) -> Format | None:
    """Return the format that a file name's ending means, or None if it means none."""
    name = path.lower()
    fitting = [f for f in FORMATS.values() if f.writes and name.endswith(f.suffixes or ("\0",))]
    return fitting[0] if fitting else None

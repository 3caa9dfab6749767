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
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from mazegame.engine.support.plugins import Registry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.formats.parsed import ParsedMaze
    from mazegame.formats.picture import Picture, Rows
    from mazegame.formats.source import Source


class FormatModule(Protocol):
    """The functions of a format's module; ``Format`` has which of them exist."""

    def write(self, picture: Picture) -> Iterator[bytes]:
        """Yield the file's bytes in pieces."""

    def write_rows(self, rows: Rows) -> Iterator[bytes]:
        """Yield the file's bytes for a maze that comes row by row."""

    def read(self, source: Source) -> ParsedMaze:
        """Return the maze of a file."""


@dataclass(frozen=True)
class Format:
    """A way to write mazes, to read them, or both."""

    name: str
    """The name for ``-f`` and ``--from``."""
    about: str
    """A short description, for lists."""
    module: str
    """The module that writes and reads it, relative to this package or by its full name; or an
    object in the module, as ``MODULE:OBJECT``."""
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
        """Import and return the module or the object that writes and reads the format."""
        module, _, name = self.module.partition(":")
        found = import_module(module, __package__)
        return cast("FormatModule", getattr(found, name) if name else found)


_DATA: Final = frozenset({"path", "heat", "walk"})
_DRAWN: Final = _DATA | {"doors", "title"}
_TITLED: Final = frozenset({"title"})

TEXT_TITLES: Final = ("svg", "png", "pdf")
"""The formats that support any text as a title."""

_TERSE_TAKES: Final = _TITLED | {"doors"}
_TERSE: Final[dict[str, Any]] = {"reads": False, "takes": _TERSE_TAKES}
_PICTURE: Final = _DRAWN | {"cell", "wall", "theme"}
_PIXELS: Final = _PICTURE | {"width"}
_PAGE: Final = _DATA | {"doors", "title", "theme", "paper"}
_BITMAP: Final = frozenset({"doors", "cell", "wall", "width"})
_LINES: Final = ".text.line_drawings"
_SMALL: Final = ".text.small"
_BLOCKS: Final = ".text.block_grid"

_text = partial(Format, text=True)

FORMATS: Final = Registry(
    "format",
    "mazegame.formats",
    (
        _text("unicode", "box-drawing characters", f"{_LINES}:BOXES", (".txt",), takes=_DRAWN),
        _text("ascii", "+---+ and |", f"{_LINES}:ASCII", (".map",), takes=_DRAWN),
        _text("micromouse", "o---o with S and G", f"{_LINES}:MICROMOUSE", takes=_DRAWN),
        _text("compact", "_ and |, 2 characters a cell", f"{_SMALL}:COMPACT", takes=_TERSE_TAKES),
        _text("half", "half blocks, 2 characters a cell", f"{_SMALL}:HALF", **_TERSE),
        _text("braille", "braille, 1 character a column", f"{_SMALL}:BRAILLE", **_TERSE),
        _text("grid", "block grid: X . A B", _BLOCKS, takes=_TITLED, exact=False),
        _text("thick", "block grid of walls and cells", f"{_BLOCKS}:THICK", writes=False),
        _text("numbers", "a matrix: 1,1,0 or [[1, 1, 0]]", f"{_BLOCKS}:NUMBERS", writes=False),
        Format("num", "micromouse, a line a cell: x y N E S W", ".text.cell_lists:NUM", (".num",),
               exact=False),
        Format("pyamaze", "a table of cell,E,W,N,S", ".text.cell_lists:PYAMAZE", writes=False),
        _text("json", "a JSON object, one line", ".data.json_text", (".json",), takes=_DATA),
        Format("svg", "strokes, for browsers and print", ".pictures.svg", (".svg",),
               takes=_PICTURE | {"tree"}),
        Format("png", "pixels", ".pictures.png", (".png",), streams=True, takes=_PIXELS),
        Format("image", "GIF, BMP, JPEG, WebP, TIFF, PGM or PPM", ".pictures.image", writes=False),
        Format("pbm", "a bitmap, a bit a pixel", ".pictures.pbm", (".pbm",), streams=True,
               takes=_BITMAP),
        Format("pdf", "a page to print, the path on the next", ".pictures.pdf", (".pdf",),
               reads=False, takes=_PAGE),
        Format("npz", "arrays of NumPy in one file", ".data.npz", (".npz",), takes=_DATA),
        Format("maz", "micromouse, 256 bytes of walls", ".data.maz", (".maz",), exact=False),
        Format("npy", "one array: passages", ".data.npy", (".npy",), streams=True, exact=False),
    ),
)  # fmt: skip
"""All formats, in the order in which they are listed."""

DEFAULT: Final = "unicode"
"""The default format."""


def writable_formats(*takes: str) -> tuple[str, ...]:
    """Return the names of the formats that are written and support all of these layers."""
    return tuple(f.name for f in FORMATS.values() if f.writes and f.takes.issuperset(takes))


def readable_formats() -> tuple[str, ...]:
    """Return the names of the formats that can be read."""
    return tuple(f.name for f in FORMATS.values() if f.reads)


def format_of(path: str) -> Format | None:
    """Return the format for the suffix of a file name; None if it is unknown."""
    fitting = (f for f in FORMATS.values() if f.writes and path.lower().endswith(f.suffixes))
    return next(fitting, None)

"""The formats by name: what the command line and dialogs offer.

To add a format, write one module in this package and add one ``Format`` to ``FORMATS``. The module
holds ``write(level, *, path)``, ``read(data, name)`` or both, as the entry says. This module loads
nothing heavy, so that ``mazegame --help`` can list the formats.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.engine import Level


class Writer(Protocol):
    """Writes a level."""

    def __call__(self, level: Level, *, path: bool = False) -> Iterator[str]:
        """Yield the text in pieces, with its shortest path if ``path``."""


class Reader(Protocol):
    """Reads a level."""

    def __call__(self, data: bytes, name: str = "") -> Level:
        """Return the level, called by ``name``; raise ValueError with one sentence."""


@dataclass(frozen=True)
class Format:
    """A way to write mazes, to read them, or both."""

    name: str
    """What ``-f`` takes."""
    about: str
    """What it is, for lists."""
    suffixes: tuple[str, ...]
    """Endings of file names that mean this format, with the dot."""
    module: str
    """The module in this package that holds ``write`` and ``read``."""
    reads: bool = False
    writes: bool = True
    draws_path: bool = False
    """Whether it can show a path."""

    @property
    def writer(self) -> Writer:
        """The function that writes it; imports its module."""
        return cast("Writer", import_module(f"mazegame.formats.{self.module}").write)

    @property
    def reader(self) -> Reader:
        """The function that reads it; imports its module."""
        return cast("Reader", import_module(f"mazegame.formats.{self.module}").read)


FORMATS: Final[dict[str, Format]] = {
    entry.name: entry
    for entry in (
        Format("unicode", "box-drawing characters", (), "box_lines", draws_path=True),
        Format("ascii", "+, - and |", (), "ascii_lines", draws_path=True),
        Format("grid", "a block grid: X . A B", (".txt",), "block_grid", reads=True),
    )
}
"""Every format, in the order in which they are listed."""


def writing(*, path: bool = False) -> tuple[str, ...]:
    """The names of the formats that can be written, with a path if ``path``."""
    return tuple(f.name for f in FORMATS.values() if f.writes and (f.draws_path or not path))

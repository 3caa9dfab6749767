"""Limits of reading: what a file declares is checked before anything is made of it.

Here: the limit on cells, what a file's content can hold, and memory. Not here: how much memory a
reader takes (its own module), and the limit on a file's bytes (``source.py``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from mazegame.engine.support import memory
from mazegame.formats.errors import FormatError

MAX_CELLS: Final = 1 << 30
"""Most cells of a maze that a file declares, unless the caller names another limit."""

SMALL_CELLS: Final = 1 << 22
"""Most cells that are read however little of them a file holds: some 20 MB of memory."""

DEFLATE_RATIO: Final = 1032
"""Most bytes that one byte of deflated data unpacks to (zlib's technical details)."""


@dataclass(frozen=True)
class Limits:
    """What one reading may take."""

    max_cells: int | None = None
    """Most cells. None for ``MAX_CELLS``, and for no more than the file's content can hold."""
    bytes_per_cell: float = 0
    """Memory that the caller needs after reading, the maze included, in bytes per cell."""
    needs: str = ""
    """The letters, of A and B, that the file must have, since the caller names no such cell."""

    def require(self, what: str, cells: int, size: float, held: float = math.inf) -> None:
        """Refuse what is declared too large, by a FormatError or a NotEnoughMemoryError.

        ``what`` is declared, for messages: ``a maze of 40x20``. Reading it takes ``size`` bytes of
        memory, and the content of the file can hold ``held`` cells at most.
        """
        self.check(cells)
        self.check_content(what, cells, held)
        memory.require(max(size, self.bytes_per_cell * cells), what)

    def require_pixels(
        self, width: int, height: int, size: float = 0, held: float = math.inf
    ) -> None:
        """Refuse a picture that is too large, before its cells are known.

        As in ``require``; ``size`` and ``held`` count for its pixels.
        """
        what = f"a picture of {width}x{height} pixels"
        cells = max(width // 2, 1) * max(height // 2, 1)  # a cell and its wall take two
        most = max(self.max_cells or 0, MAX_CELLS)
        if cells > most:
            raise FormatError(f"{what} may show {cells:,} cells: {_limit(most)}")
        self.check_content(what, cells, held / 4)
        memory.require(size, what)

    def check(self, cells: int) -> None:
        """Refuse more cells than the limit."""
        most = MAX_CELLS if self.max_cells is None else self.max_cells
        if cells > most:
            raise FormatError(f"it has {cells:,} cells: {_limit(most)}")

    def check_content(self, what: str, cells: int, held: float) -> None:
        """Refuse more cells than the content can hold, unless the caller asked for as many."""
        if cells > max(held, SMALL_CELLS, self.max_cells or 0):
            raise FormatError(
                f"it declares {what} and holds too little for it: --max-cells {cells} reads it"
            )


def _limit(most: int) -> str:
    return f"at most {most:,} are read, unless --max-cells names another number"

"""Joining: how others come into a party, in lines and as a QR code."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from typing import Final

from rich.cells import cell_len
from textual.content import Content

from mazegame.party.opening import page_of
from mazegame.widgets.party.board import DIM

LABEL_COLUMNS: Final = 11
"""Columns before the words that one types."""


@dataclass(frozen=True)
class WayIn:
    """How others come into a room."""

    address: str
    word: str
    who: str = ""
    """Whom it is for; empty where only the host knows."""
    browsers: bool = False
    """Whether the room serves the game to browsers."""

    @property
    def command(self) -> str:
        """What one types in a terminal."""
        return f"mazegame join {self.address} --room {self.word}"

    def lines(self, width: int) -> Content:
        """Return the ways in, one below the other, as they fit into a width."""
        page, who = page_of(self.address) * self.browsers, Content.styled(self.who, DIM)
        rows = {"terminal": self.command, "browser": page, "room word": self.word}
        if LABEL_COLUMNS + cell_len(self.command) > width:
            first, gap, word = self.command.partition(" --")
            texts = (first, f" {gap}{word}", page)
            lines = [Content.styled(text, "bold") for text in texts if text]
            return Content("\n").join([*lines, who] if who else lines)
        lines = [
            Content.assemble((label.ljust(LABEL_COLUMNS), DIM), (text, "bold"))
            for label, text in rows.items()
            if text
        ]
        lines[-1] = Content.assemble(lines[-1], "   " * bool(who), who)
        return Content("\n").join(lines)

    def code(self, *, large: bool, colour: bool) -> Content:
        """Return a QR code that leads to the room."""
        return qr_code(f"{page_of(self.address)}/?room={self.word}", large=large, colour=colour)


@cache
def qr_code(text: str, *, large: bool = False, colour: bool = True) -> Content:
    """Return a QR code, dark on light: in half blocks, or large in blanks, for any terminal.

    Without colours the terminal has to be a dark one.
    """
    import segno

    code = segno.make(text, micro=False, error="l")
    rows = [bytes(row) for row in code.matrix_iter(border=2)]
    if large:
        styles = ("on white", "on black") if colour else ("reverse", "")
        squares = [Content.styled("  ", style) for style in styles]
        return Content("\n").join(Content().join(squares[dark] for dark in row) for row in rows)
    halves = zip_longest(rows[::2], rows[1::2], fillvalue=bytes(len(rows[0])))
    pairs = (zip(*two, strict=True) for two in halves)
    lines = ("".join(" ▄▀█"[2 * up + down] for up, down in line) for line in pairs)
    return Content.styled("\n".join(lines), "black on white" if colour else "reverse")

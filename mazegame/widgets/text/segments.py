"""Lines of segments: each segment is text with a role, and each role has a colour."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Region

from mazegame.widgets.text.canvas import PLAIN, Canvas

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.widgets.text.canvas import Codes, Numbers

GAP: Final = 3
"""Columns between two numbers, if there is room."""


class Role(IntEnum):
    """The meaning of a segment, from which the theme takes its colour."""

    UNIT = 0
    NUMBER = 1
    WARMER = 2
    COLDER = 3
    WARNING = 4
    PLAYER = 5
    RUNNER = 6
    REST = 7
    """The unfilled part of a bar."""
    STAR = 8
    """A star that was earned."""
    RIVAL_2 = 9
    RIVAL_3 = 10
    RIVAL_4 = 11
    GOLD = 12
    SILVER = 13
    BRONZE = 14
    AUTHOR = 15
    # What an algorithm does to a cell, as the inks of these names.
    CURRENT = 16
    STACK = 17
    FRONTIER = 18
    WALK = 19
    SCAN = 20
    SEEN = 21
    FILLED = 22


RIVALS: Final = (Role.RUNNER, Role.RIVAL_2, Role.RIVAL_3, Role.RIVAL_4)
"""The roles of the rivals of a race, in their order."""

COLOURS: Final[Mapping[Role, str]] = {
    **{role: f"maze-{role.name.lower()}" for role in Role if role is not Role.UNIT},
    Role.NUMBER: "foreground",
    Role.WARMER: "success",
    Role.COLDER: "maze-runner",
    Role.WARNING: "warning",
    Role.REST: "maze-rock",
    Role.STAR: "maze-key",
}
"""The variable of the theme for each role but ``UNIT``, which has the widget's own colour."""

_BOLD: Final = Style(bold=True)
_BOLD_ROLES: Final = frozenset(
    {Role.NUMBER, Role.PLAYER, *RIVALS, Role.STAR, Role.AUTHOR, Role.GOLD, Role.SILVER, Role.BRONZE}
)

Segments = list[tuple[str, Role]]

_SPACE: Final = ord(" ")


class SegmentLines(Canvas):
    """A widget of lines of segments, with a free column at both ends."""

    MOST_COLUMNS: ClassVar[int | None] = None
    """Most columns of a line; a wider widget centres its lines. None for no limit."""

    GROUND: ClassVar[int] = 0
    """The bits of the background: none, since roles differ only in their letters."""

    DEFAULT_CSS = "SegmentLines { color: $text-muted; }"

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  Textual's name for it
        super().__init__(id=id)
        self._drawn: dict[int, tuple[Segments, Codes, Numbers]] = {}
        """The last drawn contents of each line, and their characters."""
        self._up_to_date = False
        self._most: int | None = None

    def limit(self, columns: int) -> None:
        """Set the most columns of a line; a wider widget centres its lines."""
        if columns != self._most:
            self._most = columns
            self._drawn.clear()
            self.repaint_lines()

    def lines(self, width: int) -> list[Segments]:
        """Return the segments of each line, from left to right; lines below the last are blank."""
        raise NotImplementedError

    def repaint_lines(self) -> None:
        """Repaint the lines whose text has changed."""
        width, height = self.size
        changed = self._draw(range(height))
        if changed:
            first, last = changed[0], changed[-1]  # one block costs less than a few lines do
            self._up_to_date = True
            try:
                self.repaint_regions([Region(0, first, width, last + 1 - first)])
            finally:
                self._up_to_date = False

    def block(self, region: Region) -> tuple[Codes, Numbers]:
        shown = range(region.y, region.bottom)
        if not self._up_to_date:
            self._draw(shown)
        _, codes, numbers = zip(*(self._drawn[y] for y in shown), strict=True)
        columns = slice(region.x, region.right)
        return np.array(codes)[:, columns], np.array(numbers)[:, columns]

    def _draw(self, shown: range) -> list[int]:
        """Draw some lines; return those that changed."""
        whole = self.size.width
        long = min(whole - 2, self._most or whole, self.MOST_COLUMNS or whole)
        lines = self.lines(long) if shown else []
        return [
            y for y in shown if self._draw_line(y, lines[y] if y < len(lines) else [], whole, long)
        ]

    def _draw_line(self, y: int, segments: Segments, whole: int, long: int) -> bool:
        """Draw ``long`` columns in the middle of a line; return whether it changed."""
        known = self._drawn.get(y)
        if known is not None and known[0] == segments and len(known[1]) == whole:
            return False
        codes = np.full(whole, _SPACE, np.uint32)
        numbers = np.zeros(whole, np.uint16)
        if segments:
            first = 1 + (whole - 2 - long) // 2
            columns = [_columns(text) for text, _ in segments]
            drawn = np.concatenate(columns)
            end = max(min(len(drawn), whole - 1 - first), 0)
            while 0 < end < len(drawn) and not drawn[end]:
                end -= 1  # a wide character is never cut in two
            line = slice(first, first + end)
            codes[line] = drawn[:end]
            roles = np.repeat([role for _, role in segments], [len(part) for part in columns])
            numbers[line] = roles[:end]
        self._drawn[y] = segments, codes, numbers
        return True

    def look(self, number: int) -> Style:
        role = Role(number)
        if role is Role.UNIT:
            return self.rich_style
        return self.themed(COLOURS[role], _BOLD if role in _BOLD_ROLES else PLAIN)


@lru_cache(maxsize=1024)
def _columns(text: str) -> Codes:
    """Return the code point in each column of a text, 0 behind a wide one."""
    if text.isascii():
        return np.frombuffer(text.encode("utf-32-le"), np.uint32)
    codes: list[int] = []
    for character in text:
        if columns := cell_len(character):
            codes += [ord(character), *[0] * (columns - 1)]
    return np.array(codes, np.uint32)


def number(value: object, unit: str) -> Segments:
    """Return a number and its unit."""
    text = (str(value), Role.NUMBER)
    return [text, (f" {unit}", Role.UNIT)] if unit else [text]


def bar(share: float, width: int, role: Role) -> Segments:
    """Return a bar with a heavy line for a share and a light one for the rest."""
    full, half = divmod(round(share * width * 2), 2)
    done = "━" * full + "╸" * half
    return [(done, role), ("─" * (width - len(done)), Role.REST)]


def length(segments: Segments) -> int:
    """Return the width of segments, in columns."""
    return sum(len(text) if text.isascii() else cell_len(text) for text, _ in segments)


def truncate(text: str, width: int) -> str:
    """Return a text in at most ``width`` columns; a longer one ends with an ellipsis."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text + "…" if width > 0 else ""


def shorten(text: str, width: int) -> str:
    """Return a sentence in at most ``width`` columns, without its last clauses or words."""
    if cell_len(text) <= width:
        return text
    ends = [at for at, sign in enumerate(text) if sign in ",:;" and cell_len(text[:at]) <= width]
    if ends:
        return text[: ends[-1]]
    cut = text.rfind(" ", 0, max(width, 0))
    return f"{text[:cut]}…" if cut > 0 else truncate(text, width)


def justify(left: Segments, right: Segments, width: int) -> Segments:
    """Return a line with some segments at its left end and others at its right end."""
    return [*left, (" " * (width - length(left) - length(right)), Role.UNIT), *right]


def row(items: list[Segments], width: int) -> Segments:
    """Return items side by side, the most important first; drop last ones that do not fit."""
    items = [item for item in items if item]
    while items:
        for gap in (GAP, GAP - 1):
            line = [segment for item in items for segment in ((" " * gap, Role.UNIT), *item)][1:]
            if length(line) <= width:
                return line
        items = items[:-1]
    return []

"""Lines of pieces: text in which each piece has a part that gives it its colour.

What lives here: the parts, putting pieces side by side, and the widget that draws them. What does
not: what the pieces say (the head-up display, the time line).
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
from rich.cells import cell_len

from mazegame.widgets.canvas import Canvas

if TYPE_CHECKING:
    from rich.style import Style

    from mazegame.widgets.canvas import Codes, Numbers

GAP: Final = 3
"""Columns between two numbers, where there is room."""


class Part(IntEnum):
    """What a piece of a line is, so that it gets its colour."""

    UNIT = 0
    NUMBER = 1
    WARMER = 2
    COLDER = 3
    WARNING = 4
    PLAYER = 5
    RUNNER = 6
    REST = 7
    """The part of a bar that is still to go."""


Pieces = list[tuple[str, Part]]


class PieceLines(Canvas):
    """Lines of pieces, with a column free at both ends."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"pieces--{part.name.lower()}" for part in Part}
    """One for each part."""

    DEFAULT_CSS = """
    PieceLines {
        color: $text-muted;
        .pieces--unit { color: $text-muted; }
        .pieces--number { color: $foreground; text-style: bold; }
        .pieces--warmer { color: $success; }
        .pieces--colder { color: $maze-runner; }
        .pieces--warning { color: $warning; }
        .pieces--player { color: $maze-player; text-style: bold; }
        .pieces--runner { color: $maze-runner; text-style: bold; }
        .pieces--rest { color: $maze-rock; }
    }
    """

    def pieces(self, y: int, width: int) -> Pieces:
        """The pieces of a line, from left to right."""
        raise NotImplementedError

    def characters(self, y: int, x: int, width: int) -> tuple[Codes, Numbers]:
        """Draw a stretch of one line."""
        whole = self.size.width
        codes = np.full(whole, ord(" "), np.uint32)
        numbers = np.zeros(whole, np.uint16)
        at = 1
        for text, part in self.pieces(y, whole - 2):
            if text.isascii():
                plain = text[: max(whole - 1 - at, 0)].encode("utf-32-le")
                end = at + len(plain) // 4
                codes[at:end], numbers[at:end] = np.frombuffer(plain, np.uint32), part
                at = end
                continue
            for character in text:
                columns = cell_len(character)
                if columns and at + columns < whole:
                    codes[at] = ord(character)
                    codes[at + 1 : at + columns] = 0
                    numbers[at : at + columns] = part
                    at += columns
        return codes[x : x + width], numbers[x : x + width]

    def look(self, number: int) -> Style:
        """The colours of a part."""
        return self.get_component_rich_style(f"pieces--{Part(number).name.lower()}")


def number(value: object, unit: str) -> Pieces:
    """A number and what it counts."""
    text = (str(value), Part.NUMBER)
    return [text, (f" {unit}", Part.UNIT)] if unit else [text]


def bar(share: float, width: int, part: Part) -> Pieces:
    """A bar of a length that does not depend on colour: heavy for done, light for the rest."""
    full, half = divmod(round(share * width * 2), 2)
    done = "━" * full + "╸" * half
    return [(done, part), ("─" * (width - len(done)), Part.REST)]


def length(pieces: Pieces) -> int:
    """How many columns pieces take."""
    return sum(cell_len(text) for text, _ in pieces)


def cut(text: str, width: int) -> str:
    """Cut a text to so many columns, with an ellipsis where something is missing."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text + "…" if width > 0 else ""


def apart(left: Pieces, right: Pieces, width: int) -> Pieces:
    """One at the left end of a line, the other at its right end."""
    return [*left, (" " * (width - length(left) - length(right)), Part.UNIT), *right]


def row(items: list[Pieces], width: int) -> Pieces:
    """Items side by side, the most important first; what has no room is left out."""
    items = [item for item in items if item]
    while items:
        for gap in (GAP, GAP - 1):
            line = [piece for item in items for piece in ((" " * gap, Part.UNIT), *item)][1:]
            if length(line) <= width:
                return line
        items = items[:-1]
    return []

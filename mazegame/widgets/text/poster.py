"""Posters: large digits and stars, as lines of characters.

Here: the shapes. Not here: their colours, and the widgets that show them.
"""

from __future__ import annotations

from typing import Final

_DIGITS: Final = {
    "0": ("###", "#.#", "#.#", "#.#", "###"),
    "1": (".#.", "##.", ".#.", ".#.", "###"),
    "2": ("###", "..#", "###", "#..", "###"),
    "3": ("###", "..#", ".##", "..#", "###"),
    "4": ("#.#", "#.#", "###", "..#", "..#"),
    "5": ("###", "#..", "###", "..#", "###"),
    "6": ("###", "#..", "###", "#.#", "###"),
    "7": ("###", "..#", "..#", ".#.", ".#."),
    "8": ("###", "#.#", "###", "#.#", "###"),
    "9": ("###", "#.#", "###", "..#", "###"),
}
"""Digits of 3 x 5 squares."""

_STAR: Final = (
    "....#....",
    "...###...",
    "...###...",
    "#########",
    ".#######.",
    "..#####..",
    ".###.###.",
    ".#.....#.",
)

_HOLLOW_STAR: Final = (
    "....#....",
    "...#.#...",
    "...#.#...",
    "####.####",
    ".#.....#.",
    "..#...#..",
    ".#..#..#.",
    ".##...##.",
)
"""The outline of the star, so that it needs no colour."""

_DISC: Final = (("▟█▙", "▜█▛"), ("▐█▌", "▐█▌"), (" █ ", " █ "), ("▐█▌", "▐█▌"))
"""A disc in each quarter of its turn."""

_HOLLOW_DISC: Final = ("╭─╮", "╰─╯")

SMALL_DISCS: Final = {True: ("○", "●◐|◑"), False: (".", "O(|)")}
"""An outline, and a disc in each quarter of its turn, in one character: in blocks or in ASCII."""

STAR_COLUMNS: Final = len(_STAR[0])
"""The columns of a large star."""

STAR_LINES: Final = len(_STAR) // 2
"""The lines of a large star."""

_HALVES: Final = {("#", "#"): "█", ("#", "."): "▀", (".", "#"): "▄", (".", "."): " "}


def star(*, lit: bool) -> tuple[str, ...]:
    """Return a large star, or the outline of one."""
    return _half_blocks(_STAR if lit else _HOLLOW_STAR)


def disc(*, lit: bool, turn: int = 0) -> tuple[str, ...]:
    """Return a large disc after some quarters of a turn, or the outline of one."""
    return _DISC[turn] if lit else _HOLLOW_DISC


def digits(number: int, scale: int) -> tuple[str, ...]:
    """Return a number in large digits.

    Args:
        number: The number, at least 0.
        scale: 1 for digits of 3 columns and 3 lines, 2 for digits of 6 columns and 5 lines.
    """
    shapes = [_DIGITS[digit] for digit in str(number)]
    rows = tuple(".".join(row) for row in zip(*shapes, strict=True))
    if scale == 1:
        return _half_blocks((*rows, "." * len(rows[0])))
    return tuple(
        "".join("█" if square == "#" else " " for square in row for _ in (0, 1)) for row in rows
    )


def _half_blocks(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return squares as half-block characters, two squares each."""
    return tuple(
        "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    )

"""What the registry knows of a generator: ``Algorithm`` and its ``Option``s."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Option:
    """One setting of a recipe, written ``NAME=VALUE`` in a game ID."""

    name: str
    """The key in the game ID."""
    about: str
    """One line for people."""
    default: str
    """The value that is meant, and left out of the game ID, when none is given."""
    canonical: Callable[[str], str]
    """Return the one spelling of a value; raise ValueError saying what fits."""


@dataclass(frozen=True)
class Algorithm:
    """One way to make a perfect maze."""

    name: str
    """Its name in game IDs, for example ``recursive-backtracker``."""
    title: str
    """Its name for people."""
    about: str
    """How it works, in a sentence or two."""
    feel: str
    """What its mazes are like to walk, in one line."""
    reference: str
    """Where the method comes from."""
    carve: Callable[..., None]
    """``carve(grid, **options)``: carve a perfect maze into a grid, in place."""
    bytes_per_cell: float
    """The peak of memory while it runs, in bytes per cell, the maze included, by default."""
    takes: Callable[..., float] | None = None
    """``takes(**options)``: the same where options make a difference."""
    options: tuple[Option, ...] = ()
    """The settings that only this algorithm has."""
    variants: tuple[tuple[tuple[str, str], ...], ...] = ((),)
    """Options that between them run every kernel of the room, for warming the compile cache."""
    sizes: tuple[tuple[int, int], ...] = ((5, 5),)
    """Sizes (cols, rows) that between them do so."""
    index_bits: int = 32
    """How many bits it keeps of a cell's index, the border counted in."""
    fill: int = 0x80
    """The byte that every cell of its grid begins with."""
    masks: bool = False
    """Whether it can carve inside any set of cells, not only a rectangle."""
    writes_all: bool = False
    """Whether it writes every cell, and the border left and right, before it reads it."""


def choice(*values: str) -> Callable[[str], str]:
    """Make the ``canonical`` of an option that takes one of a few words."""

    def canonical(text: str) -> str:
        if text not in values:
            raise ValueError(f"{', '.join(values[:-1])} or {values[-1]}")
        return text

    return canonical


def whole_number(low: int, high: int) -> Callable[[str], str]:
    """Make the ``canonical`` of an option that takes an integer from low to high."""

    def canonical(text: str) -> str:
        if not (text.isascii() and text.isdigit() and len(text) <= 9 and low <= int(text) <= high):
            raise ValueError(f"{low} to {high}")
        return str(int(text))

    return canonical

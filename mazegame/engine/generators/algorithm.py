"""The description of a generator: ``Algorithm`` and its ``Option`` values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, repr=False)
class Option:
    """One option of a recipe, written ``NAME=VALUE`` in a game ID."""

    name: str
    """The key in the game ID."""
    about: str
    """Description for users, one line."""
    default: str
    """The value of a recipe that does not set the option; game IDs leave it out."""
    canonical: Callable[[str], str]
    """Returns the canonical spelling of a value; raises ValueError with the values that fit."""

    def __repr__(self) -> str:
        return f"<Option {self.name}={self.default}>"


@dataclass(frozen=True, repr=False)
class Algorithm:
    """One algorithm that generates perfect mazes."""

    name: str
    """Name in game IDs, for example ``recursive-backtracker``."""
    title: str
    """Name for users."""
    about: str
    """How it works, in one or two sentences for users."""
    feel: str
    """How its mazes are to walk, in one line for users."""
    reference: str
    """Source of the method."""
    carve: Callable[..., None]
    """``carve(grid, **options)``: carves a perfect maze into a ``CarvingGrid``, in place."""
    bytes_per_cell: float
    """Peak memory with default options, in bytes per cell, the maze included."""
    option_bytes_per_cell: Callable[..., float] | None = None
    """``option_bytes_per_cell(**options)``: peak memory with these options, in bytes per cell; None
    if no option changes it."""
    options: tuple[Option, ...] = ()
    """The options that only this algorithm has."""
    variants: tuple[tuple[tuple[str, str], ...], ...] = ((),)
    """Sets of options that together run every kernel of the module, for compiling ahead
    (``warm.py``)."""
    sizes: tuple[tuple[int, int], ...] = ((5, 5),)
    """Sizes (cols, rows) that together run every kernel of the module."""
    index_bits: int = 32
    """Bits available for the index of a cell in the bordered grid: limits the size of a maze."""
    fill: int = 0x80
    """Initial byte of every cell of its carving grid."""
    masks: bool = False
    """Whether it can carve inside any connected set of cells, not only a rectangle."""
    writes_all: bool = False
    """Whether it writes every cell, and the border left and right, before it reads it; then the
    grid needs no initial values."""

    def __repr__(self) -> str:
        return f"<Algorithm {self.name}>"


def choice(*values: str) -> Callable[[str], str]:
    """Return the ``canonical`` function of an option that takes one of a few words."""

    def canonical(text: str) -> str:
        if text not in values:
            raise ValueError(f"{', '.join(values[:-1])} or {values[-1]}")
        return text

    return canonical


def whole_number(low: int, high: int) -> Callable[[str], str]:
    """Return the ``canonical`` function of an option that takes an integer from low to high."""

    def canonical(text: str) -> str:
        if not (text.isascii() and text.isdigit() and len(text) <= 9 and low <= int(text) <= high):
            raise ValueError(f"{low} to {high}")
        return str(int(text))

    return canonical

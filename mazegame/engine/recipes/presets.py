"""Presets: designs with a name, each an algorithm with its options.

A game ID spells out the options of a preset and does not name it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from mazegame.engine.generators import ALGORITHMS, Algorithm
from mazegame.engine.recipes.recipe import Recipe, forget_designs
from mazegame.engine.searching import METHODS, Method


@dataclass(frozen=True, repr=False)
class Preset:
    """A named design: an algorithm with its options."""

    name: str
    """Name on the command line, for example ``river-delta``."""
    feel: str
    """The texture of its mazes for a player, in one line."""
    algorithm: str
    """Name of the algorithm."""
    options: tuple[tuple[str, str], ...]
    """Options of the algorithm, as (name, value)."""

    @property
    def title(self) -> str:
        """Name for users."""
        return self.name.replace("-", " ")

    def __repr__(self) -> str:
        return f"<Preset {self.name}>"

    def recipe(self, cols: int, rows: int, seed: str | int) -> Recipe:
        """Return the recipe of this preset for a size and a seed. Complexity: some microseconds.

        Examples:
            >>> from mazegame.engine import PRESETS
            >>> PRESETS["manor"].recipe(40, 20, 7)
            Recipe('recursive-division:40x20:7')
        """
        return Recipe.make(self.algorithm, cols, rows, seed, dict(self.options))


def _presets(table: str) -> Iterator[Preset]:
    """Parse a table with two lines a preset: name and design as in game IDs, then its feel."""
    lines = iter(table.strip().splitlines())
    for line, feel in zip(lines, lines, strict=True):
        name, design = line.split()
        algorithm, _, options = design.partition(":")
        pairs = [option.partition("=") for option in options.split(",") if option]
        options_of = tuple((key, value) for key, _, value in pairs)
        yield Preset(name, feel.strip(), algorithm, options_of)


_TABLE: Final = """
river-delta recursive-backtracker:weights=N12E2S40W2
    Long arms that run south side by side, with few passages across.
brick-wall sidewinder:weights=1-6
    Courses of bricks: long horizontal passages, joined by short steps up.
grass kruskal:weights=50-1
    Thousands of vertical blades: up and down is quick, sideways is a search.
crosstown wilson:weights=30-1+1-30+1-30+30-1,zones=quarters,braid=30
    Four quarters whose streets run across those of their neighbours.
parquet recursive-backtracker:weights=40-1+1-40,zones=checker
    Patches of vertical and horizontal corridors in turn, like a parquet floor.
corn-maze eller:weights=5-1,braid=40
    Rows of corn with gaps trodden through: many paths lead on, few lead straight.
ant-hill prim:braid=15
    Short chambers everywhere, no corridor longer than a few steps.
manor recursive-division
    Halls behind halls: long straight walls with one door each.
catacombs hunt-and-kill:braid=60
    Winding passages with loops: you never quite know if you have been here before.
tide wilson:weights=1-20+20-1,zones=gradient
    Horizontal ripples in the west that turn, little by little, into vertical reeds.
roots growing-tree:pick=newest.8+oldest.2,removal=ordered
    From a thick trunk into ever finer threads.
tree-rings true-prim:weights=20-1+1-20,zones=rings.3
    Bands that change direction, from the bark to the heart.
valentine recursive-backtracker:mask=heart
    A river in the shape of a heart.
roundabout wilson:mask=ring,braid=25,ends=sides
    A ring: two paths lead around it, and one of them is shorter.
"""

PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {preset.name: preset for preset in _presets(_TABLE)}
)
"""Every preset by name."""


def register(entry: Algorithm | Method) -> None:
    """Add an algorithm or a search: from then on it is one like all others, in this process.

    An algorithm has game IDs, is generated, braided, made in batches and traced, and takes weights,
    zones and masks if it says so. ``search``, the lab and the command line take a search by name.
    Registering a name again replaces the earlier entry.

    Complexity: constant time and memory: nothing is compiled.

    Args:
        entry: The algorithm, or the search.

    Raises:
        ValueError: If its name is that of a built-in algorithm, search or preset.
        TypeError: If it is neither.

    Examples:
        >>> from mazegame.engine import ALGORITHMS, register
        >>> register(ALGORITHMS["wilson"])
        Traceback (most recent call last):
        ...
        ValueError: 'wilson' is the name of a built-in algorithm; choose another
    """
    if isinstance(entry, Method):
        METHODS.register(entry)
        return
    if not isinstance(entry, Algorithm):
        raise TypeError(f"an Algorithm or a Method is wanted, not {type(entry).__name__}")
    if entry.name in PRESETS:
        raise ValueError(f"{entry.name!r} is the name of a built-in preset; choose another")
    ALGORITHMS.register(entry)
    forget_designs()

"""Presets: named designs, each an algorithm with its options.

What lives here: the presets. What does not: recipes (``recipe.py``); a game ID spells out the
options of a preset and does not name it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from mazegame.engine.recipe import Recipe


@dataclass(frozen=True, repr=False)
class Preset:
    """A named design: an algorithm with its options."""

    name: str
    """Name on the command line, for example ``river-delta``."""
    feel: str
    """How its mazes are to walk, in one line for users."""
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
        """Return the recipe of this preset for a size and a seed.

        Complexity: some microseconds, constant memory.

        Examples:
            >>> from mazegame.engine import PRESETS
            >>> PRESETS["manor"].recipe(40, 20, 7)
            Recipe('recursive-division:40x20:7')
        """
        return Recipe.make(self.algorithm, cols, rows, seed, dict(self.options))


PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        name: Preset(name, feel, algorithm, tuple(options.items()))
        for name, feel, algorithm, options in (
            (
                "river-delta",
                "Long arms that run south side by side, with few passages across.",
                "recursive-backtracker",
                {"weights": "N12E2S40W2"},
            ),
            (
                "brick-wall",
                "Courses of bricks: long horizontal passages, joined by short steps up.",
                "sidewinder",
                {"weights": "1-6"},
            ),
            (
                "grass",
                "Thousands of vertical blades: up and down is quick, sideways is a search.",
                "kruskal",
                {"weights": "50-1"},
            ),
            (
                "crosstown",
                "Four quarters whose streets run across those of their neighbours.",
                "wilson",
                {"weights": "30-1+1-30+1-30+30-1", "zones": "quarters", "braid": "30"},
            ),
            (
                "parquet",
                "Patches of vertical and horizontal corridors in turn, like a parquet floor.",
                "recursive-backtracker",
                {"weights": "40-1+1-40", "zones": "checker"},
            ),
            (
                "corn-maze",
                "Rows of corn with gaps trodden through: many paths lead on, few lead straight.",
                "eller",
                {"weights": "5-1", "braid": "40"},
            ),
            (
                "ant-hill",
                "Short chambers everywhere, no corridor longer than a few steps.",
                "prim",
                {"braid": "15"},
            ),
            (
                "manor",
                "Halls behind halls: long straight walls with one door each.",
                "recursive-division",
                {},
            ),
            (
                "catacombs",
                "Winding passages with loops: you never quite know if you have been here before.",
                "hunt-and-kill",
                {"braid": "60"},
            ),
            (
                "tide",
                "Horizontal ripples in the west that turn, little by little, into vertical reeds.",
                "wilson",
                {"weights": "1-20+20-1", "zones": "gradient"},
            ),
            (
                "roots",
                "From a thick trunk into ever finer threads.",
                "growing-tree",
                {"pick": "newest.8+oldest.2", "removal": "ordered"},
            ),
            (
                "tree-rings",
                "Bands that change direction, from the bark to the heart.",
                "true-prim",
                {"weights": "20-1+1-20", "zones": "rings.3"},
            ),
            (
                "valentine",
                "A river in the shape of a heart.",
                "recursive-backtracker",
                {"mask": "heart"},
            ),
            (
                "roundabout",
                "A ring: two paths lead around it, and one of them is shorter.",
                "wilson",
                {"mask": "ring", "braid": "25", "ends": "sides"},
            ),
        )
    }
)
"""Every preset by name."""

"""The names of textures for players, who need not know algorithms: all screens read them here."""

from __future__ import annotations

from typing import Final

from mazegame.engine import ALGORITHMS, PRESETS

PLAIN_NAMES: Final = {
    "recursive-backtracker": "river",
    "hunt-and-kill": "footpaths",
    "growing-tree": "vines",
    "prim": "bush",
    "simple-prim": "shrub",
    "true-prim": "coral",
    "kruskal": "thicket",
    "wilson": "wilderness",
    "aldous-broder": "moor",
    "eller": "hedgerows",
    "sidewinder": "combs",
    "binary-tree": "hillside",
    "recursive-division": "rooms",
}
"""The look of each algorithm's mazes, in a word."""


def plain_name(design: str) -> str:
    """Return the name of an algorithm or preset for players who know no algorithms: ``river``."""
    named = PRESETS.get(design) or ALGORITHMS[design]
    return PLAIN_NAMES.get(design, named.title)

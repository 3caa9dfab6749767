"""The names of textures for players, who need not know algorithms: all screens read them here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from mazegame.engine import ALGORITHMS, PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mazegame.engine import Recipe

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
    return PLAIN_NAMES.get(design) or (PRESETS.get(design) or ALGORITHMS[design]).title


def title_of(algorithm: str) -> str:
    """Return the title of an algorithm; its name if the package with it is not loaded."""
    loaded = algorithm in ALGORITHMS and algorithm not in ALGORITHMS.offered
    return ALGORITHMS[algorithm].title if loaded else algorithm


class TextureName(NamedTuple):
    """The names of an algorithm with its options."""

    plain: str
    """A name that needs no knowledge of algorithms: ``river``, ``river braid=30``, ``manor``."""
    carved_by: str
    """The title of the algorithm; empty if that is the plain name."""


def texture_name(algorithm: str, options: Iterable[tuple[str, str]] = ()) -> TextureName:
    """Return the names of an algorithm with options, of one that is not installed as well."""
    given, title = [*options], title_of(algorithm)
    presets = (one for one in PRESETS.values() if given and one.algorithm == algorithm)
    preset = next((one for one in presets if {*one.options} == {*given}), None)
    words = [PLAIN_NAMES.get(algorithm, title), *(f"{key}={value}" for key, value in given)]
    plain = " ".join(words) if preset is None else preset.title
    return TextureName(plain, "" if plain == title else title)


def recipe_name(recipe: Recipe) -> TextureName:
    """Return the names of a recipe with its size: ``river 29x15``, and who carves it."""
    plain, carved_by = texture_name(recipe.algorithm, recipe.options)
    return TextureName(f"{plain} {recipe.cols}x{recipe.rows}", carved_by)

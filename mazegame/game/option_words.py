"""The options of a recipe in a few words, as the New game screen shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.engine.masks import LETTERS_PREFIX
from mazegame.engine.zones import NO_ZONES

if TYPE_CHECKING:
    from mazegame.engine import Recipe

ENDS: Final = ("corners", "farthest", "random", "sides")
"""The names for where A and B can lie."""


def spell_options(recipe: Recipe) -> str:
    """Return what a recipe sets besides algorithm, size and seed; nothing if it is plain."""
    words = []
    for name, value in recipe.options:
        match name:
            case "weights":
                words.append("grain" if recipe.option("zones") == NO_ZONES else "")
            case "zones":
                words.append(value.split(".")[0])
            case "mask":
                words.append(value.removeprefix(LETTERS_PREFIX))
            case "braid":
                words.append(f"{value}% loops")
            case "ends":
                words.append(value if value in ENDS else "ends set")
            case _:
                words.append(value)
    return ", ".join(filter(None, words))

"""The options of a recipe in a few words, for the New game screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.engine.carving.masks import LETTERS_PREFIX
from mazegame.engine.carving.zones import NO_ZONES

if TYPE_CHECKING:
    from mazegame.engine import Recipe

ENDS: Final = ("corners", "farthest", "random", "sides")
"""The names of the places of A and B."""


def spell_options(recipe: Recipe) -> str:
    """Return the options of a recipe in words; empty for none."""
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

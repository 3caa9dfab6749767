"""Read what a caller wants: recipe, game ID, preset, or an algorithm with size and options."""

from __future__ import annotations

from typing import Any, TypedDict

from numpy.typing import ArrayLike

from mazegame.engine.carving.carving_rules import CarvingRules
from mazegame.engine.carving.masks import MaskImage, canonical_mask
from mazegame.engine.carving.weights import weights_to_text
from mazegame.engine.errors import RecipeError, UnknownOptionError, blaming
from mazegame.engine.generators import ALGORITHMS
from mazegame.engine.recipes.memory_figures import check_memory
from mazegame.engine.recipes.presets import PRESETS
from mazegame.engine.recipes.recipe import (
    Recipe,
    check_mask_support,
    check_weight_support,
    options_of,
    shorten,
)
from mazegame.engine.support.seed import draw_seed, seed_to_text


class MazeOptions(TypedDict, total=False):
    """The options of ``generate``, as keywords. A type checker finds ``brade=20`` by them.

    ``generate`` says what they mean, and of the last three the options of the algorithms do.
    """

    weights: ArrayLike
    zones: ArrayLike
    mask: ArrayLike | MaskImage
    braid: int | str
    pick: str
    removal: str
    build: str


class LevelOptions(MazeOptions, total=False):
    """The options of ``Level.of`` and ``batch``, as keywords."""

    ends: str


def read_request(
    what: object, cols: object, rows: object, seed: object, options: dict[str, Any]
) -> tuple[Recipe, CarvingRules | None]:
    """Return the recipe for the arguments of ``generate``, and carving rules for custom maps.

    With a recipe or a game ID only a mask that is no text may be given. Options replace those of a
    preset. Errors are those of ``generate``.
    """
    if isinstance(what, Recipe) or (isinstance(what, str) and ":" in what):
        mask = options.get("mask")
        besides = options if isinstance(mask, str) else options.keys() - {"mask"}
        if besides or not (cols is rows is seed is None):
            kind = "recipe" if isinstance(what, Recipe) else "game ID"
            raise TypeError(f"a {kind} holds everything: leave out size, seed and options")
        recipe = what if isinstance(what, Recipe) else Recipe.parse(what)
        if mask is None:
            return recipe, None
        check_memory(recipe)
        return recipe, custom_rules(recipe, mask=mask)
    algorithm: Any = what
    if isinstance(what, str) and what in PRESETS:
        preset = PRESETS[what]
        algorithm, options = preset.algorithm, {**dict(preset.options), **options}
    if isinstance(algorithm, str) and algorithm in ALGORITHMS and (cols is None or rows is None):
        raise RecipeError(
            "size",
            f"a size is needed besides {what!r}: columns and rows, or a game ID such as "
            f"{algorithm}:40x20:kite-7",
        )
    if isinstance(algorithm, str) and algorithm in ALGORITHMS:
        known = options_of(algorithm)
        for name in options.keys() - known.keys():
            takes = ", ".join(known)
            raise UnknownOptionError(
                "option", f"{algorithm} has no option {shorten(name)}: it takes {takes}"
            )
    text = draw_seed() if seed is None else seed_to_text(seed)
    return _with_maps(algorithm, cols, rows, text, options)


def _with_maps(
    algorithm: str, cols: Any, rows: Any, seed: str, options: dict[str, Any]
) -> tuple[Recipe, CarvingRules | None]:
    """Return the recipe of an algorithm, and the carving rules as ``read_request`` does."""
    texts = dict(options)
    with blaming("option"):
        if "weights" in texts:
            texts["weights"] = weights_to_text(texts["weights"])
        share, mask = texts.get("braid"), texts.get("mask")
        if isinstance(share, float) and 0 < share < 1:
            raise ValueError(
                f"braid={share}: braid is percent of the dead ends, 0 to 100, so "
                f"braid={round(share * 100)} is meant"
            )
        if isinstance(mask, str):
            try:
                canonical_mask(mask)
            except ValueError as error:
                raise ValueError(
                    f"mask must be {error}; or an array (rows, cols); or an image of Pillow, such "
                    f"as Image.open(FILE); not {shorten(mask, quote=False)}"
                ) from None
    named = ("zones", "mask")
    maps = {name: texts.pop(name) for name in named if not isinstance(texts.get(name, ""), str)}
    if not maps:
        return Recipe.make(algorithm, cols, rows, seed, texts), None
    weights = texts.pop("weights", None) if "zones" in maps else None
    recipe = Recipe.make(algorithm, cols, rows, seed, texts)
    check_memory(recipe)
    return recipe, custom_rules(recipe, weights, **maps)


def custom_rules(
    recipe: Recipe, weights: str | None = None, zones: object = None, mask: object = None
) -> CarvingRules | None:
    """Return the carving rules of a recipe with custom maps; RecipeError if they do not fit."""
    algorithm = ALGORITHMS[recipe.algorithm]
    with blaming("option"):
        if mask is not None:
            own = {option.name: recipe.option(option.name) for option in algorithm.options}
            check_mask_support(algorithm, own)
        if zones is not None:
            check_weight_support(algorithm)
    return CarvingRules.of(recipe.cols, recipe.rows, recipe.option, weights, zones, mask)

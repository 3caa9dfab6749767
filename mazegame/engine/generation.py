"""Generating mazes: from a recipe to a maze, for all algorithms.

What lives here: ``generate``, and its stages for longer calls. What does not: any algorithm;
progress and cancelling (``progress.py``).
"""

from __future__ import annotations

from typing import Final, overload

from mazegame.engine.braiding import BRAID_PASSES, braid_maze
from mazegame.engine.carving_grid import CarvingGrid
from mazegame.engine.carving_rules import CarvingRules
from mazegame.engine.errors import RecipeError
from mazegame.engine.generators import ALGORITHMS
from mazegame.engine.maze import Maze
from mazegame.engine.memory_figures import check_memory
from mazegame.engine.progress import Progress, ProgressToken, run_with_progress
from mazegame.engine.recipe import Recipe, check_mask_support
from mazegame.engine.seed import draw_seed, seed_to_text
from mazegame.engine.weights import weights_to_text

CARVE_PASSES: Final = 2
"""Duration of carving for progress reports, in passes over the maze; a flood is one pass."""


@overload
def generate(algorithm: Recipe, *, progress: Progress | None = None) -> Maze: ...
@overload
def generate(
    algorithm: str,
    cols: int,
    rows: int,
    seed: str | int | None = None,
    *,
    progress: Progress | None = None,
    **options: object,
) -> Maze: ...
def generate(
    algorithm: str | Recipe,
    cols: int = 0,
    rows: int = 0,
    seed: str | int | None = None,
    *,
    progress: Progress | None = None,
    **options: object,
) -> Maze:
    """Return a generated maze.

    Args:
        algorithm: A name from ``ALGORITHMS``, or a ``Recipe``, which takes no other arguments.
        cols: Columns of cells.
        rows: Rows of cells.
        seed: The seed text; drawn at random if None.
        progress: Called repeatedly, in this thread, with the share done in 0..1. If it returns
            False, the call ends with ``CancelledError``; if it raises, so does the call.
        options: Options, as in game IDs: ``braid=20``. ``weights`` may also be (vertical,
            horizontal) or (north, east, south, west), or a list of these for zones; ``zones`` an
            array of shape (rows, cols) of indices into that list; ``mask`` an array of that
            shape, not 0 inside.

    Returns:
        The maze. The same recipe gives the same maze on every machine, for ever.

    Raises:
        ValueError: If the algorithm is unknown, or a size or an option is invalid.
        CancelledError: ``progress`` returned False.
    """
    if isinstance(algorithm, Recipe):
        if cols or rows or seed is not None or options:
            raise TypeError("a recipe holds everything: give nothing else with it but progress")
        recipe = algorithm
    else:
        text = draw_seed() if seed is None else seed_to_text(seed)
        recipe, rules = _split_custom_maps(algorithm, cols, rows, text, options)
        if rules is not None:
            return run_with_progress(
                lambda token: generate_maze(recipe, token, rules),
                progress,
                recipe.cols * recipe.rows,
                generation_passes(recipe),
            )
    check_memory(recipe)
    return run_with_progress(
        lambda token: generate_maze(recipe, token),
        progress,
        recipe.cols * recipe.rows,
        generation_passes(recipe),
    )


def _split_custom_maps(
    algorithm: str, cols: int, rows: int, seed: str, options: dict[str, object]
) -> tuple[Recipe, CarvingRules | None]:
    """Return the recipe, and the carving rules of maps that it cannot hold (None without maps)."""
    texts = dict(options)
    if "weights" in texts:
        try:
            texts["weights"] = weights_to_text(texts["weights"])
        except ValueError as error:
            raise RecipeError("option", str(error)) from None
    maps = {
        name: texts.pop(name)
        for name in ("zones", "mask")
        if name in texts and not isinstance(texts[name], str)
    }
    if not maps:
        return Recipe.make(algorithm, cols, rows, seed, texts), None
    weights = texts.pop("weights", None) if "zones" in maps else None
    recipe = Recipe.make(algorithm, cols, rows, seed, texts)
    check_memory(recipe)
    return recipe, custom_rules(recipe, None if weights is None else str(weights), **maps)


def custom_rules(
    recipe: Recipe,
    weights: str | None = None,
    zones: object | None = None,
    mask: object | None = None,
) -> CarvingRules | None:
    """Return the carving rules of a recipe with custom maps: see ``CarvingRules.of``.

    Raises:
        RecipeError: If a map does not fit, or the algorithm does not support masks.
    """
    from mazegame.engine.carving_rules import CarvingRules

    if mask is not None:
        try:
            check_mask_support(recipe, ALGORITHMS[recipe.algorithm])
        except ValueError as error:
            raise RecipeError("option", str(error)) from None
    return CarvingRules.of(recipe, weights, zones, mask)


def generate_maze(recipe: Recipe, token: ProgressToken, rules: CarvingRules | None = None) -> Maze:
    """Return a recipe's maze, as one stage of a longer call."""
    token.stage(recipe.cols * recipe.rows, CARVE_PASSES)
    if rules is None:
        rules = rules_of(recipe)
    blank = rules is not None or not ALGORITHMS[recipe.algorithm].writes_all
    grid = prepare(recipe, token, blank=blank, rules=rules)
    carve(recipe, grid, rules)
    token.check()
    maze = Maze.from_grid(grid.bordered)
    share = int(recipe.option("braid"))
    return braid_maze(maze, share / 100, recipe.seed, token) if share else maze


def generation_passes(recipe: Recipe) -> float:
    """Return the duration of ``generate_maze``, in passes over the maze."""
    return CARVE_PASSES + (BRAID_PASSES if recipe.option("braid") != "0" else 0)


def rules_of(recipe: Recipe) -> CarvingRules | None:
    """Return the carving rules of a recipe; None if it has no weights, zones or mask."""
    if recipe.plain:
        return None
    from mazegame.engine.carving_rules import CarvingRules

    return CarvingRules.of(recipe)


def prepare(
    recipe: Recipe,
    token: ProgressToken | None = None,
    *,
    blank: bool = True,
    rules: CarvingRules | None = None,
) -> CarvingGrid:
    """Return the grid that a recipe's generator carves (see ``CarvingGrid``).

    Args:
        recipe: The recipe.
        token: The progress token of the call.
        blank: See ``CarvingGrid``.
        rules: The recipe's carving rules; computed here if None.
    """
    fill = ALGORITHMS[recipe.algorithm].fill
    grid = CarvingGrid(recipe.cols, recipe.rows, recipe.seed, fill=fill, token=token, blank=blank)
    rules = rules or rules_of(recipe)
    if rules is not None and rules.mask is not None:
        grid.cells[~rules.mask] = 0
    return grid


def carve(recipe: Recipe, grid: CarvingGrid, rules: CarvingRules | None = None) -> None:
    """Run a recipe's generator on a grid, in place: the weighted one if there are carving rules."""
    algorithm = ALGORITHMS[recipe.algorithm]
    options = {o.name: recipe.option(o.name) for o in algorithm.options}
    rules = rules or rules_of(recipe)
    if rules is None:
        algorithm.carve(grid, **options)
        return
    from mazegame.engine.weighted import CARVE

    CARVE[recipe.algorithm](grid, rules, **options)

"""From a recipe to a maze: the one way in for all generators.

What lives here: ``generate``. What does not: any algorithm, progress and cancelling (``pulse.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, overload

from mazegame.engine.braid import BRAID_PASSES, braided
from mazegame.engine.generators import ALGORITHMS
from mazegame.engine.maze import Maze
from mazegame.engine.pulse import watched
from mazegame.engine.recipe import Recipe, RecipeError, require_masks, require_room
from mazegame.engine.seed import draw_seed, seed_text
from mazegame.engine.site import Site
from mazegame.engine.weights import weights_text

if TYPE_CHECKING:
    from mazegame.engine.pulse import Progress, Pulse
    from mazegame.engine.terrain import Terrain

CARVE_PASSES: Final = 2
"""How long carving takes, in passes over the maze, against a flood's one: about, for progress."""


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
    """Generate a maze.

    Args:
        algorithm: A name from ``ALGORITHMS``, or a whole ``Recipe`` (then nothing else is
            given).
        cols: Columns of cells.
        rows: Rows of cells.
        seed: The seed text; drawn at random if None.
        progress: Called now and then, in this thread, with the share done in 0..1. If it
            returns False the call ends with ``Cancelled``; if it raises, so does the call.
        options: Settings, as in game IDs: ``braid=20``. Besides their texts, ``weights`` may be
            (vertical, horizontal) or (north, east, south, west), or a list of such for zones;
            ``zones`` an array of shape (rows, cols) of indices into that list; ``mask`` an array of
            that shape, not 0 where the maze may be.

    Returns:
        The maze. The same recipe gives the same maze on every machine, for ever.

    Raises:
        ValueError: An unknown algorithm, a size or an option that does not fit.
        Cancelled: ``progress`` asked for it.
    """
    if isinstance(algorithm, Recipe):
        if cols or rows or seed is not None or options:
            raise TypeError("a recipe holds everything: give nothing else with it but progress")
        recipe = algorithm
    else:
        text = draw_seed() if seed is None else seed_text(seed)
        recipe, terrain = _with_own_maps(algorithm, cols, rows, text, options)
        if terrain is not None:
            return watched(
                lambda pulse: generated(recipe, pulse, terrain),
                progress,
                recipe.cols * recipe.rows,
                passes(recipe),
            )
    require_room(recipe)
    return watched(
        lambda pulse: generated(recipe, pulse), progress, recipe.cols * recipe.rows, passes(recipe)
    )


def _with_own_maps(
    algorithm: str, cols: int, rows: int, seed: str, options: dict[str, object]
) -> tuple[Recipe, Terrain | None]:
    """Make the recipe, and the terrain of the maps that it cannot hold, None if there are none."""
    texts = dict(options)
    if "weights" in texts:
        try:
            texts["weights"] = weights_text(texts["weights"])
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
    require_room(recipe)
    return recipe, own_terrain(recipe, None if weights is None else str(weights), **maps)


def own_terrain(
    recipe: Recipe,
    weights: str | None = None,
    zones: object | None = None,
    mask: object | None = None,
) -> Terrain | None:
    """Lay out the terrain of a recipe with maps of one's own: see ``Terrain.of``.

    Raises:
        RecipeError: If a map does not fit, or the algorithm takes no mask.
    """
    from mazegame.engine.terrain import Terrain

    if mask is not None:
        try:
            require_masks(recipe, ALGORITHMS[recipe.algorithm])
        except ValueError as error:
            raise RecipeError("option", str(error)) from None
    return Terrain.of(recipe, weights, zones, mask)


def generated(recipe: Recipe, pulse: Pulse, terrain: Terrain | None = None) -> Maze:
    """Generate a recipe's maze, as a part of a longer call."""
    pulse.stage(recipe.cols * recipe.rows, CARVE_PASSES)
    if terrain is None:
        terrain = terrain_of(recipe)
    blank = terrain is not None or not ALGORITHMS[recipe.algorithm].writes_all
    site = prepare(recipe, pulse, blank=blank, terrain=terrain)
    carve(recipe, site, terrain)
    pulse.check()
    maze = Maze.from_grid(site.bordered)
    share = int(recipe.option("braid"))
    return braided(maze, share / 100, recipe.seed, pulse) if share else maze


def passes(recipe: Recipe) -> float:
    """How many passes over the maze ``generated`` takes."""
    return CARVE_PASSES + (BRAID_PASSES if recipe.option("braid") != "0" else 0)


def terrain_of(recipe: Recipe) -> Terrain | None:
    """Lay out the weights, zones and mask of a recipe; None if it has none."""
    if recipe.plain:
        return None
    from mazegame.engine.terrain import Terrain

    return Terrain.of(recipe)


def prepare(
    recipe: Recipe,
    pulse: Pulse | None = None,
    *,
    blank: bool = True,
    terrain: Terrain | None = None,
) -> Site:
    """Lay out the site that a recipe's generator carves (see ``Site``).

    Args:
        recipe: What is to be made.
        pulse: That of the call which it is a part of.
        blank: See ``Site``.
        terrain: The recipe's; laid out here if None.
    """
    fill = ALGORITHMS[recipe.algorithm].fill
    site = Site(recipe.cols, recipe.rows, recipe.seed, fill=fill, pulse=pulse, blank=blank)
    terrain = terrain or terrain_of(recipe)
    if terrain is not None and terrain.mask is not None:
        site.cells[~terrain.mask] = 0
    return site


def carve(recipe: Recipe, site: Site, terrain: Terrain | None = None) -> None:
    """Run a recipe's generator on a site, in place: that of its terrain, if it has one."""
    algorithm = ALGORITHMS[recipe.algorithm]
    options = {o.name: recipe.option(o.name) for o in algorithm.options}
    terrain = terrain or terrain_of(recipe)
    if terrain is None:
        algorithm.carve(site, **options)
        return
    from mazegame.engine.generators.weighted import CARVE

    CARVE[recipe.algorithm](site, terrain, **options)

"""From a recipe to a maze: the one way in for all generators.

What lives here: ``generate``. What does not: any algorithm, progress and cancelling (``pulse.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, overload

from mazegame.engine.braid import BRAID_PASSES, braided
from mazegame.engine.generators import ALGORITHMS
from mazegame.engine.maze import Maze
from mazegame.engine.pulse import watched
from mazegame.engine.recipe import Recipe, require_room
from mazegame.engine.seed import draw_seed
from mazegame.engine.site import Site

if TYPE_CHECKING:
    from mazegame.engine.pulse import Progress, Pulse

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
        options: Settings, as in game IDs: ``braid=20``.

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
        text = draw_seed() if seed is None else str(seed)
        recipe = Recipe.make(algorithm, cols, rows, text, options)
    require_room(recipe)
    return watched(
        lambda pulse: generated(recipe, pulse), progress, recipe.cols * recipe.rows, passes(recipe)
    )


def generated(recipe: Recipe, pulse: Pulse) -> Maze:
    """Generate a recipe's maze, as a part of a longer call."""
    pulse.stage(recipe.cols * recipe.rows, CARVE_PASSES)
    site = prepare(recipe, pulse, blank=not ALGORITHMS[recipe.algorithm].writes_all)
    carve(recipe, site)
    pulse.check()
    maze = Maze.from_grid(site.bordered)
    share = int(recipe.option("braid"))
    return braided(maze, share / 100, recipe.seed, pulse) if share else maze


def passes(recipe: Recipe) -> float:
    """How many passes over the maze ``generated`` takes."""
    return CARVE_PASSES + (BRAID_PASSES if recipe.option("braid") != "0" else 0)


def prepare(recipe: Recipe, pulse: Pulse | None = None, *, blank: bool = True) -> Site:
    """Lay out the site that a recipe's generator carves (see ``Site``)."""
    fill = ALGORITHMS[recipe.algorithm].fill
    return Site(recipe.cols, recipe.rows, recipe.seed, fill=fill, pulse=pulse, blank=blank)


def carve(recipe: Recipe, site: Site) -> None:
    """Run a recipe's generator on a site, in place."""
    algorithm = ALGORITHMS[recipe.algorithm]
    algorithm.carve(site, **{o.name: recipe.option(o.name) for o in algorithm.options})

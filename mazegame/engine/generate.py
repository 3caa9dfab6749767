"""From a recipe to a maze: the one way in for all generators.

What lives here: ``generate``, its progress and its cancelling. What does not: any algorithm.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final, overload

from mazegame.engine.braid import braid
from mazegame.engine.generators import ALGORITHMS
from mazegame.engine.maze import Maze
from mazegame.engine.recipe import Recipe, require_room
from mazegame.engine.seed import draw_seed
from mazegame.engine.site import CANCEL, DONE, Site

if TYPE_CHECKING:
    from collections.abc import Callable

_POLL_SECONDS: Final = 0.05
"""How often a running kernel is asked how far it is."""

_ALWAYS_SMALL: Final = 1 << 12
"""Mazes up to this many cells are made without a watcher: they are there in milliseconds."""


class Cancelled(Exception):  # noqa: N818  it is no error
    """A long call was stopped because its ``progress`` callback asked for it."""


@overload
def generate(algorithm: Recipe, *, progress: Callable[[float], object] | None = None) -> Maze: ...
@overload
def generate(
    algorithm: str,
    cols: int,
    rows: int,
    seed: str | int | None = None,
    *,
    progress: Callable[[float], object] | None = None,
    **options: object,
) -> Maze: ...
def generate(
    algorithm: str | Recipe,
    cols: int = 0,
    rows: int = 0,
    seed: str | int | None = None,
    *,
    progress: Callable[[float], object] | None = None,
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
    site = prepare(recipe)
    run_watched(lambda: carve(recipe, site), site, progress)
    maze = Maze.from_grid(site.bordered)
    share = int(recipe.option("braid"))
    return braid(maze, share / 100, recipe.seed) if share else maze


def prepare(recipe: Recipe) -> Site:
    """Lay out the site that a recipe's generator carves."""
    algorithm = ALGORITHMS[recipe.algorithm]
    return Site(recipe.cols, recipe.rows, recipe.seed, fill=algorithm.fill)


def carve(recipe: Recipe, site: Site) -> None:
    """Run a recipe's generator on a site, in place."""
    algorithm = ALGORITHMS[recipe.algorithm]
    algorithm.carve(site, **{o.name: recipe.option(o.name) for o in algorithm.options})


def run_watched(
    work: Callable[[], object], site: Site, progress: Callable[[float], object] | None
) -> None:
    """Run work on a site while reporting how far it is.

    The work runs in a thread of its own, with the GIL released inside kernels; this thread asks
    the site's pulse and calls back, so that ``progress`` never runs in a foreign thread.
    """
    cells = site.cols * site.rows
    if progress is None or cells <= _ALWAYS_SMALL:
        work()
        if progress is not None and progress(1.0) is False:
            raise Cancelled
        return
    failure: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001  handed to the caller's thread
            failure.append(error)

    thread = threading.Thread(target=run, name="mazegame-carve", daemon=True)
    thread.start()
    try:
        thread.join(_POLL_SECONDS)
        while thread.is_alive():
            if progress(min(int(site.pulse[DONE]) / cells, 1.0)) is False:
                raise Cancelled
            thread.join(_POLL_SECONDS)
    except BaseException:
        site.pulse[CANCEL] = 1
        thread.join()
        raise
    if failure:
        raise failure[0]
    if progress(1.0) is False:
        raise Cancelled

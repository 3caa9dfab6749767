"""``generate`` makes a maze from a recipe; ``stream_bands`` yields its rows from the top down."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final, Unpack

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.carving.braiding import BRAID_PASSES, braid_maze
from mazegame.engine.carving.carving_rules import CarvingRules, CarvingTask
from mazegame.engine.errors import RecipeError
from mazegame.engine.generators import ALGORITHMS
from mazegame.engine.model.maze import Maze, wrap_carved
from mazegame.engine.recipes.memory_figures import check_memory
from mazegame.engine.recipes.recipe import Recipe
from mazegame.engine.recipes.request import MazeOptions, read_request
from mazegame.engine.support import memory
from mazegame.engine.support.progress import (
    DIRECT_CELLS,
    Progress,
    ProgressToken,
    run_with_progress,
)
from mazegame.engine.support.validation import check_count

CARVE_PASSES: Final = 2
"""Duration of carving for progress reports, in passes over the maze; a flood is one pass."""

BAND_CELLS: Final = 1 << 18
"""Cells of a band of ``stream_bands``: few enough that they stay in the cache."""

_STREAM_BYTES_PER_COL: Final = 64
"""Peak memory of a stream with one row a band, in bytes per column."""


def generate(
    algorithm: str | Recipe,
    cols: int | None = None,
    rows: int | None = None,
    seed: str | int | None = None,
    *,
    progress: Progress | None = None,
    **options: Unpack[MazeOptions],
) -> Maze:
    """Return a generated maze.

    Complexity: time in proportion to the cells, some nanoseconds each once compiled (logarithmic
    factors for ``aldous-broder`` and ``kruskal``); docs/internals/performance.md has figures for
    each algorithm. Memory: 1 byte a cell for the maze, at its peak 1.1 to 18 bytes by the
    algorithm; what does not fit is refused before it begins.

    Args:
        algorithm: A name from ``ALGORITHMS`` or ``PRESETS``; or a game ID or a ``Recipe``, which
            take a mask of your own alone besides.
        cols: Columns of cells.
        rows: Rows of cells.
        seed: The seed, text or an integer; drawn at random if None.
        progress: Called repeatedly, in this thread, with the share done in 0..1. If it returns
            False, the call ends with ``CancelledError``; if it raises, so does the call.
        options: Options, as in game IDs: ``braid=20``, in percent. ``weights`` may also be
            (vertical, horizontal) or (north, east, south, west), or a list of these for zones;
            ``zones`` an array of shape (rows, cols) of indices into that list; ``mask`` an array of
            that shape, not 0 inside, or an image of Pillow, scaled to the size, light pixels
            inside: such a mask may stand beside a recipe or a game ID, too. ``ends`` is not among
            them: a maze has no A and no B, ``Level.of`` places them.

    Returns:
        The maze. The same recipe gives the same maze on every machine, for ever.

    Raises:
        RecipeError: If the algorithm is unknown, or a size, a seed or an option is invalid.
        TypeError: If a recipe or a game ID is not alone.
        CancelledError: ``progress`` returned False.

    Examples:
        >>> from mazegame.engine import generate
        >>> generate("wilson", 40, 20, "kite-7", braid=20)
        <Maze 40x20, 825 passages>
        >>> generate("wilson:40x20:kite-7")
        <Maze 40x20, 799 passages>
        >>> generate("river-delta", 40, 20, 7)
        <Maze 40x20, 799 passages>
    """
    if "ends" in options:
        raise RecipeError(
            "option", "ends= says where A and B lie, which a maze alone has not: Level.of takes it"
        )
    recipe, rules = read_request(algorithm, cols, rows, seed, dict(options))
    check_memory(recipe)
    work = partial(generate_maze, recipe, rules=rules)
    cells, passes = recipe.cols * recipe.rows, generation_passes(recipe)
    direct_cells = DIRECT_CELLS if recipe.plain else DIRECT_CELLS >> 4  # walks can be long
    return run_with_progress(work, progress, cells, passes, direct_cells=direct_cells)


def generate_maze(recipe: Recipe, token: ProgressToken, rules: CarvingRules | None = None) -> Maze:
    """Return a recipe's maze, as one stage of a longer call."""
    token.stage(recipe.cols * recipe.rows, CARVE_PASSES)
    task = task_of(recipe, rules)
    text = ALGORITHMS[recipe.algorithm].text_for(task)
    grid = text.lay_out(task, recipe.seed, token, blank=False)
    text.carve(grid, task)
    token.check()
    maze = wrap_carved(grid.bordered)
    share = int(recipe.option("braid"))
    return braid_maze(maze, share / 100, recipe.seed, token) if share else maze


def generation_passes(recipe: Recipe) -> float:
    """Return the duration of ``generate_maze``, in passes over the maze."""
    return CARVE_PASSES + (BRAID_PASSES if recipe.option("braid") != "0" else 0)


def task_of(recipe: Recipe, rules: CarvingRules | None = None) -> CarvingTask:
    """Return the task of carving a recipe; ``rules`` are computed if None."""
    options = {o.name: recipe.option(o.name) for o in ALGORITHMS[recipe.algorithm].options}
    if rules is None and not recipe.plain:
        rules = CarvingRules.of(recipe.cols, recipe.rows, recipe.option)
    return CarvingTask(recipe.cols, recipe.rows, options, rules)


def stream_rows(
    algorithm: str, cols: int, seed: str | int, rows: int | None = None, *, block: int | None = None
) -> Iterator[NDArray[np.uint8]]:
    """Return the rows of a maze from the top down, or of one without end.

    ``eller``, ``sidewinder`` and ``binary-tree`` go row by row. With ``rows`` they are those of
    ``generate``, byte for byte; without, all rows but the last of any such maze.

    Complexity: some nanoseconds a cell once compiled. Memory: at most 64 bytes a column, a
    megabyte, and two bytes for each cell of a block.

    Args:
        algorithm: The name of the algorithm.
        cols: Columns of cells, at least 1.
        seed: The seed, text or an integer.
        rows: Rows of cells; no end if None.
        block: Most rows to yield at once; None yields single rows.

    Returns:
        An iterator of uint8 (cols,), or (k, cols) with k up to ``block``, read-only: the open sides
        of the cells, N=1, E=2, S=4, W=8.

    Raises:
        RecipeError: If there is no such algorithm or size, or if it does not go row by row.
        ValueError: If another argument is invalid.
        NotEnoughMemoryError: If a block does not fit into memory.

    Examples:
        >>> from mazegame.engine import Maze, generate, stream_rows
        >>> rows = list(stream_rows("sidewinder", 12, "kite-7", 5))
        >>> Maze(rows) == generate("sidewinder", 12, 5, "kite-7")
        True
        >>> next(stream_rows("binary-tree", 1000, "kite-7", block=64)).shape[1]
        1000
    """
    sample = Recipe.make(algorithm, cols, 1 if rows is None else rows, seed)
    bands = ALGORITHMS[sample.algorithm].bands
    if bands is None:
        able = ", ".join(name for name, one in ALGORITHMS.items() if one.bands is not None)
        raise RecipeError("algorithm", f"{algorithm} does not go row by row: {able} do")
    height = 1 if block is None else check_count("block", block)
    what = f"a stream of rows of {sample.cols:,} cells"
    memory.require(sample.cols * (_STREAM_BYTES_PER_COL + 2.0 * min(height, rows or height)), what)
    blocks = bands(sample.cols, sample.seed, None if rows is None else sample.rows, height)
    return blocks if block is not None else (row for part in blocks for row in part)


def stream_bands(
    recipe: Recipe, band_cells: int = BAND_CELLS
) -> Iterator[NDArray[np.uint8]] | None:
    """Carve the maze of a recipe in bands of rows, in memory that does not grow with its height.

    Rows that do not fit into memory are refused (``NotEnoughMemoryError``).

    Returns:
        An iterator of uint8 (k, cols), read-only: the rows of ``generate(recipe)``, byte for byte.
        None if the algorithm makes no rows one by one, or the recipe has options.
    """
    bands = ALGORITHMS[recipe.algorithm].bands
    if bands is None or recipe.options:
        return None
    what = f"a stream of rows of {recipe.cols:,} cells"
    memory.require(recipe.cols * _STREAM_BYTES_PER_COL, what)
    return bands(recipe.cols, recipe.seed, recipe.rows, max(1, band_cells // recipe.cols))

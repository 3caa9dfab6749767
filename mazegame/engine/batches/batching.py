"""``batch``: generate many mazes at once. This module checks its arguments."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import Executor
from pathlib import Path
from typing import Any, Final, Unpack, overload

import numpy as np

from mazegame.engine.batches.batch import Batch
from mazegame.engine.batches.batch_file import KINDS
from mazegame.engine.batches.folder import Shards, write_all
from mazegame.engine.batches.part import Plan, read_seeds
from mazegame.engine.batches.running import make_all
from mazegame.engine.errors import RecipeError
from mazegame.engine.level import LEVEL_BYTES_PER_CELL
from mazegame.engine.measures.distance import check_flood_size
from mazegame.engine.recipes.memory_figures import check_memory
from mazegame.engine.recipes.recipe import Recipe, shorten
from mazegame.engine.recipes.request import MazeOptions, read_request
from mazegame.engine.support import memory
from mazegame.engine.support.progress import Progress
from mazegame.engine.support.validation import check_count, short_repr

SHARD_SIZE: Final = 10_000
"""Default number of mazes in each file of a batch."""


@overload
def batch(
    algorithm: str, cols: int, rows: int, seeds: int | Iterable[str | int], *,
    name: str = "batch", ends: str = "corners", fields: bool = False, paths: bool = False,
    textures: bool = False, out: None = None, kind: str = "npz", shard_size: int = SHARD_SIZE,
    executor: Executor | None = None, progress: Progress | None = None,
    **options: Unpack[MazeOptions],
) -> Batch: ...  # fmt: skip
@overload
def batch(
    algorithm: str, cols: int, rows: int, seeds: int | Iterable[str | int], *,
    name: str = "batch", ends: str = "corners", fields: bool = False, paths: bool = False,
    textures: bool = False, out: str | os.PathLike[str], kind: str = "npz",
    shard_size: int = SHARD_SIZE, executor: Executor | None = None,
    progress: Progress | None = None, **options: Unpack[MazeOptions],
) -> Shards: ...  # fmt: skip
def batch(
    algorithm: str,
    cols: int,
    rows: int,
    seeds: int | Iterable[str | int],
    *,
    name: str = "batch",
    ends: str = "corners",
    fields: bool = False,
    paths: bool = False,
    textures: bool = False,
    out: str | os.PathLike[str] | None = None,
    kind: str = "npz",
    shard_size: int = SHARD_SIZE,
    executor: Executor | None = None,
    progress: Progress | None = None,
    **options: Unpack[MazeOptions],
) -> Batch | Shards:
    """Make many mazes of one size and design.

    Every maze is that of ``generate`` with its seed, byte for byte, in any process. Derived seeds
    hold a name, the algorithm and the size. Seeds that do not can make alike mazes: with the same
    seed, mazes of 15x15 and of 15x16 share rows, some algorithms' all of them. So two sets made of
    the seeds 0, 1, 2... are no independent sets if only the size differs.

    Complexity: time in proportion to the cells of all mazes, some microseconds for one of 15x15
    (``benchmarks/small.py``); with weights, zones or a mask some hundred. Memory: one byte for each
    cell, and four more with ``fields``; what does not fit is refused before it begins.

    Args:
        algorithm: An algorithm's name, or a preset's.
        cols: Columns of cells.
        rows: Rows of cells.
        seeds: How many mazes: then their seeds are ``NAME.ALGORITHM.COLSxROWS.NUMBER``. Or their
            seeds, in any iterable of texts and integers.
        name: The NAME of derived seeds. Sets of different names have no seed in common.
        ends: Where A and B lie, as in game IDs: ``corners``, ``farthest``, ``random``, ``rim``,
            ``sides``, or cells such as ``r0c0-r9c9``.
        fields: Whether to keep the distance of every cell to the nearest goal.
        paths: Whether to keep a shortest path, for ``Batch.path``.
        textures: Whether to measure every maze as ``texture`` does.
        out: A folder: the mazes are written there, in files of ``shard_size`` mazes, and not kept.
            What an earlier call with the same arguments has written is left, so that a killed one
            goes on where it stopped.
        kind: The kind of files: ``npz`` (no pickles), or ``parquet``, which takes pyarrow.
        shard_size: Mazes in a file.
        executor: Who makes them: any ``concurrent.futures.Executor``. Threads run at the same time,
            for the GIL is released; for processes and dask (``client.get_executor()``) the seeds
            travel there and mazes back, or the files are written there.
        progress: See ``generate``.
        options: Settings of the algorithm, as for ``generate``; a mask may be an array or an image.

    Returns:
        A ``Batch``, or with ``out`` the ``Shards`` in that folder.

    Raises:
        TypeError: If an argument is of another kind than described.
        ValueError: If one does not fit (``RecipeError``), the mazes do not fit into memory
            (``NotEnoughMemoryError``), or the folder holds another batch.
        MissingLibraryError: If pyarrow is needed and not there.
        CancelledError: If ``progress`` cancels it.

    Examples:
        >>> from mazegame.engine import batch, generate
        >>> mazes = batch("kruskal", 15, 15, ["kite-7", "kite-8"], fields=True)
        >>> bool((mazes.passages[0] == generate("kruskal", 15, 15, "kite-7").passages).all())
        True
        >>> mazes.fields.shape, int(mazes.fields[1][0, 0]) == int(mazes.dist_min[1])
        ((2, 15, 15), True)
    """
    sample, mask = _sample(algorithm, cols, rows, {"ends": ends, **options})
    flags = {"fields": fields, "paths": paths, "textures": textures}
    for flag, value in flags.items():
        if not isinstance(value, (bool, np.bool_)):
            raise TypeError(f"{flag} must be True or False, not {short_repr(value)}")
    plan = Plan(sample.algorithm, sample.cols, sample.rows, sample.options, **flags, mask=mask)
    if executor is not None and not isinstance(executor, Executor):
        raise TypeError(
            "executor must be a concurrent.futures.Executor, such as ThreadPoolExecutor() or "
            f"dask's client.get_executor(), not {short_repr(executor)}"
        )
    chosen = read_seeds(seeds, name, plan.algorithm, plan.cols, plan.rows)
    check_flood_size(plan.cols, plan.rows)
    check_memory(sample, LEVEL_BYTES_PER_CELL)
    if out is None:
        what = f"a batch of {len(chosen):,} mazes of {plan.cols}x{plan.rows}"
        memory.require(len(chosen) * plan.bytes_per_maze, what)
        return Batch(plan, chosen, make_all(plan, chosen, executor, progress))
    if kind not in KINDS:
        raise ValueError(f"kind must be {' or '.join(KINDS)}, not {short_repr(kind)}")
    size = check_count("shard_size", shard_size)
    what = f"a file of {size:,} mazes of {plan.cols}x{plan.rows}"
    memory.require(min(size, len(chosen)) * plan.bytes_per_maze, what)
    return write_all(plan, chosen, Path(out), kind, size, executor, progress)


def _sample(algorithm: str, cols: int, rows: int, options: dict[str, Any]) -> tuple[Recipe, str]:
    """Check what all mazes of a batch share; return the recipe of one, and ``Plan.mask``."""
    if isinstance(algorithm, str) and ":" in algorithm:
        raise RecipeError(
            "algorithm",
            f"{shorten(algorithm)} is a single maze: a batch takes an algorithm or a preset",
        )
    zones = options.get("zones", "")
    if not isinstance(zones, str):
        raise RecipeError(
            "option", f"zones of a batch are a name, as in game IDs: {short_repr(zones)} is none"
        )
    recipe, rules = read_request(algorithm, cols, rows, "0", options)
    mask = None if rules is None else rules.mask  # without custom maps there are no rules
    return recipe, "" if mask is None else np.packbits(mask).tobytes().hex()

"""Making some mazes of a batch in this thread: by the loops, or one by one.

What lives here: ``make_part``. What does not: the loops (``carvers.py``, ``loops.py``), who makes
which part (``running.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mazegame.engine.batches.carvers import carver_of
from mazegame.engine.batches.loops import (
    TALLIES,
    braid_grids,
    copy_cells,
    draw_ends,
    flood_grids,
    measure_grids,
    place_farthest,
)
from mazegame.engine.batches.measures import columns_of, columns_of_trees
from mazegame.engine.batches.part import SMALL_CELLS, Part, Plan, empty_part, join_paths, view_of
from mazegame.engine.carving_grid import CarvingGrid, direction_tables
from mazegame.engine.distance import entries_to_add
from mazegame.engine.ends import parse_ends
from mazegame.engine.generators import ALGORITHMS
from mazegame.engine.level import Level
from mazegame.engine.maze import Maze
from mazegame.engine.measuring import texture
from mazegame.engine.progress import CANCEL, ProgressToken
from mazegame.engine.sha256 import hash_streams
from mazegame.engine.walk_steps import cover_steps, walk_length, wall_steps, wilson_steps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine.batches.seeds import Seeds

_QUEUE_SLACK: Final = 4100
"""Entries that a flood may write beyond those that count, see ``distance.flood_cells``."""


def make_part(plan: Plan, seeds: Seeds, token: ProgressToken | None = None) -> Part:
    """Make the mazes of some seeds in this thread.

    Args:
        plan: What to make.
        seeds: The seeds.
        token: May cancel the call.

    Raises:
        CancelledError: If it does.
    """
    token = token or ProgressToken()
    count = len(seeds)
    part = empty_part(plan, count)
    paths: list[tuple[NDArray[np.int32], NDArray[np.int64]]] = []
    make = _make_looped if plan.looped else _make_one_by_one
    for first in range(0, count, plan.chunk):
        some = seeds.part(first, min(plan.chunk, count - first))
        made = view_of(part, first, len(some))
        make(plan, some, token, made)
        token.check()
        if made.path_cells is not None and made.path_ends is not None:
            paths.append((made.path_cells, made.path_ends))
    join_paths(part, paths)
    return part


def _make_looped(plan: Plan, seeds: Seeds, token: ProgressToken, part: Part) -> None:
    """Make small mazes by the loops, into a part."""
    cols, rows, count = plan.cols, plan.rows, len(seeds)
    algorithm, sample = ALGORITHMS[plan.algorithm], plan.sample
    blank = CarvingGrid(cols, rows, "0", fill=algorithm.fill).flat
    size, stride = blank.size, cols + 2
    carver = carver_of(plan.algorithm, {o.name: sample.option(o.name) for o in algorithm.options})
    scratch = carver.scratch(cols, rows)
    idle = ProgressToken().words
    texts, ends = seeds.encoded()
    grids = np.empty(count * size, np.uint8)
    carver.loop(
        grids, blank, hash_streams(texts, ends, "carve"), token.words, idle,
        *direction_tables(stride), scratch.octets, scratch.uints, scratch.words, cols, rows,
        work=count * _steps(plan),
    )  # fmt: skip
    share = int(sample.option("braid"))
    if share:
        # Rounded as Python rounds, which is not for a kernel to say.
        wanted = np.array([round(share / 100 * many) for many in range(size + 1)], np.uint32)
        rngs = hash_streams(texts, ends, "braid")
        dead_ends = np.empty(size, np.uint32)
        braid_grids(
            grids, rngs, wanted, dead_ends, token.words, idle, stride, work=count * plan.cells
        )
    flood = (
        np.empty(size, np.uint8),
        np.empty(size, np.int32),
        np.empty(4 * plan.cells + _QUEUE_SLACK, np.uint64),
        entries_to_add(stride),
        np.empty(3, np.uint64),
    )
    starts, goals = _place_ends(plan, grids, texts, ends, flood, token)
    cells = grids.reshape(count, rows + 2, stride)
    copy_cells(grids, part.passages.reshape(-1), cols, rows)
    nearest = plan.textures and plan.goals > 1  # which goal counts, the path tells
    wants_paths = plan.paths or nearest
    path_cells = np.empty(count * plan.cells if wants_paths else 0, np.uint32)
    path_ends = np.empty(count if wants_paths else 0, np.uint64)
    fields = np.empty(0, np.int32) if part.fields is None else part.fields.reshape(-1)
    flood_grids(
        grids, starts, goals, part.dist_min, fields, path_cells, path_ends, *flood, token.words,
        idle, cols, rows, work=count * plan.cells,
    )  # fmt: skip
    part.starts[:] = _pairs(starts, stride)
    part.goals[:] = _pairs(goals, stride).reshape(part.goals.shape)
    if part.path_ends is not None:
        part.path_ends = path_ends.astype(np.int64)
        part.path_cells = _pairs(path_cells[: int(path_ends[-1]) if count else 0], stride)
    if part.textures is not None:
        if nearest:
            goals = path_cells[path_ends.astype(np.intp) - 1]
        for name, column in _measure(plan, cells, grids, starts, goals, token).items():
            part.textures[name][:] = column


def _steps(plan: Plan) -> float:
    """Return how long carving one maze takes: its cells, or the steps of a walk."""
    match plan.algorithm:
        case "aldous-broder":
            return cover_steps(plan.cells, walk_length(plan.cols, plan.rows))
        case "wilson" if plan.sample.option("build") == "walls":
            return wall_steps(plan.cols, plan.rows)
        case "wilson":
            return wilson_steps(plan.cells, walk_length(plan.cols, plan.rows))
    return plan.cells


def _place_ends(
    plan: Plan,
    grids: NDArray[np.uint8],
    texts: NDArray[np.uint8],
    ends: NDArray[np.uint64],
    flood: tuple[NDArray[Any], ...],
    token: ProgressToken,
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Place A and the goals of each maze, as indices into its bordered grid."""
    cols, rows, count = plan.cols, plan.rows, len(ends)
    stride = cols + 2
    place = plan.sample.option("ends")
    starts = np.empty(count, np.uint32)
    goals = np.empty(count * plan.goals, np.uint32)
    given = parse_ends(place)
    if place in {"random", "sides"}:
        sides = int(place == "sides" and cols > 1)  # both sides of one column are the same cells
        draw_ends(starts, goals, hash_streams(texts, ends, "ends"), sides, cols, rows, work=count)
    elif place == "farthest":
        idle = ProgressToken().words
        place_farthest(
            grids, starts, goals, *flood, token.words, idle, stride, work=count * plan.cells
        )
    else:
        start, its_goals = given or ((0, 0), ((rows - 1, cols - 1),))
        starts[:] = (start[0] + 1) * stride + start[1] + 1
        indices = [(row + 1) * stride + col + 1 for row, col in its_goals]
        goals.reshape(count, plan.goals)[:] = indices
    return starts, goals


def _pairs(indices: NDArray[np.uint32], stride: int) -> NDArray[np.int32]:
    """Turn indices into a bordered grid into pairs (row, col)."""
    pairs = np.empty((len(indices), 2), np.int32)
    rows, cols = np.divmod(indices, np.uint32(stride))
    pairs[:, 0], pairs[:, 1] = rows, cols
    pairs -= 1
    return pairs


def _measure(
    plan: Plan,
    cells: NDArray[np.uint8],
    grids: NDArray[np.uint8],
    starts: NDArray[np.uint32],
    goals: NDArray[np.uint32],
    token: ProgressToken,
) -> dict[str, NDArray[Any]]:
    """Measure mazes: in those without loops all at once, in others one by one."""
    count, stride = len(starts), plan.cols + 2
    if plan.sample.option("braid") != "0":
        pairs = zip(_pairs(starts, stride).tolist(), _pairs(goals, stride).tolist(), strict=True)
        measured = []
        for grid, (start, goal) in zip(cells, pairs, strict=True):
            if token.words[CANCEL]:
                break
            maze = Maze.from_grid(grid.copy())
            measured.append(texture(maze, tuple(start), tuple(goal)))
        token.check()
        return columns_of(measured)
    size = cells[0].size if count else 0
    kinds = np.zeros(16 * count, np.uint64)
    tallies = np.empty(TALLIES * count, np.uint64)
    moves = np.zeros(9, np.int64)
    moves[[1, 2, 4, 8]] = -stride, 1, stride, -1
    measure_grids(
        grids, starts, goals, kinds, tallies, np.empty(plan.cols, np.uint32),
        np.empty(size, np.uint8), np.empty(size, np.uint64), moves, np.empty(5, np.uint64),
        token.words, ProgressToken().words, plan.cols, plan.rows, work=count * plan.cells,
    )  # fmt: skip
    token.check()
    return columns_of_trees(kinds.reshape(count, 16), tallies.reshape(count, TALLIES))


def _make_one_by_one(plan: Plan, seeds: Seeds, token: ProgressToken, part: Part) -> None:
    """Make one large maze, or one by weight or inside a mask, into a part."""
    (seed,) = (seeds[i] for i in range(len(seeds)))
    progress = None if plan.cells <= SMALL_CELLS else lambda _: not token.words[CANCEL]
    level = Level.of(plan.recipe(seed), progress=progress)
    part.passages[0] = level.maze.passages
    part.starts[0] = level.start
    part.goals[0] = level.goals
    part.dist_min[0] = level.dist_min
    if part.fields is not None:
        part.fields[0] = level.field
    if plan.paths or plan.textures:
        path = level.cells_of_path()
        if plan.paths:
            part.path_cells = path.astype(np.int32)
            part.path_ends = np.array([len(path)], np.int64)
        if part.textures is not None:
            row, col = path[-1].tolist()
            measured = columns_of([texture(level.maze, level.start, (row, col))])
            for name, column in measured.items():
                part.textures[name][:] = column

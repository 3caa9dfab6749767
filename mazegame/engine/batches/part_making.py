"""``make_part``: generate some mazes of a batch in this thread, by the loops or one by one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mazegame.engine.batches import loops
from mazegame.engine.batches.part import SMALL_CELLS, TEXTURE, Part, Plan, Seeds
from mazegame.engine.carving.emitting import NO_LOG
from mazegame.engine.generation import task_of
from mazegame.engine.generators import ALGORITHMS
from mazegame.engine.level import Level
from mazegame.engine.measures.distance import cells_of, entries_to_add
from mazegame.engine.measures.measuring import count_texture
from mazegame.engine.measures.textures import COUNTS, columns_of
from mazegame.engine.model.directions import moves_of
from mazegame.engine.model.maze import Maze
from mazegame.engine.recipes.ends import parse_ends
from mazegame.engine.support.progress import CANCEL, DONE, ProgressToken


def make_part(plan: Plan, seeds: Seeds, token: ProgressToken | None = None) -> Part:
    """Make the mazes of some seeds in this thread."""
    token = token or ProgressToken()
    part = plan.empty_part(len(seeds))
    paths = [np.empty((0, 2), np.int32)]
    make = _make_looped if plan.looped else _make_one_by_one
    for first in range(0, len(seeds), plan.chunk):
        some = seeds.part(first, plan.chunk)
        paths.append(make(plan, some, token, part.cut(first, first + len(some)).arrays))
        token.check()
    if plan.paths:
        part.path_cells = np.concatenate(paths)
    return part


def _make_looped(
    plan: Plan, seeds: Seeds, token: ProgressToken, arrays: dict[str, NDArray[Any]]
) -> NDArray[np.int32]:
    """Make small mazes by the loops, into the arrays of a part; return the cells of their paths."""
    cols, rows, count = plan.cols, plan.rows, len(seeds)
    task = replace(task_of(plan.sample), batched=True)
    text = ALGORITHMS[plan.algorithm].text_for(task)
    blank = text.lay_out(task, "0").flat
    size, stride = blank.size, cols + 2
    idle = ProgressToken().words
    grids = np.empty(count * size, np.uint8)
    text.variant(looped=True)(
        grids, blank, text.scratch(task), text.rules(task), NO_LOG,
        seeds.streams("carve"), token.words, idle, work=count * text.work(task),
    )  # fmt: skip
    if share := int(plan.sample.option("braid")):
        # Rounded as Python rounds, which is not for a kernel to say.
        wanted = np.array([round(share / 100 * many) for many in range(size + 1)], np.uint32)
        dead_ends = np.empty(size, np.uint32)
        loops.braid_grids(
            grids, seeds.streams("braid"), wanted, dead_ends, NO_LOG, token.words, idle,
            stride, work=count * plan.cells,
        )  # fmt: skip
    unwalked, field = np.empty(size, np.uint8), np.empty(size, np.int32)
    queue, state = np.empty(4 * plan.cells + 4100, np.uint64), np.empty(3, np.uint64)
    flood = (unwalked, field, queue, entries_to_add(stride), state)
    starts, goals = _place_ends(plan, grids, seeds, flood, token)
    cells = grids.reshape(count, rows + 2, stride)
    nearest = plan.textures and plan.goals > 1  # which goal counts, the path tells
    path_cells = np.empty(count * plan.cells if plan.paths or nearest else 0, np.uint32)
    passages = arrays["passages"].reshape(-1)
    fields = arrays["fields"].reshape(-1) if plan.fields else np.empty(0, np.int32)
    loops.flood_grids(
        grids, starts, goals, passages, arrays["dist_min"], fields, path_cells, flood, token.words,
        idle, cols, rows, work=count * plan.cells,
    )  # fmt: skip
    arrays["starts"][:] = cells_of(starts, stride)
    arrays["goals"][:] = cells_of(goals, stride).reshape(count, plan.goals, 2)
    path_ends = np.cumsum(arrays["dist_min"] + 1)
    if plan.textures:
        if nearest:
            goals = path_cells[path_ends - 1]
        _fill(arrays, _measure(plan, cells, starts, goals, token))
    path_cells = path_cells[: path_ends[-1] if plan.paths and count else 0]
    return cells_of(path_cells, stride, np.int32)


def _place_ends(
    plan: Plan,
    grids: NDArray[np.uint8],
    seeds: Seeds,
    flood: tuple[NDArray[Any], ...],
    token: ProgressToken,
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Place A and the goals of each maze, as indices into its bordered grid."""
    cols, rows, count = plan.cols, plan.rows, len(seeds)
    stride = cols + 2
    place = plan.sample.option("ends")
    starts = np.empty(count, np.uint32)
    goals = np.empty(count * plan.goals, np.uint32)
    if place in {"random", "sides"}:
        words = seeds.streams("ends").reshape(count, 4)
        if place == "sides" and cols > 1:  # both sides of one column are the same cells
            first = _draw_below(words[:, 0], rows) * cols
            second = _draw_below(words[:, 1], rows) * cols + cols - 1
        else:
            area = cols * rows
            first = _draw_below(words[:, 0], area)
            second = _draw_below(words[:, 1], max(area - 1, 1))
            second = np.minimum(second + (second >= first), area - 1)
        for ends, drawn in ((starts, first), (goals, second)):
            ends[:] = (drawn // cols + 1) * stride + drawn % cols + 1
    elif place == "farthest":
        idle, work = ProgressToken().words, count * plan.cells
        loops.place_farthest(grids, starts, goals, flood, token.words, idle, stride, work=work)
    else:
        start, its_goals = parse_ends(place) or ((0, 0), ((rows - 1, cols - 1),))
        starts[:], *places = [(row + 1) * stride + col + 1 for row, col in (start, *its_goals)]
        goals.reshape(count, plan.goals)[:] = places
    return starts, goals


def _draw_below(words: NDArray[np.uint64], bound: int) -> NDArray[np.uint64]:
    """Return the upper 64 bits of words times a bound of up to 32 bits."""
    half, times = np.uint64(32), np.uint64(bound)
    low = words & np.uint64(0xFFFF_FFFF)
    return ((words >> half) * times + (low * times >> half)) >> half


def _measure(
    plan: Plan,
    cells: NDArray[np.uint8],
    starts: NDArray[np.uint32],
    goals: NDArray[np.uint32],
    token: ProgressToken,
) -> ArrayLike:
    """Count what ``columns_of`` takes: in mazes without loops all at once, in others one by one."""
    count, stride = len(starts), plan.cols + 2
    if plan.sample.option("braid") != "0":
        measured = []
        ends = cells_of(starts, stride).tolist(), cells_of(goals, stride).tolist()
        for grid, start, goal in zip(cells, *ends, strict=True):
            token.check()
            maze = Maze.from_grid(grid.copy())
            measured.append(count_texture(maze, tuple(start), tuple(goal)))
        return measured
    size = cells[0].size if count else 0
    counts = np.zeros(COUNTS * count, np.uint64)
    vertical, rest = np.empty(plan.cols, np.uint32), np.empty(size, np.uint8)
    folding = (vertical, rest, np.empty(size, np.uint64), np.array(moves_of(stride)))
    loops.measure_grids(
        cells.reshape(-1), starts, goals, counts, folding, token.words, ProgressToken().words,
        plan.cols, plan.rows, work=count * plan.cells,
    )  # fmt: skip
    token.check()
    return counts.view(np.int64)


def _make_one_by_one(
    plan: Plan, seeds: Seeds, token: ProgressToken, arrays: dict[str, NDArray[Any]]
) -> NDArray[np.int32]:
    """Make one large maze, or one by weight or inside a mask; as ``_make_looped``."""
    (seed,) = seeds
    progress = None if plan.cells <= SMALL_CELLS else lambda _: not token.words[CANCEL]
    inside = plan.inside
    recipe = plan.recipe(seed)
    if inside is None:
        level = Level.of(recipe, progress=progress)
    else:
        level = Level.of(recipe, mask=inside, progress=progress)
    token.words[DONE] += plan.cells
    arrays["passages"][0] = level.maze.passages
    arrays["starts"][0] = level.start
    arrays["goals"][0] = level.goals
    arrays["dist_min"][0] = level.dist_min
    if plan.fields:
        arrays["fields"][0] = level.field
    if not (plan.paths or plan.textures):
        return np.empty((0, 2), np.int32)
    path = level.cells_of_path()
    if plan.textures:
        row, col = path[-1].tolist()
        _fill(arrays, count_texture(level.maze, level.start, (row, col)))
    return path.astype(np.int32)


def _fill(arrays: dict[str, NDArray[Any]], counts: ArrayLike) -> None:
    for name, column in columns_of(counts).items():
        arrays[TEXTURE + name][:] = column

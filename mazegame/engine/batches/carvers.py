"""Carving one small grid after another: each algorithm as a loop over many random streams.

What lives here: how the kernel of each algorithm is called for a grid of a batch, and what it needs
besides. What does not: the algorithms (``generators/``), weights, zones and masks, which are carved
one by one (``making.py``).

Every loop takes the same arguments, so that numba meets one signature. What an algorithm needs of
memory it cuts from three buffers, of bytes, of 32-bit and of 64-bit words, which are laid out once
for all grids; tables of its own lie at their beginning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mazegame.engine.generators import (
    aldous_broder,
    binary_tree,
    eller,
    growing_tree,
    hunt_and_kill,
    kruskal,
    prim,
    recursive_backtracker,
    recursive_division,
    sidewinder,
    simple_prim,
    true_prim,
    wilson,
)
from mazegame.engine.generators.edge_order import LOW, east_key, south_key
from mazegame.engine.jit import MASK64, Kernel, device, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import word_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from mazegame.engine.instructions import Span


@dataclass(frozen=True)
class Scratch:
    """The arguments of a loop besides its grids."""

    octets: NDArray[np.uint8]
    uints: NDArray[np.uint32]
    words: NDArray[np.uint64]


@dataclass(frozen=True)
class Carver:
    """An algorithm with its options, as a loop."""

    loop: Kernel
    """See ``_looped``."""
    scratch: Callable[[int, int], Scratch]
    """Lay out what it works on, for a size (cols, rows)."""


def _looped(name: str, carve_one: Callable[..., Any], cost: float) -> Kernel:
    """Make a kernel that carves grid after grid.

    Args:
        name: What it is called, for the compile cache.
        carve_one: A device function that carves one: ``carve_one(grid, rng, idle, steps, sides,
            octets, uints, words, cols, rows)``.
        cost: What a cell takes in plain Python, in microseconds.
    """

    def carve_grids(
        grids: Span,
        blank: Span,
        rngs: Span,
        token: Span,
        idle: Span,
        steps: Span,
        sides: Span,
        octets: Span,
        uints: Span,
        words: Span,
        cols: int,
        rows: int,
    ) -> None:
        """Carve grid after grid.

        Args:
            grids: uint8 (n * size,), the bordered grids, one after the other; written.
            blank: uint8 (size,), how each begins.
            rngs: uint64 (4 * n,), the random stream of each.
            token: uint64, the progress words; counts the cells of all grids.
            idle: uint64, unused progress words.
            steps: int64 (256,), see ``direction_tables``.
            sides: uint8 (512,), see there.
            octets: uint8; scratch, here and below.
            uints: uint32.
            words: uint64.
            cols: Columns of cells.
            rows: Rows of cells.
        """
        size, cells, four = u64(len(blank)), cols * rows, u64(4)
        for i in range(len(rngs) // 4):
            first, stream = u64(i) * size, u64(i) * four
            grid = grids[first : first + size]
            for j in range(len(blank)):
                grid[j] = blank[j]
            rng = rngs[stream : stream + four]
            carve_one(grid, rng, idle, steps, sides, octets, uints, words, cols, rows)
            token[DONE] += cells
            if token[CANCEL] != 0:
                return

    carve_grids.__name__ = carve_grids.__qualname__ = f"carve_{name.replace('-', '_')}_grids"
    return Kernel(carve_grids, cost)


# Kernels are called by their modules' names when they are compiled as well: numba wants a global.
_backtrack = recursive_backtracker.carve_cells
_hunt = hunt_and_kill.carve_cells
_grow, _grow_in_order = growing_tree.carve_swapping, growing_tree.carve_ordered
_prim = prim.carve_cells
_simple_prim = simple_prim.carve_cells
_open_cheapest, _open_in_order = true_prim.open_cheapest, kruskal.open_in_order
_walk, _build_walls, _open_floor = wilson.carve_cells, wilson.build_walls, wilson.open_floor
_wander = aldous_broder.carve_cells
_carve_eller_rows, _close_last_row = eller.carve_rows, eller.close_last_row
_toss_rows, _carve_runs = binary_tree.carve_rows, sidewinder.carve_rows
_divide = recursive_division.divide
_RULES: Final = 100
_PLANES: Final = len(binary_tree.PLANES)


@device
def _backtrack_one(
    grid: Span, rng: Span, idle: Span, steps: Span, sides: Span,
    octets: Span, uints: Span, words: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    _backtrack(grid, uints, steps, sides, rng, idle, cols, rows)


@device
def _hunt_one(
    grid: Span, rng: Span, idle: Span, steps: Span, sides: Span,
    octets: Span, uints: Span, words: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    _hunt(grid, steps, sides, rng, idle, cols, rows)


@device
def _grow_one(
    grid: Span, rng: Span, idle: Span, steps: Span, sides: Span,
    octets: Span, uints: Span, words: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    _grow(grid, uints, words, steps, sides, rng, idle, cols, rows)


@device
def _grow_one_in_order(
    grid: Span, rng: Span, idle: Span, steps: Span, sides: Span,
    octets: Span, uints: Span, words: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    cells, rules = cols * rows, u64(_RULES)
    present = words[rules:]
    for i in range(len(present)):
        present[i] = u64(MASK64)
    counts = uints[cells : cells + u64(len(present)) + u64(1)]
    for i in range(len(counts)):  # each node counts as many words as its low bit
        node = u64(i)
        counts[i] = (node & (~node + u64(1))) << u64(6)
    _grow_in_order(
        grid, uints[:cells], present, counts, words[:rules], steps, sides, rng, idle, cols, rows
    )


@device
def _prim_one(
    grid: Span, rng: Span, idle: Span, steps: Span, sides: Span,
    octets: Span, uints: Span, words: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    _prim(grid, uints, words, steps, sides, rng, idle, cols, rows)


@device
def _simple_prim_one(
    grid: Span, rng: Span, idle: Span, steps: Span, sides: Span,
    octets: Span, uints: Span, words: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    _simple_prim(grid, words, steps, sides, rng, idle, cols, rows)


@device
def _true_prim_one(
    grid: Span, rng: Span, idle: Span, steps: Span, sides: Span,
    octets: Span, uints: Span, words: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    one = u64(1)
    count = _sort_edges(uints, words, rng, cols, rows)
    stride = cols + u64(2)
    ranks = uints[count : count + u64(2) * u64(len(grid))]
    depth = u64(octets[0])  # what the levels of the queue are stands in front, see `_queue_scratch`
    levels = words[u64(len(words)) - depth :]
    queue = words[count << one : u64(len(words)) - depth]
    for i in range(len(queue)):
        queue[i] = 0
    centre = (rows + one >> one) * stride + (cols + one >> one)
    _open_cheapest(grid, uints[:count], ranks, queue, levels, idle, cols * rows, stride, centre)


@device
def _kruskal_one(
    grid: Span, rng: Span, idle: Span, steps: Span, sides: Span,
    octets: Span, uints: Span, words: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    count = _sort_edges(uints, words, rng, cols, rows)
    stride = cols + u64(2)
    parents = uints[count : count + u64(len(grid))]
    _open_in_order(grid, uints, parents, idle, cols * rows, stride, stride + u64(1))


@device
def _sort_edges(edges: Span, words: Span, rng: Span, cols: int, rows: int) -> int:
    """Write all edges in the order of their weights, and return how many there are.

    By buckets, about as many as edges, and then by insertion, which has little left to do.

    Args:
        edges: uint32, at least three for each edge and 2 more; written.
        words: uint64, at least two for each edge; scratch.
        rng: uint64 (4,), the random stream.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    one, low, top = u64(1), u64(LOW), u64(64)
    seed = u64(rng[0])
    count = u64(0)
    cell = cols + u64(3)
    for row in range(rows):
        for col in range(cols):
            word = word_at(seed, cell)
            words[count] = east_key(word, cell)
            count += u64(u64(col) + one < cols)
            words[count] = south_key(word, cell)
            count += u64(u64(row) + one < rows)
            cell += one
        cell += u64(2)
    bits = one
    while one << bits < count:
        bits += one
    shift = top - bits
    begins = edges[count:]
    for i in range((one << bits) + one):
        begins[i] = 0
    for i in range(count):
        begins[(u64(words[i]) >> shift) + one] += 1
    for i in range(one << bits):
        begins[i + 1] = u64(begins[i + 1]) + u64(begins[i])
    sorted_keys = words[count:]
    for i in range(count):
        key = u64(words[i])
        place = u64(begins[key >> shift])
        begins[key >> shift] = place + one
        sorted_keys[place] = key
    for i in range(count):
        key = u64(sorted_keys[i])
        place = u64(i)
        while place > u64(0) and u64(sorted_keys[place - one]) > key:
            sorted_keys[place] = sorted_keys[place - one]
            place -= one
        sorted_keys[place] = key
    for i in range(count):
        edges[i] = u64(sorted_keys[i]) & low
    return count


@device
def _walk_one(
    grid: Span, rng: Span, idle: Span, steps: Span, sides: Span,
    octets: Span, uints: Span, words: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    _walk(grid, steps, sides, rng, idle, cols, rows)


@device
def _build_walls_of_one(
    grid: Span, rng: Span, idle: Span, steps: Span, sides: Span,
    octets: Span, uints: Span, words: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    one = u64(1)
    stride = cols + u64(2)
    _open_floor(grid, cols, rows)
    for i in range(len(grid)):
        octets[i] = 0
    for row in range(rows - one):
        first = (u64(row) + one) * stride + one
        for col in range(cols - one):
            octets[first + u64(col)] = 1
    _build_walls(grid, octets, steps, rng, idle, cols, rows)


@device
def _wander_one(
    grid: Span, rng: Span, idle: Span, steps: Span, sides: Span,
    octets: Span, uints: Span, words: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    _wander(grid, steps, sides, rng, idle, cols, rows)


@device
def _eller_one(
    grid: Span, rng: Span, idle: Span, steps: Span, sides: Span,
    octets: Span, uints: Span, words: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    left, right = uints[:cols], uints[cols : cols + cols]
    for col in range(cols):
        left[col] = right[col] = col
    for i in range(4):
        words[i] = rng[i]
    words[4] = words[5] = 0
    _carve_eller_rows(grid, left, right, words, idle, cols, rows - u64(1))
    _close_last_row(grid, left, right, cols, rows)


@device
def _toss_one(
    grid: Span, rng: Span, idle: Span, steps: Span, sides: Span,
    octets: Span, uints: Span, words: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    planes = u64(_PLANES)
    _toss_rows(grid, octets[planes:], octets[:planes], rng, idle, cols, u64(0), rows, u64(DONE))


@device
def _run_one(
    grid: Span, rng: Span, idle: Span, steps: Span, sides: Span,
    octets: Span, uints: Span, words: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    _carve_runs(grid, rng, idle, cols, u64(0), rows, u64(DONE))


@device
def _divide_one(
    grid: Span, rng: Span, idle: Span, steps: Span, sides: Span,
    octets: Span, uints: Span, words: Span, cols: int, rows: int,
) -> None:  # fmt: skip
    _divide(grid, uints, rng, idle, cols, rows)


def _scratch(octets: int = 1, uints: int = 1, words: int = 1) -> Scratch:
    return Scratch(
        np.zeros(octets, np.uint8), np.zeros(uints, np.uint32), np.zeros(words, np.uint64)
    )


def _growing_scratch(pick: str, *, ordered: bool) -> Callable[[int, int], Scratch]:
    def scratch(cols: int, rows: int) -> Scratch:
        places = cols * rows // 64 + 1 if ordered else 0
        laid = _scratch(uints=cols * rows + places + 1, words=_RULES + places)
        laid.words[:_RULES] = growing_tree.policy_rules(pick)
        return laid

    return scratch


def _edges(cols: int, rows: int) -> int:
    return 2 * cols * rows - cols - rows


def _sorting_scratch(cols: int, rows: int, uints: int, words: int) -> Scratch:
    """Room for the edges and what sorts them, and for so much more behind the edges."""
    edges = _edges(cols, rows)
    return _scratch(uints=edges + max(uints, 2 * edges + 3), words=2 * edges + 1 + words)


def _kruskal_scratch(cols: int, rows: int) -> Scratch:
    return _sorting_scratch(cols, rows, (cols + 2) * (rows + 2), 0)


def _queue_scratch(cols: int, rows: int) -> Scratch:
    """As for Kruskal, and the queue of ranks, with its levels at the end of the words."""
    queue, levels = true_prim.empty_queue(_edges(cols, rows))
    laid = _sorting_scratch(cols, rows, 2 * (cols + 2) * (rows + 2), queue.size + levels.size - 1)
    laid.words[-levels.size :] = levels
    laid.octets[0] = levels.size
    return laid


def _coins_scratch(cols: int, _: int) -> Scratch:
    laid = _scratch(octets=_PLANES + 2 * 8 * (cols // 8 + 1))
    laid.octets[:_PLANES] = binary_tree.PLANES
    return laid


_BACKTRACK: Final = _looped("recursive-backtracker", _backtrack_one, 1.1)
_HUNT: Final = _looped("hunt-and-kill", _hunt_one, 1.1)
_GROW: Final = _looped("growing-tree", _grow_one, 2.9)
_GROW_IN_ORDER: Final = _looped("ordered-growing-tree", _grow_one_in_order, 5.0)
_PRIM: Final = _looped("prim", _prim_one, 2.7)
_SIMPLE_PRIM: Final = _looped("simple-prim", _simple_prim_one, 2.2)
_TRUE_PRIM: Final = _looped("true-prim", _true_prim_one, 4.4)
_KRUSKAL: Final = _looped("kruskal", _kruskal_one, 2.9)
_WALK: Final = _looped("wilson", _walk_one, 0.3)
_WALLS: Final = _looped("wilson-walls", _build_walls_of_one, 0.3)
_WANDER: Final = _looped("aldous-broder", _wander_one, 0.15)
_ELLER: Final = _looped("eller", _eller_one, 0.7)
_SIDEWINDER: Final = _looped("sidewinder", _run_one, 0.7)
_BINARY_TREE: Final = _looped("binary-tree", _toss_one, 0.4)
_DIVISION: Final = _looped("recursive-division", _divide_one, 1.0)


def carver_of(algorithm: str, options: dict[str, str]) -> Carver:
    """Return the loop of an algorithm.

    Args:
        algorithm: Its name.
        options: The values of the options that only this algorithm has, defaults included.
    """
    match algorithm:
        case "growing-tree" if options["removal"] == "ordered":
            return Carver(_GROW_IN_ORDER, _growing_scratch(options["pick"], ordered=True))
        case "growing-tree":
            return Carver(_GROW, _growing_scratch(options["pick"], ordered=False))
        case "wilson" if options["build"] == "walls":
            return Carver(_WALLS, lambda cols, rows: _scratch(octets=(cols + 2) * (rows + 2)))
    return _CARVERS[algorithm]


_CARVERS: Final = {
    "recursive-backtracker": Carver(_BACKTRACK, lambda cols, rows: _scratch(uints=cols * rows)),
    "hunt-and-kill": Carver(_HUNT, lambda *_: _scratch()),
    "prim": Carver(_PRIM, lambda cols, rows: _scratch(uints=cols * rows + 4, words=8)),
    "simple-prim": Carver(_SIMPLE_PRIM, lambda cols, rows: _scratch(words=2 * cols * rows + 4)),
    "true-prim": Carver(_TRUE_PRIM, _queue_scratch),
    "kruskal": Carver(_KRUSKAL, _kruskal_scratch),
    "wilson": Carver(_WALK, lambda *_: _scratch()),
    "aldous-broder": Carver(_WANDER, lambda *_: _scratch()),
    "eller": Carver(_ELLER, lambda cols, _: _scratch(uints=2 * cols, words=6)),
    "sidewinder": Carver(_SIDEWINDER, lambda *_: _scratch()),
    "binary-tree": Carver(_BINARY_TREE, _coins_scratch),
    "recursive-division": Carver(_DIVISION, lambda cols, rows: _scratch(uints=3 * (cols + rows))),
}
"""The loops of algorithms without options of their own that matter here."""

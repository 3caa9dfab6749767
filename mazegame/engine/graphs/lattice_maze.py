"""Mazes on lattices: making spanning trees, opening loops, distances, paths and statistics."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mazegame.engine.carving.rng import load_state, pick_below, seed_state
from mazegame.engine.errors import RecipeError, UnreachableError
from mazegame.engine.generators.bit_set import empty_set
from mazegame.engine.graphs import growing
from mazegame.engine.graphs.cell_lattice import Lattice, flood, list_ways
from mazegame.engine.graphs.growing import GRAPH_ALGORITHMS, MAX_WEIGHT, TEXTS, UNSEEN, make_order
from mazegame.engine.kernels.jit import Buffer, kernel, u64
from mazegame.engine.model.tree import Tree, check_no_loops
from mazegame.engine.recipes.recipe import find_algorithm
from mazegame.engine.support import memory
from mazegame.engine.support.progress import (
    Progress,
    ProgressToken,
    run_with_progress,
)
from mazegame.engine.support.seed import clean_seed, seed_to_text
from mazegame.engine.support.validation import as_numeric_array, sealed, short_repr

_CARVE: Final = "lattice"
"""Purpose of the random stream that carves."""

_BRAID: Final = "lattice braid"
"""Purpose of the random stream that opens dead ends."""

BYTES_PER_SIDE: Final = 16
"""Peak memory of a spanning tree besides its lattice, in bytes for each side of a cell."""

LOOPS_BYTES_PER_SIDE: Final = 95
"""Peak memory of opening dead ends, with the lattice, in bytes for each side of a cell."""

Statistics = dict[str, float | int | None]


class LatticeMaze:
    """Which sides between the cells of a lattice are open. A value: nobody can change it.

    Attributes:
        lattice: The cells.
    """

    def __init__(self, lattice: Lattice, edges: ArrayLike) -> None:
        """Make a maze from its passages, in any order.

        Args:
            lattice: The cells.
            edges: Integers (passages, 2): two cells each that are beside each other.

        Raises:
            ValueError: If two of them are not.
        """
        given = as_numeric_array(edges, "edges").reshape(-1, 2).astype(np.int64)
        low, high = given.min(axis=1), given.max(axis=1)
        cells = len(lattice)
        codes = np.unique(low * cells + high)
        beside = np.isin(low * cells + high, _codes_of(lattice))
        if not beside.all():
            one, other = given[~beside][0].tolist()
            raise ValueError(f"the cells {one} and {other} are not beside each other")
        self.lattice = lattice
        self._stored: NDArray[Any] = codes

    @cached_property
    def edges(self) -> NDArray[np.int32]:
        """int32 (passages, 2), read-only: the cells of each passage, sorted, lower ones first."""
        pairs = np.divmod(self._codes(), max(len(self.lattice), 1))
        return sealed(np.stack(pairs, axis=1).astype(np.int32))

    def _codes(self) -> NDArray[np.int64]:
        """Return ``lower * cells + higher`` of each passage, in rising order."""
        return self._stored

    @cached_property
    def passages(self) -> NDArray[np.bool_]:
        """Bool (cells, sides), read-only: whether each side of a cell is open."""
        cells = len(self.lattice)
        there = self.lattice.neighbours.astype(np.int64)
        here = np.arange(cells)[:, None]
        codes = np.minimum(here, there) * cells + np.maximum(here, there)
        low, high = self.edges.astype(np.int64).T
        return sealed((there >= 0) & np.isin(codes, low * cells + high))

    @cached_property
    def degrees(self) -> NDArray[np.int64]:
        """int64 (cells,): passages of each cell."""
        return np.bincount(self.edges.reshape(-1), minlength=len(self.lattice))

    @cached_property
    def ways(self) -> NDArray[np.uint32]:
        """The open sides of each cell, as kernels walk them."""
        return list_ways(self.lattice.neighbours, self.passages, self.lattice.shift)

    def tree(self, root: int | None = None) -> Tree:
        """Return the maze as a tree.

        Complexity: time in proportion to the cells, and some 40 bytes of memory for each.

        Args:
            root: The cell that it hangs from; the lattice's start if None.

        Raises:
            ValueError: If the maze has loops, or there is no such cell.

        Examples:
            >>> maze = spanning_tree(Lattice.polar(3), "wilson", "kite-7")
            >>> maze.tree(0)
            <Tree of 43 cells, depth 15>
        """
        lattice = self.lattice
        top = lattice.start if root is None else lattice.check_cell(root)
        depths, reached = flood(self.ways, lattice.shift, len(lattice), top)
        inside = depths >= 0
        check_no_loops(int(self.degrees[inside].sum()) // 2, reached)
        parents = np.full(len(lattice), -1, np.int32)
        for one, other in (self.edges.T, self.edges.T[::-1]):
            up = depths[one] < depths[other]
            parents[other[up]] = one[up]
        return Tree(parents, depths, top)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, LatticeMaze)
            and np.array_equal(self.lattice.neighbours, other.lattice.neighbours)
            and np.array_equal(self.edges, other.edges)
        )

    def __hash__(self) -> int:
        return hash((len(self.lattice), self.edges.tobytes()))

    def __repr__(self) -> str:
        lattice = self.lattice
        what = "graph" if lattice.kind == "graph" else f"{lattice.kind} {lattice.size}"
        return f"<{type(self).__name__} {what}, {len(self.edges):,} passages>"


class SpanningTree(LatticeMaze):
    """A perfect maze on a lattice, as ``spanning_tree`` makes it.

    Attributes:
        lattice: The cells.
        algorithm: The name of the algorithm.
        seed: The seed text.
    """

    def __init__(
        self, lattice: Lattice, algorithm: str, seed: str, found: NDArray[np.uint32 | np.uint64]
    ) -> None:
        """Wrap what the kernels found: parents (uint32), or pairs of cells in a uint64 each."""
        self.lattice, self.algorithm, self.seed = lattice, algorithm, seed
        self._stored = found

    def _codes(self) -> NDArray[np.int64]:
        cells = len(self.lattice)
        if self._stored.dtype == np.uint64:
            pairs = self._stored.astype(np.int64)
            return np.sort((pairs >> 32) * cells + (pairs & UNSEEN))
        parents = self._stored.astype(np.int64)
        here = np.arange(cells)
        low, high = np.minimum(here, parents), np.maximum(here, parents)
        return np.sort((low * cells + high)[parents != here])

    @cached_property
    def parents(self) -> NDArray[np.int32]:
        """int32 (cells,), read-only: a neighbour of each cell, on the way to one root; there -1.

        The root is where the algorithm began, with Kruskal's the lattice's start. ``tree`` takes
        any root.
        """
        if self._stored.dtype == np.uint64:
            return self.tree().parents
        parents = self._stored.view(np.int32).copy()
        parents[parents == np.arange(len(parents))] = -1
        return sealed(parents)


def spanning_tree(
    lattice: Lattice,
    algorithm: str,
    seed: str | int,
    weights: ArrayLike | None = None,
    *,
    progress: Progress | None = None,
) -> SpanningTree:
    """Return a perfect maze on a lattice. The same arguments give the same maze, for ever.

    Complexity: that of the algorithm on the grid, 30 to 60 ns a cell once compiled, in large mazes
    up to 200; some 60 to 200 bytes of memory for each.

    Args:
        lattice: The cells.
        algorithm: One of ``GRAPH_ALGORITHMS``, those that need neighbours only.
        seed: Any text or whole number.
        weights: How strongly the maze grows through each side: whole numbers from 1 to 100 of the
            shape of ``lattice.neighbours``, the same from both cells; sides without a neighbour do
            not matter. None for all alike. With Wilson and Aldous-Broder, the probability of a
            maze is in proportion to the product of the weights of its passages.
        progress: See ``generate``.

    Raises:
        RecipeError: If there is no such algorithm, or it needs more than neighbours.
        ValueError: If the seed or the weights do not fit.
        NotEnoughMemoryError: If there is not enough memory.
        CancelledError: ``progress`` returned False.

    Examples:
        >>> lattice = Lattice.hexagonal(rows=12, cols=20)
        >>> maze = spanning_tree(lattice, "wilson", "kite-7")
        >>> len(maze.edges), len(maze.parents)
        (239, 240)
    """
    if not isinstance(lattice, Lattice):
        raise TypeError(f"a Lattice is needed, not {type(lattice).__name__}")
    text = clean_seed(seed_to_text(seed))
    check_algorithm(algorithm)
    strengths = np.ones(1, np.uint32) if weights is None else _strengths(lattice, weights)
    memory.require(lattice.neighbours.size * BYTES_PER_SIDE, f"a maze of {len(lattice):,} cells")
    rng = seed_state(text, _CARVE)

    def work(token: ProgressToken) -> NDArray[Any]:
        token.stage(len(lattice))
        weighted = weights is not None
        found = _carve(lattice, algorithm, strengths, rng, token, weighted=weighted)
        token.check()
        return found

    found = run_with_progress(work, progress, len(lattice))
    return SpanningTree(lattice, algorithm, text, found)


def check_algorithm(algorithm: str) -> None:
    """Raise RecipeError if an algorithm does not exist, or needs more than neighbours."""
    known = find_algorithm(algorithm).name
    if known not in GRAPH_ALGORITHMS:
        raise RecipeError(
            "algorithm",
            f"{known} needs rows and columns of square cells: on other cells there are "
            f"{', '.join(GRAPH_ALGORITHMS)}",
        )


def _carve(
    lattice: Lattice,
    algorithm: str,
    strengths: NDArray[np.uint32],
    rng: NDArray[np.uint64],
    token: ProgressToken,
    *,
    weighted: bool,
) -> NDArray[Any]:
    """Run an algorithm's kernel; return the parents, or with Kruskal's the edges it keeps."""
    cells, shift, ways = len(lattice), lattice.shift, lattice.ways
    sides = lattice.neighbours.shape[1]
    carve = growing.kernel_of(algorithm, weighted=weighted)
    parents = np.full(cells, UNSEEN, np.uint32)
    text = TEXTS[algorithm]
    if text.make is not make_order:
        scratch = growing.scratch_of(algorithm, cells, ways.size, sides)
        carve(
            ways, strengths, parents, scratch, rng, token.words, cells, shift, lattice.middle,
            # Without the part of the length, which recipes know: it decides when to compile.
            work=cells * sides if text.walk is None else text.walk(cells, 0),
        )  # fmt: skip
        return parents
    edges = np.empty(cells * sides + 1, np.uint64)
    count = growing.list_edges(ways, edges, cells, shift, work=cells * sides)
    edges = edges[:count]
    carve(edges, strengths, rng, token.words, count, work=count)
    growing.name_cells(ways, edges, count, work=count)
    if algorithm == "kruskal":
        sets = np.arange(cells, dtype=np.uint32)
        kept = growing.join_sets(edges, sets, token.words, count, cells, work=2 * count)
        return edges[:kept].copy()
    ranks, queue = np.empty(ways.size, np.uint32), empty_set(count)
    growing.grow_by_rank(
        ways, edges, ranks, parents, queue, token.words, shift, lattice.middle, work=4 * count
    )
    return parents


def _strengths(lattice: Lattice, weights: ArrayLike) -> NDArray[np.uint32]:
    """Return weights in the order of ``lattice.ways``; refuse those that do not fit."""
    given = as_numeric_array(weights, "weights")
    table = lattice.neighbours
    if given.shape != table.shape:
        raise ValueError(f"weights must have the shape {table.shape}, not {given.shape}")
    there = table >= 0
    inner = given[there]
    if inner.size and (inner.min() < 1 or inner.max() > MAX_WEIGHT or (inner % 1).any()):
        raise ValueError(f"weights must be whole numbers from 1 to {MAX_WEIGHT}")
    cell, _ = np.nonzero(there)
    other = table[there].astype(np.int64)
    codes, back = cell * len(table) + other, other * len(table) + cell
    by_code, by_back = np.argsort(codes), np.argsort(back)
    differs = inner[by_code] != inner[by_back]
    if differs.any():
        at = by_code[differs][0]
        one, two = int(cell[at]), int(other[at])
        raise ValueError(f"the weights from cell {one} to {two} and back differ")
    strengths = np.zeros(lattice.ways.size, np.uint32)
    place = np.cumsum(there, axis=1)[there]
    strengths[(cell << lattice.shift) + place] = inner
    return strengths


def _codes_of(lattice: Lattice) -> NDArray[np.int64]:
    """Return ``lower * cells + higher`` of all sides between two cells."""
    here, side = np.nonzero(lattice.neighbours > np.arange(len(lattice))[:, None])
    return here * len(lattice) + lattice.neighbours[here, side].astype(np.int64)


def distances(maze: LatticeMaze, source: int) -> NDArray[np.int32]:
    """Return the distance of every cell from a cell: int32 (cells,), -1 if unreachable.

    Complexity: time in proportion to the cells, about 40 ns each once compiled, and 4 bytes.

    Examples:
        >>> maze = spanning_tree(Lattice.hexagonal(2, 3), "wilson", "a")
        >>> distances(maze, 0).tolist()
        [0, 4, 3, 1, 2, 4]
    """
    cell = maze.lattice.check_cell(source)
    return flood(maze.ways, maze.lattice.shift, len(maze.lattice), cell)[0]


def shortest_path(maze: LatticeMaze, a: int, b: int) -> NDArray[np.int32]:
    """Return the cells of a shortest path from a to b. Time and memory as ``distances``.

    Raises:
        UnreachableError: If there is no path.

    Examples:
        >>> maze = spanning_tree(Lattice.hexagonal(2, 3), "wilson", "a")
        >>> shortest_path(maze, 0, 5).tolist()
        [0, 3, 4, 2, 5]
    """
    start = maze.lattice.check_cell(a)
    field = distances(maze, b)
    if field[start] < 0:
        raise UnreachableError(f"there is no path from cell {start} to cell {b}")
    cells = np.empty(int(field[start]) + 1, np.uint32)
    _descend(maze.ways, field.view(np.uint32), cells, maze.lattice.shift, start)
    return cells.view(np.int32)


@kernel
def _descend(ways: Buffer, field: Buffer, cells: Buffer, shift: int, cell: int) -> None:
    """Walk down a field to its source, through the first side of each cell that leads down."""
    for i in range(len(cells)):
        cells[i] = cell
        slot = (cell << shift) + u64(1)
        if i + 1 < len(cells):
            while u64(field[u64(ways[slot])]) >= u64(field[cell]):
                slot += u64(1)
            cell = u64(ways[slot])


def braid(maze: LatticeMaze, percent: float, seed: str | int) -> LatticeMaze:
    """Return a maze with a share of the dead ends opened, so that it has loops.

    They come in an order drawn from the seed. Each that is still a dead end opens a random closed
    side, towards another dead end if there is one.

    Complexity: time in proportion to the dead ends, some microseconds each; some 90 bytes of
    memory for each side of a cell.

    Args:
        maze: Any maze on a lattice.
        percent: The share of the dead ends, 0 to 100.
        seed: Any text or whole number.

    Examples:
        >>> maze = spanning_tree(Lattice.hexagonal(12, 20), "wilson", "kite-7")
        >>> braid(maze, 100, "kite-7").degrees.min()
        np.int64(2)
    """
    share = as_numeric_array(percent, "percent")
    if share.ndim or not 0 <= share <= 100:
        raise ValueError(f"braid is percent of the dead ends, 0 to 100, not {short_repr(percent)}")
    lattice = maze.lattice
    needed = lattice.neighbours.size * LOOPS_BYTES_PER_SIDE
    memory.require(needed, f"a maze with loops of {len(lattice):,} cells")
    degrees = maze.degrees.astype(np.uint32)
    ends = np.flatnonzero(degrees == 1).astype(np.uint32)
    wanted = int(len(ends) * float(share) / 100 + 0.5)
    opened = np.empty(2 * max(wanted, 1), np.uint32)
    is_open = maze.passages.view(np.uint8).reshape(-1).copy()
    table = lattice.neighbours.view(np.uint32).reshape(-1).copy()
    free = np.empty(lattice.neighbours.shape[1] + 1, np.uint32)
    rng = seed_state(clean_seed(seed_to_text(seed)), _BRAID)
    count = _open_ends(
        table, is_open, degrees, ends, opened, free, rng, lattice.neighbours.shape[1], wanted
    )
    more = opened[: 2 * count].astype(np.int32).reshape(-1, 2)
    return LatticeMaze(lattice, np.concatenate((maze.edges, more)))


@kernel
def _open_ends(
    table: Buffer, is_open: Buffer, degrees: Buffer, ends: Buffer, opened: Buffer, free: Buffer,
    rng: Buffer, sides: int, wanted: int,
) -> int:  # fmt: skip
    """Open dead ends in random order, and list the two cells of each passage; return how many."""
    one, none = u64(1), u64(UNSEEN)
    state = load_state(rng)
    count = u64(0)
    for i in range(wanted):
        place, state = pick_below(state, u64(len(ends)) - u64(i))
        place += u64(i)
        cell = u64(ends[place])
        ends[place] = ends[u64(i)]
        if u64(degrees[cell]) != one:
            continue
        many = u64(0)
        for all_sides in range(2):  # the dead ends alone if there are some, else all
            if many == u64(0):
                for side in range(sides):
                    there = u64(table[cell * sides + u64(side)])
                    if there == none or is_open[cell * sides + u64(side)] != 0:
                        continue
                    if all_sides == 1 or u64(degrees[there]) == one:
                        free[many] = there
                        many += one
        if many == u64(0):
            continue
        place, state = pick_below(state, many)
        there = u64(free[place])
        degrees[cell] += 1
        degrees[there] += 1
        opened[count + count] = cell
        opened[count + count + one] = there
        count += one
        for pair in ((cell, there), (there, cell)):
            for side in range(sides):
                if u64(table[pair[0] * sides + u64(side)]) == pair[1]:
                    is_open[pair[0] * sides + u64(side)] = 1
    return count


def statistics(maze: LatticeMaze, a: int | None = None, b: int | None = None) -> Statistics:
    """Return numbers on a maze and on its path from a to b, as ``Texture.as_dict`` names them.

    Complexity: time in proportion to the cells, four floods; some 50 bytes of memory for each.

    Args:
        maze: Any maze on a lattice.
        a: The start; the lattice's if None.
        b: The goal, likewise.

    Raises:
        UnreachableError: If there is no path from a to b.

    Examples:
        >>> maze = spanning_tree(Lattice.hexagonal(12, 20), "wilson", "kite-7")
        >>> numbers = statistics(maze)
        >>> numbers["cells"], numbers["passages"], numbers["dist_min"]
        (240, 239, 49)
    """
    lattice = maze.lattice
    start = lattice.start if a is None else lattice.check_cell(a)
    goal = lattice.goal if b is None else lattice.check_cell(b)
    path, degrees, cells = shortest_path(maze, start, goal), maze.degrees, len(lattice)
    steps, passages = len(path) - 1, len(maze.edges)
    first = distances(maze, start)
    diameter = int(distances(maze, int(first.argmax())).max())
    loops = passages - int(np.count_nonzero(first >= 0)) + 1
    numbers: Statistics = {
        "cells": cells,
        "passages": passages,
        "loops": loops,
        "dead_end_share": float(np.mean(degrees == 1)),
        "corridor_share": float(np.mean(degrees == 2)),
        "junction_share": float(np.mean(degrees > 2)),
        "most_passages": int(degrees.max()),
        "dist_min": steps,
        "path_share": steps / cells,
        "diameter": diameter,
        "diameter_share": diameter / cells,
        "wrong_exits": int((degrees[path[:-1]] - 2).sum()) + 1 if steps else 0,
        "expected_steps": None,
        "difficulty": float(np.log2(max(passages * steps, 1))),
        "corridors": None,
        "depth": int(first.max()),
    }
    if not loops:
        tree = maze.tree(goal)
        numbers["expected_steps"] = int((2 * tree.sizes[path[:-1]].astype(np.int64) - 1).sum())
        numbers["corridors"] = len(maze.tree(start).corridors(goal).edges)
    return numbers

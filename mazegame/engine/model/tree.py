"""``Tree``: a perfect maze seen from one of its cells, the root; and its corridors as a graph."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.kernels.jit import Buffer, kernel, u64
from mazegame.engine.support.validation import sealed, short_repr


class Corridors(NamedTuple):
    """A tree without its corridors: what is left are junctions, dead ends, the root and ends."""

    nodes: NDArray[np.int32]
    """(n,): the cells that are left, the root first, by depth."""
    edges: NDArray[np.int32]
    """(n - 1, 2): the upper and the lower cell of each corridor, in the order of ``nodes``."""
    lengths: NDArray[np.int32]
    """(n - 1,): passages of each corridor."""


class Tree:
    """A perfect maze as a rooted tree. Cells are numbers; a grid's are ``row * cols + col``.

    Attributes:
        root: The cell that the tree hangs from.
        parents: int32 (cells,), read-only: the next cell on the way to the root; -1 for the root
            and for cells that it does not reach, as rock.
        depths: int32 (cells,), read-only: passages to the root; -1 where it is not reached.
    """

    def __init__(self, parents: NDArray[np.int32], depths: NDArray[np.int32], root: int) -> None:
        """Wrap the parents and depths of a tree, which are not checked."""
        self.root = root
        self.parents = sealed(parents)
        self.depths = sealed(depths)

    @classmethod
    def of_passages(cls, passages: NDArray[np.uint8], root: int) -> Tree:
        """Return the tree of a grid of passages, uint8 (rows, cols), from a root.

        Complexity: time in proportion to the cells, and some 20 bytes of memory for each.

        Raises:
            ValueError: If the maze has loops.

        Examples:
            >>> Tree.of_passages(np.array([[2, 10, 8]], np.uint8), 0).parents.tolist()
            [-1, 0, 1]
        """
        sides = np.ascontiguousarray(passages).reshape(-1).copy()
        parents, depths = (np.full(sides.size, -1, np.int32) for _ in range(2))
        queue = np.empty(sides.size, np.uint32)
        count = _walk(
            sides, parents.view(np.uint32), depths.view(np.uint32), queue, passages.shape[1], root
        )
        check_no_loops(int(np.bitwise_count(sides[queue[:count]]).sum()) // 2, count)
        parents[root] = -1
        return cls(parents, depths, root)

    @cached_property
    def order(self) -> NDArray[np.int32]:
        """int32 (reached cells,), read-only: the cells by depth, the root first."""
        cells = np.argsort(self.depths, kind="stable")[np.count_nonzero(self.depths < 0) :]
        return sealed(cells.astype(np.int32))

    @cached_property
    def sizes(self) -> NDArray[np.int32]:
        """int32 (cells,), read-only: cells of the subtree below each cell, itself included."""
        sizes = np.where(self.depths < 0, 0, 1).astype(np.uint32)
        _add_up(self._parents_up, self._order_up, sizes)
        return sealed(sizes.view(np.int32))

    @cached_property
    def degrees(self) -> NDArray[np.int32]:
        """int32 (cells,), read-only: passages of each cell."""
        below = self.parents[self.parents >= 0]
        degrees = np.bincount(below, minlength=len(self.parents)) + (self.parents >= 0)
        return sealed(degrees.astype(np.int32))

    @cached_property
    def leaves(self) -> NDArray[np.int32]:
        """int32 (n,), read-only: the cells with nothing below them, in rising order."""
        return sealed(np.flatnonzero(self.sizes == 1).astype(np.int32))

    @property
    def depth(self) -> int:
        """The depth of the deepest cell."""
        return int(self.depths.max())

    def path(self, cell: int) -> NDArray[np.int32]:
        """Return the cells from the root to a cell. Time and memory in proportion to them.

        Raises:
            ValueError: If the root does not reach the cell.

        Examples:
            >>> from mazegame.engine import Maze
            >>> Maze([[2, 12, 0], [0, 3, 8]]).tree((0, 0)).path(5).tolist()
            [0, 1, 4, 5]
        """
        if not 0 <= cell < len(self.depths) or self.depths[cell] < 0:
            raise ValueError(f"no path leads from the cell {self.root} to {short_repr(cell)}")
        cells = np.empty(int(self.depths[cell]) + 1, np.int32)
        _climb(self._parents_up, cells.view(np.uint32), int(cell))
        return cells

    def corridors(self, *ends: int) -> Corridors:
        """Return the tree without its corridors: junctions, dead ends, the root and some ends.

        Complexity: time in proportion to the cells, and some 20 bytes of memory for each.

        Args:
            ends: Cells that stay as well, A and B for example.

        Examples:
            >>> from mazegame.engine import Maze
            >>> found = Maze([[2, 14, 8], [0, 1, 0]]).tree((0, 0)).corridors()
            >>> found.nodes.tolist(), found.edges.tolist(), found.lengths.tolist()
            ([0, 1, 2, 4], [[0, 1], [1, 2], [1, 4]], [1, 1, 1])
        """
        stays = ((self.degrees != 2) & (self.depths >= 0)).astype(np.uint8)
        stays[[self.root, *ends]] = 1
        above = np.zeros(len(stays), np.uint32)
        lengths = np.zeros(len(stays), np.uint32)
        _skip_corridors(self._parents_up, self._order_up, stays, above, lengths)
        nodes = self.order[stays[self.order] != 0]
        lower = nodes[1:]
        edges = np.stack((above[lower].astype(np.int32), lower), axis=1)
        return Corridors(nodes, edges, lengths[lower].astype(np.int32))

    @property
    def _parents_up(self) -> NDArray[np.uint32]:
        """The parents, for kernels."""
        return self.parents.astype(np.uint32)

    @property
    def _order_up(self) -> NDArray[np.uint32]:
        return self.order.astype(np.uint32)

    def __len__(self) -> int:
        """Return the number of cells."""
        return len(self.parents)

    def __repr__(self) -> str:
        reached = np.count_nonzero(self.depths >= 0)
        return f"<Tree of {reached:,} cells, depth {self.depth:,}>"


def check_no_loops(passages: int, cells: int) -> None:
    """Raise ValueError if cells that hang together have more passages than a tree."""
    loops = passages - cells + 1
    if loops > 0:
        what = "a passage" if loops == 1 else f"{loops:,} passages"
        raise ValueError(f"the maze has loops, {what} more than a tree: only a perfect one is one")


@kernel
def _walk(
    sides: Buffer, parents: Buffer, depths: Buffer, queue: Buffer, cols: int, root: int
) -> int:
    """Breadth-first search on a grid without a border; return how many cells it reaches.

    ``parents`` and ``depths`` (uint32) are -1 at first; ``queue`` (uint32) gets the cells in order.
    """
    one, unseen = u64(1), u64(0xFFFF_FFFF)
    queue[0] = root
    parents[root] = root
    depths[root] = 0
    head, tail = u64(0), one
    while head < tail:
        cell = u64(queue[head])
        head += one
        further = u64(depths[cell]) + one
        for side in range(4):
            if u64(sides[cell]) >> u64(side) & one:
                # North, east, south, west; below 0 it would wrap, but no side there is open.
                there = cell - cols if side == 0 else cell + one
                there = cell + cols if side == 2 else there
                there = cell - one if side == 3 else there
                if u64(parents[there]) == unseen:
                    parents[there] = cell
                    depths[there] = further
                    queue[tail] = there
                    tail += one
    return tail


@kernel
def _add_up(parents: Buffer, order: Buffer, sizes: Buffer) -> None:
    """Add the size of each cell to its parent's, the deepest cells first."""
    one = u64(1)
    at = u64(len(order))
    while at > one:
        at -= one
        cell = u64(order[at])
        sizes[u64(parents[cell])] += sizes[cell]


@kernel
def _climb(parents: Buffer, cells: Buffer, cell: int) -> None:
    """Write the cells from one up to the root, from the end of ``cells`` on."""
    at = u64(len(cells))
    while at > u64(0):
        at -= u64(1)
        cells[at] = cell
        cell = u64(parents[cell])


@kernel
def _skip_corridors(
    parents: Buffer, order: Buffer, stays: Buffer, above: Buffer, lengths: Buffer
) -> None:
    """Find the nearest cell above each that stays, and the passages to it."""
    for i in range(u64(1), u64(len(order))):
        cell = u64(order[i])
        parent = u64(parents[cell])
        if stays[parent] != 0:
            above[cell] = parent
            lengths[cell] = 1
        else:
            above[cell] = above[parent]
            lengths[cell] = lengths[parent] + 1

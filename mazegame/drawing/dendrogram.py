"""Draw a maze as a tree in characters: its root on top, one column for each leaf.

A corridor is a vertical line as long as its passages, if there is room; a junction is a horizontal
one. Where there are too many leaves for a column each, dots of braille draw four times as fine.

                A
      ┌─────────┼───┐
      │     ┌───┤   │
    ┌─┴─┐   │   │   B
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from mazegame.drawing.inks import BANDS, SETS, Ink

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from mazegame.engine import Tree

LINES: Final = {
    "unicode": (" ╵╶└╷│┌├╴┘─┴┐┤┬┼", " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"),
    "console": (" │─└││┌├─┘─┴┐┤┬┼", " ║═╚║║╔╠═╝═╩╗╣╦╬"),
    "ascii": (" |-+||++-+-+++++", " ###############"),
}
"""Line characters by kind of terminal: for cells that were not seen yet, and for seen ones.

Each by the lines that meet in it, the sum of N=1, E=2, S=4, W=8."""

_DOTS: Final = np.array([[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]], np.uint8)
"""The bits of a braille character, (4, 2)."""

_BRAILLE: Final = 0x2800

_WIDEST: Final = 6
"""Largest distance of two leaves, in columns."""

_LONGEST: Final = 2
"""Largest height of a passage, in lines."""

_RANK: Final = np.zeros(256, np.uint8)
"""The rank of each ink; where several meet, the highest is on top."""
for _rank, _inks in enumerate(
    (
        range(Ink.BAND, Ink.BAND + BANDS),
        (Ink.SEEN, Ink.FILLED, *range(Ink.SET_1, Ink.SET_1 + SETS)),
        (Ink.TRAIL, Ink.BACKTRACK),
        (Ink.STACK, Ink.FRONTIER),
        (Ink.PATH,),
        (Ink.CURRENT, Ink.PLAYER),
    ),
    start=1,
):
    _RANK[list(_inks)] = _rank


class Pixels(NamedTuple):
    """A dendrogram in a grid of points."""

    arms: NDArray[np.uint8]
    """(height, width): the lines that meet in each point, the sum of N=1, E=2, S=4, W=8."""
    places: NDArray[np.intp]
    """(n,): points as indices of the flat grid, possibly repeated."""
    cells: NDArray[np.intp]
    """(n,): the cell of the tree at each of these points."""
    at: NDArray[np.intp]
    """(cells, 2): line and column of each cell, -1 for those that the root does not reach."""


class Dendrogram:
    """The layout of a tree.

    Args:
        tree: The tree.
        ends: Cells that are nodes even within a corridor, A and B for example.
    """

    def __init__(self, tree: Tree, ends: Sequence[int] = ()) -> None:
        self.tree = tree
        self.corridors = tree.corridors(*ends)

    @cached_property
    def columns(self) -> dict[int, float]:
        """The column of each node: leaves are 1 apart, others in the middle of their children."""
        below: dict[int, list[int]] = {int(node): [] for node in self.corridors.nodes}
        for upper, lower in self.corridors.edges.tolist():
            below[upper].append(lower)
        columns: dict[int, float] = {}
        leaves = 0
        waiting = [(self.tree.root, False)]
        while waiting:
            node, done = waiting.pop()
            if done:
                columns[node] = (columns[below[node][0]] + columns[below[node][-1]]) / 2
            elif below[node]:
                below[node].sort()
                waiting += [(node, True), *((lower, False) for lower in reversed(below[node]))]
            else:
                columns[node] = leaves
                leaves += 1
        return columns

    @property
    def width(self) -> int:
        """Columns from the first leaf to the last one."""
        return int(max(self.columns.values()))

    @cached_property
    def height(self) -> int:
        """Fewest lines below the root: the largest number of nodes above each other."""
        return max(self._lines(0).values())

    def _lines(self, share: float) -> dict[int, int]:
        """Return the line of each node; a corridor has a share of its passages, 1 line at least."""
        lines = {self.tree.root: 0}
        pairs = zip(self.corridors.edges.tolist(), self.corridors.lengths.tolist(), strict=True)
        for (upper, lower), length in pairs:  # upper ones come first
            lines[lower] = lines[upper] + max(int(length * share + 0.5), 1)
        return lines

    def _fitting_lines(self, most: int) -> dict[int, int]:
        """Return the line of each node, as far apart as ``most`` lines allow."""
        depth = max(self.tree.depth, 1)
        if self.height > most:  # junctions above each other share a line
            depths = self.tree.depths
            return {node: int(depths[node]) * most // depth for node in self.columns}
        whole = [float(length) for length in range(_LONGEST, 0, -1)]
        for share in (*whole, *(most / depth * part / 8 for part in range(8, 0, -1))):
            lines = self._lines(share)
            if max(lines.values()) <= most:
                return lines
        return self._lines(0)

    def pixels(self, width: int, height: int) -> Pixels:
        """Return the layout in a grid of points, as large as it fits."""
        tree, columns = self.tree, self.columns
        right = min((width - 1) / max(self.width, 1), _WIDEST)
        right = float(int(right)) if right >= 1 else right
        left = int(width - 1 - right * self.width) // 2
        x_of = {node: left + int(column * right + 0.5) for node, column in columns.items()}
        y_of = self._fitting_lines(height - 1)
        arms = np.zeros((height, width), np.uint8)
        at = np.full((len(tree), 2), -1, np.intp)
        at[tree.root] = 0, x_of[tree.root]
        places, cells = [np.array([x_of[tree.root]])], [np.array([tree.root])]
        edges = zip(self.corridors.edges.tolist(), self.corridors.lengths.tolist(), strict=True)
        for (upper, lower), length in edges:
            x, x_upper, top, bottom = x_of[lower], x_of[upper], y_of[upper], y_of[lower]
            way = np.empty(length, np.intp)  # from below the upper node to the lower one
            cell = lower
            for step in range(length - 1, -1, -1):
                way[step] = cell
                cell = int(tree.parents[cell])
            lines = top + (np.arange(1, length + 1) * (bottom - top) + length // 2) // length
            at[way, 0], at[way, 1] = lines, x
            low, high = min(x, x_upper), max(x, x_upper)
            arms[top, low:high] |= 2
            arms[top, low + 1 : high + 1] |= 8
            arms[top:bottom, x] |= 4
            arms[top + 1 : bottom + 1, x] |= 1
            bar = np.arange(low + (low == x_upper), high + (high != x_upper))
            rows = np.arange(top + 1, bottom + 1)
            owners = way[np.searchsorted(lines, rows)]  # of lines between two cells the lower one
            places += (top * width + bar, rows * width + x, lines * width + x)
            cells += (np.full(len(bar), way[0]), owners, way)
        return Pixels(arms, np.concatenate(places), np.concatenate(cells), at)


def draw_lines(
    pixels: Pixels, inks: NDArray[np.uint8], characters: str = "unicode"
) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
    """Draw pixels with a character each; return code points and inks, both (height, width).

    ``inks``, uint8 (cells,), are those of cells that were seen; the others get that of walls.
    """
    plain, seen = (np.array(list(map(ord, lines)), np.uint32) for lines in LINES[characters])
    colours = _inks_of(pixels, inks)
    return np.where(_RANK[colours] > 0, seen[pixels.arms], plain[pixels.arms]), colours


def draw_dots(
    pixels: Pixels, inks: NDArray[np.uint8]
) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
    """Draw pixels as dots of braille, as ``draw_lines``: four lines and two columns a character."""
    height, width = (
        -(-length // cell) for length, cell in zip(pixels.arms.shape, (4, 2), strict=True)
    )
    dots = np.zeros((4 * height, 2 * width), np.uint8)
    dots[: pixels.arms.shape[0], : pixels.arms.shape[1]] = pixels.arms != 0
    dots.reshape(-1)[_moved(pixels.places, pixels.arms.shape[1], 2 * width)] = 1
    parts = dots.reshape(height, 4, width, 2).transpose(0, 2, 1, 3)
    codes = (parts * _DOTS).sum(axis=(2, 3), dtype=np.uint32)
    codes = np.where(codes == 0, ord(" "), codes + _BRAILLE).astype(np.uint32)
    fine = np.zeros((4 * height, 2 * width), np.uint8)
    fine[: pixels.arms.shape[0], : pixels.arms.shape[1]] = _inks_of(pixels, inks)
    blocks = fine.reshape(height, 4, width, 2).transpose(0, 2, 1, 3).reshape(height, width, 8)
    best = _RANK[blocks].argmax(axis=2)
    chosen = np.take_along_axis(blocks, best[..., None], axis=2)[..., 0]
    return codes, np.where(codes == ord(" "), 0, np.where(chosen == 0, Ink.WALL, chosen)).astype(
        np.uint8
    )


def _moved(places: NDArray[np.intp], before: int, after: int) -> NDArray[np.intp]:
    """Return the indices of points in a grid of another width."""
    rows, cols = np.divmod(places, before)
    moved: NDArray[np.intp] = rows * after + cols
    return moved


def _inks_of(pixels: Pixels, inks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the ink of each pixel: that with the highest rank of its cells."""
    drawn = np.where(pixels.arms == 0, 0, int(Ink.WALL)).astype(np.uint8)
    found = inks[pixels.cells]
    seen = np.flatnonzero(_RANK[found])
    seen = seen[np.argsort(_RANK[found[seen]], kind="stable")]  # those on top are written last
    drawn.reshape(-1)[pixels.places[seen]] = found[seen]
    return drawn

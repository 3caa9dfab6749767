"""Simple Prim: opens a random wall between the maze and the unvisited cells.

Method. Begin with a random cell and list its edges to unvisited cells. Draw an edge uniformly from
the list, open it, and list the edges of the new cell. An edge whose far cell has meanwhile become
part of the maze is dropped when it is drawn, so every draw is uniform over the edges that still
lead out.

Texture. It spreads like a drop of ink: short branches, 32 % dead ends, and a path from corner to
corner half as long as in a uniform maze.

Memory. The list, eight bytes per edge. It grows with the boundary of the maze, not with its area:
at its peak it holds one edge for 4 % of the cells at 300x300, 0.6 % at 2048x2048.

Source. "Simplified Prim" in Walter Pullen, "Think Labyrinth: Maze Algorithms", after Robert Prim,
"Shortest connection networks and some generalizations" (1957).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine.carving_grid import ANY_SIDE, UNVISITED, random_cell
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.jit import Buffer, device, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state, pick_below

if TYPE_CHECKING:
    from mazegame.engine.carving_grid import CarvingGrid


def carve(grid: CarvingGrid) -> None:
    """Carve a perfect maze into an unvisited grid, in place."""
    # An edge is listed at most once. Four more: they are written before they are counted.
    edges = np.empty(2 * grid.cols * grid.rows + 4, np.uint64)
    carve_cells(
        grid.buffer, edges, grid.steps, grid.sides, grid.rng, grid.progress, grid.cols, grid.rows
    )


@kernel(cost=1.1)
def carve_cells(
    grid: Buffer,
    edges: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    token: Buffer,
    cols: int,
    rows: int,
) -> None:
    """Open edges of the frontier in random order until every cell is carved.

    Args:
        grid: uint8, the bordered unvisited grid, flat; changed in place.
        edges: uint64 (2 * cols * rows + 4,), the frontier; written.
        steps: int64 (256,), see ``direction_tables``.
        sides: uint8 (512,), see there.
        rng: uint64 (4,), the random stream.
        token: uint64, the progress words.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    one, unvisited, any_side = u64(1), u64(UNVISITED), u64(ANY_SIDE)
    stride = cols + u64(2)
    cell, state = random_cell(load_state(rng), cols, rows)
    grid[cell] = 0
    many = _list_edges(grid, edges, u64(0), cell, stride)
    done = one
    while done < cols * rows:
        pick, state = pick_below(state, many)
        edge = u64(edges[pick])
        many -= one
        edges[pick] = edges[many]
        side = any_side | edge & u64(3)
        inside = edge >> u64(2)
        cell = inside + u64(steps[side])
        if u64(grid[cell]) < unvisited:
            continue  # it is in the maze by now
        grid[inside] |= sides[side]
        grid[cell] = sides[u64(256) + side]
        many = _list_edges(grid, edges, many, cell, stride)
        done += one
        if done & u64(1023) == u64(0):
            token[DONE] = done
            if token[CANCEL] != 0:
                return


@device
def _list_edges(grid: Buffer, edges: Buffer, many: int, cell: int, stride: int) -> int:
    """Append a cell's edges to unvisited cells, and return the new number of edges.

    An edge is four times the index of its cell in the maze, plus 0 to 3 if it leads north, east,
    south or west. All four are written, and those to unvisited cells counted: no branch to
    mispredict.
    """
    one, two, top = u64(1), u64(2), u64(7)
    edges[many] = cell << two
    many += u64(grid[cell - stride]) >> top
    edges[many] = cell << two | one
    many += u64(grid[cell + one]) >> top
    edges[many] = cell << two | two
    many += u64(grid[cell + stride]) >> top
    edges[many] = cell << two | u64(3)
    many += u64(grid[cell - one]) >> top
    return many


ALGORITHM = Algorithm(
    name="simple-prim",
    title="simple Prim",
    masks=True,
    about="Open a wall drawn at random from all those between the maze and the outside.",
    feel="Short branches everywhere, and a path that runs nearly straight to B.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms; Robert Prim (1957)",
    carve=carve,
    bytes_per_cell=1.1,
)

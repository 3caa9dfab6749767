"""Simple Prim: the maze grows through a wall drawn at random from all that border on it.

Story. From a random cell, keep a list of the frontier's edges: those that join a cell of the maze
to one outside. Draw one uniformly, open it, and list the edges of the new cell. An edge whose far
cell has got into the maze meanwhile is dropped when it is drawn; that keeps every draw uniform
over the edges that still lead out.

Texture. It grows like a drop of ink: short branches, 32 % dead ends, and a way from corner to
corner that is half as long as in a uniform maze.

Memory. The list, eight bytes an edge. It grows with the edge of the maze, not with its area: at its
peak it holds an edge for 4 % of the cells at 300x300, 0.6 % at 2048x2048.

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
    # An edge is listed once at most, and up to four are written before they count.
    edges = np.empty(2 * grid.cols * grid.rows + 4, np.uint64)
    _carve(
        grid.buffer, edges, grid.steps, grid.sides, grid.rng, grid.progress, grid.cols, grid.rows
    )


@kernel
def _carve(
    grid: Buffer,
    edges: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    pulse: Buffer,
    cols: int,
    rows: int,
) -> None:
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
            continue  # it has got into the maze meanwhile
        grid[inside] |= sides[side]
        grid[cell] = sides[u64(256) + side]
        many = _list_edges(grid, edges, many, cell, stride)
        done += one
        if done & u64(1023) == u64(0):
            pulse[DONE] = done
            if pulse[CANCEL] != 0:
                return


@device
def _list_edges(grid: Buffer, edges: Buffer, many: int, cell: int, stride: int) -> int:
    """Append the edges from a cell to unvisited ones, and return how many edges there are now.

    An edge is four times the index of its cell in the maze, plus 0 to 3 where it leads north, east,
    south or west. Each is written always, and counted only if it leads out: no branch to
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
    feel="Short branches everywhere, and a way that runs nearly straight to B.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms; Robert Prim (1957)",
    carve=carve,
    bytes_per_cell=1.1,
)

"""Simple Prim: the maze grows through a wall drawn at random from all that border on it.

Story. From a random cell, keep a list of the frontier's edges: those that join a cell of the maze
to one outside. Draw one uniformly, open it, and list the edges of the new cell. An edge whose far
cell has got into the maze meanwhile is dropped when it is drawn; that keeps every draw uniform
over the edges that still lead out.

Texture. It grows like a drop of ink: short branches, 32 % dead ends, and a way from corner to
corner that is half as long as in a uniform maze.

Memory. The list, four bytes an edge. It grows with the edge of the maze, not with its area: at its
peak it holds an edge for 4 % of the cells at 300x300, 0.6 % at 2048x2048.

Source. "Simplified Prim" in Walter Pullen, "Think Labyrinth: Maze Algorithms", after Robert Prim,
"Shortest connection networks and some generalizations" (1957).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.jit import Buffer, device, kernel, u64
from mazegame.engine.pulse import CANCEL, DONE
from mazegame.engine.rng import below, load_state
from mazegame.engine.site import UNVISITED, random_cell

if TYPE_CHECKING:
    from mazegame.engine.site import Site


def carve(site: Site) -> None:
    """Carve a perfect maze into an unvisited site, in place."""
    # An edge is listed once at most, and up to four are written before they count.
    edges = np.empty(2 * site.cols * site.rows + 4, np.uint32)
    _carve(site.buffer, edges, site.rng, site.pulse, site.cols, site.rows)


@kernel
def _carve(grid: Buffer, edges: Buffer, rng: Buffer, pulse: Buffer, cols: int, rows: int) -> None:
    one, unvisited = u64(1), u64(UNVISITED)
    stride = cols + u64(2)
    cell, state = random_cell(load_state(rng), cols, rows)
    grid[cell] = 0
    many = _list_edges(grid, edges, u64(0), cell, stride)
    done = one
    while done < cols * rows:
        pick, state = below(state, many)
        edge = u64(edges[pick])
        many -= one
        edges[pick] = edges[many]
        first, south = edge >> one, edge & one
        second = first + (stride if south else one)
        here, there = u64(grid[first]), u64(grid[second])
        if (here ^ there) < unvisited:
            continue  # both are in the maze by now
        grid[first] = here & u64(15) | u64(2) << south
        grid[second] = there & u64(15) | u64(8) >> south * u64(3)
        cell = first if here >= unvisited else second
        many = _list_edges(grid, edges, many, cell, stride)
        done += one
        if done & u64(1023) == u64(0):
            pulse[DONE] = done
            if pulse[CANCEL] != 0:
                return


@device
def _list_edges(grid: Buffer, edges: Buffer, many: int, cell: int, stride: int) -> int:
    """Append the edges from a cell to unvisited ones, and return how many edges there are now.

    An edge is twice the index of its northern or western cell, plus 1 where it leads south. Each
    is written always, and counted only if it leads out: no branch to mispredict.
    """
    one, top = u64(1), u64(7)
    edges[many] = cell - stride << one | one
    many += u64(grid[cell - stride]) >> top
    edges[many] = cell << one
    many += u64(grid[cell + one]) >> top
    edges[many] = cell << one | one
    many += u64(grid[cell + stride]) >> top
    edges[many] = cell - one << one
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
    bytes_per_cell=1.25,
    index_bits=31,  # an edge is a cell and one bit more
)

"""Wilson: random walks that forget their loops, each grown onto the maze.

Story. One cell is the root. From each cell that is not in the maze yet, walk at random until the
walk meets the maze, remembering of every cell only the side by which it was left last: that
forgets all loops. Then follow these sides from the start once more and carve.

``build=walls`` does the same with the walls. The posts where four cells meet are walked, the
boundary is the root, and each finished walk is built as a wall across open floor. Walls and
boundary become a uniform spanning tree of the posts; the passages that are left are the tree dual
to it, one to one, so they are as uniform as the other way, in about half the steps. (The same seed
gives another maze.)

Texture. Uniform: every perfect maze of this size is equally likely. 29 % dead ends, short twisted
branches everywhere, no direction preferred.

Two choices are free, and change the time but not the law: Wilson's theorem holds for every root
and for every order of starting cells. The root is the centre, to which a walk finds in half the
steps, and the starts come in the order of memory.

Memory. None besides the maze: bits 4 and 5 of a cell's byte keep the side it was left by. The posts
have bytes of their own.

Source. David Wilson, "Generating random spanning trees more quickly than the cover time" (1996).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine.carving_grid import ANY_SIDE, LEFT_BY, UNVISITED
from mazegame.engine.generators.algorithm import Algorithm, Option, choice
from mazegame.engine.jit import Buffer, device, kernel, u64
from mazegame.engine.progress import CANCEL, DONE
from mazegame.engine.rng import load_state, new_dice, toss

if TYPE_CHECKING:
    from mazegame.engine.carving_grid import CarvingGrid


def carve(grid: CarvingGrid, build: str = "carve") -> None:
    """Carve a perfect maze into an unvisited grid, in place.

    Args:
        grid: Where to carve.
        build: ``carve`` walks from cell to cell, ``walls`` from post to post.
    """
    if build == "walls":
        posts = np.zeros((grid.rows + 2, grid.stride), np.uint8)
        posts[1:-2, 1:-2] = 1
        lay_floor(grid.buffer, grid.cols, grid.rows)
        _build_walls(
            grid.buffer,
            posts.reshape(-1),
            grid.steps,
            grid.rng,
            grid.progress,
            grid.cols,
            grid.rows,
        )
        return
    _carve(grid.buffer, grid.steps, grid.sides, grid.rng, grid.progress, grid.cols, grid.rows)


@kernel
def _carve(
    grid: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    pulse: Buffer,
    cols: int,
    rows: int,
) -> None:
    one, unvisited, any_side, left_by = u64(1), u64(UNVISITED), u64(ANY_SIDE), u64(LEFT_BY)
    stride = cols + u64(2)
    coins = new_dice(load_state(rng))
    root = (rows + one >> one) * stride + (cols + one >> one)
    grid[root] = 64  # without a passage yet, it must not look like the boundary
    done = one
    start = stride + one
    for _row in range(rows):
        for _col in range(cols):
            if u64(grid[start]) < unvisited:
                start += one
                continue
            cell = start
            while True:  # walk until the maze is met
                pair, coins = toss(coins)
                there = cell + u64(steps[any_side | pair])
                met = u64(grid[there])
                grid[cell] = left_by | pair
                if met >= unvisited:
                    cell = there
                elif met != u64(0):
                    break
                elif pulse[CANCEL] != 0:  # else it is the boundary: draw again from here
                    return
            done += carve_along(grid, steps, sides, start)
            pulse[DONE] = done
            start += one
        start += u64(2)
    grid[root] &= 15


@device
def carve_along(grid: Buffer, steps: Buffer, sides: Buffer, start: int) -> int:
    """Walk the way that a walk has left behind, without its loops, and carve.

    Returns:
        How many passages were carved.
    """
    one, unvisited = u64(1), u64(UNVISITED)
    cell, back, carved = start, u64(0), u64(0)
    side = u64(grid[cell])
    while side >= unvisited:
        grid[cell] = u64(sides[side]) | back
        back = u64(sides[u64(256) + side])
        cell += u64(steps[side])
        side = u64(grid[cell])
        carved += one
    grid[cell] |= back
    return carved


@kernel
def lay_floor(grid: Buffer, cols: int, rows: int) -> None:
    """Open all sides but those at the boundary."""
    one = u64(1)
    cell = cols + u64(3)
    for row in range(rows):
        floor = u64(14) if u64(row) == u64(0) else u64(15)
        floor = floor & u64(11) if u64(row) + one == rows else floor
        for col in range(cols):
            sides = floor if u64(col) > u64(0) else floor & u64(7)
            grid[cell] = sides if u64(col) + one < cols else sides & u64(13)
            cell += one
        cell += u64(2)


@device
def build_wall(grid: Buffer, post: int, way: int, stride: int) -> None:
    """Build a wall from a post to the next: way is 0 to 3 for N, E, S, W.

    A wall to the north or south parts two cells side by side, one to the east or west two on top of
    each other. The first of them is the post's own cell, or the next one if the wall leads onward,
    east or south. No branch: on a random direction it would be mispredicted.
    """
    one = u64(1)
    flat = way & one
    onward = (way ^ way >> one) & one
    across = stride if flat else one
    first = post + (stride + one - across if onward else u64(0))
    grid[first] -= u64(2) << flat
    grid[first + across] -= u64(1) if flat else u64(8)


@kernel
def _build_walls(
    grid: Buffer,
    posts: Buffer,
    steps: Buffer,
    rng: Buffer,
    pulse: Buffer,
    cols: int,
    rows: int,
) -> None:
    """Build walls on the posts until all of them are joined to the boundary.

    Args:
        grid: uint8, the bordered grid, open floor; changed in place.
        posts: uint8 of the grid's size, the post at the south-eastern corner of each cell: 0 if
            it is on the boundary or in a wall, else 1 plus the way it was left by (N, E, S, W are 0
            to 3); changed. In the grid's own bytes, where each walk would have to read the walls
            before it writes a way, they cost a sixth more time.
        steps: See ``direction_tables``.
        rng: uint64 (4,), the random stream.
        pulse: uint64 (2,), progress and cancelling.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    one, any_side = u64(1), u64(ANY_SIDE)
    stride = cols + u64(2)
    coins = new_dice(load_state(rng))
    done = cols + rows - one
    start = stride + one
    for _row in range(rows):
        for _col in range(cols):
            post = start
            way = u64(posts[post])
            while way != u64(0):  # walk until a wall is met
                pair, coins = toss(coins)
                way = any_side | pair
                posts[post] = way
                post += u64(steps[way])
                way = u64(posts[post])
            post = start
            way = u64(posts[post])
            while way != u64(0):  # walk the same way without the loops
                build_wall(grid, post, way & u64(3), stride)
                posts[post] = 0
                post += u64(steps[way])
                way = u64(posts[post])
                done += one
            start += one
        pulse[DONE] = done
        if pulse[CANCEL] != 0:
            return
        start += u64(2)


ALGORITHM = Algorithm(
    name="wilson",
    title="Wilson",
    masks=True,
    about=(
        "Wander at random from a cell until the maze is met, forget the loops of the way, and "
        "carve what remains of it."
    ),
    feel="Every maze equally likely: short twisted branches everywhere, no bias to lean on.",
    reference="David Wilson (1996), uniform spanning trees by loop-erased random walk",
    carve=carve,
    bytes_per_cell=1.1,
    takes=lambda build: 2.1 if build == "walls" else 1.1,
    options=(
        Option(
            name="build",
            about="walk from cell to cell and carve, or from post to post and build walls",
            default="carve",
            canonical=choice("carve", "walls"),
        ),
    ),
    variants=((), (("build", "walls"),)),
)

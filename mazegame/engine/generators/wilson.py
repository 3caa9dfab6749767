"""Wilson: random walks without their loops, each added to the maze.

Method. One cell is the root. From each cell that is not in the maze yet, walk at random until the
walk meets the maze, and store for every cell the side by which the walk left it last: this erases
all loops. Then follow these sides from the start again and carve.

``build=walls`` does the same with the walls. The walk goes along the posts, the points where four
cells meet; the boundary is the root, and each finished walk becomes a wall on open floor. Walls and
boundary form a uniform spanning tree of the posts. The passages that remain are its dual tree. Dual
trees correspond one to one, so the maze is uniform as well; it takes about half the steps. (The
same seed gives another maze.)

Texture. Uniform: every perfect maze of this size has the same probability. 29 % dead ends, short
twisted branches, no preferred direction.

Two choices are free; they change the time but not the distribution, by Wilson's theorem: the root,
and the order of the starting cells. The root is the centre, which a walk reaches in half the steps.
The starting cells come in the order of memory.

Memory. None besides the maze: bits 4 and 5 of a cell's byte store the side by which it was left.
Posts have bytes of their own.

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
from mazegame.engine.walk_steps import walk_length, wall_steps, wilson_steps

if TYPE_CHECKING:
    from mazegame.engine.carving_grid import CarvingGrid


def carve(grid: CarvingGrid, build: str = "carve") -> None:
    """Carve a perfect maze into an unvisited grid, in place.

    Args:
        grid: The grid.
        build: ``carve`` walks from cell to cell, ``walls`` from post to post.
    """
    cols, rows = grid.cols, grid.rows
    if build == "walls":
        posts = np.zeros((rows + 2, grid.stride), np.uint8)
        posts[1:-2, 1:-2] = 1
        open_floor(grid.buffer, cols, rows)
        build_walls(
            grid.buffer,
            posts.reshape(-1),
            grid.steps,
            grid.rng,
            grid.progress,
            cols,
            rows,
            work=wall_steps(cols, rows),
        )
        return
    work = wilson_steps(cols * rows, walk_length(cols, rows))
    carve_cells(grid.buffer, grid.steps, grid.sides, grid.rng, grid.progress, cols, rows, work=work)


@kernel(cost=0.3)
def carve_cells(
    grid: Buffer,
    steps: Buffer,
    sides: Buffer,
    rng: Buffer,
    token: Buffer,
    cols: int,
    rows: int,
) -> None:
    """Walk from every cell until the maze is met, and carve the walk without its loops.

    Args:
        grid: uint8, the bordered unvisited grid, flat; changed in place.
        steps: int64 (256,), see ``direction_tables``.
        sides: uint8 (512,), see there.
        rng: uint64 (4,), the random stream.
        token: uint64, the progress words.
        cols: Columns of cells.
        rows: Rows of cells.
    """
    one, unvisited, any_side, left_by = u64(1), u64(UNVISITED), u64(ANY_SIDE), u64(LEFT_BY)
    stride = cols + u64(2)
    coins = new_dice(load_state(rng))
    root = (rows + one >> one) * stride + (cols + one >> one)
    grid[root] = 64  # it has no passage yet, but must differ from the border
    done = one
    start = stride + one
    for _row in range(rows):
        for _col in range(cols):
            if u64(grid[start]) < unvisited:
                start += one
                continue
            cell = start
            while True:  # walk until it meets the maze
                pair, coins = toss(coins)
                there = cell + u64(steps[any_side | pair])
                met = u64(grid[there])
                grid[cell] = left_by | pair
                if met >= unvisited:
                    cell = there
                elif met != u64(0):
                    break
                elif token[CANCEL] != 0:  # else it is the border: draw again
                    return
            done += carve_path(grid, steps, sides, start)
            token[DONE] = done
            start += one
        start += u64(2)
    grid[root] &= 15


@device
def carve_path(grid: Buffer, steps: Buffer, sides: Buffer, start: int) -> int:
    """Follow the stored sides of a walk from its start, which leaves out its loops, and carve.

    Returns:
        The number of passages carved.
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
def open_floor(grid: Buffer, cols: int, rows: int) -> None:
    """Open all sides except those on the boundary."""
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
    """Build a wall from a post to the next in a direction, 0 to 3 for N, E, S, W.

    A wall to the north or south separates two cells side by side, one to the east or west two cells
    one above the other. The first of them is the post's own cell; if the wall leads east or south
    it is the next one. No branch: on a random direction it would be mispredicted.
    """
    one = u64(1)
    horizontal = way & one
    forward = (way ^ way >> one) & one
    offset = stride if horizontal else one
    first = post + (stride + one - offset if forward else u64(0))
    grid[first] -= u64(2) << horizontal
    grid[first + offset] -= u64(1) if horizontal else u64(8)


@kernel(cost=0.3)
def build_walls(
    grid: Buffer,
    posts: Buffer,
    steps: Buffer,
    rng: Buffer,
    token: Buffer,
    cols: int,
    rows: int,
) -> None:
    """Build walls on the posts until all of them are joined to the boundary.

    Args:
        grid: uint8, the bordered grid, open floor; changed in place.
        posts: uint8 of the grid's size, the post at the south-east corner of each cell: 0 on the
            boundary or in a wall, else 1 plus the direction by which the walk left it (0 to 3 for
            N, E, S, W); changed in place. In the grid's own bytes, where the walk would have to
            read the walls before it writes a direction, it takes a sixth more time.
        steps: See ``direction_tables``.
        rng: uint64 (4,), the random stream.
        token: uint64, the progress words.
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
            while way != u64(0):  # walk until it meets a wall
                pair, coins = toss(coins)
                way = any_side | pair
                posts[post] = way
                post += u64(steps[way])
                way = u64(posts[post])
            post = start
            way = u64(posts[post])
            while way != u64(0):  # follow the walk without its loops
                build_wall(grid, post, way & u64(3), stride)
                posts[post] = 0
                post += u64(steps[way])
                way = u64(posts[post])
                done += one
            start += one
        token[DONE] = done
        if token[CANCEL] != 0:
            return
        start += u64(2)


ALGORITHM = Algorithm(
    name="wilson",
    title="Wilson",
    masks=True,
    about=(
        "Wander at random from a cell until the maze is met, erase the loops of the walk, and "
        "carve what remains of it."
    ),
    feel="Every maze equally likely: short twisted branches everywhere, no bias to lean on.",
    reference="David Wilson (1996), uniform spanning trees by loop-erased random walk",
    carve=carve,
    bytes_per_cell=1.1,
    option_bytes_per_cell=lambda build: 2.1 if build == "walls" else 1.1,
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

"""Hunt and kill: walks at random until it is stuck, then hunts for a cell to begin the next walk.

Method. From a random cell, carve into a random unvisited neighbour and go there, until there is
none. Then hunt: scan row by row from the top left for an unvisited cell beside a visited one; join
it to one of its visited neighbours at random, and walk on from there.

No row is scanned twice, where a naive scan takes quadratic time. There are two cases. If the top
left cell is visited, the hunt returns the first unvisited cell: all cells before it are visited,
and its north or west neighbour is one of them. If not, all cells before the first visited one are
unvisited. The hunt then returns the cell left of the first visited cell, or the cell above the
first visited one below the top row, whichever comes first. The kernel keeps these three positions
up to date.

Inside a mask the first unvisited cell need not be beside the maze. There the cells beside the maze
are kept in a set; a hunt takes the first of them, and the next one if a walk has visited it
meanwhile. (The set for every maze would take twice the time.)

Source. Walter Pullen, "Think Labyrinth: Maze Algorithms".
"""

from __future__ import annotations

from typing import Final

from mazegame.engine.carving.carving_grid import OPPOSITE, UNVISITED, carve_step, free_sides
from mazegame.engine.carving.draws import EXIT_AND_ENTRY, Part, first_cell
from mazegame.engine.carving.emitting import CARVE, HUNT, VISIT
from mazegame.engine.carving.rng import load_state, new_dice
from mazegame.engine.carving.text import Carve, Rules, Scratch, Text
from mazegame.engine.generators.algorithm import Algorithm
from mazegame.engine.generators.bit_set import empty_set, pop, push
from mazegame.engine.kernels.jit import CANCEL, DONE, MASK64, Buffer, device, u64

Places = tuple[int, int, int]


def make(leave: Part, enter: Part, note: Part, hunt: Part, emit: Part) -> Carve:
    """Make the kernel; its scratch is what the hunt needs: nothing, or an empty set of cells."""

    def carve(
        grid: Buffer, scratch: Scratch, rules: Rules, log: Buffer, rng: Buffer, token: Buffer
    ) -> None:
        steps, sides, cols, rows, cells, _, weights = rules
        one = u64(1)
        stride = cols + u64(2)
        left = cells - one
        cell, state = first_cell(grid, load_state(rng), cols, rows)
        dice = new_dice(state)
        places = first_places(cell, stride)
        grid[cell] = 0
        emit(log, VISIT, cell)
        while True:
            free = free_sides(grid, cell, stride)
            while free != u64(0):
                choice, dice = leave(weights, cell, free, dice)
                emit(log, CARVE, cell, sides[choice])
                here, cell = cell, carve_step(grid, steps, sides, cell, choice)
                places = note(places, grid, scratch, here, cell, stride)
                left -= one
                free = free_sides(grid, cell, stride)
            token[DONE] = cells - left
            if left == u64(0) or token[CANCEL] != 0:
                return
            cell, places = hunt(places, grid, scratch, cell, stride)
            emit(log, HUNT, cell)
            choice, dice = enter(weights, cell, carved_sides(grid, cell, stride), dice)
            grid[cell] = sides[choice]
            here = cell + u64(steps[choice])
            emit(log, CARVE, here, sides[u64(OPPOSITE) + choice])
            grid[here] |= sides[u64(OPPOSITE) + choice]
            places = note(places, grid, scratch, here, cell, stride)
            left -= one

    return carve


@device
def first_places(cell: int, stride: int) -> Places:
    """Return the initial state of a hunt by places.

    It is the first visited cell; the first one below the top row, minus the index before the second
    row's first cell, which wraps if there is none; and a cell before which all are visited once the
    first cell is.
    """
    return cell, (cell - stride - stride) & MASK64, stride + u64(1)


@device
def note_places(
    places: Places, grid: Buffer, scratch: Scratch, here: int, cell: int, stride: int
) -> Places:
    """Update the state of a hunt by places after the visit of a cell, and return it."""
    visited, second, unvisited = places
    return min(visited, cell), min(second, (cell - stride - stride) & MASK64), unvisited


@device
def hunt_places(
    places: Places, grid: Buffer, scratch: Scratch, cell: int, stride: int
) -> tuple[int, Places]:
    """Find the first unvisited cell beside a visited one; return it and the new state."""
    one = u64(1)
    visited, second, unvisited = places
    if visited > stride + one:
        return min(visited - one - stride, second) + stride, places
    while u64(grid[unvisited]) != u64(UNVISITED):
        unvisited += one
    return unvisited, (visited, second, unvisited)


@device
def note_set(
    places: Places, grid: Buffer, scratch: Scratch, here: int, cell: int, stride: int
) -> Places:
    """Add the unvisited cells beside the cell that a walk leaves to the set."""
    queue, levels = scratch
    one = u64(1)
    for beside in (here - stride, here + one, here + stride, here - one):
        if u64(grid[beside]) == u64(UNVISITED):
            push(queue, levels, beside)
    return places


@device
def hunt_set(
    places: Places, grid: Buffer, scratch: Scratch, cell: int, stride: int
) -> tuple[int, Places]:
    """Take the first unvisited cell out of the set."""
    queue, levels = scratch
    while u64(grid[cell]) != u64(UNVISITED):
        cell = pop(queue, levels)
    return cell, places


@device
def carved_sides(grid: Buffer, cell: int, stride: int) -> int:
    """Return the sides on which a carved cell lies, coded like ``free_sides``.

    A carved cell is 1 to 15, so adding 15 sets bit 4; the border is 0 and does not set it.
    """
    low = u64(15)
    return (
        ((u64(grid[cell - stride]) & low) + low & u64(16)) << u64(3)
        | ((u64(grid[cell + u64(1)]) & low) + low & u64(16)) << u64(2)
        | ((u64(grid[cell + stride]) & low) + low & u64(16)) << u64(1)
        | ((u64(grid[cell - u64(1)]) & low) + low & u64(16))
    )


_STORY: Final = (
    ("begin in a random cell", "visit"),
    "while cells beside are unvisited:",
    ("  carve into one of them at random", "carve"),
    "stuck: hunt by rows for the first",
    ("  new cell beside the maze", "hunt"),
    "  join it, and walk on from there",
)

_WHOLE: Final = Text(make, EXIT_AND_ENTRY.with_parts(note_places, hunt_places), story=_STORY)
_WITHIN: Final = Text(
    make, EXIT_AND_ENTRY.with_parts(note_set, hunt_set), lambda task: empty_set(task.size),
    story=_STORY,
)  # fmt: skip

ALGORITHM = Algorithm(
    name="hunt-and-kill",
    title="hunt and kill",
    about=(
        "Walk into a random unvisited cell until stuck, then scan for the first unvisited cell "
        "beside the maze and walk on from there."
    ),
    feel="Long winding corridors but a short path: wrong turns are long as well.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms",
    text=lambda task: _WITHIN if task.masked else _WHOLE,
    looks_like="recursive-backtracker",
    no_masks="",
)

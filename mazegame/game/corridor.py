"""Running: how far one press of a run key or of the mouse carries.

A run follows the corridor, forced corners too, and stops at a junction, in a dead end or at B.
In a room (open floor at least two cells wide) it goes straight on until there is a wall ahead or
an opening comes or goes at its side.
"""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING

from mazegame.engine import Cell, Direction
from mazegame.game.events import Stepped
from mazegame.game.run import step, undo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mazegame.engine import Level, Maze
    from mazegame.game.events import Event
    from mazegame.game.run import Run


def onward(level: Level, came_from: Cell, cell: Cell) -> Direction | None:
    """Decide where a run goes on from a cell.

    Args:
        level: Where the run is.
        came_from: The cell before.
        cell: The cell reached.

    Returns:
        The direction of the next step, or None where the run stops.
    """
    if level.distance(cell) == 0 or cell == level.start:
        return None
    heading = Direction.between(came_from, cell)
    exits = level.maze.exits(cell)
    ahead = exits & ~heading.opposite
    if ahead.bit_count() == 1:
        return Direction(ahead) if not _in_room(level.maze, came_from) else None
    along = heading | heading.opposite
    if exits & heading and exits & ~along == level.maze.exits(came_from) & ~along:
        return heading if _in_room(level.maze, cell) else None
    return None


def run_on(run: Run, direction: Direction) -> Iterator[Event]:
    """Run in a direction: each step is taken when its event is asked for."""
    heading: Direction | None = direction
    while heading is not None:
        here = run.position
        event = step(run, heading)
        yield event
        if not isinstance(event, Stepped):
            return
        heading = onward(run.level, here, run.position)


def walk_back(run: Run) -> Iterator[Event]:
    """Walk back to the last junction: each step is taken when its event is asked for."""
    for _ in back_to_junction(run.level, run.route):
        yield undo(run)


def back_to_junction(level: Level, route: list[Cell]) -> list[Cell]:
    """The cells of the way back along a route to its last junction (or to A).

    Returns:
        From the cell before the player's to the junction; empty at A.
    """
    way: list[Cell] = []
    for cell in islice(reversed(route), 1, None):
        way.append(cell)
        if level.maze.exits(cell).bit_count() > 2:
            break
    return way


def known_way(
    level: Level, here: Cell, there: Cell, known: Callable[[Cell], bool], most: int = 20_000
) -> list[Direction] | None:
    """A shortest way from one cell to another through cells that are known.

    Args:
        level: Where to walk.
        here: Where the way begins.
        there: Where it ends.
        known: Whether a cell may be walked through; it is asked about the end too.
        most: So many cells are looked at before the search is given up.

    Returns:
        The directions of the steps; None if there is no such way.
    """
    if not known(there):
        return None
    came: dict[Cell, Direction] = {}
    queue = deque([here])
    while queue and len(came) < most:
        cell = queue.popleft()
        if cell == there:
            way: list[Direction] = []
            while cell != here:
                way.append(came[cell])
                cell = came[cell].opposite.step(cell)
            return way[::-1]
        for beyond in level.maze.neighbours(cell):
            if beyond not in came and beyond != here and known(beyond):
                came[beyond] = Direction.between(cell, beyond)
                queue.append(beyond)
    return None


def _in_room(maze: Maze, cell: Cell) -> bool:
    """Whether a cell is a corner of an open square of two by two cells."""
    for vertical in (Direction.N, Direction.S):
        for sideways in (Direction.E, Direction.W):
            if (
                maze.is_open(cell, vertical)
                and maze.is_open(cell, sideways)
                and maze.is_open(vertical.step(cell), sideways)
                and maze.is_open(sideways.step(cell), vertical)
            ):
                return True
    return False

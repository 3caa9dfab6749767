"""Corridors: the path of automatic walking, and where it stops.

A glide follows the corridor, forced corners too, and stops at a junction, in a dead end, at A and
at B. In a room (open floor at least two cells wide) it goes straight on until there is a wall ahead
or an opening comes or goes at its side.

What does not live here: the speed of a glide, and commands that end it (``session.py``).
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from mazegame.engine import Cell, Direction
from mazegame.game.events import Stepped
from mazegame.game.run import step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.engine import Level, Maze
    from mazegame.game.events import GameEvent
    from mazegame.game.run import Run


def onward(level: Level, came_from: Cell, cell: Cell) -> Direction | None:
    """Return the direction in which a glide continues from a cell; None where it stops.

    Args:
        level: The level.
        came_from: The cell before.
        cell: The cell reached.
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


def glide(run: Run, direction: Direction) -> Iterator[GameEvent]:
    """Yield the events of walking along a corridor; each request for an event takes a step."""
    heading: Direction | None = direction
    while heading is not None:
        here = run.position
        event = step(run, heading)
        yield event
        if not isinstance(event, Stepped):
            return
        heading = onward(run.level, here, run.position)


def back_to_junction(level: Level, route: list[Cell]) -> list[Cell]:
    """Return the cells back along a route to its last junction, or to A.

    Returns:
        From the cell before the player's to the junction; empty at A.
    """
    path: list[Cell] = []
    for cell in islice(reversed(route), 1, None):
        path.append(cell)
        if level.maze.exits(cell).bit_count() > 2:
            break
    return path


def _in_room(maze: Maze, cell: Cell) -> bool:
    """Return whether a cell is a corner of an open square of two by two cells."""
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

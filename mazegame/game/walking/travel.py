"""The steps of commands for automatic walking, or the reason to refuse such a command.

A glide follows the corridor, forced corners too, and stops at a junction, in a dead end, at A and
at B. In a room (open floor at least two cells wide) it goes straight on until there is a wall ahead
or an opening comes or goes at its side. All of it depends only on cells that the player has seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.engine import Cell, Direction, Maze, UnreachableError, distances, shortest_path
from mazegame.engine.measures.distance import descend
from mazegame.engine.model.maze import DIRECTIONS
from mazegame.game import run as moves
from mazegame.game.commands import Command, Glide, GoOn, ToUnexplored, WalkBack, WalkTo
from mazegame.game.events import GameEvent, Reason, Stepped

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mazegame.engine import Level
    from mazegame.game.run import Run
    from mazegame.game.walking.player import Player

MAX_DEAD_END_CELLS: Final = 400
"""Most cells of a branch that are searched for unseen exits; a larger branch may lead on."""


def steps_of(player: Player, command: Command) -> Iterator[GameEvent] | Reason:
    """Return the steps of a command for automatic walking, or the reason to refuse it.

    ``next`` takes a step and returns its event. TypeError for other commands.
    """
    run = player.run
    match command:
        case Glide(direction):
            return glide(run, direction)
        case WalkBack():
            return (moves.undo(run) for _ in back_to_junction(run.level, run.route))
        case WalkTo(cell):
            return _along(player, known_path(run.level, run.position, cell, player.seen.light))
        case GoOn(direction):
            return _go_on(player, direction)
        case ToUnexplored():
            ahead = _go_on(player, None)
            if ahead is not Reason.NOTHING_NEW_HERE:
                return ahead
            return _along(player, _path_to_unexplored(player))
        case _:
            raise TypeError(f"{command} is no command of a session")


def known_path(
    level: Level, here: Cell, there: Cell, light: NDArray[np.uint8]
) -> list[Direction] | Reason:
    """Return the steps of a shortest path through cells with light, or why there is none."""
    if not light[there]:
        return Reason.UNSEEN_CELL
    part, corner = _seen_part(level, light)
    try:
        cells = shortest_path(part, _minus(here, corner), _minus(there, corner))
    except UnreachableError:
        return Reason.NO_KNOWN_PATH
    return _directions(cells)


def exits_that_lead_on(player: Player, cell: Cell) -> list[Direction]:
    """Return the exits of a cell that may lead to unseen cells.

    Excluded are walked exits, exits to walked cells, and branches that are known to end without B.
    """
    run = player.run
    untried = run.level.maze.exits(cell) & ~run.walked(cell)
    return [
        direction
        for direction in DIRECTIONS
        if untried & direction
        and not run.walked(direction.step(cell))
        and _leads_on(player, cell, direction)
    ]


def _along(player: Player, path: list[Direction] | Reason) -> Iterator[GameEvent] | Reason:
    if isinstance(path, Reason):
        return path
    return (moves.step(player.run, direction) for direction in path)


def _go_on(player: Player, direction: Direction | None) -> Iterator[GameEvent] | Reason:
    """Return the steps while only one exit leads on; ``direction`` is that of the first one."""
    if direction is None:
        ahead = exits_that_lead_on(player, player.run.position)
        if len(ahead) != 1:
            return Reason.SEVERAL_EXITS if ahead else Reason.NOTHING_NEW_HERE
        direction = ahead[0]
    return _steps_on(player, direction)


def _steps_on(player: Player, direction: Direction) -> Iterator[GameEvent]:
    ahead = [direction]
    while len(ahead) == 1:
        event = moves.step(player.run, ahead[0])
        yield event
        if not isinstance(event, Stepped):
            return
        ahead = exits_that_lead_on(player, player.run.position)


def _path_to_unexplored(player: Player) -> list[Direction] | Reason:
    """Return a path to the nearest other walked cell with an exit that leads on.

    The player's own cell has none.
    """
    run, light = player.run, player.seen.light
    part, corner = _seen_part(run.level, light)
    field = distances(part, [_minus(run.position, corner)])
    rows, cols = field.shape
    box = np.s_[corner[0] : corner[0] + rows, corner[1] : corner[1] + cols]
    tracks = np.frombuffer(run.tracks, np.uint8).reshape(light.shape)[box]
    visited = np.zeros((rows + 2, cols + 2), np.bool_)
    visited[1:-1, 1:-1] = tracks != 0
    unwalked = run.level.maze.passages[box] & ~tracks & _towards(~visited)
    row, col = np.nonzero(visited[1:-1, 1:-1] & (unwalked != 0))
    for at in np.argsort(field[row, col], kind="stable").tolist():
        cell = int(row[at]), int(col[at])
        if exits_that_lead_on(player, (cell[0] + corner[0], cell[1] + corner[1])):
            back = descend(part, field, cell)
            return _directions(back[::-1])
    return Reason.NOTHING_NEW


def _leads_on(player: Player, cell: Cell, direction: Direction) -> bool:
    """Return whether an exit leads to B or an unseen cell without passing walked cells."""
    key = (*cell, direction)
    if key in player.dead_ends:
        return False
    run, light = player.run, player.seen.light
    maze, goals = run.level.maze, run.level.goals
    branch = [direction.step(cell)]
    known = {cell, *branch}
    for at in branch:
        if not light[at] or at in goals or len(known) > MAX_DEAD_END_CELLS:
            return True
        for beyond in maze.neighbours(at):
            if beyond not in known and not run.walked(beyond):
                known.add(beyond)
                branch.append(beyond)
    player.dead_ends.add(key)
    return False


def _seen_part(level: Level, light: NDArray[np.uint8]) -> tuple[Maze, Cell]:
    """Return the seen part of the maze as a maze, and its upper left cell."""
    top, bottom = np.flatnonzero(light.any(axis=1))[[0, -1]].tolist()
    left, right = np.flatnonzero(light[top : bottom + 1].any(axis=0))[[0, -1]].tolist()
    box = np.s_[top : bottom + 1, left : right + 1]
    seen = np.zeros((bottom - top + 3, right - left + 3), np.bool_)
    seen[1:-1, 1:-1] = light[box]
    grid = np.zeros(seen.shape, np.uint8)
    grid[1:-1, 1:-1] = level.maze.passages[box] * seen[1:-1, 1:-1] & _towards(seen)
    return Maze.from_grid(grid), (top, left)


def _towards(cells: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return the sides on which each cell has a neighbour in (rows + 2, cols + 2) cells."""
    rows, cols = cells.shape[0] - 2, cells.shape[1] - 2
    sides = np.zeros((rows, cols), np.uint8)
    for direction in DIRECTIONS:
        row, col = direction.step((1, 1))
        sides |= cells[row : row + rows, col : col + cols] * np.uint8(direction.value)
    return sides


def _directions(cells: NDArray[np.intp]) -> list[Direction]:
    """Return the directions of the steps along a path, (n, 2) of (row, col)."""
    path = [(int(row), int(col)) for row, col in cells]
    return [Direction.between(a, b) for a, b in pairwise(path)]


def _minus(cell: Cell, corner: Cell) -> Cell:
    return cell[0] - corner[0], cell[1] - corner[1]


# Corridors


def onward(level: Level, came_from: Cell, cell: Cell) -> Direction | None:
    """Return the direction in which a glide continues from a cell; None if it stops there."""
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
    """Yield the events of a walk along a corridor; ``next`` takes the step."""
    heading: Direction | None = direction
    while heading is not None:
        here = run.position
        event = moves.step(run, heading)
        yield event
        if not isinstance(event, Stepped):
            return
        heading = onward(run.level, here, run.position)


def back_to_junction(level: Level, route: list[Cell]) -> list[Cell]:
    """Return the cells back along a route to its last junction, or to A; the nearest first."""
    path: list[Cell] = []
    for cell in islice(reversed(route), 1, None):
        path.append(cell)
        if level.maze.exits(cell).bit_count() > 2:
            break
    return path


def _in_room(maze: Maze, cell: Cell) -> bool:
    """Return whether a cell is a corner of an open square of two by two cells."""
    return any(
        maze.is_open(cell, vertical)
        and maze.is_open(cell, sideways)
        and maze.is_open(vertical.step(cell), sideways)
        and maze.is_open(sideways.step(cell), vertical)
        for vertical in (Direction.N, Direction.S)
        for sideways in (Direction.E, Direction.W)
    )

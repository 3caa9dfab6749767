"""Wrong turns: where a run went wrong, what each cost in steps, and practice from there.

A wrong turn is a step that does not lead nearer to B. Until the walk is nearer to B than at that
place, all extra steps count as the cost of that place. So the costs add up to the steps beyond the
shortest path.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from mazegame.engine import Cell, Direction, Level
from mazegame.game.recording.record import DIRECTION_WORDS
from mazegame.game.run import Run, Stopwatch, step
from mazegame.game.words import counted

MARKED_TURNS: Final = 3
"""Most wrong turns that are numbered on the map, the costliest first."""

BRANCH_CELLS: Final = 2000
"""Most cells that are counted behind an exit."""


@dataclass(frozen=True)
class WrongTurn:
    """A cell where the run went wrong, and its total cost in steps."""

    cell: Cell
    cost: int


def name_costs(turns: Sequence[WrongTurn], over: int) -> tuple[str, str]:
    """Return a label and the costs of wrong turns, of ``over`` extra steps in all.

    If ``turns`` are not all, these are, for example, ``costliest`` and ``10, 4 and 2 of 22 extra
    steps``.
    """
    *first, last = [f"{turn.cost:,}" for turn in turns]
    costs = f"{', '.join(first)} and {last}" if first else last
    if sum(turn.cost for turn in turns) < over:
        return "costliest", f"{costs} of {over:,} extra steps"
    return "wrong turns", f"{costs} extra {'step' if costs == '1' else 'steps'}"


def wrong_turns(run: Run) -> list[WrongTurn]:
    """Return the wrong turns of a run, the costliest first; ties keep the order of the walk.

    One pass over the moves.
    """
    costs: dict[Cell, int] = {}
    origin: Cell | None = None
    turning_point = 0
    for cell, beyond in pairwise(run.cells()):
        here, there = run.level.distance(cell), run.level.distance(beyond)
        if there >= here and origin is None:
            origin, turning_point = cell, here
        if origin is not None:
            costs[origin] = costs.get(origin, 0) + 1 + there - here
            if there < turning_point:
                origin = None
    priced = [WrongTurn(cell, cost) for cell, cost in costs.items() if cost]
    return sorted(priced, key=lambda turn: -turn.cost)


@dataclass(frozen=True)
class Exit:
    """An exit of a cell: what is visible from there, and what is behind it."""

    direction: Direction
    straight: int
    """Number of cells straight ahead, up to a wall."""
    openings: int
    """Number of openings at the sides of these cells."""
    towards: bool
    """Whether its direction is towards the nearest B, as the crow flies."""
    right: bool
    """Whether it leads nearer to B."""
    taken: bool
    """Whether the player took it at the wrong turn."""
    back: bool
    """Whether the player came from there."""
    branch: int | None
    """Number of cells behind it; None if some lead to B or back here, or if there are more than
    ``BRANCH_CELLS``."""

    @property
    def leads(self) -> str:
        """A description of where it leads."""
        if self.right:
            return "the way to B"
        if self.back:
            return "where you came from"
        if self.branch is None:
            return "a long way round"
        return f"a branch of {counted(self.branch, 'cell')}, without B"

    @property
    def name(self) -> str:
        """Its direction, in a word."""
        return DIRECTION_WORDS[self.direction]


def turn_at(run: Run, turn: WrongTurn) -> int:
    """Return the number of steps before the first wrong turn in a cell."""
    for number, (cell, there) in enumerate(pairwise(run.cells())):
        if cell == turn.cell and run.level.distance(there) >= run.level.distance(cell):
            return number
    return 0


def way_taken(run: Run, turn: WrongTurn) -> list[Cell]:
    """Return the cells from a wrong turn until the player turned back or came nearer to B."""
    steps = turn_at(run, turn)
    way, seen, here = [turn.cell], {turn.cell}, run.level.distance(turn.cell)
    for value in run.moves[steps:]:
        cell = Direction(value).step(way[-1])
        if cell in seen or run.level.distance(cell) < here:
            break
        way.append(cell)
        seen.add(cell)
    return way


def back_to(run: Run, turn: WrongTurn, clock: Callable[[], float]) -> Run:
    """Return a new run with the steps and times of ``run`` before a wrong turn."""
    steps = turn_at(run, turn)
    again = Run(run.level, clock)
    for value in run.moves[:steps]:
        step(again, Direction(value))
    again.times = array("I", run.times[:steps])
    again.stopwatch = Stopwatch(clock, run.times[steps - 1] / 1000 if steps else 0.0)
    return again


def exits_at(run: Run, turn: WrongTurn) -> list[Exit]:
    """Return the exits at a wrong turn: the taken one first, then the right ones, the others."""
    level, cell, steps = run.level, turn.cell, turn_at(run, turn)
    taken = Direction(run.moves[steps])
    back = Direction(run.moves[steps - 1]).opposite if steps else None
    here = level.distance(cell)
    goal = min(level.goals, key=lambda goal: _gap(cell, goal))
    found = []
    for direction in Direction:
        if not level.maze.is_open(cell, direction):
            continue
        there = direction.step(cell)
        towards, right = _gap(there, goal) < _gap(cell, goal), level.distance(there) < here
        branch = None if right else _branch(level, cell, there)
        ahead = _ahead(level, cell, direction)
        found.append(
            Exit(direction, *ahead, towards, right, direction is taken, direction is back, branch)
        )
    return sorted(found, key=lambda one: (not one.taken, not one.right))


def difference(exits: list[Exit]) -> str:
    """Return sentences on the visible differences between the right and the taken exit."""
    taken = next((one for one in exits if one.taken), None)
    right = next((one for one in exits if one.right), None)
    if taken is None or right is None:
        return ""
    if taken.back:
        return f"You turned back; {right.name} went on to B."
    said = []
    if right.towards and not taken.towards:
        said.append(f"{right.name.capitalize()} goes towards B, {taken.name} away from it.")
    elif taken.towards and not right.towards:
        said.append(f"{taken.name.capitalize()} goes towards B, and is the wrong one.")
    if right.straight != taken.straight:
        longer, shorter = sorted((right, taken), key=lambda one: -one.straight)
        said.append(
            f"{longer.name.capitalize()} goes straight for {counted(longer.straight, 'cell')}, "
            f"{shorter.name} for {shorter.straight}."
        )
    if right.openings != taken.openings and len(said) < 2:
        more = max((right, taken), key=lambda one: one.openings)
        said.append(f"{more.name.capitalize()} has more openings at its sides.")
    return " ".join(said) or "They look alike from there: only what lies behind them differs."


def _gap(cell: Cell, goal: Cell) -> int:
    return abs(cell[0] - goal[0]) + abs(cell[1] - goal[1])


def _ahead(level: Level, cell: Cell, direction: Direction) -> tuple[int, int]:
    """Return the number of cells straight ahead up to a wall, and of openings at their sides."""
    straight = openings = 0
    while level.maze.is_open(cell, direction):
        cell = direction.step(cell)
        straight += 1
        aside = level.maze.exits(cell) & ~(direction | direction.opposite)
        openings += aside.bit_count()
    return straight, openings


def _branch(level: Level, cell: Cell, there: Cell) -> int | None:
    """Return ``Exit.branch`` of an exit to the cell ``there``."""
    seen, waiting = {cell, there}, [there]
    while waiting:
        here = waiting.pop()
        for beyond in level.maze.neighbours(here):
            if (beyond == cell and here != there) or beyond in level.goals:
                return None
            if beyond not in seen:
                seen.add(beyond)
                waiting.append(beyond)
        if len(seen) > BRANCH_CELLS:
            return None
    return len(seen) - 1

"""Wrong turns: the places where a run went wrong, and their costs in steps.

A run goes wrong where a step does not come nearer to B. From there until B is nearer than it was at
that place, every extra step counts as the cost of that place. So the costs add up to the steps
beyond the shortest path.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mazegame.engine import Direction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.engine import Cell
    from mazegame.game.run import Run

MARKED_TURNS: Final = 3
"""Most wrong turns with a number on the map, the costliest first."""


@dataclass(frozen=True)
class WrongTurn:
    """A place where the run went wrong, and its total cost."""

    cell: Cell
    cost: int
    """Cost in steps."""


def spell_costs(turns: Sequence[WrongTurn]) -> str:
    """Return the costs of wrong turns, one or more: ``10 and 2 extra steps``."""
    *first, last = [f"{turn.cost:,}" for turn in turns]
    costs = f"{', '.join(first)} and {last}" if first else last
    return f"{costs} extra {'step' if costs == '1' else 'steps'}"


def wrong_turns(run: Run) -> list[WrongTurn]:
    """Return the wrong turns of a run, the costliest first; ties keep the order of the walk.

    One pass over the moves.
    """
    costs: dict[Cell, int] = {}
    cell = run.level.start
    here = run.level.distance(cell)
    origin, turning_point = cell, here
    astray = False
    for value in run.moves:
        there_cell = Direction(value).step(cell)
        there = run.level.distance(there_cell)
        if there >= here and not astray:
            origin, turning_point, astray = cell, here, True
        if astray:
            costs[origin] = costs.get(origin, 0) + 1 + there - here
            astray = there >= turning_point
        cell, here = there_cell, there
    priced = [WrongTurn(cell, cost) for cell, cost in costs.items() if cost]
    return sorted(priced, key=lambda turn: -turn.cost)

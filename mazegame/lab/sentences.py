"""Sentences: one for the last step, in the words of its algorithm.

Cells are named as in game IDs, by row and column from 0: r3c5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from mazegame.engine import Direction, EventKind
from mazegame.lab.stories import builds_walls

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.engine import Cell, Event, Recipe

SIDE_NAMES: Final = {
    Direction.N: "north",
    Direction.E: "east",
    Direction.S: "south",
    Direction.W: "west",
}
"""The names of the sides."""

_BEFORE: Final = "Nothing is carved yet."
_OPEN: Final = "The floor is open: only walls will be built."


class Counted(Protocol):
    """The counters that a sentence may use."""

    @property
    def pending(self) -> int:
        """The number of pending entries."""

    def so_far(self, kind: EventKind) -> int:
        """Return the number of events of a kind so far."""


def name_cell(cell: Cell) -> str:
    """Return a cell as in a game ID."""
    return f"r{cell[0]}c{cell[1]}"


def carving_sentence(recipe: Recipe, event: Event | None, counted: Counted) -> str:
    """Return a sentence on the last step of a carving."""
    algorithm = recipe.algorithm
    if event is None:
        return _OPEN if builds_walls(recipe) else _BEFORE
    say = _OWN.get((algorithm, event.kind)) or _ANY[event.kind]
    return say(event, counted)


def _edge(event: Event) -> tuple[str, str, str]:
    """Return the names of an edge's cell, its side, and the cell across."""
    if event.side is None:
        return name_cell(event.cell), "", name_cell(event.cell)
    return (
        name_cell(event.cell),
        SIDE_NAMES[event.side],
        name_cell(event.side.step(event.cell)),
    )


def _visit(event: Event, _: Counted) -> str:
    return f"Begin in {name_cell(event.cell)}."


def _carve(event: Event, _: Counted) -> str:
    cell, side, there = _edge(event)
    return f"Carve from {cell} {side} into {there}."


def _wall(event: Event, _: Counted) -> str:
    cell, side, there = _edge(event)
    return f"Build a wall on the {side} of {cell}, towards {there}."


def _walk(event: Event, _: Counted) -> str:
    cell, side, there = _edge(event)
    return f"Walk {side} from {cell} to {there}."


def _erase(event: Event, _: Counted) -> str:
    return f"A loop is closed: forget that the walk left {name_cell(event.cell)}."


def _backtrack(event: Event, _: Counted) -> str:
    return f"Nothing unvisited is left there: go back to {name_cell(event.cell)}."


def _push(event: Event, counted: Counted) -> str:
    return f"Put {name_cell(event.cell)} on the list, which holds {counted.pending:,}."


def _pop(event: Event, counted: Counted) -> str:
    return f"Take {name_cell(event.cell)} off the list, which holds {counted.pending:,}."


def _consider(event: Event, _: Counted) -> str:
    return f"Pick {name_cell(event.cell)}."


def _reject(event: Event, _: Counted) -> str:
    cell, _side, there = _edge(event)
    return f"{cell} and {there} are joined already: the wall stays."


def _join(event: Event, _: Counted) -> str:
    other = event.cell if event.other is None else event.other
    return f"The sets of {name_cell(event.cell)} and {name_cell(other)} become one."


def _leave(event: Event, _: Counted) -> str:
    return f"{name_cell(event.cell)} opens nothing south: it leaves its set."


def _hunt(event: Event, _: Counted) -> str:
    return (
        f"Stuck. The hunt finds {name_cell(event.cell)}, the first unvisited cell beside the maze."
    )


def _new_row(event: Event, _: Counted) -> str:
    return f"Row {event.cell[0]} begins."


def _split(event: Event, _: Counted) -> str:
    far = event.cell if event.other is None else event.other
    rows, cols = far[0] - event.cell[0] + 1, far[1] - event.cell[1] + 1
    across = "across" if event.side is Direction.S else "from top to bottom"
    return f"Split the room of {cols}x{rows} at {name_cell(event.cell)} by a wall {across}."


def _braid(event: Event, _: Counted) -> str:
    cell, side, there = _edge(event)
    return f"{cell} is a dead end: open it {side} to {there}, which closes a loop."


def _backtracker_push(event: Event, counted: Counted) -> str:
    return (
        f"{name_cell(event.cell)} has more than one unvisited side: push it. "
        f"The stack holds {counted.pending:,}."
    )


def _backtracker_pop(event: Event, counted: Counted) -> str:
    return f"Pop {name_cell(event.cell)} off the stack, which holds {counted.pending:,} now."


def _frontier_push(event: Event, counted: Counted) -> str:
    return f"{name_cell(event.cell)} is on the frontier now, with {counted.pending - 1:,} others."


def _frontier_pop(event: Event, counted: Counted) -> str:
    return f"Draw {name_cell(event.cell)} from the frontier of {counted.pending + 1:,}."


def _wall_push(event: Event, counted: Counted) -> str:
    there, _side, inside = _edge(event)
    return f"List the wall between {inside} and {there} outside: {counted.pending:,} walls now."


def _wall_pop(event: Event, counted: Counted) -> str:
    there, _side, inside = _edge(event)
    return f"Draw the wall between {inside} and {there} from {counted.pending + 1:,}."


def _cheapest_pop(event: Event, counted: Counted) -> str:
    there, _side, inside = _edge(event)
    return f"Of {counted.pending + 1:,} walls, that between {inside} and {there} is the cheapest."


def _kruskal_consider(event: Event, counted: Counted) -> str:
    cell, _side, there = _edge(event)
    number = counted.so_far(EventKind.CONSIDER)
    return f"Wall {number:,} in the random order lies between {cell} and {there}."


def _kruskal_carve(event: Event, _: Counted) -> str:
    cell, _side, there = _edge(event)
    return f"Open the wall between {cell} and {there}."


def _wilson_visit(event: Event, _: Counted) -> str:
    return f"The maze is {name_cell(event.cell)}, the centre, alone."


def _wilson_carve(event: Event, _: Counted) -> str:
    cell, side, there = _edge(event)
    return f"The walk has met the maze. Carve along it: {cell} {side} to {there}."


def _wilson_wall(event: Event, _: Counted) -> str:
    cell, side, _across = _edge(event)
    return f"The walk has met a wall. Build along it: {side} of {cell}."


def _division_push(event: Event, counted: Counted) -> str:
    return f"Keep the part at {name_cell(event.cell)} for later: {counted.pending:,} are kept."


def _division_pop(event: Event, _: Counted) -> str:
    return f"One cell wide: done. Take the room at {name_cell(event.cell)}, kept last."


def _sidewinder_carve(event: Event, _: Counted) -> str:
    cell, _side, there = _edge(event)
    if event.side is Direction.E:
        return f"The coin joins {cell} and {there}: the run goes on."
    return f"The run is closed; {cell} is drawn from it to open north."


def _eller_carve(event: Event, _: Counted) -> str:
    cell, _side, there = _edge(event)
    if event.side is Direction.E:
        return f"{cell} and {there} are in different sets, and are joined."
    return f"{cell} opens south: {there} is in its set."


def _binary_carve(event: Event, _: Counted) -> str:
    cell, side, _across = _edge(event)
    return f"The coin of {cell} says {side}."


_ANY: Final[dict[EventKind, Callable[[Event, Counted], str]]] = {
    EventKind.VISIT: _visit,
    EventKind.CARVE: _carve,
    EventKind.WALL: _wall,
    EventKind.WALK: _walk,
    EventKind.ERASE: _erase,
    EventKind.BACKTRACK: _backtrack,
    EventKind.PUSH: _push,
    EventKind.POP: _pop,
    EventKind.CONSIDER: _consider,
    EventKind.REJECT: _reject,
    EventKind.JOIN: _join,
    EventKind.LEAVE: _leave,
    EventKind.HUNT: _hunt,
    EventKind.NEW_ROW: _new_row,
    EventKind.SPLIT: _split,
    EventKind.BRAID: _braid,
}

_OWN: Final[dict[tuple[str, EventKind], Callable[[Event, Counted], str]]] = {
    ("recursive-backtracker", EventKind.PUSH): _backtracker_push,
    ("recursive-backtracker", EventKind.POP): _backtracker_pop,
    ("prim", EventKind.PUSH): _frontier_push,
    ("prim", EventKind.POP): _frontier_pop,
    ("simple-prim", EventKind.PUSH): _wall_push,
    ("simple-prim", EventKind.POP): _wall_pop,
    ("true-prim", EventKind.PUSH): _wall_push,
    ("true-prim", EventKind.POP): _cheapest_pop,
    ("kruskal", EventKind.CONSIDER): _kruskal_consider,
    ("kruskal", EventKind.CARVE): _kruskal_carve,
    ("wilson", EventKind.VISIT): _wilson_visit,
    ("wilson", EventKind.CARVE): _wilson_carve,
    ("wilson", EventKind.WALL): _wilson_wall,
    ("recursive-division", EventKind.PUSH): _division_push,
    ("recursive-division", EventKind.POP): _division_pop,
    ("sidewinder", EventKind.CARVE): _sidewinder_carve,
    ("eller", EventKind.CARVE): _eller_carve,
    ("binary-tree", EventKind.CARVE): _binary_carve,
}
"""Sentences that only one algorithm uses."""

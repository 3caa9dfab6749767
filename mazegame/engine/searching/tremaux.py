"""Trémaux: a walker who marks passages and goes through none a third time.

Method. Make a mark in a passage each time you go through it. In a new cell, take any passage
without a mark. In a cell where you have been, turn back if the passage you came by has one mark
only; else take one without a mark, or if there is none, one with a single mark. The order is up,
right, left, down. When you reach B, the passages with one mark are the path.

The marks are on passages, not on cells: marks on cells could cut a loop off for good.

Source. Charles Pierre Trémaux, as described by Édouard Lucas, "Récréations mathématiques" (1882).
"""

from __future__ import annotations

from collections import Counter

from mazegame.engine.searching.space import OPPOSITE, SIDES, Events, Method, SearchSpace, event
from mazegame.engine.steps.event_log import EventKind


def _run(space: SearchSpace) -> Events:
    marks: Counter[tuple[int, int]] = Counter()  # of the passage on a side of a cell
    visited: set[int] = set()
    cell, came_by = space.start, 0
    while cell not in space.goals:
        turns_back = cell in visited and marks[cell, came_by] == 1
        side = came_by if turns_back else _least_marked(space, cell, marks)
        if marks[cell, side] == 2 or not side:
            return
        visited.add(cell)
        there = cell + space.moves[side]
        yield event(EventKind.BACKTRACK if marks[cell, side] else EventKind.WALK, cell, side)
        marks.update([(cell, side), (there, OPPOSITE[side])])
        cell, came_by = there, OPPOSITE[side]
    yield event(EventKind.ARRIVE, cell)
    back = came_by
    while back:  # along the single marks, of which a cell on the path has two
        yield event(EventKind.PATH, cell, back)
        cell, came_by = cell + space.moves[back], OPPOSITE[back]
        single = (side for side in SIDES if marks[cell, side] == 1 and side != came_by)
        back = next(single, 0)


def _least_marked(space: SearchSpace, cell: int, marks: Counter[tuple[int, int]]) -> int:
    """Return the first open side of a cell with the fewest marks; 0 if there is none."""
    sides = (side for side, _, _ in space.ways(cell))
    return min(sides, key=lambda side: marks[cell, side], default=0)


METHOD = Method(
    name="tremaux",
    title="Trémaux",
    about=(
        "Mark each passage as you go through it: prefer those without a mark, turn back at places "
        "you know, and never take one a third time."
    ),
    law="Arrives in every maze, and goes through no passage more than twice.",
    reference="Trémaux, as told by Édouard Lucas, Récréations mathématiques (1882)",
    story=(
        "mark passages as you walk them",
        ("new place: take one without marks", "walk"),
        "known place, one mark behind you:",
        ("  turn back, else take the fewest", "backtrack"),
        ("until you stand on B", "arrive"),
        ("single marks are the path", "path"),
    ),
    run=_run,
    walks=True,
)

"""Depth-first search: a stack, last in, first out, and a walker who always goes on first.

Method. The stack holds the route from A to the walker. Look at the neighbours, up, right, left and
down, and step into the first that has not been entered; it goes onto the stack. If there is none,
step back and take the cell off the stack. When the walker meets B, the stack is the path; with
loops there may be a shorter one.

Source. Robert Tarjan, "Depth-first search and linear graph algorithms" (1972).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.engine.events import EventKind
from mazegame.engine.searching.method import Method
from mazegame.engine.searching.space import OPPOSITE, SIDES, event

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.engine.searching.space import SearchSpace


def _run(space: SearchSpace) -> Iterator[int]:
    cell = space.start
    stack = [(cell, 0)]  # and the side that leads back
    entered = {cell}
    yield event(EventKind.PUSH, cell)
    while cell not in space.goals:
        sides = space.sides(cell)
        for side in SIDES:
            there = cell + space.moves[side]
            if sides & side and there not in entered:
                yield event(EventKind.WALK, cell, side)
                yield event(EventKind.PUSH, there, OPPOSITE[side])
                stack.append((there, OPPOSITE[side]))
                entered.add(there)
                cell = there
                break
        else:
            _, back = stack.pop()
            yield event(EventKind.POP, cell, back)
            if not stack:
                return
            yield event(EventKind.BACKTRACK, cell, back)
            cell += space.moves[back]
    yield event(EventKind.ARRIVE, cell)


METHOD = Method(
    name="dfs",
    title="depth-first",
    about=(
        "Walk into the first cell beside that was never entered, and back when there is none: "
        "the stack is the route so far."
    ),
    law="Finds some path in every maze, not always a shortest one.",
    reference="Robert Tarjan, Depth-first search and linear graph algorithms (1972)",
    run=_run,
    walks=True,
)

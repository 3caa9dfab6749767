"""Depth-first search: a stack, last in, first out, and a walker who always goes on first.

Method. The stack holds the route from A to the walker. Look at the neighbours, up, right, left and
down, and step into the first that has not been entered; it goes onto the stack. If there is none,
step back and take the cell off the stack. When the walker meets B, the stack is the path; with
loops there may be a shorter one.

Source. Robert Tarjan, "Depth-first search and linear graph algorithms" (1972).
"""

from __future__ import annotations

from collections.abc import Callable

from mazegame.engine.searching.space import Events, Method, SearchSpace, Way, event
from mazegame.engine.steps.event_log import EventKind
from mazegame.engine.steps.presentation import Presentation


def walk_and_return(
    space: SearchSpace, choose: Callable[[int, set[int]], Way | None], *, stack: bool
) -> Events:
    """Yield a walk into new cells, and back where there are none.

    ``choose`` returns a way out of a cell into one that was not entered yet, None for none;
    ``stack`` says whether the events tell of the stack as well.
    """
    cell = space.start
    route = [0]  # the side that leads back from each cell between A and here
    entered = {cell}
    if stack:
        yield event(EventKind.PUSH, cell)
    while cell not in space.goals:
        if way := choose(cell, entered):
            side, move, back = way
            yield event(EventKind.WALK, cell, side)
            cell += move
            if stack:
                yield event(EventKind.PUSH, cell, back)
            route.append(back)
            entered.add(cell)
            continue
        back = route.pop()
        if stack:
            yield event(EventKind.POP, cell, back)
        if not back:
            return
        yield event(EventKind.BACKTRACK, cell, back)
        cell += space.moves[back]
    yield event(EventKind.ARRIVE, cell)


def _run(space: SearchSpace) -> Events:
    def first(cell: int, entered: set[int]) -> Way | None:
        for way in space.ways(cell):
            if cell + way[1] not in entered:
                return way
        return None

    return walk_and_return(space, first, stack=True)


METHOD = Method(
    name="dfs",
    title="depth-first",
    about=(
        "Walk into the first cell beside that was never entered, and back when there is none: "
        "the stack is the route so far."
    ),
    law="Finds some path in every maze, not always a shortest one.",
    reference="Robert Tarjan, Depth-first search and linear graph algorithms (1972)",
    story=(
        "put A onto the stack",
        "for up, right, left, down:",
        ("  step into the first new cell", "walk"),
        ("  and push it", "push"),
        ("none: pop it and step back", "pop", "backtrack"),
        ("stop at B: the stack is the path", "arrive", "path"),
    ),
    run=_run,
    walks=True,
    presentation=Presentation(
        "stack",
        sentences={
            "push": "{cell} goes onto the stack.",
            "pop": "Every passage of {cell} is known: it goes off the stack.",
        },
    ),
)

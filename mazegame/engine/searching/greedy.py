"""Greedy walk: takes the exit that is nearest to B in a straight line, and remembers dead ends.

Method. At each cell, take the side not yet tried that leads nearest to B in a straight line; if
all are tried, step back to a cell that has one. On direct paths, for example in Prim's mazes, it is
hard to beat; on winding ones it often goes wrong.

Source. A depth-first walk whose order is that of greedy best-first search; see Judea Pearl,
"Heuristics" (1984).
"""

from __future__ import annotations

from mazegame.engine.searching.depth_first import walk_and_return
from mazegame.engine.searching.space import Events, Method, SearchSpace, Way


def _run(space: SearchSpace) -> Events:
    def nearest(cell: int, entered: set[int]) -> Way | None:
        onward = [way for way in space.ways(cell) if cell + way[1] not in entered]
        if len(onward) == 1:
            return onward[0]
        return min(onward, key=lambda way: space.estimate(cell + way[1]), default=None)

    return walk_and_return(space, nearest, stack=False)


METHOD = Method(
    name="greedy",
    title="greedy",
    about=(
        "Walk through the side not yet tried that leads nearest to B in a straight line, and back "
        "when there is none."
    ),
    law="Finds some path in every maze, not always a shortest one.",
    reference="Judea Pearl, Heuristics (1984)",
    story=(
        "nearest to B in a straight line:",
        ("  step into that new cell", "walk"),
        ("no new one: step back", "backtrack"),
        ("until you stand on B", "arrive"),
        ("the way is the path", "path"),
    ),
    run=_run,
    walks=True,
)

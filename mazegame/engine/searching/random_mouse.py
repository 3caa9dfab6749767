"""Random mouse: a walker without memory who turns at random.

Method. At every cell take one of its open sides at random, but go back only from a dead end.

It arrives sooner or later in every maze without loops, and in nearly all with loops. On average it
takes about two passes over all passages of the maze for every step of the path, so the search is
cut off in large mazes.

Source. Walter Pullen, "Think Labyrinth: Maze Algorithms".
"""

from __future__ import annotations

from mazegame.engine.searching.space import Events, Method, SearchSpace, walk


def _run(space: SearchSpace) -> Events:
    def turn(cell: int, back: int) -> int:
        onward = [side for side, _, _ in space.ways(cell) if side != back] or [back]
        return onward[space.draw(len(onward))] if len(onward) > 1 else onward[0]

    return walk(space, turn)


METHOD = Method(
    name="random-mouse",
    title="random mouse",
    about="Go straight on, turn at random where there is a choice, and back out of dead ends only.",
    law="Arrives sooner or later; the larger the maze, the later, so it may be cut off before.",
    reference="Walter Pullen, Think Labyrinth: Maze Algorithms",
    story=(
        "at a junction take any passage",
        ("go on, turn back in dead ends only", "walk"),
        ("until you stand on B", "arrive"),
        ("the walk without loops is the path", "path"),
    ),
    run=_run,
    walks=True,
    complete=False,
    never_arrives="Cut off: the mouse has had enough steps.",
)

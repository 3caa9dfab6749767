"""How many key presses a perfect walk takes, with and without travel.

``python benchmarks/presses.py [--size 1000x1000] [--seed presses] [ALGORITHM ...]``

A scripted player walks the shortest path. At each stop it presses the key of the direction that
the path takes: once the key that runs down the corridor (Shift with an arrow), once the key that
travels to the next choice (Ctrl with an arrow). That one goes on through junctions whose other
exits were walked, or were seen to be dead ends.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from mazegame.engine import ALGORITHMS, Direction, Level, Recipe
from mazegame.game.commands import Glide, GoOn
from mazegame.game.modes.free_play import free_play
from mazegame.game.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.game.commands import Command


def presses(level: Level, key: Callable[[Direction], Command]) -> int:
    """Walk the shortest path; return how many keys that took."""
    session = Session(free_play(level), level, animations=False)
    run = session.players[0].run
    pressed = 0
    while not run.finished:
        here, there = level.path_from(run.position, 1)
        session.command(0, key(Direction.between(here, there)), 0.0)
        pressed += 1
    if run.steps != level.dist_min:
        raise SystemExit("the walk was not the shortest one")
    return pressed


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", default="1000x1000")
    parser.add_argument("--seed", default="presses")
    parser.add_argument("algorithms", nargs="*", default=list(ALGORITHMS))
    arguments = parser.parse_args()
    print("| algorithm | shortest path | Shift with an arrow | Ctrl with an arrow |")
    print("| --- | --- | --- | --- |")
    for name in arguments.algorithms:
        level = Level.of(Recipe.parse(f"{name}:{arguments.size}:{arguments.seed}"))
        runs, travels = presses(level, Glide), presses(level, GoOn)
        print(f"| {name} | {level.dist_min:,} | {runs:,} | {travels:,} |", flush=True)


if __name__ == "__main__":
    main()

"""What players score who never look at the maze, by texture.

``python benchmarks/listening.py [--size 19x9] [--mazes 50] [--limit 8] [ALGORITHM ...]``

Each of them knows which sides of its own cell are open, and remembers where it was. Besides, some
listen to what the game says:

- ``random`` takes any exit at a junction, but does not turn round;
- ``right hand`` always takes the exit farthest to the right;
- ``memory`` tries the exits of a junction one after the other, and goes back from dead ends;
- ``arrow`` does the same, and tries first what leads towards B, as the arrow to B says;
- ``compass`` does the same, and turns round at once when the compass says "colder". The compass is
  an assist: it is off unless the player switches it on, and the run counts as "with compass".

Two watch a rival that searches (Trémaux), which is drawn in open mazes:

- ``follow`` walks behind it, step by step;
- ``wait`` walks to and fro at A, since it sees the rival only up to ``VISIBLE_LEAD_STEPS`` steps
  ahead of twice its own, until it has seen it at B; then it walks its way without the detours.

A walk ends at B, or when it is ``--limit`` times as long as the shortest path; it counts with the
score that it has then, which is more than it would get at B.
"""

from __future__ import annotations

import argparse
import random
from typing import TYPE_CHECKING, Final

from mazegame.engine import ALGORITHMS, Direction, Level, Recipe
from mazegame.game import score as scoring
from mazegame.game.racing.race import settle, way
from mazegame.game.racing.rivals import parse_rival
from mazegame.game.run import Run, step
from mazegame.game.session import VISIBLE_LEAD_STEPS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mazegame.engine import Cell

    Player = Callable[[Run, random.Random], Iterator[Direction]]

RIVAL: Final = "tremaux:4"
"""The rival of those that watch one."""

SIDES: Final = (Direction.N, Direction.E, Direction.S, Direction.W)
"""Clockwise."""


def exits(run: Run) -> list[Direction]:
    """Return the open sides of the player's cell, clockwise from north."""
    there = run.level.maze.exits(run.position)
    return [side for side in SIDES if there & side]


def clockwise_from(side: Direction, sides: list[Direction]) -> list[Direction]:
    """Return some sides in clockwise order, beginning with the first one after a side."""
    at = SIDES.index(side)
    return sorted(sides, key=lambda one: (SIDES.index(one) - at - 1) % 4)


def random_turns(run: Run, draw: random.Random) -> Iterator[Direction]:
    """Take any exit but the one that the player came through, unless it is the only one."""
    came: Direction | None = None
    while True:
        onward = [side for side in exits(run) if side is not came] or exits(run)
        chosen = draw.choice(onward)
        came = chosen.opposite
        yield chosen


def right_hand(run: Run, draw: random.Random) -> Iterator[Direction]:
    """Keep the right hand on the wall."""
    del draw
    came = Direction.N
    while True:
        # Facing away from where one came, the rightmost exit is the last one clockwise from there.
        chosen = clockwise_from(came, exits(run))[-2 if came in exits(run) else -1 :][0]
        came = chosen.opposite
        yield chosen


def searching(
    order: Callable[[Run, list[Direction], random.Random], list[Direction]],
    *,
    heeds_compass: bool = False,
) -> Player:
    """Return a player that takes no exit twice and goes back where nothing is left to try.

    Args:
        order: Sorts the exits of a cell, the one to be tried first at the front.
        heeds_compass: Whether it turns round as soon as a step led away from B.
    """

    def walk(run: Run, draw: random.Random) -> Iterator[Direction]:
        seen: set[Cell] = {run.position}
        back: list[Direction] = []
        while True:
            fresh = [side for side in exits(run) if side.step(run.position) not in seen]
            if not fresh:
                yield back.pop()
                continue
            side = order(run, fresh, draw)[0]
            yield side
            seen.add(run.position)
            if heeds_compass and run.trend > 0:
                yield side.opposite
            else:
                back.append(side.opposite)

    return walk


def any_order(run: Run, sides: list[Direction], draw: random.Random) -> list[Direction]:
    """Return the exits in any order."""
    del run
    return draw.sample(sides, len(sides))


def towards_b(run: Run, sides: list[Direction], draw: random.Random) -> list[Direction]:
    """Return the exits by how near to B, in a straight line, they lead."""
    goal = run.level.goals[0]

    def apart(side: Direction) -> int:
        row, col = side.step(run.position)
        return (goal[0] - row) ** 2 + (goal[1] - col) ** 2

    return sorted(any_order(run, sides, draw), key=apart)


def behind_a_rival(*, waits: bool) -> Player:
    """Return a player that takes the way of a rival: all of it, or without its detours."""

    def walk(run: Run, draw: random.Random) -> Iterator[Direction]:
        del draw
        rival = parse_rival(RIVAL).on(run.level)
        settle([rival])
        cells = way(rival)
        to_and_fro = exits(run)[0]
        while waits and len(cells) - 1 > VISIBLE_LEAD_STEPS + 2 * run.steps:
            yield to_and_fro
            yield to_and_fro.opposite
        at = 0
        while at + 1 < len(cells):
            if waits:
                at = len(cells) - 1 - cells[::-1].index(cells[at])
            yield Direction.between(cells[at], cells[at + 1])
            at += 1

    return walk


PLAYERS: Final[dict[str, Player]] = {
    "random": random_turns,
    "right hand": right_hand,
    "memory": searching(any_order),
    "arrow": searching(towards_b),
    "compass": searching(any_order, heeds_compass=True),
    "follow": behind_a_rival(waits=False),
    "wait": behind_a_rival(waits=True),
}
"""The players by name. All but ``compass`` play with what is shown by default."""


def play(level: Level, player: Player, draw: random.Random, limit: float) -> tuple[int, int]:
    """Let a player walk a level.

    Returns:
        Its score and its stars; 0 stars if the walk was broken off at ``limit`` times the shortest
        path.
    """
    run = Run(level, lambda: 0.0)
    walk = player(run, draw)
    while not run.finished:
        if run.steps >= limit * level.dist_min:
            return scoring.score(level.dist_min, run.steps, 0), 0
        step(run, next(walk))
    return run.result.score, run.result.stars


def measure(algorithm: str, size: str, mazes: int, limit: float) -> dict[str, tuple[float, float]]:
    """Return each player's mean score and its share of mazes with two stars or more."""
    found: dict[str, tuple[float, float]] = {}
    levels = [Level.of(Recipe.parse(f"{algorithm}:{size}:listening-{n}")) for n in range(mazes)]
    for name, player in PLAYERS.items():
        draw = random.Random(f"{algorithm} {size} {name}")
        played = [play(level, player, draw, limit) for level in levels]
        found[name] = (
            sum(score for score, _ in played) / mazes,
            sum(stars >= 2 for _, stars in played) / mazes,
        )
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", default="19x9")
    parser.add_argument("--mazes", type=int, default=50)
    parser.add_argument("--limit", type=float, default=8.0)
    parser.add_argument("algorithms", nargs="*", default=list(ALGORITHMS))
    arguments = parser.parse_args()
    print(f"| {arguments.size} | {' | '.join(PLAYERS)} |")
    print(f"| --- |{' ---: |' * len(PLAYERS)}")
    for algorithm in arguments.algorithms:
        found = measure(algorithm, arguments.size, arguments.mazes, arguments.limit)
        cells = [f"{score:.0f} ({share:.0%})" for score, share in found.values()]
        print(f"| {algorithm} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()

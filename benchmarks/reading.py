"""What reading a maze first is worth, by texture, where the clock runs from the reveal on.

``python benchmarks/reading.py [--size 29x15] [--mazes 40] [--readers] [ALGORITHM ...]``

A model of a player: an eye that looks for B, and fingers that walk. Both are as slow as a person's:

- the eye follows a corridor at ``eye_cells`` cells a second and stays ``junction_ms`` at each
  junction. It tries first what leads towards B, does not enter dead ends of ``GLANCE`` cells, and
  goes back to the last junction with an untried exit where nothing leads on;
- the fingers press ``keys`` keys a second; one key runs to the next junction, each cell of it costs
  ``GLIDE_STEP_MS`` as in ranked time;
- while the fingers walk, the eye takes ``TOGETHER`` times as long.

It plays in two ways. *First* reads until B is found, then walks the way that it knows. *While*
walks as it reads: the fingers follow once the eye is ``AHEAD`` cells further, and turn round where
the eye has come out of a dead end. ``while / first`` is the time of the second way over that of the
first; reading first is no trick if that is at most ``LIMIT``.

Two more walk without eyes, as ``memory`` in ``listening.py``: *no eyes* with the same fingers, and
*script*, which presses no keys and takes ``GLIDE_STEP_MS`` for each cell. Their figures are shares
of the pace of *while*. *Walk first* is what reading first was worth when the clock began with the
first step: the time of *while* over the time of the fingers alone. ``--readers`` prints the largest
``while / first`` of slower and faster eyes and fingers.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import dataclass
from itertools import product
from statistics import fmean
from typing import TYPE_CHECKING, Final

from mazegame.engine import ALGORITHMS, Level, Recipe
from mazegame.game.racing.reading import JUNCTION_MS, READ_START_MS
from mazegame.game.walking.ranked_clock import GLIDE_STEP_MS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mazegame.engine import Cell


@dataclass(frozen=True)
class Reader:
    """An eye and fingers."""

    eye_cells: float = 25.0
    """Cells a second that the eye follows a corridor."""
    junction_ms: float = JUNCTION_MS
    """Milliseconds that the eye stays at a junction, or needs to go back to one; as in medals."""
    keys: float = 5.0
    """Keys a second."""


READER: Final = Reader()

OTHERS: Final = tuple(
    Reader(*speeds)
    for speeds in product((10.0, 25.0, 50.0), (100.0, 250.0, 500.0), (3.0, 5.0, 10.0))
)
"""Slower and faster readers, for ``--readers``."""

GLANCE: Final = 2
"""Cells of a dead end that is seen as one without a look into it."""

AHEAD: Final = 8
"""Cells by which the eye is ahead of fingers that walk while it reads."""

TOGETHER: Final = 1.2
"""How much longer the eye takes while the fingers walk."""

START_MS: Final = READ_START_MS
"""Milliseconds until A, B and the maze are found on the screen; as in the medals."""

LIMIT: Final = 1.1
"""Most time of reading while walking, as a multiple of the time of reading first."""


def is_choice(level: Level, cell: Cell) -> bool:
    """Return whether a run stops in a cell and the eye decides: a junction, A, a dead end."""
    return cell == level.start or len(level.maze.neighbours(cell)) != 2


def is_glanced(level: Level, before: Cell, cell: Cell) -> bool:
    """Return whether an exit leads into a dead end that is seen without a look."""
    for _ in range(GLANCE):
        onward = [one for one in level.maze.neighbours(cell) if one != before]
        if cell in level.goals or len(onward) > 1:
            return False
        if not onward:
            return True
        before, cell = cell, onward[0]
    return False


@dataclass(frozen=True)
class Look:
    """One move of the eye: how long it takes, and the way from A to where it is then."""

    ms: float
    way: tuple[Cell, ...]


def looks(level: Level, reader: Reader = READER) -> Iterator[Look]:
    """Yield the moves of the eye until it is at B."""
    goal = level.goals[0]

    def apart(cell: Cell) -> int:
        return (cell[0] - goal[0]) ** 2 + (cell[1] - goal[1]) ** 2

    way, seen = [level.start], {level.start}
    while way[-1] not in level.goals:
        here = way[-1]
        fresh = [cell for cell in level.maze.neighbours(here) if cell not in seen]
        worth = [cell for cell in fresh if not is_glanced(level, here, cell)]
        if worth:
            following = min(worth, key=apart)
            seen.add(following)
            way.append(following)
            choice = reader.junction_ms if len(level.maze.neighbours(here)) > 2 else 0.0
            yield Look(1000 / reader.eye_cells + choice, tuple(way))
            continue
        while len(way) > 1 and not _leads_on(level, way[-1], seen):
            way.pop()
        yield Look(reader.junction_ms, tuple(way))


def _leads_on(level: Level, cell: Cell, seen: set[Cell]) -> bool:
    return any(
        one not in seen and not is_glanced(level, cell, one) for one in level.maze.neighbours(cell)
    )


def fingers_ms(level: Level, way: Sequence[Cell], reader: Reader = READER) -> float:
    """Return the milliseconds in which fingers that know a way walk it."""
    presses = sum(
        is_choice(level, cell) or (at > 0 and way[at - 1] == way[at + 1])
        for at, cell in enumerate(way[:-1])
    )
    return 1000 * presses / reader.keys + GLIDE_STEP_MS * (len(way) - 1)


def first_ms(level: Level, reader: Reader = READER) -> float:
    """Return the milliseconds of who reads until B is found, and walks then."""
    read = list(looks(level, reader))
    return START_MS + sum(look.ms for look in read) + fingers_ms(level, read[-1].way, reader)


def while_ms(level: Level, reader: Reader = READER) -> float:
    """Return the milliseconds of who walks as the eye reads on."""
    walked = [level.start]
    """The way from A to the fingers."""
    eye = hand = START_MS
    before: Cell | None = None
    way: tuple[Cell, ...] = (level.start,)

    def walk_until(now: float, *, found: bool) -> None:
        """Walk as far as the time and the eye allow."""
        nonlocal hand, before
        while walked[-1] not in level.goals:
            here, depth = walked[-1], len(walked)
            if tuple(walked) == way[:depth]:
                if not found and len(way) - depth < AHEAD:
                    hand = max(hand, now)  # it waits for the eye
                    return
                following = way[depth]
            else:
                following = walked[-2]  # out of a dead end
            press = is_choice(level, here) or following == before
            took = GLIDE_STEP_MS + 1000 / reader.keys * press
            if not found and hand + took > now:
                return
            hand += took
            before = here
            if depth > 1 and following == walked[-2]:
                walked.pop()
            else:
                walked.append(following)

    for look in looks(level, reader):
        walks = len(way) - len(walked) >= AHEAD or tuple(walked) != way[: len(walked)]
        eye += look.ms * (TOGETHER if walks else 1.0)
        walk_until(eye, found=False)
        way = look.way
    hand = max(hand, eye) if tuple(walked) == way else hand
    walk_until(eye, found=True)
    return hand


def eyeless_cells(level: Level, draw: random.Random) -> list[Cell]:
    """Return the walk of who tries the exits of each junction, and goes back from dead ends."""
    way, cells, seen = [level.start], [level.start], {level.start}
    while way[-1] not in level.goals:
        fresh = [cell for cell in level.maze.neighbours(way[-1]) if cell not in seen]
        if fresh:
            way.append(draw.choice(fresh))
            seen.add(way[-1])
        else:
            way.pop()
        cells.append(way[-1])
    return cells


@dataclass(frozen=True)
class Figures:
    """The means over some mazes of a texture: seconds, and shares of other times."""

    first: float
    together: float
    """Seconds of who reads while walking."""
    walk_first: float
    """Time of who reads while walking over that of fingers alone."""
    no_eyes: float
    script: float

    @property
    def ratio(self) -> float:
        """The time of reading while walking over that of reading first."""
        return self.together / self.first


def measure(algorithm: str, size: str, mazes: int) -> Figures:
    """Return the figures of a texture."""
    levels = [Level.of(Recipe.parse(f"{algorithm}:{size}:reading-{n}")) for n in range(mazes)]
    draw = random.Random(f"{algorithm} {size}")
    together = [while_ms(level) for level in levels]
    alone = [
        fingers_ms(level, list(map(tuple, level.cells_of_path().tolist()))) for level in levels
    ]
    blind = [eyeless_cells(level, draw) for level in levels]
    pairs = list(zip(levels, blind, together, strict=True))
    return Figures(
        first=fmean(map(first_ms, levels)) / 1000,
        together=fmean(together) / 1000,
        walk_first=fmean(ms / own for ms, own in zip(together, alone, strict=True)),
        no_eyes=fmean(ms / fingers_ms(level, cells) for level, cells, ms in pairs),
        script=fmean(ms / (GLIDE_STEP_MS * (len(cells) - 1)) for _, cells, ms in pairs),
    )


def worst_ratio(arguments: argparse.Namespace, reader: Reader) -> float:
    """Print and return a reader's largest ratio over the textures, on a fourth of the mazes."""
    size, mazes = arguments.size, max(arguments.mazes // 4, 1)
    found = []
    for algorithm in arguments.algorithms:
        names = (f"{algorithm}:{size}:reading-{n}" for n in range(mazes))
        levels = [Level.of(Recipe.parse(name)) for name in names]
        first = sum(first_ms(level, reader) for level in levels)
        found.append(sum(while_ms(level, reader) for level in levels) / first)
    print(f"{reader}: {max(found):.2f}", flush=True)
    return max(found)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", default="29x15")
    parser.add_argument("--mazes", type=int, default=40)
    parser.add_argument("--readers", action="store_true")
    parser.add_argument("algorithms", nargs="*", default=list(ALGORITHMS))
    arguments = parser.parse_args()
    print(
        f"The reader: {READER.eye_cells:g} cells a second, {READER.junction_ms:g} ms a junction,"
        f" {READER.keys:g} keys"
        f" a second, {GLIDE_STEP_MS:g} ms a cell of a run, {AHEAD} cells ahead,"
        f" {TOGETHER:g} times as long while walking."
    )
    print(f"| {arguments.size} | first | while | while / first | walk first | no eyes | script |")
    print(f"| --- |{' ---: |' * 6}")
    ratios = []
    for algorithm in arguments.algorithms:
        found = measure(algorithm, arguments.size, arguments.mazes)
        ratios.append(found.ratio)
        print(
            f"| {algorithm} | {found.first:.1f} s | {found.together:.1f} s | {found.ratio:.2f} |"
            f" {found.walk_first:.1f} x | {found.no_eyes:.0%} | {found.script:.0%} |",
            flush=True,
        )
    if arguments.readers:
        ratios += [worst_ratio(arguments, reader) for reader in OTHERS]
    says = "holds" if max(ratios) <= LIMIT else "does not hold"
    print(
        f"Reading while walking takes at most {LIMIT:g} times as long: {says}, {max(ratios):.2f}."
    )


if __name__ == "__main__":
    main()

"""Measure what textures cost, as ratios to the plain generators, in one command.

    python benchmarks/textures.py                 1024x1024, all algorithms, braid, statistics
    python benchmarks/textures.py --size 512 --only wilson --mazes 3
    python benchmarks/textures.py --only          braid and statistics alone

For every algorithm the plain maze, one with equal weights, one with 4:1 and one in zones of several
patterns take turns; times are medians, and so are the ratios to the plain maze of the same turn.
Equal weights do the very work of the plain maze, so their ratio is what drawing by weight costs;
other weights make other mazes, and the walks among them longer ones. Then braiding and each
statistic by itself, in nanoseconds a cell. All times are processor time, which other work on the
machine disturbs the least.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from typing import TYPE_CHECKING

from mazegame.engine import (
    ALGORITHMS,
    Maze,
    Recipe,
    braid,
    dist_min,
    farthest_pair,
    generate,
    texture,
)
from mazegame.engine.kernels.jit import compiled
from mazegame.engine.measures.measuring import (
    count_cell_types,
    measure_looped_path,
    measure_tree_path,
)
from mazegame.engine.support.progress import ProgressToken

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TWO_ZONES = ("weights", "40-10+10-40")

KINDS = {
    "plain": (),
    "equal": (("weights", "10-10"),),
    "4:1": (("weights", "40-10"),),
    "halves": (TWO_ZONES, ("zones", "halves")),
    "checker": (TWO_ZONES, ("zones", "checker")),
    "rings": (TWO_ZONES, ("zones", "rings")),
}

STATISTICS = ("recursive-backtracker", "wilson", "prim")
"""Whose mazes are braided and measured: few dead ends, some, and many."""


def nanoseconds(call: Callable[[], object], cells: int) -> float:
    """The time of one call, for each cell."""
    begin = time.process_time_ns()
    call()
    return (time.process_time_ns() - begin) / cells


def in_turns(
    calls: Mapping[str, Callable[[], object]], turns: int, cells: int
) -> list[list[float]]:
    """The times of several calls that take turns, for each call; the first turn does not count."""
    times: list[list[float]] = [[] for _ in calls]
    for turn in range(turns + 1):
        for found, call in zip(times, calls.values(), strict=True):
            taken = nanoseconds(call, cells)
            if turn:
                found.append(taken)
    return times


def carvings(name: str, size: int, options: tuple[tuple[str, str], ...]) -> Callable[[], object]:
    """A call that makes another maze each time, of the same seeds whatever the options."""
    seeds = itertools.count()
    return lambda: generate(Recipe(name, size, size, f"maze-{next(seeds)}", options))


def of_generators(names: list[str], size: int, turns: int) -> None:
    """Print what weights and zones cost each generator."""
    heads = "".join(f"{kind:>9}" for kind in KINDS)
    print(f"{'':23}{heads}   ratios to plain")
    variants: list[tuple[str, tuple[tuple[str, str], ...]]] = [(name, ()) for name in names]
    if "growing-tree" in names:
        variants.append(("growing-tree", (("removal", "ordered"),)))
    if "wilson" in names:
        variants.append(("wilson", (("build", "walls"),)))
    for name, own in variants:
        calls = {kind: carvings(name, size, (*own, *options)) for kind, options in KINDS.items()}
        times = in_turns(calls, turns, size**2)
        ratios = [
            statistics.median(one / plain for one, plain in zip(found, times[0], strict=True))
            for found in times[1:]
        ]
        label = " ".join([name, *(value for _, value in own)])
        print(
            f"{label:23}",
            "".join(f"{statistics.median(found):9.1f}" for found in times)[1:],
            "  ",
            "".join(f"{ratio:6.2f}" for ratio in ratios),
            sep="",
            flush=True,
        )


def parts(maze: Maze, size: int) -> dict[str, Callable[[], object]]:
    """Each statistic of a perfect maze and of the same with loops, from corner to corner."""
    looped = braid(maze, 0.5, "x")
    a, b = (0, 0), (size - 1, size - 1)
    return {
        **{
            f"braid {percent}": lambda p=percent: braid(maze, p / 100, "x")
            for percent in (10, 50, 100)
        },
        "shares, bias, runs": lambda: count_cell_types(maze, ProgressToken()),
        "the way in a tree": lambda: measure_tree_path(maze, a, b, size**2, ProgressToken()),
        "texture": lambda: texture(maze, a, b),
        "the way among loops": lambda: measure_looped_path(looped, a, b, ProgressToken()),
        "texture of braid 50": lambda: texture(looped, a, b),
        "dist_min": lambda: dist_min(maze, a, b),
        "dist_min of braid 50": lambda: dist_min(looped, a, b),
        "farthest_pair": lambda: farthest_pair(maze),
    }


def of_statistics(size: int, turns: int) -> None:
    """Print what braiding and measuring take."""
    columns = [parts(generate(name, size, size, "maze"), size) for name in STATISTICS]
    print(f"\n{'':23}{''.join(f'{name:>23}' for name in STATISTICS)}")
    times = [in_turns(calls, turns, size**2) for calls in columns]
    for row, label in enumerate(columns[0]):
        medians = (statistics.median(column[row]) for column in times)
        print(f"{label:23}{''.join(f'{median:23.1f}' for median in medians)}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--mazes", type=int, default=5)
    parser.add_argument("--only", nargs="*", default=[*ALGORITHMS], metavar="ALGORITHM")
    arguments = parser.parse_args()
    print(f"{arguments.size}x{arguments.size}, ns a cell, medians of {arguments.mazes}")
    with compiled():
        if arguments.only:
            of_generators(arguments.only, arguments.size, arguments.mazes)
        of_statistics(arguments.size, arguments.mazes)


if __name__ == "__main__":
    main()

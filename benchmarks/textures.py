"""Measure what textures cost, as ratios to the plain generators, in one command.

    python benchmarks/textures.py                 1024x1024, all algorithms
    python benchmarks/textures.py --size 512 --only wilson --mazes 3

For every algorithm the plain maze, one with equal weights, one with 4:1 and one in zones take
turns; medians count. Equal weights do the very work of the plain maze, so their ratio is what
drawing by weight costs; other weights make other mazes, and the walks among them longer ones. Then
braiding and the statistics, in nanoseconds a cell.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import TYPE_CHECKING

from mazegame.engine import ALGORITHMS, Recipe, braid, generate, texture
from mazegame.engine.jit import compiling

if TYPE_CHECKING:
    from collections.abc import Callable

KINDS = {
    "plain": (),
    "equal": (("weights", "10-10"),),
    "4:1": (("weights", "40-10"),),
    "zones": (("weights", "40-10+10-40"), ("zones", "checker.16")),
}


def nanoseconds(call: Callable[[], object], cells: int) -> float:
    """The time of one call, for each cell."""
    begin = time.perf_counter_ns()
    call()
    return (time.perf_counter_ns() - begin) / cells


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--mazes", type=int, default=5)
    parser.add_argument("--only", nargs="*", default=[*ALGORITHMS])
    arguments = parser.parse_args()
    size, cells = arguments.size, arguments.size**2
    print(f"{size}x{size}, nanoseconds a cell, medians of {arguments.mazes}")
    print(f"{'':24}{'plain':>8}{'equal':>8}{'4:1':>8}{'zones':>8}   ratios to plain")
    with compiling():
        variants = [(name, ()) for name in arguments.only]
        if "wilson" in arguments.only:
            variants.append(("wilson", (("build", "walls"),)))
        for name, own in variants:
            times: dict[str, list[float]] = {kind: [] for kind in KINDS}
            for turn in range(arguments.mazes + 1):
                for kind, options in KINDS.items():
                    recipe = Recipe(name, size, size, f"maze-{turn}", (*own, *options))
                    times[kind].append(nanoseconds(lambda r=recipe: generate(r), cells))
            medians = [statistics.median(found[1:]) for found in times.values()]
            label = " ".join([name, *(value for _, value in own)])
            ratios = "".join(f"{value / medians[0]:8.2f}" for value in medians[1:])
            print(f"{label:24}{''.join(f'{value:8.1f}' for value in medians)}   {ratios}")
        maze = generate("wilson", size, size, "maze")
        for label, call in {
            "braid 50": lambda: braid(maze, 0.5, "x"),
            "texture": lambda: texture(maze, (0, 0), (size - 1, size - 1)),
        }.items():
            call()
            found = [nanoseconds(call, cells) for _ in range(arguments.mazes)]
            print(f"{label:24}{statistics.median(found):8.1f}")


if __name__ == "__main__":
    main()

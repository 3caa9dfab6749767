"""Measure what small mazes cost, in microseconds each, beside mazelib, in one command.

    python benchmarks/small.py                            8x8, 15x15, 40x40, all algorithms
    python benchmarks/small.py --sizes 15 --only wilson,sidewinder

Six figures for every algorithm and size:

- *empty* and *warm*: the first thousand mazes of a fresh process, one ``generate`` each, whatever
  has to be compiled or loaded included, with the compile cache empty and full. What a process
  takes to import the engine is left out, as it is for mazelib.
- *steady*: a maze of ``generate`` once everything is compiled.
- *batch*: a maze of ``batch``, with the distances of all cells (``fields=True``).
- *bare*: the kernels of that batch alone, called for all mazes at once: carving, flooding.
- *mazelib*: a maze of mazelib, which has nothing to compile; of the algorithms that it has.

All times are processor time, which other work on the machine disturbs the least. mazelib's Eller
fails from 16x16 on (its sets are 8-bit numbers), and its other slow ones are timed on few mazes.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import os
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any

from mazegame.engine import ALGORITHMS, batch, compiled, generate, ready
from mazegame.engine.kernels.jit import Kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FIRST = 1000
"""Mazes that a fresh process makes."""

BUDGET = 0.4
"""Seconds of processor time that a steady measurement may take, after which it stops."""

MAZELIB = {
    "recursive-backtracker": "BacktrackingGenerator",
    "hunt-and-kill": "HuntAndKill",
    "growing-tree": "GrowingTree",
    "prim": "Prims",
    "kruskal": "Kruskal",
    "wilson": "Wilsons",
    "aldous-broder": "AldousBroder",
    "eller": "Ellers",
    "sidewinder": "Sidewinder",
    "binary-tree": "BinaryTree",
    "recursive-division": "Division",
}
"""mazelib's names of our algorithms."""

CHILD = """
import sys, time
from mazegame.engine import generate
name, size, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
begin = time.process_time()
for seed in range(count):
    generate(name, size, size, seed)
print((time.process_time() - begin) / count * 1e6)
"""


def first_thousand(name: str, size: int, cache: str) -> float:
    """Microseconds of processor time for each of the first mazes of a fresh process."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, name, str(size), str(FIRST)],
        env={**os.environ, "NUMBA_CACHE_DIR": cache},
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def each(make: Callable[[int], object]) -> float:
    """Microseconds of processor time for each call, as many as the budget allows, 3 at least."""
    make(0)
    begin, count = time.process_time(), 0
    for number in itertools.count(1):
        make(number)
        count += 1
        if count >= FIRST or (count >= 3 and time.process_time() - begin > BUDGET):
            break
    return (time.process_time() - begin) / count * 1e6


def batched(name: str, size: int) -> tuple[float, float]:
    """Microseconds for each maze of a batch, and what its kernels alone take of that."""
    count = max(20_000 * 225 // (size * size * 4), 500)
    spent = [0.0]
    call = Kernel.__call__

    def timed(self: Kernel, *args: Any, work: float | None = None) -> int:
        begin = time.thread_time()
        result = call(self, *args, work=work)
        spent[0] += time.thread_time() - begin
        return result

    with compiled():
        batch(name, size, size, 10, fields=True)
        Kernel.__call__ = timed  # type: ignore[method-assign]
        best = (float("inf"), 0.0)
        for _ in range(3):  # above a million cells it works in another thread: the process's time
            spent[0], begin = 0.0, time.process_time()
            batch(name, size, size, count, fields=True)
            best = min(best, ((time.process_time() - begin) / count, spent[0] / count))
        Kernel.__call__ = call  # type: ignore[method-assign]
    return best[0] * 1e6, best[1] * 1e6


def of_mazelib(name: str, size: int) -> float | None:
    """Microseconds for each maze of mazelib, None where it has none."""
    if name not in MAZELIB or (name == "eller" and size > 11):
        return None
    kind = getattr(importlib.import_module(f"mazelib.generate.{MAZELIB[name]}"), MAZELIB[name])
    return each(lambda _: kind(size, size).generate())


def figure(value: float | None) -> str:
    """A number of three digits."""
    if value is None:
        return "-"
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table for each size."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--sizes", default="8,15,40")
    parser.add_argument("--only", default=",".join(ALGORITHMS))
    given = parser.parse_args(arguments)
    names = given.only.split(",")
    with tempfile.TemporaryDirectory() as full:
        os.environ["NUMBA_CACHE_DIR"] = full
        ready(*names)  # fills that cache
        for size in map(int, given.sizes.split(",")):
            print(f"\n{size}x{size}: microseconds of processor time a maze\n")
            print("| algorithm | empty | warm | steady | mazelib | batch | bare | batch/bare |")
            print("| --- | --- | --- | --- | --- | --- | --- | --- |")
            for name in names:
                theirs = of_mazelib(name, size)
                with tempfile.TemporaryDirectory() as empty:
                    cold = first_thousand(name, size, empty)
                warm = first_thousand(name, size, full)
                steady = each(lambda seed, name=name, size=size: generate(name, size, size, seed))
                whole, bare = batched(name, size)
                figures = [cold, warm, steady, theirs, whole, bare, whole / bare]
                behind = theirs is not None and max(cold, warm, steady) > theirs
                print(
                    f"| {name}{' (behind)' if behind else ''} | "
                    + " | ".join(map(figure, figures)) + " |",
                    flush=True,
                )  # fmt: skip


if __name__ == "__main__":
    main()

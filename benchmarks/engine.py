"""Measure the engine against C on this machine, in one command.

    python benchmarks/engine.py                          all algorithms, 256, 1024 and 4096
    python benchmarks/engine.py --sizes 1024 --only eller wilson

Every algorithm is timed side by side with a C program of the same method
(``benchmarks/c/yardsticks.c``), compiled with ``-O3 -march=native`` by each of gcc and clang that
is there (or by ``$CC``). The two take turns, maze by maze; medians count, and the faster C. Ours is
``generate(recipe)``, the allocation of the result included; C writes into memory that is there
already. The distance field is measured in the same way, and against SciPy where it is installed.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine import Maze, Recipe, distances, generate
from mazegame.engine.jit import compiling

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = Path(__file__).parent / "c" / "yardsticks.c"

PAIRS: list[tuple[str, str, tuple[str, ...]]] = [
    ("recursive-backtracker", "", ("recursive_backtracker",)),
    ("hunt-and-kill", "", ("hunt_and_kill",)),
    ("growing-tree", "", ("growing_tree",)),
    ("prim", "", ("prim", "prim_ahead")),
    ("simple-prim", "", ("simple_prim",)),
    ("true-prim", "", ()),
    ("kruskal", "", ("kruskal", "kruskal_classes")),
    ("wilson", "", ("wilson",)),
    ("wilson", "build=walls", ("wilson_walls",)),
    ("aldous-broder", "", ("aldous_broder",)),
    ("eller", "", ("eller",)),
    ("sidewinder", "", ("sidewinder",)),
    ("binary-tree", "", ("binary_tree",)),
    ("recursive-division", "", ("recursive_division",)),
]
"""Algorithm, options, and the C functions that do the same (none: there is no yardstick)."""


@dataclass
class Yard:
    """The compiled C and its memory, for mazes of one size."""

    libraries: dict[str, ctypes.CDLL]
    size: int

    def __post_init__(self) -> None:
        cells = (self.size + 2) ** 2
        self.maze = np.zeros(cells, np.uint8)
        self.first = np.zeros(2 * cells + 4096, np.uint32)
        self.second = np.zeros(cells + 4096, np.uint32)
        self.parents = np.zeros(cells, np.int32)

    def runner(self, library: ctypes.CDLL, name: str) -> Callable[[int], object]:
        """A function of a seed that carves one maze."""
        function = getattr(library, name)
        function.restype = None
        buffers = [address(a) for a in (self.maze, self.first, self.second, self.parents)]

        def run(seed: int) -> None:
            function(*buffers, self.size, self.size, ctypes.c_uint64(seed))

        run(0)
        count = library.passages
        count.restype = ctypes.c_uint64
        if count(address(self.maze), self.size, self.size) != self.size**2 - 1:
            raise SystemExit(f"the yardstick {name} does not make perfect mazes")
        return run

    def flood(self, library: ctypes.CDLL, maze: Maze) -> Callable[[int], object]:
        """A function that floods a maze from its corner; checks the field first."""
        swap = np.array([sum(1 << (i + 3) % 4 for i in range(4) if b >> i & 1) for b in range(16)])
        grid = swap.astype(np.uint8)[maze.grid].reshape(-1)
        field = np.empty(grid.size, np.int32)
        function = library.flood
        function.restype = ctypes.c_uint64

        def run(_: int) -> None:
            function(
                address(grid),
                address(field),
                address(self.first),
                self.size,
                self.size,
                self.size + 3,
            )

        run(0)
        ours = distances(maze, (0, 0))
        if not np.array_equal(field.reshape(maze.grid.shape)[1:-1, 1:-1], ours):
            raise SystemExit("the two floods disagree")
        return run


def address(array: np.ndarray) -> ctypes.c_void_p:
    """A pointer to an array's first element."""
    return array.ctypes.data_as(ctypes.c_void_p)


def compile_yardsticks(folder: Path) -> dict[str, ctypes.CDLL]:
    """Build the C source with every compiler that is there."""
    chosen = os.environ.get("CC")
    names = [chosen] if chosen else [name for name in ("gcc", "clang") if shutil.which(name)]
    libraries = {}
    for name in names or ["cc"]:
        target = folder / f"yardsticks-{len(libraries)}.so"
        flags = ["-O3", "-march=native", "-shared", "-fPIC", "-w"]
        try:
            subprocess.run([name, *flags, "-o", str(target), str(SOURCE)], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise SystemExit(f"cannot compile {SOURCE.name} with {name}: {error}") from None
        libraries[name] = ctypes.CDLL(str(target))
    return libraries


def side_by_side(
    runs: dict[str, Callable[[int], object]], cells: int, repeats: int
) -> dict[str, float]:
    """Let functions take turns and return the median nanoseconds per cell of each."""
    for run in runs.values():
        run(0)
    times: dict[str, list[float]] = {name: [] for name in runs}
    for seed in range(repeats):
        for name, run in runs.items():
            begin = time.perf_counter()
            run(seed)
            times[name].append(time.perf_counter() - begin)
    return {name: statistics.median(taken) / cells * 1e9 for name, taken in times.items()}


def repeats_for(size: int, least: int) -> int:
    """More turns for small mazes, which are noisier."""
    return max(least, min(51, (1 << 23) // size**2))


def figures(ns: float) -> str:
    """Nanoseconds in three figures."""
    return f"{ns:8.3f}" if ns < 1 else f"{ns:8.2f}" if ns < 100 else f"{ns:8.1f}"


def line(what: str, size: int, c: dict[str, float], ours: float) -> None:
    """Print one comparison."""
    if not c:
        print(f"{what:34} {size:5}        -  {figures(ours)}      -", flush=True)
        return
    name = min(c, key=lambda key: c[key])
    ratio = ours / c[name]
    print(
        f"{what:34} {size:5} {figures(c[name])}  {figures(ours)}  {ratio:5.2f}   {name}", flush=True
    )


def generators(libraries: dict[str, ctypes.CDLL], size: int, only: list[str], least: int) -> None:
    """Measure all generators at one size."""
    yard = Yard(libraries, size)
    for algorithm, options, names in PAIRS:
        if only and algorithm not in only:
            continue
        settings = tuple(tuple(pair.split("=")) for pair in options.split(",") if pair)
        recipes = [Recipe(algorithm, size, size, str(seed), settings) for seed in range(64)]  # type: ignore[arg-type]
        runs: dict[str, Callable[[int], object]] = {
            f"{name} ({compiler})": yard.runner(library, name)
            for compiler, library in libraries.items()
            for name in names
        }
        runs["ours"] = lambda seed, recipes=recipes: generate(recipes[seed])  # type: ignore[misc]
        with compiling():
            taken = side_by_side(runs, size * size, repeats_for(size, least))
        ours = taken.pop("ours")
        line(f"{algorithm} {options}".strip(), size, taken, ours)


def floods(libraries: dict[str, ctypes.CDLL], size: int, least: int) -> None:
    """Measure the distance field at one size, on two mazes."""
    yard = Yard(libraries, size)
    for algorithm in ("recursive-backtracker", "wilson"):
        with compiling():
            maze = generate(algorithm, size, size, "flood")
            runs: dict[str, Callable[[int], object]] = {
                f"flood ({compiler})": yard.flood(library, maze)
                for compiler, library in libraries.items()
            }
            runs["ours"] = lambda _, maze=maze: distances(maze, (0, 0))  # type: ignore[misc]
            taken = side_by_side(runs, size * size, repeats_for(size, least))
            ours = taken.pop("ours")
            line(f"distance field of {algorithm}", size, taken, ours)
            scipy_flood(maze, ours, least)


def scipy_flood(maze: Maze, ours: float, repeats: int) -> None:
    """Measure SciPy's breadth-first search on the same maze, if SciPy is there."""
    try:
        from scipy.sparse import csgraph, csr_matrix
    except ImportError:
        return
    cells = maze.rows * maze.cols
    number = np.arange(cells, dtype=np.int32).reshape(maze.rows, maze.cols)
    east, south = maze.passages[:, :-1] & 2 != 0, maze.passages[:-1] & 4 != 0
    one = np.concatenate([number[:, :-1][east], number[:-1][south]])
    other = np.concatenate([number[:, 1:][east], number[1:][south]])
    begin = time.perf_counter()
    both = np.concatenate([one, other]), np.concatenate([other, one])
    graph = csr_matrix((np.ones(2 * len(one), np.float64), both), shape=(cells, cells))
    build = (time.perf_counter() - begin) / cells * 1e9
    taken = side_by_side(
        {"scipy": lambda _: csgraph.breadth_first_order(graph, 0)}, cells, min(repeats, 7)
    )["scipy"]
    print(
        f"{'  SciPy breadth_first_order':34} {maze.cols:5} {figures(taken)}  {figures(ours)}  "
        f"{ours / taken:5.2f}   (and {build:.1f} to build its graph)",
        flush=True,
    )


def main(arguments: list[str] | None = None) -> int:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure the maze engine against C.")
    parser.add_argument("--sizes", default="256,1024,4096", help="sides of the square mazes")
    parser.add_argument("--only", nargs="*", default=[], metavar="ALGORITHM")
    parser.add_argument("--repeats", type=int, default=7, help="turns at the least (default 7)")
    chosen = parser.parse_args(arguments)
    known = {name for name, _, _ in PAIRS} | {"flood"}
    for name in chosen.only:
        if name not in known:
            parser.error(f"there is nothing called {name}: {', '.join(sorted(known))}")
    with tempfile.TemporaryDirectory() as folder:
        libraries = compile_yardsticks(Path(folder))
        print(f"{'nanoseconds per cell':34} {'side':>5} {'C':>8}  {'ours':>8}  ratio   the best C")
        for size in (int(side) for side in chosen.sizes.split(",")):
            generators(libraries, size, chosen.only, chosen.repeats)
            if not chosen.only or "flood" in chosen.only:
                floods(libraries, size, chosen.repeats)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Measure the engine against C on this machine, in one command.

    python benchmarks/engine.py                          everything, at 256, 1024 and 4096
    python benchmarks/engine.py --sizes 1024 --only eller wilson
    python benchmarks/engine.py --sizes "" --only large  one of the tables below the first

Every algorithm is timed side by side with a C program of the same method
(``benchmarks/c/yardsticks.c``), compiled with ``-O3 -march=native`` by each of gcc and clang that
is there (or by ``$CC``). The two take turns, maze by maze. The times are medians; the ratio is the
median of the ratios of every turn, against the faster C. Ours is ``generate(recipe)``, the
allocation of the result included; C writes into memory that is there already. The distance field is
measured in the same way, and against SciPy where it is installed.

Where a machine is busy with other things, ``--cpu`` counts processor time instead of time.
"""

from __future__ import annotations

import argparse
import ctypes
import itertools
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from mazegame.engine import (
    Maze,
    Recipe,
    distances,
    eller_rows,
    farthest_pair,
    generate,
    shortest_path,
)
from mazegame.engine.kernels.jit import compiled

if TYPE_CHECKING:
    from collections.abc import Callable

OURS = "ours"

clock = time.perf_counter
"""What time is: of the clock, or with ``--cpu`` of the processor."""

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

THREADED = ("recursive-backtracker", "kruskal", "wilson", "prim", "eller")
"""Of which two are made at once."""


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

    def flood(self, library: ctypes.CDLL, name: str, maze: Maze) -> Callable[[int], object]:
        """A function that floods a maze from its corner; checks the field first."""
        swap = np.array([sum(1 << (i + 3) % 4 for i in range(4) if b >> i & 1) for b in range(16)])
        grid = swap.astype(np.uint8)[maze.grid].reshape(-1)
        field = np.empty(grid.size, np.int32)
        function = getattr(library, name)
        function.restype = ctypes.c_uint64
        # The short queue of the second way, too, fits into what the first way needs.
        queue = np.zeros(max(self.first.size // 2, 1 << 18), np.uint64)
        work = [grid, field, queue, self.maze] if name == "flood_ahead" else [grid, field, queue]
        buffers = [address(array) for array in work]

        def run(_: int) -> None:
            function(*buffers, self.size, self.size, self.size + 3)

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


@dataclass
class Taken:
    """What functions that took turns have taken, in nanoseconds per cell, turn by turn."""

    times: dict[str, list[float]]

    def median(self, name: str) -> float:
        """The median time of one."""
        return statistics.median(self.times[name])

    def ratio(self, name: str, other: str) -> float:
        """How many times as long one takes as another: the median over the turns."""
        pairs = zip(self.times[name], self.times[other], strict=True)
        return statistics.median(one / two for one, two in pairs)

    def best(self) -> str | None:
        """The fastest of all but ours."""
        others = [name for name in self.times if name != OURS]
        return min(others, key=self.median) if others else None


def side_by_side(runs: dict[str, Callable[[int], object]], cells: int, repeats: int) -> Taken:
    """Let functions take turns."""
    for run in runs.values():
        run(0)
    times: dict[str, list[float]] = {name: [] for name in runs}
    for seed in range(repeats):
        for name, run in runs.items():
            begin = clock()
            run(seed)
            times[name].append((clock() - begin) / cells * 1e9)
    return Taken(times)


def repeats_for(size: int, least: int) -> int:
    """More turns for small mazes, which are noisier."""
    return max(least, min(51, (1 << 23) // size**2))


def figures(ns: float) -> str:
    """Nanoseconds in three figures."""
    return f"{ns:8.3f}" if ns < 1 else f"{ns:8.2f}" if ns < 100 else f"{ns:8.1f}"


def line(what: str, size: str, taken: Taken, words: str = "") -> None:
    """Print one comparison."""
    ours, name = figures(taken.median(OURS)), taken.best()
    if name is None:
        print(f"{what:38} {size:>9}        -  {ours}      -   {words}", flush=True)
        return
    theirs, ratio = figures(taken.median(name)), taken.ratio(OURS, name)
    print(f"{what:38} {size:>9} {theirs}  {ours}  {ratio:5.2f}   {name}{words}", flush=True)


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
        runs[OURS] = lambda seed, recipes=recipes: generate(recipes[seed])  # type: ignore[misc]
        with compiled():
            taken = side_by_side(runs, size * size, repeats_for(size, least))
        line(f"{algorithm} {options}".strip(), str(size), taken)


def floods(libraries: dict[str, ctypes.CDLL], size: int, least: int) -> None:
    """Measure the distance field at one size, on mazes of four kinds."""
    yard = Yard(libraries, size)
    with compiled():
        mazes = {
            "recursive-backtracker": generate("recursive-backtracker", size, size, "flood"),
            "wilson": generate("wilson", size, size, "flood"),
            "wilson, braided": generate("wilson", size, size, "flood", braid=50),
            "blocks, a quarter rock": blocks(size),
        }
        for name, maze in mazes.items():
            runs: dict[str, Callable[[int], object]] = {
                f"{name} ({compiler})": yard.flood(library, name, maze)
                for compiler, library in libraries.items()
                for name in ("flood", "flood_ahead")
            }
            runs[OURS] = lambda _, maze=maze: distances(maze, (0, 0))  # type: ignore[misc]
            line(
                f"flood of {name}",
                str(size),
                side_by_side(runs, size * size, repeats_for(size, least)),
            )
            scipy_flood(maze, least)


def blocks(size: int) -> Maze:
    """A block maze whose first row and column are floor: nearly all the rest is joined to them."""
    floor = np.random.default_rng(1).random((size, size)) < 0.75
    floor[0] = floor[:, 0] = True
    return Maze.from_floor(floor)


def scipy_flood(maze: Maze, repeats: int) -> None:
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
    begin = clock()
    both = np.concatenate([one, other]), np.concatenate([other, one])
    graph = csr_matrix((np.ones(2 * len(one), np.float64), both), shape=(cells, cells))
    build = (clock() - begin) / cells * 1e9
    runs = {
        "SciPy": lambda _: csgraph.breadth_first_order(graph, 0),
        OURS: lambda _: distances(maze, (0, 0)),
    }
    taken = side_by_side(runs, cells, min(repeats, 7))
    faster = taken.ratio("SciPy", OURS)
    line(
        "  the same",
        str(maze.cols),
        taken,
        f" breadth_first_order, {faster:.1f} times as long (and {build:.0f} ns to build its graph)",
    )


def large(least: int) -> None:
    """Measure what has a limit of its own at a size of its own, against nothing."""
    for name, cols, rows in (
        ("recursive-backtracker", 8192, 4096),
        ("prim", 8192, 8192),
        ("wilson", 8192, 8192),
    ):
        recipes = [Recipe(name, cols, rows, str(seed)) for seed in range(least)]
        with compiled():
            runs = {OURS: lambda seed, recipes=recipes: generate(recipes[seed])}
            line(name, f"{cols}x{rows}", side_by_side(runs, cols * rows, least))


def streaming(least: int) -> None:
    """Measure rows without end against a maze in memory."""
    cols, rows = 1000, 4000

    def stream(seed: int) -> None:
        for _ in itertools.islice(eller_rows(cols, str(seed)), rows):
            pass

    with compiled():
        runs = {OURS: stream, "generate": lambda seed: generate("eller", cols, rows, str(seed))}
        line("eller_rows", f"{cols}x{rows}", side_by_side(runs, cols * rows, max(least, 9)))


def farthest(least: int) -> None:
    """Measure the farthest pair against one flood, and a path."""
    for size in (1024, 4096):
        with compiled():
            maze = generate("wilson", size, size, "flood")
            runs = {
                OURS: lambda _, maze=maze: farthest_pair(maze),
                "distances": lambda _, maze=maze: distances(maze, (0, 0)),
            }
            line("farthest_pair", str(size), side_by_side(runs, size * size, max(least, 9)))
            end = (size - 1, size - 1)
            runs = {
                OURS: lambda _, maze=maze, end=end: shortest_path(maze, (0, 0), end),
                "distances": lambda _, maze=maze: distances(maze, (0, 0)),
            }
            line("shortest_path", str(size), side_by_side(runs, size * size, max(least, 9)))


def watched(least: int) -> None:
    """Measure what a progress costs."""
    size = 2048
    for name in ("recursive-backtracker", "kruskal", "sidewinder", "wilson"):
        recipes = [Recipe(name, size, size, str(seed)) for seed in range(max(least, 9))]
        with compiled():
            runs = {
                OURS: lambda seed, recipes=recipes: generate(
                    recipes[seed], progress=lambda _: None
                ),
                "without": lambda seed, recipes=recipes: generate(recipes[seed]),
            }
            line(f"{name} with progress", str(size), side_by_side(runs, size * size, max(least, 9)))


def two_threads(libraries: dict[str, ctypes.CDLL], least: int) -> None:
    """Measure two mazes in two threads against one after the other; what C gets is the most."""
    size, repeats = 2048, max(least, 9)
    library = next(iter(libraries.values()))
    for name, options, functions in PAIRS:
        if options or name not in THREADED:
            continue
        recipes = [Recipe(name, size, size, str(seed)) for seed in range(repeats + 1)]
        yards = Yard(libraries, size), Yard(libraries, size)
        in_c = [yard.runner(library, functions[0]) for yard in yards]

        def one(seed: int, recipes: list[Recipe] = recipes) -> None:
            generate(recipes[seed])

        with compiled():
            taken = side_by_side(
                {
                    OURS: lambda seed, one=one: at_once(one, one, seed),  # type: ignore[misc]
                    "one after the other": lambda seed, one=one: (one(seed), one(seed + 1)),  # type: ignore[misc]
                    "C at once": lambda seed, in_c=in_c: at_once(*in_c, seed),  # type: ignore[misc]
                    "C one after the other": lambda seed, in_c=in_c: (  # type: ignore[misc]
                        in_c[0](seed),
                        in_c[1](seed + 1),
                    ),
                },
                size * size,
                repeats,
            )
        ours = taken.ratio("one after the other", OURS)
        most = taken.ratio("C one after the other", "C at once")
        print(f"two {name}s in two threads: {ours:.2f} times as fast (C {most:.2f})", flush=True)


def at_once(one: Callable[[int], object], other: Callable[[int], object], seed: int) -> None:
    """Call two functions in two threads, the second with the next seed."""
    thread = threading.Thread(target=other, args=(seed + 1,))
    thread.start()
    one(seed)
    thread.join()


TABLES: dict[str, Callable[[int], None]] = {
    "large": large,
    "streaming": streaming,
    "farthest": farthest,
    "watched": watched,
}
"""What is measured besides, once, at sizes of its own."""


def main(arguments: list[str] | None = None) -> int:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure the maze engine against C.")
    parser.add_argument("--sizes", default="256,1024,4096", help="sides of the square mazes")
    parser.add_argument("--only", nargs="*", default=[], metavar="ALGORITHM")
    parser.add_argument("--repeats", type=int, default=7, help="turns at the least (default 7)")
    parser.add_argument("--cpu", action="store_true", help="count processor time")
    chosen = parser.parse_args(arguments)
    known = {name for name, _, _ in PAIRS} | {"flood", "threads"} | set(TABLES)
    for name in chosen.only:
        if name not in known:
            parser.error(f"there is nothing called {name}: {', '.join(sorted(known))}")
    if chosen.cpu:
        globals()["clock"] = time.process_time
    print(f"{'nanoseconds per cell':38} {'size':>9} {'C':>8}  {'ours':>8}  ratio   the best other")
    with tempfile.TemporaryDirectory() as folder:
        libraries = compile_yardsticks(Path(folder))
        for size in (int(side) for side in chosen.sizes.split(",") if side):
            generators(libraries, size, chosen.only, chosen.repeats)
            if not chosen.only or "flood" in chosen.only:
                floods(libraries, size, chosen.repeats)
        if not chosen.only or "threads" in chosen.only:
            two_threads(libraries, chosen.repeats)
    for name, table in TABLES.items():
        if not chosen.only or name in chosen.only:
            table(chosen.repeats)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Measure a maze with its distances beside other libraries', from the first to the thousandth.

    python benchmarks/peers.py                                8x8 to 1000x1000
    python benchmarks/peers.py --sizes 15,100
    python benchmarks/peers.py --quick                        a minute or two, rough figures

Each makes a perfect maze of a square grid by a depth-first walk (networkx and SciPy, which have no
mazes, by a minimum spanning tree of random weights) and says how far one corner is from the other.
Takes mazelib, maze-dataset, networkx and SciPy; what does not load is left out. maze-dataset brings
Jupyter with it, so an environment of its own is best:

    python -m venv build/peers
    build/peers/bin/pip install -e . maze-dataset 'muutils<0.9' mazelib networkx scipy
    build/peers/bin/python benchmarks/peers.py

For each:

- *first*: the first maze of a fresh process, the import included.
- *each*: one of many, later in that process; ours has compiled by then.
- *cold*: the first maze in multiples of our first one with an empty compile cache.
- *warm*: a later maze in multiples of ours, made one by one.

Ours stands there three times: with an empty compile cache, with a full one, and as a batch, whose
*first* is a whole batch. All
times are processor time in milliseconds, the best of three processes in turn (``--rounds``).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

BUDGET = 0.5
"""Seconds of mazes after which a process stops counting."""

WARM = 8
"""Seconds of ours that are not counted, which compile where plain Python no longer pays."""

OURS = """
from mazegame.engine import Recipe, Level
def one(number):
    return Level.of(Recipe("recursive-backtracker", size, size, str(number))).dist_min
"""

MAKERS = {
    "mazegame, nothing compiled": OURS,
    "mazegame": OURS,
    "mazegame, a whole batch": """
from mazegame.engine import batch
together = max(1, 2_000_000 // size**2)
def one(number):
    return batch("recursive-backtracker", size, size, together, fields=True).dist_min[0]
""",
    "SciPy": """
import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import breadth_first_order, minimum_spanning_tree
cells = np.arange(size * size).reshape(size, size)
ends = np.concatenate([np.stack([cells[:, :-1].ravel(), cells[:, 1:].ravel()], 1),
                       np.stack([cells[:-1].ravel(), cells[1:].ravel()], 1)])
def one(number):
    weights = np.random.default_rng(number).random(len(ends)) + 1
    graph = coo_array((weights, (ends[:, 0], ends[:, 1])), shape=(size**2, size**2)).tocsr()
    order, before = breadth_first_order(minimum_spanning_tree(graph), 0, directed=False)
    cell, steps = size**2 - 1, 0
    while cell:
        cell, steps = before[cell], steps + 1
    return steps
""",
    "networkx": """
import random
import networkx
def one(number):
    chance, graph = random.Random(number), networkx.grid_2d_graph(size, size)
    for _, _, edge in graph.edges(data=True):
        edge["weight"] = chance.random()
    tree = networkx.minimum_spanning_tree(graph)
    return networkx.shortest_path_length(tree, (0, 0), (size - 1, size - 1))
""",
    "maze-dataset": """
import numpy as np
from maze_dataset.generation import LatticeMazeGenerators
def one(number):
    maze = LatticeMazeGenerators.gen_dfs(np.array([size, size]))
    return len(maze.find_shortest_path((0, 0), (size - 1, size - 1))) - 1
""",
    "mazelib": """
from mazelib import Maze
from mazelib.generate.BacktrackingGenerator import BacktrackingGenerator
from mazelib.solve.ShortestPath import ShortestPath
def one(number):
    maze = Maze(number)
    maze.generator, maze.solver = BacktrackingGenerator(size, size), ShortestPath()
    maze.generate()
    maze.start, maze.end = (1, 0), (2 * size - 1, 2 * size)
    maze.solve()
    return (len(maze.solutions[0]) - 1) // 2
""",
}
"""How each makes a maze, in the order of the table."""

CHILD = """
import sys, time
size, budget, together = int(sys.argv[1]), float(sys.argv[2]), 1
{maker}
steps = one(0)
assert steps >= 2 * size - 2, steps
first = time.process_time()
while {warm} and time.process_time() - first < {warm}:
    one(0)
begin, count = time.process_time(), 0
while time.process_time() - begin < budget and count < 2000:
    count += 1
    one(count)
print(first * 1e3, (time.process_time() - begin) / max(count, 1) / together * 1e3)
"""


def measure(name: str, size: int, cache: str) -> tuple[float, float] | None:
    """Milliseconds of a process's first maze and of each later one; None if it fails."""
    done = subprocess.run(
        [
            *(sys.executable, "-W", "ignore", "-c"),
            *(
                CHILD.format(maker=MAKERS[name], warm=name.startswith("mazegame") * WARM),
                str(size),
                str(BUDGET),
            ),
        ],
        env={**os.environ, "NUMBA_CACHE_DIR": cache},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        print(f"  {name} is left out: {done.stderr.splitlines()[-1]}")
        return None
    first, each = done.stdout.split()[-2:]
    return float(first), float(each)


def figure(value: float) -> str:
    """A number of three digits."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a table for each size."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--sizes", default="8,40,200,1000")
    parser.add_argument("--longest", type=float, default=60, help="seconds for a maze (60)")
    parser.add_argument("--rounds", type=int, default=3, help="processes to take the best of (3)")
    parser.add_argument("--quick", action="store_true", help="one round, at most 2 s a maze")
    given = parser.parse_args(arguments)
    if given.quick:
        given.rounds, given.longest = 1, 2
    last: dict[str, tuple[int, float]] = {}  # the size before, and what a maze of it took
    with tempfile.TemporaryDirectory() as full:
        for size in map(int, given.sizes.split(",")):
            best: dict[str, tuple[float, float]] = {}
            measure("mazegame", size, full)
            measure("mazegame, a whole batch", size, full)
            for _ in range(given.rounds):
                for name in MAKERS:
                    before, took = last.get(name, (size, 0.0))
                    if took * (size / before) ** 2 > given.longest * 1e3:
                        continue
                    with tempfile.TemporaryDirectory() as empty:
                        cache = empty if "nothing" in name else full
                        if (found := measure(name, size, cache)) is not None:
                            old = best.get(name, found)
                            best[name] = min(found[0], old[0]), min(found[1], old[1])
            print(f"{size}x{size}\n  {'':28}{'first':>10}{'each':>10}{'cold':>9}{'warm':>9}")
            cold, warm = best["mazegame, nothing compiled"][0], best["mazegame"][1]
            for name, (first, each) in best.items():
                ratios = f"{figure(first / cold):>9}{figure(each / warm):>9}"
                print(f"  {name:28}{figure(first):>10}{figure(each):>10}{ratios}", flush=True)
                last[name] = size, each


if __name__ == "__main__":
    main()

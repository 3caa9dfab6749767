"""Measure spanning trees of hexagons beside other programs, in turns, in one run.

    python benchmarks/lattices.py                    ours and networkx, 40x40 and 1000x1000
    python benchmarks/lattices.py --sizes 40 --rounds 7
    python benchmarks/lattices.py --razimantv DIR --theseus DIR --codebox DIR

The folders are clones of https://github.com/razimantv/mazegenerator (C++, compiled here with g++),
https://github.com/jamis/theseus (Ruby) and https://github.com/codebox/maze.js (JavaScript, Node);
what is not there is left out. Figures are processor time in nanoseconds a cell for the tree alone,
the best of all rounds: the table of neighbours, cells as objects and drawings are made before. Ours
and C++ are repeated for a fifth of a second in each round, the others run once. C++ has a hexagon
of hexagons with about as many cells, and its random numbers come from the same generator in
all of its algorithms. The slow ones are measured up to ``SLOW`` cells.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SLOW = 10_000
"""Most cells for programs that take microseconds a cell."""

SECONDS = 0.2
"""How long a quick program repeats its tree in one round."""

LEAST = 5
"""Fewest trees of ours in one round."""

NAMES = {
    "recursive-backtracker": ("DepthFirstSearch", "RecursiveBacktracker", "recursiveBacktrack"),
    "wilson": ("LoopErasedRandomWalk", None, "wilson"),
    "kruskal": ("Kruskal", "Kruskal", "kruskal"),
    "prim": (None, "Prim", None),
    "simple-prim": ("Prim", None, "simplifiedPrims"),
    "hunt-and-kill": (None, None, "huntAndKill"),
    "growing-tree": (None, None, None),
    "true-prim": (None, None, "truePrims"),
    "aldous-broder": (None, None, "aldousBroder"),
}
"""Our algorithms, and what the C++, the Ruby and the JavaScript program call the nearest one."""

DRIVER = """
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include "depthfirstsearch.h"
#include "honeycombmaze.h"
#include "kruskal.h"
#include "looperasedrandomwalk.h"
#include "prim.h"
struct Open : HoneyCombMaze {
  using HoneyCombMaze::HoneyCombMaze;
  Graph &graph() { return adjacencylist_; }
  int count() { return vertices_; }
};
template <class T> double measure(Open &maze, double seconds) {
  Graph inner(maze.count());  // without the sides at the boundary, as the tree wants it
  for (int i = 0; i < maze.count(); ++i)
    for (auto &edge : maze.graph()[i])
      if (std::get<0>(edge) >= 0) inner[i].push_back(edge);
  double best = 1e99;
  clock_t begin = clock();
  do {
    T algorithm;
    clock_t start = clock();
    algorithm.SpanningTree(maze.count(), inner);
    double took = double(clock() - start) / CLOCKS_PER_SEC;
    if (took < best) best = took;
  } while (double(clock() - begin) / CLOCKS_PER_SEC < seconds);
  return best / maze.count() * 1e9;
}
int main(int, char **argv) {
  Open maze(atoi(argv[1]));
  maze.InitialiseGraph();
  double seconds = atof(argv[2]), took = 0;
  std::string name = argv[3];
  if (name == "DepthFirstSearch") took = measure<DepthFirstSearch>(maze, seconds);
  if (name == "LoopErasedRandomWalk") took = measure<LoopErasedRandomWalk>(maze, seconds);
  if (name == "Kruskal") took = measure<Kruskal>(maze, seconds);
  if (name == "Prim") took = measure<Prim>(maze, seconds);
  printf("{\\"%s\\": %f}", name.c_str(), took);
}
"""

RUBY = """
require "theseus"
require "theseus/algorithms/kruskal"
require "theseus/algorithms/prim"
size = ARGV[0].to_i
took = %w(RecursiveBacktracker Kruskal Prim).map do |name|
  maze = Theseus::SigmaMaze.new(width: size, height: size,
    algorithm: Theseus::Algorithms.const_get(name))
  start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
  maze.generate!
  seconds = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start
  %("#{name}": #{seconds / size / size * 1e9})
end
puts "{#{took.join(", ")}}"
"""

NODE = """
import {buildHexagonalGrid} from './maze.js';
import {buildRandom} from './random.js';
import {algorithms} from './algorithms.js';
const size = Number(process.argv[2]), found = {};
for (const name of JSON.parse(process.argv[3])) {
  const random = buildRandom(7);
  const drawingSurface = {on() {}, setSpaceRequirements() {}, clear() {}};
  const grid = buildHexagonalGrid({width: size, height: size, random, drawingSurface});
  grid.initialise();
  const steps = algorithms[name].fn(grid, {random});
  const start = process.cpuUsage();
  while (!steps.next().done);
  const took = process.cpuUsage(start);
  found[name] = (took.user + took.system) * 1000 / size / size;
}
console.log(JSON.stringify(found));
"""


def ours(size: int) -> dict[str, float]:
    """Measure our algorithms."""
    from mazegame.engine.graphs import Lattice, spanning_tree
    from mazegame.engine.kernels.jit import compiled

    lattice, found = Lattice.hexagonal(size, size), {}
    for name in NAMES:
        if name == "aldous-broder" and size * size > SLOW:
            continue
        with compiled():
            spanning_tree(lattice, name, "warm")
        best, end, seed = float("inf"), time.process_time() + SECONDS, 0
        while seed < LEAST or time.process_time() < end:
            start = time.process_time()
            spanning_tree(lattice, name, seed)
            best, seed = min(best, time.process_time() - start), seed + 1
        found[name] = best / size**2 * 1e9
    return found


def networkx(size: int) -> dict[str, float]:
    """Measure networkx: a minimum spanning tree of random weights, and its random spanning tree."""
    import random

    import networkx as nx

    from mazegame.engine.graphs import Lattice

    lattice = Lattice.hexagonal(size, size)
    graph = nx.Graph()
    for cell, row in enumerate(lattice.neighbours.tolist()):
        graph.add_edges_from((cell, there) for there in row if there > cell)
    start = time.process_time()
    for _, _, data in graph.edges(data=True):
        data["weight"] = random.random()
    nx.minimum_spanning_tree(graph, algorithm="kruskal")
    return {"kruskal": (time.process_time() - start) / size**2 * 1e9}


def child(command: list[str], cwd: str | None = None) -> dict[str, float]:
    """Run a program that prints its figures as an object of JSON."""
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)
    if done.returncode:  # C++ walks by recursion: it needs a large stack
        print(f"{command[0]} ended with {done.returncode}: {done.stderr[-200:]}", file=sys.stderr)
        return {}
    found: dict[str, float] = json.loads(done.stdout)
    return found


def build(sources: Path, folder: Path) -> list[str]:
    """Compile the C++ program with our driver; return the command that runs it."""
    source = sources / "src"
    (folder / "driver.cpp").write_text(DRIVER)
    parts = ["algorithms", "maze", "mazetypes"]
    files = [str(file) for part in parts for file in sorted((source / part).glob("*.cpp"))]
    paths = [f"-I{source / part}" for part in parts]
    target = str(folder / "driver")
    subprocess.run(
        [
            "g++",
            "-O3",
            "-w",
            "-std=c++17",
            *paths,
            *files,
            str(folder / "driver.cpp"),
            "-o",
            target,
        ],
        check=True,
    )
    return [target]


def main() -> None:
    """Print the table."""
    resource.setrlimit(resource.RLIMIT_STACK, (resource.getrlimit(resource.RLIMIT_STACK)[1],) * 2)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="40,1000")
    parser.add_argument("--rounds", type=int, default=3)
    for name in ("razimantv", "theseus", "codebox"):
        parser.add_argument(f"--{name}", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        driver = build(asked.razimantv, folder) if asked.razimantv else None
        if asked.codebox:
            shutil.copytree(asked.codebox, folder / "js", ignore=shutil.ignore_patterns(".git"))
            (folder / "js/package.json").write_text('{"type": "module"}')
            (folder / "js/measure.js").write_text(NODE)
        for size in map(int, asked.sizes.split(",")):
            best: dict[str, dict[str, float]] = {}
            for _ in range(asked.rounds):
                round_of: dict[str, dict[str, float]] = {"mazegame": ours(size)}
                if driver:
                    side, found = str(round((size * size / 3) ** 0.5)), {}
                    for theirs, _, _ in NAMES.values():
                        if theirs:
                            found |= child([*driver, side, str(SECONDS), theirs])
                    round_of["razimantv, C++"] = {
                        name: found[theirs[0]]
                        for name, theirs in NAMES.items()
                        if theirs[0] in found
                    }
                if size * size <= SLOW:
                    round_of["networkx"] = networkx(size)
                    if asked.theseus:
                        ruby = ["ruby", "-I", str(asked.theseus / "lib"), "-e", RUBY, str(size)]
                        found = child(ruby)
                        round_of["theseus, Ruby"] = {
                            name: found[them[1]] for name, them in NAMES.items() if them[1] in found
                        }
                    if asked.codebox:
                        names = [them[2] for them in NAMES.values() if them[2]]
                        node = ["node", "measure.js", str(size), json.dumps(names)]
                        found = child(node, str(folder / "js"))
                        round_of["codebox, JavaScript"] = {
                            name: found[them[2]] for name, them in NAMES.items() if them[2] in found
                        }
                for program, figures in round_of.items():
                    known = best.setdefault(program, {})
                    for name, figure in figures.items():
                        known[name] = min(figure, known.get(name, figure))
            print(f"\n{size}x{size} hexagons, ns a cell")
            print(f"| {'':<22} | {' | '.join(best)} |\n| --- |{' --: |' * len(best)}")
            for name in NAMES:
                cells = (best[program].get(name) for program in best)
                texts = ["" if cell is None else f"{cell:,.0f}" for cell in cells]
                print(f"| {name:<22} | {' | '.join(texts)} |", flush=True)


if __name__ == "__main__":
    main()

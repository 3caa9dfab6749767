"""Measure how much memory the engine takes, in bytes a cell (Linux).

    python benchmarks/memory.py                        everything, at 4096x4096
    python benchmarks/memory.py --size 2000x8000 --only wilson flood

Each case runs in a process of its own, its kernels compiled before. What counts is by how much the
peak of the resident memory rises over what was resident before, the result included. Beside it
stands what the engine reckons with when it refuses a maze that would not fit.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from mazegame.engine import (
    ALGORITHMS,
    Level,
    Recipe,
    braid,
    distances,
    farthest_pair,
    generate,
    shortest_path,
    texture,
)
from mazegame.engine.carving.braiding import BRAID_BYTES_PER_CELL
from mazegame.engine.kernels.jit import compiled
from mazegame.engine.level import LEVEL_BYTES_PER_CELL
from mazegame.engine.measures.distance import FIELD_BYTES_PER_CELL
from mazegame.engine.measures.measuring import TEXTURE_BYTES_PER_CELL
from mazegame.engine.recipes.memory_figures import bytes_per_cell

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.engine import Maze

STATUS = Path("/proc/self/status")

OF_A_MAZE: dict[str, tuple[Callable[[Maze], object], float]] = {
    "flood": (lambda maze: distances(maze, (0, 0)), FIELD_BYTES_PER_CELL),
    "shortest path": (
        lambda maze: shortest_path(maze, (0, 0), (maze.rows - 1, maze.cols - 1)),
        FIELD_BYTES_PER_CELL,
    ),
    "farthest pair": (farthest_pair, FIELD_BYTES_PER_CELL),
    "braid": (lambda maze: braid(maze, 1, "x"), BRAID_BYTES_PER_CELL),
    "texture": (
        lambda maze: texture(maze, (0, 0), (maze.rows - 1, maze.cols - 1)),
        TEXTURE_BYTES_PER_CELL,
    ),
}
"""Calls on a maze that is there already, and how much each reckons with, if it does."""

RECIPES = [
    *ALGORITHMS,
    "wilson build=walls",
    "growing-tree pick=newest",
    "growing-tree pick=random",
    "growing-tree pick=newest.75+random.25",
    "growing-tree removal=ordered",
    "recursive-backtracker braid=100",
]
"""Algorithms, with options."""

_ZONES = "weights=40-10+10-40 zones=checker"

TERRAINS = [
    f"{recipe} {rules}"
    for recipe in (*ALGORITHMS, "growing-tree removal=ordered", "wilson build=walls")
    for rules in ("weights=40-10", _ZONES, f"{_ZONES} mask=circle")
    if "mask" not in rules or (ALGORITHMS[recipe.split()[0]].masks and "walls" not in recipe)
]
"""Algorithms by weight, in zones, and in zones inside a mask."""

WORST = [
    "recursive-backtracker weights=N40E1S1W1",
    "growing-tree pick=newest weights=N40E1S1W1",
    "simple-prim weights=100-1+1-100 zones=gradient",
]
"""Weights that make the lists of an algorithm as long as they were seen."""

CASES = [*RECIPES, *TERRAINS, *WORST, "level", *OF_A_MAZE]


def resident(what: str) -> int:
    """The resident memory in bytes: VmRSS is what there is, VmHWM was the most."""
    match = re.search(rf"^{what}:\s+(\d+) kB", STATUS.read_text(encoding="ascii"), re.MULTILINE)
    assert match
    return int(match[1]) * 1024


def recipe_of(case: str, cols: int, rows: int) -> Recipe:
    """The recipe that a case names."""
    name, *options = case.split()
    return Recipe(name, cols, rows, "memory", tuple(tuple(o.split("=")) for o in options))  # type: ignore[arg-type]


def run(case: str, cols: int, rows: int, maze: Maze | None) -> object:
    """Run one case and return its result, which counts as well."""
    if case == "level":
        return Level.of(recipe_of("wilson", cols, rows))
    if maze is not None:
        return OF_A_MAZE[case][0](maze)
    return generate(recipe_of(case, cols, rows))


def reckoned(case: str, cols: int, rows: int) -> float:
    """What the engine reckons with, in bytes a cell."""
    if case == "level":
        return LEVEL_BYTES_PER_CELL
    if case in OF_A_MAZE:
        return OF_A_MAZE[case][1]
    return bytes_per_cell(recipe_of(case, cols, rows))


def measure(case: str, cols: int, rows: int) -> None:
    """Print by how much the peak rises, in bytes a cell."""
    with compiled():
        small = generate("wilson", 300, 300, "x") if case in OF_A_MAZE else None
        run(case, 300, 300, small)  # every kernel that the large one takes
        maze = generate("wilson", cols, rows, "memory") if case in OF_A_MAZE else None
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        before = resident("VmRSS")
        result = run(case, cols, rows, maze)
        growth = (resident("VmHWM") - before) / (cols * rows)
        kept = (resident("VmRSS") - before) / (cols * rows)
    del result
    print(f"{case:72} {growth:8.2f} {kept:8.2f} {reckoned(case, cols, rows):8.2f}", flush=True)


def main() -> int:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description="Measure the memory of the maze engine.")
    parser.add_argument("--size", default="4096x4096", help="COLSxROWS (default 4096x4096)")
    parser.add_argument("--only", nargs="*", default=CASES, metavar="CASE")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    cols, rows = map(int, chosen.size.split("x"))
    if chosen.here:
        measure(chosen.only[0], cols, rows)
        return 0
    print(
        f"{'bytes a cell at ' + chosen.size:72} {'peak':>8} {'kept':>8} {'reckoned':>8}", flush=True
    )
    for case in chosen.only:
        command = [sys.executable, __file__, "--here", "--size", chosen.size, "--only", case]
        subprocess.run(command, check=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

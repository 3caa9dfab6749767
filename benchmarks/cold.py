"""Measure how long the engine takes to start, as whole processes, its cache empty or full.

    python benchmarks/cold.py [--runs 7] [--beside TREE]

Every line is the time from the start of a process to its end, a median. "First ever" runs with an
empty compile cache, made anew for every run; "second" finds what another process has compiled.
With ``--beside`` another tree of this project takes turns with the one that this runs in; its times
stand to the right.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LEVEL = "from mazegame.engine import Level, Recipe; Level.of(Recipe.parse({!r}))"
WARM = ["-m", "mazegame.engine.warm"]
SMALL = ["-m", "mazegame", "generate", "wilson:12x5:kite-7"]

CASES: list[tuple[str, list[str], str]] = [
    ("Python, nothing else", ["-c", ""], "full"),
    ("import numpy", ["-c", "import numpy"], "full"),
    ("import mazegame.engine", ["-c", "import mazegame.engine"], "full"),
    ("mazegame --version", ["-m", "mazegame", "--version"], "full"),
    ("mazegame generate 12x5, first ever", SMALL, "empty"),
    ("mazegame generate 12x5, second", SMALL, "full"),
    ("level of 19x10, first ever", ["-c", LEVEL.format("wilson:19x10:kite-7")], "empty"),
    ("level of 60x40, first ever", ["-c", LEVEL.format("wilson:60x40:kite-7")], "empty"),
    ("level of 1000x1000, first ever", ["-c", LEVEL.format("wilson:1000x1000:kite-7")], "empty"),
    ("level of 1000x1000, second", ["-c", LEVEL.format("wilson:1000x1000:kite-7")], "full"),
    ("every kernel compiled, first ever", WARM, "empty"),
    ("every kernel loaded, second", WARM, "full"),
]
"""What is measured, the arguments of Python, and the cache that it finds."""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7, help="runs of each (default 7)")
    parser.add_argument("--beside", metavar="TREE", help="another tree of this project")
    options = parser.parse_args()
    trees = [".", *filter(None, [options.beside])]
    with tempfile.TemporaryDirectory() as folder:
        full, empty = Path(folder) / "full", Path(folder) / "empty"

        def run(arguments: list[str], home: Path, tree: str) -> float:
            began = time.perf_counter()
            subprocess.run(
                [sys.executable, *arguments],
                cwd=tree,
                env={**os.environ, "MAZEGAME_HOME": str(home)},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                check=True,
            )
            return (time.perf_counter() - began) * 1000

        os.environ.pop("NUMBA_CACHE_DIR", None)
        for tree in 2 * trees:  # the second time also fills the disk's own cache
            run(WARM, full, tree)
        for what, arguments, cache in CASES:
            times: dict[str, list[float]] = {tree: [] for tree in trees}
            # Whatever compiles everything takes long, and varies little.
            for _ in range(options.runs if arguments is not WARM or cache == "full" else 1):
                for tree, measured in times.items():
                    if cache == "empty":
                        shutil.rmtree(empty, ignore_errors=True)
                    measured.append(run(arguments, empty if cache == "empty" else full, tree))
            figures = "".join(f" {statistics.median(m):7.0f} ms" for m in times.values())
            print(f"{what:38}{figures}", flush=True)


if __name__ == "__main__":
    main()

"""Measure how long traces take once compiled, and how long they are.

    python benchmarks/traces.py                           all algorithms, three sizes
    python benchmarks/traces.py --sizes 200x100 --only eller wilson

Each figure is the median of five mazes with seeds of their own: milliseconds of processor time of
``trace(recipe)``, and thousands of events. What is refused stands there with the limit; a walk has
no length beforehand, so of one size some mazes may be.
"""

from __future__ import annotations

import argparse
import statistics
import time

from mazegame.engine import ALGORITHMS, RecipeError, compiled, trace

DESIGNS = [(name, {}) for name in ALGORITHMS] + [("wilson", {"build": "walls"})]
"""What is traced: every algorithm, and Wilson's walls, which is a text of its own."""


def measure(name: str, options: dict[str, str], cols: int, rows: int, repeats: int) -> str:
    """Trace some mazes; return the columns of the table."""
    times, lengths, refused = [], [], ""
    for seed in range(repeats):
        began = time.process_time()
        try:
            steps = trace(name, cols, rows, seed, **options)
        except RecipeError as error:
            refused = str(error).partition(": ")[2].partition(";")[0]
        else:
            times.append((time.process_time() - began) * 1000)
            lengths.append(len(steps) / 1000)
            del steps
    if not times:
        return f"refused: {refused} | -"
    note = f" ({repeats - len(times)} of {repeats} refused: {refused})" if refused else ""
    return f"{statistics.median(times):,.1f}{note} | {statistics.median(lengths):,.0f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--sizes", default="200x100,1000x1000,2048x2048")
    parser.add_argument("--only", nargs="*", default=[], metavar="ALGORITHM")
    parser.add_argument("--repeats", type=int, default=5, help="mazes of each (default 5)")
    given = parser.parse_args()
    sizes = given.sizes.split(",")
    print("| algorithm |" + "".join(f" {size}, ms | thousand events |" for size in sizes))
    print("| --- |" + " --- | --- |" * len(sizes))
    with compiled():
        for name, options in DESIGNS:
            if given.only and name not in given.only:
                continue
            trace(name, 9, 9, "compile", **options)
            figures = [
                measure(name, options, *map(int, size.split("x")), given.repeats) for size in sizes
            ]
            design = " ".join([name, *(f"{key}={value}" for key, value in options.items())])
            print(f"| {design} | {' | '.join(figures)} |", flush=True)


if __name__ == "__main__":
    main()

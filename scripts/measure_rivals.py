"""Measure the steps of each rival by texture; write docs/rivals.md and the table of the form.

    python scripts/measure_rivals.py [--mazes 200] [--size 20x12]

For each texture and each rival: the steps of its walk over the shortest path, the mean over many
mazes. A hand on the wall that circles among loops counts as lost; its mean is over the others.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from mazegame.engine import ALGORITHMS, PRESETS, Level, Recipe, RecipeError
from mazegame.engine.kernels.jit import compiled
from mazegame.game.racing.rival_kinds import KINDS
from mazegame.game.racing.searchers import walk_of

ROOT = Path(__file__).parent.parent
MOST_STEPS = 200_000


def recipes(name: str, cols: int, rows: int, count: int) -> list[Recipe]:
    """Recipes of a texture, as many as are asked for."""
    preset = PRESETS.get(name)
    algorithm, options = (preset.algorithm, preset.options) if preset else (name, ())
    return [Recipe(algorithm, cols, rows, f"rivals-{n}", options) for n in range(count)]


def measure(levels: list[Level], name: str) -> tuple[float | None, float]:
    """The mean of steps over shortest, and the share of mazes in which the rival never arrives."""
    ratios = []
    for level in levels:
        walk = walk_of(KINDS[name], level, MOST_STEPS)
        if walk[-1] in level.goals:
            ratios.append((len(walk) - 1) / level.dist_min)
    lost = 1 - len(ratios) / len(levels)
    return (sum(ratios) / len(ratios) if ratios else None), lost


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mazes", type=int, default=200)
    parser.add_argument("--size", default="20x12")
    arguments = parser.parse_args()
    cols, rows = map(int, arguments.size.split("x"))
    lines, table = [], []
    with compiled():
        for name in (*ALGORITHMS, *PRESETS):
            try:
                levels = [Level.of(one) for one in recipes(name, cols, rows, arguments.mazes)]
            except RecipeError as error:
                raise SystemExit(f"{name}: {error}") from error
            found = {kind: measure(levels, kind) for kind in KINDS}
            cells = [
                "-" if mean is None else f"{mean:.1f}" + (f" ({lost:.0%} lost)" if lost else "")
                for mean, lost in found.values()
            ]
            lines.append(f"| {name} | " + " | ".join(cells) + " |\n")
            means = ["nan" if mean is None else f"{mean:.1f}" for mean, _ in found.values()]
            table.append(",".join([name, *means]) + "\n")
            print(lines[-1], end="", flush=True)
    heads = [KINDS[kind].title for kind in KINDS]
    (ROOT / "docs" / "rivals.md").write_text(
        "# Rivals by texture\n\n"
        "How many times the shortest path each rival walks, on average. 1.0 is perfect. "
        "In brackets stands the\nshare of mazes in which a hand on the wall circles for ever; "
        "the mean leaves those out.\n"
        f"Measured on {arguments.mazes} mazes of {cols}x{rows} for each texture, with "
        "`python scripts/measure_rivals.py`.\n\n"
        f"| texture | {' | '.join(heads)} |\n| --- |{' ---: |' * len(heads)}\n" + "".join(lines)
    )
    (ROOT / "mazegame" / "game" / "racing" / "mean_steps.csv").write_text(
        ",".join(["texture", *KINDS]) + "\n" + "".join(table)
    )


if __name__ == "__main__":
    main()

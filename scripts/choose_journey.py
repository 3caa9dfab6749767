"""Choose the levels of the journey by measurement; write mazegame/game/modes/journey_levels.py.

    python scripts/choose_journey.py [--seeds 2000]

Every slot names a texture, a size, rules and a rival; the script measures thousands of seeds for it
and takes the one whose difficulty is nearest to the slot's, among those that are not dull. The
result is frozen: run this again only to make a new journey.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

from mazegame.engine import PRESETS, Level, Recipe, texture
from mazegame.engine.kernels.jit import compiled

OUTPUT = Path(__file__).parent.parent / "mazegame" / "game" / "series" / "journey_levels.py"

EASIEST, HARDEST = 9.0, 18.2
"""The difficulty of the first level and of the last one; those between rise evenly."""


class Slot(NamedTuple):
    """What a level is to be."""

    texture: str
    size: str
    options: str = ""
    rules: str = ""
    rival: str = ""


SLOTS = (
    # Slopes
    Slot("binary-tree", "9x5"), Slot("sidewinder", "9x5"), Slot("binary-tree", "10x5"),
    Slot("sidewinder", "10x5"), Slot("eller", "11x6"),
    # Bushes
    Slot("prim", "12x6"), Slot("simple-prim", "13x6"), Slot("ant-hill", "14x6"),
    Slot("prim", "14x7"), Slot("simple-prim", "15x7"),
    # Meadows, and the first rivals
    Slot("kruskal", "15x7", rival="shortest:4"), Slot("wilson", "15x7", rival="random-mouse:16"),
    Slot("true-prim", "16x8", rival="left-hand:6"), Slot("aldous-broder", "17x8"),
    Slot("kruskal", "18x9", rival="right-hand:8"),
    # Walls, with weights
    Slot("brick-wall", "19x9"), Slot("grass", "17x9", rival="depth-first:8"),
    Slot("recursive-division", "19x9"), Slot("brick-wall", "22x10", rival="greedy:6"),
    Slot("eller", "24x11", "weights=3-1"),
    # Crossroads, with loops
    Slot("corn-maze", "23x10"), Slot("crosstown", "25x12", rival="tremaux:8"),
    Slot("catacombs", "26x12"), Slot("corn-maze", "26x12", rival="shortest:6"),
    Slot("wilson", "28x14", "braid=50"),
    # Shapes, and several goals
    Slot("valentine", "29x15"), Slot("roundabout", "42x20"),
    Slot("wilson", "38x18", "mask=circle,ends=sides", rival="tremaux:8"),
    Slot("kruskal", "46x22", "mask=diamond,ends=sides"),
    Slot("hunt-and-kill", "38x18", "ends=r0c0-r17c37+r0c37+r17c0"),
    # Rivers, in fog
    Slot("recursive-backtracker", "32x15", rules="fog"),
    Slot("hunt-and-kill", "38x18", rules="fog"),
    Slot("river-delta", "30x15", rules="fog", rival="depth-first:8"),
    Slot("recursive-backtracker", "38x18", rules="fog", rival="greedy:8"),
    Slot("parquet", "38x18", rules="fog"),
    # Deep woods, everything together
    Slot("tree-rings", "49x24", rules="fog"), Slot("tide", "49x24", rival="tremaux:12"),
    Slot("roots", "49x24", rules="fog", rival="left-hand:16"),
    Slot("parquet", "49x24", "braid=5", rival="shortest:8"),
    Slot("recursive-backtracker", "49x24", rules="fog", rival="depth-first:12"),
)  # fmt: skip


def recipe_of(slot: Slot, seed: str) -> Recipe:
    """The recipe of a slot with a seed."""
    preset = PRESETS.get(slot.texture)
    options = dict(preset.options) if preset else {}
    options |= dict(pair.split("=", 1) for pair in filter(None, slot.options.split(",")))
    cols, rows = map(int, slot.size.split("x"))
    algorithm = preset.algorithm if preset else slot.texture
    return Recipe(algorithm, cols, rows, seed, tuple(options.items()))


def measure(recipe: Recipe) -> tuple[float, bool]:
    """The difficulty of a maze, and whether it is dull."""
    level = Level.of(recipe)
    row, col = level.cells_of_path()[-1].tolist()
    measured = texture(level.maze, level.start, (row, col))
    dull = (
        measured.dist_min < recipe.cols + recipe.rows - 2
        or measured.wrong_exits < 3
        or measured.path_share > 0.75
    )
    return measured.difficulty, dull


def choose(slot: Slot, difficulty: float, least: float, seeds: int) -> tuple[Recipe, float]:
    """The seed of a slot that comes nearest to a difficulty, and is harder than the one before."""
    best: tuple[float, Recipe, float] | None = None
    for number in range(1, seeds + 1):
        recipe = recipe_of(slot, f"journey-{number}")
        found, dull = measure(recipe)
        if dull or found <= least:
            continue
        rank = abs(found - difficulty)
        if best is None or rank < best[0]:
            best = rank, recipe, found
    if best is None:
        raise SystemExit(f"no seed of {slot} is harder than {least:.2f}")
    return best[1], best[2]


def main() -> None:
    """Choose every level and write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=2000)
    seeds = parser.parse_args().seeds
    lines = []
    least = 0.0
    with compiled():
        for number, slot in enumerate(SLOTS):
            wanted = EASIEST + (HARDEST - EASIEST) * number / (len(SLOTS) - 1)
            recipe, least = choose(slot, wanted, least, seeds)
            print(f"{number + 1:2} {wanted:5.2f} {least:5.2f}  {recipe}", flush=True)
            lines.append(f'    ("{recipe}", "{slot.rules}", "{slot.rival}"),\n')
    OUTPUT.write_text(
        '"""The levels of the journey, chosen by ``scripts/choose_journey.py`` and frozen.\n\n'
        "Each line: the game ID, the rules (``fog`` or nothing), and the rival as ``NAME:PACE``.\n"
        '"""\n\nfrom typing import Final\n\nLEVELS: Final = (\n' + "".join(lines) + ")\n"
        '"""The forty levels, the easiest first."""\n'
    )


if __name__ == "__main__":
    main()

"""Compute the pace at which a race against a rival is close.

A rival walks a multiple of the shortest path. ``mean_steps.csv``, written by
``scripts/measure_rivals.py``, has the mean of that multiple for each texture. The pace ``yours`` is
the player's own pace times that multiple: on average the rival then arrives with the player.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mazegame.engine import PRESETS, Recipe
from mazegame.game.racing.race_choice import FASTEST, PACES, SLOWEST

if TYPE_CHECKING:
    from mazegame.engine import Level

FIRST_PACE: Final = PACES["jog"] / 2
"""Default of the player's pace, in cells of the shortest path per second."""


@cache
def measured_means() -> dict[str, dict[str, float]]:
    """Return the mean length of rivals' walks in shortest paths: by texture, then by rival."""
    table = Path(__file__).with_name("mean_steps.csv")
    (_, *rivals), *rows = (line.split(",") for line in table.read_text("utf-8").splitlines())
    return {name: dict(zip(rivals, map(float, means), strict=True)) for name, *means in rows}


def mean_steps(source: Recipe | Level, rival: str) -> float | None:
    """Return the mean length of a rival's walk in a texture, in shortest paths.

    For a design that was not measured it is that of the algorithm without options, for a loaded
    maze the mean of all textures. 1.0 for a rival that knows the path; None for one that was not
    measured.
    """
    recipe = source if isinstance(source, Recipe) else source.recipe
    means = measured_means()
    rows = list(means.values())
    if rival not in rows[0]:
        return 1.0 if rival in {"shortest", "ghost"} else None
    row = None
    if recipe is not None:
        names = [
            preset.name
            for preset in PRESETS.values()
            if preset.options
            and (preset.algorithm, set(preset.options)) == (recipe.algorithm, set(recipe.options))
        ]
        row = next((means[name] for name in [*names, recipe.algorithm] if name in means), None)
    return sum(each[rival] for each in rows) / len(rows) if row is None else row[rival]


def pursuing_pace(usual: float | None) -> float:
    """Return the player's pace for a pursuit, in cells of the shortest path per second."""
    return min(max(round(usual or FIRST_PACE, 2), SLOWEST), FASTEST)


def close_pace(source: Recipe | Level, rival: str, usual: float | None) -> float:
    """Return the pace at which a race against a rival is close, in cells per second to a tenth.

    ``usual`` is the player's mean pace in similar runs, in cells of the shortest path per
    second; None without such runs.
    """
    pace = (usual or FIRST_PACE) * (mean_steps(source, rival) or 1.0)
    return min(max(round(pace, 1), SLOWEST), FASTEST)

"""Your own pace for a rival: as fast as makes the race close.

What lives here: how far a rival walks in a texture on average, and the pace at which it takes as
long as the player usually does. What does not: where the player's runs are kept (``store/``).

A rival that searches walks a multiple of the shortest path. ``measured.py`` knows the mean of that
multiple for each texture; at the player's own speed times that multiple it arrives, on average,
when the player does. How lucky it is in this very maze stays open.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.engine import PRESETS, Recipe
from mazegame.game.pace import FASTEST, PACES, SLOWEST
from mazegame.game.rivals.measured import MEAN_OVER_SHORTEST

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.engine import Level

FIRST_PACE: Final = PACES["jog"] / 2
"""The player's pace where nothing is known of it, in cells of the shortest path a second."""


def mean_steps(source: Recipe | Level, rival: str) -> float | None:
    """Return how many times the shortest path a rival walks on average in a texture.

    Args:
        source: The texture: a recipe, or a level. A design that was not measured counts as its
            algorithm without options.
        rival: The rival's name.

    Returns:
        1.0 for a rival that knows the path; the mean of all textures for loaded mazes; None if
        nothing was measured.
    """
    recipe = source if isinstance(source, Recipe) else source.recipe
    rows = list(MEAN_OVER_SHORTEST.values())
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
        row = next(
            (MEAN_OVER_SHORTEST[n] for n in [*names, recipe.algorithm] if n in MEAN_OVER_SHORTEST),
            None,
        )
    return sum(each[rival] for each in rows) / len(rows) if row is None else row[rival]


def close_pace(source: Recipe | Level, rival: str, usual: float | None) -> float:
    """Return the pace at which a rival is a close one.

    Args:
        source: What is played.
        rival: The rival's name.
        usual: The player's pace in runs of this class, in cells of the shortest path a second; None
            if there are none.

    Returns:
        Cells a second, to a tenth.
    """
    pace = (usual or FIRST_PACE) * (mean_steps(source, rival) or 1.0)
    return min(max(round(pace, 1), SLOWEST), FASTEST)


def yours_for(source: Recipe | Level, usual: Callable[[], float | None]) -> Callable[[str], float]:
    """Return what the pace ``yours`` stands for, by the name of the rival.

    Args:
        source: What is played.
        usual: Returns the player's pace as for ``close_pace``; asked when it is needed, once.
    """
    known: list[float | None] = []

    def yours(rival: str) -> float:
        if not known:
            known.append(usual())
        return close_pace(source, rival, known[0])

    return yours

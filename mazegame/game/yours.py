"""The pace ``yours``: the pace of a rival that makes the race close.

What lives here: the mean length of a rival's walk in a texture, and the pace at which it takes as
long as the player usually does. What does not: the player's runs (``store/``).

A rival that searches walks a multiple of the shortest path. ``measured.py`` has the mean of that
multiple for each texture. At the player's own speed times that multiple the rival arrives, on
average, with the player.
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
"""Default of the player's pace, in cells of the shortest path per second."""


def mean_steps(source: Recipe | Level, rival: str) -> float | None:
    """Return the mean length of a rival's walk in a texture, in shortest paths.

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
    """Return the pace at which a rival makes the race close.

    Args:
        source: The recipe or the level of the match.
        rival: The rival's name.
        usual: The player's mean pace in similar runs, in cells of the shortest path per second;
            None without such runs.

    Returns:
        Cells per second, rounded to a tenth.
    """
    pace = (usual or FIRST_PACE) * (mean_steps(source, rival) or 1.0)
    return min(max(round(pace, 1), SLOWEST), FASTEST)


def yours_for(source: Recipe | Level, usual: Callable[[], float | None]) -> Callable[[str], float]:
    """Return a function from the name of a rival to its pace ``yours``.

    Args:
        source: The recipe or the level of the match.
        usual: Returns the player's pace as for ``close_pace``; called once, when needed.
    """
    known: list[float | None] = []

    def yours(rival: str) -> float:
        if not known:
            known.append(usual())
        return close_pace(source, rival, known[0])

    return yours

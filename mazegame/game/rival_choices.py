"""The rivals that a menu offers, and what each is like in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.engine import Recipe
from mazegame.game.pace import YOURS_PACE
from mazegame.game.rivals import KINDS, SHORTEST, Racer
from mazegame.game.runner import PaceRunner
from mazegame.game.words import counted
from mazegame.game.yours import close_pace, mean_steps

if TYPE_CHECKING:
    from mazegame.engine import Level
    from mazegame.game.match import RivalSpec


def rival_choices() -> tuple[tuple[str, str], ...]:
    """Return the name and the title of each rival that can be chosen before the level is known."""
    return (SHORTEST, "runner"), *((kind.name, kind.title) for kind in KINDS.values())


def about_rival(
    source: Recipe | Level, name: str, record: tuple[int, int] | None = None
) -> list[str]:
    """Return lines on a rival: its mean steps here, the player's record, its character.

    Args:
        source: What is to be played.
        name: The rival's name; an unknown one is the runner.
        record: (won, races): the races against it, and how many of them the player won.
    """
    parts = []
    kind = KINDS.get(name)
    if kind is not None:
        limit = kind.limit
        if limit is not None and isinstance(source, Recipe) and source.cols * source.rows > limit:
            return [f"only for mazes of {limit:,} passages at most"]
        mean = mean_steps(source, name)
        if mean is not None:
            parts.append(f"{mean:.1f} x the shortest path here")
    if record is not None and record[1]:
        won, races = record
        parts.append(f"you won {won:,} of {counted(races, 'race')}")
    return [*parts, "knows the shortest path" if kind is None else kind.about]


def chosen_rival(
    source: Recipe | Level, name: str, pace: float, usual: float | None = None
) -> RivalSpec:
    """Return the rival of a choice.

    Args:
        source: What is to be played.
        name: The rival's name; an unknown one is the runner.
        pace: Cells a second, or ``YOURS_PACE`` for a close race.
        usual: The player's pace in such runs, in cells of the shortest path a second, if it is
            known.
    """
    kind = KINDS.get(name)
    speed = close_pace(source, name, usual) if pace == YOURS_PACE else pace
    return PaceRunner(speed) if kind is None else Racer(kind, speed)

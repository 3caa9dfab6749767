"""Free play, and the keys of series in files. The other series have modules of their own.

``daily:2026-11-22``, ``journey:12``, ``marathon:2026-W47:kite:3``, ``endless:kite-7``,
``duel:1-0``; empty for free play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final

from mazegame.game.match import Match, Series
from mazegame.game.rules import DEFAULT_RULES, Rules

if TYPE_CHECKING:
    from mazegame.engine import Level, Recipe
    from mazegame.game.run import Run
    from mazegame.game.runner import RivalSpec

DAILY, JOURNEY_PREFIX, MARATHON = "daily:", "journey:", "marathon:"
"""The prefixes of the keys of daily mazes, the journey's levels, and a marathon's legs."""

ENDLESS, DUEL = "endless:", "duel:"
"""The prefixes of the keys of endless mazes, whose seeds follow, and of duels."""

READERS: Final[Mapping[str, str]] = {
    DAILY: "daily.daily_of",
    JOURNEY_PREFIX: "journey.journey_of",
    MARATHON: "marathon.marathon_series_of",
    "best-of:": "best_of.best_of",
    "chase:": "chase.chase_of",
    DUEL: "duel.duel_of",
}
"""The series whose matches can be resumed: the function that reads a key, by the key's prefix.

Each takes the key and a ``Past``, and returns the series; None for a key that is not whole.
"""

UNRANKED: Final = (DUEL, ENDLESS)
"""The prefixes of series whose runs are not ranked by their mazes."""


class FreshSeeds(Series):
    """Endless mazes of the same texture and size with new seeds; none after a loaded maze."""

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the same match with another seed, without the rivals that know one level only."""
        del finished
        return match.on_another_maze(self, tuple(one for one in match.rivals if one.any_level))


@dataclass(frozen=True)
class Past:
    """What was before a match that is resumed, as far as a series asks."""

    rivals: tuple[RivalSpec, ...] = ()
    stars: Callable[[], Mapping[int, int]] = dict
    """Returns the most stars on each solved level of the journey, by its number."""
    points: Callable[[], Mapping[str, Mapping[str, Mapping[int, int]]]] = dict
    """Returns the points of each walked leg by week, attempt and leg."""


def series_of(key: str, past: Past = Past()) -> Series:
    """Return the series of a resumed run's key; an unknown one is free play. May take seconds."""
    for prefix, reader in READERS.items():
        if key.startswith(prefix):
            module, _, name = reader.partition(".")
            found = import_module(f"mazegame.game.modes.{module}")
            read: Callable[[str, Past], Series | None] = getattr(found, name)
            return read(key, past) or FreshSeeds()
    return FreshSeeds()


def free_play(
    source: Recipe | Level, rules: Rules = DEFAULT_RULES, rivals: tuple[RivalSpec, ...] = ()
) -> Match:
    """Return a match of free play: fresh seeds follow, if the level has a recipe."""
    return Match(source=source, rules=rules, rivals=rivals, series=FreshSeeds())


def endless_key(seed: str) -> str:
    """Return the key of the descents in the endless maze of a seed."""
    return f"{ENDLESS}{seed}"

"""Free play, and the series of a key in files. The other series have modules of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from mazegame.game.match import Match, Series
from mazegame.game.rules import DEFAULT_RULES, Rules
from mazegame.game.series.series_keys import READERS

if TYPE_CHECKING:
    from mazegame.engine import Level, Recipe
    from mazegame.game.run import Run
    from mazegame.game.runner import RivalSpec


class FreshSeeds(Series):
    """Endless mazes of the same texture and size with new seeds; none after a loaded maze."""

    def has_next(self, match: Match) -> bool:
        """Return whether the level has a recipe; a loaded maze has none."""
        return match.recipe is not None

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the same match with another seed, without the rivals that know one level only."""
        del finished
        return match.on_another_maze(self, tuple(one for one in match.rivals if one.any_level))


@dataclass(frozen=True)
class Past:
    """What was before a match that is resumed, as far as a series asks."""

    rivals: tuple[RivalSpec, ...] = ()
    """The rivals of the match."""
    stars: Callable[[], Mapping[int, int]] = dict
    """Returns the most stars on each solved level of the journey, by its number."""
    points: Callable[[], Mapping[str, Mapping[str, Mapping[int, int]]]] = dict
    """Returns the points of each walked leg by week, attempt and leg."""


def series_of(key: str, past: Past = Past()) -> Series:
    """Return the series of a resumed run's key; an unknown one means free play. Takes seconds."""
    for prefix, reader in READERS.items():
        if key.startswith(prefix):
            module, _, name = reader.partition(".")
            found = import_module(f"mazegame.game.series.{module}")
            read: Callable[[str, Past], Series | None] = getattr(found, name)
            return read(key, past) or FreshSeeds()
    return FreshSeeds()


def free_play(
    source: Recipe | Level, rules: Rules = DEFAULT_RULES, rivals: tuple[RivalSpec, ...] = ()
) -> Match:
    """Return a match of free play: fresh seeds follow, if the level has a recipe."""
    return Match(source=source, rules=rules, rivals=rivals, series=FreshSeeds())

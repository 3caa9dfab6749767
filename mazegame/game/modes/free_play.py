"""Free play: a maze of the player's choice, and fresh seeds of its texture after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.game.match import Match, Series
from mazegame.game.modes.mode import Mode
from mazegame.game.rules import DEFAULT_RULES, Rules

if TYPE_CHECKING:
    from mazegame.engine import Level, Recipe
    from mazegame.game.racing.racer import RivalSpec
    from mazegame.game.run import Run


class FreshSeeds(Series):
    """Endless mazes of the same texture and size with new seeds; none after a loaded maze."""

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the same match with another seed, without the rivals that know one level only."""
        del finished
        return match.on_another_maze(self, tuple(one for one in match.rivals if one.any_level))


def free_play(
    source: Recipe | Level, rules: Rules = DEFAULT_RULES, rivals: tuple[RivalSpec, ...] = ()
) -> Match:
    """Return a match of free play: fresh seeds follow, if the level has a recipe."""
    return Match(source=source, rules=rules, rivals=rivals, series=FreshSeeds())


MODE: Final = Mode(
    name="play",
    title="Play",
    about="a new maze, walked by nobody yet",
    door="play",
    home_action="play",
    first=lambda options: free_play(options["recipe"], Rules(fog=options["fog"])),
    series=lambda _key, _past: FreshSeeds(),
)

"""First steps: the small mazes of the very first start, and the captions that explain them.

They are never ranked or kept. ``widgets/playing/captions.py`` puts the player's keys into the
captions.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from mazegame.game.match import Match, Series

if TYPE_CHECKING:
    from mazegame.game.run import Result, Run
    from mazegame.game.walking.player import Player

GAME_ID: Final = "recursive-backtracker:9x5:first-48"
"""The maze: three straight cells, a junction, a corridor of ten cells, a second junction, B."""

SECOND_ID: Final = "recursive-backtracker:15x7:second-0"
"""The second maze, with a shortest path of 36 cells."""

RUNNER: Final = "shortest:1.5"
"""The rival in the second maze, at a pace in cells a second that one can beat."""

WALKED: Final = 3
"""Steps after which a player knows how to walk."""

RUN_OFFERED: Final = 12
"""Steps after which the captions no longer offer running."""


@dataclass(frozen=True)
class FirstSteps(Series):
    """The maze of the first start."""

    @property
    def key(self) -> str:
        """``first``."""
        return "first"

    def about(self, finished: Run | None) -> str:
        """Return the name of the maze."""
        del finished
        return "First steps"


class Caption(IntEnum):
    """The lines of advice for a beginner, in this order."""

    WALK = 0
    RUN = 1
    REACH = 2
    DONE = 3


def first_match() -> Match:
    """Return the match."""
    from mazegame.engine import Recipe

    return Match(source=Recipe.parse(GAME_ID), series=FirstSteps())


def second_match() -> Match:
    """Return the match that follows: a larger maze, and a runner to beat."""
    from mazegame.engine import Recipe
    from mazegame.game.racing.rivals import parse_rival
    from mazegame.game.rules import Rules

    return Match(
        source=Recipe.parse(SECOND_ID),
        rules=Rules(rival_in_sight=True, compass=True),
        rivals=(parse_rival(RUNNER),),
        series=FirstSteps(),
    )


def caption_of(player: Player) -> Caption:
    """Return the caption for the present state of a player.

    A player who has walked learns to run, and one who has run, or does not care to, what counts.
    """
    steps = player.run.steps
    if player.run.finished:
        return Caption.DONE
    if steps < WALKED:
        return Caption.WALK
    if not player.glides and steps < RUN_OFFERED:
        return Caption.RUN
    return Caption.REACH


def closing_lines(result: Result) -> tuple[str, str]:
    """Return two sentences at B; each fits 38 columns."""
    shortest = f"The shortest path has {result.dist_min}." if result.over else "No path is shorter."
    return f"You reached B in {result.steps} steps.", shortest

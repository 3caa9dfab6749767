"""A race against the walks of ghost codes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mazegame.game.modes.daily import WEEK, day_of_maze, today
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.recording.ghost_code import GhostCodeError, walk_of
from mazegame.game.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mazegame.engine import Level, Recipe
    from mazegame.game.match import Match
    from mazegame.game.modes.calendar import Calendar
    from mazegame.game.recording.ghost_code import GhostCode

MAX_GHOSTS: Final = 3
"""Most ghost codes in a race."""


def recipe_of_codes(codes: Sequence[GhostCode]) -> Recipe:
    """Return the maze of all codes; GhostCodeError if they are too many or of several mazes."""
    if len(codes) > MAX_GHOSTS:
        raise GhostCodeError(f"a race has {MAX_GHOSTS} ghost codes at most, not {len(codes)}")
    recipe = codes[0].recipe
    for code in codes:
        if code.recipe != recipe:
            raise GhostCodeError(
                f"the ghosts of a race walk one maze: these are of {recipe} and {code.recipe}"
            )
    return recipe


def check_own_try(recipe: Recipe, calendar: Callable[[], Calendar | None]) -> None:
    """Raise GhostCodeError if this is today's daily maze, and the player has not tried it yet.

    ``calendar`` returns the player's tries, None if there are none; it is called if needed.
    """
    day = day_of_maze(recipe)
    if day is None or day < today():
        return
    if day > today():
        raise GhostCodeError(f"this is the daily maze of {day.isoformat()}, which is still to come")
    found = calendar()
    if found is None or day not in found.tries:
        raise GhostCodeError(
            "this is today's daily maze: race its ghosts after your own try (mazegame daily)"
        )


def ghost_race(level: Level, codes: Sequence[GhostCode]) -> Match:
    """Return a match on the codes' maze against their walks; GhostCodeError if one is impossible.

    A daily maze has the rules of its day. The clock starts with the reveal of the walls if it did
    so in one of the walks.
    """
    walks = [walk_of(code, level) for code in codes]
    day = None if level.recipe is None else day_of_maze(level.recipe)
    rules = replace(
        Rules() if day is None else WEEK[day.weekday()].rules,
        reveal=any(walk.reveal for walk in walks),
    )
    ghosts = [GhostWalk.for_race(walk, reveal=rules.reveal) for walk in walks]
    if len(ghosts) > 1:
        ghosts = [
            replace(ghost, name=f"ghost-{number}") for number, ghost in enumerate(ghosts, start=1)
        ]
    return free_play(level, rules, tuple(ghosts))

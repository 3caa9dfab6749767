"""Verify the file of a run against its maze, its mode and the clock.

Anybody can write such a file. So a finished run counts only after its walk was simulated, and
medal and habits are measured again. Hints, assists and the times of rivals cannot be verified.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mazegame.game.career.habits import habits
from mazegame.game.modes.calendar import CLOCK_SLACK_MS
from mazegame.game.modes.table import mode_of
from mazegame.game.recording.record import ForgedRecordError, walk_again
from mazegame.game.rules import Rules
from mazegame.game.scoring.medals import medal_of
from mazegame.store.records import Category

if TYPE_CHECKING:
    from mazegame.engine import Level
    from mazegame.store.journal.journal_lines import SavedRun
    from mazegame.store.records import FinishedRun, Heading

DAY_MS: Final = 86_400_000
"""Milliseconds of a day."""

_EPOCH_DAY: Final = dt.date(1970, 1, 1).toordinal()


class FutureDateError(ValueError):
    """The run is dated in the future; the message names the date."""


def check_dates(saved: SavedRun, now: int) -> None:
    """Raise NotYetError if a run began or ended after ``now``, in milliseconds since 1970, UTC."""
    done = 0 if saved.finished is None else saved.finished.done
    latest = max(saved.heading.began, done)
    if latest > now + CLOCK_SLACK_MS:
        raise FutureDateError(f"it is of a time to come, {_date_of(latest)} UTC")


def check_heading(heading: Heading, level: Level) -> None:
    """Raise ForgedRecordError if a heading does not fit its level, or the level not its series."""
    if heading.dist_min != level.dist_min:
        given = f"{heading.dist_min:,}, it is {level.dist_min:,}"
        raise ForgedRecordError(0, f"the shortest path is said to have a length of {given}")
    rules = heading.category.rules
    if heading.category != Category.of(level, rules) or Rules.from_key(rules).key != rules:
        raise ForgedRecordError(0, "its design, size and rules are not those of the maze")
    recipe = mode_of(heading.series).maze_of(heading.series)
    if recipe is not None and recipe != level.recipe:
        raise ForgedRecordError(0, f"{heading.series} has another maze, {recipe}")


def verified_run(saved: SavedRun, level: Level) -> FinishedRun:
    """Return a finished run, verified, with its medal and habits measured from the walk.

    ForgedRecordError if it cannot have been played. Its dates are not compared with the clock.
    """
    finished, heading = saved.finished, saved.heading
    if finished is None or not mode_of(heading.series).is_match:
        raise ForgedRecordError(0, "no finished run of this kind is kept in such a file")
    check_heading(heading, level)
    run = walk_again(level, finished.record)
    if not run.finished:
        raise ForgedRecordError(0, f"it does not reach B, which is {run.remaining:,} steps away")
    rules = Rules.from_key(finished.rules)
    if rules.key != finished.rules:
        raise ForgedRecordError(0, "it has rules that there are not")
    if rules.reveal != run.reveal:
        raise ForgedRecordError(0, "its clock started in two ways")
    if abs(finished.day - _EPOCH_DAY - finished.done // DAY_MS) > 1:  # no time zone is further away
        raise ForgedRecordError(0, f"its day is not that of {_date_of(finished.done)} UTC")
    if mode_of(heading.series).players > 1:
        return replace(finished, medal="", habits=None)
    return replace(finished, medal=medal_of(run) or "", habits=habits(run))


def _date_of(ms: int) -> str:
    try:
        return f"{dt.datetime.fromtimestamp(ms / 1000, dt.UTC):%Y-%m-%d %H:%M}"
    except (OverflowError, OSError, ValueError):
        return "far away"

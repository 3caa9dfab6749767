"""Reopening: a run on the disk as a run and a match to go on with.

What lives here: the walk, the rivals and the series of a saved run. What does not: finding it
(``journal/``), and its screen.
"""

from __future__ import annotations

import contextlib
from array import array
from dataclasses import replace
from typing import TYPE_CHECKING

from mazegame.game.racing.ghost import GhostWalk
from mazegame.game.racing.rivals import rivals_of
from mazegame.game.recording.record import Record, walk_again
from mazegame.game.rules import Rules
from mazegame.game.series.best_of import best_of
from mazegame.game.series.chase import chase_of
from mazegame.game.series.duel import duel_of
from mazegame.game.series.journey import level_number_of
from mazegame.game.series.kinds import free_play, series_of
from mazegame.game.series.marathon import marathon_of
from mazegame.game.stopwatch import Stopwatch
from mazegame.store.book.errors import ScoreBookError

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.engine import Level
    from mazegame.game.match import Match
    from mazegame.game.run import Run
    from mazegame.store.journal.journal_lines import SavedRun
    from mazegame.store.store import Store


def reopen(
    store: Store, saved: SavedRun, clock: Callable[[], float]
) -> tuple[Run, Match, Run | None]:
    """Return a saved run, its match as part of its series, and the second player's run of a duel.

    Blocks until the book answers.

    Args:
        store: The store.
        saved: The run.
        clock: Returns a monotonic time in seconds.

    Raises:
        ValueError: If the loaded maze no longer exists, or the walk is impossible on it.
    """
    level = store.level(saved.heading.level)
    run, match = walk_again(level, saved.record, clock), match_of(saved, level)
    key = saved.heading.series
    stars: dict[int, int] = {}
    scores: tuple[int, ...] = ()
    with contextlib.suppress(ScoreBookError):  # then the series starts from zero
        if level_number_of(key):
            journey = store.ask_afterwards(lambda book: book.journey())
            stars = {number: best.stars for number, best in journey.items()}
        elif leg := marathon_of(key):
            weeks = store.ask_afterwards(lambda book: book.marathons())
            legs = weeks.get(leg.week, {}).get(leg.attempt, {})
            if legs.keys() >= set(range(1, leg.leg)):
                scores = tuple(legs[number] for number in range(1, leg.leg))
    known = chase_of(key) or duel_of(key) or best_of(key, match.rivals)
    series = known or series_of(key, stars=stars, scores=scores)
    return run, replace(match, series=series), _second_of(run, saved, clock)


def _second_of(run: Run, saved: SavedRun, clock: Callable[[], float]) -> Run | None:
    """Return the second player's run of a duel, beside the first one's; None of another match."""
    if duel_of(saved.heading.series) is None:
        return None
    walk = saved.record.second or GhostWalk(b"", array("I"))
    moves, times = bytes(walk.moves), array("I", walk.times)
    last = times[-1] / 1000 if times else 0.0
    record = Record(saved.record.level, moves, times, 0, assisted=False, seconds=last)
    second = walk_again(run.level, record, clock)
    if not second.finished:
        second.stopwatch = Stopwatch(clock, max(last, saved.record.seconds))
    return second


def match_of(saved: SavedRun, level: Level) -> Match:
    """Return the match of a saved run, without rivals that cannot walk the level."""
    rivals = rivals_of(level, saved.heading.rivals, saved.ghost)
    return free_play(level, Rules.from_key(saved.heading.category.rules), rivals)

"""Turn a saved run into a run and a match with which the player goes on."""

from __future__ import annotations

import contextlib
from array import array
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from mazegame.game.modes.daily import DailySeries, Stake, today
from mazegame.game.modes.free_play import free_play
from mazegame.game.modes.mode import EarlierResults
from mazegame.game.modes.table import mode_of, series_of
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.racing.rivals import rivals_of
from mazegame.game.recording.record import Record, walk_again
from mazegame.game.rules import Rules
from mazegame.game.run import Stopwatch
from mazegame.store.book.errors import ScoreBookError
from mazegame.store.verification import check_heading

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.engine import Level
    from mazegame.game.match import Match
    from mazegame.game.run import Run
    from mazegame.store.book.book import ScoreBook
    from mazegame.store.journal.journal_lines import SavedRun
    from mazegame.store.store import Store

Known = TypeVar("Known")


def reopen(
    store: Store, saved: SavedRun, clock: Callable[[], float]
) -> tuple[Match, tuple[Run, ...]]:
    """Return the match of a saved run as part of its series, and the run of each of its players.

    It queries the score book and blocks until that answers.

    Args:
        store: The store.
        saved: The saved run.
        clock: Returns a monotonic time in seconds.

    Raises:
        ValueError: The loaded maze no longer exists, or the run cannot have been played on it.
    """
    level = store.level(saved.heading.level)
    check_heading(saved.heading, level)
    run, match = walk_again(level, saved.record, clock), match_of(saved, level)

    def query(question: Callable[[ScoreBook], Known], otherwise: Known) -> Known:
        with contextlib.suppress(ScoreBookError):
            return store.query_after_writes(question)
        return otherwise  # the series starts from zero

    past = EarlierResults(
        match.rivals,
        lambda: query(lambda book: {at: one.stars for at, one in book.journey().items()}, {}),
        lambda: query(lambda book: book.marathons(), {}),
        lambda prefix: query(lambda book: book.times(prefix), ()),
        lambda: query(lambda book: book.is_try(saved.heading.walk), otherwise=True),
    )
    series = series_of(saved.heading.series, past)
    runs = (run,) if mode_of(series.key).players == 1 else (run, _second_of(run, saved, clock))
    return replace(match, series=series), runs


def with_stake(store: Store, match: Match) -> Match:
    """Return the match; that of a daily maze with the stake of a new walk, such as practice.

    It queries the score book and blocks until that answers.
    """
    series = match.series
    if isinstance(series, DailySeries):
        with contextlib.suppress(ScoreBookError):
            known = store.query_after_writes(lambda book: book.is_known(str(match.recipe)))
            calendar = store.query_after_writes(lambda book: book.calendar())
            stake = Stake.PRACTICE if known else calendar.stake(series.day, today())
            return replace(match, series=replace(series, stake=stake))
    return match


def _second_of(run: Run, saved: SavedRun, clock: Callable[[], float]) -> Run:
    """Return the run of the second player, whose steps the record of the first has."""
    walk = saved.record.second or GhostWalk(b"", array("I"))
    moves, times = bytes(walk.moves), array("I", walk.times)
    last = times[-1] / 1000 if times else 0.0
    record = Record(saved.record.level, moves, times, 0, assisted=False, seconds=last)
    second = walk_again(run.level, record, clock)
    if not second.finished:
        second.stopwatch = Stopwatch(clock, max(last, saved.record.seconds))
    return second


def match_of(saved: SavedRun, level: Level) -> Match:
    """Return the match of a saved run; rivals that cannot walk the level are left out."""
    rivals = rivals_of(level, saved.heading.rivals, saved.ghost)
    return free_play(level, Rules.from_key(saved.heading.category.rules), rivals)

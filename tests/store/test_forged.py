"""Files in ``running/`` written by hand: what cannot have been played does not count."""

import datetime as dt
import re
from dataclasses import replace

import pytest

from mazegame.engine import Direction, Level
from mazegame.game.modes import daily
from mazegame.game.modes.calendar import Streak
from mazegame.game.modes.table import mode_of
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.recording.record import ForgedRecordError
from mazegame.game.scoring.medals import medal_of
from mazegame.store import verification
from mazegame.store.journal import journal_lines
from mazegame.store.records import Category, now_ms, today
from mazegame.store.reopening import reopen
from tests.game.mazes import Clock, forked, walked
from tests.store.conftest import heading_of, played
from tests.waiting import LONGEST

GAME_ID = "wilson:8x5:kite-7"
DAY_MS = 86_400_000


def write(where, run, *, done=True):
    """Write the file of a finished run, or of one on its way."""
    where.running.mkdir(parents=True, exist_ok=True)
    lines = journal_lines.head(run.heading, run.ghost)
    lines.append(journal_lines.state(run.record, 0, run.rules))
    if done:
        lines += [journal_lines.end(run), journal_lines.measures(run)]
    path = where.running / f"{run.heading.uid}.run"
    path.write_bytes(b"".join(lines))
    return path


def moves_through_a_wall(run):
    """The walk with its first step into a wall."""
    level, moves = walked(GAME_ID).level, bytearray(run.record.moves)
    walls = [side for side in Direction if not level.maze.passages[level.start] & side]
    return bytes([walls[0], *moves[1:]])


FORGERIES = {
    "through a wall": (
        lambda run: replace(run, record=replace(run.record, moves=moves_through_a_wall(run))),
        r"step 1 goes \w+ from row 1, column 1: there is a wall",
    ),
    "not at B": (
        lambda run: replace(
            run,
            record=replace(
                run.record, moves=run.record.moves[:-1], times=run.record.times[:-1]
            ),
        ),
        "it does not reach B, which is 1 steps away",
    ),
    "more hints than steps": (
        lambda run: replace(run, record=replace(run.record, hints=99)),
        "99 hints cannot be taken",
    ),
    "less time than its steps": (
        lambda run: replace(run, record=replace(run.record, seconds=0.0)),
        "does not fit the last step",
    ),
    "a shorter path": (
        lambda run: replace(run, heading=replace(run.heading, dist_min=2)),
        "the shortest path is said to have a length of 2",
    ),
    "another design": (
        lambda run: replace(
            run, heading=replace(run.heading, category=Category("prim", "prim", 30, 30))
        ),
        "its design, size and rules are not those of the maze",
    ),
    "rules that there are not": (
        lambda run: replace(run, rules="blindfold"),
        "rules that there are not",
    ),
    "the daily of another maze": (
        lambda run: replace(run, heading=replace(run.heading, series="daily:2026-02-16")),
        "daily:2026-02-16 has another maze",
    ),
    "a level of the journey": (
        lambda run: replace(run, heading=replace(run.heading, series="journey:39")),
        "journey:39 has another maze",
    ),
    "a leg of a marathon": (
        lambda run: replace(
            run, heading=replace(run.heading, series="marathon:2026-W47:kite:1")
        ),
        "marathon:2026-W47:kite:1 has another maze",
    ),
    "a descent": (
        lambda run: replace(run, heading=replace(run.heading, series="endless:kite-7")),
        "no finished run of this kind",
    ),
    "a day of another year": (
        lambda run: replace(run, day=run.day - 300),
        "its day is not that of",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", FORGERIES)
def test_what_cannot_have_been_played_is_refused_and_kept(store, where, said, kind):
    forge, why = FORGERIES[kind]
    path = write(where, forge(played(walked(GAME_ID), medal="author")))
    data = path.read_bytes()
    assert store.recover().result(LONGEST) == []
    assert store.query_after_writes(lambda book: (book.count(), book.calendar().tries)) == (0, {})
    (line,) = said
    assert line.startswith(f"the run {path.name[:20]}")
    assert re.search(f"cannot have been played: .*{why}.*; it is now .*refused-1$", line), line
    (kept,) = where.running.iterdir()
    assert kept.name == f"{path.name}.refused-1"
    assert kept.read_bytes() == data
    assert store.recover().result(LONGEST) == []
    assert len(said) == 1


def test_a_finished_run_that_was_left_counts_with_the_medal_of_its_walk(store, where, said):
    run = walked(GAME_ID)
    lies = played(run, medal="author" if medal_of(run) != "author" else "bronze")
    path = write(where, lies)
    assert store.recover().result(LONGEST) == []
    (row,) = store.query_after_writes(lambda book: book.played())
    assert row.medal == (medal_of(run) or "")
    assert said == []
    store.do(lambda: None).result(LONGEST)
    assert not path.exists()


@pytest.mark.parametrize("done", [True, False])
def test_a_daily_of_tomorrow_takes_no_try_and_stays_until_then(
    store, where, said, monkeypatch, done
):
    day = daily.today() + dt.timedelta(1)
    run = walked(str(daily.daily(day)))
    began = now_ms() + DAY_MS
    forged = played(run, series=daily.daily_key(day), began=began, done=began + 9, day=today() + 1)
    if not done:
        some = played(walked(str(daily.daily(day)), short=2))
        forged = replace(some, heading=forged.heading)
    path = write(where, forged, done=done)
    found = store.recover().result(LONGEST)
    assert len(found) == (not done)
    assert store.query_after_writes(lambda book: (book.count(), book.calendar().tries)) == (0, {})
    assert store.query_after_writes(lambda book: book.overview().streak) == Streak()
    (line,) = said
    assert "does not count yet: it is of a time to come" in line
    assert path.exists()
    monkeypatch.setattr("mazegame.store.store.now_ms", lambda: began + 10)
    store.recover().result(LONGEST)
    assert store.query_after_writes(lambda book: [*book.calendar().tries]) == [day]


def test_a_run_whose_maze_is_not_there_waits_for_it(store, where, said):
    level = forked()
    path = write(where, played(walked(level)))
    assert store.recover().result(LONGEST) == []
    assert store.query_after_writes(lambda book: book.count()) == 0
    (line,) = said
    assert "does not count yet: the loaded maze" in line
    assert path.exists()
    store.begin(walked(level))
    store.leave()
    store.recover().result(LONGEST)
    assert store.query_after_writes(lambda book: book.count()) == 1


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"dist_min": 3}, "the shortest path is said"),
        ({"series": "journey:39"}, "journey:39 has another maze"),
        ({"category": Category("prim", "prim", 8, 5)}, "its design, size and rules"),
    ],
)
def test_a_run_on_its_way_that_does_not_fit_is_not_gone_on_with(store, where, change, why):
    some = played(walked(GAME_ID, short=2))
    path = write(where, replace(some, heading=replace(some.heading, **change)), done=False)
    (saved,) = store.recover().result(LONGEST)
    with pytest.raises(ForgedRecordError, match=why):
        reopen(store, saved, Clock())
    assert path.exists()


def test_every_mode_with_one_maze_for_a_key_says_which():
    keys = {"daily:2026-11-22", "journey:12", "marathon:2026-W47:kite:3"}
    for key in keys:
        recipe = mode_of(key).maze_of(key)
        level = Level.of(recipe)
        run = walked(level)
        verification.check_heading(heading_of(run, series=key), level)
    for key in ("", "best-of:5:1-2", "chase:both:3:2", "duel:1-0", "daily:none", "journey:99"):
        assert mode_of(key).maze_of(key) is None


def test_a_round_of_a_duel_that_was_left_counts(store, where):
    ghost = GhostWalk.of(walked(GAME_ID, short=3))
    write(where, played(walked(GAME_ID), series="duel:1-0:left", ghost=ghost))
    store.recover().result(LONGEST)
    (row,) = store.query_after_writes(lambda book: book.played())
    assert (row.series, row.medal) == ("duel:1-0:left", "")

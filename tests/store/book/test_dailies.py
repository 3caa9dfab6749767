"""The book's daily tries, the journey's stars, marathons; and all of it killed on the way."""

import sys
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
import time_machine

from mazegame.engine import Level
from mazegame.game.modes import daily as daily_rules
from mazegame.game.modes.daily import daily_key
from mazegame.game.modes.journey import JOURNEY
from mazegame.store import verification
from mazegame.store.book.book import ScoreBook
from mazegame.store.book.queries import MAX_SCORE
from mazegame.store.checked import MAX_CELLS, MAX_INTEGER, MAX_STEPS
from mazegame.store.places import Places
from mazegame.store.store import Store
from tests.game.mazes import walked
from tests.store.conftest import match_named, played
from tests.store.players import ANY_DAY, Players, maze_of_day
from tests.waiting import LONGEST

pytestmark = pytest.mark.core

MOST_GAMES = 40
"""Most games that are killed until they have seen some mazes: a busy machine needs more of them."""

DAY = date(2028, 2, 29)
NOON = datetime(2028, 2, 29, 12, tzinfo=UTC)


def ms(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def try_of(book, day=DAY):
    return book.calendar().tries.get(day)


def ended(level, *, detours=0, began=NOON, **values):
    """A finished run of a minute."""
    run = played(walked(level, detours=detours), began=ms(began), **values)
    return replace(run, done=ms(began) + 60_000)


def daily_run(level="wilson:8x6:today", day=DAY, began=NOON, **values):
    return ended(level, began=began, series=daily_key(day), **values)


class TestTries:
    def test_the_first_walk_of_its_date_is_the_try(self, book):
        first, second = daily_run(), daily_run()
        assert book.add(first).ranked
        assert not book.add(second).ranked
        one = try_of(book)
        assert (one.day, one.began, one.late) == (DAY, ms(NOON), False)
        assert (one.run.ranked, one.run.stars, one.run.score) == (True, first.stars, first.score)
        assert one.walk == first.heading.walk
        assert book.is_try(first.heading.walk)
        assert not book.is_try(second.heading.walk)

    def test_an_unfinished_walk_uses_the_try(self, book):
        book.note_walk("wilson:8x6:today", "left", 3, series=daily_key(DAY), began=ms(NOON))
        assert try_of(book).run is None
        assert not book.add(daily_run()).ranked
        assert try_of(book).run is None
        assert book.calendar().practice == {DAY: 3}

    def test_a_walk_that_is_finished_again_from_a_save_is_practice(self, book):
        assert book.add(daily_run(uid="first")).ranked
        one = try_of(book)
        assert not book.add(daily_run(origin="first", detours=1)).ranked
        assert try_of(book) == one

    def test_a_try_may_be_finished_after_midnight(self, book):
        began = datetime(2028, 2, 29, 23, 59, 59, tzinfo=UTC)
        run = daily_run(began=began)
        heading = run.heading
        book.note_walk(heading.level, heading.walk, 1, series=heading.series, began=heading.began)
        assert book.add(run).ranked
        assert try_of(book).run is not None

    @pytest.mark.parametrize("days", [-1, 1, 30])
    def test_on_another_date_it_is_practice(self, book, days):
        assert not book.add(daily_run(began=NOON + timedelta(days=days))).ranked
        assert try_of(book) is None
        assert book.calendar().practice == {DAY: 3}

    def test_a_maze_that_was_walked_before_uses_the_try_without_a_rank(self, book):
        book.add(ended("wilson:8x6:today"))
        assert not book.add(daily_run()).ranked
        assert try_of(book).run.ranked is False

    def test_two_games_at_once_have_one_try(self, book):
        other = ScoreBook(book.path)
        for number in range(4):
            one = (book, other)[number % 2]
            one.note_walk(
                "wilson:8x6:today", f"walk {number}", series=daily_key(DAY), began=ms(NOON)
            )
        ranked = [book.add(daily_run(uid=f"walk {n}")).ranked for n in range(4)]
        other.close()
        assert sum(ranked) == 1
        assert ranked[0]

    def test_a_clock_moved_back_gives_no_second_try(self, book):
        tomorrow = DAY + timedelta(days=1)
        assert book.add(daily_run("wilson:8x6:next", tomorrow, NOON + timedelta(days=1))).ranked
        assert book.add(daily_run()).ranked  # a date of its own
        assert not book.add(daily_run("wilson:8x6:next", tomorrow, NOON + timedelta(days=1))).ranked
        assert (try_of(book).late, try_of(book, tomorrow).late) == (True, False)
        assert book.calendar().latest == ms(NOON + timedelta(days=1)) + 60_000

    def test_other_mazes_leave_no_daily_try(self, book):
        book.add(ended("wilson:8x6:a", series="daily:2028-02-30"))
        book.add(ended("wilson:8x6:b", series="journey:1"))
        assert book.calendar().tries == {}

    def test_a_row_that_is_damaged_or_of_no_date_hides_no_other(self, book):
        book.add(daily_run())
        for values in (
            "'2028-03-02', 'w', 1 << 60, 0", "'2028-03-02', 'w', -5, 0", "'no date', 'w', 1, 0",
        ):  # fmt: skip
            book._base.execute(f"INSERT OR REPLACE INTO dailies VALUES ({values}, NULL)")
            assert list(book.calendar().tries) == [DAY]
        book._base.execute("UPDATE runs SET done = 1 << 60")
        found = book.calendar()
        assert found.latest == ms(NOON)
        assert found.clock_note(ms(NOON)) == ""

    @pytest.mark.parametrize(
        ("column", "low", "high"),
        [
            ("stars", 0, 3),
            ("score", 0, MAX_SCORE),
            ("steps", 0, MAX_STEPS),
            ("dist_min", 0, MAX_CELLS),
            ("ms", 0, MAX_INTEGER),
        ],
    )
    def test_a_value_beyond_its_limits_is_left_out(self, book, column, low, high):
        book.add(daily_run())
        for value in (low, high, low - 1, *[high + 1] * (high < MAX_INTEGER)):
            book._base.execute(f"UPDATE runs SET {column} = {value}")
            found = try_of(book)
            assert (found is not None) == (low <= value <= high)
            assert found is None or getattr(found.run, column) == value


def test_a_killed_game_has_used_its_try_and_can_be_resumed_the_next_day(store, killed):
    match = match_named(walked().level, series=daily_key(DAY))
    with time_machine.travel(NOON, tick=False):
        store.begin(walked(short=3), match)
        again = killed()
        assert again.query_after_writes(lambda book: book.calendar()).tries[DAY].run is None
        (saved,) = again.recover().result(LONGEST)
    with time_machine.travel(NOON + timedelta(days=1), tick=False):
        run = walked()
        again.begin(run, match, continues=saved)
        assert again.finish(run).ranking.result(LONGEST).ranked
    found = again.query_after_writes(lambda book: book.calendar())
    assert found.tries[DAY].run is not None


class TestJourney:
    def test_the_best_of_each_level_counts(self, book):
        key, series = str(JOURNEY[0].recipe), "journey:1"
        runs = [
            ended(key, detours=9, series=series, medal="gold"),
            ended(key, series=series, medal="bronze"),
            ended(key, series=series),
        ]
        for run in runs:
            book.add(run)
        best = book.journey()[1]
        assert (best.stars, best.score, best.medal, best.runs) == (3, 1000, "gold", 3)
        assert best.ms == min(run.ms for run in runs)

    def test_what_does_not_count(self, book):
        level = Level.of(JOURNEY[30].recipe)
        assert JOURNEY[30].rules.fog
        book.add(played(walked(level, shown=True), series="journey:31", rules="fog"))
        book.add(ended(level, series="journey:31", rules="open"))
        book.add(ended("wilson:8x6:x", series="journey:1"))
        assert book.journey() == {}
        book.add(ended(level, series="journey:31", rules="fog"))
        assert list(book.journey()) == [31]


class TestMarathon:
    def test_the_first_run_of_each_leg_counts(self, book):
        for leg, detours in ((1, 4), (1, 0), (2, 0)):
            series = f"marathon:2026-W47:kite:{leg}"
            book.add(ended(f"wilson:8x6:leg{leg}", detours=detours, series=series))
        shown = walked("wilson:8x6:leg3", shown=True)
        book.add(played(shown, series="marathon:2026-W47:kite:3"))
        book.add(ended("wilson:8x6:none", series="marathon:2026-W47:kite"))
        legs = book.marathons()["2026-W47"]["kite"]
        assert legs[1] < 1000
        assert (legs[2], legs[3], len(legs)) == (1000, 0, 3)


# Killed on the way


def kill_often(players: Players, folder: Path, kills: int, seed: int) -> tuple[int, int]:
    """Kill players, two at a time, who play one day after the other; look after each kill.

    Returns:
        Days whose try was finished, and tries that were left on their way.
    """
    random = Random(seed)
    finished: set[date] = set()
    began: set[date] = set()
    for number in range(kills // 2):
        names = [f"{number}-{name}" for name in "pq"]
        for _, lines in players.play("dailies", folder, names, number, random.uniform(0.02, 0.5)):
            for word, day in lines:
                {"done": finished, "try": began}[word].add(date.fromisoformat(day))
        said: list[str] = []
        store = Store(said.append, Places(folder, folder / "s", folder))
        with (  # a run counts in the maze of its day, once that has come
            patch.object(daily_rules, "daily", maze_of_day),
            patch.object(verification, "CLOCK_SLACK_MS", ANY_DAY),
        ):
            for saved in store.recover().result(60):
                store.forget(saved).result(60)
        found = store.query(lambda book: book.calendar()).result(60)
        rows = store.query(lambda book: book.played()).result(60)
        store.close()
        assert said == []
        ranked = [row.series for row in rows if row.ranked]
        assert len(ranked) == len(set(ranked)), "two ranked tries of one date"
        done = {day for day, one in found.tries.items() if one.run is not None}
        assert finished <= done | {day for day in began if found.tries[day].run is None}
        played_days = {date.fromisoformat(row.series.removeprefix("daily:")) for row in rows}
        assert finished <= played_days, "a finished run was lost"
        assert began <= set(found.tries), "a try that began was lost"
        assert set(found.days) == {row.day for row in rows}
    return len(done), len(found.tries) - len(done)


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
class TestKilled:
    def test_a_maze_that_was_seen_has_used_its_try_even_before_the_first_step(
        self, players, tmp_path
    ):
        home = tmp_path / "home"
        home.mkdir()
        seen: set[date] = set()
        for number in range(MOST_GAMES):
            for _, lines in players.play("reveals", home, ["p"], number, 0.3):
                assert {word for word, _ in lines} <= {"seen"}
                seen |= {date.fromisoformat(day) for _, day in lines}
            said: list[str] = []
            store = Store(said.append, Places(home, home / "s", home))
            with patch.object(verification, "CLOCK_SLACK_MS", ANY_DAY):
                left = store.recover().result(60)
            tries = store.query(lambda book: book.calendar()).result(60).tries
            store.close()
            assert said == []
            assert seen <= set(tries), "a maze was seen, and its try is still to be had"
            resumable = {one.heading.series for one in left}
            assert {daily_key(day) for day in seen} <= resumable
            if len(seen) > 5 and any(not one.steps for one in left):
                return
        pytest.fail(f"{MOST_GAMES} games saw {len(seen)} mazes, or always walked in the last one")

    @pytest.mark.long
    def test_two_hundred_kills_lose_no_try_and_give_none_twice(self, players, tmp_path, capsys):
        done, left = kill_often(players, tmp_path / "home", 200, seed=4)
        with capsys.disabled():
            print(f"\n{done:,} tries finished, {left:,} left on their way")
        assert done > 100

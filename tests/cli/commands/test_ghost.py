"""``mazegame ghost``: which race it opens, and what it refuses."""

import contextlib
from datetime import UTC, date, datetime

import pytest

from mazegame.game.modes import daily as daily_rules
from mazegame.game.modes.daily import WEEK, daily
from mazegame.game.recording.ghost_code import ghost_code
from mazegame.game.setup import ghost_race
from mazegame.store.book.book import ScoreBook
from mazegame.store.places import places
from tests.game.mazes import walked

pytestmark = pytest.mark.usefixtures("home")

GAME_ID = "recursive-backtracker:8x5:kite-7"
DAY = date(2026, 3, 4)


def code_of(level=GAME_ID, **options):
    run = walked(level, **options)
    return ghost_code(run.level, run)


@pytest.fixture
def noon(monkeypatch):
    for module in (daily_rules, ghost_race):
        monkeypatch.setattr(module, "today", lambda: DAY)


@pytest.mark.usefixtures("terminal")
class TestOnATerminal:
    def test_three_codes_of_one_maze_are_a_race_of_three_ghosts(self, run, opened):
        codes = [code_of(), code_of(detours=1, pace=0.2), code_of(reading=6.1)]
        assert run("ghost", *codes).code == 7
        (screen,) = opened
        match = screen.first_match
        assert str(match.recipe) == GAME_ID
        assert [rival.name for rival in match.rivals] == ["ghost-1", "ghost-2", "ghost-3"]
        walks = [walked(GAME_ID), walked(GAME_ID, detours=1), walked(GAME_ID)]
        assert [rival.moves for rival in match.rivals] == [bytes(walk.moves) for walk in walks]
        assert match.rules.reveal
        assert [rival.times[0] for rival in match.rivals] == [0, 0, 6100]

    def test_one_code_is_the_ghost_and_its_clock_is_that_of_the_walk(self, run, opened):
        assert run("ghost", f" {code_of(pace=0.2)}\n").code == 7
        (rival,) = opened[0].first_match.rivals
        assert (rival.name, opened[0].first_match.rules.reveal) == ("ghost", False)

    def test_a_code_of_todays_daily_plays_after_your_own_try(self, run, opened, noon):
        code = code_of(str(daily(DAY)))
        assert "after your own try" in run("ghost", code).refusal
        assert not opened
        began = int(datetime(2026, 3, 4, 12, tzinfo=UTC).timestamp() * 1000)
        with contextlib.closing(ScoreBook(places().scores)) as book:
            book.note_walk(str(daily(DAY)), "a walk", 3, series=f"daily:{DAY}", began=began)
        assert run("ghost", code).code == 7
        assert opened[0].first_match.rules.fog == WEEK[DAY.weekday()].fog

    def test_days_before_play_at_once_and_those_to_come_never(self, run, opened, noon):
        before, after = date(2026, 3, 3), date(2026, 3, 5)
        assert run("ghost", code_of(str(daily(before)))).code == 7
        assert "is still to come" in run("ghost", code_of(str(daily(after)))).refusal


def test_what_is_no_race_is_refused_in_a_line(run):
    code = code_of()
    assert "is no ghost code" in run("ghost", GAME_ID).refusal
    assert "is damaged" in run("ghost", code[:-1]).refusal
    assert "3 ghost codes at most, not 4" in run("ghost", *[code] * 4).refusal
    other = code_of("wilson:8x5:a")
    assert "the ghosts of a race walk one maze" in run("ghost", code, other).refusal

"""``mazegame daily``, ``gallery`` and the commands of other modes: game IDs, and refusals."""

from datetime import UTC, date, datetime

import pytest

from mazegame.game.series.daily import daily
from mazegame.game.series.marathon import marathon


def test_the_game_ids_of_a_day_and_a_week_are_printed_without_a_terminal(run):
    done = run("daily", "2026-11-22", "--id")
    assert (done.code, done.out, done.err) == (0, f"{daily(date(2026, 11, 22)).recipe}\n", "")
    done = run("marathon", "2026-W47", "--ids")
    assert done.out == "".join(f"{leg.recipe}\n" for leg in marathon("2026-W47"))
    assert (done.code, done.err) == (0, "")
    assert run("daily", "2199-01-01", "--id").code == 0  # a day to come can be named


def test_the_default_day_is_today_in_utc(run):
    before = datetime.now(UTC).date()
    done = run("daily", "--id")
    after = datetime.now(UTC).date()
    assert done.code == 0
    assert done.out in {f"{daily(day).recipe}\n" for day in (before, after)}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("daily 2025-12-31 --id", "2026-01-01"),
        ("daily yesterday --id", "not a date"),
        ("daily 2026-02-30 --id", "not a date"),
        ("daily 2199-01-01", "from that day on"),
        ("marathon 2026-W01 --ids", "the first marathon"),
        ("marathon now --ids", "not a week"),
        ("marathon 2199-W01", "from its Monday on"),
        ("gallery --seed a:b", "the seed 'a:b'"),
        ("chase --by ear", "invalid choice"),
        ("duel wilsen", "did you mean wilson?"),
        ("duel wilson:0x9:kite-7", "0x9"),
        ("endless a:b", "the seed 'a:b'"),
        *((words, "a terminal") for words in (
            "daily 2026-11-22", "marathon", "journey", "gallery", "gallery --quiz", "chase", "duel",
            "chase wilson:9x9:kite-7 --by sight --fog", "duel wilson:9x9:kite-7 --fewest --fog",
            "endless", "endless kite-7",
        )),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_in_one_line(run, words, said):
    assert said in run(*words.split()).refusal

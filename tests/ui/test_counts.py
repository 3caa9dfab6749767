"""A streak, a ranked run and a perfect one mean the same on every screen, and in text."""

import datetime as dt

import pytest

from mazegame.game.career.statistics import Statistics
from mazegame.game.modes.calendar import Calendar, Streak
from mazegame.screens.career import scores, statistics
from mazegame.store.book import report, statistics_report
from mazegame.store.records import Summary
from mazegame.widgets.series.daily import headline
from tests.game.played import played

pytestmark = pytest.mark.core

TODAY = dt.date(2028, 3, 1)


def test_the_streak_is_the_same_on_the_daily_page_in_the_scores_and_in_the_statistics(monkeypatch):
    today = TODAY.toordinal()
    monkeypatch.setattr(statistics_report, "today", lambda: today)
    days = [today - ago for ago in (0, 2, 3, 4)]
    summary = Summary(runs=4, streak=Streak.of(days, today))
    rows = [played(day=day) for day in days]
    said = [
        headline(Calendar(days=days), today).plain,
        scores.headline(summary)[0].plain,
        report.as_text(summary),
        statistics.days_map(Statistics(rows).days, today, 60)[0].plain,
        statistics_report.as_text(rows),
    ]
    assert [words for words in said if "1 day in a row (best 3)" not in words] == []


def test_ranked_and_perfect_runs_are_counted_alike_in_the_scores_and_in_the_statistics():
    """A repeated walk of a maze is practice: it is no perfect run, whatever its score."""
    rows = [played(), played(ranked=False), played(steps=60)]
    summary = Summary(runs=3, ranked=2, perfect=1)
    counts = ["3 runs", "2 ranked", "1 perfect"]
    for line in (scores.headline(summary)[0], statistics.headline(Statistics(rows), 0)[0]):
        assert "   ".join(counts) in line.plain
    for text in (report.as_text(summary), statistics_report.as_text(rows)):
        assert ", ".join(counts) in text

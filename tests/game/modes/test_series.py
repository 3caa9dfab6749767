from dataclasses import replace
from datetime import date

import pytest

from mazegame.engine import Level, Recipe
from mazegame.game.match import Series
from mazegame.game.modes.best_of import BestOf
from mazegame.game.modes.daily import DailySeries, Stake, daily_match, day_of
from mazegame.game.modes.duel import duel_match
from mazegame.game.modes.free_play import FreshSeeds, free_play
from mazegame.game.modes.journey import (
    CHAPTERS,
    JOURNEY,
    JourneySeries,
    journey_match,
    level_number_of,
)
from mazegame.game.modes.marathon import MarathonSeries, marathon_match, marathon_of
from mazegame.game.modes.mode import EarlierResults
from mazegame.game.modes.table import series_of
from mazegame.game.racing.rivals import PacedRival
from mazegame.game.rules import Rules
from tests.game.mazes import corridor
from tests.game.mazes import walked as finished

LEGS = tuple(Recipe("kruskal", 6, 5, f"leg-{number}") for number in (1, 2, 3))

LEVEL = Level.of(JOURNEY[0].recipe)


class TestDaily:
    def test_nothing_follows_and_again_is_the_same(self):
        match = daily_match(date(2026, 11, 22), Recipe.parse("wilson:6x4:x"))
        series = match.series
        assert (series, series.key) == (DailySeries(date(2026, 11, 22)), "daily:2026-11-22")
        assert (match.rules, series.next(match, None)) == (Rules(fog=True), None)
        assert series.again(match) == match
        assert series.about(None).startswith("daily 2026-11-22, ")
        assert series.lost_by_restart
        assert series.again(match).series.stake is Stake.PRACTICE
        assert not series.again(match).series.lost_by_restart


class TestJourney:
    @pytest.mark.parametrize(
        ("walk", "before", "stars"),
        [
            pytest.param({}, {}, {1: 3}, id="all"),
            pytest.param({"shown": True}, {}, {}, id="none for the path shown"),
            pytest.param({"detours": 20}, {1: 3}, {1: 3}, id="as many as before"),
        ],
    )
    def test_the_next_level_that_is_open_follows_with_the_stars_so_far(self, walk, before, stars):
        match, run = journey_match(JOURNEY[0], before), finished(LEVEL, **walk)
        after = match.series.next(match, run)
        assert (after.recipe, after.series.stars) == (JOURNEY[1].recipe, stars)
        assert match.series.about(run).endswith("next: Slopes 2")
        assert match.series.about(None) == "journey 1 of 40, Slopes 1"

    def test_a_level_left_before_b_is_skipped_once(self):
        match = journey_match(JOURNEY[0], {})
        assert match.series.has_next(match)
        second = match.series.next(match, None)
        assert second.recipe == JOURNEY[1].recipe
        assert second.series.next(second, None).recipe == JOURNEY[0].recipe

    def test_it_says_how_many_stars_open_the_next_chapter(self):
        series = JourneySeries(JOURNEY[4], {1: 1, 2: 1, 3: 1, 4: 1})
        run = finished(Level.of(JOURNEY[4].recipe))
        assert series.next(journey_match(JOURNEY[4], series.stars), run) is None
        assert series.about(run).endswith(f"{CHAPTERS[1][0]} opens with 1 more star")

    def test_the_last_level_ends_it(self):
        stars = {level.number: 3 for level in JOURNEY[:-1]}
        match = journey_match(JOURNEY[-1], stars)
        run = finished(Level.of(JOURNEY[-1].recipe))
        assert not match.series.has_next(match)
        assert match.series.next(match, run) is None
        assert match.series.about(run).endswith("the journey is done: 120 of 120 stars")
        shown = finished(Level.of(JOURNEY[-1].recipe), shown=True)
        assert match.series.about(shown) == "journey 40 of 40, Deep woods 5"

    def test_each_level_brings_its_rules_and_rivals(self):
        for level in JOURNEY:
            match = journey_match(level, {})
            assert match.rules == level.rules
            assert [rival.key for rival in match.rivals] == list(level.rivals)
            assert level_number_of(match.series.key) == level.number


class TestMarathon:
    def test_scores_add_up_leg_by_leg(self):
        match = marathon_match(MarathonSeries("2026-W47", "kite", LEGS))
        scores = []
        for number, (leg, detours) in enumerate(zip(LEGS, (0, 2, 5), strict=True), start=1):
            assert (match.recipe, match.rules) == (leg, Rules(fog=number == 3))
            assert marathon_of(match.series.key).leg == number
            assert not match.series.has_next(match)
            run = finished(Level.of(leg), detours=detours)
            scores.append(run.result.score)
            assert f"{sum(scores):,} points" in match.series.about(run)
            before, match = match, match.series.next(match, run)
        assert match is None
        assert scores[0] > scores[1] > scores[2]
        assert before.series.about(run).endswith("points in all")
        assert before.series.about(None) == "marathon leg 3 of 3, 2026-W47: wilderness in fog"

    def test_the_path_shown_brings_no_points_and_a_leg_again_leaves_the_marathon(self):
        match = marathon_match(MarathonSeries("2026-W47", "kite", LEGS))
        after = match.series.next(match, finished(Level.of(LEGS[0]), shown=True))
        assert after.series.scores == (0,)
        assert match.series.again(match) == replace(match, series=Series())


class TestKeys:
    @pytest.mark.parametrize(
        "key",
        [
            "", "daily:", "daily:2026-02-29", "daily:20261122", "daily:2025-12-31", "daily",
            "journey:0", "journey:41", "journey:01", "journey:²", "journey:1.0", "journey:9999",
            "marathon:2026-W47:kite", "marathon:2026-W47:kite:8", "marathon:2026-W60:kite:1",
            "marathon:2026-W47:kite:0", "marathon:2026-W47:a:b:1", "weekly:1",
        ],
    )  # fmt: skip
    def test_what_names_nothing_is_free_play(self, key):
        assert (day_of(key), level_number_of(key), marathon_of(key)) == (None, None, None)
        assert isinstance(series_of(key), FreshSeeds)

    def test_a_series_comes_back_from_its_key(self):
        daily = DailySeries(date(2028, 2, 29))
        level = JourneySeries(JOURNEY[11], {1: 2})
        assert series_of(daily.key) == daily
        for is_try, stake in ((True, Stake.RANKED), (False, Stake.PRACTICE)):
            past = EarlierResults(is_ranked_try=lambda is_try=is_try: is_try)
            assert series_of(daily.key, past).stake is stake
        assert series_of(level.key, EarlierResults(stars=lambda: {1: 2})) == level
        past = EarlierResults(points=lambda: {"2026-W47": {"kite": {1: 900}}})
        second = series_of("marathon:2026-W47:kite:2", past)
        assert (second.key, second.scores) == ("marathon:2026-W47:kite:2", (900,))
        third = series_of("marathon:2026-W47:kite:3", past)
        assert isinstance(third, FreshSeeds), "without the scores of all legs before"

    def test_free_play_has_no_key(self):
        for source in (Recipe.parse("wilson:6x4:x"), corridor()):
            match = free_play(source)
            assert (match.series.key, match.series.about(None)) == ("", "")
            assert match.series.again(match) == match


@pytest.mark.parametrize("reveal", [True, False])
@pytest.mark.parametrize(
    "match",
    [
        lambda: free_play(LEGS[0]),
        lambda: journey_match(JOURNEY[0], {}),
        lambda: marathon_match(MarathonSeries("2026-W47", "kite", LEGS)),
        lambda: duel_match(LEGS[0]),
        lambda: replace(
            free_play(LEGS[0], rivals=(PacedRival(4.0),)),
            series=BestOf.begin(3, (PacedRival(4.0),)),
        ),
    ],
    ids=["play", "journey", "marathon", "duel", "race"],
)
def test_each_match_of_a_series_starts_its_clock_as_the_first_one_did(match, reveal):
    first = match().starting(reveal=reveal)
    run = finished(Level.of(first.recipe))
    following = first.series.next(first, run)
    assert following.source != first.source
    assert following.rules.reveal is reveal
    assert first.series.again(first).rules.reveal is reveal

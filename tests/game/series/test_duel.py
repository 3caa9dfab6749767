"""Duel: when a round is over, who wins it, and what follows."""

from dataclasses import replace

import pytest

from mazegame.engine import Level, Recipe
from mazegame.game import match as match_
from mazegame.game.commands import Glide, Move, Resume
from mazegame.game.series.duel import Duel, duel_match, duel_of
from mazegame.game.session import Session
from tests.game.mazes import Clock, ahead, corridor, forked, walked

RECIPE = Recipe.parse("wilson:6x4:first")


def ran(*walks):
    """The runs of walks (steps more than the shortest path or None for no arrival, pace)."""
    return [
        walked(forked(), short=detours is None, detours=detours or 0, pace=pace, clock=Clock())
        for detours, pace in walks
    ]


def timed(runs, *seconds):
    """Runs with the times of their stopwatches."""
    for run, time in zip(runs, seconds, strict=True):
        run.stopwatch = type(run.stopwatch)(Clock(), time)
    return runs


@pytest.mark.parametrize(
    ("walks", "first", "fewest"),
    [
        (((None, 1), (None, 1)), False, False),
        (((0, 1), (None, 1)), True, False),
        (((None, 1), (0, 1)), True, False),
        (((2, 1), (None, 1)), True, False),
        (((0, 1), (5, 1)), True, True),
    ],
)
def test_a_round_is_over_when_nothing_can_change_it(walks, first, fewest):
    runs = ran(*walks)
    assert (Duel().over(runs), Duel(fewest=True).over(runs)) == (first, fewest)


def test_for_the_fewest_steps_nobody_walks_on_in_vain():
    level = forked()
    there = walked(level)
    to_and_fro = walked(level, ["E", "W"] * there.steps)
    assert Duel(fewest=True).over([to_and_fro, there])
    assert Duel(fewest=True).after([to_and_fro, there]).won_by == "right"


@pytest.mark.parametrize(
    ("walks", "seconds", "first", "fewest"),
    [
        (((0, 1), (None, 1)), (9.0, 9.0), "left", "left"),
        (((None, 1), (3, 1)), (9.0, 9.0), "right", "right"),
        (((3, 1), (0, 1)), (5.0, 9.0), "left", "right"),
        (((0, 1), (0, 1)), (9.0, 5.0), "right", "right"),
        (((0, 1), (0, 1)), (5.0, 5.0004), "draw", "draw"),
    ],
)
def test_the_winner_is_first_or_has_the_fewest_steps(walks, seconds, first, fewest):
    runs = timed(ran(*walks), *seconds)
    won = [duel.after(runs) for duel in (Duel(), Duel(fewest=True))]
    assert [duel.won_by for duel in won] == [first, fewest]
    for duel in won:
        assert duel.wins == (duel.won_by == "left", duel.won_by == "right")


def test_three_of_five_rounds_decide_and_a_draw_is_played_again(monkeypatch):
    monkeypatch.setattr(match_, "draw_seed", iter(["second", "third", "fourth"]).__next__)
    match = duel_match(RECIPE, fog=True)
    won, drawn = timed(ran((0, 1), (None, 1)), 1.0, 1.0), timed(ran((0, 1), (0, 1)), 2.0, 2.0)
    for runs, about, key in (
        (won, "round 2 of 5, first at B", "duel:1-0:left"),
        (drawn, "round 2 of 5, first at B", "duel:1-0:draw"),
        (won, "round 3 of 5, first at B", "duel:2-0:left"),
    ):
        series = match.series.after(runs)
        assert (series.about(None), series.key, series.decided) == (about, key, False)
        match = series.next(replace(match, series=series), runs[0])
        assert match.series.key == key.rpartition(":")[0]
        assert match.rules.fog
        assert match.recipe.cols == RECIPE.cols
    assert match.recipe.seed == "fourth"
    assert match.series.next(match, None) is None
    last = match.series.after(won[::-1]).after(won)
    assert (last.wins, last.decided) == ((3, 1), True)
    assert last.about(won[0]) == "best of 5: left wins"
    assert match.series.after(won[::-1]).about(won[1]) == "best of 5: left is ahead"
    assert Duel(wins=(1, 1)).about(won[0]) == "best of 5: even"
    assert last.next(match, won[0]) is None


@pytest.mark.parametrize(
    ("seconds", "key", "hands", "outcome"),
    [
        ((5.0, 9.0), "duel:2-1:left", ("left", "right"), "left wins"),
        ((9.0, 5.0), "duel:1-2:right", ("right", "left"), "right wins"),
        ((5.0, 5.0), "duel:1-1:draw", ("left", "right"), "draw"),
    ],
)
def test_the_key_of_a_finished_round_says_who_won(seconds, key, hands, outcome):
    finished = Duel(wins=(1, 1)).after(timed(ran((0, 1), (0, 1)), *seconds))
    assert (finished.key, finished.hands, finished.outcome) == (key, hands, outcome)
    assert duel_of(key) == finished
    assert duel_of(key.replace("duel:", "duel:fewest:")).fewest


@pytest.mark.parametrize("duel", [Duel(), Duel(fewest=True, wins=(2, 1)), Duel(wins=(3, 0))])
def test_the_key_of_a_duel_says_all(duel):
    assert duel_of(duel.key) == duel


@pytest.mark.parametrize(
    "key",
    ["", "duel:1-0:", "duel:4-0", "duel:4-0:left", "duel:1-0:both", "duel:fewest", "duel:most:1-0",
     "daily:2026-11-22"],
)  # fmt: skip
def test_no_other_key_is_a_duel(key):
    assert duel_of(key) is None


def test_a_maze_from_a_file_has_no_next_one():
    match = replace(duel_match(RECIPE), source=corridor())
    assert match.series.next(match, walked(corridor())) is None


def test_no_hand_starves_the_other():
    """Bursts of one player's presses neither stop the other one's glide nor slow it down."""
    level = corridor(30)
    session = Session(duel_match(RECIPE), level, runs=2, run_speed=10.0)
    session.command(0, Resume(), 0.0)
    east, west = ahead(level)[0], ahead(level)[0].opposite
    session.command(1, Glide(east), 0.0)
    now = 0.0
    while not session.players[1].run.finished:
        now += 0.05
        for _ in range(20):
            session.command(0, Move(west), now)
        session.tick(now)
    assert now == pytest.approx(2.8, abs=0.06)
    assert not session.players[0].run.steps


def test_two_who_run_at_once_arrive_at_once():
    level = Level.of(RECIPE)
    session = Session(duel_match(RECIPE), level, runs=2)
    session.command(0, Resume(), 0.0)
    for number in (0, 1):
        session.command(number, Glide(ahead(level)[0]), 0.0)
    session.tick(0.05)
    first, second = (player.run for player in session.players)
    assert first.moves == second.moves
    assert first.times == second.times

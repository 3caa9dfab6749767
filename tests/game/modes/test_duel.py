"""Duel: when a round is over, who wins it, and what follows."""

from dataclasses import replace

import pytest

from mazegame.engine import Recipe
from mazegame.game.commands import Glide, Move
from mazegame.game.modes.duel import Duel, duel_match, duel_of
from mazegame.game.run import Stopwatch
from tests.game.mazes import Clock, ahead, begun, corridor, forked, walked

RECIPE = Recipe.parse("wilson:6x4:first")


def ran(*walks, seconds=(1.0, 1.0)):
    """The runs of walks (times to and fro, steps short of B), with these times."""
    runs = [walked(forked(), detours=detours, short=short) for detours, short in walks]
    for run, time in zip(runs, seconds, strict=True):
        run.stopwatch = Stopwatch(Clock(), time)
    return runs


THERE, ON_THE_WAY, DETOURS, IN_VAIN = (0, 0), (0, 1), (3, 0), (9, 1)
"""Walks that are at B, a step before it, at B with detours, and long without B."""


@pytest.mark.parametrize(
    ("walks", "first", "fewest"),
    [
        ((ON_THE_WAY, ON_THE_WAY), False, False),
        ((THERE, ON_THE_WAY), True, False),
        ((ON_THE_WAY, THERE), True, False),
        ((DETOURS, ON_THE_WAY), True, False),
        ((THERE, DETOURS), True, True),
        ((IN_VAIN, THERE), True, True),
    ],
)
def test_a_round_is_over_when_nothing_can_change_it(walks, first, fewest):
    runs = ran(*walks)
    assert (Duel().over(runs), Duel(fewest=True).over(runs)) == (first, fewest)


@pytest.mark.parametrize(
    ("walks", "seconds", "first", "fewest"),
    [
        ((THERE, ON_THE_WAY), (9.0, 9.0), "left", "left"),
        ((ON_THE_WAY, DETOURS), (9.0, 9.0), "right", "right"),
        ((IN_VAIN, THERE), (9.0, 9.0), "right", "right"),
        ((DETOURS, THERE), (5.0, 9.0), "left", "right"),
        ((THERE, THERE), (9.0, 5.0), "right", "right"),
        ((THERE, THERE), (5.0, 5.0004), "draw", "draw"),
    ],
)
def test_the_winner_is_first_or_has_the_fewest_steps(walks, seconds, first, fewest):
    runs = ran(*walks, seconds=seconds)
    won = [duel.after(runs) for duel in (Duel(), Duel(fewest=True))]
    assert [duel.won_by for duel in won] == [first, fewest]
    for duel in won:
        assert duel.wins == (duel.won_by == "left", duel.won_by == "right")


def test_three_of_five_rounds_decide_and_a_draw_is_played_again(monkeypatch):
    monkeypatch.setattr("mazegame.engine.draw_seed", iter(["second", "third", "fourth"]).__next__)
    match = duel_match(RECIPE, fog=True)
    won, drawn = ran(THERE, ON_THE_WAY), ran(THERE, THERE)
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
    finished = Duel(wins=(1, 1)).after(ran(THERE, THERE, seconds=seconds))
    assert (finished.key, finished.hands, finished.outcome) == (key, hands, outcome)
    assert duel_of(key) == finished
    fewest = replace(finished, fewest=True)
    assert duel_of(key.replace("duel:", "duel:fewest:")) == fewest
    before = replace(fewest, wins=(3, 0), won_by="")
    assert duel_of(before.key) == before


@pytest.mark.parametrize(
    "key",
    ["", "duel:1-0:", "duel:4-0", "duel:4-0:left", "duel:1-0:both", "duel:fewest", "duel:most:1-0",
     "daily:2026-11-22"],
)  # fmt: skip
def test_no_other_key_is_a_duel(key):
    assert duel_of(key) is None


def test_no_hand_starves_the_other():
    """Bursts of one player's presses neither stop the other one's glide nor slow it down."""
    level = corridor(30)
    session = begun(level, runs=2, speed=10.0, at=0.0)
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

"""Pursuits: rivals with the start that makes the race close."""

from math import inf

import pytest

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.commands import Move
from mazegame.game.racing.field import RivalStep
from mazegame.game.racing.meetings import Meetings
from mazegame.game.racing.paces import FIRST_PACE
from mazegame.game.racing.race import start_news
from mazegame.game.racing.race_choice import RaceChoice, RivalChoice
from mazegame.game.racing.racer import head_start, name_in
from mazegame.game.racing.rivals import parse_rival
from mazegame.game.rules import Rules
from mazegame.game.scoring.verdict import verdict_of
from mazegame.game.setup.rival_choices import chosen_rivals, describe_race
from tests.game.mazes import begun, corridor, rival_cells, walked

WILSON = Recipe.parse("wilson:20x12:kite-7")


@pytest.mark.parametrize("key", ["tremaux@2:4", "shortest@2:0.5", "left-hand@3.25:4"])
def test_a_slower_rival_is_at_b_when_the_player_usually_is(key):
    level, spec = Level.of(WILSON), parse_rival(key)
    usual = float(key.partition("@")[2].partition(":")[0])
    assert spec.key == key
    rival = spec.on(level)
    alone = parse_rival(key.replace(f"@{usual:g}", "")).on(level)
    alone.cell(1e6)
    assert rival.arrival == pytest.approx(level.dist_min / usual)
    assert rival.start == pytest.approx(alone.arrival - rival.arrival)
    for seconds in (0.0, 1.3, 7.0, 1000.0):
        later = seconds + rival.start
        assert rival.cell(seconds) == alone.cell(later)
        assert rival.taken(seconds) == alone.taken(later)
        assert rival.last_cells(seconds, 12) == alone.last_cells(later, 12)
    assert rival.cell(0.0) != level.start
    assert rival.time_of(1) == alone.time_of(1) - rival.start


def test_a_faster_rival_has_no_start_and_neither_has_one_that_never_arrives():
    level = Level.of(WILSON)
    faster = parse_rival("shortest@2:8").on(level)
    assert (faster.start, faster.cell(0.0)) == (0.0, level.start)
    assert head_start(inf, level, 2.0) == 0.0
    assert parse_rival("shortest:8").on(level).start is None
    slower = parse_rival("shortest@2:1").on(level)
    assert start_news([slower, faster]) == (
        f"Pursuit: the runner starts {level.dist_min / 2:.1f} s ahead; "
        "the runner has no head start, as it is faster than you"
    )
    assert start_news([parse_rival("jog").on(level)]) == ""


def test_a_choice_takes_the_pace_of_your_runs_or_the_first_one():
    race = RaceChoice((RivalChoice("tremaux", 4.0), RivalChoice()), pursuit=True)
    assert [rival.key for rival in chosen_rivals(WILSON, race, 2.518)[0]] == [
        "tremaux@2.52:4",
        "shortest@2.52:8",
    ]
    first = chosen_rivals(WILSON, race)[0][0]
    assert first.key == f"tremaux@{FIRST_PACE:g}:4"
    assert name_in(first.key) == "tremaux"
    assert not RaceChoice((RivalChoice(),), pursuit=True).is_simple
    assert describe_race(race) == "Trémaux 4, runner 8 · pursuit"


@pytest.mark.parametrize("bad", ["tremaux@:8", "tremaux@x:8", "tremaux@0:8", "@2:8"])
def test_a_key_without_a_pace_of_the_player_is_refused(bad):
    with pytest.raises(ValueError, match=r"does not fit|no rival"):
        parse_rival(bad)


def pursue(key):
    return begun(corridor(40), rivals=[parse_rival(key)])


def test_who_has_a_start_is_on_its_way_and_ahead_until_it_is_overtaken():
    session = pursue("tremaux@2:1")
    (tracker,) = session.places
    assert (rival_cells(session), tracker.place) == ([(0, 19)], 2)  # it takes 39 s, you 19.5 s
    session.tick(160.0)
    assert rival_cells(session) == [(0, 19)]  # the stopwatch stands
    for at in range(20):
        assert tracker.place == 2
        session.command(0, Move(Direction.E), 160.0 + at / 100)
    assert (rival_cells(session), tracker.place) == ([(0, 19)], 1)


def test_a_start_of_less_than_a_step_puts_nobody_ahead():
    session = pursue("tremaux@2:1.98")
    assert session.rivals[0].start > 0
    assert rival_cells(session) == [session.level.start]
    assert session.places[0].place == 1


def test_a_cell_that_the_rival_walked_in_its_start_is_not_new_to_it():
    """It comes back from a dead end to a cell that the player reached after it."""
    run = walked(corridor(40), short=30)
    meetings = Meetings(run, [parse_rival("tremaux@2:1").on(run.level)])
    assert run.position == (0, 9)
    back = RivalStep(0, (0, 6), (0, 5), 31)
    meetings.rivals_came([back], lambda rival, cell: True)
    assert meetings.last is None


@pytest.mark.parametrize("rules", [Rules(), Rules(fog=True)])
def test_a_runner_with_a_start_stays_hidden(rules):
    level = Level.of(WILSON)
    session = begun(level, rules=rules, rivals=[parse_rival("shortest@2:0.5")])
    assert rival_cells(session) != [level.start]
    assert session.rivals_seen == [None]


def test_the_result_names_the_starts():
    run = walked(corridor(40))
    rival = parse_rival("shortest@2:1").on(run.level)
    assert "Pursuit: the runner starts 19.5 s ahead" in verdict_of(run, [rival]).notes


def test_a_walk_too_long_to_know_has_no_start(monkeypatch):
    monkeypatch.setattr("mazegame.game.racing.searchers.SETTLE_STEPS", 20)
    level = Level.of(WILSON)
    rival = parse_rival("tremaux@2:4").on(level)
    assert (rival.start, rival.cell(0.0)) == (0.0, level.start)
    assert start_news([rival]) == "Pursuit: Trémaux has no head start"

"""Race choices: their text, what a series cannot have, and the rivals that they become."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.engine import Recipe
from mazegame.engine.searching import METHODS
from mazegame.game.modes.best_of import BestOf
from mazegame.game.racing.race_choice import (
    GHOST,
    NO_RACE,
    PACES,
    RIVAL_NAMES,
    YOURS_PACE,
    RaceChoice,
    RivalChoice,
    one_rival,
    parse_pace,
    parse_rival_choices,
    spell_pace,
    spell_rival_choices,
)
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.racing.rival_kinds import KINDS
from mazegame.game.racing.rivals import who_can_walk
from mazegame.game.rules import Rules
from mazegame.game.setup.rival_choices import NO_GHOST, chosen_rivals, describe_race, race_match
from tests.game.mazes import corridor

WILSON = Recipe.parse("wilson:20x12:kite-7")
FIELD = parse_rival_choices("tremaux:12, left-hand:run, ghost")

CHOICES = st.builds(
    RivalChoice,
    st.sampled_from([name for name in RIVAL_NAMES if name != GHOST]),
    st.sampled_from([4.0, 8.0, 12.0, 6.5, 0.1, 1000.0, YOURS_PACE]),
)


@given(st.lists(CHOICES, max_size=3), st.booleans())
def test_what_is_spelled_is_read(rivals, ghost):
    field = (*rivals, *([RivalChoice(GHOST)] if ghost else []))
    assert parse_rival_choices(spell_rival_choices(field)) == field


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bob:3", "there is no rival 'bob:3'"),
        ("tremaux:fast", "the pace 'fast' does not fit"),
        ("ghost:4", "a ghost has a pace of its own"),
        ("ghost, ghost", "one ghost fits"),
        ("jog, jog, jog, jog, jog", "4 rivals at most fit, not 5"),
        ("jog,", "there is no rival"),
    ],
)
def test_a_wrong_text_is_named(text, said):
    with pytest.raises(ValueError, match=said):
        parse_rival_choices(text)


def test_paces_by_name_and_by_number():
    for name, pace in PACES.items():
        assert parse_pace(f" {name.upper()} ") == pace
        assert spell_pace(pace) == name
    assert parse_pace("12.5") == 12.5
    assert spell_pace(12.5) == "12.5 cells/s"
    for bad in ("", "fast", "0", "-3", "nan", "1e9", "inf"):
        with pytest.raises(ValueError, match=r"stroll, jog, run, sprint, or 0.1 to 1000"):
            parse_pace(bad)


def test_every_rival_that_searches_is_a_walk_of_the_engine():
    for name, kind in KINDS.items():
        assert kind.name == name
        assert METHODS[kind.search].walks


def test_a_race_in_a_line():
    line = "Trémaux 12, left hand 16, your ghost · best of three"
    assert describe_race(RaceChoice(FIELD, 3)) == line
    assert describe_race(one_rival(YOURS_PACE, "greedy")) == "greedy one at your pace"
    assert describe_race(NO_RACE) == "none"
    assert describe_race(RaceChoice((), 3)) == "none"


def test_one_rival_is_simple_and_all_else_is_not():
    assert NO_RACE.is_simple
    assert one_rival(8.0, "tremaux").is_simple
    for race in (RaceChoice(FIELD[:2]), RaceChoice(FIELD[2:]), RaceChoice(FIELD[:1], 3)):
        assert not race.is_simple


def test_what_cannot_race_is_named_and_the_others_race():
    ghost = GhostWalk(b"\2", [0])
    assert chosen_rivals(WILSON, RaceChoice(FIELD), None, ghost)[0][2] is ghost
    rivals, problems = chosen_rivals(WILSON, RaceChoice(FIELD))
    assert [rival.key for rival in rivals] == ["tremaux:12", "left-hand:16"]
    assert problems == [NO_GHOST]
    match, problems = race_match(WILSON, Rules(), RaceChoice(FIELD, 3), None, ghost)
    assert [rival.key for rival in match.rivals] == ["tremaux:12", "left-hand:16"]
    assert isinstance(match.series, BestOf)
    assert match.series.games == 3
    assert problems == ["a ghost knows one maze only: it does not race in a series"]
    match, problems = race_match(WILSON, Rules(), RaceChoice(FIELD[2:], 3), None, ghost)
    assert match.rivals == (ghost,)
    assert not isinstance(match.series, BestOf)
    assert problems == ["a series of races needs a rival for every maze"]
    for rivals in (FIELD[:2], ()):
        assert race_match(WILSON, Rules(), RaceChoice(rivals, 3))[1] == []
    assert race_match(WILSON, Rules(), NO_RACE)[0].rivals == ()


@pytest.mark.parametrize(
    ("moves", "times", "problem"),
    [
        (b"\2\2\2", [0, 5, 9], ""),
        (b"\2\2\4", [0, 5, 9], "through a wall"),
        (b"\2\2\2\2\2\2\2\2", list(range(8)), "through a wall"),
        (b"\2\2\2\2\10", list(range(5)), "goes on after B"),
        (b"\2\2\3", [0, 5, 9], "in no direction"),
        (b"\2\2", [0], "no time"),
        (b"\2\2", [5, 0], "no time"),
    ],
)
def test_a_ghost_of_another_maze_does_not_race(moves, times, problem):
    ghost = GhostWalk(moves, times)
    level = corridor(5)
    able, problems = who_can_walk([ghost], level)
    assert able == (() if problem else (ghost,))
    assert all(problem in said for said in problems)
    if not problem:
        assert ghost.on(level).cell(1.0) == (0, 3)


def test_a_ghost_whose_walk_ends_before_b_never_arrives():
    short, whole = (GhostWalk(b"\2" * steps, range(steps)).on(corridor(5)) for steps in (3, 4))
    assert (short.arrival, short.steps) == (inf, None)
    assert (whole.arrival, whole.steps) == (0.003, 4)

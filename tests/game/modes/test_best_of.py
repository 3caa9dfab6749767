"""Best of three."""

from dataclasses import replace

import pytest

from mazegame.engine import Level, Recipe
from mazegame.game.match import Series
from mazegame.game.modes.best_of import BestOf, best_of
from mazegame.game.modes.free_play import free_play
from mazegame.game.modes.mode import EarlierResults
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.racing.rivals import parse_rival
from tests.game.mazes import Clock, walked

RECIPE = Recipe.parse("wilson:6x4:first")
RIVALS = (parse_rival("tremaux:8"), parse_rival("shortest:8"))


@pytest.fixture(autouse=True)
def seeds(monkeypatch):
    monkeypatch.setattr(
        "mazegame.engine.draw_seed", iter(["second", "third", "fourth", "fifth"]).__next__
    )


def a_series(games, *rivals):
    return replace(free_play(RECIPE, rivals=rivals), series=BestOf.begin(games, rivals))


def ran(match, seconds):
    """A run of the match's maze that takes some seconds."""
    run = walked(Level.of(match.recipe))
    run.stopwatch = type(run.stopwatch)(Clock(), seconds)
    return run


@pytest.mark.parametrize(
    ("seconds", "key", "so_far", "at_last"),
    [
        (0.1, "1-0", "you 1, runner 0", "you win the best of 3: you 2, runner 0"),
        (60.0, "0-1", "you 0, runner 1", "runner wins the best of 3: you 0, runner 2"),
    ],
)
def test_two_races_decide_the_best_of_three(seconds, key, so_far, at_last):
    first = a_series(3, RIVALS[1])
    assert first.series.about(None) == "best of 3, race 1: you 0, runner 0"
    run = ran(first, seconds)
    second = first.series.next(first, run)
    assert first.series.about(run) == f"best of 3 so far: {so_far}"
    assert (str(second.recipe), second.series.key) == ("wilson:6x4:second", f"best-of:3:{key}")
    assert second.rivals == first.rivals
    run = ran(second, seconds)
    assert second.series.next(second, run) is None
    assert second.series.about(run) == at_last


def test_with_several_rivals_it_may_be_a_draw():
    match = a_series(3, *RIVALS)
    series, run = replace(match.series, wins=(0, 1, 1)), ran(match, 0.1)
    assert series.about(run) == "best of 3 is a draw: you 1, Trémaux 1, runner 1"
    assert series.next(match, run) is None


@pytest.mark.parametrize(
    ("games", "wins", "decided"),
    [
        (3, (1, 0), False), (3, (1, 1), False), (3, (2, 0), True), (1, (0, 1), True),
        (5, (2, 0), False), (5, (2, 1, 0), False), (5, (3, 1, 0), True), (5, (2, 0, 0), False),
        (5, (2, 2, 1), True), (3, (1, 1, 0), False), (3, (1, 1, 1), True), (5, (2, 1, 1), False),
    ],
)  # fmt: skip
def test_a_series_is_decided_when_no_one_can_catch_up(games, wins, decided):
    rivals = RIVALS[: len(wins) - 1]
    assert replace(BestOf.begin(games, rivals), wins=wins).decided is decided


def test_a_race_cannot_be_skipped_and_again_leaves_the_series():
    match = a_series(3, *RIVALS)
    assert not match.series.has_next(match)
    assert match.series.next(match, None) is None
    assert match.series.again(match).series == Series()


def test_the_key_brings_the_series_back():
    series = replace(BestOf.begin(5, RIVALS), wins=(1, 0, 2))
    assert best_of(series.key, EarlierResults(RIVALS)) == series
    for key in ("best-of:4:0-0-0", "best-of:5:0-0", "best-of:5", "best-of:5:a", ""):
        assert best_of(key, EarlierResults(RIVALS)) is None


def test_two_of_a_kind_are_numbered():
    twins = (parse_rival("tremaux:8"), parse_rival("tremaux:4"))
    assert BestOf.begin(3, twins).about(None).endswith("you 0, Trémaux 1 0, Trémaux 2 0")


@pytest.mark.parametrize(
    ("games", "rivals", "said"),
    [
        (3, (GhostWalk(b"", []),), "a ghost knows one maze only"),
        (3, (), "needs a rival"),
        (0, RIVALS, "best of 0 decides nothing"),
    ],
)
def test_a_series_needs_races_and_a_rival_other_than_a_ghost(games, rivals, said):
    with pytest.raises(ValueError, match=said):
        BestOf.begin(games, rivals)

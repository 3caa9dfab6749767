from dataclasses import replace

import pytest

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.repeaters import Ghost, GhostWalk
from mazegame.game.racing.rivals import PacedRival
from mazegame.game.rules import Rules
from mazegame.game.run import Run, step
from tests.game.mazes import Clock, corridor

RECIPE = Recipe.parse("wilson:6x4:braid=10:first")


@pytest.mark.parametrize("key", ["open", "fog", "compass", "rival", "fog compass rival"])
def test_rules_have_a_key_and_come_back_from_it(key):
    rules = Rules("fog" in key, compass="compass" in key, rival_in_sight="rival" in key)
    assert Rules.from_key(key) == rules
    assert rules.key == replace(rules, countdown=True).key == key


def test_the_easier_of_two_rules_shows_what_either_shows():
    fog, compass = Rules(fog=True, countdown=True), Rules(fog=True, compass=True)
    assert fog.easier(fog) == fog
    assert fog.easier(compass) == replace(compass, countdown=True)
    assert fog.easier(Rules(rival_in_sight=True)) == Rules(rival_in_sight=True, countdown=True)


def test_fresh_seeds_follow_each_other_in_the_same_texture(monkeypatch):
    monkeypatch.setattr("mazegame.engine.draw_seed", iter(["second", "third"]).__next__)
    first = free_play(RECIPE, Rules(fog=True), (PacedRival(8.0),))
    second = first.series.next(first, None)
    third = second.series.next(second, None)
    assert [str(match.recipe) for match in (second, third)] == [
        "wilson:6x4:braid=10:second",
        "wilson:6x4:braid=10:third",
    ]
    assert (third.rules, third.rivals) == (first.rules, first.rivals)


def test_a_ghost_stays_on_its_level():
    ghost = GhostWalk(bytes([Direction.E]), [0])
    match = free_play(Level.of(RECIPE), rivals=(ghost, PacedRival(4.0)))
    following = match.series.next(match, None)
    assert following.rivals == (PacedRival(4.0),)
    assert following.recipe.seed != "first"


def test_a_generated_maze_has_a_next_one_and_a_loaded_maze_has_not():
    for source in (RECIPE, Level.of(RECIPE)):
        match = free_play(source)
        assert match.recipe == RECIPE
        assert match.series.has_next(match)
    loaded = free_play(corridor())
    assert loaded.recipe is None
    assert not loaded.series.has_next(loaded)


def test_a_ghost_does_not_follow_the_run_that_goes_on():
    level = corridor(6)
    run = Run(level, Clock())
    step(run, Direction.E)
    walk = GhostWalk.of(run)
    step(run, Direction.E)
    ghost = walk.on(level)
    assert isinstance(ghost, Ghost)
    assert (ghost.name, ghost.cell(9)) == ("ghost", (0, 1))

"""The rivals that a menu offers."""

import pytest

from mazegame.engine import PRESETS, Recipe
from mazegame.game.racing.paces import mean_steps, measured_means
from mazegame.game.racing.race_choice import YOURS_PACE, RivalChoice, one_rival
from mazegame.game.racing.rival_kinds import KINDS
from mazegame.game.setup.rival_choices import (
    READY,
    about_rival,
    about_start,
    chosen_rivals,
    rival_choices,
)
from tests.game.mazes import forked

WILSON = Recipe.parse("wilson:20x12:kite-7")


def test_every_kind_is_offered():
    assert [name for name, _ in rival_choices()] == ["shortest", *KINDS]
    assert dict(rival_choices())["tremaux"] == "Trémaux"


def test_the_line_says_mean_steps_record_and_story_or_why_it_cannot_race():
    small = ["only for mazes of 600 passages at most"]
    assert about_rival(Recipe.parse("wilson:40x20:x"), "random-mouse") == small
    assert about_rival(WILSON, "shortest") == ["knows the shortest path"]
    mean, story = about_rival(WILSON, "tremaux")
    assert mean == "6.0 x the shortest path here"
    assert story == KINDS["tremaux"].about
    share, won, _ = about_rival(WILSON, "greedy", (2, 5))
    assert (share, won) == ("3.5 x the shortest path here", "you won 2 of 5 races")
    assert about_rival(WILSON, "shortest", (1, 1))[0] == "you won 1 of 1 race"
    assert about_rival(WILSON, "greedy", (0, 0)) == about_rival(WILSON, "greedy")


def test_a_preset_has_its_own_mean():
    plain = Recipe.parse("kruskal:20x12:x")
    ring = PRESETS["roundabout"]
    preset = Recipe(ring.algorithm, 20, 12, "x", ring.options)
    assert mean_steps(plain, "tremaux") != mean_steps(preset, "tremaux")
    assert mean_steps(preset, "tremaux") == measured_means()["roundabout"]["tremaux"]
    assert mean_steps(forked(), "greedy") == pytest.approx(2.8, abs=0.6)  # of all textures
    assert mean_steps(plain, "nobody") is None


@pytest.mark.parametrize(
    ("name", "pace", "usual", "key"),
    [
        ("shortest", 8.0, None, "shortest:8"),
        ("tremaux", 16.0, 2.5, "tremaux:16"),
        ("tremaux", YOURS_PACE, 2.5, "tremaux:15"),
        ("shortest", YOURS_PACE, 2.5, "shortest:2.5"),
        ("shortest", YOURS_PACE, None, "shortest:4"),
    ],
)
def test_a_choice_is_a_rival(name, pace, usual, key):
    (rival,), problems = chosen_rivals(WILSON, one_rival(pace, name), usual)
    assert (rival.key, problems) == (key, [])
    gone = ["there is no rival unheard-of"]
    assert chosen_rivals(WILSON, one_rival(pace, "unheard-of"), usual) == ((), gone)


@pytest.mark.parametrize(
    ("rival", "usual", "said"),
    [
        (RivalChoice("tremaux", 4.0), 2.5, "a start of 11.0 s for 10 cells of the shortest path"),
        (RivalChoice("tremaux", 4.0), None, "a start of 12.5 s for 10 cells"),
        (RivalChoice("shortest", 8.0), 2.5, "no head start on average"),
        (RivalChoice("tremaux", YOURS_PACE), 2.5, "no head start on average"),
        (RivalChoice("ghost"), 2.5, "it keeps its own time: no head start"),
    ],
)
def test_the_start_of_a_rival_is_said_before_the_maze_is_known(rival, usual, said):
    assert said in about_start(WILSON, rival, usual)


def test_what_is_ready_can_race_in_every_texture():
    for preset in PRESETS.values():
        recipe = Recipe(preset.algorithm, 20, 12, "x", preset.options)
        for _, _, race in READY:
            rivals, problems = chosen_rivals(recipe, race)
            assert len(rivals) == len(race.rivals)
            assert not problems
            if race.pursuit:  # so that somebody without a run yet has whom to pursue
                assert all("a start of" in about_start(recipe, one, None) for one in race.rivals)

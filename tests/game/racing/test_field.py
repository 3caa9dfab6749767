"""The field of a race: letters, places, photo finish."""

from itertools import pairwise

import pytest

from mazegame.engine import Direction, Level
from mazegame.game.racing.race import places, settle, speed, way
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.racing.rivals import parse_rival, parse_rivals, rivals_on, who_can_walk
from mazegame.game.racing.signs import letters
from tests.game.mazes import corridor, walked


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["runner"], "R"),
        (["runner", "right hand", "random mouse"], "RHM"),
        (["Trémaux", "Trémaux", "Trémaux", "Trémaux"], "TREM"),
        (["ghost", "greedy"], "GR"),
        (["aa", "b"], "CD"),
        (["c"] * 35, "CDEFGHIJKLMNOPQRSTUVWXYZ123456789&&"),
    ],
)
def test_each_rival_has_a_letter_of_its_own(names, found):
    assert letters(tuple(names)) == tuple(found)


def test_places_go_by_milliseconds():
    run = walked(corridor(9), pace=1 / 7)
    rivals = [parse_rival(key).on(run.level) for key in ("8.08", "4", "7.9", "tremaux:16")]
    placed = places(run, rivals)
    assert [one.name for one in placed] == ["Trémaux", "runner", "you", "runner", "runner"]
    assert [one.place for one in placed] == [1, 2, 3, 4, 5]
    assert [one.photo for one in placed] == [False, True, True, True, False]
    assert [one.steps for one in placed] == [8] * 5
    assert (placed[2].is_player, placed[2].place) == (True, 3)


def test_a_ghost_is_as_fast_as_its_walk():
    run = walked(corridor(9), pace=2 / 7)
    assert speed(GhostWalk.of(run).on(run.level)) == 4.0
    assert speed(parse_rival("tremaux:3").on(run.level)) == 3.0


def test_rivals_of_a_file_that_are_unknown_or_cannot_walk_are_left_out():
    rivals = parse_rivals(["tremaux:8", "ghost", "nobody:3", "random-mouse:8", "left-hand:x"])
    assert [rival.key for rival in rivals] == ["tremaux:8", "random-mouse:8"]
    level = Level.of("wilson:30x30:a")
    able, problems = who_can_walk(rivals, level)
    assert [rival.key for rival in able] == ["tremaux:8"]
    (problem,) = problems
    assert problem.startswith("the random mouse takes on mazes of 600 passages at most, not 899: ")
    assert len(rivals_on(level, ["tremaux:8", "random-mouse:8"])) == 1


@pytest.mark.parametrize("key", ["8", "tremaux:8", "left-hand:3"])
def test_the_way_of_a_rival_is_its_whole_walk(key):
    level = Level.of("wilson:9x7:way")
    (rival,) = rivals_on(level, [key])
    assert way(rival) == [] or rival.steps is not None
    settle([rival])
    cells = way(rival)
    assert (cells[0], cells[-1], len(cells)) == (level.start, level.goals[0], rival.steps + 1)
    for here, there in pairwise(cells):
        assert level.maze.is_open(here, Direction.between(here, there))

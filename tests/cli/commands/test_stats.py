"""``mazegame stats``."""

import json

import pytest

from mazegame.engine import Level, Recipe, texture


def test_stats_as_json_are_those_of_the_texture(run):
    game_id = "wilson:20x10:braid=20:kite-7"
    done = run("stats", game_id, "--json")
    level = Level.of(Recipe.parse(game_id))
    measured = texture(level.maze, level.start, level.goals[0])
    assert done.code == 0
    found = json.loads(done.out)
    assert (found.pop("version"), found.pop("game_id")) == (1, game_id)
    assert len(found) == 19
    assert done.out.count("\n") == 1
    for name, value in found.items():
        assert value == getattr(measured, name), name


def test_stats_for_people(run):
    out = run("stats", "binary-tree:20x10:kite-7").out
    lines = dict(line.split("  ", 1) for line in out.splitlines())
    assert lines["shortest path"].strip() == "28 (14.0 % of the cells)"
    assert "crossings 0.0 %" in out
    assert "not known" not in out
    assert "not known" in run("stats", "binary-tree:20x10:braid=50:kite-7").out


@pytest.mark.parametrize("grid", ["A..\nXXX\n..B\n", "A..\nXXX\n...\n", "...\nXXX\n...\n"])
def test_a_maze_without_a_path_is_measured(run, tmp_path, grid):
    file = tmp_path / "maze.txt"
    file.write_text(grid)
    found = json.loads(run("stats", str(file), "--json").out)
    assert found["cells"] == 6
    assert found["passages"] == 4
    assert found["name"] == "maze.txt"
    assert found["dist_min"] is found["difficulty"] is found["diameter"] is None
    assert len(found) == 2 + 19
    out = run("stats", str(file)).out
    assert "shortest path      none leads from A to B\n" in out
    assert "difficulty" not in out


@pytest.mark.parametrize("seed", ["kite-7", "a", "b", "c"])
def test_of_several_goals_the_stats_are_those_of_the_nearest(run, seed):
    game_id = f"wilson:20x10:braid=40,ends=r5c5-r0c0+r9c19+r5c9+r0c12:{seed}"
    level = Level.of(Recipe.parse(game_id))
    near = [goal for goal in level.goals if level.path_from(level.start)[-1] == goal]
    all_of_them = [texture(level.maze, level.start, goal) for goal in level.goals]
    assert level.dist_min == min(one.dist_min for one in all_of_them)
    wanted = texture(level.maze, level.start, near[0])
    assert wanted.dist_min < all_of_them[0].dist_min  # so that the first would not do
    found = json.loads(run("stats", game_id, "--json").out)
    del found["version"], found["game_id"]
    assert found == {name: getattr(wanted, name) for name in found}


def test_an_algorithm_alone_is_a_maze_of_it_with_a_seed_of_its_own(run):
    done = run("stats", "binary-tree", "--json")
    found = json.loads(done.out)
    assert (done.code, found["cells"], done.err) == (0, 19 * 9, f"{found['game_id']}\n")
    done = run("solve", "binary-tree")
    assert (done.code, done.out) == (0, "26\n")  # it has no detours
    assert Recipe.parse(done.err.strip()).algorithm == "binary-tree"

"""mazegame stats, presets and masks on the command line."""

import json

import pytest

from mazegame.engine import PRESETS, Level, Recipe, texture


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


def test_stats_of_a_file(run, tmp_path):
    file = tmp_path / "maze.txt"
    file.write_text("XXXXX\nXA.BX\nXXXXX\n")
    found = json.loads(run("stats", str(file), "--json").out)
    assert (found["dist_min"], found["name"]) == (2, "maze.txt")


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


def test_a_preset_is_generated_by_its_name(run):
    done = run("generate", "grass", "-s", "12x5", "--seed", "kite-7")
    assert (done.code, done.err) == (0, "kruskal:12x5:weights=50-1:kite-7\n")
    assert done.out == run("generate", done.err.strip()).out
    other = run("generate", "grass", "-s", "12x5", "--seed", "k", "-D", "weights=2-1")
    assert other.err == "kruskal:12x5:weights=2-1:k\n"


def test_an_algorithm_alone_is_a_maze_of_it_with_a_seed_of_its_own(run):
    done = run("stats", "binary-tree", "--json")
    found = json.loads(done.out)
    assert (done.code, found["cells"], done.err) == (0, 19 * 9, f"{found['game_id']}\n")
    done = run("solve", "binary-tree")
    assert (done.code, done.out) == (0, "26\n")  # it has no detours
    assert Recipe.parse(done.err.strip()).algorithm == "binary-tree"


def test_algorithms_lists_the_presets_with_their_options(run):
    out = run("algorithms").out
    for preset in PRESETS.values():
        assert f"\n{preset.name}\n    {preset.feel}\n    {preset.algorithm}" in out


def test_a_file_is_a_mask(run, tmp_path):
    file = tmp_path / "mask.txt"
    file.write_text("..XX\n....\nXX..\n")
    done = run("generate", "wilson", "--mask", str(file), "--seed", "k", "-f", "grid")
    assert done.code == 0
    assert done.err.startswith("wilson:4x3:k inside '")
    assert done.err.endswith("which no game ID can hold\n")
    assert [row[1::2] for row in done.out.splitlines()[1::2]] == ["A.XX", "....", "XX.B"]

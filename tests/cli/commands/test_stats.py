"""``mazegame stats``."""

import json

import pytest

from mazegame.engine import Level, Recipe, texture
from mazegame.engine.graphs import LatticeLevel, statistics

AS_A_TREE = {"walls", "walls_of_a_tree", "tree_leaves", "tree_corridors", "tree_depth"}
"""What is said of every maze besides its texture."""


def without_tree(found):
    """Return what is left of the numbers of a maze without those of its walls and its tree."""
    assert found.keys() >= AS_A_TREE
    return {name: value for name, value in found.items() if name not in AS_A_TREE}


def test_stats_as_json_are_those_of_the_texture(run):
    game_id = "wilson:20x10:braid=20:kite-7"
    done = run("stats", game_id, "--json")
    level = Level.of(Recipe.parse(game_id))
    measured = texture(level.maze, level.start, level.goals[0])
    assert done.code == 0
    found = json.loads(done.out)
    assert (found.pop("version"), found.pop("game_id")) == (1, game_id)
    found = without_tree(found)
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
    assert len(without_tree(found)) == 2 + 19
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
    found = without_tree(found)
    assert found == {name: getattr(wanted, name) for name in found}


def test_a_perfect_maze_is_measured_as_a_tree_and_its_walls_are_those_of_every_tree(run):
    level = Level.of("wilson:20x12:kite-7")
    found = json.loads(run("stats", "wilson:20x12:kite-7", "--json").out)
    tree = level.maze.tree((0, 0))
    assert found["walls"] == found["walls_of_a_tree"] == 19 * 11
    assert found["tree_leaves"] == len(tree.leaves)
    assert found["tree_corridors"] == len(tree.corridors(239).edges)
    assert found["tree_depth"] == tree.depth == level.maze.tree().depths.max()
    out = run("stats", "wilson:20x12:kite-7").out
    assert "walls              209 left, (cols - 1)(rows - 1) = 209 as in every tree\n" in out
    assert f"corridors to {len(tree.leaves)} leaves, {tree.depth} deep from A\n" in out


def test_a_maze_with_loops_has_fewer_walls_and_is_no_tree(run):
    game_id = "wilson:20x12:braid=20:kite-7"
    loops = Level.of(game_id).maze.passage_count - 239
    found = json.loads(run("stats", game_id, "--json").out)
    assert found["walls"] == 209 - loops
    assert found["tree_depth"] is found["tree_corridors"] is found["tree_leaves"] is None
    out = run("stats", game_id).out
    assert f"{209 - loops} left, {loops} fewer than a tree's (cols - 1)(rows - 1) = 209\n" in out
    assert "as a tree " not in out


def test_the_walls_of_a_shape_are_counted_alone(run):
    found = json.loads(run("stats", "wilson:21x21:mask=ring:a", "--json").out)
    assert found["walls_of_a_tree"] is None
    assert found["tree_depth"] > 0
    assert f"walls              {found['walls']}\n" in run("stats", "wilson:21x21:mask=ring:a").out


def test_hexagons_are_measured_too(run):
    game_id = "wilson:20x12:cells=hexagonal:kite-7"
    numbers = statistics(LatticeLevel.of(game_id).maze)
    found = json.loads(run("stats", game_id, "--json").out)
    assert found == {"version": 1, "game_id": game_id, **numbers}
    out = run("stats", game_id).out
    assert "passages           239, a tree\n" in out
    assert f"as a tree          {numbers['corridors']} corridors" in out
    looped = run("stats", "wilson:20x12:cells=hexagonal,braid=50:kite-7").out
    assert " loops\n" in looped
    assert "as a tree" not in looped


def test_an_algorithm_alone_is_a_maze_of_it_with_a_seed_of_its_own(run):
    done = run("stats", "binary-tree", "--json")
    found = json.loads(done.out)
    assert (done.code, found["cells"], done.err) == (0, 19 * 9, f"{found['game_id']}\n")
    done = run("solve", "binary-tree")
    assert (done.code, done.out) == (0, "26\n")  # it has no detours
    assert Recipe.parse(done.err.strip()).algorithm == "binary-tree"

"""mazegame stats, presets and masks on the command line."""

from __future__ import annotations

import json

import pytest

from mazegame import cli
from mazegame.engine import PRESETS, Level, Recipe, texture


@pytest.fixture
def run(capsys):
    def call(*words):
        code = cli.main(list(words))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_stats_as_json_are_those_of_the_texture(run):
    game_id = "wilson:20x10:braid=20:kite-7"
    code, out, _ = run("stats", game_id, "--json")
    level = Level.of(Recipe.parse(game_id))
    measured = texture(level.maze, level.start, level.goals[0])
    assert code == 0
    found = json.loads(out)
    assert (found.pop("version"), found.pop("game_id")) == (1, game_id)
    assert len(found) == 19
    assert out.count("\n") == 1
    for name, value in found.items():
        assert value == getattr(measured, name), name


def test_stats_for_people(run):
    code, out, _ = run("stats", "binary-tree:20x10:kite-7")
    assert code == 0
    lines = dict(line.split("  ", 1) for line in out.splitlines())
    assert lines["shortest path"].strip() == "28 (14.0 % of the cells)"
    assert "crossings 0.0 %" in out
    assert "not known" not in out
    assert "not known" in run("stats", "binary-tree:20x10:braid=50:kite-7")[1]


def test_stats_of_a_file(run, tmp_path):
    file = tmp_path / "maze.txt"
    file.write_text("XXXXX\nXA.BX\nXXXXX\n")
    found = json.loads(run("stats", str(file), "--json")[1])
    assert (found["dist_min"], found["name"]) == (2, "maze.txt")


@pytest.mark.parametrize("seed", ["kite-7", "a", "b", "c"])
def test_of_several_goals_the_stats_are_those_of_the_nearest(run, seed):
    game_id = f"wilson:20x10:braid=40,ends=r5c5-r0c0+r9c19+r5c9+r0c12:{seed}"
    level = Level.of(Recipe.parse(game_id))
    near = [goal for goal in level.goals if level.path_from(level.start)[-1] == goal]
    all_of_them = [texture(level.maze, level.start, goal) for goal in level.goals]
    assert level.dist_min == min(one.dist_min for one in all_of_them)
    wanted = texture(level.maze, level.start, near[0])
    assert wanted.dist_min < all_of_them[0].dist_min  # so that the first would not do
    found = json.loads(run("stats", game_id, "--json")[1])
    del found["version"], found["game_id"]
    assert found == {name: getattr(wanted, name) for name in found}


def test_a_preset_is_generated_by_its_name(run):
    code, out, err = run("generate", "grass", "-s", "12x5", "--seed", "kite-7")
    assert (code, err) == (0, "kruskal:12x5:weights=50-1:kite-7\n")
    assert out == run("generate", err.strip())[1]
    _, _, err = run("generate", "grass", "-s", "12x5", "--seed", "k", "-D", "weights=2-1")
    assert err == "kruskal:12x5:weights=2-1:k\n"


def test_an_algorithm_alone_is_a_maze_of_it_with_a_seed_of_its_own(run):
    code, out, err = run("stats", "binary-tree", "--json")
    assert (code, json.loads(out)["cells"]) == (0, 19 * 9)
    assert err == f"{json.loads(out)['game_id']}\n"
    code, out, err = run("solve", "binary-tree")
    assert (code, out) == (0, "26\n")  # it has no detours
    assert Recipe.parse(err.strip()).algorithm == "binary-tree"


def test_algorithms_lists_the_presets_with_their_options(run):
    out = run("algorithms")[1]
    for preset in PRESETS.values():
        assert f"\n{preset.name}\n    {preset.feel}\n    {preset.algorithm}" in out


def test_a_file_is_a_mask(run, tmp_path):
    file = tmp_path / "mask.txt"
    file.write_text("..XX\n....\nXX..\n")
    code, out, err = run("generate", "wilson", "--mask", str(file), "--seed", "k", "-f", "grid")
    assert code == 0
    assert err.startswith("wilson:4x3:k inside '")
    assert err.endswith("which no game ID can hold\n")
    rows = out.splitlines()
    assert [row[1::2] for row in rows[1::2]] == ["A.XX", "....", "XX.B"]


def test_a_mask_file_may_come_from_anywhere(run, tmp_path):
    plain, marked = tmp_path / "plain.txt", tmp_path / "marked.txt"
    plain.write_bytes(b"...\n.\n...\n")
    marked.write_bytes(b"\xef\xbb\xbf...\r\n.\r\n...\r\n")
    command = "generate", "wilson", "--seed", "k", "-f", "grid", "--mask"
    assert run(*command, str(marked))[1] == run(*command, str(plain))[1]


@pytest.mark.parametrize("what", [["valentine"], ["wilson", "-D", "mask=heart"]])
def test_a_mask_file_beside_a_mask_is_refused(run, tmp_path, what):
    file = tmp_path / "mask.txt"
    file.write_text("\n".join(["." * 9] * 9))
    code, out, err = run("generate", *what, "--mask", str(file))
    assert (code, out) == (2, "")
    assert "the recipe has mask=heart already" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("..\nXX\n..\n", "the mask is in several pieces"),
        (".\n", "no room for A and B"),
    ],
)
def test_a_mask_that_does_not_fit_is_refused_in_one_line(run, tmp_path, text, says):
    file = tmp_path / "mask.txt"
    file.write_text(text)
    code, out, err = run("generate", "wilson", "--mask", str(file))
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["generate", "eller", "-D", "mask=heart"], "takes no mask"),
        (["generate", "wilson", "-D", "weights=N1E2S3X4"], "there is no direction X"),
        (["generate", "wilson", "-D", "braid=140"], "braid=140: 0 to 100 fits"),
        (["stats", "nothing"], "no file"),
    ],
)
def test_a_usage_error_is_reported_in_one_line(run, words, says):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "says"), [(None, "there is no such file"), ("\n", "the mask is empty")]
)
def test_an_unreadable_mask_is_reported_in_one_line(run, tmp_path, text, says):
    file = tmp_path / "mask.txt"
    if text is not None:
        file.write_text(text)
    code, out, err = run("generate", "wilson", "--mask", str(file))
    assert (code, out) == (3, "")
    assert says in err
    assert err.count("\n") == 1

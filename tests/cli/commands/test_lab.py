"""``mazegame lab``: the arguments decide the subjects to watch."""

import argparse
import json

import numpy as np
import pytest

from mazegame.cli.commands import lab
from mazegame.engine import Level, Recipe, trace
from mazegame.lab.subject import CarvingOf, SearchOf


def asked(*words):
    parser = argparse.ArgumentParser()
    lab.add_arguments(parser)
    return lab.wanted(parser.parse_args(words))


def test_a_game_id_is_carved():
    recipe = Recipe.parse("wilson:20x10:kite-7")
    assert asked("wilson:20x10:kite-7") == ([CarvingOf(recipe)], None)


def test_an_algorithm_or_a_preset_is_carved_in_a_size_that_fits():
    for name, algorithm in (("kruskal", "kruskal"), ("river-delta", "recursive-backtracker")):
        subjects, recipe = asked(name)
        assert subjects == []
        assert recipe.algorithm == algorithm
    assert asked() == ([], None)


def test_searches_go_side_by_side():
    recipe = Recipe.parse("wilson:20x10:kite-7")
    subjects, _ = asked("wilson:20x10:kite-7", "--search", "bfs", "--search", "dfs")
    assert subjects == [SearchOf(recipe, "bfs"), SearchOf(recipe, "dfs")]


def test_a_file_is_searched(tmp_path):
    file = tmp_path / "maze.txt"
    file.write_text("XXXXX\nXA.BX\nXXXXX\n")
    subjects, _ = asked(str(file))
    assert [subject.method for subject in subjects] == ["bfs"]
    assert subjects[0].source.dist_min == 2


@pytest.mark.parametrize("text", ["XXXXX\nXA..X\nXXXXX\n", "XXXXX\nXAXBX\nXXXXX\n"])
def test_a_file_without_a_way_is_searched_and_written(run, tmp_path, text):
    file = tmp_path / "maze.txt"
    file.write_text(text)
    for method in ("bfs", "a-star", "bidirectional", "dead-end-filling", "tremaux"):
        steps = [
            json.loads(line)
            for line in run("lab", str(file), "--search", method, "--steps").out.splitlines()
        ]
        assert not [step for step in steps if step["kind"] == "arrive"]
        picture = tmp_path / "maze.svg"
        assert run("lab", str(file), "--search", method, "--export", str(picture)).code == 0


@pytest.mark.parametrize("suffix", [".gif", ".svg"])
def test_a_moving_picture_is_written(run, tmp_path, suffix):
    file = tmp_path / f"maze{suffix}"
    done = run("lab", "eller:5x4:kite-7", "--export", str(file), "--seconds", "0.2")
    assert (done.code, done.out, done.err) == (0, "", "")
    assert file.read_bytes()[:4] == {".gif": b"GIF8", ".svg": b"<svg"}[suffix]


def test_a_file_that_cannot_be_written_is_named(run, tmp_path):
    file = tmp_path / "nowhere" / "a.svg"
    done = run("lab", "eller:5x4:kite-7", "--export", str(file), "--seconds", "0.2")
    assert done.code == 3
    assert "cannot be written" in done.err


def test_steps_are_printed(run):
    done = run("lab", "wilson:5x4:kite-7", "--steps")
    assert done.code == 0
    kinds = [json.loads(line)["kind"] for line in done.out.splitlines()]
    assert kinds.count("carve") == 5 * 4 - 1


def test_a_mask_from_a_file_shapes_what_is_written_and_searched(run, tmp_path):
    (tmp_path / "shape.txt").write_text("...XX\n.....\nXX...\n")
    mask = np.array([[1, 1, 1, 0, 0], [1] * 5, [0, 0, 1, 1, 1]], bool)
    words = ("wilson:5x3:kite-7", "--mask", str(tmp_path / "shape.txt"))
    steps = [json.loads(line) for line in run("lab", *words, "--steps").out.splitlines()]
    assert len(steps) == len(trace("wilson", 5, 3, "kite-7", mask=mask))
    subjects, _ = asked(*words, "--search", "bfs")
    assert subjects[0].source.maze == Level.of("wilson", 5, 3, "kite-7", mask=mask).maze
    assert run("lab", *words, "--export", str(tmp_path / "shape.svg")).code == 0
    assert "none holds the mask in a file: add --export" in run("lab", *words).refusal
    (tmp_path / "maze.txt").write_text("A.BX\n")
    said = run("lab", str(tmp_path / "maze.txt"), *words[1:], "--steps").refusal
    assert "a file has its own shape" in said

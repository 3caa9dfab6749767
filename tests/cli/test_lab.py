"""``mazegame lab``: what is asked for becomes what is watched."""

from __future__ import annotations

import argparse

import pytest

from mazegame.cli import lab
from mazegame.engine import Recipe
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


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["wilson:9x9:k", "--search", "magic"], "there is no search 'magic': bfs, dfs"),
        (["wilson:9x9:k", *["--search", "bfs"] * 3], "at most two"),
        (["--search", "bfs"], "--search needs a maze"),
        (["nonsense"], "there is no file 'nonsense'"),
        (["wilson:9x9:k"], "a terminal"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(run, words, sentence):
    assert sentence in run("lab", *words).refusal

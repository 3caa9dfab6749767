"""``generate``, ``solve`` and others with cells of other shapes than squares."""

import json

import pytest

from mazegame.engine.graphs import LatticeLevel, LatticeRecipe
from mazegame.formats import to_bytes

GAME_ID = "wilson:20x12:cells=hexagonal:kite-7"


@pytest.mark.parametrize(
    "words",
    [
        (GAME_ID,),
        ("wilson:20x12", "--cells", "hexagonal", "--seed", "kite-7"),
        ("wilson", "-s", "20x12", "--cells", "hexagonal", "--seed", "kite-7"),
        ("wilson", "-s", "20x12", "-D", "cells=hexagonal", "--seed", "kite-7"),
    ],
)
def test_a_maze_is_named_in_several_ways(run, words):
    done = run("generate", *words, "--path", "--heat")
    assert done.err == f"{GAME_ID}\n"
    assert done.out.encode() == to_bytes(LatticeLevel.of(GAME_ID), "unicode", path=True, heat=True)


def test_a_drawn_seed_is_said_and_square_cells_change_nothing(run):
    done = run("generate", "prim:6x5", "--cells", "storeys.2")
    assert LatticeRecipe.parse(done.err.strip()).cells == "storeys.2"
    square = run("generate", "wilson", "--cells", "square", "--seed", "a")
    assert square.out == run("generate", "wilson", "--seed", "a").out


@pytest.mark.parametrize("form", ["svg", "png"])
def test_pictures_go_to_files(run, tmp_path, form):
    file = tmp_path / f"rings.{form}"
    done = run("generate", "prim:6x9:cells=polar:a", "--path", "-o", str(file))
    assert done.code == 0
    level = LatticeLevel.of("prim:6x9:cells=polar:a")
    assert file.read_bytes() == to_bytes(level, form, path=True)


def test_several_get_seeds_of_their_own(run, tmp_path):
    many = run("generate", "wilson:4x3", "--cells", "torus", "--seed", "a", "-n", "2")
    ids = [f"wilson:4x3:cells=torus:a-{n}" for n in (1, 2)]
    assert many.err.split() == ids
    one, two = (to_bytes(LatticeLevel.of(game_id), "unicode").decode() for game_id in ids)
    assert many.out == f"{one}\n{two}"
    each = str(tmp_path / "maze-{n}.svg")
    run("generate", "wilson:4x3", "--cells", "torus", "--seed", "a", "-n", "2", "-o", each)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["maze-1.svg", "maze-2.svg"]


def test_solve_says_the_length_and_draws_the_path(run):
    level = LatticeLevel.of(GAME_ID)
    assert run("solve", GAME_ID).out == f"{level.dist_min}\n"
    drawn = to_bytes(level, "unicode", path=True).decode()
    assert run("solve", GAME_ID, "--path").out == f"{level.dist_min}\n{drawn}"
    found = json.loads(run("solve", GAME_ID, "--path", "--json").out)
    assert found["path"] == level.path.tolist()
    assert found["game_id"] == GAME_ID


def test_game_ids_of_all_cells_are_answered_one_by_one(run, monkeypatch):
    import io
    import sys
    from types import SimpleNamespace

    lines = io.BufferedReader(io.BytesIO(f"wilson:20x12:kite-7\n{GAME_ID}\nx:y\n".encode()))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=lines))
    done = run("solve", "-")
    assert done.out == f"36\n{LatticeLevel.of(GAME_ID).dist_min}\n-\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("play", GAME_ID), f"not played yet: mazegame generate {GAME_ID} -o maze.svg"),
        (("play", "--words", GAME_ID), "not played yet: mazegame generate"),
        (("lab", GAME_ID), "not played yet: mazegame generate"),
        (("generate", "wilson", "--cells", "round"), "cells must be hexagonal, triangular, polar"),
        (("generate", GAME_ID, "--seed", "a"), "a game ID says everything: leave out --seed"),
        (("generate", GAME_ID, "--cells", "torus"), "says everything: leave out --cells"),
        (("generate", "wilson:9x9:a", "--cells", "torus"), "says everything, also its cells"),
        (("generate", "wilson:9x9", "--cells", "torus", "-s", "9x9"), "both name a size"),
        (("generate", "wilson", "--cells", "torus", "-D", "cells=polar"), "name one"),
        (("generate", "river-delta", "--cells", "torus"), "is a preset for square cells"),
        (("generate", "eller", "--cells", "torus"), "eller needs rows and columns"),
        (("generate", "wilson", "--cells", "torus", "-D", "zones=rings"), "they take braid, ends"),
        (("generate", "wilson", "--cells", "torus", "--mask", "a.png"), "--mask is for square"),
        (("generate", "wilson", "--cells", "torus", "-f", "json"),
         "written as svg, png, unicode, ascii, not as json"),
        (("generate", "wilson:6x6", "--cells", "polar"),
         "polar cells are not drawn in characters: svg, png fit"),
        (("generate", "wilson:6x6", "--cells", "torus", "--doors"), "takes no doors"),
        (("generate", "wilson", "--cells", "torus", "-n", "2", "-o", "a.png"), "holds one maze"),
        (("solve", GAME_ID, "--start", "r0c0"), "--start is for files"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_in_one_line(run, words, message):
    assert message in run(*words).refusal

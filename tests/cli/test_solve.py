"""``mazegame solve``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mazegame.engine import Level, Recipe
from mazegame.engine import memory as engine_memory
from mazegame.formats.files import load_level
from mazegame.formats.plain import draw_ascii, draw_unicode
from tests.cli.conftest import NINE

GAME_ID = "recursive-backtracker:7x4:kite-7"


def test_it_prints_dist_min_alone(run):
    done = run("solve", GAME_ID)
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{Level.of(Recipe.parse(GAME_ID)).dist_min}\n"


def test_the_nine_by_nine_grid_takes_18_steps(run, spawn):
    assert run("solve", str(NINE)).out == "18\n"
    assert spawn("solve", "-", stdin=NINE.read_text()).out == "18\n"


@pytest.mark.parametrize(("name", "draw"), [("unicode", draw_unicode), ("ascii", draw_ascii)])
def test_with_path_the_drawing_follows(run, name, draw):
    for target, level in (
        (GAME_ID, Level.of(Recipe.parse(GAME_ID))),
        (str(NINE), load_level(NINE)),
    ):
        done = run("solve", target, "--path", "-f", name)
        assert done.out == f"{level.dist_min}\n{draw(level, level.cells_of_path())}"


def test_a_generated_grid_can_be_piped_in(run, spawn):
    grid = run("generate", GAME_ID, "-f", "grid").out
    coarse = int(run("solve", GAME_ID).out)
    assert spawn("solve", "-", stdin=grid).out == f"{2 * coarse}\n"


def test_a_file_wins_over_a_game_id(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("wilson:4x4:a").write_text("A..........B\n")
    assert run("solve", "wilson:4x4:a").out == "11\n"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "it is empty"),
        (b"\x89PNG\r\n", "it is not text"),
        (b"A..\n..\n", "line 2 has length 2, line 1 has length 3"),
        (b"A.o\n", "line 1, column 3: 'o' has no place"),
        (b"..B\n", "it has no A"),
        (b"A..\n", "it has no B"),
        (b"A.A\n..B\n", "it has two As"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(run, tmp_path, monkeypatch, content, said):
    monkeypatch.chdir(tmp_path)
    Path("maze.txt").write_bytes(content)
    assert run("solve", "maze.txt").failure.startswith(f"'maze.txt': {said}")


def test_a_maze_without_a_path_has_an_exit_code_of_its_own(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("maze.txt").write_bytes(b"AXB\n")
    for command in ("solve", "stats", "play"):
        assert run(command, "maze.txt").no_path.startswith("'maze.txt': there is no path")


@pytest.mark.parametrize(
    ("target", "said"),
    [
        ("missing.txt", "no file 'missing.txt', and it is no game ID: ALGORITHM:COLSxROWS:SEED"),
        ("wilsn", "for example wilson:40x20:kite-7"),
        ("recursive", "for example recursive-backtracker:40x20:kite-7"),
        ("", "no file ''"),
        ("x" * 300, "no file 'xxxx"),
        ("wilson:0x4:a", "the size '0x4' is empty"),
        ("missing/maze:txt", "has 2 parts between colons"),
        ("a\nb", r"no file 'a\nb'"),
    ],
)
def test_a_bad_target_is_refused_in_one_line(run, target, said):
    assert said in run("solve", target).refusal


def test_a_directory_and_a_dangling_link_are_files_with_a_problem(run, tmp_path):
    (tmp_path / "link").symlink_to("nowhere")
    assert "it is a directory" in run("solve", str(tmp_path)).failure
    assert "there is no such file" in run("solve", str(tmp_path / "link")).failure


def test_a_maze_too_large_for_memory_is_refused(run, monkeypatch):
    monkeypatch.setattr(engine_memory, "available_bytes", lambda: 1 << 30)
    assert "would take 2.6 GiB" in run("solve", "recursive-backtracker:20000x20000:a").refusal


def test_bytes_that_are_no_text_in_an_argument_do_no_harm(spawn):
    for words in (
        (b"solve", b"\xff\xfe"),
        (b"\xff",),
        (b"generate", b"--seed", b"\xff"),
        (b"-\xff",),
    ):
        assert spawn(*map(os.fsdecode, words)).refusal

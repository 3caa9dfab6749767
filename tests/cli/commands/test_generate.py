"""``mazegame generate``."""

import re

import numpy as np
import pytest

from mazegame.engine import Level, Recipe
from mazegame.engine.support import memory as engine_memory
from mazegame.formats import to_bytes
from tests.formats.text.texts import draw_ascii, draw_unicode, write_grid

GAME_ID = "recursive-backtracker:7x4:kite-7"


def test_alone_it_draws_a_maze_that_fits_a_terminal_of_80_by_24(run):
    done = run("generate")
    assert done.code == 0
    recipe = Recipe.parse(done.err)
    assert (recipe.algorithm, recipe.cols, recipe.rows) == ("wilson", 19, 9)
    assert done.out == draw_unicode(Level.of(recipe))
    lines = done.out.splitlines()
    assert len(lines) < 24
    assert max(map(len, lines)) < 80


@pytest.mark.parametrize(
    ("name", "writer"), [("unicode", draw_unicode), ("ascii", draw_ascii), ("grid", write_grid)]
)
def test_the_maze_alone_is_on_standard_output_and_its_game_id_on_standard_error(run, name, writer):
    done = run("generate", GAME_ID, "-f", name)
    assert (done.out, done.err) == (writer(Level.of(Recipe.parse(GAME_ID))), f"{GAME_ID}\n")


def test_the_parts_of_a_recipe_can_be_given_one_by_one(run):
    done = run(
        "generate", "recursive-backtracker", "--size", "8x6", "--seed", "hello",
        "-D", "ends=farthest", "--option", "braid=20",
    )  # fmt: skip
    assert done.err == "recursive-backtracker:8x6:braid=20,ends=farthest:hello\n"
    assert done.out == run("generate", done.err.strip()).out


def test_a_preset_is_generated_by_its_name(run):
    done = run("generate", "grass", "-s", "12x5", "--seed", "kite-7")
    assert (done.code, done.err) == (0, "kruskal:12x5:weights=50-1:kite-7\n")
    assert done.out == run("generate", done.err.strip()).out
    other = run("generate", "grass", "-s", "12x5", "--seed", "k", "-D", "weights=2-1")
    assert other.err == "kruskal:12x5:weights=2-1:k\n"


def test_a_seed_is_typed_by_people(run):
    assert run("generate", "-s", "2x2", "--seed", " my  maze ").err.endswith(":my-maze\n")
    assert run("generate", "-s", "2x2", "--seed", "-7").err.endswith(":-7\n")


def test_where_box_drawing_cannot_be_encoded_it_draws_ascii(spawn):
    level = Level.of(Recipe.parse(GAME_ID))
    for words in ((), ("-f", "unicode")):
        done = spawn("generate", GAME_ID, *words, PYTHONIOENCODING="ascii")
        assert (done.code, done.out) == (0, draw_ascii(level))
    assert spawn("generate", GAME_ID, PYTHONIOENCODING="latin-1").out == draw_ascii(level)


@pytest.mark.parametrize(("locale", "is_ascii"), [("POSIX", True), ("C", True), ("C.UTF-8", False)])
def test_on_a_terminal_the_locale_c_means_ascii_though_python_writes_utf_8(
    open_terminal, locale, is_ascii
):
    terminal = open_terminal("generate", GAME_ID, LC_ALL=locale, PYTHONUTF8="1")
    assert terminal.end() == 0
    assert "A" in terminal.text
    assert terminal.text.isascii() == is_ascii


def test_what_standard_output_cannot_encode_is_refused_in_one_line(spawn):
    done = spawn("generate", "wilson:4x4:a", "-f", "half", PYTHONIOENCODING="latin-1")
    said = "mazegame: the output cannot be written: latin-1 lacks '\\u2588'"
    assert (done.code, done.err.splitlines()) == (3, ["wilson:4x4:a", said])


def test_a_maze_too_large_for_memory_says_how_much_it_would_take(run, monkeypatch):
    monkeypatch.setattr(engine_memory, "available_bytes", lambda: 1 << 30)
    said = run("generate", "recursive-backtracker", "-s", "20000x20000").refusal
    assert re.search(r"would take 2\.6 GiB of memory: 1\.0 GiB is available", said)


class TestOutput:
    def test_a_file_is_written_instead_of_standard_output(self, run, tmp_path):
        path = tmp_path / "maze.txt"
        for words in (("--format", "ascii", "--path"), ()):  # else the ending says the format
            done = run("generate", GAME_ID, *words, "--output", str(path))
            assert (done.code, done.out, done.err) == (0, "", f"{GAME_ID}\n")
            assert path.read_text() == run("generate", GAME_ID, *words).out
        refusal = run("generate", GAME_ID, "-o", str(tmp_path / "maze")).refusal
        assert "names no format: name one with --format" in refusal

    def test_a_failed_write_is_one_line_and_leaves_nothing(self, run, tmp_path):
        done = run("generate", GAME_ID, "-o", str(tmp_path / "none" / "maze.txt"))
        assert done.code == 3
        assert done.err.endswith("' cannot be written: No such file or directory\n")
        assert not list(tmp_path.iterdir())


class TestStreams:
    """Eller's mazes are written row by row; what comes out is what is written at once."""

    @pytest.mark.parametrize("name", ["pbm", "png", "npy"])
    def test_a_stream_is_the_same_file(self, run, tmp_path, monkeypatch, name):
        monkeypatch.setattr("mazegame.cli.level_output._STREAMED_SIDE", 0)
        monkeypatch.setattr(Level, "of", None)
        path = tmp_path / f"maze.{name}"
        assert run("generate", "eller:31x17:rows", "-o", str(path)).code == 0
        monkeypatch.undo()
        level = Level.of(Recipe.parse("eller:31x17:rows"))
        expected = to_bytes(level, name, **({} if name == "npy" else {"cell": 2}))
        assert path.read_bytes() == expected

    def test_ctrl_c_leaves_no_half_file(self, run, tmp_path, monkeypatch):
        from mazegame.engine import generation

        def bands(recipe):
            yield np.zeros((2, recipe.cols), np.uint8)
            raise KeyboardInterrupt

        monkeypatch.setattr(generation, "stream_bands", bands)
        done = run("generate", "eller:700x4:a", "-o", str(tmp_path / "maze.png"))
        assert (done.code, list(tmp_path.iterdir())) == (130, [])

    def test_a_wall_of_a_hundred_thousand_columns_shows_its_progress(
        self, run, tmp_path, monkeypatch
    ):
        monkeypatch.setattr("mazegame.cli.terminal.SHOW_AFTER", 0.0)
        monkeypatch.setattr("mazegame.cli.terminal.is_terminal", lambda stream: True)
        done = run("generate", "eller:2000x4:a", "-o", str(tmp_path / "maze.pbm"))
        assert "\rwriting 2000x4 100%" in done.err

    def test_binary_output_does_not_go_to_a_terminal(self, run, monkeypatch):
        monkeypatch.setattr("mazegame.cli.terminal.is_terminal", lambda stream: True)
        refusal = run("generate", "wilson:3x3:a", "-f", "png").refusal
        assert refusal == "png is no text for a terminal: name a file with --output"


def test_a_file_is_a_mask_in_its_own_size_or_the_one_that_is_asked(tmp_path, run):
    from PIL import Image

    (tmp_path / "mask.txt").write_text("..XX\n....\nXX..\n")
    words = ("generate", "wilson", "--seed", "k", "-f", "grid", "--mask")
    done = run(*words, str(tmp_path / "mask.txt"))
    assert done.code == 0
    assert done.err.startswith("wilson:4x3:k inside '")
    assert done.err.endswith("which no game ID can hold\n")
    assert [row[1::2] for row in done.out.splitlines()[1::2]] == ["A.XX", "....", "XX.B"]
    picture = Image.new("L", (60, 40))
    picture.paste(255, (0, 0, 30, 40))
    picture.save(tmp_path / "shape.png")
    lines = run(*words, str(tmp_path / "shape.png"), "-s", "6x4").out.splitlines()
    assert all(line[7:] == "X" * 6 for line in lines)  # the right half is rock
    assert lines[1][1] == "A"

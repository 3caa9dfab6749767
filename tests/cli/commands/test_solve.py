"""``mazegame solve``."""

import os
from pathlib import Path

import pytest

from mazegame.engine import Level, Recipe
from mazegame.formats.files import load_level
from tests.cli.conftest import NINE
from tests.formats.text.texts import draw_ascii, draw_unicode
from tests.programs import run_python
from tests.store.conftest import no_superuser

GAME_ID = "recursive-backtracker:7x4:kite-7"


@pytest.mark.parametrize(("name", "draw"), [("unicode", draw_unicode), ("ascii", draw_ascii)])
def test_it_prints_dist_min_and_with_path_the_drawing(run, name, draw):
    for target, level in ((GAME_ID, Level.of(GAME_ID)), (str(NINE), load_level(NINE))):
        done = run("solve", target)
        assert (done.code, done.out, done.err) == (0, f"{level.dist_min}\n", "")
        done = run("solve", target, "--path", "-f", name)
        assert done.out == f"{level.dist_min}\n{draw(level, level.cells_of_path())}"


def test_a_file_never_stands_in_for_a_name_silently(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kinds = {"wilson:4x4:a": "a game ID", "wilson": "an algorithm", "river-delta": "a preset"}
    for name, what in kinds.items():
        Path(name).write_text("A..........BX\n")
        done = run("solve", name)
        assert done.out != "11\n"
        assert f"{name} is {what} here; the file of that name is ./{name}\n" in done.err
        assert run("solve", f"./{name}").out == "11\n"
    Path("maze:1").write_text("A..........BX\n")
    assert run("solve", "maze:1").out == "11\n"


def test_a_maze_without_a_path_has_an_exit_code_of_its_own(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("maze.txt").write_bytes(b"AXB\n")
    for command in ("solve", "play"):
        assert run(command, "maze.txt").no_path.startswith("'maze.txt': there is no path")


def test_a_directory_and_a_dangling_link_are_files_with_a_problem(run, tmp_path):
    (tmp_path / "link").symlink_to("nowhere")
    assert "it is a directory" in run("solve", str(tmp_path)).failure
    assert "there is no such file" in run("solve", str(tmp_path / "link")).failure


def test_bytes_that_are_no_text_in_an_argument_do_no_harm(spawn):
    for line in (b"solve \xff\xfe", b"\xff", b"generate --seed \xff", b"-\xff"):
        assert spawn(*map(os.fsdecode, line.split())).refusal


class TestFiles:
    """Forms of other programs: found out from the content, or named."""

    PRINT = "#######\n#S#   #\n# # # #\n#   #E#\n#######\n"

    def test_the_form_can_be_named(self, run, tmp_path):
        path = tmp_path / "maze"
        path.write_text(self.PRINT)
        assert run("solve", str(path)).out == "10\n"
        assert run("solve", str(path), "--from", "grid").out == "10\n"
        assert run("solve", str(path), "--from", "thick").out == "5\n"
        assert "no corner is found" in run("solve", str(path), "--from", "ascii").failure

    def test_the_ends_can_be_named(self, run, tmp_path):
        path = tmp_path / "maze"
        path.write_text("+---+---+\n|       |\n+---+---+\n")
        assert "it has no A" in run("solve", str(path)).failure
        assert run("solve", str(path), "--start", "r0c1", "--goal", "r0c0").out == "1\n"
        for words, said in (
            (("--start", "r0c2", "--goal", "r0c0"), "r0c2 lies outside the maze of 2x1"),
            (("--start", "0,0", "--goal", "r0c0"), "--start '0,0' is no cell: rROWcCOL"),
            (("--start", "r0c0+r0c1", "--goal", "r0c0"), "--start is one cell"),
            (("--start", "r0c0"), "it has no B"),
        ):
            assert said in run("solve", str(path), *words).failure

    def test_the_path_goes_to_a_file_and_its_length_to_standard_output(self, run, tmp_path):
        path = tmp_path / "maze.txt"
        done = run("solve", GAME_ID, "--path", "-o", str(path))
        assert done.out == run("solve", GAME_ID).out
        assert path.read_text() == run("generate", GAME_ID, "--path").out

    @pytest.mark.parametrize("output", [(), ("-o", "-")])
    def test_a_picture_on_standard_output_is_alone_there(self, output):
        words = ("-m", "mazegame", "solve", GAME_ID, "--path", "-f", "png", *output)
        done = run_python(*words, check=True, encoding=None)
        assert done.stdout.startswith(b"\x89PNG")
        assert done.stderr.decode() == f"{Level.of(Recipe.parse(GAME_ID)).dist_min}\n"


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs rights")
@pytest.mark.parametrize("flag", [(), ("wilson", "--mask")])
def test_a_folder_that_may_not_be_entered_is_named_as_the_reason(run, tmp_path, flag):
    folder = tmp_path / "closed"
    folder.mkdir()
    (folder / "x.txt").write_text(NINE.read_text())
    folder.chmod(0o600)
    try:
        with no_superuser():
            done = run("solve" if not flag else "generate", *flag, str(folder / "x.txt"))
    finally:
        folder.chmod(0o700)
    assert done.code == 3
    assert done.err.endswith("': there is no permission to enter its folder\n")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["generate", "wilson:20x2:a"], ""),
        (["generate", "wilson:21x2:a"], "85 columns, and the terminal has 84: --format half fits"),
        (
            ["generate", "wilson:42x2:a"],
            "169 columns, and the terminal has 84: --format braille fits",
        ),
        (["generate", "wilson:84x2:a"], "337 columns, and the terminal has 84: -o maze.svg draws"),
        (["generate", "wilson:21x2:a", "-f", "half"], ""),
        (["solve", "wilson:21x2:a"], ""),
        (["solve", "wilson:21x2:a", "--path"], "-o maze.svg draws a picture"),
        (["generate", "wilson:21x2:a", "--heat"], "-o maze.svg draws a picture"),
        (["generate", "wilson:21x2:a", "--doors", "--title"], "--format half fits"),
    ],
)
def test_a_drawing_wider_than_the_terminal_names_what_fits(run, monkeypatch, words, says):
    monkeypatch.setenv("COLUMNS", "84")
    assert "columns" not in run(*words).err
    monkeypatch.setattr("mazegame.cli.terminal.is_terminal", lambda _: True)
    assert says in run(*words).err
    assert ("columns" in run(*words).err) == bool(says)

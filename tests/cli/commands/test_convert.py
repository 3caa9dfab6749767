"""mazegame convert: a maze of a file in another format."""

import json
from pathlib import Path

import pytest

from mazegame.engine import Level, Recipe
from mazegame.formats import load, save

GAME_ID = "wilson:6x4:kite-7"


def test_a_file_is_written_in_another_format_with_its_game_id(run, tmp_path):
    level = Level.of(Recipe.parse(GAME_ID))
    save(level, tmp_path / "maze.png")
    done = run("convert", str(tmp_path / "maze.png"), "-o", str(tmp_path / "maze.json"))
    assert (done.code, done.out, done.err) == (0, "", "")
    assert load(tmp_path / "maze.json") == level
    assert run("convert", str(tmp_path / "maze.json")).out == run("generate", GAME_ID).out


@pytest.mark.parametrize("name", ["maze.svg", "maze.png", "maze.pdf", "maze.npz", "maze.json"])
@pytest.mark.parametrize("grid", ["A..\nXXX\n..B\n", "A..\nXXX\n...\n", "...\nXXX\n...\n"])
def test_a_maze_without_a_path_is_converted(run, tmp_path, grid, name):
    (tmp_path / "maze.txt").write_text(grid)
    done = run("convert", str(tmp_path / "maze.txt"), "-o", str(tmp_path / name))
    assert (done.code, done.err) == (0, "")
    if "A" in grid and not name.endswith("pdf"):
        level, back = load(tmp_path / "maze.txt"), load(tmp_path / name)
        assert (back.maze, back.start, back.goals) == (level.maze, level.start, level.goals)


def test_a_path_that_is_not_there_is_not_drawn(run, tmp_path):
    (tmp_path / "maze.txt").write_text("AXB\n")
    said = run("convert", str(tmp_path / "maze.txt"), "--path").no_path
    assert said.startswith("there is no path: B cannot be reached")


def test_a_maze_without_ends_gets_them_by_options(run, tmp_path):
    maze, file = Level.of(Recipe.parse(GAME_ID)).maze, str(tmp_path / "maze.json")
    save(maze, file)
    out = run("convert", file, "-f", "ascii").out
    assert "A" not in out
    (tmp_path / "maze.txt").write_text(out)
    assert load(tmp_path / "maze.txt", start=(0, 0)).maze == maze
    ends = ("--start", "r0c0", "--goal", "r3c5")
    assert run("convert", file, *ends).out == run("generate", GAME_ID).out
    assert "it has no A" in run("convert", file, *ends[2:]).failure


def test_floor_can_be_named(run, tmp_path):
    file = str(tmp_path / "rat.txt")
    (tmp_path / "rat.txt").write_text("1 0 0 0\n1 1 0 1\n0 1 0 0\n1 1 1 1\n")
    ends = ("--start", "r0c0", "--goal", "r3c3")
    assert run("solve", file, *ends, "--floor", "1").out == "6\n"
    assert "--start r0c0 is rock" in run("solve", file, *ends).failure
    assert json.loads(run("stats", file, "--json", "--floor", "1").out)["passages"] == 7
    drawn = run("convert", file, *ends, "--floor", "1", "-f", "grid").out
    assert drawn == "XXXXXX\nXAXXXX\nX..XXX\nXX.XXX\nX...BX\nXXXXXX\n"
    for command in ("stats", "solve"):
        assert "--floor is for files" in run(command, GAME_ID, "--floor", "1").refusal


def test_the_pixels_of_a_picture_can_be_named(run, tmp_path):
    level = Level.of(Recipe.parse(GAME_ID))
    file, wide = str(tmp_path / "maze.png"), str(tmp_path / "wide.pbm")
    save(level, file, cell=10, wall=4)
    found = json.loads(run("stats", file, "--json", "--from-cell", "10", "--from-wall", "4").out)
    assert (found["cells"], found["passages"]) == (24, 23)
    for command in ("stats", "solve", "convert"):
        said = run(command, file, "--from-cell", "99").failure
        assert "no lattice of 99 pixels from a cell to the next" in said
        for option in ("--from-cell", "--from-wall"):
            if command != "convert":
                assert f"{option} is for files" in run(command, GAME_ID, option, "1").refusal
    for option, least in (("--from-cell", 1), ("--from-wall", 0), ("--width", 1)):
        said = run("convert", file, option, str(least - 1)).refusal
        assert f"no number of pixels, {least} to 9999" in said
    assert run("convert", file, "-o", wide, "--width", "200").code == 0
    assert (tmp_path / "wide.pbm").read_bytes().splitlines()[1:3] == [
        b"# size=6x4",
        b"# pixels=32+4",
    ]
    assert "name one" in run("convert", file, "-o", wide, "--width", "9", "--cell", "3").refusal
    assert "takes no --width" in run("convert", file, "--width", "200").refusal


@pytest.mark.parametrize("command", ["stats", "solve", "convert"])
def test_an_option_says_whether_walls_are_dark_or_light(run, tmp_path, command):
    level = Level.of("wilson:3x3:1")
    file, ends = str(tmp_path / "maze.pbm"), ("--start", "r0c0", "--goal", "r0c1")
    save(level.maze, file, cell=10, wall=3)
    data = Path(file).read_bytes()
    Path(file).write_bytes(b"P4\n33 33\n" + data[-33 * 5 :])  # as of another program
    said = run(command, file, *ends).failure
    assert "dark pixels may be its walls (3x3 cells" in said
    assert "--from-shade dark or light chooses" in said
    outs = {run(command, file, *ends, "--from-shade", shade).out for shade in ("dark", "light")}
    assert len(outs) == 2
    if command == "stats":
        for shade, cells in (("dark", 9), ("light", 4)):
            found = run(command, file, *ends, "--from-shade", shade, "--json").out
            assert json.loads(found)["cells"] == cells
    assert "invalid choice: 'red'" in run(command, file, "--from-shade", "red").refusal
    if command != "convert":
        said = run(command, GAME_ID, "--from-shade", "dark").refusal
        assert "--from-shade is for files" in said

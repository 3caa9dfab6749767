"""The package's functions: files and bytes by the name of a format, and figures."""

import io

import numpy as np
import pytest

from mazegame.engine import Level, Recipe
from mazegame.formats import (
    FileError,
    FormatError,
    from_bytes,
    load,
    load_maze,
    plot,
    save,
    to_bytes,
)
from mazegame.formats.files import load_level

LEVEL = Level.of(Recipe.parse("wilson:9x6:kite-7"))


def test_a_file_comes_back(tmp_path):
    for name in ("maze.txt", "maze.svg", "maze.png", "maze.npz", "maze.json"):
        save(LEVEL, tmp_path / name)
        level = load(tmp_path / name)
        assert (level.maze, level.dist_min) == (LEVEL.maze, LEVEL.dist_min)
    save(LEVEL, tmp_path / "maze", "ascii", path=True)
    assert (tmp_path / "maze").read_bytes() == to_bytes(LEVEL, "ascii", path=True)
    for start, goals in (("r0c1", "r0c0"), ((0, 1), (0, 0)), ([0, 1], [(0, 0)])):
        assert load(tmp_path / "maze", "ascii", start=start, goals=goals).dist_min == 1
        assert load(tmp_path / "maze.json", start=start, goals=goals).recipe is None


@pytest.mark.parametrize("form", ["unicode", "svg", "png", "npz", "json"])
def test_streams_are_files_too(form, tmp_path):
    stream = io.BytesIO()
    save(LEVEL, stream, form)
    assert stream.getvalue() == to_bytes(LEVEL, form)
    stream.seek(0)
    assert load(stream).maze == LEVEL.maze
    with (tmp_path / "maze.json").open("wb") as file:
        save(LEVEL, file)
    with (tmp_path / "maze.json").open("rb") as file:
        assert load(file).recipe == LEVEL.recipe
    with pytest.raises(FileError, match="'the stream': it has no A"):
        load(io.BytesIO(b"..\n.X"))


def test_a_maze_alone_needs_no_ends(tmp_path):
    save(LEVEL.maze, tmp_path / "maze.txt")
    assert load_maze(tmp_path / "maze.txt") == LEVEL.maze
    save(LEVEL, tmp_path / "maze.txt")
    assert load_maze(tmp_path / "maze.txt", "unicode") == LEVEL.maze
    with pytest.raises(FileNotFoundError, match="there is no such file"):
        load_maze(tmp_path / "missing.txt")


def test_a_block_grid_with_its_title_is_the_maze_it_names():
    level = Level.of(Recipe.parse("wilson:6x3:kite-7"))
    assert from_bytes(to_bytes(level, "grid", title=True)) == level
    assert from_bytes(to_bytes(level, "grid")).maze.shape == (5, 11)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: save(LEVEL, "maze"), "the ending of 'maze' names no format: there are unicode"),
        (lambda: to_bytes(LEVEL, "maz"), "a MAZ file has 16x16 cells: this maze has 9x6"),
        (lambda: save(LEVEL, "a.pyamaze"), "the format pyamaze is only read: unicode"),
        (lambda: to_bytes(LEVEL, "thick"), "no format 'thick' is written"),
        (lambda: to_bytes("wilson:4x2:a", "svg"), "not 'wilson:4x2:a': Level.of.game_id. makes"),
        (lambda: save("wilson:4x2:a", "a.svg"), "a level or a maze is wanted"),
        (lambda: save("a.svg", LEVEL), "the level comes first and then the file"),
        (lambda: to_bytes(LEVEL, "png", cell="a"), "cell is a whole number of pixels, not 'a'"),
        (lambda: to_bytes(LEVEL, "png", width=2.5), "width is a whole number of pixels, not 2.5"),
        (lambda: to_bytes(LEVEL, "svg", foo=None), "there is no layer 'foo': path, heat"),
        (lambda: save(LEVEL, io.BytesIO()), "a stream has no name whose ending says the format"),
        (lambda: save(LEVEL, io.StringIO(), "svg"), "the stream is open for text"),
        (lambda: load(io.StringIO("A.B")), "the stream is open for text"),
        (lambda: load(5), "a file is a path or an open stream, not 5"),
        (lambda: to_bytes(LEVEL, "png", width=99, cell=3), "cell and width both"),
        (lambda: to_bytes(LEVEL, "svg", title=5), "title is True or False, for the game ID, or"),
        (lambda: to_bytes(LEVEL, "ascii", title="Mine"), "written in svg, png, pdf, not in ascii"),
        (
            lambda: to_bytes(LEVEL, "svg", title="a\nb"),
            r"one line of printable text, without '\\n'",
        ),
        (lambda: to_bytes(LEVEL, "pdf", title="x" * 201), "a title of 201 characters is too long"),
        (
            lambda: to_bytes(LEVEL, "pdf", title="\u5c71"),
            "has '\u5c71', which a PDF's own fonts lack",
        ),
        (lambda: to_bytes(LEVEL, "png", title="\xfc"), "has '\xfc', which PNG titles cannot show"),
        (
            lambda: to_bytes(LEVEL, "png", title="m" * 99, width=90),
            "the picture may have 90: a short",
        ),
        (lambda: to_bytes(LEVEL, "grid", path=True), "the format grid takes no path: unicode"),
        (lambda: to_bytes(LEVEL.maze, "ascii", path=True), "path needs a level"),
        (lambda: from_bytes(b"", "dots"), "no format 'dots' is read"),
        (lambda: from_bytes(b"A.BX", start=(0, 0, 0)), r"\(0, 0, 0\) is no cell \(row, col\)"),
        (lambda: from_bytes(b"A.BX", start="r0c9"), "r0c9 lies outside the maze"),
        (lambda: from_bytes(b"A.BX", cell=3), "it is grid: a cell has pixels in png, image, pbm"),
    ],
)
def test_what_cannot_be_is_refused(call, said):
    with pytest.raises((TypeError, ValueError), match=said):
        call()


class TestPlot:
    @pytest.fixture
    def axes(self):
        matplotlib = pytest.importorskip("matplotlib")
        matplotlib.use("Agg")
        from matplotlib import pyplot as plt

        figure, axes = plt.subplots()
        yield axes
        plt.close(figure)

    def test_walls_path_heat_and_ends_are_drawn(self, axes):
        walk = LEVEL.cells_of_path()[:3]
        assert plot(LEVEL, axes, path=True, heat=True, walk=walk, doors=True) is axes
        (walls,) = axes.collections
        from mazegame.formats.picture import Picture

        assert len(walls.get_segments()) == sum(map(len, Picture.of(LEVEL, doors=True).strokes()))
        walked, path = axes.lines
        assert walked.get_xdata().tolist() == (walk[:, 1] + 0.5).tolist()
        assert path.get_ydata().tolist() == (LEVEL.cells_of_path()[:, 0] + 0.5).tolist()
        assert axes.images[0].get_array().shape == (6, 9)
        assert [text.get_text() for text in axes.texts] == ["A", "B"]
        axes.figure.canvas.draw()

    def test_a_maze_alone_goes_into_the_current_axes(self, axes):
        assert plot(LEVEL.maze) is axes
        assert not axes.texts
        assert axes.get_ylim() == (6.5, -0.5)

    def test_without_matplotlib_it_says_what_to_install(self, monkeypatch):
        import sys

        monkeypatch.setitem(sys.modules, "matplotlib", None)
        with pytest.raises(ImportError, match=r"pip install 'mazegame\[plot\]'"):
            plot(LEVEL)


def test_arrays_are_cells_and_none_is_none():
    data = b"A.X\nX..\nX.B"
    for start, goals in (
        (np.array([0, 0]), (2, 1)),
        ((0, 0), np.array([[2, 1]])),
        (None, [np.array([2, 1])]),
        (None, "r2c1"),
    ):
        level = from_bytes(data, start=start, goals=goals)
        assert (level.start, level.goals) == ((0, 0), ((2, 1),))
    assert from_bytes(data, start=None, goals=None).goals == ((2, 2),)
    with pytest.raises(FormatError, match="goals 5 is no cell"):
        from_bytes(data, goals=5)


def test_errors_in_python_name_its_own_arguments(tmp_path):
    with pytest.raises(FormatError, match=r"^start \(0, 0, 1\) is no cell") as caught:
        from_bytes(b"A.\nXB\n", start=(0, 0, 1))
    (tmp_path / "maze.txt").write_text("..\n.X\n", encoding="utf-8")
    with pytest.raises(FileError, match="no A: write S or A, or name a cell with start or goals"):
        load(tmp_path / "maze.txt")
    with pytest.raises(FormatError, match="unless max_cells names another"):
        from_bytes(b"A..\nX.B\n", max_cells=2)
    assert "--" not in str(caught.value)
    with pytest.raises(FileError, match="with --start or --goal"):
        load_level(tmp_path / "maze.txt")  # the command line's


def test_a_file_that_is_not_there_is_an_error_of_the_system_as_well(tmp_path):
    with pytest.raises(OSError, match="there is no such file") as caught:
        load(tmp_path / "missing.png")
    assert isinstance(caught.value, FileError)
    assert isinstance(caught.value, FileNotFoundError)
    (tmp_path / "no.txt").write_text("?", encoding="utf-8")
    with pytest.raises(FileError) as damaged:
        load(tmp_path / "no.txt")
    assert not isinstance(damaged.value, OSError)
    with pytest.raises(FileNotFoundError, match=r"nowhere/x\.png"):
        save(LEVEL, tmp_path / "nowhere" / "x.png")

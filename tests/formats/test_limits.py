"""What a file declares is checked before anything is made of it."""

import io

import numpy as np
import pytest
from PIL import Image

from mazegame.cli import main
from mazegame.engine import Level, Maze, Recipe
from mazegame.engine.support.memory import ALWAYS_FITS
from mazegame.formats import from_bytes, load, source, to_bytes
from mazegame.formats.data.npy import file_of
from mazegame.formats.errors import FormatError
from mazegame.formats.pictures import preview
from mazegame.formats.source import Limits
from tests.formats.pictures.pictures import bombs, foreign_bombs, npz, saved
from tests.peak import CAN_FORGET
from tests.programs import run_python

MOST_BYTES = 300 << 20
"""Most memory of a refusal."""

MOST_SECONDS = 5
"""Most processor time of a refusal; on an idle machine each takes less than one second."""

READ = """
import resource, sys, time
from mazegame.engine.support import memory
from mazegame.formats import from_bytes
from mazegame.formats.files import read
from PIL import (BmpImagePlugin, GifImagePlugin, JpegImagePlugin, PngImagePlugin, PpmImagePlugin,
                 TiffImagePlugin, WebPImagePlugin)
from tests.peak import forget_peak, held_bytes
memory.available_bytes = lambda: 1 << 50
for name in {names!r}:
    data = open(f"{folder}/{{name}}", "rb").read()
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + {most}, resource.RLIM_INFINITY))
    before, began = forget_peak(), time.process_time()
    try:
        from_bytes(data)
    except ValueError as error:
        line = str(error)
        assert line.isprintable() and "enough memory to read" not in line, (name, line)
    except BaseException as error:
        line = "RAISED " + repr(error)
    took = time.process_time() - began
    print(name, f"{{took:.2f}}", held_bytes() - before >> 20, line, sep="\\t", flush=True)
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
"""


@pytest.mark.long
@pytest.mark.skipif(not CAN_FORGET, reason="needs /proc")
def test_a_refusal_takes_little_memory_and_no_time(tmp_path):
    """One process reads all bombs, each with 300 MiB more address space than it has.

    With ``-s`` it prints what each takes: processor seconds and MiB.
    """
    made = bombs() | foreign_bombs()
    for name, data in made.items():
        (tmp_path / name).write_bytes(data)
    done = run_python("-c", READ.format(names=[*made], folder=tmp_path, most=MOST_BYTES))
    print(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    answers = [line.split("\t") for line in done.stdout.splitlines()]
    assert {name for name, *_ in answers} == set(made)
    assert not [line for line in answers if line[3].startswith("RAISED")]
    assert not [line for line in answers if float(line[1]) > MOST_SECONDS]


def comb(cols: int, rows: int) -> Maze:
    """Make a maze of corridors that begin in one."""
    return Maze.from_walls(np.zeros((rows, cols)), np.tile(np.arange(cols) > 0, (rows, 1)))


class TestLooks:
    """Large pictures of other programs are looked at before they are unpacked."""

    @pytest.fixture(autouse=True)
    def _all_are_large(self, monkeypatch):
        monkeypatch.setattr(preview, "LARGE_PIXELS", 1000)
        monkeypatch.setattr(source, "SMALL_CELLS", 100)

    @staticmethod
    def foreign(maze: Maze, margin: int = 0, **options) -> bytes:
        """Draw a maze as another program does."""
        picture = Image.open(io.BytesIO(to_bytes(maze, "pbm", cell=6, doors=False)))
        framed = Image.new("1", (picture.width + 2 * margin, picture.height + 2 * margin), 1)
        framed.paste(picture, (margin, margin))
        return saved(framed, "PNG", **options)

    @pytest.mark.parametrize("margin", [0, 12])
    @pytest.mark.parametrize("name", ["wilson", "sidewinder", "binary-tree"])
    def test_a_maze_is_read(self, name, margin):
        maze = Level.of(name, 40, 32, "a").maze
        assert from_bytes(self.foreign(maze, margin), start="r0c0", goals="r9c9").maze == maze

    def test_corridors_are_read_if_asked_for(self):
        maze, ends = comb(40, 40), {"start": "r0c0", "goals": "r9c9"}
        data = self.foreign(maze)
        with pytest.raises(FormatError, match=r"holds too little for it: max_cells=(\d+) reads it"):
            from_bytes(data, **ends)
        assert from_bytes(data, **ends, max_cells=15_000).maze == maze
        # So regular a picture of this program is read; a blank one is not.
        own = to_bytes(maze, "png", cell=6)
        assert from_bytes(own, **ends).maze == maze

    def test_a_blank_jpeg_is_known_by_an_eighth_of_it(self):
        for mode, colour in (("L", 255), ("RGB", (9, 99, 199)), ("CMYK", 0)):
            data = saved(Image.new(mode, (320, 320), colour), "JPEG")
            with pytest.raises(FormatError, match="there is no wall in the picture"):
                from_bytes(data)
        level = Level.of("wilson:16x16:a")
        drawn = Image.open(io.BytesIO(to_bytes(level.maze, "png", cell=20))).convert("RGB")
        assert from_bytes(saved(drawn, "JPEG"), start="r0c0", goals="r9c9").maze == level.maze


class TestMaxCells:
    OPEN = Maze.from_walls(np.zeros((2100, 2100), bool), np.zeros((2100, 2100), bool))
    """A maze of four walls: more cells than so little of a file stands for."""

    def test_a_file_that_holds_little_is_read_if_asked_for(self):
        data = to_bytes(self.OPEN, "svg")
        with pytest.raises(FormatError, match="holds too little for it: max_cells=4410000 reads"):
            from_bytes(data, start="r0c0", goals="r1c1")
        level = from_bytes(data, start="r0c0", goals="r1c1", max_cells=4_410_000)
        assert level.maze == self.OPEN

    @pytest.mark.parametrize("form", ["unicode", "json", "svg", "png", "pbm", "npz", "npy"])
    def test_no_format_gives_more_cells_than_asked_for(self, form, tmp_path):
        level = Level.of(Recipe.parse("wilson:9x6:a"))
        options = {"cell": 2} if form == "png" else {}
        (tmp_path / "maze").write_bytes(to_bytes(level, form, **options))
        assert load(tmp_path / "maze", max_cells=60).maze == level.maze
        with pytest.raises(ValueError, match="at most 53 are read, unless max_cells"):
            load(tmp_path / "maze", max_cells=53)

    def test_a_picture_that_holds_little_is_refused_by_its_pixels(self):
        limits = Limits()
        limits.require_pixels(8192, 8192, 0.0, held=8192.0 * 8192)
        with pytest.raises(FormatError, match="8192x8192 pixels and holds too little for it"):
            limits.require_pixels(8192, 8192, 0.0, held=1000.0)

    def test_the_commands_take_it(self, tmp_path, capsys):
        path = tmp_path / "maze.json"
        path.write_bytes(to_bytes(Level.of(Recipe.parse("wilson:9x6:a")), "json"))
        assert main(["solve", str(path), "--max-cells", "54"]) == 0
        assert main(["solve", str(path), "--max-cells", "53"]) == 3
        assert "at most 53 are read" in capsys.readouterr().err
        assert main(["stats", str(path), "--max-cells", "53"]) == 3
        assert main(["solve", str(path), "--max-cells", "0"]) == 2
        assert "is no number of cells" in capsys.readouterr().err


def test_a_very_regular_maze_is_read_from_a_small_picture():
    maze = comb(4096, 2048)
    for form in ("png", "npz", "svg"):
        data = to_bytes(
            maze, form, **({} if form == "npz" else {"cell": 2 if form == "png" else 4})
        )
        assert len(data) < 200_000, form
        assert from_bytes(data, start="r0c0", goals="r1c1").maze == maze


PASSAGES = file_of(np.array([[2, 8]], np.uint8))


def test_an_npz_file_may_hold_more_arrays_than_those_of_a_level():
    more = {f"a{n}": n for n in range(997)}
    data = npz(PASSAGES, 8, start=[0, 1], goals=[[0, 0]], **more)
    level = from_bytes(data, "npz")
    assert (level.start, level.goals, level.dist_min) == ((0, 1), ((0, 0),), 1)


MEASURE = """
import sys
from mazegame.engine.support import memory
from mazegame.formats.files import read
from mazegame.formats.source import Source
from tests.peak import forget_peak, held_bytes
from PIL import PngImagePlugin

asked = most = before = 0
def require(size, what):
    global asked, most
    most = max(most, held_bytes() - before - 1.25 * asked)
    asked = max(asked, size / float(sys.argv[3]) + held_bytes("VmRSS") - before)
memory.require = require
small, large = (open(name, "rb").read() for name in sys.argv[1:3])
read(Source.of(small))
asked = most = 0
before = forget_peak()
read(Source.of(large))
require(0, "")
print(int(most), held_bytes() - before)
"""


def tree(side: int) -> Maze:
    """Make a maze in which each cell but the last is open to the east or to the south."""
    east = np.random.default_rng(7).random((side, side)) < 0.5
    east[-1], east[:, -1] = False, True
    south = ~east
    south[-1] = True
    return Maze.from_walls(east, south)


@pytest.mark.skipif(not CAN_FORGET, reason="needs /proc")
@pytest.mark.parametrize(
    ("form", "side", "layers"),
    [
        ("json", 3000, {}),
        ("npz", 6000, {}),
        ("npy", 6000, {}),
        ("png", 3000, {"cell": 2}),
        pytest.param("png", 1500, {"cell": 14}, id="png-large-cells"),
        pytest.param("png", 1500, {"cell": 14, "theme": "maze-dark"}, id="png-palette"),
        ("pbm", 3000, {}),
        ("svg", 2500, {}),
        ("unicode", 2500, {}),
        ("ascii", 2500, {}),
        ("grid", 4500, {}),
    ],
)
@pytest.mark.variants
def test_the_memory_that_reading_takes_was_asked_for(form, side, layers, tmp_path):
    """Until the next request no more is taken than was asked for, with what was held then.

    Each maze takes more than is given unasked. A third of each request would not do.
    """
    for name, cells in (("small", 20), ("large", side)):
        (tmp_path / name).write_bytes(to_bytes(tree(cells), form, **layers))
    for part, enough in ((1, True), (3, False)):
        words = "-c", MEASURE, str(tmp_path / "small"), str(tmp_path / "large"), str(part)
        more, taken = map(int, run_python(*words, check=True).stdout.split())
        assert taken > ALWAYS_FITS
        assert (more < 8 << 20) == enough, (more, taken)

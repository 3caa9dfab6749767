"""Pictures that another program drew: thick walls, cut borders, shades, squares, filled areas."""

import contextlib
import io
import itertools
import tracemalloc
from collections import Counter

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter

from mazegame.engine import Level, Maze, Recipe
from mazegame.formats import from_bytes, load, to_bytes
from mazegame.formats.errors import FormatError
from mazegame.formats.picture import Picture, cell_of_width
from mazegame.formats.pictures import shades
from mazegame.formats.pictures.bitmap import BAND_PIXELS
from mazegame.formats.text.lattice import pixels_of
from scripts.drawn import draw, outcome
from tests.formats.pictures.pictures import saved

LEVEL = Level.of("wilson:14x10:kite-7")


def art(level: Level, room: int, wall: int) -> np.ndarray:
    """Draw walls black on white, with a door at A and one at B: uint8 (height, width)."""
    zones = pixels_of(Picture.of(level, doors=True), 0, level.maze.rows + 1)[:-1]
    sizes = [[room if place % 2 else wall for place in range(side)] for side in zones.shape]
    pixels = np.repeat(np.repeat(zones, sizes[0], axis=0), sizes[1], axis=1)
    return np.where(pixels, 0, 255).astype(np.uint8)


def strokes(level: Level, cell: int, wall: int, trimmed: int | None) -> np.ndarray:
    """Draw each wall of a maze with a margin, by itself, its ends trimmed; None for Pillow's lines.

    The boundary is open at A and B.
    """
    rows, cols = level.maze.shape
    doors = {(0, 0, 0, 1), (rows, cols - 1, rows, cols)}
    picture = Image.new("L", (cols * cell + 60, rows * cell + 60), 255)
    draw = ImageDraw.Draw(picture)
    open_sides = np.pad(level.maze.passages, ((0, 1), (0, 1)))
    for row, col in np.ndindex(rows + 1, cols + 1):
        for bit, down, right in ((1, 0, 1), (8, 1, 0)):
            ends = (row, col, row + down, col + right)
            if ends[2] > rows or ends[3] > cols or open_sides[row, col] & bit or ends in doors:
                continue
            y0, x0, y1, x1 = (30 + place * cell for place in ends)
            if trimmed is None:
                draw.line((x0, y0, x1, y1), fill=0, width=wall)
                continue
            x0, x1 = x0 + right * trimmed, x1 + wall - 1 - right * trimmed
            y0, y1 = y0 + down * trimmed, y1 + wall - 1 - down * trimmed
            draw.rectangle((x0, y0, x1, y1), fill=0)
    return np.asarray(picture)


def logo() -> Image.Image:
    picture = Image.new("L", (480, 480), 255)
    draw = ImageDraw.Draw(picture)
    draw.ellipse((40, 40, 439, 439), fill=0)
    draw.rectangle((200, 150, 299, 329), fill=255)
    return picture


def png(pixels: np.ndarray | Image.Image) -> bytes:
    picture = pixels if isinstance(pixels, Image.Image) else Image.fromarray(pixels)
    return saved(picture, "PNG")


def assert_is_level(found: Level, level: Level = LEVEL) -> None:
    assert (found.maze, found.start, found.goals) == (level.maze, level.start, level.goals)


def in_pixels(pixels: np.ndarray) -> Maze:
    """What any solver of pixels sees: each light one is a cell."""
    return Maze.from_floor(pixels >= 128)


@pytest.mark.parametrize(("room", "wall"), [(6, 10), (4, 10), (1, 2), (1, 1), (3, 3), (2, 9)])
@pytest.mark.parametrize("margin", [0, 5])
def test_walls_may_be_thicker_than_passages(room, wall, margin):
    pixels = np.pad(art(LEVEL, room, wall), margin, constant_values=255)
    assert_is_level(from_bytes(png(pixels)))


def test_light_walls_are_never_taken_for_thick_dark_passages():
    """Dark passages between thin light walls look like thick walls; so does dark paper around."""
    for seed, margin, shade in itertools.product(range(40), (0, 5, 8), (0, 255)):
        level = Level.of(Recipe("recursive-backtracker", 4 + seed % 5, 4 + seed % 3, str(seed)))
        pixels = np.pad(255 - art(level, 8, 3), margin, constant_values=shade)
        try:
            found = from_bytes(png(pixels), start=(0, 0), goals=(0, 0))
        except FormatError:
            continue
        assert found.maze == level.maze


@pytest.mark.parametrize("cut", [1, 4, 6, 9])
@pytest.mark.parametrize("sides", ["nesw", "nw", "e", "s"])
def test_a_border_may_be_cut(cut, sides):
    pixels = art(LEVEL, 20, 10)
    for turns, side in enumerate("nesw"):
        if side in sides:
            pixels = np.rot90(np.rot90(pixels, turns)[cut:], -turns)
    assert_is_level(from_bytes(png(pixels)))


@pytest.mark.parametrize("dark", [lambda x: 140 * x, lambda x: 150 + 0 * x, lambda x: 0 * x])
@pytest.mark.parametrize("light", [lambda x: 255 - 55 * x, lambda x: 240 + 0 * x])
def test_walls_may_be_shaded(dark, light):
    pixels = art(LEVEL, 16, 4)
    x = np.linspace(0, 1, pixels.shape[1])[np.newaxis]
    assert_is_level(from_bytes(png(np.where(pixels == 0, dark(x), light(x)).astype(np.uint8))))


class TestShades:
    """Where walls on the bright side are as light as ground on the dark side."""

    LEVEL = Level.of("prim", 12, 8, "pic")

    @classmethod
    def shaded(cls, low: int, high: int, step: int, axis: int, margin: int = 0) -> np.ndarray:
        pixels = np.pad(art(cls.LEVEL, 6, 3), margin, constant_values=255)
        walls = np.linspace(low, high, pixels.shape[axis]).astype(int)
        walls = walls[:, np.newaxis] if axis == 0 else walls[np.newaxis]
        return np.where(pixels == 0, walls, walls + step).clip(0, 255).astype(np.uint8)

    @pytest.mark.parametrize("axis", [0, 1])
    @pytest.mark.parametrize(
        ("low", "high", "step"),
        [
            (30, 150, 90), (30, 150, 110), (0, 120, 100), (0, 120, 80), (0, 160, 90),
            (50, 200, 55), (0, 100, 70),
        ],
    )  # fmt: skip
    def test_each_pixel_is_compared_with_those_around_it(self, low, high, step, axis):
        for margin in (0, 20):
            pixels = self.shaded(low, high, step, axis, margin)
            assert_is_level(from_bytes(png(pixels)), self.LEVEL)
        assert_is_level(from_bytes(png(pixels), cell=9, wall=3), self.LEVEL)
        assert_is_level(from_bytes(png(255 - self.shaded(low, high, step, axis))), self.LEVEL)

    def test_colours_are_shaded_as_well(self):
        grey = self.shaded(0, 120, 100, 1)
        picture = Image.fromarray(np.stack([grey, grey // 2, grey], axis=2))
        assert_is_level(from_bytes(png(picture)), self.LEVEL)

    @pytest.mark.parametrize("options", [{}, {"start": (0, 0), "goals": (7, 10)}])
    def test_what_no_comparison_parts_is_refused(self, options):
        with pytest.raises(FormatError, match=r"shaded, and neither .* name its pixels with"):
            from_bytes(png(self.shaded(0, 200, 14, 1)), **options)

    def test_a_large_one_is_refused_before_its_shades_are_followed(self, monkeypatch):
        monkeypatch.setattr(shades, "_MOST_PIXELS", 1000)
        with pytest.raises(FormatError, match="shaded"):
            from_bytes(png(self.shaded(30, 150, 90, 1)))

    def test_a_few_bytes_that_say_they_are_many_pixels_hold_no_shades(self):
        assert not shades.fits_local_threshold((4095, 4096), 1000)
        assert shades.fits_local_threshold((4095, 4096), 100_000)

    @pytest.mark.parametrize("radius", [4, 16, 64])
    def test_bands_do_not_show(self, radius, monkeypatch):
        values = self.shaded(30, 150, 90, 1)
        whole = shades.dark_pixels(values, radius)
        monkeypatch.setattr(shades, "BAND_PIXELS", 1000)
        assert np.array_equal(shades.dark_pixels(values, radius).bits, whole.bits)

    def test_squares_that_the_caller_names_are_read_by_medium_grey(self):
        pixels = self.shaded(30, 150, 90, 1)
        found = from_bytes(png(pixels), cell=1, wall=0, start=(3, 79), goals=(3, 80))
        cols = np.flatnonzero((pixels < 128).any(axis=0))
        assert found.maze == in_pixels(pixels[:, : cols[-1] + 1])


def test_dark_paper_is_paper():
    assert_is_level(from_bytes(png(np.where(art(LEVEL, 16, 4) == 0, 0, 100).astype(np.uint8))))


@pytest.mark.parametrize(("room", "wall"), [(20, 4), (10, 16), (12, 12)])
@pytest.mark.parametrize("scale", [0.5, 0.73, 1.37])
def test_soft_edges_are_read(room, wall, scale):
    picture = Image.fromarray(art(LEVEL, room, wall)).filter(ImageFilter.GaussianBlur(1))
    size = round(picture.width * scale), round(picture.height * scale)
    assert_is_level(from_bytes(png(picture.resize(size, Image.Resampling.BICUBIC))))


def test_memory_holds_bands_of_pixels():
    """Beside what Pillow holds: bits, and the pixels of one band."""
    picture = Image.fromarray(art(Level.of("wilson:120x100:a"), 14, 6)).convert("RGB")
    data = saved(picture, "BMP")
    tracemalloc.start()
    try:
        from_bytes(data)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < len(data) + 60 * BAND_PIXELS


class TestSquares:
    """A cell is a square of pixels, wall or floor."""

    @staticmethod
    def floor() -> np.ndarray:
        floor = np.pad(art(Level.of("wilson:14x9:b"), 1, 1) > 0, 0)
        floor[3:6, 1] = floor[-2, 9:15] = True  # ways that stand on no lattice of walls
        floor = np.insert(floor, 8, floor[7], axis=0)
        floor[0] = floor[-1] = floor[:, 0] = floor[:, -1] = False
        floor[0, 1] = floor[-1, -2] = True
        return floor

    @staticmethod
    def scattered() -> np.ndarray:
        floor = np.random.default_rng(3).random((21, 31)) < 0.7
        floor[[0, -1]] = floor[:, [0, -1]] = False
        floor[1, 1] = floor[0, 1] = floor[-1, -2] = floor[-2, -2] = True
        return floor

    @pytest.mark.parametrize("size", [1, 2, 5])
    @pytest.mark.parametrize("options", [{}, {"wall": 0}])
    def test_a_block_picture_is_read_at_any_scale(self, size, options):
        floor = self.scattered() if options else self.floor()
        pixels = np.kron(floor * np.uint8(255), np.ones((size, size), np.uint8))
        found = from_bytes(png(pixels), **options, **({"cell": size} if options else {}))
        assert found.maze == Maze.from_floor(floor)
        rows, cols = floor.shape
        assert (found.start, found.goals) == ((0, 1), ((rows - 1, cols - 2),))

    @pytest.mark.parametrize("size", [1, 2, 5])
    def test_scattered_squares_are_no_maze(self, size):
        pixels = np.kron(self.scattered() * np.uint8(255), np.ones((size, size), np.uint8))
        with pytest.raises(FormatError, match=r"lattice|areas|falls? apart"):
            from_bytes(png(pixels), start=(1, 1), goals=(2, 2))

    @pytest.mark.parametrize(
        ("size", "cave"),
        [
            (4, "X.XXX X...X X..XX X.X.X XXX.X"),
            (3, "X.XXXXX X.X..XX XXXX.XX XX.XXXX XXXX.XX X.X...X X.XXXXX XXX..XX XXXXX.X"),
        ],
    )
    def test_a_small_cave_is_a_maze_only_if_its_squares_are_named(self, size, cave):
        floor = np.array([[square == "." for square in row] for row in cave.split()])
        pixels = png(np.kron(floor * np.uint8(255), np.ones((size, size), np.uint8)))
        with pytest.raises(FormatError):
            from_bytes(pixels, start=(0, 1), goals=(1, 1))
        assert from_bytes(pixels, cell=size, wall=0).maze == Maze.from_floor(floor)

    def test_every_pixel_can_be_a_cell(self):
        pixels = art(LEVEL, 5, 3)
        found = from_bytes(png(pixels), cell=1, wall=0)
        assert found.maze == in_pixels(pixels)
        assert found.start in {(3, 0), (4, 0), (5, 0), *((0, x) for x in range(3, 8))}
        assert found.has_path


def test_filled_areas_in_a_maze_are_not_read_as_squares():
    pixels = art(LEVEL, 10, 2)
    pixels[50:98, 50:98] = 0  # four cells wide
    found = from_bytes(png(pixels))
    assert (found.maze.cols, found.maze.rows) == (14, 10)
    assert not found.maze.passages[4:8, 4:8].any()


class TestKnownPixels:
    @pytest.mark.parametrize("options", [{"cell": 12, "wall": 2}, {"cell": 12}, {"wall": 2}])
    def test_the_caller_may_name_them(self, options):
        pixels = art(LEVEL, 10, 2)
        assert_is_level(from_bytes(png(pixels), **options))
        assert_is_level(from_bytes(png(pixels[1:, 1:]), **options))

    def test_they_are_those_of_save(self, tmp_path):
        data = to_bytes(LEVEL, "png", cell=9, wall=3, doors=True)
        plain = png(Image.open(io.BytesIO(data)).convert("1"))
        (tmp_path / "maze.png").write_bytes(plain)
        assert_is_level(load(tmp_path / "maze.png", cell=9, wall=3))
        assert_is_level(from_bytes(data, cell=9, wall=3))
        assert_is_level(from_bytes(to_bytes(LEVEL, "pbm", cell=9, doors=True), cell=9))

    def test_noise_that_hides_the_lattice_does_not_hide_it_from_them(self):
        pixels = art(LEVEL, 10, 2)
        pixels[np.random.default_rng(1).random(pixels.shape) < 0.03] = 0
        found = from_bytes(png(pixels), cell=12, wall=2)
        assert found.maze == LEVEL.maze

    DRAWN = art(LEVEL, 10, 2)
    WITHOUT_SIDES = np.pad(DRAWN[:, 7:-5], 5, constant_values=255)
    LESS_THAN_HALF_A_ROOM = art(LEVEL, 6, 3)[7:]

    @pytest.mark.parametrize(
        ("pixels", "options", "said"),
        [
            (DRAWN, {"cell": 40, "wall": 2}, "lattice of 40 pixels from a cell to the next and 2"),
            (DRAWN, {"cell": 10**15, "wall": 10**14}, "it is too small"),
            (DRAWN, {"wall": 300}, "lattice of 300 pixels across a wall fits its 170x122 pixels"),
            (DRAWN, {"cell": 0}, "one pixel at least"),
            (DRAWN, {"cell": 3, "wall": -1}, "none at least"),
            (DRAWN, {"cell": 15, "wall": 2}, "170x122 pixels: such lines do not reach"),
            (DRAWN, {"cell": 20}, "of 20 pixels from a cell to the next fits its 170x122"),
            (WITHOUT_SIDES, {"cell": 12, "wall": 2}, "such lines do not reach both ends"),
            (LESS_THAN_HALF_A_ROOM, {"cell": 9, "wall": 3}, "no lattice of 9 pixels"),
            (art(LEVEL, 5, 3), {"cell": 4, "wall": 0}, "115x83 pixels are no whole squares of 4x4"),
            (art(LEVEL, 5, 3), {"wall": 0}, "name those of a cell: cell"),
            (logo(), {}, "cell and wall name"),
        ],
    )
    def test_what_does_not_fit_is_refused(self, pixels, options, said):
        with pytest.raises(FormatError, match=said):
            from_bytes(png(pixels), **options)

    @pytest.mark.variants("wall", "trimmed", "size")
    @pytest.mark.parametrize("wall", [3, 4, 6, 8])
    @pytest.mark.parametrize("trimmed", [-1, 0, 1, None])
    @pytest.mark.parametrize("size", [(3, 3), (5, 4), (8, 6)])
    def test_ends_of_walls_may_be_a_pixel_off(self, wall, trimmed, size):
        for seed in range(4):
            level = Level.of("recursive-backtracker", *size, f"k{seed}")
            pixels = strokes(level, 40, wall, trimmed)
            ends = {"start": (0, 0), "goals": (size[1] - 1, size[0] - 1)}
            for options in ({}, {"wall": wall}):
                assert_is_level(from_bytes(png(pixels), cell=40, **options, **ends), level)
            # Light walls on dark paper: read only if the wall is named, for paper may be wall.
            assert_is_level(from_bytes(png(~pixels), cell=40, wall=wall, **ends), level)
            for options in ({"cell": 40}, {"wall": wall}, {}):
                with contextlib.suppress(FormatError):
                    assert_is_level(from_bytes(png(~pixels), **options, **ends), level)

    def test_walls_drawn_one_by_one_need_only_their_thickness(self):
        assert_is_level(from_bytes(png(strokes(LEVEL, 40, 8, None)), wall=8))

    def test_paper_beside_thick_walls_is_no_light_rock(self):
        level = Level.of("recursive-backtracker:4x3:g0")
        pixels = np.ascontiguousarray(strokes(level, 8, 5, 0)[28:, 28:])
        ends = {"start": (0, 0), "goals": (2, 3)}
        assert_is_level(from_bytes(png(pixels), **ends), level)
        with pytest.raises(FormatError, match=r"walls are 5 pixels thick.*; wall names the pixels"):
            from_bytes(png(pixels), cell=8, **ends)
        assert_is_level(from_bytes(png(pixels), cell=8, wall=5, **ends), level)

    @pytest.mark.parametrize("options", [{"cell": 9, "wall": 3}, {"cell": 9}, {"wall": 3}])
    @pytest.mark.parametrize("cut", [3, 5])
    @pytest.mark.parametrize("sides", ["nesw", "n", "e", "s", "w", "ew"])
    def test_a_side_without_a_border_is_closed(self, sides, cut, options):
        pixels = art(LEVEL, 6, 3)
        for turns, side in enumerate("nesw"):
            if side in sides:
                pixels = np.rot90(np.rot90(pixels, turns)[cut:], -turns)
        picture = png(np.ascontiguousarray(pixels))
        found = from_bytes(picture, **options, start=(0, 0), goals=(9, 13))
        assert found.maze == LEVEL.maze
        if sides == "nesw":
            with pytest.raises(FormatError, match=r"it has no A: .* name cells with start"):
                from_bytes(picture, **options)
            with pytest.raises(FormatError, match="cell and wall name"):
                from_bytes(picture, start=(0, 0), goals=(9, 13))

    @pytest.mark.parametrize("margin", [1, 4, 6, 7, 40])
    @pytest.mark.parametrize("paper", [0, 255])
    def test_paper_around_a_maze_without_a_border_is_refused(self, paper, margin):
        if (paper, margin) in {(0, 1), (0, 4)}:  # a border, and a part of one
            return
        pixels = np.pad(art(LEVEL, 6, 3)[3:-3, 3:-3], margin, constant_values=paper)
        with pytest.raises(FormatError, match="no lattice of 9 pixels"):
            from_bytes(png(pixels), cell=9, wall=3)


@pytest.mark.parametrize("width", [59, 100, 641, 1920])
@pytest.mark.parametrize("wall", [None, 1, 3])
def test_a_picture_is_as_wide_as_asked_at_most(width, wall):
    data = to_bytes(LEVEL, "png", width=width, wall=wall)
    found = int.from_bytes(data[16:20], "big")
    assert width - 16 < found <= width
    assert from_bytes(data) == LEVEL


def test_a_width_without_room_is_refused():
    assert cell_of_width(29, 14) == 2
    with pytest.raises(ValueError, match="14 columns is 29 pixels wide at least"):
        to_bytes(LEVEL, "png", width=28)


class TestOneRule:
    """A picture is read if its maze, drawn again, agrees with it; else it is refused."""

    LEVEL = Level.of("wilson:9x7:kite-7")
    SMALL = Level.of("recursive-backtracker:6x6:a")

    @pytest.mark.parametrize("ground", ["#ffffff", "#000000", "#e0e8ff", "#123456"])
    @pytest.mark.parametrize("wall", ["#ff0000", "#000080", "#00a000", "#ffe000", "#808080"])
    def test_walls_of_any_colour_are_walls(self, wall, ground):
        picture = Image.new("RGB", art(self.LEVEL, 9, 3).shape[::-1], ground)
        picture.paste(wall, (0, 0), Image.fromarray(255 - art(self.LEVEL, 9, 3)))
        assert_is_level(from_bytes(png(picture)), self.LEVEL)

    @pytest.mark.parametrize("thick", [2, 4, 8])
    def test_light_walls_without_a_gap_are_walls(self, thick):
        pixels = 255 - art(self.SMALL, 8, thick)
        pixels[:thick] = pixels[-thick:] = pixels[:, :thick] = pixels[:, -thick:] = 255
        found = from_bytes(png(pixels), start=(0, 0), goals=(5, 5), shade="light")
        assert found.maze == self.SMALL.maze
        with contextlib.suppress(FormatError):
            assert from_bytes(png(pixels), start=(0, 0), goals=(5, 5)).maze == self.SMALL.maze

    @pytest.mark.parametrize("gap", [1, 3, 12, 40])
    @pytest.mark.parametrize("down", [1, 2])
    def test_several_mazes_are_refused(self, gap, down):
        one = np.pad(art(self.SMALL, 6, 2), ((0, gap), (0, gap)), constant_values=255)
        with pytest.raises(FormatError):
            from_bytes(png(np.tile(one, (down, 3))), start=(0, 0), goals=(1, 1))

    @pytest.mark.parametrize("scale", [1, 2, 5])
    def test_noise_is_refused(self, scale):
        noise = np.random.default_rng(1).integers(0, 2, (60, 60), np.uint8) * np.uint8(255)
        with pytest.raises(FormatError):
            from_bytes(png(noise.repeat(scale, 0).repeat(scale, 1)), start=(0, 0), goals=(1, 1))

    def test_a_wall_that_is_half_there_is_named(self):
        pixels = art(self.LEVEL, 10, 2)
        row, col = np.argwhere(self.LEVEL.maze.passages[:-1] & 4 == 0)[5].tolist()
        top, left = (row + 1) * 12, col * 12 + 2
        pixels[top : top + 2, left : left + 5] = 255
        place = rf"pixel row {top + 1}, column {left + 1}: .* of a wall, or of the gap in one"
        with pytest.raises(FormatError, match=place):
            from_bytes(png(pixels))

    @pytest.mark.parametrize("colour", ["#1010a0", "#600060", "#e02020"])
    def test_a_path_of_any_colour_closes_no_passage(self, colour):
        """However dark it is: its colour is as far from black walls as from white ground."""
        picture = Image.fromarray(art(self.LEVEL, 9, 3)).convert("RGB")
        middles = [(col * 12 + 7, row * 12 + 7) for row, col in self.LEVEL.cells_of_path().tolist()]
        ImageDraw.Draw(picture).line(middles, colour, width=5)
        assert_is_level(from_bytes(png(picture)), self.LEVEL)

    @pytest.mark.parametrize(
        ("first", "last", "turned"),
        [
            ("#00c000", "#e00000", False), ("#e00000", "#00c000", True),
            ("#2060ff", "#ff9000", False), ("#c000c0", "#c000c0", False),
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("inset", [0, 2])
    def test_two_coloured_squares_are_a_and_b(self, first, last, turned, inset):
        closed = art(self.LEVEL, 9, 3)
        closed[:3] = closed[-3:] = closed[:, :3] = closed[:, -3:] = 0
        picture = Image.fromarray(closed).convert("RGB")
        ends = [(1, 2), (5, 7)]
        for (row, col), colour in zip(ends, (first, last), strict=True):
            x, y = col * 12 + 3 + inset, row * 12 + 3 + inset
            side = 8 - 2 * inset
            ImageDraw.Draw(picture).rectangle((x, y, x + side, y + side), colour)
        found = from_bytes(png(picture))
        assert found.maze == self.LEVEL.maze
        assert [found.start, *found.goals] == (ends[::-1] if turned else ends)

    def test_three_coloured_squares_are_no_ends(self):
        closed = art(self.LEVEL, 9, 3)
        closed[:3] = closed[-3:] = closed[:, :3] = closed[:, -3:] = 0
        picture = Image.fromarray(closed).convert("RGB")
        for number, colour in enumerate(("#00c000", "#e00000", "#2060ff")):
            x = 24 * number + 3
            ImageDraw.Draw(picture).rectangle((x, 3, x + 8, 11), colour)
        with pytest.raises(FormatError, match="no A"):
            from_bytes(png(picture))


class TestBothShades:
    """Passages and walls look alike where they change places, as in a maze on dark paper."""

    @staticmethod
    def closed(level: Level, room: int, wall: int) -> np.ndarray:
        pixels = art(level, room, wall)
        pixels[:wall] = pixels[-wall:] = pixels[:, :wall] = pixels[:, -wall:] = 0
        return pixels

    def test_where_both_readings_hold_both_are_named_and_an_option_chooses(self):
        level = Level.of("wilson:3x3:1")
        data, ends = png(self.closed(level, 7, 3)), {"start": (0, 0), "goals": (1, 1)}
        said = r"dark pixels may be its walls \(3x3 cells\), or light ones \(2x2 cells\): shade"
        with pytest.raises(FormatError, match=said):
            from_bytes(data, **ends)
        assert from_bytes(data, **ends, shade="dark").maze == level.maze
        assert from_bytes(data, **ends, shade="light").maze.shape == (2, 2)

    @pytest.mark.parametrize(("room", "wall"), [(8, 3), (3, 8), (1, 4)])
    @pytest.mark.parametrize("is_light", [False, True])
    def test_paper_as_wide_as_a_passage_is_no_border(self, room, wall, is_light):
        pixels = np.pad(art(LEVEL, room, wall), room, constant_values=255)
        assert_is_level(from_bytes(png(255 - pixels if is_light else pixels)))

    @pytest.mark.parametrize("margin", [9, 40])
    def test_walls_far_thicker_than_passages_are_walls_amid_wide_paper(self, margin):
        pixels = np.pad(art(LEVEL, 3, 20), margin, constant_values=255)
        assert_is_level(from_bytes(png(pixels)))

    def test_paper_in_a_third_colour_may_hide_a_border(self):
        """Dark ground of a maze with thin bright walls is no maze of thick dark walls."""
        level = Level.of("wilson:3x3:a")
        pixels = art(level, 5, 1)
        picture = Image.new("RGB", pixels.shape[::-1], "#ffe000")
        picture.paste("#102080", (0, 0), Image.fromarray(pixels))
        paper = Image.new("RGB", (picture.width + 14, picture.height + 14), "#ffffff")
        paper.paste(picture, (7, 7))
        with contextlib.suppress(FormatError):
            found = from_bytes(png(paper), start=(0, 0), goals=(1, 1))
            assert found.maze == level.maze


class TestCellsAreSquares:
    def test_a_stretched_picture_is_refused(self):
        picture = Image.fromarray(art(LEVEL, 12, 4))
        wider = picture.resize((picture.width * 3 // 2, picture.height), Image.Resampling.NEAREST)
        with pytest.raises(FormatError, match=r"wide and .* high: they are no squares"):
            from_bytes(png(wider))

    def test_a_picture_may_be_a_pixel_longer(self):
        picture = Image.fromarray(art(Level.of("wilson:3x3:a"), 12, 4))
        longer = picture.resize((picture.width + 1, picture.height), Image.Resampling.NEAREST)
        assert from_bytes(png(longer)).maze == Level.of("wilson:3x3:a").maze


class TestColoursBesideThinWalls:
    """Colours run soft edges into one, so that a mark hides a wall beside it, or looks like one."""

    LEVEL = Level.of("wilson:9x7:kite-7")

    def marked(self, walls: str, ground: str, colour: str, cell: tuple[int, int]) -> Image.Image:
        pixels = art(self.LEVEL, 12, 1)
        picture = Image.new("RGB", pixels.shape[::-1], walls)
        picture.paste(ground, (0, 0), Image.fromarray(pixels))
        row, col = cell
        x, y = col * 13 + 1, row * 13 + 1
        ImageDraw.Draw(picture).rectangle((x, y, x + 11, y + 11), colour)
        return picture

    @pytest.mark.variants("wear")
    @pytest.mark.parametrize(
        ("walls", "ground", "colour"),
        [
            ("black", "white", "#e02020"),
            ("#606060", "white", "#20c040"),
            ("#ccc", "#303030", "#f00"),
        ],
    )
    @pytest.mark.parametrize("wear", ["sharp", "blurred", "jpeg", "scaled"])
    def test_such_a_picture_is_read_right_or_refused(self, walls, ground, colour, wear):
        read = 0
        for cell in np.ndindex(7, 9):
            picture = self.marked(walls, ground, colour, cell)
            if wear == "blurred":
                picture = picture.filter(ImageFilter.GaussianBlur(0.8))
            elif wear == "scaled":
                size = round(0.7 * picture.width), round(0.7 * picture.height)
                picture = picture.resize(size, Image.Resampling.BICUBIC)
            options = {"quality": 80} if wear == "jpeg" else {}
            data = saved(picture, "JPEG" if options else "PNG", **options)
            with contextlib.suppress(FormatError):
                assert from_bytes(data).maze == self.LEVEL.maze
                read += 1
        assert read == 63 or wear != "sharp"


def test_two_doors_across_from_each_other_cut_off_no_part():
    level = Level.of("recursive-backtracker:2x16:a")
    pixels = art(level, 8, 2)
    pixels[:2] = pixels[-2:] = 0
    pixels[12:20] = 255  # no wall at all is in the second row
    padded = np.pad(pixels, 10, constant_values=255)
    with pytest.raises(FormatError, match="a wall is apart from the others"):
        from_bytes(png(padded), start=(0, 0), goals=(1, 1))


@pytest.mark.parametrize("size", [1, 3])
def test_squares_on_a_lattice_are_no_block_grid(size):
    """Their maze was refused as one with walls: as squares it would be a maze of twice the size."""
    floor = art(Level.of("wilson:14x9:b"), 1, 1) > 0
    floor[[0, -1]] = floor[:, [0, -1]] = False
    floor[0, 1] = floor[0, 5] = floor[-1, -2] = True
    pixels = np.kron(floor * np.uint8(255), np.ones((size, size), np.uint8))
    with pytest.raises(FormatError):
        from_bytes(png(pixels), start=(0, 0), goals=(1, 1))


@pytest.mark.parametrize("size", [1, 2, 5])
def test_a_frame_without_gaps_shows_no_block_grid(size):
    floor = TestSquares.floor()
    floor[0] = floor[-1] = False
    pixels = np.kron(floor * np.uint8(255), np.ones((size, size), np.uint8))
    with pytest.raises(FormatError):
        from_bytes(png(pixels), start=(1, 1), goals=(2, 1))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "TIFF"])
@pytest.mark.parametrize(("tag", "turns"), [(3, 2), (6, 3), (8, 1)])
def test_a_picture_is_read_as_its_tag_turns_it(kind, tag, turns):
    tags = Image.Exif()
    tags[0x0112] = tag
    options = {"lossless": True} if kind == "WEBP" else {}
    picture = Image.fromarray(art(LEVEL, 12, 4))
    found = from_bytes(saved(picture, kind, exif=tags, **options), start=(0, 0), goals=(1, 1))
    seen = Image.fromarray(np.rot90(np.asarray(picture), turns))
    assert found.maze == from_bytes(saved(seen, "PNG"), start=(0, 0), goals=(1, 1)).maze
    assert found.maze.shape == ((14, 10) if turns % 2 else (10, 14))


@pytest.mark.parametrize(
    ("seed", "number"),
    [
        ("tune1", 539), ("tune1", 875), ("tune1", 908), ("tune1", 1075), ("tune1", 1217),
        ("tune1", 1624), ("tune1", 1930), ("tune2", 14), ("tune2", 118), ("tune2", 175),
        ("tune2", 472), ("tune2", 662), ("tune2", 675), ("tune2", 1372), ("tune2", 2490),
        ("tune2", 2775), ("tune3", 1665), ("tune3", 1850), ("tune3", 2563), ("tune3", 2571),
        ("tune4", 651), ("tune4", 950), ("tune4", 1221), ("tune4", 1894), ("tune5", 156),
        ("tune5", 250),
    ],
)  # fmt: skip
def test_drawn_pictures_that_were_misread_are_not(seed, number):
    assert outcome(draw(seed, number))[0] != "misread"


@pytest.mark.variants
@pytest.mark.parametrize(("count", "least"), [(40, 21), (150, 81)])
def test_pictures_drawn_at_random_are_read_right_or_refused(count, least):
    """``scripts/drawn.py`` draws many more of them."""
    outcomes = Counter(outcome(draw("quick", number))[0] for number in range(count))
    assert outcomes["misread"] == 0
    assert outcomes["right"] >= least

"""Pictures: pixels against a slow drawing, SVG and PDF by content."""

import contextlib
import io
import re
import zlib
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image, ImageColor, ImageDraw, ImageFont

from mazegame.drawing import PALETTES, Ink
from mazegame.engine import Direction, Level, Maze, Recipe
from mazegame.formats import from_bytes, to_bytes
from mazegame.formats.errors import FormatError
from mazegame.formats.files import read
from mazegame.formats.picture import HEAT_BANDS, Picture
from mazegame.formats.pictures.colours import THEMES, colours_of
from mazegame.formats.pictures.lettering import LARGEST, SMALLEST, title_pixels
from mazegame.formats.pictures.png import write_rows as write_png_rows
from mazegame.formats.registry import FORMATS
from mazegame.formats.source import Source
from tests.formats.pictures.pictures import saved

pytestmark = pytest.mark.core

LEVEL = Level.of(Recipe.parse("wilson:9x6:kite-7"))


def written(name: str, picture: Picture) -> bytes:
    return b"".join(FORMATS[name].load().write(picture))


def naive_pixels(maze: Maze, cell: int, wall: int) -> np.ndarray:
    """Walls and rock as True, one cell at a time: its rock, and each wall with the posts beside."""
    rows, cols = maze.shape
    lattice = np.zeros((2 * rows + 1, 2 * cols + 1), bool)
    for row, col in np.ndindex(rows, cols):
        exits = maze.exits((row, col))
        lattice[2 * row + 1, 2 * col + 1] = not exits and rows * cols > 1
        for side in set(Direction) - set(exits):
            y, x = 2 * row + 1 + side.delta[0], 2 * col + 1 + side.delta[1]
            along, across = abs(side.delta[1]), abs(side.delta[0])
            lattice[y - along : y + along + 1, x - across : x + across + 1] = True
    high, wide = ([cell - wall if at % 2 else wall for at in range(n)] for n in lattice.shape)
    return lattice.repeat(high, axis=0).repeat(wide, axis=1)


class TestPixels:
    @pytest.mark.parametrize(("cell", "wall"), [(2, 1), (5, 1), (6, 3), (3, 2)])
    @pytest.mark.parametrize(
        "game_id", ["wilson:5x4:a", "prim:1x1:a", "wilson:9x7:mask=ring:a", "eller:1x5:a"]
    )
    def test_a_bitmap_is_what_a_slow_drawing_draws(self, game_id, cell, wall):
        maze = Level.of(Recipe.parse(game_id)).maze
        drawn = Image.open(io.BytesIO(written("pbm", Picture.of(maze, cell=cell, wall=wall))))
        assert np.array_equal(np.asarray(drawn), ~naive_pixels(maze, cell, wall))

    @pytest.mark.parametrize("name", ["png", "pbm", "npy"])
    @pytest.mark.parametrize("height", [1, 2, 9])
    def test_rows_that_come_in_bands_give_the_same_file(self, name, height):
        """Also those of cells alone, which are no rock."""
        alone = Level(Maze(np.zeros((5, 3), np.uint8)), (4, 1), [(2, 0)])
        for level in (LEVEL, Level.of("eller:1x1:a"), alone):
            picture = Picture.of(level, cell=2, wall=1)
            passages = picture.maze.passages
            bands = np.split(passages, range(height, len(passages), height))
            rows = replace(picture.as_rows(), bands=iter(bands))
            assert b"".join(FORMATS[name].load().write_rows(rows)) == written(name, picture)

    @pytest.mark.parametrize("name", ["png", "pbm", "svg"])
    def test_a_wall_leaves_room_in_its_cell(self, name):
        with pytest.raises(ValueError, match="a wall of 4 pixels leaves no room in a cell of 4"):
            written(name, Picture.of(LEVEL, cell=4, wall=4))

    def test_a_png_has_a_longest_side(self):
        rows = Picture.of(LEVEL).as_rows()
        with pytest.raises(ValueError, match="not possible"):
            write_png_rows(type(rows)(1 << 30, 5, rows.bands))


def test_the_colours_of_distances_go_through_three():
    heat = replace(colours_of(""), stops=("#000000", "#5a005a", "#b40000")).heat()
    assert [colour[1:5] for colour in heat] == [f"{20 * n:02x}00" for n in range(HEAT_BANDS)]
    blue = [int(colour[5:], 16) for colour in heat]
    assert blue == [0, 20, 40, 60, 80, 80, 60, 40, 20, 0]


def test_every_theme_of_the_game_has_colours():
    from mazegame.themes import OUR_THEMES

    assert {*OUR_THEMES, "paper"} == set(THEMES)
    with pytest.raises(ValueError, match="there are no colours 'blue': there are paper, "):
        colours_of("blue")


@pytest.mark.parametrize("name", sorted(PALETTES))
def test_a_picture_has_the_colours_of_the_screen(name):
    picture = Picture.of(LEVEL, path=True, theme=name)
    pixels = Image.open(io.BytesIO(written("png", picture))).convert("RGB")
    seen = {colour for _, colour in pixels.getcolors()}
    inks = (Ink.FLOOR, Ink.LIT, Ink.PATH, Ink.START, Ink.GOAL)
    assert {PALETTES[name].rgb(ink) for ink in inks} <= seen


def test_a_picture_without_a_maze_is_refused_with_a_reason():
    for draw in (
        lambda d: d.ellipse((10, 10, 90, 90), outline=0),
        lambda d: d.line((0, 0, 99, 99), fill=0, width=9),
    ):
        picture = Image.new("L", (100, 100), 255)
        draw(ImageDraw.Draw(picture))
        with pytest.raises(FormatError, match=r"lattice|equal|cells|rock"):
            read(Source.of(saved(picture, "PNG")))


class TestDamage:
    @pytest.mark.parametrize("name", ["png", "npz"])
    def test_no_changed_byte_of_a_packed_file_gives_another_maze(self, name):
        whole = written(name, Picture.of(LEVEL))
        for at in range(len(whole)):
            file = bytearray(whole)
            file[at] ^= 1 << at % 8
            with contextlib.suppress(ValueError):
                assert read(Source.of(bytes(file)), name).maze == LEVEL.maze


class TestSvg:
    @pytest.mark.parametrize(
        ("start", "goal"), [((0, 4), (5, 2)), ((2, 0), (3, 8)), ((2, 8), (5, 3)), ((4, 0), (0, 6))]
    )
    def test_where_the_text_names_no_ends_they_are_at_the_gaps(self, start, goal):
        opened = written("svg", Picture.of(Level(LEVEL.maze, start, (goal,)), doors=True))
        found = read(Source.of(re.sub(rb' data-ends="[^"]*"', b"", opened)))
        assert found.maze == LEVEL.maze
        assert {found.start, *found.goals} == {start, goal}

    @pytest.mark.parametrize(("cell", "letters"), [(9, []), (10, ["A", "B"])])
    def test_the_ends_have_letters_where_eight_pixels_are_free(self, cell, letters):
        text = written("svg", Picture.of(LEVEL, cell=cell, wall=2)).decode()
        assert re.findall(r">([AB])</text>", text) == letters

    def test_a_walk_or_a_path_alone_is_wide(self):
        walk = LEVEL.path_from(LEVEL.start)
        for layers, width in (({"walk": walk}, "2.40"), ({"path": True}, "1.76")):
            text = written("svg", Picture.of(LEVEL, cell=10, wall=2, **layers)).decode()
            assert f'stroke-width="{width}" stroke-linecap="round"' in text

    def test_what_fills_no_cell_is_left_out(self):
        text = written("svg", Picture.of(Level.of("wilson:3x2:a"), heat=True)).decode()
        assert '<path id="heat' in text
        assert 'd=""' not in text

    def test_a_name_is_never_markup(self):
        level = Level(LEVEL.maze, (0, 0), ((5, 8),), name='<script>"&')
        text = written("svg", Picture.of(level, title=True)).decode()
        assert "<script>" not in text
        assert "&lt;script&gt;" in text


class TestPdf:
    def pages(self, data: bytes) -> list[str]:
        return [
            zlib.decompress(stream).decode("latin-1")
            for stream in re.findall(rb"stream\n((?s:.*?))\nendstream", data)
            if stream[:1] == b"x"
        ]

    @pytest.mark.parametrize(
        ("size", "paper", "box", "cell"),
        [
            ("30x6", "a4", "841.89 595.28", 25.263),
            ("30x29", "a4", "841.89 595.28", 16.596),
            ("6x30", "a4", "595.28 841.89", 24.263),
            ("6x30", "letter", "612.00 792.00", 22.6),
            ("5x4", "a4", "841.89 595.28", 34.0),
        ],
    )
    def test_the_maze_fills_a_page_that_lies_as_it_does(self, size, paper, box, cell):
        level = Level.of(Recipe.parse(f"wilson:{size}:a"))
        data = written("pdf", Picture.of(level, paper=paper))
        boxes = re.findall(rb"/MediaBox \[0 0 ([\d. ]+)\]", data)
        assert {tuple(map(float, one.split())) for one in boxes} == {tuple(map(float, box.split()))}
        width, height = map(float, box.split())
        (first, _) = self.pages(data)
        # The walls' strokes go from the left end of the maze to its right end, and to its bottom.
        strokes = [
            tuple(map(float, ends)) for ends in re.findall(r"(\S+) (\S+) m (\S+) (\S+) l S", first)
        ]
        wall = 0.12 * cell
        left, right = min(x for x, *_ in strokes), max(x for _, _, x, _ in strokes)
        top = max(y for _, y, *_ in strokes)
        assert right - left == pytest.approx(cell * level.cols + wall, abs=0.05)
        assert (left + right) / 2 == pytest.approx(width / 2, abs=0.05)
        assert top == pytest.approx(height - 72 + wall / 2, abs=0.05)

    def test_the_same_maze_gives_the_same_bytes(self):
        first, again = (written("pdf", Picture.of(LEVEL, heat=True)) for _ in range(2))
        assert first == again

    def test_a_title_cannot_break_out_of_its_string(self):
        level = Level(LEVEL.maze, (0, 0), ((5, 8),), name="a) Tj (\\ \u00fc \u2603")
        (first, _) = self.pages(written("pdf", Picture.of(level)))
        assert "(a\\) Tj \\(\\\\ \xfc ?) Tj" in first

    @pytest.mark.parametrize("sign", ["\u2013", "\u20ac", "\u201c", "\u2019"])
    def test_signs_of_its_fonts_are_shown_in_titles_and_game_ids(self, sign):
        level = Level.of(f"wilson:4x4:a{sign}b")
        (named, _), (titled, _) = (
            self.pages(to_bytes(level, "pdf", **more)) for more in ({}, {"title": f"c{sign}d"})
        )
        code = sign.encode("cp1252").decode("latin-1")
        assert f"(wilson:4x4:a{code}b) Tj" in named
        assert f"(c{code}d) Tj" in titled

    def test_a_game_id_that_it_cannot_show_is_refused_unless_a_title_replaces_it(self):
        level = Level.of("wilson:4x4:\u65e5")
        with pytest.raises(
            ValueError, match=r"the game ID .* has '\u65e5', .* lack: svg shows every"
        ):
            to_bytes(level, "pdf")
        assert "(day) Tj" in self.pages(to_bytes(level, "pdf", title="day"))[0]

    def test_a_title_of_ones_own_stands_in_place_of_the_game_id(self):
        (first, second) = self.pages(to_bytes(LEVEL, "pdf", title="A rainy day"))
        assert "(A rainy day) Tj" in first
        assert "(A rainy day   shortest path" in second
        assert str(LEVEL.recipe) not in first
        svg = to_bytes(LEVEL, "svg", title="A <rainy> day").decode()
        assert svg.count("A &lt;rainy&gt; day") == 2  # for the eye, and for readers of screens


class TestTitlesInPixels:
    @pytest.mark.parametrize("layers", [{}, {"heat": True, "path": True}, {"theme": "maze-dark"}])
    @pytest.mark.parametrize(("cell", "title"), [(24, "Maze 7"), (3, "Far wider than its maze"),
                                                 (80, "W"), (24, True)])  # fmt: skip
    def test_the_maze_below_a_title_is_as_without_it(self, cell, title, layers):
        whole = self.opened(to_bytes(LEVEL, "png", cell=cell, title=title, **layers))
        plain = self.opened(to_bytes(LEVEL, "png", cell=cell, **layers))
        top = whole.height - plain.height
        assert top > 0
        assert whole.width >= plain.width
        below = whole.crop((0, top, plain.width, whole.height))
        assert np.array_equal(np.asarray(below), np.asarray(plain))
        ground, ink = (ImageColor.getrgb(getattr(colours_of(layers.get("theme", "")), part))
                       for part in ("ground", "wall"))  # fmt: skip
        band = np.asarray(whole.crop((0, 0, whole.width, top)))
        assert (band == ink).all(axis=2).any()
        beside = np.asarray(whole.crop((plain.width, top, whole.width, whole.height)))
        for edge in (band[0], band[-1], band[:, 0], band[:, -1], beside):
            assert (edge == ground).all()

    def test_each_letter_of_a_title_is_drawn_as_the_font_has_it(self):
        shown = Image.fromarray(title_pixels("Maze 7!", 20, 500, None))
        alone = Image.new("L", (500, 100))
        font = ImageFont.load_default(18)
        ImageDraw.Draw(alone).text((50, 50), "Maze 7!", 255, font, anchor="ls")
        assert shown.crop(shown.getbbox()) == alone.crop(alone.getbbox())

    @pytest.mark.parametrize("layers", [{}, {"cell": 3}, {"heat": True}, {"theme": "maze-dark"}])
    def test_a_picture_with_a_title_is_read_as_its_level(self, layers):
        assert from_bytes(to_bytes(LEVEL, "png", title="AB |_| #7", **layers)) == LEVEL

    def test_letters_are_never_too_small_to_read(self):
        for text in ("x" * 20, "x" * 200):
            shown = title_pixels(text, 1, 5, None)
            assert shown.shape[1] >= 5 * len(text)
            assert len(shown) >= SMALLEST

    @pytest.mark.parametrize("cell", [100, 5000])
    def test_nor_as_large_as_the_cells_of_posters(self, cell):
        assert len(title_pixels("Poster", cell, 100 * cell, None)) < 2 * LARGEST

    @staticmethod
    def opened(data):
        return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.mark.parametrize(
    ("ends", "doors", "wanted"),
    [
        ("corners", True, ["N", "S"]),
        ("corners", "W-E", ["W", "E"]),
        ("corners", "n-e", ["N", "E"]),
        ("r2c0-r0c3+r4c1", True, ["W", "N", "S"]),
    ],
)
def test_doors_are_on_the_sides_that_are_asked_for(ends, doors, wanted):
    level = Level.of(f"wilson:6x5:ends={ends}:a")
    picture = Picture.of(level, doors=doors)
    assert [side.name for _, side in picture.openings()] == wanted
    closed, opened = (written("ascii", Picture.of(level, doors=d)).decode() for d in (False, doors))
    assert sum(a != b for a, b in zip(closed, opened, strict=True)) == sum(
        3 if side in "NS" else 1 for side in wanted
    )


@pytest.mark.parametrize(
    ("ends", "doors", "said"),
    [
        ("r0c0-r2c2", True, "B at row 3, column 3 lies inside the maze and can have no door"),
        ("r1c1-r4c5", True, "A at row 2, column 2 lies inside the maze"),
        ("corners", "E-S", "A at row 1, column 1 has no door at its side E: N or W fits"),
        ("corners", "north", "each N, E, S or W, such as W-E fit"),
        ("corners", "W", "such as W-E fit"),
    ],
)
def test_doors_that_cannot_be_are_refused(ends, doors, said):
    with pytest.raises(ValueError, match=said):
        Picture.of(Level.of(f"wilson:6x5:ends={ends}:a"), doors=doors)


@pytest.mark.parametrize(
    ("mask", "said"),
    [
        ("circle", "doors A and B lie on the edge .* 4 of its cells are, such as r0c12$"),
        ("letters.HI", "no door: no cell of its shape lies on the edge of its rectangle"),
    ],
)  # fmt: skip
def test_no_ends_are_advised_that_give_a_masked_maze_no_doors(mask, said):
    for ends in ("rim", "corners"):
        with pytest.raises(ValueError, match=said):
            Picture.of(Level.of(f"wilson:25x15:mask={mask},ends={ends}:a"), doors=True)
    if mask == "circle":
        level = Level.of(f"wilson:25x15:mask={mask},ends=r0c12-r14c12:a")
        assert len(Picture.of(level, doors=True).openings()) == 2

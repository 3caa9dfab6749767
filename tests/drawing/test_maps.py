"""Maps of a whole maze, with walls, walks or shares: what fits, what is seen."""

import itertools
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.drawing import WALLS, Ink, Minimap, Overview, Scene, Walker, zooms
from mazegame.drawing.density import DensityMap
from mazegame.drawing.half_blocks import HalfBlocks
from mazegame.drawing.lines import LinesDrawing
from mazegame.drawing.outline import Outline
from mazegame.drawing.wall_map import WallMap, walled_maps
from mazegame.drawing.zoom import best_fit
from mazegame.engine import Direction, Level, Maze, Recipe, generate
from mazegame.engine.carving.carving_grid import UNVISITED
from mazegame.game.run import step
from tests.drawing.pictures import half_carved, lines, text, walked, whole
from tests.game.mazes import corridor, forked


@pytest.mark.parametrize(
    ("braille", "cols", "rows", "steps", "drawn"),
    [
        (True, 8, 8, "N" * 7 + "E" * 5, ["╭────╮", "│⡏⠉⠉ │", "│A  B│", "╰────╯"]),
        (False, 6, 4, "NNN" + "EEE", ["+------+", "|oooo  |", "|A    B|", "+------+"]),
    ],
)
def test_a_dot_is_a_visited_cell(braille, cols, rows, steps, drawn):
    """Without Braille a character is one dot."""
    level = Level(Maze.from_floor([[1] * cols] * rows), (rows - 1, 0), ((rows - 1, cols - 1),))
    _, scene = walked(level, steps)
    assert text(Overview(1, braille=braille), scene) == drawn
    assert set(lines(Overview(1, braille=braille), scene)[0].ink) == {Ink.WALL}


@pytest.mark.variants("braille", "maze", "kind")
@pytest.mark.parametrize(("braille", "shades"), [(True, " ·░"), (False, " ,;")])
@pytest.mark.parametrize(("maze", "zoom"), [("150x80", 0), ("150x80", 1), ("900x900", 0)])
@pytest.mark.parametrize("kind", ["recursive-backtracker", "wilson"])
def test_a_maze_that_is_alike_everywhere_has_areas_of_every_shade(
    kind, maze, zoom, braille, shades
):
    """No map is one grey square: one remembers a place by its shade."""
    scene = Scene.of(Level.of(Recipe.parse(f"{kind}:{maze}:kite-7")))
    rows, cols = scene.shape
    maps = Overview.filling(cols, rows, 78, 21, braille=braille, density=True)
    drawing = maps[min(zoom, len(maps) - 1)]
    drawn = text(drawing, scene)[1:-1]
    inside = "".join(line[1:-1] for line in drawn)
    assert all(inside.count(shade) > len(inside) / 20 for shade in shades)
    alike = sum(line[at] == line[at + 1] for line in drawn for at in range(1, len(line) - 2))
    assert alike > len(inside) / 2, "not single characters here and there"


def test_without_dead_ends_all_is_the_middle_shade():
    scene = Scene.of(Level.of(Recipe.parse("wilson:150x80:braid=100:a")))
    drawn = "".join(line[1:-1] for line in text(Overview(2, density=True), scene)[1:-1])
    assert set(drawn) == {"A", "B", "·"}


@pytest.mark.parametrize("colour", [True, False])
def test_in_ascii_no_shade_is_a_mark_or_the_dark(colour):
    level = Level.of(Recipe.parse("wilson:60x40:a"))
    drawing = Overview(1, braille=False, density=True, colour=colour)
    shaded = set("".join(line[1:-1] for line in text(drawing, Scene.of(level))[1:-1])) - {*"AB"}
    assert not shaded & {
        chr(drawing.glyphs.dot(colour=colour)),
        *drawing.glyphs.walk_marks.values(),
    }


def test_a_dot_covers_a_square_of_cells():
    level = corridor(40)
    run, scene = walked(level, "E" * 20)
    drawing = Overview(5)
    assert drawing.size(40, 1) == (6, 3)
    scene.walkers = [Walker(run.position)]
    assert text(drawing, scene)[1] == "│A⠉@B│"


@pytest.mark.parametrize("drawing", [Overview, WallMap])
@pytest.mark.parametrize("colour", [True, False])
def test_the_way_to_the_player_is_the_brightest_on_a_map_and_its_ground_the_dimmest(
    drawing, colour
):
    """Without colours, its signs are not those of the walls, the detours or the ground."""
    level = Level(Maze.from_floor([[1] * 40] * 24), (0, 0), ((23, 39),))
    _, scene = walked(level, "S" * 20 + "N" * 20 + "E" * 20, player=True)
    fine = Fraction(2) if drawing is Overview else GLYPHS
    shaded = {"density": True} if drawing is Overview else {}
    block = whole(drawing(fine, colour=colour, **shaded), scene)
    route = block.ink == Ink.PLAYER
    assert route[0 if drawing is WallMap else 1].sum() >= 4
    assert Ink.TRAIL not in block.ink
    signs = {*map(chr, block.glyphs[route & (block.ground == Ink.FLOOR)])}
    assert (block.ink == Ink.BACKTRACK).any()
    if not colour:
        assert signs == {"•"}
        assert not signs & {*map(chr, block.glyphs[~route])}
    if drawing is Overview:
        shades = np.isin(block.glyphs, [*map(ord, "·:░")])
        assert shades.any()
        assert {*block.ink[shades].tolist()} == {Ink.ROCK}


def test_the_route_outshines_the_path_and_that_the_detours():
    level = Level(Maze.from_floor([[1] * 8] * 4), (0, 0), ((3, 7),))
    _, scene = walked(level, "EEEEWWWW" + "SSSEE")
    scene.show_path(level.path_from((3, 2)))
    inks = lines(Overview(1), scene)[1].ink.tolist()[1:5]
    assert inks == [Ink.START, Ink.PLAYER, Ink.PATH, Ink.GOAL]
    scene.path = None
    assert lines(Overview(1), scene)[1].ink.tolist()[3] == Ink.BACKTRACK


@pytest.mark.parametrize(("width", "height"), [(80, 21), (200, 57), (40, 9), (3, 3)])
@pytest.mark.parametrize(("cols", "rows"), [(1, 1), (19, 10), (300, 7), (4096, 4096)])
@pytest.mark.parametrize("braille", [True, False])
def test_the_fitting_map_fits_and_is_the_largest_that_does(cols, rows, width, height, braille):
    drawing = Overview.fitting(cols, rows, width, height, braille=braille)
    wide, high = drawing.size(cols, rows)
    assert wide <= width
    assert high <= height
    if drawing.scale > 1:
        larger = Overview(drawing.scale - 1, braille=braille).size(cols, rows)
        assert larger[0] > width or larger[1] > height


@pytest.mark.parametrize(
    ("cols", "rows", "window"),
    [
        (150, 80, (80, 21)),
        (4096, 4096, (80, 21)),
        (4096, 4096, (200, 57)),
        (700, 41, (45, 11)),
        (60, 900, (80, 21)),
    ],
)
@pytest.mark.parametrize("braille", [True, False])
def test_the_first_map_fills_its_window_and_the_next_ones_are_larger(cols, rows, window, braille):
    first, *larger = Overview.filling(cols, rows, *window, braille=braille)
    wide, high = first.size(cols, rows)
    assert wide <= window[0]
    assert high <= window[1]
    a_dot_a_cell = Overview(1, braille=braille).size(cols, rows)
    stretched = cols / rows / ((wide - 2) / (high - 2) / 2)
    fills_x = wide in {window[0], a_dot_a_cell[0]}
    fills_y = high in {window[1], a_dot_a_cell[1]}
    assert fills_x or fills_y
    assert (fills_x and fills_y) or max(stretched, 1 / stretched) > 1.7, "as far as is fair"
    sizes = [one.size(cols, rows) for one in (first, *larger)]
    for (before_x, before_y), (x, y) in itertools.pairwise(sizes):
        assert before_x <= x <= 2 * before_x
        assert before_y <= y <= 2 * before_y
        assert (before_x, before_y) != (x, y)
    assert sizes[-1] == a_dot_a_cell


@given(st.integers(1, 40), st.integers(1, 40), st.integers(3, 20), st.integers(3, 12), st.data())
def test_any_part_of_a_filling_map_is_that_part_of_the_whole(cols, rows, width, height, data):
    """Every dot has its cells, every cell has one dot; a part is drawn as in the whole."""
    grid = np.full((rows, cols), 15, np.uint8)
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    scene = Scene(grid)
    scene.tracks = np.zeros_like(grid)
    here = data.draw(st.sampled_from(cells))
    scene.tracks[here] = 1
    for drawing in Overview.filling(cols, rows, width, height, density=True):
        wide, high = drawing.size(cols, rows)
        block = whole(drawing, scene)
        lit = [(x, y) for y, x in np.argwhere(block.ink == Ink.BACKTRACK).tolist()]
        assert lit == [drawing.centre(here)]
        assert drawing.cell_at(*drawing.centre(here)) <= here
        x, y = data.draw(st.integers(0, wide - 1)), data.draw(st.integers(0, high - 1))
        part = drawing.block(scene, x, y, wide - x, high - y)
        for own, all_of_it in zip(part, block, strict=True):
            assert np.array_equal(own, all_of_it[y:, x:])


def test_hints_and_marks_are_on_the_map():
    level = corridor(40)
    scene = Scene.of(level)
    scene.labels[0, 11] = "*"
    scene.show_hint((0, 20), [(0, 21)])
    assert text(Overview(1), scene)[1].startswith("│A    *    →")


def test_every_cell_lies_in_the_map():
    level = Level.of(Recipe.parse("binary-tree:37x23:map"))
    drawing = Overview.fitting(37, 23, 20, 10)
    wide, high = drawing.size(37, 23)
    for cell in ((0, 0), (22, 36), (11, 18)):
        x, y = drawing.centre(cell)
        assert 0 < x < wide - 1
        assert 0 < y < high - 1
        scene = Scene.of(level, Walker(cell))
        assert text(drawing, scene)[y][x] == "@"


def test_the_lines_of_rivals_are_on_the_map_where_the_player_did_not_walk():
    level = corridor(40)
    _, scene = walked(level, "E" * 9)
    tracks = [bytearray(40) for _ in range(2)]
    tracks[0][3:22], tracks[1][28:31] = b"\xaa" * 19, b"\x0a" * 3
    scene.show_lines([(1, tracks[0]), (3, tracks[1])])
    for braille in (True, False):
        line = lines(Overview(1, braille=braille), scene)[1]
        inks = [line.ink[at] for at in ((2, 11, 16) if braille else (4, 22, 31))]
        assert inks == [Ink.PLAYER, Ink.RIVAL_2, Ink.RIVAL_4_BACK]


def test_the_minimap_is_drawn_anew_only_after_a_change():
    run, scene = walked(corridor(400), "E")
    scene.walkers = [walker := Walker(run.position)]
    minimap = Minimap(scene, 22, 3)
    window = (0, 0), (0, 39)
    first = minimap.draw(*window)
    walker.cell = (0, 2)
    minimap.light_up([(0, 2)])
    assert minimap.draw(*window) is first  # within the same character
    walker.cell = (0, 90)
    moved = minimap.draw(*window)
    assert moved is not first
    before = minimap.draw(*window)
    for _ in range(60):
        step(run, Direction.E)
    minimap.light_up([run.position])
    assert minimap.draw(*window) is not before
    assert minimap.draw((0, 50), (0, 89))[1].tolist() != before[1].tolist()


@pytest.mark.parametrize(
    ("first", "last", "lit"),
    [
        ((0, 0), (39, 39), (0, 0, 9, 19)),
        ((8, 6), (19, 13), (2, 3, 4, 6)),
        ((-9, -9), (7, 5), (0, 0, 1, 2)),
        ((36, 38), (50, 50), (9, 19, 9, 19)),
        ((-9, 0), (-4, 39), None),
        ((0, -9), (39, -4), None),
    ],
)
def test_the_minimap_lights_the_characters_of_the_window_up_to_the_last(first, last, lit):
    """A character is two columns of four rows."""
    level = Level(Maze.from_floor([[1] * 40] * 40), (0, 0), ((39, 39),))
    minimap = Minimap(Scene.of(level), 22, 12)
    assert minimap.size == (22, 12)
    floor = minimap.draw(first, last)[2][1:-1, 1:-1] != Ink.ROCK
    marks = {(0, 0), (9, 19)}  # A and B have a ground of their own
    expected = set()
    if lit is not None:
        top, left, bottom, right = lit
        expected = {(y, x) for y in range(top, bottom + 1) for x in range(left, right + 1)}
    assert {(y, x) for y, x in np.argwhere(floor).tolist()} - marks == expected - marks


def test_in_ascii_the_path_is_a_line():
    """Where it fills an area, its turns are still to be seen; a character is two rows."""
    maze = Maze([[2, 12, 0, 0, 0], *[[0, 5, 0, 0, 0]] * 4, [0, 3, 10, 10, 8]])
    level = Level(maze, (0, 0), ((5, 4),))
    scene = Scene.of(level)
    scene.show_path(level.path_from(level.start))
    drawn = [line[1:-1] for line in text(Overview(1, braille=False), scene)[1:-1]]
    assert drawn == ["A+   ", " |   ", " +--B"]


GLYPHS = WALLS["rounded"]


@pytest.mark.parametrize("walls", ["heavy", "ascii"])
@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("width", [80, 60, 45, 120, 200])
def test_a_b_and_the_player_are_drawn_on_the_map_as_in_play(walls, colour, width):
    scene = Scene.of(Level.of(Recipe.parse("wilson:10x4:map")), Walker((1, 4)))
    found = best_fit(walled_maps(walls, colour=colour), 10, 4, width, 24)
    assert found in zooms(walls, colour=colour, marked=True)
    cells = [end.cell for ends in scene.ends.values() for end in ends]
    for cell, letter in [*zip(cells, "AB", strict=True), ((1, 4), None)]:
        x, y, wide, high = found.extent(cell)
        mark = found.block(scene, x + 1, y + 1, wide - 2, high - 2)
        assert mark.ink.min() == mark.ink.max() != Ink.FLOOR, "all of the cell, and no wall"
        if letter:
            at = found.centre(cell)
            assert chr(mark.glyphs[at[1] - y - 1, at[0] - x - 1]) == letter
    if walls == "ascii":
        assert "".join(text(found, scene)).isascii()


def test_in_ascii_every_wall_is_seen_where_a_cell_has_two_characters():
    found = best_fit(walled_maps("ascii", colour=True), 30, 12, 78, 20)
    assert isinstance(found, Outline)
    _, scene = walked(forked(), "EE")
    assert text(found, scene) == [
        " _______ ",
        "|Aoooo__|",
        "|  _|  B|",
        "|_____|_|",
    ]


@pytest.mark.parametrize(
    ("cols", "rows", "size", "kind"),
    [
        (30, 12, (164, 57), LinesDrawing),
        (19, 9, (80, 21), LinesDrawing),
        (19, 9, (45, 11), HalfBlocks),
        (150, 80, (164, 57), WallMap),
        (79, 41, (80, 21), WallMap),
        (1000, 1000, (164, 57), type(None)),
    ],
)
def test_the_map_is_the_largest_that_fits(cols, rows, size, kind):
    found = best_fit(walled_maps("heavy", colour=True), cols, rows, *size)
    assert isinstance(found, kind)
    if found is not None:
        wide, high = found.size(cols, rows)
        assert wide <= size[0]
        assert high <= size[1]


def test_shades_say_where_dead_ends_are():
    level = Level.of(Recipe.parse("kruskal:120x40:shade"))
    few = Level(Maze.from_floor([[1] * 120] * 40), (0, 0), ((39, 119),))
    shades = []
    for one in (level, few):
        block = whole(Overview(3, density=True), Scene.of(one))
        shades.append(set(map(chr, block.glyphs[2:-2, 2:-2].ravel())))
    assert shades[0] == set(" ·░")
    assert shades[1] == {"·"}


def test_the_shade_of_a_large_character_is_that_of_its_own_rows():
    grid = np.full((144, 90), 15, np.uint8)
    grid[72:] = 4
    drawn = text(Overview(9, density=True), Scene(grid))
    assert [line[1:-1] for line in drawn[1:-1]] == ["     ", "     ", "░░░░░", "░░░░░"]


def test_in_fog_there_is_no_shade_where_nothing_was_seen():
    scene = Scene.of(Level.of(Recipe.parse("kruskal:120x40:shade")))
    scene.light = np.zeros(scene.shape, np.uint8)
    scene.light[:, :20] = 1
    block = whole(Overview(3, density=True), scene)
    assert set(map(chr, block.glyphs[1:-1, 8:-1].ravel())) == {"·"}
    assert set(block.ink[1:-1, 8:-1].ravel()) == {Ink.ROCK}, "dots, as in play"
    assert (block.ink[1:-1, 1:3] == Ink.WALL).any()


@pytest.mark.parametrize("colour", [True, False])
def test_heat_is_on_every_map(colour):
    level = Level.of(Recipe.parse("kruskal:120x40:shade"))
    fine = Overview(1, braille=False, density=True, colour=colour)  # too fine for shades
    for drawing in (WallMap(GLYPHS, colour=colour), Overview(3, density=True, colour=colour), fine):
        scene = Scene.of(level)
        scene.heat = True
        block = whole(drawing, scene)
        bands = {*block.ink.ravel().tolist(), *block.ground.ravel().tolist()}
        assert {Ink.BAND, Ink.BAND + 9} <= bands
        if not colour:
            assert {"0", "9"} <= set(map(chr, block.glyphs.ravel()))


@pytest.mark.parametrize("drawing", [Overview(2, density=True), WallMap(GLYPHS)])
def test_on_heat_the_way_to_the_player_has_the_ink_of_play(drawing):
    """It is black there: the player's colour may be that of the heat."""
    _, scene = walked(Level.of(Recipe.parse("kruskal:40x20:heat")), "", player=True)
    scene.tracks[0, 4:12] = 0x22
    scene.heat = True
    block = whole(drawing, scene)
    assert (block.ink == Ink.TRAIL).any()
    assert (block.ink == Ink.PLAYER).sum() == 1, "the player itself"


def test_heat_in_an_outline_has_its_digits_and_walls_that_are_seen_on_it():
    scene = Scene.of(Level.of(Recipe.parse("kruskal:20x8:heat")))
    scene.heat = True
    block = whole(zooms("ascii", colour=True, marked=True)[-1], scene)
    glyphs = block.glyphs[:, 1::2]
    digits = (glyphs >= ord("0")) & (glyphs <= ord("9"))
    assert digits.sum() == 20 * 8 - 2, "in each cell but A and B"
    bars = (block.glyphs == ord("|")) & (block.ground >= Ink.BAND)
    assert bars.any()
    assert (block.ink[bars] == block.ground[bars]).all(), "as letters are"


def test_beside_a_path_a_map_in_braille_has_no_walls():
    level = Level.of(Recipe.parse("wilson:24x16:way"))
    scene = Scene.of(level)
    plain = whole(WallMap(GLYPHS), scene)
    scene.show_path(level.cells_of_path())
    block = whole(WallMap(GLYPHS), scene)
    on_path = block.ink == Ink.PATH
    assert on_path.any()
    walls = plain.glyphs[on_path] & 0xFF
    assert not (block.glyphs[on_path] & 0xFF & walls).any()
    assert (block.glyphs[~on_path] == plain.glyphs[~on_path]).all()


@given(st.integers(1, 50), st.integers(1, 50), st.integers(2, 9), st.data())
def test_an_active_cell_shows_in_its_character_wherever_it_is(cols, rows, scale, data):
    scene, drawing = half_carved(cols, rows), DensityMap(scale, GLYPHS)
    cell = data.draw(st.tuples(st.integers(0, rows - 1), st.integers(0, cols - 1)))
    scene.paint[cell] = Ink.CURRENT
    block = whole(drawing, scene)
    x, y = drawing.centre(cell)
    assert Ink.CURRENT in {block.ink[y, x], block.ground[y, x]}
    assert (x, y) == drawing.extent(cell)[:2]
    row, col = drawing.cell_at(x, y)
    assert 0 <= cell[0] - row < 2 * scale
    assert 0 <= cell[1] - col < scale


def test_a_pixel_has_the_paint_of_its_middle_cell_and_one_of_few_cells_of_its_last():
    scene = Scene(generate("prim", 15, 15, "x").passages)
    scene.paint = np.zeros(scene.shape, np.uint8)
    scene.paint[np.ix_([3, 10, 14], [3, 10, 14])] = Ink.STACK
    assert set(whole(DensityMap(7, GLYPHS), scene).ink.flat) == {Ink.STACK}


def test_a_pixel_may_have_more_rows_than_a_byte_counts():
    scene = Scene(np.full((300, 300), 15, np.uint8))
    assert Ink.ROCK not in whole(DensityMap(300, GLYPHS), scene).ink


def test_what_is_not_carved_is_wall_and_what_is_has_shades():
    grid = generate("prim", 60, 60, "x").passages.copy()
    grid[:30] = UNVISITED
    for scale, carved in ((5, 3), (10, 2)):
        block = whole(DensityMap(scale, GLYPHS), Scene(grid))
        assert set(block.glyphs[: carved - 1].flat) == {ord("█")}
        shades = {ord("░")} if scale == 5 else set(map(ord, "░▒"))
        assert set(block.glyphs[carved:].flat) <= shades, "calm where a character has few cells"
    assert chr(block.glyphs[2, 2]) == "▒"


def test_without_colours_or_blocks_a_character_is_one_sign():
    grid = generate("prim", 60, 60, "x").passages.copy()
    grid[:30] = UNVISITED
    scene = Scene(grid)
    scene.paint = np.zeros(grid.shape, np.uint8)
    scene.paint[0, 0:20], scene.paint[9, 9] = Ink.WALK, Ink.CURRENT
    for walls, dot, shade, signs in (("rounded", "·", "░", "~●~~"), ("ascii", "'", ",", "~O~~")):
        drawing = DensityMap(5, WALLS[walls], colour=walls == "ascii")
        lines = ["".join(map(chr, line)) for line in whole(drawing, scene).glyphs]
        assert lines == [signs + dot * 8, *[dot * 12] * 2, *[shade * 12] * 3]


@given(st.integers(1, 5000), st.integers(1, 5000), st.integers(1, 200), st.integers(1, 60))
def test_it_fits_its_window(cols, rows, width, height):
    drawing = DensityMap.fitting(cols, rows, (width, height), GLYPHS, colour=True)
    wide, high = drawing.size(cols, rows)
    assert wide <= width
    assert high <= height

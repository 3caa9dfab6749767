"""Maps with walls: what fits, what is seen, and that a cell changes only its own characters."""

import numpy as np
import pytest

from mazegame.drawing import WALLS, Ink, Overview, Scene, Walker, zooms
from mazegame.drawing.half_blocks import HalfBlocks
from mazegame.drawing.lines import LinesDrawing
from mazegame.drawing.outline import Outline
from mazegame.drawing.wall_map import WallMap, fitting_map
from mazegame.engine import Level, Maze, Recipe
from tests.drawing.pictures import text, walked, whole
from tests.game.mazes import forked

GLYPHS = WALLS["rounded"]


@pytest.mark.parametrize("walls", ["heavy", "ascii"])
@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("width", [80, 60, 45, 120, 200])
def test_a_b_and_the_player_are_drawn_on_the_map_as_in_play(walls, colour, width):
    scene = Scene.of(Level.of(Recipe.parse("wilson:10x4:map")), Walker((1, 4)))
    found = fitting_map(10, 4, (width, 24), walls, colour=colour)
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


def test_the_map_of_a_large_maze_is_ascii_where_walls_are():
    assert fitting_map(60, 40, (80, 21), "ascii", colour=True) is None
    drawing = Overview.fitting(60, 40, 80, 21, braille=False)
    assert "".join(text(drawing, Scene.of(Level.of(Recipe.parse("wilson:60x40:map"))))).isascii()


def test_in_ascii_every_wall_is_seen_where_a_cell_has_two_characters():
    found = fitting_map(30, 12, (78, 20), "ascii", colour=True)
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
    found = fitting_map(cols, rows, size, "heavy", colour=True)
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
    assert shades[0] & set("░▒▓")
    assert shades[1] == {"·"}


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

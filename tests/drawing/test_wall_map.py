"""Maps with walls: what fits, what is seen, and that a cell changes only its own characters."""

from __future__ import annotations

import numpy as np
import pytest

from mazegame.drawing import WALLS, ZOOMS, Ink, Overview, Scene
from mazegame.drawing.wall_map import BlockMap, WallMap, fitting_map
from mazegame.engine import Direction, Level, Maze, Recipe
from tests.drawing.pictures import text, whole
from tests.game.mazes import forked

GLYPHS = WALLS["rounded"]


def test_a_block_map_of_single_pixels_is_the_half_block_drawing():
    scene = Scene.of(Level.of(Recipe.parse("wilson:9x6:map")))
    assert text(BlockMap(1, GLYPHS), scene) == text(ZOOMS[-1], scene)


def test_a_block_map_is_larger_by_its_scale():
    scene = Scene.of(Level(Maze.from_walls([[0, 0]], [[1, 1]]), (0, 0), ((0, 1),)))
    lines = text(BlockMap(2, GLYPHS), scene)
    assert lines[0] == lines[2] == "█" * 10
    assert lines[1].startswith("██")
    assert lines[1].count("A") == lines[1].count("B") == 1


def test_braille_shows_every_wall():
    level = forked()
    drawing = WallMap(GLYPHS)
    assert drawing.size(4, 3) == (5, 2)
    block = whole(drawing, Scene.of(level))
    dots = np.zeros((8, 10), bool)
    for (row, col), bit in zip(
        [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)],
        [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80],
        strict=True,
    ):
        codes = np.where(block.glyphs >= 0x2800, block.glyphs, 0)
        dots[row::4, col::2] = (codes & bit) > 0
    for row in range(3):
        for col in range(4):
            if (row, col) in {(0, 0), (1, 3)} or (row, col) == (0, 1):
                continue  # a letter, or beside one
            sides = level.maze.exits((row, col))
            if (2 * row // 4, col) not in {(0, 0), (0, 3)}:
                assert dots[2 * row, 2 * col + 1] == (not sides & Direction.N)
                assert dots[2 * row + 1, 2 * col] == (not sides & Direction.W)
    assert not dots[7:].any()
    assert not dots[:, 9:].any()


@pytest.mark.parametrize(
    ("cols", "rows", "size", "kind"),
    [
        (30, 12, (164, 57), BlockMap),
        (19, 9, (80, 21), BlockMap),
        (150, 80, (164, 57), WallMap),
        (79, 41, (80, 21), WallMap),
        (1000, 1000, (164, 57), type(None)),
    ],
)
def test_the_map_is_the_largest_that_fits(cols, rows, size, kind):
    found = fitting_map(cols, rows, size, GLYPHS, colour=True)
    assert isinstance(found, kind)
    if found is not None:
        wide, high = found.size(cols, rows)
        assert wide <= size[0]
        assert high <= size[1]
    if isinstance(found, BlockMap):
        wide, high = BlockMap(found.scale + 1, GLYPHS).size(cols, rows)
        assert wide > size[0] or high > size[1]


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
    assert set(map(chr, block.glyphs[1:-1, 6:-1].ravel())) == {" "}
    assert (block.ink[1:-1, 1:3] == Ink.WALL).any()


@pytest.mark.parametrize("colour", [True, False])
def test_heat_is_on_every_map(colour):
    level = Level.of(Recipe.parse("kruskal:120x40:shade"))
    for drawing in (
        BlockMap(1, GLYPHS, colour=colour),
        WallMap(GLYPHS, colour=colour),
        Overview(3, density=True, colour=colour),
    ):
        scene = Scene.of(level)
        scene.heat = True
        block = whole(drawing, scene)
        bands = {*block.ink.ravel().tolist(), *block.ground.ravel().tolist()}
        assert {Ink.BAND, Ink.BAND + 9} <= bands
        if not colour:
            assert {"0", "9"} <= set(map(chr, block.glyphs.ravel()))

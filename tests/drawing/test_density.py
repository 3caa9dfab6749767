"""The density map: it fits its window, and no active cell is lost."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mazegame.drawing import WALLS, Ink, Scene
from mazegame.drawing.density import DensityMap
from mazegame.engine import generate
from mazegame.engine.carving.carving_grid import UNVISITED
from tests.drawing.pictures import half_carved, whole

GLYPHS = WALLS["rounded"]


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


def test_a_pixel_of_few_cells_is_painted_like_the_others():
    scene = Scene(generate("prim", 15, 15, "x").passages)
    scene.paint = np.full(scene.shape, Ink.STACK, np.uint8)
    assert set(whole(DensityMap(7, GLYPHS), scene).ink.flat) == {Ink.STACK}


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

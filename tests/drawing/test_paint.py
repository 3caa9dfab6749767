"""Paint, signs and numbers: the lab's layers over a maze, distinct in shape and colour."""

import numpy as np
import pytest

from mazegame.drawing import ASCII_ZOOMS, SETS, ZOOMS, Ink, Scene, zooms
from mazegame.drawing.inks import UNDERLINED
from mazegame.engine import Direction, Maze
from mazegame.engine.carving.carving_grid import UNVISITED
from tests.drawing.pictures import COLOURLESS_ZOOMS, lines

GRAND, LARGE, ROOMY, NARROW, BLOCKS = ZOOMS
OUTLINES = [zooms(walls, colour=False, marked=True)[-1] for walls in ("rounded", "ascii")]
ROW = Maze([[2, 10, 8, 0]])


def painted(*inks, signs=(0, 0, 0, 0)):
    scene = Scene(ROW.passages)
    scene.paint = np.array([inks], np.uint8)
    scene.signs = np.array([signs], np.uint8)
    return scene


def line(drawing, scene, y=1):
    drawn = lines(drawing, scene)[y]
    return "".join(map(chr, drawn.glyphs.tolist())), drawn.ink.tolist(), drawn.ground.tolist()


def test_each_ink_that_fills_a_cell_has_a_shape_of_its_own():
    inks = [Ink.CURRENT, Ink.STACK, Ink.FRONTIER, Ink.WALK, Ink.SCAN, Ink.SEEN, Ink.FILLED]
    for drawing in (ROOMY, ASCII_ZOOMS[2]):
        shapes = {int(drawing.glyphs.signs[ink]) for ink in inks}
        assert len(shapes) == len(inks)
    assert Ink.SET_8 - Ink.SET_1 + 1 == SETS


def test_a_painted_cell_is_filled_and_has_its_sign():
    text, _, ground = line(ROOMY, painted(Ink.STACK, 0, 0, Ink.FRONTIER))
    assert text == "│ ■         │ ○ │"
    assert ground[1:4] == [Ink.STACK] * 3
    assert ground[4:8] == [0] * 4
    assert ground[13:16] == [Ink.FRONTIER] * 3


def test_a_passage_is_painted_if_both_its_cells_are():
    _, _, ground = line(ROOMY, painted(Ink.STACK, Ink.WALK, 0, 0))
    assert ground[4] == Ink.WALK  # between the first two
    assert ground[8] == 0
    assert ground[12] == 0
    _, ink, ground = line(BLOCKS, painted(Ink.STACK, Ink.WALK, 0, 0), 0)
    assert [*ink, *ground].count(Ink.WALK) == 2


def test_arrows_and_letters_stand_where_they_are_wanted():
    scene = painted(Ink.WALK, Ink.WALK, Ink.SET_1, 0, signs=(Direction.E, 0, ord("q"), ord("z")))
    assert line(ROOMY, scene)[0] == "│ →   ~   q │░░░│"
    assert line(ASCII_ZOOMS[2], scene)[0] == "| >   ~   q |%%%|"
    assert line(COLOURLESS_ZOOMS[4], scene, 0)[0].count("q") == 1


@pytest.mark.parametrize(
    ("drawing", "shown"), [(ROOMY, "│ 7   42 123│░░░│"), (NARROW, "│7  42   │░░│")]
)
def test_numbers_stand_where_they_fit(drawing, shown):
    scene = Scene(ROW.passages)
    scene.numbers = np.array([[7, 42, 123, -1]], np.int32)
    assert line(drawing, scene)[0] == shown


@pytest.mark.parametrize(
    ("drawing", "sign", "dot"), [(OUTLINES[0], "■", "·"), (OUTLINES[1], "#", "'")]
)
def test_in_an_outline_a_sign_on_a_wall_is_underlined_and_rock_is_no_floor(drawing, sign, dot):
    grid = np.array([[2, 12, UNVISITED, UNVISITED], [0, 1, UNVISITED, UNVISITED]], np.uint8)
    scene = Scene(grid)
    scene.paint = np.zeros((2, 4), np.uint8)
    scene.paint[0] = [Ink.STACK, Ink.STACK, 0, 0]
    _, row, _ = lines(drawing, scene)
    shown = "".join(map(chr, row.glyphs.tolist())).replace("│", "|")
    assert shown == f"|{sign} {sign}|{dot} {dot}|"
    assert [bool(row.ground[at] & UNDERLINED) for at in (1, 3)] == [True, False]

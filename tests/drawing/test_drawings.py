"""Drawings of a maze: walls, walks, letters, the paint of the lab."""

import numpy as np
import pytest

from mazegame.drawing import (
    ASCII_ZOOMS,
    WALLS,
    ZOOMS,
    Ink,
    Scene,
    Walker,
    best_fit,
    marks_in,
    zooms,
)
from mazegame.drawing.inks import RIVALS, RIVALS_BACK, SETS, UNDERLINED
from mazegame.drawing.wall_map import WallMap
from mazegame.engine import Direction, Level, Maze, Recipe
from mazegame.engine.carving.carving_grid import UNVISITED
from mazegame.formats import to_bytes
from mazegame.game.run import hint, step
from tests.drawing.pictures import COLOURLESS_ZOOMS, assert_same, lines, text, walked, whole
from tests.game.mazes import corridor, forked, room

GLYPHS = WALLS["rounded"]
GRAND, LARGE, ROOMY, NARROW, BLOCKS = ZOOMS


def test_a_maze_in_every_drawing():
    assert text(ROOMY, Scene.of(forked())) == [
        "╭───────────────╮",
        "│ A             │",
        "├───╴   ╭───────┤",
        "│       │     B │",
        "│   ╶───╯   ╭───┤",
        "│           │░░░│",
        "╰───────────┴───╯",
    ]
    assert text(NARROW, Scene.of(forked()))[:4] == [
        "╭───────────╮",
        "│A          │",
        "├──╴  ╭─────┤",
        "│     │   B │",
    ]
    assert text(BLOCKS, Scene.of(forked())) == ["█A▀▀▀▀▀▀█", "█▀▀ █▀▀B█", "█ ▀▀▀ ███", "▀▀▀▀▀▀▀▀▀"]
    assert text(ASCII_ZOOMS[2], Scene.of(forked()))[:3] == [
        "+---------------+",
        "| A             |",
        "+----   +-------+",
    ]


@pytest.mark.parametrize(
    ("drawing", "form"),
    [(zooms("light", colour=True)[2], "unicode"), (BLOCKS, "half"), (WallMap(GLYPHS), "braille")],
)
def test_the_walls_are_those_of_a_text_format(drawing, form):
    """The tests of the formats compare these with slow drawings."""
    level = Level.of("wilson:9x7:walls")
    walls = [list(line) for line in to_bytes(level.maze, form).decode().splitlines()]
    for cell, letter in zip((level.start, *level.goals), "AB", strict=True):
        x, y = drawing.centre(cell)
        walls[y][x] = letter
    assert text(drawing, Scene.of(level)) == ["".join(line) for line in walls]


def test_the_trail_differs_from_backtracked_cells():
    run, scene = walked(forked(), "EEEWW", player=True)
    row = text(ROOMY, scene)[1]
    assert row == "│ A ━▐█▌· · · · │"
    inks = lines(ROOMY, scene)[1].ink.tolist()
    assert inks[4] == Ink.TRAIL
    assert inks[8] == Ink.BACKTRACK
    step(run, Direction.S)
    scene.walker(Ink.PLAYER).cell = run.position
    assert text(ROOMY, scene)[1:4] == [
        "│ A ━━┓ · · · · │",
        "├───╴ ┃ ╭───────┤",
        "│    ▐█▌│     B │",
    ]


def test_every_arrow_is_the_key_that_leads_into_its_cell():
    run, scene = walked(forked(), "E", player=True)
    scene.show_hint(run.position, hint(run))
    glyphs = {cell: text(ROOMY, scene)[cell[0] * 2 + 1][cell[1] * 4 + 2] for cell in scene.hint}
    cells = [(1, 1), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (1, 3)]
    assert glyphs == dict(zip(cells, "↓←↓→→↑B", strict=True))
    gone = scene.show_hint((0, 0), ())
    assert set(gone) == set(glyphs)
    assert not any(glyph in "".join(text(ROOMY, scene)) for glyph in "←↑→↓")


def test_the_shortest_path_and_what_of_it_was_walked():
    level = forked()
    _, scene = walked(level, "EEWS")
    scene.show_path(level.path_from(level.start))
    drawn = text(ROOMY, scene)
    assert drawn[1] == "│ A ━━◆ · ·     │"
    assert drawn[2] == "├───╴ ┃ ╭───────┤"
    assert drawn[3] == "│ ◇╌╌╌◆ │ ◇╌╌ B │"
    assert drawn[5] == "│ ◇╌╌╌◇╌╌╌◇ │░░░│"
    scene.path = None
    assert "◇" not in "".join(text(ROOMY, scene))
    _, beyond = walked(level, "EE")
    beyond.show_path(level.path_from(level.start))
    assert lines(ROOMY, beyond)[1].ink[4:9].tolist() == [Ink.SHARED] * 4 + [Ink.TRAIL]


def test_a_and_b_and_the_player_fill_their_cells():
    _, scene = walked(forked(), "", player=True)
    line = lines(ROOMY, scene)[1]
    assert line.glyphs[1:4].tolist() == [ord(c) for c in "▐█▌"]
    assert line.ground[1:4].tolist() == [Ink.START] * 3
    assert line.ink[1:4].tolist() == [Ink.PLAYER] * 3
    goal = lines(ROOMY, scene)[3]
    assert goal.glyphs[13:16].tolist() == [ord(c) for c in " B "]
    assert goal.ground[13:16].tolist() == [Ink.GOAL] * 3


@pytest.mark.parametrize("drawings", [ZOOMS, COLOURLESS_ZOOMS, ASCII_ZOOMS])
def test_what_a_and_b_say_is_in_the_middle_of_their_cells(drawings):
    """In a cell of two lines, which has no middle line, the letter has a word below it."""
    level = forked()
    for drawing in drawings[:3]:
        block = whole(drawing, Scene.of(level))
        for (row, col), letter in ((level.start, "A"), (level.goals[0], "B")):
            y, x = row * drawing.height + 1, col * drawing.pitch + 1
            inside = block.part(slice(y, y + drawing.height - 1), slice(x, x + drawing.pitch - 1))
            said = np.argwhere(inside.glyphs != ord(" "))
            assert chr(inside.glyphs[tuple(said[0])]) == letter
            middle = (said.min(axis=0) + said.max(axis=0)) / 2
            assert middle.tolist() == [(drawing.height - 2) / 2, (drawing.pitch - 2) / 2]
            assert len({*inside.ground.flat}) == 1


def test_rock_has_no_inner_walls():
    floor = [[1, 1, 1, 1], [1, 0, 0, 1], [1, 0, 0, 1], [1, 1, 1, 1]]
    level = Level(Maze.from_floor(floor), (0, 0), ((3, 3),))
    assert text(ROOMY, Scene.of(level)) == [
        "╭───────────────╮",
        "│ A             │",
        "│   ╭───────╮   │",
        "│   │░░░░░░░│   │",
        "│   │░░░░░░░│   │",
        "│   │░░░░░░░│   │",
        "│   ╰───────╯   │",
        "│             B │",
        "╰───────────────╯",
    ]
    assert text(BLOCKS, Scene.of(level))[1:3] == ["█ █████ █", "█ █████ █"]


def test_rock_at_the_boundary_keeps_the_frame_closed():
    level = Level(Maze.from_floor([[0, 1, 1], [0, 0, 1]]), (0, 1), ((1, 2),))
    assert text(ROOMY, Scene.of(level)) == [
        "╭───┬───────╮",
        "│░░░│ A     │",
        "│░░░╰───╮   │",
        "│░░░░░░░│ B │",
        "╰───────┴───╯",
    ]


def test_an_open_room_is_empty():
    assert text(ROOMY, Scene.of(room(3, 2)))[2] == "│           │"
    assert text(BLOCKS, Scene.of(room(3, 2))) == ["█A▀▀▀▀█", "█    B█", "▀▀▀▀▀▀▀"]


def test_a_maze_of_one_cell_is_a_cell_and_no_rock():
    level = Level(Maze([[0]]), (0, 0), ((0, 0),))
    assert text(ROOMY, Scene.of(level)) == ["╭───╮", "│ B │", "╰───╯"]
    assert text(BLOCKS, Scene.of(level)) == ["█B█", "▀▀▀"]


def test_ascii_drawings_are_ascii():
    level = Level.of(Recipe.parse("eller:8x6:ascii"))
    run, scene = walked(level, "ESSE")
    scene.show_hint(run.position, hint(run))
    scene.show_path(level.path_from(level.start))
    for drawing in ASCII_ZOOMS:
        assert "".join(text(drawing, scene)).isascii()


def test_without_colour_the_blocks_tell_marks_by_shape():
    level = Level.of(Recipe.parse("recursive-backtracker:8x6:shape"))
    _, scene = walked(level, "ESSEWNENS")
    assert any("•" in t or "·" in t for t in text(COLOURLESS_ZOOMS[4], scene))
    assert not any("•" in t or "·" in t for t in text(ZOOMS[4], scene))
    scene.show_ends([])
    colour, shape = (whole(z[4], scene) for z in (ZOOMS, COLOURLESS_ZOOMS))
    assert colour.ink.tolist() == shape.ink.tolist()


def test_without_colour_letters_stand_on_bare_ground_among_the_blocks():
    level = Level.of(Recipe.parse("recursive-backtracker:8x6:shape"))
    _, scene = walked(level, "ESS", player=True)
    scene.walkers.append(Walker((2, 4), Ink.RUNNER, "T"))
    for drawings, bare in ((COLOURLESS_ZOOMS, True), (ZOOMS, False)):
        block = whole(drawings[4], scene)
        found = {
            chr(glyph): (ink, ground)
            for glyph, ink, ground in zip(*map(np.ravel, block), strict=True)
            if chr(glyph) in "AB@T"
        }
        assert set(found) == set("AB@T")
        assert {ground == Ink.FLOOR for _, ground in found.values()} == {bare}
        assert {found[end][0] for end in "AB"} == ({Ink.LIT} if bare else {Ink.START, Ink.GOAL})


def test_best_fit_is_the_roomiest_that_fits():
    assert best_fit(ZOOMS, 19, 10, 80, 21) is ROOMY
    assert best_fit(ZOOMS, 26, 10, 80, 21) is NARROW
    assert best_fit(ZOOMS, 39, 20, 80, 21) is BLOCKS
    assert best_fit(ZOOMS, 40, 20, 80, 21) is None


def test_marks_in_a_scene():
    level = forked()
    _, scene = walked(level, "EEWS")
    assert marks_in(scene) == {Ink.TRAIL, Ink.BACKTRACK}
    scene.show_path(level.path_from((0, 0)))
    assert marks_in(scene) == {Ink.SHARED, Ink.BACKTRACK, Ink.PATH}
    assert marks_in(Scene.of(level)) == set()


def test_who_stands_over_another_hides_all_of_them():
    scene = Scene.of(forked(), Walker((0, 2), Ink.RUNNER, "T"), Walker((0, 2)))
    alone = Scene.of(forked(), Walker((0, 2)))
    for drawing in ZOOMS:
        assert_same(whole(drawing, scene), whole(drawing, alone))


def test_each_rival_and_its_line_have_an_ink_of_their_own():
    walkers = [Walker((0, 1), RIVALS[1], "L"), Walker((0, 2), RIVALS[3], "G"), Walker((0, 3))]
    scene = Scene.of(corridor(9), *walkers)
    scene.show_lines([(2, bytearray(b"\0\0\0\0\x22\xaa\x8a\x08\0"))])
    for drawing in [*ZOOMS, WallMap(GLYPHS)]:
        inks = {
            (chr(glyph), int(ink), int(ground))
            for glyph, ink, ground in zip(*map(np.ravel, whole(drawing, scene)), strict=True)
        }
        assert ("L", RIVALS[1], RIVALS[1]) in inks
        assert ("G", RIVALS[3], RIVALS[3]) in inks
        for line in (RIVALS[2], RIVALS_BACK[2]):  # a glyph, or a pixel below a wall
            assert any(line in (ink, ground) for _, ink, ground in inks), drawing.name


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

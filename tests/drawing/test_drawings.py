from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.drawing import (
    ASCII_ZOOMS,
    COLOURLESS_ZOOMS,
    WALLS,
    ZOOMS,
    Ink,
    Scene,
    Walker,
    best_fit,
    marks_in,
)
from mazegame.drawing.inks import RIVALS
from mazegame.drawing.wall_map import BlockMap, WallMap
from mazegame.engine import Direction, Level, Maze, Recipe
from mazegame.game.run import Run, hint, step
from tests.game.mazes import corridor, forked, room

GLYPHS = WALLS["rounded"]
GRAND, LARGE, ROOMY, NARROW, BLOCKS = ZOOMS
ALL = [*ZOOMS, *ASCII_ZOOMS, COLOURLESS_ZOOMS[4]]


def lines(drawing, scene):
    wide, high = drawing.size(*reversed(scene.shape))
    return [drawing.line(scene, y, 0, wide) for y in range(high)]


def text(drawing, scene):
    return [line.glyphs.tobytes().decode("utf-32-le") for line in lines(drawing, scene)]


def walked(level, directions):
    run = Run(level, lambda: 0.0)
    scene = Scene.of(level, Walker(run.position))
    scene.show_tracks(run.tracks)
    for direction in directions:
        step(run, Direction[direction])
    scene.walker(Ink.PLAYER).cell = run.position
    return run, scene


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


def test_every_wall_of_the_maze_is_a_wall_of_the_roomy_drawing():
    level = Level.of(Recipe.parse("wilson:9x7:walls"))
    drawn = text(ROOMY, Scene.of(level))
    for row in range(7):
        for col in range(9):
            for direction in Direction:
                x, y = ROOMY.centre((row, col))
                dx, dy = {"N": (0, -1), "E": (2, 0), "S": (0, 1), "W": (-2, 0)}[direction.name]
                glyph = drawn[y + dy][x + dx]
                assert (glyph != " ") == (not level.maze.is_open((row, col), direction))


def test_every_wall_of_the_maze_is_a_wall_pixel():
    level = Level.of(Recipe.parse("wilson:9x7:walls"))
    scene = Scene.of(level)
    drawn = lines(BLOCKS, scene)
    for row in range(7):
        for col in range(1, 9):
            ink = (
                drawn[row].ink[col * 2],
                drawn[row].ground[col * 2],
                chr(drawn[row].glyphs[col * 2]),
            )
            lower_is_wall = ink[2] in "█▄"
            assert lower_is_wall == (not level.maze.is_open((row, col), Direction.W))
            upper = chr(drawn[row].glyphs[col * 2 + 1])
            if (row, col) not in (level.start, *level.goals):
                assert (upper in "█▀") == (not level.maze.is_open((row, col), Direction.N))


@pytest.mark.parametrize("drawing", ALL, ids=lambda d: d.name)
def test_a_window_shows_what_the_whole_drawing_shows(drawing):
    level = Level.of(Recipe.parse("kruskal:14x9:window"))
    run, scene = walked(level, "EESSWN")
    scene.show_hint(run.position, hint(run))
    scene.show_path(level.path_from(level.start))
    wide, high = drawing.size(14, 9)
    for y in range(high):
        whole = drawing.line(scene, y, 0, wide)
        for x, width in ((0, 1), (1, 7), (5, wide - 5), (wide - 1, 1), (wide // 2, 9)):
            part = drawing.line(scene, y, x, width)
            assert part.glyphs.tolist() == whole.glyphs[x : x + width].tolist()
            assert part.ink.tolist() == whole.ink[x : x + width].tolist()
            assert part.ground.tolist() == whole.ground[x : x + width].tolist()


@pytest.mark.variants
@pytest.mark.parametrize("drawing", ALL, ids=lambda d: d.name)
def test_a_block_is_its_lines_below_each_other(drawing):
    level = Level.of(Recipe.parse("kruskal:14x9:window"))
    run, scene = walked(level, "EESSWN")
    scene.show_head(run.route)
    scene.show_hint(run.position, hint(run))
    scene.show_path(level.path_from(level.start))
    scene.labels[2, 3] = "+"
    scene.bump = (3, 4), Direction.S
    wide, high = drawing.size(14, 9)
    whole = lines(drawing, scene)
    for x, y, width, height in (
        *((0, 0, wide, high), (1, 1, 7, 5), (wide - 1, high - 1, 1, 1), (3, 2, 9, 1)),
        *((wide // 2, high // 2, wide - wide // 2, high - high // 2), (0, high - 1, wide, 1)),
    ):
        block = drawing.block(scene, x, y, width, height)
        part = slice(x, x + width)
        for at, line in enumerate(whole[y : y + height]):
            assert block.glyphs[at].tolist() == line.glyphs[part].tolist()
            assert block.ink[at].tolist() == line.ink[part].tolist()
            assert block.ground[at].tolist() == line.ground[part].tolist()


@pytest.mark.variants
@pytest.mark.parametrize("drawing", ALL, ids=lambda d: d.name)
@given(seed=st.integers(0, 99), moves=st.lists(st.sampled_from("NESW"), max_size=40))
def test_a_step_changes_nothing_outside_the_extents_of_its_cells(drawing, seed, moves):
    level = Level.of(Recipe("recursive-backtracker", 6, 5, str(seed), (("braid", "50"),)))
    run = Run(level, lambda: 0.0)
    scene = Scene.of(level, Walker(run.position))
    scene.show_tracks(run.tracks)
    before = lines(drawing, scene)
    for move in moves:
        event = step(run, Direction[move])
        scene.walker(Ink.PLAYER).cell = run.position
        after = lines(drawing, scene)
        allowed = np.zeros((len(after), len(after[0].glyphs)), bool)
        for x, y, width, height in map(drawing.extent, event.cells):
            allowed[y : y + height, x : x + width] = True
        for y, (old, new) in enumerate(zip(before, after, strict=True)):
            changed = (old.glyphs != new.glyphs) | (old.ink != new.ink) | (old.ground != new.ground)
            assert not (changed & ~allowed[y]).any()
        before = after


@pytest.mark.parametrize("drawing", ALL, ids=lambda d: d.name)
def test_every_character_of_the_middle_of_a_cell_belongs_to_it(drawing):
    for cell in ((0, 0), (3, 5), (8, 1)):
        assert drawing.cell_at(*drawing.centre(cell)) == cell


@pytest.mark.parametrize("drawing", ALL, ids=lambda d: d.name)
def test_what_fits_is_the_most_that_fits(drawing):
    cols, rows = drawing.capacity(80, 21)
    wide, high = drawing.size(cols, rows)
    assert wide <= 80
    assert high <= 21
    assert drawing.size(cols + 1, rows)[0] > 80
    assert drawing.size(cols, rows + 1)[1] > 21
    assert drawing.capacity(1, 1) == (1, 1)


def test_the_trail_differs_from_backtracked_cells():
    run, scene = walked(forked(), "EEEWW")
    row = text(ROOMY, scene)[1]
    assert row == "│ A ━▐█▌· · · · │"
    inks = ROOMY.line(scene, 1, 0, 17).ink.tolist()
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
    run, scene = walked(forked(), "E")
    scene.show_hint(run.position, hint(run))
    glyphs = {cell: text(ROOMY, scene)[cell[0] * 2 + 1][cell[1] * 4 + 2] for cell in scene.hint}
    assert glyphs == {
        (1, 1): "↓",
        (1, 0): "←",
        (2, 0): "↓",
        (2, 1): "→",
        (2, 2): "→",
        (1, 2): "↑",
        (1, 3): "B",
    }
    gone = scene.show_hint((0, 0), ())
    assert set(gone) == set(glyphs)
    assert not any(glyph in "".join(text(ROOMY, scene)) for glyph in "←↑→↓")


def test_the_shortest_path_and_what_of_it_was_walked():
    level = forked()
    _, scene = walked(level, "EEWS")
    scene.walkers.clear()
    scene.show_path(level.path_from(level.start))
    drawn = text(ROOMY, scene)
    assert drawn[1] == "│ A ━━◆ · ·     │"
    assert drawn[2] == "├───╴ ┃ ╭───────┤"
    assert drawn[3] == "│ ◇ ◇ ◆ │ ◇ ◇ B │"
    assert drawn[5] == "│ ◇ ◇ ◇ ◇ ◇ │░░░│"
    scene.hide_path()
    assert "◇" not in "".join(text(ROOMY, scene))


def test_a_and_b_and_the_player_fill_their_cells():
    _, scene = walked(forked(), "")
    line = ROOMY.line(scene, 1, 0, 17)
    assert line.glyphs[1:4].tolist() == [ord(c) for c in "▐█▌"]
    assert line.ground[1:4].tolist() == [Ink.START] * 3
    assert line.ink[1:4].tolist() == [Ink.PLAYER] * 3
    goal = ROOMY.line(scene, 3, 0, 17)
    assert goal.glyphs[13:16].tolist() == [ord(c) for c in " B "]
    assert goal.ground[13:16].tolist() == [Ink.GOAL] * 3


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
    run, scene = walked(level, "ESSEWNENS")
    scene.walkers.clear()
    del run
    colour, shape = (lines(z[4], scene) for z in (ZOOMS, COLOURLESS_ZOOMS))
    assert any("•" in t or "·" in t for t in text(COLOURLESS_ZOOMS[4], scene))
    assert not any("•" in t or "·" in t for t in text(ZOOMS[4], scene))
    for a, b in zip(colour, shape, strict=True):
        assert a.ink.tolist() == b.ink.tolist()


def test_best_fit_is_the_roomiest_that_fits():
    assert best_fit(ZOOMS, 19, 10, 80, 21) is ROOMY
    assert best_fit(ZOOMS, 26, 10, 80, 21) is NARROW
    assert best_fit(ZOOMS, 39, 20, 80, 21) is BLOCKS
    assert best_fit(ZOOMS, 40, 20, 80, 21) is None


def test_the_path_layer_has_both_sides_of_every_step():
    level = forked()
    scene = Scene.of(level)
    cells = level.path_from(level.start)
    scene.show_path(cells)
    assert scene.path is not None
    for a, b in pairwise(cells):
        direction = Direction.between(a, b)
        assert scene.path[a] & direction
        assert scene.path[b] & direction.opposite


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
        for one, other in zip(lines(drawing, scene), lines(drawing, alone), strict=True):
            assert one.glyphs.tolist() == other.glyphs.tolist()
            assert one.ink.tolist() == other.ink.tolist()
            assert one.ground.tolist() == other.ground.tolist()


def test_each_rival_and_its_trail_have_an_ink_of_their_own():
    walkers = [Walker((0, 1), RIVALS[1], "L"), Walker((0, 2), RIVALS[3], "G"), Walker((0, 3))]
    scene = Scene.of(corridor(9), *walkers)
    scene.trails = {(0, 5): (2, "t")}
    for drawing in [*ZOOMS, BlockMap(1, GLYPHS), BlockMap(3, GLYPHS), WallMap(GLYPHS)]:
        inks = {
            (chr(glyph), int(ink), int(ground))
            for line in lines(drawing, scene)
            for glyph, ink, ground in zip(line.glyphs, line.ink, line.ground, strict=True)
        }
        assert ("L", RIVALS[1], RIVALS[1]) in inks
        assert ("G", RIVALS[3], RIVALS[3]) in inks
        # A letter; or the colour of the cell, below a wall or among dots.
        assert any(RIVALS[2] in (ink, ground) for _, ink, ground in inks), drawing.name
    plain = lines(BlockMap(3, GLYPHS, colour=False), scene)
    assert any(ord("t") in line.glyphs for line in plain)

"""Fog, heat, styles of walls and the small map, as text."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.drawing import (
    ASCII_ZOOMS,
    BANDS,
    WALLS,
    ZOOMS,
    End,
    Ink,
    Minimap,
    Overview,
    Scene,
    Walker,
    zooms,
)
from mazegame.drawing.inks import UNDERLINED
from mazegame.drawing.wall_map import WallMap
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.run import step
from tests import naive
from tests.drawing.pictures import assert_same, lines, text, walked, whole
from tests.game.mazes import forked, room

MAPS = [Overview(1), Overview(2, density=True), WallMap(WALLS["rounded"]), ASCII_ZOOMS[-1]]


def in_fog(*seen, lit=()):
    scene = Scene.of(forked(), Walker((0, 0)))
    scene.light = np.zeros(scene.shape, np.uint8)
    for cell in seen:
        scene.light[cell] = 1
    for cell in lit:
        scene.light[cell] = 2
    return scene


def test_in_the_dark_there_are_the_frame_and_dots():
    assert text(ZOOMS[2], in_fog((0, 0), (0, 1))) == [
        "╭───────────────╮",
        "│ A       ·   · │",
        "├───╴           │",
        "│ ·   ·   ·   · │",
        "│               │",
        "│ ·   ·   ·   · │",
        "╰───────────────╯",
    ]


@pytest.mark.parametrize("walls", ["rounded", "ascii"])
def test_without_colours_the_dark_is_a_shade_and_no_mark_of_a_floor(walls):
    glyphs = WALLS[walls]
    for drawing in zooms(walls, colour=False):
        scene = in_fog((0, 0), (0, 1))
        block = whole(drawing, scene)
        dark = block.glyphs == glyphs.dot(colour=False)
        assert not any(dark[drawing.centre(cell)[::-1]] for cell in ((0, 0), (0, 1)))
        bare = block.glyphs[drawing.centre((1, 0))[1], 1:-1] == ord(" ")
        assert not bare.any(), "a veil without a gap"
    marks = {*map(chr, glyphs.marks.tolist()), *map(chr, glyphs.arrows.values())}
    assert not marks & {chr(glyphs.dot(colour=False))}
    assert chr(glyphs.dot(colour=False)) not in "·.'•", "it looks like no dot at all"


def other_inside(scene):
    """Another maze with the same ends and walker: its grid is full of openings."""
    grid = np.full(scene.shape, 15, np.uint8)
    other = Scene(grid, [end for row in scene.ends.values() for end in row], scene.field)
    other.walkers = scene.walkers
    return other


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("walls", ["rounded", "blocks", "ascii"])
def test_a_cover_has_nothing_of_the_walls(walls, colour):
    maps = [Overview(1, density=True), WallMap(WALLS["rounded"], colour=colour)]
    for drawing in (*zooms(walls, colour=colour), *maps):
        level = Level.of(Recipe.parse("wilson:16x12:cover"))
        scene = Scene.of(level, Walker((6, 8)))
        scene.show_path(level.cells_of_path())
        scene.heat, scene.labels = True, {(1, 1): "*"}
        other = other_inside(scene)
        covers = [one.cover(one.walkers) for one in (scene, other)]
        pictures = [whole(drawing, one) for one in covers]
        assert_same(*pictures)
        for end in (end for row in scene.ends.values() for end in row):
            assert pictures[0].glyphs[drawing.centre(end.cell)[::-1]] == ord(end.letter)
        assert Ink.PLAYER in pictures[0].ink


def test_a_cover_in_fog_shows_only_the_ends_that_were_seen():
    scene = in_fog((0, 0))
    assert [end.letter for row in scene.cover([]).ends.values() for end in row] == ["A"]
    scene.veiled = True
    assert [end.letter for row in scene.cover([]).ends.values() for end in row] == ["A", "B"]


def test_walls_in_sight_differ_from_those_seen_before():
    top = lines(ZOOMS[2], in_fog((0, 3), lit=[(0, 0)]))[0].ink
    assert set(top[:4]) == {Ink.LIT}
    assert set(top[13:]) == {Ink.WALL}
    assert set(top[5:12]) == {Ink.ROCK}


@pytest.mark.parametrize("drawing", ZOOMS)
def test_what_comes_to_light_glows(drawing):
    scene = in_fog((0, 3), lit=[(0, 0)])
    assert Ink.HEAD not in whole(drawing, scene).ink
    scene.glow = np.zeros(scene.shape, np.uint8)
    scene.glow[0, 0] = 1
    assert Ink.HEAD in whole(drawing, scene).ink


@pytest.mark.parametrize("drawing", [*ZOOMS, *MAPS, Overview(1, braille=False), "minimap"])
@given(seed=st.integers(0, 2**32), share=st.floats(0, 1))
def test_nothing_that_is_drawn_depends_on_cells_that_were_not_seen(drawing, seed, share):
    """Two scenes that differ in the dark only: walls, rival, B, path and distances there."""
    chance = np.random.default_rng(seed)
    shape = rows, cols = 6, 8
    right, down = chance.random((2, *shape)) < 0.5
    seen = (chance.random(shape) < share) & (naive.opened(right, down) > 0)  # rock is never seen
    light = np.where(seen, chance.integers(1, 3, shape), 0).astype(np.uint8)
    unseen = np.argwhere(~seen)
    pictures = []
    for _ in range(2):
        hidden_right = ~seen[:, :-1] & ~seen[:, 1:] & (chance.random((rows, cols - 1)) < 0.5)
        hidden_down = ~seen[:-1] & ~seen[1:] & (chance.random((rows - 1, cols)) < 0.5)
        right[:, :-1] ^= hidden_right
        down[:-1] ^= hidden_down
        scene = Scene(naive.opened(right, down))
        if len(unseen):
            goal, rival = (tuple(map(int, chance.choice(unseen))) for _ in "BR")
            scene.show_ends([End(goal, "B", Ink.GOAL)])
            scene.walkers = [Walker(rival, Ink.RUNNER)]
        scene.light = light
        if drawing == "minimap":
            drawn = Minimap(scene, 8, 5).draw((0, 0), (2, 2))
            pictures.append([part.tolist() for part in drawn])
        else:
            pictures.append([part.tolist() for part in whole(drawing, scene)])
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("drawing", ZOOMS)
def test_where_nothing_was_seen_all_is_dim(drawing):
    scene = Scene.of(Level.of(Recipe.parse("wilson:6x5:one")))
    scene.light = np.zeros(scene.shape, np.uint8)
    drawn = whole(drawing, scene)
    assert set(drawn.ink[drawn.glyphs != ord(" ")]) == {Ink.ROCK}
    dots = int((drawn.glyphs == ord("·")).sum())
    hidden = scene.shape[1] if drawing is ZOOMS[-1] else 0  # half blocks: below the frame
    assert dots == scene.light.size - hidden


@pytest.mark.parametrize("drawing", [*ZOOMS, *MAPS], ids=lambda drawing: drawing.name)
def test_b_and_the_runner_are_hidden_until_they_are_seen(drawing):
    scene = in_fog((0, 0))
    scene.walkers.insert(0, Walker((1, 1), Ink.RUNNER))
    assert not {"B", "R"} & set("".join(text(drawing, scene)))
    scene.light[:] = 1
    assert {"B", "R"} & set("".join(text(drawing, scene))) == {"B"}
    scene.light[:] = 2
    assert scene.walkers.pop().ink is Ink.PLAYER  # on the map they share a character
    assert "R" in "".join(text(drawing, scene))


@pytest.mark.parametrize("drawing", [*ZOOMS, ASCII_ZOOMS[-1]], ids=lambda drawing: drawing.name)
def test_a_hint_and_the_cursor_are_shown_in_the_dark_as_well(drawing):
    scene = in_fog((0, 0))
    scene.hint, scene.labels = {(1, 1): Direction.E}, {(2, 2): "7"}
    assert {"7", chr(drawing.glyphs.arrows[Direction.E])} < set("".join(text(drawing, scene)))


@pytest.mark.parametrize("drawing", ZOOMS)
def test_a_maze_all_seen_looks_as_without_fog(drawing):
    scene = Scene.of(Level.of(Recipe.parse("wilson:9x7:all")), Walker((3, 3)))
    clear = text(drawing, scene)
    scene.light = np.full(scene.shape, 2, np.uint8)
    assert text(drawing, scene) == clear


def test_heat_is_a_digit_for_each_tenth_of_the_way():
    scene = Scene.of(room())
    scene.heat = True
    drawn, ground = text(ZOOMS[2], scene), whole(ZOOMS[2], scene).ground
    # Distances 7 to 0, in tenths of 8.
    assert drawn[1] == "│ A   7   6   5   3 │"
    assert drawn[7] == "│ 5   3   2   1   B │"
    assert ground[1, 6] == Ink.BAND + 7
    assert ground.max() < Ink.BAND + BANDS


@pytest.mark.parametrize("drawing", ZOOMS, ids=lambda drawing: drawing.name)
def test_heat_alone_looks_like_heat_below_an_empty_layer_of_paint(drawing):
    scene = Scene.of(room())
    scene.heat = True
    heat = whole(drawing, scene)
    scene.paint = np.zeros(scene.shape, np.uint8)
    assert_same(heat, whole(drawing, scene))


@pytest.mark.parametrize("drawing", ZOOMS[2:], ids=lambda drawing: drawing.name)
def test_labels_and_hints_are_inverted_on_heat(drawing):
    scene = Scene.of(room())
    scene.labels = {(0, 2): "1"}
    scene.hint = {(1, 1): Direction.E}

    def grounds():
        _, ink, ground = whole(drawing, scene)
        places = [drawing.centre(cell) for cell in ((0, 2), (1, 1))]
        assert [ink[y, x] for x, y in places] == [Ink.HINT, Ink.HINT]
        return [ground[y, x] for x, y in places]

    assert grounds() == [Ink.FLOOR, Ink.FLOOR]
    scene.heat = True
    assert grounds() == [Ink.HINT, Ink.HINT]


CORNERS = dict(zip(WALLS, ("╭─", "┌─", "┏━", "╔═", "██", "+-"), strict=True))


@pytest.mark.parametrize("walls", WALLS)
def test_styles_of_walls(walls):
    for drawing in zooms(walls, colour=True)[:4]:
        assert text(drawing, Scene.of(room()))[0].startswith(CORNERS[walls])


@pytest.mark.parametrize("glyphs", WALLS.values())
def test_marks_and_tokens_differ_in_shape(glyphs):
    marks = {chr(int(glyphs.marks[ink])) for ink in (Ink.TRAIL, Ink.BACKTRACK, Ink.PATH)}
    arrows = {chr(code) for code in glyphs.arrows.values()}
    assert len(marks) == 3
    assert len(arrows) == 4
    assert not marks & arrows


# The small map


def small_map(scene, **options):
    glyphs, ink, _ = Minimap(scene, 10, 6, **options).draw((0, 0), (3, 3))
    return ["".join(map(chr, row)) for row in glyphs.tolist()], ink


def test_the_small_map_shows_where_one_was_the_window_and_b():
    level = Level.of(Recipe.parse("binary-tree:64x64:map"))
    _, scene = walked(level, "", player=True)
    drawn, _ = small_map(scene)
    assert drawn[0] == "╭────────╮"
    assert drawn[1][1] == "@"
    assert drawn[-2][-2] == "B"
    gone = Scene.of(level)
    assert "A" not in "".join(small_map(gone)[0]), "A is where one came from"
    glyphs, ink, _ = Minimap(scene, 10, 6).draw((0, 0), (40, 63))
    assert glyphs[1, 8] == ord("·")
    assert ink[1, 8] == Ink.LIT
    assert glyphs[4, 4] == ord(" ")


def test_noting_cells_is_the_same_as_drawing_anew():
    level = Level.of(Recipe.parse("wilson:30x30:note"))
    run, scene = walked(level, "", player=True)
    minimap = Minimap(scene, 12, 8)
    for here, there in zip(level.path_from((0, 0)), level.path_from((0, 0))[1:], strict=False):
        event = step(run, Direction.between(here, there))
        minimap.light_up(event.cells)
    scene.walker(Ink.PLAYER).cell = run.position
    once, again = minimap.draw((0, 0), (9, 9)), Minimap(scene, 12, 8).draw((0, 0), (9, 9))
    for a, b in zip(once, again, strict=True):
        assert np.array_equal(a, b)


def test_in_fog_the_small_map_shows_what_was_seen_and_keeps_the_secret():
    level = Level.of(Recipe.parse("wilson:30x30:fog"))
    _, scene = walked(level, "", player=True)
    scene.light = np.zeros(scene.shape, np.uint8)
    drawn, _ = small_map(scene)
    assert "B" not in "".join(drawn)
    scene.light[10:12, :] = 1
    assert small_map(scene)[0] != drawn
    scene.light[level.goals[0]] = 1
    assert "B" in "".join(small_map(scene)[0])


def test_the_small_map_of_a_terminal_without_braille_is_ascii_inside():
    _, scene = walked(Level.of(Recipe.parse("wilson:30x30:ascii")), "", player=True)
    scene.light = np.ones((30, 30), np.uint8)
    drawn, _ = small_map(scene, braille=False)
    assert all(row[1:-1].replace("·", ".").isascii() for row in drawn[1:-1])


@pytest.mark.parametrize("drawing", [*ZOOMS, ASCII_ZOOMS[-1]], ids=lambda drawing: drawing.name)
def test_a_walk_is_seen_over_heat(drawing):
    _, scene = walked(forked(), "EE")
    scene.heat = True
    block, (x, y) = whole(drawing, scene), drawing.centre((0, 1))
    assert Ink.TRAIL in {block.ink[y, x], block.ground[y, x]}
    assert (block.ground >= Ink.BAND).any()


def test_without_colours_a_walk_is_seen_over_heat_in_an_outline():
    _, scene = walked(forked(), "EE")
    scene.heat = True
    drawn = text(zooms("rounded", colour=False, marked=True)[-1], scene)
    assert drawn[1].startswith("│A•••")
    assert set("".join(drawn)) & set("0123456789")


def test_without_colours_the_dark_of_an_outline_ends_at_its_frame():
    scene = in_fog((0, 0))
    drawing = zooms("rounded", colour=False, marked=True)[-1]
    *_, last = lines(drawing, scene)
    assert "".join(map(chr, last.glyphs)) == "│░░░░░░░│"
    assert (last.ground[1:-1] & UNDERLINED).all()

"""Ribbons: the walked way is continuous, brighter at its end, and broken where one went back."""

from itertools import chain, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mazegame.drawing import ASCII_ZOOMS, WALLS, ZOOMS, Ink, Scene, zooms
from mazegame.drawing.names import POSTS
from mazegame.drawing.ribbon import Ribbons
from mazegame.drawing.scene import HEAD_CELLS
from mazegame.engine import Direction, Level, Recipe
from tests.drawing.pictures import COLOURLESS_ZOOMS, differing, lines, text, walked, whole
from tests.game.mazes import corridor, forked

GRAND, LARGE, ROOMY, COMPACT, BLOCKS = ZOOMS
ALL = [*ZOOMS, *COLOURLESS_ZOOMS, *ASCII_ZOOMS, *zooms("heavy", colour=True)]
LINES = [drawing for drawing in ALL if drawing.name != "half-blocks"]


def between(drawing, one, other):
    """The characters (x, y) from the middle of a cell to that of the next one."""
    (x, y), (to_x, to_y) = drawing.centre(one), drawing.centre(other)
    while (x, y) != (to_x, to_y):
        yield x, y
        x, y = x + (to_x > x) - (to_x < x), y + (to_y > y) - (to_y < y)


@pytest.mark.variants
@pytest.mark.parametrize("drawing", LINES, ids=lambda drawing: drawing.name)
@given(
    seed=st.integers(0, 99), moves=st.lists(st.sampled_from("NESW"), max_size=40),
    head=st.booleans(),
)  # fmt: skip
@example(seed=40, moves=list("EEWSEN"), head=False)  # crosses its own way
@example(seed=48, moves=list("EEESSESES"), head=False)  # ends at B
def test_the_route_is_one_continuous_ribbon_and_nothing_else_is(drawing, seed, moves, head):
    level = Level.of(Recipe("recursive-backtracker", 6, 5, str(seed), (("braid", "50"),)))
    run, scene = walked(level, moves, head=head)
    drawn = lines(drawing, scene)
    for one, other in pairwise(run.route):
        for x, y in between(drawing, one, other):
            marks = {drawn[y].ground[x], drawn[y].ink[x]} & {Ink.START, Ink.GOAL}
            if not marks and x != 0:
                assert drawn[y].ink[x] in {Ink.TRAIL, Ink.HEAD}, (one, other, x, y)
                assert drawn[y].glyphs[x] != ord(" ")
    linked = {frozenset(pair) for pair in pairwise(run.route)}
    for one in run.route:
        for other in level.maze.neighbours(one):
            if frozenset((one, other)) not in linked:
                inks = {drawn[y].ink[x] for x, y in between(drawing, one, other)}
                assert not inks <= {Ink.TRAIL, Ink.HEAD}, (one, other)


@pytest.mark.parametrize("drawing", LINES, ids=lambda drawing: drawing.name)
def test_backtracked_cells_and_the_route_differ_in_shape(drawing):
    _, there = walked(forked(), "EEE")
    _, back = walked(forked(), "EEEWW")
    assert text(drawing, there) != text(drawing, back)


def test_a_way_back_reaches_the_edge_of_a_cell_on_each_side_that_it_goes_through():
    _, back = walked(corridor(5), "EEEWWW")
    line = lines(LARGE, back)[LARGE.centre((0, 0))[1]]
    edges = [sum(LARGE.centre((0, col + at))[0] for at in (0, 1)) // 2 for col in range(4)]
    through, beyond = (line.glyphs[edges[2] - 1], line.glyphs[edges[3] - 1])
    assert through != beyond


@pytest.mark.parametrize("drawing", ALL, ids=lambda drawing: drawing.name)
def test_the_end_of_the_route_is_brighter(drawing):
    run, scene = walked(corridor(12), "E" * 9, head=True)

    def inks(cell):
        x, y = drawing.centre(cell)
        line = lines(drawing, scene)[y]
        return {line.ink[x], line.ground[x]}

    for distance, cell in enumerate(reversed(run.route[1:])):
        assert (Ink.HEAD in inks(cell)) == (distance < HEAD_CELLS)
        assert (Ink.TRAIL in inks(cell)) == (distance >= HEAD_CELLS)


def test_bands_of_wide_cells():
    _, scene = walked(forked(), "ESS")
    assert text(LARGE, scene)[:8] == [
        "╭───────────────────────╮",
        "│  A  ▄▄▄▄▖             │",
        "│start▀▀▜█▌             │",
        "├─────╴ ▐█▌ ╭───────────┤",
        "│       ▐█▌ │        B  │",
        "│       ▝▀▘ │       end │",
        "│     ╶─────╯     ╭─────┤",
        "│                 │░░░░░│",
    ]


@pytest.mark.parametrize("glyphs", WALLS.values())
def test_a_walked_line_is_no_wall(glyphs):
    walls = {chr(code) for code in glyphs.posts.tolist()} - {" "}
    for pitch, height in ((4, 2), (8, 4)):
        *tables, lines, _ = Ribbons.of(glyphs, pitch, height, colour=False)
        for table in [*tables, *chain(*lines)]:
            drawn = {chr(code) for code in table.ravel().tolist()} - {"\0", "█"}
            assert not drawn & walls


@pytest.mark.parametrize("drawing", ALL, ids=lambda drawing: drawing.name)
@pytest.mark.parametrize("side", Direction)
def test_a_wall_that_somebody_ran_into_has_an_ink_of_its_own(drawing, side):
    level = Level.of(Recipe.parse("wilson:5x4:bump"))
    inside = next(
        (row, col)
        for row in range(1, 3)
        for col in range(1, 4)
        if not level.maze.is_open((row, col), side)
    )
    at_the_boundary = dict(zip(Direction, ((0, 1), (1, 4), (3, 1), (1, 0)), strict=True))[side]
    for cell in (inside, at_the_boundary):
        scene = Scene.of(level)
        before = whole(drawing, scene)
        scene.bump = cell, side
        after = whole(drawing, scene)
        changed = differing(before, after)
        assert changed.any()
        assert ((after.ink == Ink.BUMP) | (after.ground == Ink.BUMP))[changed].all()
        x, y, width, height = drawing.extent(cell)
        changed[y : y + height, x : x + width] = False
        assert not changed.any()


@pytest.mark.parametrize("walls", POSTS)
@pytest.mark.parametrize("side", Direction)
def test_a_wall_that_somebody_ran_into_needs_no_colour(walls, side):
    level = Level.of(Recipe.parse("wilson:5x4:bump"))
    for drawing in zooms(walls, colour=False, marked=True):
        scene = Scene.of(level)
        before = whole(drawing, scene)
        scene.bump = dict(zip(Direction, ((0, 1), (1, 4), (3, 1), (1, 0)), strict=True))[side], side
        after = whole(drawing, scene)
        changed = after.glyphs != before.glyphs
        assert changed.any()
        assert (after.ink[changed] == Ink.BUMP).all()
        assert set(map(chr, after.glyphs[changed])) == {chr(drawing.glyphs.flash)}
        assert drawing.glyphs.flash not in {*drawing.glyphs.posts, *drawing.glyphs.marks}

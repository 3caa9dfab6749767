"""Ribbons: the walked way is continuous, brighter at its end, and broken where one went back."""

from __future__ import annotations

from itertools import pairwise

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
    zooms,
)
from mazegame.drawing.scene import HEAD_CELLS
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.run import Run, step
from tests.drawing.test_drawings import lines, text
from tests.game.mazes import corridor, forked

GRAND, LARGE, ROOMY, COMPACT, BLOCKS = ZOOMS
ALL = [*ZOOMS, *COLOURLESS_ZOOMS, *ASCII_ZOOMS, *zooms("heavy", colour=True)]
LINES = [drawing for drawing in ALL if drawing.name != "half-blocks"]


def walked(level, directions, *, head=False):
    run = Run(level, lambda: 0.0)
    scene = Scene.of(level)
    scene.show_tracks(run.tracks)
    for direction in directions:
        step(run, Direction[direction])
    if head:
        scene.show_head(run.route)
    return run, scene


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
def test_the_route_is_one_continuous_ribbon(drawing, seed, moves, head):
    level = Level.of(Recipe("recursive-backtracker", 6, 5, str(seed), (("braid", "50"),)))
    run, scene = walked(level, moves, head=head)
    drawn = lines(drawing, scene)
    for one, other in pairwise(run.route):
        for x, y in between(drawing, one, other):
            if Ink.START not in {drawn[y].ground[x], drawn[y].ink[x]} and x != 0:
                assert drawn[y].ink[x] in {Ink.TRAIL, Ink.HEAD}, (one, other, x, y)
                assert drawn[y].glyphs[x] != ord(" ")


@pytest.mark.parametrize("drawing", LINES, ids=lambda drawing: drawing.name)
def test_backtracked_cells_and_the_route_differ_in_shape(drawing):
    _, there = walked(forked(), "EEE")
    _, back = walked(forked(), "EEEWW")
    assert text(drawing, there) != text(drawing, back)


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


@pytest.mark.parametrize("drawing", ALL, ids=lambda drawing: drawing.name)
def test_a_new_head_says_which_cells_look_different(drawing):
    level = Level.of(Recipe.parse("recursive-backtracker:7x5:head"))
    run = Run(level, lambda: 0.0)
    scene = Scene.of(level, Walker(run.position))
    scene.show_tracks(run.tracks)
    path = level.path_from(level.start)
    before = lines(drawing, scene)
    for move in [*map(Direction.between, path, path[1:])][:12]:
        event = step(run, move)
        scene.walkers[0].cell = run.position
        changed = {*event.cells, *scene.show_head(run.route)}
        after = lines(drawing, scene)
        extents = [drawing.extent(cell) for cell in changed]
        for y, (old, new) in enumerate(zip(before, after, strict=True)):
            for x in range(len(old.glyphs)):
                if any(
                    old_part[x] != new_part[x]
                    for old_part, new_part in (
                        (old.glyphs, new.glyphs),
                        (old.ink, new.ink),
                        (old.ground, new.ground),
                    )
                ):
                    assert any(
                        left <= x < left + width and top <= y < top + height
                        for left, top, width, height in extents
                    )  # fmt: skip
        before = after


def test_bands_of_wide_cells():
    _, scene = walked(forked(), "ESS")
    assert text(LARGE, scene)[:8] == [
        "╭───────────────────────╮",
        "│  A  ▄▄▄▄▖             │",
        "│     ▀▀▜█▌             │",
        "├─────╴ ▐█▌ ╭───────────┤",
        "│       ▐█▌ │        B  │",
        "│       ▝▀▘ │           │",
        "│     ╶─────╯     ╭─────┤",
        "│                 │░░░░░│",
    ]


@pytest.mark.parametrize("glyphs", WALLS.values())
def test_a_walked_line_is_no_wall(glyphs):
    walls = {chr(code) for code in glyphs.posts.tolist()} - {" "}
    for pitch, height in ((4, 2), (8, 4)):
        tables = glyphs.ribbons(pitch, height, colour=False)
        for table in (tables.walk, tables.path, tables.shared):
            drawn = {chr(code) for code in table.ravel().tolist()} - {"\0", "█"}
            assert not drawn & walls


@pytest.mark.parametrize("drawing", ALL, ids=lambda drawing: drawing.name)
@pytest.mark.parametrize("side", Direction)
def test_a_wall_that_somebody_ran_into_has_an_ink_of_its_own(drawing, side):
    level = Level.of(Recipe.parse("wilson:5x4:bump"))
    cell = next(
        (row, col)
        for row in range(1, 3)
        for col in range(1, 4)
        if not level.maze.is_open((row, col), side)
    )
    scene = Scene.of(level)
    before = lines(drawing, scene)
    scene.bump = cell, side
    after = lines(drawing, scene)
    x, y, width, height = drawing.extent(cell)
    bumped = 0
    for line, (old, new) in enumerate(zip(before, after, strict=True)):
        changed = (old.ink != new.ink) | (old.ground != new.ground)
        bumped += int(changed.sum())
        if changed.any():
            assert y <= line < y + height
            assert {*new.ink[changed].tolist(), *new.ground[changed].tolist()} & {Ink.BUMP}
            at = changed.nonzero()[0]
            assert at.min() >= x
            assert at.max() < x + width
    assert bumped > 0

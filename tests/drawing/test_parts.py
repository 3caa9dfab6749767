"""Laws of all drawings: a part is what the whole shows there, and a cell changes its own only."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from mazegame.drawing import ASCII_ZOOMS, WALLS, ZOOMS, Ink, Overview, Scene, Walker, zooms
from mazegame.drawing.density import DensityMap
from mazegame.drawing.wall_map import WallMap
from mazegame.drawing.zoom import capacity, with_cell_height
from mazegame.engine import Direction, Level, Maze, Recipe
from mazegame.game.run import hint, step
from tests.drawing.pictures import (
    COLOURLESS_ZOOMS,
    assert_same,
    differing,
    half_carved,
    walked,
    whole,
)
from tests.game.mazes import forked

GLYPHS = WALLS["rounded"]
OUTLINES = [zooms(walls, colour=False, marked=True)[-1] for walls in ("rounded", "ascii")]
CELLS = [*ZOOMS, *ASCII_ZOOMS, *COLOURLESS_ZOOMS, *OUTLINES]
DENSITY = [DensityMap(scale, GLYPHS, colour=colour) for scale, colour in ((1, True), (7, False))]
ALL = [*CELLS, WallMap(GLYPHS)]


def with_everything():
    """A scene with a walk, a hint, a path, a label, a line and a wall that was bumped into."""
    level = Level.of(Recipe.parse("kruskal:14x9:window"))
    run, scene = walked(level, "EESSWN", player=True, head=True)
    scene.walkers.append(Walker((4, 4), Ink.RUNNER, "T"))
    scene.show_hint(run.position, hint(run))
    scene.show_path(level.path_from(level.start))
    scene.labels[2, 3] = "+"
    tracks = bytearray(scene.grid.size)
    tracks[4 * 14 + 5 : 4 * 14 + 7] = 0x22, 0x08
    scene.show_lines([(0, tracks)])
    scene.bump = (3, 4), Direction.S
    return scene


@pytest.mark.parametrize("walls", ["rounded", "ascii"])
@pytest.mark.parametrize("name", ["grand", "large", "roomy", "compact"])
def test_cells_may_be_higher_than_any_figure(name, walls):
    drawing = next(one for one in zooms(walls, colour=True) if one.name == name)
    for height in range(drawing.height, 2 * drawing.height + 1):
        higher = with_cell_height(drawing, height)
        assert (higher.pitch, higher.height) == (drawing.pitch, height)
        scene = with_everything()
        block = whole(higher, scene)
        for walker in scene.walkers:
            x, y = higher.centre(walker.cell)
            assert block.ink[y, x] == walker.ink
    assert with_cell_height(ZOOMS[-1], 4) is ZOOMS[-1]


def painted():
    """A scene of the lab: paint, signs and numbers."""
    chance = np.random.default_rng(7)
    scene = Scene(Maze([[6, 14, 10, 12], [5, 3, 12, 5], [3, 10, 11, 9]]).passages)
    scene.paint = chance.choice(np.array([0, *range(32, 39), *range(40, 48)], np.uint8), (3, 4))
    scene.signs = np.array([0, 1, 2, 4, 8, 65] * 2, np.uint8).reshape(3, 4)
    scene.numbers = np.array([-1, 5, 50, 500, 5000, 0] * 2, np.int32).reshape(3, 4)
    return scene


def in_fog_and_heat():
    scene = Scene.of(forked(), Walker((0, 0)))
    scene.light = np.array([[1, 1, 0, 0], [2, 1, 0, 0], [0, 0, 0, 0]], np.uint8)
    scene.heat = True
    return scene


SCENES = [with_everything(), painted(), in_fog_and_heat()]
OF_MAPS = [Overview(1), Overview(2, density=True), *DENSITY]


@pytest.mark.parametrize("drawing", [*ALL, *OF_MAPS], ids=lambda one: one.name)
@given(data=st.data())
def test_a_part_is_what_the_whole_shows_there(drawing, data):
    scene = half_carved(43, 37, 1) if drawing in DENSITY else data.draw(st.sampled_from(SCENES))
    rows, cols = scene.shape
    wide, high = drawing.size(cols, rows)
    x, y = data.draw(st.integers(0, wide - 1)), data.draw(st.integers(0, high - 1))
    width, height = data.draw(st.integers(1, wide - x)), data.draw(st.integers(1, high - y))
    part = drawing.block(scene, x, y, width, height)
    assert_same(part, whole(drawing, scene).part(slice(y, y + height), slice(x, x + width)))


@pytest.mark.variants
@pytest.mark.parametrize("drawing", ALL, ids=lambda one: one.name)
@given(seed=st.integers(0, 99), moves=st.lists(st.sampled_from("NESW"), max_size=40))
@example(seed=40, moves=list("EEWSEN"))  # crosses its own way
def test_a_step_changes_nothing_outside_the_extents_of_its_cells(drawing, seed, moves):
    level = Level.of(Recipe("recursive-backtracker", 6, 5, str(seed), (("braid", "50"),)))
    run, scene = walked(level, "", player=True)
    before = whole(drawing, scene)
    for move in moves:
        event = step(run, Direction[move])
        scene.walkers[0].cell = run.position
        after = whole(drawing, scene)
        changed = differing(before, after)
        for cell in {*event.cells, *scene.show_head(run.route)}:
            x, y, width, height = drawing.extent(cell)
            changed[y : y + height, x : x + width] = False
        assert not changed.any()
        before = whole(drawing, scene)


@pytest.mark.parametrize("drawing", ALL, ids=lambda one: one.name)
def test_every_character_of_the_middle_of_a_cell_belongs_to_it(drawing):
    for cell in ((0, 0), (3, 5), (8, 1)):
        row, col = drawing.cell_at(*drawing.centre(cell))
        assert (row, col) == ((cell[0] // 2 * 2, cell[1]) if isinstance(drawing, WallMap) else cell)


@pytest.mark.parametrize("drawing", CELLS, ids=lambda one: one.name)
def test_what_fits_is_the_most_that_fits(drawing):
    cols, rows = capacity(drawing, 80, 21)
    wide, high = drawing.size(cols, rows)
    assert wide <= 80
    assert high <= 21
    assert drawing.size(cols + 1, rows)[0] > 80
    assert drawing.size(cols, rows + 1)[1] > 21
    assert min(capacity(drawing, 1, 1)) >= 1

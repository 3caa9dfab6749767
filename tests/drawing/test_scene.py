"""Scenes without a level: mazes that are being carved, streams of rows, any number of walkers."""

import numpy as np
import pytest

from mazegame.drawing import ASCII_ZOOMS, WALLS, ZOOMS, End, Ink, Minimap, Overview, Scene, Walker
from mazegame.drawing.wall_map import WallMap
from mazegame.engine import Recipe, eller_rows, generate, trace
from mazegame.engine.carving.carving_grid import UNVISITED
from tests.drawing.pictures import lines, text
from tests.game.mazes import forked

GRAND, LARGE, ROOMY, COMPACT, BLOCKS = ZOOMS
MAPS = [WallMap(WALLS["rounded"]), ASCII_ZOOMS[-1]]
DRAWINGS = [*ZOOMS, ASCII_ZOOMS[2], Overview(1), *MAPS]


def test_a_maze_is_drawn_while_it_is_carved():
    made = trace(Recipe.parse("recursive-backtracker:7x5:half"))
    half = Scene(made.maze_at(len(made) // 2).passages.copy())
    drawn = text(ROOMY, half)
    uncarved = int((half.grid == 0).sum())
    assert 5 < uncarved < 30
    rock = [drawn[row * 2 + 1][col * 4 + 1 : col * 4 + 4] for row in range(5) for col in range(7)]
    assert rock.count("░░░") == uncarved
    finished = generate("recursive-backtracker", 7, 5, "half").passages
    half.grid[:] = finished  # in place, as a carver does
    assert text(ROOMY, half) == text(ROOMY, Scene(finished))


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: drawing.name)
def test_what_a_carver_keeps_in_cells_it_has_not_reached_is_not_drawn(drawing):
    grid = np.full((4, 6), UNVISITED, np.uint8)
    grid[1, 1:3] = 2, 8
    plain = np.where(grid & UNVISITED, 0, grid).astype(np.uint8)
    grid[3] |= 5  # Wilson notes there which way he left
    assert text(drawing, Scene(grid)) == text(drawing, Scene(plain))


@pytest.mark.parametrize("drawing", DRAWINGS, ids=lambda drawing: drawing.name)
def test_a_window_of_a_stream_looks_like_that_part_of_the_whole(drawing):
    rows = eller_rows(9, "stream")
    whole = np.array([next(rows) for _ in range(12)], np.uint8)
    walk = np.zeros_like(whole)
    walk[5:9, 3] = 5
    pictures = []
    for first in (0, 4):
        scene = Scene(
            whole[first:], [End((7, 2), "A", Ink.START), End((2, 2), "B", Ink.GOAL)],
            np.arange(108, dtype=np.int32).reshape(12, 9)[first:], row_offset=first,
        )  # fmt: skip
        scene.tracks = walk[first:]
        scene.walkers = [Walker((8, 3)), Walker((1, 1), Ink.RUNNER)]
        scene.heat, scene.heat_range = True, (40, 107)
        scene.show_path([(5, 5), (6, 5), (6, 6)])
        assert scene.shape == (12, 9)
        assert not first or not scene.sees((1, 1))
        pictures.append(lines(drawing, scene))
    top = drawing.centre((4, 0))[1] + 1
    for y, (old, new) in enumerate(zip(*pictures, strict=True)):
        if y >= top:
            for name in ("glyphs", "ink", "ground"):
                assert np.array_equal(getattr(old, name), getattr(new, name)), y
    if not isinstance(drawing, Overview):
        gone = drawing.extent((4, 0))[1]
        assert not any(line.ink.any() or line.ground.any() for line in pictures[1][:gone])


@pytest.mark.parametrize("drawing", [ROOMY, BLOCKS, ASCII_ZOOMS[-1]])
def test_the_last_row_of_a_stream_is_open_where_the_next_one_goes_on(drawing):
    rows = eller_rows(9, "stream")
    grid = np.array([next(rows) for _ in range(12)], np.uint8)
    whole, part = text(drawing, Scene(grid)), text(drawing, Scene(grid[:6]))
    below = drawing.extent((6, 0))[1]
    for col in range(9):
        x = drawing.centre((5, col))[0]
        is_open = bool(grid[5, col] & 4)
        assert (part[below][x] == " ") == is_open
        assert (whole[below][x] in " ▄") == is_open
    later = Scene(grid[6:], row_offset=6)
    above = text(drawing, later)[below]
    is_open = [above[drawing.centre((6, col))[0]] in " ▄" for col in range(9)]
    assert is_open == [bool(grid[6, col] & 1) for col in range(9)]


@pytest.mark.parametrize("drawing", ZOOMS, ids=lambda drawing: drawing.name)
def test_the_boundary_stays_whole_where_a_walk_comes_from_a_row_that_is_gone(drawing):
    scene = Scene(np.array([[6, 12], [1, 1]], np.uint8), row_offset=4)
    scene.tracks = np.zeros(scene.grid.shape, np.uint8)
    above, before = drawing.extent((4, 0))[1], lines(drawing, scene)
    scene.tracks[:, 0] = 5 | 5 << 4
    after = lines(drawing, scene)
    assert after[above].ink.tolist() == before[above].ink.tolist()
    assert Ink.TRAIL in {*after[-2].ink, *after[-2].ground}


def test_the_small_map_of_a_stream_counts_rows_from_its_first():
    tracks = np.zeros((64, 8), np.uint8)
    tracks[40:44, 2] = 5
    scenes = [Scene(np.zeros((64, 8), np.uint8)), Scene(np.zeros((32, 8), np.uint8), row_offset=32)]
    scenes[0].tracks, scenes[1].tracks = tracks, tracks[32:]
    old, new = (Minimap(scene, 10, 12) for scene in scenes)
    assert np.array_equal(old.draw((0, 0), (9, 7))[0], new.draw((0, 0), (9, 7))[0])
    tracks[50, 5] = 2
    for minimap in (old, new):
        minimap.light_up([(50, 5), (3, 3)])
    assert np.array_equal(old.draw((0, 0), (9, 7))[0], new.draw((0, 0), (9, 7))[0])


def test_any_number_of_walkers_the_last_on_top():
    scene = Scene.of(forked(), Walker((0, 1), Ink.RUNNER), Walker((0, 2), Ink.RUNNER, "G"))
    scene.walkers += [Walker((0, 3)), Walker(None), Walker((1, 0), Ink.PLAYER, "2")]
    assert text(ROOMY, scene)[1] == "│ A  ▐R▌ ▐G▌ ▐█▌│"
    assert text(ROOMY, scene)[3][1:4] == "▐2▌"
    scene.walkers.append(Walker((0, 1), Ink.PLAYER))
    assert text(ROOMY, scene)[1][5:8] == "▐█▌"
    assert text(BLOCKS, scene)[0][5] == "G"


def test_without_a_field_there_is_no_heat():
    scene = Scene(forked().maze.passages)
    plain = text(ROOMY, scene)
    scene.heat = True
    assert text(ROOMY, scene) == plain


def test_heat_may_tell_apart_a_range_of_distances_only():
    scene = Scene(np.full((1, 12), 10, np.uint8), (), np.arange(1000, 1012).reshape(1, 12))
    scene.heat = True
    assert text(ROOMY, scene)[1][2::4] == "9" * 12
    scene.heat_range = 1000, 1009
    assert text(ROOMY, scene)[1][2::4] == "012345678999"

"""The drawings that a look and a terminal allow, and the mazes and maps that fit a window."""

from types import SimpleNamespace

import pytest

from mazegame.config import DEFAULTS
from mazegame.drawing import WALLS
from mazegame.drawing.density import DensityMap
from mazegame.drawing.half_blocks import HalfBlocks
from mazegame.drawing.outline import Outline
from mazegame.drawing.overview import Overview
from mazegame.drawing.wall_map import WallMap
from mazegame.widgets.maze import zooms
from mazegame.widgets.maze.zooms import (
    enough_capacity,
    look_of,
    map_for,
    own_designs_of,
    roomy_capacity,
    zooms_for,
)
from tests.store.conftest import like


def an_app(*, walls="rounded", theme="maze-dark", no_color=False):
    return SimpleNamespace(config=like(walls=walls), theme=theme, no_color=no_color)


def test_an_app_without_a_config_has_the_look_of_the_game_and_no_designs():
    assert look_of(SimpleNamespace()) == DEFAULTS.look
    assert own_designs_of(SimpleNamespace()) == ()
    assert look_of(an_app(walls="heavy")).walls == "heavy"


def test_walls_are_ascii_if_the_player_or_the_terminal_wants_it(monkeypatch):
    for walls in ("heavy", "ascii"):
        assert zooms_for(an_app(walls=walls))[0].glyphs is WALLS[walls]
    monkeypatch.setattr(zooms, "has_unicode", lambda: False)
    assert zooms_for(an_app(walls="heavy")) == zooms_for(an_app(walls="ascii"))


def test_without_colours_and_in_greys_shapes_tell_marks_apart():
    grey, plain = zooms_for(an_app(theme="maze-mono")), zooms_for(an_app(no_color=True))
    assert grey == plain != zooms_for(an_app())


@pytest.mark.parametrize(
    ("window", "roomy"), [((80, 24), (19, 11)), ((41, 13), (10, 6)), ((40, 12), (9, 5))]
)
def test_a_window_holds_a_maze_of_roomy_cells(window, roomy):
    assert roomy_capacity(an_app(), *window) == roomy


@pytest.mark.parametrize(
    ("least", "enough"),
    [
        ((10, 6), (10, 6)),
        ((11, 6), (13, 6)),
        ((13, 6), (13, 6)),
        ((14, 6), (20, 12)),
        ((10, 7), (20, 12)),
        ((99, 99), (20, 12)),
    ],
)
def test_cells_are_as_roomy_as_shows_enough_of_them(least, enough):
    assert enough_capacity(an_app(), 41, 13, least) == enough


@pytest.mark.parametrize(
    ("size", "window", "walls", "kinds"),
    [
        ((30, 15), (80, 24), "rounded", (HalfBlocks, HalfBlocks)),
        ((30, 15), (80, 24), "ascii", (Outline, Outline)),
        ((30, 15), (40, 16), "rounded", (WallMap, DensityMap)),
        ((30, 15), (40, 16), "ascii", (Overview, DensityMap)),
        ((150, 150), (80, 24), "rounded", (Overview, DensityMap)),
    ],
)
def test_a_map_fills_the_window_and_shows_paint_where_it_has_to(size, window, walls, kinds):
    for painted, kind in zip((False, True), kinds, strict=True):
        drawing = map_for(an_app(walls=walls), *size, *window, painted=painted)
        assert type(drawing) is kind
        wide, high = drawing.size(*size)
        assert wide <= window[0]
        assert high <= window[1]

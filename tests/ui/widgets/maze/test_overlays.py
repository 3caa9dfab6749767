"""A window onto a maze: where it is, what lies over it, and the drawings that fit it."""

from types import SimpleNamespace

import numpy as np
import pytest
from textual.geometry import Size

from mazegame.config import DEFAULTS
from mazegame.drawing import WALLS, ZOOMS, Scene, Walker
from mazegame.drawing.density import DensityMap
from mazegame.drawing.drawing import Block
from mazegame.drawing.half_blocks import HalfBlocks
from mazegame.drawing.outline import Outline
from mazegame.drawing.overview import BLANK_BRAILLE, Overview
from mazegame.drawing.wall_map import WallMap
from mazegame.engine import Level, Maze
from mazegame.widgets.maze.maze_view import MARGIN, _aim_axis
from mazegame.widgets.maze.overlays import Inset, Window, arrow_to_goal
from mazegame.widgets.maze.zooms import enough_capacity, maps_for, own_designs_of, zooms_for
from mazegame.widgets.text.characters import look_of
from tests.store.conftest import like

ROOMY = next(drawing for drawing in ZOOMS if drawing.name == "roomy")
B = (30, 30)


def window(at, size=(20, 10), *goals, cell=B, walker=(0, 0)):
    """A window onto a room in which a cell's middle is at a place of the window."""
    level = Level(Maze.from_floor([[1] * 60] * 60), (0, 0), goals or (B,), name="room")
    scene = Scene.of(level, *[Walker(walker)] * (walker is not None))
    x, y = ROOMY.centre(cell)
    return Window(scene, ROOMY, (x - at[0], y - at[1]), Size(*size))


@pytest.mark.parametrize(
    ("at", "arrow"),
    [
        ((0, 0), None),
        ((19, 9), None),
        ((-1, 5), (0, 5, "←B")),
        ((20, 5), (18, 5, "→B")),
        ((5, -1), (5, 0, "↑B")),
        ((5, 10), (5, 9, "↓B")),
        ((-1, -1), (0, 0, "↖B")),
        ((20, -1), (18, 0, "↗B")),
        ((-30, 30), (0, 9, "↙B")),
        ((30, 30), (18, 9, "↘B")),
        ((19, -1), (18, 0, "↑B")),
    ],
)
def test_an_arrow_at_the_edge_points_to_b(at, arrow):
    label = arrow_to_goal(window(at))
    assert (label and (label.x, label.y, label.text)) == arrow


def test_only_a_walker_has_an_arrow_to_the_only_b():
    away = (-1, 1)
    assert arrow_to_goal(window(away, (3, 3))) is not None
    assert arrow_to_goal(window(away, (2, 3))) is None
    assert arrow_to_goal(window(away, (3, 2))) is None
    assert arrow_to_goal(window(away, walker=None)) is None
    assert arrow_to_goal(window(away, (20, 10), B, (40, 40))) is None


@pytest.mark.parametrize(
    ("size", "own", "shown"),
    [
        ((60, 16), (20, 8), True),
        ((59, 16), (20, 8), False),
        ((60, 15), (20, 8), False),
        ((60, 16), (21, 8), False),
        ((63, 16), (21, 8), True),
        ((60, 17), (20, 9), False),
        ((60, 18), (20, 9), True),
    ],
)
def test_a_small_map_takes_a_third_of_the_columns_and_half_of_the_lines(size, own, shown):
    assert (a_map(window((0, 0), size), own) is not None) == shown


@pytest.mark.parametrize(
    ("player", "column"), [((36, 0), 0), ((35, 0), 39), ((59, 10), 0), ((59, 11), 39), (None, 39)]
)
def test_a_small_map_makes_way_for_the_player(player, column):
    cell = None if player is None else (30, 30)
    region = a_map(window(player or (0, 0), (60, 16), walker=cell), (20, 8))
    assert region == (column, 0, 21, 9), "with a blank column and a blank line"


def a_map(onto, own):
    blank = np.zeros(own[::-1], np.uint8)
    minimap = SimpleNamespace(size=own, draw=lambda *cells: Block(blank, blank, blank))
    inset = Inset(minimap)
    inset.draw(onto)
    return inset.region


@pytest.mark.parametrize(
    ("target", "centre", "first"),
    [
        (100 + 40 // MARGIN, False, 100),
        (100 + 40 // MARGIN, True, 80 + 40 // MARGIN),
        (99 + 40 // MARGIN, False, 79 + 40 // MARGIN),
        (139 - 40 // MARGIN, False, 100),
        (140 - 40 // MARGIN, False, 120 - 40 // MARGIN),
        (20, False, 0),
        (21, False, 1),
        (180, False, 160),
        (181, False, 160),
    ],
)
def test_a_window_moves_only_where_the_player_comes_near_its_edge(target, centre, first):
    aimed = _aim_axis(now=100, window=40, extent=200, target=target, centre=centre)
    assert aimed == first
    for extent, middle in ((40, 0), (38, -1), (37, -1), (20, -10)):
        assert _aim_axis(now=7, window=40, extent=extent, target=3, centre=centre) == middle


def an_app(*, walls="rounded", theme="maze-dark", no_color=False):
    return SimpleNamespace(config=like(walls=walls), theme=theme, no_color=no_color)


def test_an_app_without_a_config_has_the_look_of_the_game_and_no_designs():
    assert look_of(SimpleNamespace()) == DEFAULTS.look
    assert own_designs_of(SimpleNamespace()) == ()
    assert look_of(an_app(walls="heavy")).walls == "heavy"


def test_walls_are_ascii_if_the_player_or_the_terminal_wants_it(monkeypatch):
    for walls in ("heavy", "ascii"):
        assert zooms_for(an_app(walls=walls))[0].glyphs is WALLS[walls]
    monkeypatch.setenv("LC_ALL", "POSIX")
    assert zooms_for(an_app(walls="heavy")) == zooms_for(an_app(walls="ascii"))


def test_a_text_console_has_light_walls_and_no_braille(monkeypatch):
    monkeypatch.setenv("TERM", "linux")
    for walls in ("rounded", "heavy", "double", "light"):
        assert zooms_for(an_app(walls=walls))[0].glyphs is WALLS["light"]
    for walls in ("blocks", "ascii"):
        assert zooms_for(an_app(walls=walls))[0].glyphs is WALLS[walls]
    scene = Scene(Level.of("wilson:500x500:a").maze.passages)
    codes, _, _ = maps_for(an_app(), 500, 500, 60, 20)[0].block(scene, 0, 0, 60, 20)
    assert not ((codes >= BLANK_BRAILLE) & (codes < BLANK_BRAILLE + 256)).any()


def test_without_colours_and_in_greys_shapes_tell_marks_apart():
    grey, plain = zooms_for(an_app(theme="maze-mono")), zooms_for(an_app(no_color=True))
    assert grey == plain != zooms_for(an_app())


@pytest.mark.parametrize(
    ("least", "enough"),
    [
        ((10, 6), (10, 6)),
        ((11, 6), (13, 6)),
        ((13, 6), (13, 6)),
        ((14, 6), (20, 12)),
        ((10, 7), (20, 12)),
        ((99, 99), (20, 12)),
        ((1, 1), (10, 6)),
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
        drawing = maps_for(an_app(walls=walls), *size, *window, painted=painted)[0]
        assert type(drawing) is kind
        wide, high = drawing.size(*size)
        assert wide <= window[0]
        assert high <= window[1]

"""Panes: zoom, map, heat and panning, for one maze and for two side by side."""

import contextlib
import re
from types import SimpleNamespace
from typing import ClassVar

import numpy as np
import pytest
from textual.app import App
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.geometry import Region, Size
from textual.screen import Screen

from mazegame.config import Config
from mazegame.drawing import WALLS, ZOOMS, Ink, Scene, Walker
from mazegame.engine import Direction, Level, Recipe
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.maze import maze_pane
from mazegame.widgets.maze.maze_pane import (
    MazePane,
    PaneActions,
    heat_key,
    map_key,
    pan_keys,
    zoom_keys,
)
from mazegame.widgets.maze.session_pane import SessionPane
from tests.store.conftest import like
from tests.ui.conftest import hides, screen_text, shows, until
from tests.ui.widgets.alone import alone

GRAND, LARGE, ROOMY, COMPACT, BLOCKS = ZOOMS


def level(size="12x8", seed="pane"):
    return Level.of(Recipe.parse(f"wilson:{size}:{seed}"))


class PlayedPane(MazePane):
    of_play = True


class PaneScreen(Screen[None], PaneActions):
    BINDINGS: ClassVar[list[BindingType]] = [
        *zoom_keys("test"),
        map_key("test"),
        heat_key("test"),
        *pan_keys("test"),
    ]

    def __init__(self, *scenes):
        super().__init__()
        self.scenes = scenes

    def compose(self):
        with Horizontal():
            for _ in self.scenes:
                yield PlayedPane()
        yield KeyLine()

    def on_maze_view_clicked(self, event):
        self.clicked.append(event.cell)

    def on_mount(self):
        self.clicked = []
        for pane, scene in zip(self.panes, self.scenes, strict=True):
            player = scene.walker(Ink.PLAYER)
            pane.show_scene(scene, player.cell if player else None)


class PaneApp(App[None]):
    def __init__(self, *scenes):
        super().__init__()
        self.config = Config()
        self.scenes = scenes

    def get_default_screen(self):
        return PaneScreen(*self.scenes)

    def get_theme_variable_defaults(self):
        from mazegame.themes import maze_colours

        return maze_colours(self.current_theme)


@contextlib.asynccontextmanager
async def on_pane(scene, size=(80, 24)):
    """Run an app with one pane."""
    app = PaneApp(scene)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        (pane,) = app.screen.panes
        yield app, pane, pilot


def pane(size, scene=None, *, kind=PlayedPane, **look):
    """A pane that is in no app; it notes what it tells and repaints."""
    app = SimpleNamespace(config=like(Config(), **look), no_color=False, theme="maze-dark")
    told, painted = [], []
    screen = SimpleNamespace(active_bindings={}, app=app, has_class=lambda _: True)
    shown = alone(
        kind, size, app=app, screen=screen, post_message=told.append, _paint=painted.extend,
        set_timer=lambda *_: SimpleNamespace(stop=lambda: told.append("stopped")),
    )  # fmt: skip
    shown.told, shown.painted = told, painted
    if scene is not None:
        shown.show_scene(scene)
    return shown


def notes(shown):
    return [(m.text, m.alone) for m in shown.told if isinstance(m, MazePane.NoteChanged)]


@pytest.mark.parametrize(
    ("maze", "size", "beside", "drawing"),
    [
        ("12x8", (80, 24), None, ROOMY),
        ("12x8", (49, 17), None, ROOMY),
        ("12x8", (48, 17), None, COMPACT),
        ("12x8", (80, 24), (48, 17), COMPACT),
        ("12x8", (48, 17), (80, 24), COMPACT),
        ("12x8", (80, 24), (80, 16), BLOCKS),
        ("90x90", (80, 24), None, ROOMY),
        ("4x3", (80, 24), None, GRAND),
    ],
)
def test_two_panes_have_the_drawing_that_both_have_room_for(maze, size, beside, drawing):
    shown = pane(size, Scene.of(level(maze)))
    shown.draw_like(beside and SimpleNamespace(size=Size(*beside)))
    assert shown.drawing is drawing


@pytest.mark.parametrize(
    ("wanted", "zooms", "drawing"),
    [
        ("auto", [1], COMPACT),
        ("auto", [1, 1, 1], BLOCKS),
        ("auto", [-1, -1, -1], GRAND),
        ("compact", [], COMPACT),
        ("compact", [-1], ROOMY),
        ("half-blocks", [1, -1], COMPACT),
        ("none such", [], BLOCKS),
    ],
)
def test_a_zoom_begins_at_the_preferred_drawing_and_ends_at_the_last(wanted, zooms, drawing):
    shown = pane((80, 24), Scene.of(level()), drawing=wanted)
    for by in zooms:
        shown.zoom(by)
    assert shown.drawing is drawing
    assert shown.chosen_zoom == (ZOOMS.index(drawing) if zooms else None)


def test_a_pane_says_when_its_drawing_changes():
    shown = pane((80, 24), Scene.of(level()))
    shown.told.clear()
    for by, changes in ((1, 1), (-1, 1), (0, 0)):
        shown.zoom(by)
        assert sum(isinstance(m, MazePane.DrawingChanged) for m in shown.told) == changes
        shown.told.clear()


def test_the_map_is_left_as_it_was_entered():
    shown = pane((80, 24), Scene.of(level()))
    shown.screen.active_bindings["tab"] = (None, map_key("test"), True, "")
    shown.app.get_key_display = lambda binding: binding.key
    assert not shown.leave_map()
    shown.looking = True
    shown.toggle_map()
    assert (shown.shows_map, shown.looking) == (True, False)
    assert shown.inset.minimap is None
    assert shown.leave_map()
    assert not shown.shows_map
    assert shown.inset.minimap is not None
    assert notes(shown) == [("map: tab or esc back, + - zoom", True), ("", False)]
    always = pane((80, 24), Scene.of(level()), drawing="overview")
    assert always.shows_map
    assert not always.leave_map()
    assert notes(always) == []


def test_heat_and_looking_around_have_notes():
    scene = Scene.of(level(), Walker((0, 0)))
    shown = pane((80, 24), scene)
    scene.heat_range = 1200, 3400
    scene.keeps_heat_range = True
    shown.show_heat(on=True)
    shown.looking = True
    shown._update_note()
    shown.looking = False
    shown.show_heat(on=False)
    first, second, third = notes(shown)
    assert re.fullmatch(r"steps to B .=1,200 to .=3,400", first[0])
    assert second == ("looking around: arrows move, Enter walks there, esc returns", True)
    assert third == ("", False)
    assert notes(pane((80, 24), scene, kind=MazePane)) == []


@pytest.mark.parametrize(
    ("size", "small"), [((80, 24), (20, 8)), ((200, 60), (28, 10)), ((8, 9), (4, 4))]
)
def test_a_small_map_takes_a_share_of_the_window(size, small, monkeypatch):
    monkeypatch.setattr(maze_pane, "Minimap", lambda _, *size, braille: size)
    shown = pane(size)
    shown.scene = Scene.of(level())
    assert shown._make_minimap() == small
    assert pane((80, 24), Scene.of(level()), kind=MazePane).inset.minimap is None
    assert pane((80, 24), Scene.of(level()), minimap=False).inset.minimap is None
    shown._side_map = SimpleNamespace()
    assert shown._make_minimap() is None, "it stands beside the maze"
    shown.screen.has_class = lambda _: False
    assert shown._make_minimap() == small


def test_a_wall_stops_to_blink_when_another_one_does():
    scene = Scene.of(level(), Walker((0, 0)))
    shown = pane((80, 24), scene)
    shown.show_bump((0, 0), Direction.N)
    assert scene.bump == ((0, 0), Direction.N)
    shown.show_bump((1, 1), Direction.S)
    assert scene.bump == ((1, 1), Direction.S)
    assert shown.told.count("stopped") == 1
    shown.painted.clear()
    shown._end_bump()
    shown._end_bump()
    assert scene.bump is None
    assert len(shown.painted) == 1
    still = pane((80, 24), scene, animations=False)
    still.show_bump((0, 0), Direction.N)
    assert scene.bump is None


@pytest.mark.parametrize(
    ("followed", "corners"),
    [
        ((0, 0), ((0, 0), (10, 18))),
        ((5, 9), ((0, 0), (10, 18))),
        ((15, 30), ((10, 21), (20, 39))),
        ((59, 149), ((49, 131), (59, 149))),
        (None, None),
    ],
)
def test_the_frame_on_the_map_holds_what_the_window_would(followed, corners):
    scene = Scene.of(level("150x60"))
    shown = pane((80, 24), scene)
    assert ROOMY.capacity(80, 24) == (19, 11)
    shown.zoom(0)
    shown.toggle_map()
    shown._followed = followed
    frame = shown._frame_on_map()
    assert bool(frame) == (corners is not None)
    if corners is not None:
        xs, ys = zip(*((label.x, label.y) for label in frame), strict=True)
        found = ((min(xs), min(ys)), (max(xs), max(ys)))
        for place, corner in zip(found, corners, strict=True):
            centre = shown.drawing.centre(corner)
            assert place == tuple(np.subtract(centre, shown.camera))
    small = pane((80, 24), Scene.of(level("12x8")))
    small.toggle_map()
    small._followed = (0, 0)
    assert small._frame_on_map() == []
    narrow = pane((45, 14), Scene.of(level("300x100")))
    narrow.toggle_map()
    narrow._followed = (0, 0)
    assert narrow._frame_on_map() == [], "it would hide what it frames"


@pytest.mark.parametrize("by_keys", [True, False])
def test_heat_has_the_range_of_the_window(by_keys):
    scene = Scene.of(level("200x150", "range"), Walker((10, 10)))
    shown = pane((80, 24), scene)
    shown.show_heat(on=True)
    (top, left), (bottom, right) = shown._window.cells
    inside = scene.field[top : bottom + 1, left : right + 1]
    assert scene.heat_range == (inside.min(), inside.max())
    scene.keeps_heat_range = by_keys
    before = scene.heat_range
    shown.pan(4, 4)
    assert (scene.heat_range == before) == by_keys


def test_a_map_beside_the_maze_is_told_of_changes_where_it_is_seen():
    done = []
    side = SimpleNamespace(
        show_map=lambda *map_: done.append(map_), region=Region(0, 0, 9, 9),
        note=lambda *changes: done.append(changes),
    )  # fmt: skip
    scene = Scene.of(level("50x32"), Walker((3, 3)))
    shown = pane((80, 24), scene)
    shown.use_side_map(side)
    cells = shown._window.cells
    shown.repaint([(3, 3)])
    assert done == [(scene, cells), ({(3, 3)}, cells)]
    side.region = Region()
    shown.repaint([(3, 3)])
    shown.toggle_map()
    assert len(done) == 2
    other = pane((80, 24), Scene.of(level()))
    other.use_side_map(side)
    assert done[2][0] is None, "the window holds all"


def test_both_zooms_may_share_a_place_in_the_key_line():
    for show, words, display, tooltip in (
        (True, "zoom", "+/-", "zoom out"), (False, "zoom out", None, ""),
    ):  # fmt: skip
        larger, smaller = zoom_keys("test", show=show)
        assert (larger.show, smaller.show) == (False, show)
        assert (smaller.description, smaller.key_display, smaller.tooltip) == (
            words, display, tooltip,
        )  # fmt: skip
        assert (larger.action, smaller.action) == ("zoom(-1)", "zoom(1)")


@pytest.mark.parametrize(
    ("size", "drawing"), [((80, 24), ROOMY), ((40, 18), COMPACT), ((30, 12), BLOCKS)]
)
async def test_the_roomiest_drawing_that_shows_all_is_chosen(size, drawing):
    async with on_pane(Scene.of(level()), size=size) as (_, pane, pilot):
        assert pane.drawing is drawing
        assert all(pane.sees(cell) for cell in ((0, 0), (7, 11)))
        await pilot.resize_terminal(80, 24)
        assert pane.drawing is ROOMY
        await pilot.press("minus")
        await pilot.resize_terminal(60, 20)
        assert pane.drawing is COMPACT, "what was chosen lasts"


@pytest.mark.parametrize(
    ("wanted", "drawing"), [("compact", COMPACT), ("half-blocks", BLOCKS), ("overview", None)]
)
async def test_the_preferred_drawing_is_taken_at_once(wanted, drawing):
    async with on_pane(Scene.of(level())) as (app, pane, pilot):
        app.config = like(app.config, drawing=wanted)
        pane.apply_look()
        await pilot.pause()
        assert pane.drawing is drawing or (
            drawing is None and pane.drawing.glyphs is WALLS["heavy"]
        )
        app.config = like(app.config, drawing="auto")
        pane.apply_look()
        assert pane.drawing is ROOMY


@pytest.mark.parametrize(
    ("size", "fill"), [("12x8", "--"), ("30x15", "|_|"), ("60x40", "  "), ("150x150", ";;")]
)
async def test_with_walls_of_ascii_the_map_is_ascii(size, fill):
    async with on_pane(Scene.of(level(size), Walker((3, 3)))) as (app, pane, pilot):
        app.config = like(app.config, walls="ascii")
        pane.apply_look()
        await pilot.press("tab")
        text = screen_text(app)
        assert "@" in text
        assert "B" in text
        assert "".join(text.split()).isascii()
        assert fill in text, "walls, or shades where they are too fine"
        assert ("|_|" in text) == (size == "30x15")


async def test_a_click_is_on_the_cell_under_it_and_none_beside_the_maze():
    async with on_pane(Scene.of(level())) as (app, pane, pilot):
        corners = [(0, 0), (0, 11), (7, 0), (7, 11)]
        for x, y in map(pane.drawing.centre, [*corners, (-1, 0), (0, -1), (8, 11), (7, 12)]):
            await pilot.click(pane, offset=(x - pane.camera[0], y - pane.camera[1]))
        await until(lambda: app.screen.clicked, pilot)
        assert app.screen.clicked == corners


def test_a_pane_shows_what_happens_to_its_own_player():
    for number, shown in ((0, True), (1, False)):
        pane = SimpleNamespace(_seat=SimpleNamespace(concerns=lambda event: event.player == 0))
        assert SessionPane.shows(pane, SimpleNamespace(player=number)) == shown
    assert not SessionPane.shows(SimpleNamespace(_seat=None), SimpleNamespace(player=0))


async def test_two_panes_side_by_side_follow_the_same_keys():
    scenes = [Scene.of(level("60x40", seed), Walker((20, 30))) for seed in ("left", "right")]
    app = PaneApp(*scenes)
    async with app.run_test(size=(140, 40)) as pilot:
        left, right = app.screen.panes
        await pilot.pause()
        assert left.size.width == right.size.width == 70
        assert left.camera == right.camera
        before = left.camera
        await pilot.press("right", "right", "down")
        assert left.camera == right.camera
        assert left.camera > before
        await pilot.press("plus", "plus", "t")
        assert left.drawing is right.drawing is GRAND
        assert left.heat
        assert right.heat
        await pilot.press("tab")
        lines = screen_text(app).splitlines()
        assert left.drawing.glyphs is right.drawing.glyphs is WALLS["heavy"]
        assert sum(line.count("╔") for line in lines) == 2, "a frame around what each window held"
        await pilot.press("plus")
        assert left.drawing is right.drawing is GRAND, "the first step leads back"
        await pilot.press("tab", "minus")
        assert left.drawing is not GRAND


async def test_each_pane_paints_its_own_scene_only():
    scenes = [Scene.of(level("8x6", "same"), Walker((0, 0))) for _ in range(2)]
    app = PaneApp(*scenes)
    async with app.run_test(size=(80, 24)) as pilot:
        left, right = app.screen.panes
        scenes[0].walkers[0].cell = (3, 3)
        left.follow((3, 3))
        left.repaint([(0, 0), (3, 3)])
        await pilot.pause()
        lines = [line for line in screen_text(app).splitlines() if "▐█▌" in line]
        assert len(lines) == 2
        assert sorted(line.index("▐█▌") // 40 for line in lines) == [0, 1]
        assert right.scene is scenes[1]


async def test_a_maze_larger_than_the_window_has_a_small_map():
    async with on_pane(Scene.of(level("50x32"), Walker((3, 3)))) as (app, pane, pilot):
        assert pane.inset.minimap is not None
        small = pane.inset.minimap.size
        left, right = pane.inset.region.x, pane.inset.region.right
        below = pane.inset.region.bottom - 1
        around = [line[left] for line in screen_text(app).splitlines()[:below]]
        around += screen_text(app).splitlines()[below][left:right]
        assert set(around) == {" "}, "its frame touches no wall"
        assert small[0] <= 20
        await pilot.resize_terminal(112, 31)
        assert pane.inset.minimap.size > small
        app.config = like(app.config, minimap=False)
        pane.apply_look()
        assert pane.inset.minimap is None


async def test_a_wall_that_somebody_ran_into_blinks():
    async with on_pane(Scene.of(level(), Walker((0, 0)))) as (app, pane, pilot):
        pane.show_bump((0, 0), Direction.N)
        assert pane.scene.bump == ((0, 0), Direction.N)
        pane.show_bump((0, 0), Direction.W)
        assert pane.scene.bump == ((0, 0), Direction.W)
        await until(lambda: pane.scene.bump is None, pilot)
        app.config = like(app.config, animations=False)
        pane.show_bump((0, 0), Direction.N)
        assert pane.scene.bump is None


async def test_notes_stand_in_the_key_line_and_hide_nothing_of_the_maze():
    app = PaneApp(Scene.of(level("19x11"), Walker((3, 3))))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = screen_text(app).splitlines()
        await pilot.press("t")
        after = screen_text(app).splitlines()
        assert "steps to B" in after[-1]
        for old, new in zip(before[:-1], after[:-1], strict=True):
            walls = [at for at, glyph in enumerate(old) if glyph in "│─╭╮╰╯├┤┬┴┼"]
            assert all(new[at] == old[at] for at in walls)


async def test_many_changes_at_once_are_on_the_small_map_as_well():
    player = Walker((3, 3))
    scene = Scene.of(level("50x32"), player)
    async with on_pane(scene) as (_, pane, _pilot):
        before = pane.block(pane.inset.region)[0]
        player.cell = (3, 30)
        pane.repaint(np.ndindex(*scene.shape))
        after = pane.block(pane.inset.region)[0]
        assert not np.array_equal(before, after)


async def test_a_map_beside_the_maze_shows_the_window():
    shown = []
    view = SimpleNamespace(
        show_map=lambda *map_: shown.append(map_), note=lambda cells, window: None, is_mounted=True
    )
    async with on_pane(Scene.of(level("50x32"), Walker((3, 3)))) as (app, pane, pilot):
        pane.use_side_map(view)
        await pilot.resize_terminal(100, 24)
        await until(lambda: pane.size.width == 100 and shown, pilot)
        assert shown[-1] == (pane.scene, pane._window.cells)
        app.config = like(app.config, minimap=False)
        pane.apply_look()
        assert shown[-1][0] is None


async def test_the_countdown_is_framed_and_parted_from_the_maze():
    async with on_pane(Scene.of(level("19x11"), Walker((3, 3)))) as (app, pane, pilot):
        pane.show_banner("3")
        await pilot.pause()
        text = screen_text(app)
        assert " ▛▀▀▀▀▀▀▀▜ " in text
        assert " ▌  ▀▀█  ▐ " in text
        inks = {int(number) >> 8 for number in pane.block(Region(36, 11, 9, 1))[1][0]}
        grounds = {int(number) & 255 for number in pane.block(Region(36, 11, 9, 1))[1][0]}
        assert Ink.HINT in inks
        assert Ink.GOAL not in inks | grounds
        pane.show_banner("")
        assert "▛" not in screen_text(app)


async def test_heat_tells_the_distances_apart_that_are_in_the_window():
    scene = Scene.of(level("200x150", "range"), Walker((10, 10)))
    async with on_pane(scene) as (app, pane, pilot):
        await pilot.press("t")
        low, high = scene.heat_range
        assert 0 < low < high < scene.field.max()
        pane.pan(2, 0)
        assert scene.heat_range != (low, high)
        low, high = scene.heat_range
        await until(lambda: re.search(rf"={low:,} to .={high:,},", screen_text(app)), pilot)
        await pilot.press("tab")
        assert scene.heat_range is None, "the map shows all of it"
        await pilot.press("tab")
        assert scene.heat_range is not None
        assert pane.heat


async def test_the_frame_on_the_map_goes_with_the_player():
    scene = Scene.of(level("150x30", "frame"), Walker((2, 2)))
    async with on_pane(scene, size=(160, 40)) as (app, pane, pilot):
        await pilot.press("tab")
        first = next(line.index("╗") for line in screen_text(app).splitlines() if "╗" in line)
        pane.follow((2, 140))
        pane.repaint([(2, 140)])
        await pilot.pause()
        moved = next(line.index("╗") for line in screen_text(app).splitlines() if "╗" in line)
        assert moved > first
        lines = screen_text(app).splitlines()
        (top,) = (at for at, line in enumerate(lines) if "╗" in line)
        assert [line[moved] for line in lines[top : top + 2]] == ["╗", "║"]
        assert lines[top + 2][moved] != "║", "its corners alone: the map is not overprinted"
        assert "@" in screen_text(app), "it does not hide the player"
        await pilot.resize_terminal(320, 70)
        await hides(pilot, "╗")  # the window holds all of it
        await pilot.resize_terminal(160, 40)
        await shows(pilot, "╗")

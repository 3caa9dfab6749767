"""Panes: zoom, map, heat and panning, for one maze and for two side by side."""

import re
from types import SimpleNamespace

import numpy as np
import pytest
from textual.geometry import Region, Size

from mazegame.drawing import WALLS, Scene, Walker, capacity, zooms
from mazegame.engine import Direction, Level, Recipe
from mazegame.widgets.maze import maze_pane
from mazegame.widgets.maze.maze_pane import (
    MazePane,
    PaneActions,
    heat_key,
    map_key,
    pan_keys,
    zoom_keys,
)
from tests.game.mazes import corridor
from tests.store.conftest import like
from tests.ui.widgets.alone import alone, is_stale, picture, shown

ZOOMS = zooms("rounded", colour=True, faces=True)
GRAND, LARGE, ROOMY, COMPACT, BLOCKS = ZOOMS


def a_scene(size="12x8", player=None, seed="pane"):
    walkers = [] if player is None else [Walker(player)]
    return Scene.of(Level.of(Recipe.parse(f"wilson:{size}:{seed}")), *walkers)


class PlayedPane(MazePane):
    of_play = True


def pane(size=(80, 24), scene=None, *, follow=None, kind=PlayedPane, **look):
    """A pane that is in no app."""
    made = alone(kind, size)
    made.app.config = like(**look)
    made.show_scene(scene or a_scene(), follow)
    return made


def resize(made, *size):
    type(made).size = Size(*size)
    made.on_resize()


def bind(made, key):
    made.screen.active_bindings[key.key] = (None, key, True, "")
    made.screen.app = SimpleNamespace(get_key_display=lambda binding: binding.key)


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
    made = pane(size, a_scene(maze))
    made.match_zoom(beside and SimpleNamespace(size=Size(*beside)))
    assert made.drawing is drawing


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
    made = pane(drawing=wanted)
    for by in zooms:
        made.zoom(by)
    assert made.drawing is drawing
    assert made.chosen_zoom == (ZOOMS.index(drawing) if zooms else None)


@pytest.mark.parametrize(
    ("window", "maze", "cell"),
    [
        ((50, 46), "12x6", (4, 4)),
        ((50, 20), "12x6", (4, 3)),
        ((50, 13), "12x6", (4, 2)),
        ((50, 46), "5x4", (8, 8)),
        ((50, 46), "22x12", (2, 1)),
    ],
)
def test_on_a_high_page_that_is_touched_the_maze_gets_the_height(window, maze, cell, monkeypatch):
    monkeypatch.setattr(maze_pane, "is_touched", lambda: True)
    scene = a_scene(maze, (1, 1))
    made = pane(window, scene)
    assert (made.drawing.pitch, made.drawing.height) == cell
    before = made.drawing
    made._redraw()
    assert made.drawing is before
    drawn = "\n".join(shown(made))
    assert "A" in drawn
    assert "B" in drawn
    made.zoom(1)
    assert made.drawing in ZOOMS


def test_a_chosen_zoom_lasts_until_another_drawing_is_preferred():
    made = pane()
    made.zoom(1)
    resize(made, 60, 20)
    assert made.drawing is COMPACT
    resize(made, 40, 17)
    for wanted, drawing in (
        ("auto", COMPACT), ("half-blocks", BLOCKS), ("overview", None), ("auto", COMPACT),
    ):  # fmt: skip
        made.app.config = like(drawing=wanted)
        made.apply_look()
        assert made.drawing is drawing or (
            drawing is None and made.drawing.glyphs is WALLS["heavy"]
        )
    resize(made, 80, 24)
    assert made.drawing is ROOMY
    type(made).size = Size(48, 17)
    shown(made)
    assert made.drawing is COMPACT, "Textual paints before it tells the size"


def test_a_pane_says_when_its_drawing_changes():
    made = pane()
    for by, changes in ((1, 1), (-1, 1), (0, 0)):
        made.sent.clear()
        made.zoom(by)
        assert sum(isinstance(m, MazePane.DrawingChanged) for m in made.sent) == changes


def test_the_map_is_left_as_it_was_entered():
    made = pane()
    bind(made, map_key("test"))
    assert not made.leave_map()
    made.looking = True
    made.toggle_map()
    assert (made.shows_map, made.looking) == (True, True)
    made.looking = False
    made._update_note()
    assert made.inset.minimap is None
    assert made.leave_map()
    assert not made.shows_map
    assert made.inset.minimap is not None
    assert made.noted[1:] == [("map: tab or esc back, + - zoom", True), ("", False)]
    always = pane(drawing="overview")
    assert always.shows_map
    assert not always.leave_map()
    assert always.noted == []


@pytest.mark.parametrize(("walls", "shades"), [("rounded", "some · many ░"),
                                               ("ascii", "some , many ;")])  # fmt: skip
def test_the_map_says_what_its_shades_mean_where_it_has_some(walls, shades):
    made = pane(scene=a_scene("300x200", (0, 0)), walls=walls)
    bind(made, map_key("test"))
    made.toggle_map()
    assert made.noted[-1][0] == f"map: tab or esc back, + - zoom, dead ends: {shades}"
    for _ in range(9):
        made.zoom(-1)
    assert made.noted[-1][0] == "map: tab or esc back, + - zoom"
    small = pane((45, 14), a_scene("300x200", (0, 0)))
    bind(small, map_key("test"))
    small.toggle_map()
    assert small.noted[-1][0] == "map: tab or esc back, + - zoom"


def test_the_map_follows_the_player_and_begins_as_a_whole_again():
    scene = a_scene("300x200", (0, 0))
    made = pane(scene=scene, follow=(0, 0))
    made.toggle_map()
    whole = made.drawing.size(300, 200)
    made.zoom(1)
    assert made.drawing.size(300, 200) == whole, "there is no smaller one"
    made.zoom(-1)
    made.zoom(-1)
    scene.walkers[0].cell = (150, 250)
    made.follow((150, 250))
    made.repaint([(150, 250)])
    assert made.sees((150, 250))
    assert "@" in "".join(shown(made))
    made.toggle_map()
    made.toggle_map()
    assert made.drawing.size(300, 200) == whole


def test_heat_and_looking_around_have_notes():
    scene = a_scene(player=(0, 0))
    made = pane(scene=scene)
    scene.heat_range = 1200, 3400
    scene.keeps_heat_range = True
    bind(made, heat_key("test"))
    made.show_heat(on=True)
    made.looking = True
    made._update_note()
    made.looking = False
    made.show_heat(on=False)
    first, second, third = made.noted
    assert re.fullmatch(r"steps to B .=1,200 to .=3,400, t hides", first[0])
    assert second == ("looking around: arrows move, Enter walks there, esc returns", True)
    assert third == ("", False)
    assert pane(scene=scene, kind=MazePane).noted == []


@pytest.mark.parametrize(
    ("size", "small"), [((80, 24), (20, 8)), ((200, 60), (28, 10)), ((8, 9), (4, 4))]
)
def test_a_small_map_takes_a_share_of_the_window(size, small, monkeypatch):
    assert pane(kind=MazePane).inset.minimap is None
    assert pane(minimap=False).inset.minimap is None
    made = pane(size)
    monkeypatch.setattr(maze_pane, "Minimap", lambda _, *size, braille: size)
    assert made._make_minimap() == small
    made._side_map = SimpleNamespace()
    assert made._make_minimap() == small
    made.screen.has_class = "-wide".__eq__
    assert made._make_minimap() is None, "it stands beside the maze"


def test_many_changes_at_once_are_on_the_small_map_as_well():
    scene = a_scene("50x32", (3, 3))
    made = pane(scene=scene)
    before = made.block(made.inset.region)[0]
    scene.walkers[0].cell = (3, 30)
    made.repaint(np.ndindex(*scene.shape))
    assert not np.array_equal(before, made.block(made.inset.region)[0])


@pytest.mark.parametrize("animations", [True, False])
def test_a_wall_flashes_until_another_one_does_and_stays_lit_under_a_held_key(animations):
    scene = a_scene(player=(0, 0))
    made = pane(scene=scene, animations=animations)
    for bump in (((0, 0), Direction.N), ((1, 1), Direction.S)):
        made.repainted.clear()
        made.show_bump(*bump)
        assert scene.bump == bump
        assert made.repainted
    made.repainted.clear()
    for _ in range(5):
        made.show_bump(*bump)
    assert made.repainted == [], "a held key paints nothing more"
    ((seconds, end),) = made.later
    assert seconds == maze_pane.BUMP_SECONDS
    assert made.again == 5
    end()
    end()
    assert scene.bump is None
    assert len(made.repainted) == 1


@pytest.mark.parametrize(
    ("followed", "corners"),
    [
        ((0, 0), ((0, 0), (10, 18))),
        ((5, 9), ((0, 0), (10, 18))),
        ((15, 30), ((10, 21), (20, 39))),
        ((59, 149), ((49, 131), (59, 149))),
    ],
)
def test_the_frame_on_the_map_holds_what_the_window_would(followed, corners):
    scene = a_scene("150x60", (30, 75))
    made = pane(scene=scene, follow=(30, 75))
    assert capacity(ROOMY, 80, 24) == (19, 11)
    made.zoom(0)
    made.toggle_map()
    before = picture(made)
    scene.walkers[0].cell = followed
    made.follow(followed)
    made.repaint([followed])
    assert not is_stale(made, before)
    drawn = {(x, y): sign for y, line in enumerate(shown(made)) for x, sign in enumerate(line)}
    xs, ys = zip(*(at for at, sign in drawn.items() if sign in "╔╗╚╝═║"), strict=True)
    found = ((min(xs), min(ys)), (max(xs), max(ys)))
    for place, corner, outside in zip(found, corners, (-1, 1), strict=True):
        inside = np.subtract(made.drawing.centre(corner), made.camera)
        assert place == tuple(inside + outside), "it hides nothing of it"
    assert "@" in drawn.values(), "it does not hide the player"


@pytest.mark.parametrize(
    ("window", "maze", "follow"),
    [((80, 24), "150x60", None), ((80, 24), "12x8", (0, 0)), ((45, 14), "300x100", (0, 0))],
)
def test_a_frame_with_nobody_in_it_or_around_all_or_that_hides_what_it_frames_is_none(
    window, maze, follow
):
    made = pane(window, a_scene(maze), follow=follow)
    made.toggle_map()
    assert not set("╔╗╚╝") & set("".join(shown(made)))


@pytest.mark.parametrize("by_keys", [True, False])
def test_heat_has_the_range_of_the_window(by_keys):
    scene = Scene.of(corridor(99))
    made = pane(scene=scene, follow=(0, 98))
    made.show_heat(on=True)
    assert scene.heat_range == (0, 19)
    scene.keeps_heat_range = by_keys
    made.pan(-1, 0)
    low, high = scene.heat_range
    assert (low, high) == ((0, 19) if by_keys else (4, 24))
    assert re.search(rf"={low} to .={high}$", made.noted[-1][0])
    made.toggle_map()
    assert (scene.heat_range is None) != by_keys, "the map shows all of it"
    made.toggle_map()
    assert scene.heat_range is not None


def test_a_map_beside_the_maze_is_told_of_changes_where_it_is_seen():
    done = []
    side = SimpleNamespace(
        show_map=lambda *map_: done.append(map_), region=Region(0, 0, 9, 9),
        note=lambda *changes: done.append(changes),
    )  # fmt: skip
    scene = a_scene("50x32", (3, 3))
    made = pane(scene=scene)
    made.use_side_map(side)
    cells = made._window.cells
    made.repaint([(3, 3)])
    assert done == [(scene, cells), ({(3, 3)}, cells)]
    side.region = Region()
    made.repaint([(3, 3)])
    made.toggle_map()
    assert len(done) == 2
    made.toggle_map()
    resize(made, 100, 24)
    assert done[-1] == (scene, made._window.cells) != (scene, cells)
    made.app.config = like(minimap=False)
    made.apply_look()
    assert done[-1][0] is None
    pane().use_side_map(side)
    assert done[-1][0] is None, "the window holds all"


@pytest.mark.parametrize(
    ("size", "fill"), [("12x8", "--"), ("30x15", "|_|"), ("60x40", "  "), ("150x150", ";;")]
)
def test_with_walls_of_ascii_the_map_is_ascii(size, fill):
    made = pane((80, 23), a_scene(size, (3, 3)), walls="ascii")
    made.toggle_map()
    text = "\n".join(shown(made))
    assert {"@", "B"} <= set(text)
    assert text.isascii()
    assert fill in text, "walls, or shades where they are too fine"
    assert ("|_|" in text) == (size == "30x15")


def test_both_zooms_may_share_a_place_in_the_key_line():
    for show, said in ((True, ("zoom", "+/-", "zoom out")), (False, ("zoom out", None, ""))):
        larger, smaller = zoom_keys("test", show=show)
        assert (larger.show, smaller.show) == (False, show)
        assert (smaller.description, smaller.key_display, smaller.tooltip) == said
        assert (larger.action, smaller.action) == ("zoom(-1)", "zoom(1)")


def test_arrows_look_around():
    found = {key.key.partition(",")[0]: key.action for key in pan_keys("test")}
    steps = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
    assert found == {name: f"pan{by}" for name, by in steps.items()}


def test_two_panes_side_by_side_do_the_same():
    scenes = [a_scene("60x40", (20, 30), seed) for seed in ("left", "right")]
    left, right = (pane((70, 39), scene, follow=(20, 30)) for scene in scenes)

    class Screen(PaneActions):
        panes = left, right

    screen, before = Screen(), left.camera
    for by in ((1, 0), (1, 0), (0, 1)):
        screen.action_pan(*by)
    assert right.camera == left.camera > before
    screen.action_zoom(-1)
    screen.action_heat()
    assert left.drawing is right.drawing is LARGE
    assert left.heat
    assert right.heat
    screen.action_overview()
    assert left.drawing.glyphs is right.drawing.glyphs is WALLS["heavy"]
    assert all("╔" in "".join(shown(one)) for one in screen.panes)
    sizes = [left.drawing.size(60, 40)]
    for _ in range(9):
        screen.action_zoom(-1)
        assert left.drawing.size(60, 40) == right.drawing.size(60, 40)
        sizes.append(left.drawing.size(60, 40))
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[1] < sizes[2]
    assert sizes[-1] == sizes[-2]
    screen.action_overview()
    assert left.drawing is right.drawing is LARGE, "it is left as it was entered"
    screen.action_zoom(1)
    assert left.drawing is right.drawing is ROOMY
    screen.action_heat()
    assert not right.heat

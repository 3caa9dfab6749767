"""A view of a maze without an app: its camera, what it repaints, and what lies over the maze."""

from types import SimpleNamespace

import numpy as np
import pytest
from textual.geometry import Region, Size

from mazegame.config import DEFAULTS
from mazegame.drawing import WALLS, ZOOMS, Ink, Minimap, Scene, Walker
from mazegame.engine import Level, Recipe
from mazegame.game.racing.rivals import parse_rival
from mazegame.widgets.maze import samples
from mazegame.widgets.maze.maze_view import MANY_CELLS, MazeView, walkers_of
from mazegame.widgets.maze.overlays import Inset, Label, MinimapView, Window, banner, frame
from mazegame.widgets.maze.samples import REST_SECONDS, RivalWalk, half_walked
from tests.game import mazes
from tests.ui.widgets.alone import alone

ROOMY = next(drawing for drawing in ZOOMS if drawing.name == "roomy")
BLOCKS = ZOOMS[-1]
COLUMNS, LINES = ROOMY.size(30, 20)


def room(*walkers, cols=30, rows=20):
    """A scene of a maze without walls inside."""
    return Scene.of(mazes.room(cols, rows), *walkers)


def view(size, scene=None, follow=None, drawing=ROOMY):
    """A view of a room."""
    shown = alone(MazeView, size)
    shown.show(scene or room(), drawing, follow)
    return shown


def text(shown, region=None):
    codes, _ = shown.block(region or shown.size.region)
    return ["".join(map(chr, line)) for line in codes]


@pytest.mark.parametrize(
    ("size", "follow", "by", "camera"),
    [
        ((COLUMNS, LINES), None, None, (0, 0)),
        ((COLUMNS + 5, LINES + 3), (9, 9), None, (-2, -1)),
        ((20, 10), None, None, (COLUMNS // 2 - 10, LINES // 2 - 5)),
        ((20, 10), (0, 0), None, (0, 0)),
        ((20, 10), (19, 29), None, (COLUMNS - 20, LINES - 10)),
        ((20, 10), (10, 15), None, tuple(np.subtract(ROOMY.centre((10, 15)), (10, 5)))),
        ((20, 10), (0, 0), (1, 0), (5, 0)),
        ((20, 10), (0, 0), (0, 1), (0, 2)),
        ((20, 10), (0, 0), (-1, -1), (0, 0)),
        ((20, 10), (0, 0), (99, 99), (COLUMNS - 20, LINES - 10)),
        ((3, 3), (0, 0), (1, 1), (2, 1)),
        ((COLUMNS, 10), (0, 0), (1, 1), (0, 2)),
    ],
)
def test_a_view_begins_at_a_cell_or_the_middle_and_moves_by_quarters(size, follow, by, camera):
    shown = view(size, follow=follow)
    if by is not None:
        shown.pan(*by)
    assert shown.camera == camera


def test_a_view_sees_the_cells_whose_middle_it_shows():
    shown = view((20, 10), follow=(0, 0))
    seen = [(row, col) for row in range(20) for col in range(30) if shown.sees((row, col))]
    places = {cell: ROOMY.centre(cell) for cell in np.ndindex(20, 30)}
    assert seen == [cell for cell, (x, y) in places.items() if x < 20 and y < 10]
    shown.drawing = None
    assert not shown.sees((0, 0))


def test_a_view_without_a_maze_shows_and_does_nothing():
    shown = alone(MazeView, (5, 2))
    assert text(shown) == [" " * 5] * 2
    shown.repaint([(0, 0)])
    shown.pan(1, 1)
    shown.follow((0, 0))
    shown.on_click(SimpleNamespace(x=1, y=1))
    assert (shown.camera, shown.sent, shown.repainted) == ((0, 0), [], [])


def test_a_change_repaints_its_cell_and_a_moved_camera_the_window():
    player = Walker((0, 0))
    shown = view((20, 10), room(player), follow=(0, 0))
    again = []
    shown.repaint_all = lambda: again.append(shown.camera)
    shown.repainted.clear()
    shown.follow((0, 1))
    shown.repaint([(0, 0), (0, 1)])
    extents = {Region(*ROOMY.extent(cell)) for cell in ((0, 0), (0, 1))}
    assert {*shown.repainted} == extents
    shown.repainted.clear()
    assert again == []
    shown.follow((0, 4))
    shown.repaint([(0, 4)])
    shown.repaint([(0, 4)])
    assert len(again) == 1
    assert len(shown.repainted) == 1


def test_many_changes_repaint_the_window():
    shown = view((COLUMNS, LINES))
    cells = [(row, col) for row in range(13) for col in range(5)]
    for number, regions in ((MANY_CELLS, MANY_CELLS), (MANY_CELLS + 1, 1)):
        shown.repainted.clear()
        shown.repaint(cells[:number])
        assert len(shown.repainted) == regions


def test_another_scene_of_the_maze_keeps_its_heat():
    shown = view((20, 10), room())
    shown.scene.heat = True
    shown.swap(other := room())
    assert shown.scene is other
    assert other.heat


@pytest.mark.parametrize(
    ("at", "cell"),
    [
        ((0, 0), None),
        ((2, 2), (0, 0)),
        ((COLUMNS, 2), (0, 29)),
        ((2, LINES), (19, 0)),
        ((2 + COLUMNS, 2), None),
        ((2, 2 + LINES), None),
    ],
)
def test_a_click_is_on_a_cell_of_the_maze_or_on_none(at, cell):
    shown = view((COLUMNS + 4, LINES + 4), follow=(0, 0))
    shown.on_click(SimpleNamespace(x=at[0], y=at[1]))
    assert [message.cell for message in shown.sent] == [cell] * (cell is not None)


def test_a_part_of_a_view_is_a_part_of_the_whole():
    shown = view((COLUMNS + 5, LINES + 3), room(Walker((4, 4))))
    lines = text(shown)
    assert [line[2 : 2 + COLUMNS] for line in lines[1 : 1 + LINES]] == [
        "".join(map(chr, line)) for line in ROOMY.block(shown.scene, 0, 0, COLUMNS, LINES).glyphs
    ]
    assert {lines[0], lines[-1], lines[-2]} == {" " * (COLUMNS + 5)}
    for region in (Region(0, 0, 9, 4), Region(30, 11, 14, 7), Region(2, 1, 1, 1)):
        wanted = [line[region.x : region.right] for line in lines[region.y : region.bottom]]
        assert text(shown, region) == wanted


def test_a_banner_stands_over_the_middle_until_it_is_removed():
    shown = view((30, 9), follow=(0, 0))
    shown.repainted.clear()
    for words in ("go", "go", ""):
        shown.show_banner(words)
        assert len(shown.repainted) == (1 if words else 2)
        assert any(" ▌  go  ▐ " in line for line in text(shown)) == bool(words)
    shown.show_banner("go")
    (line,) = text(shown, Region(12, 4, 9, 1))
    assert line == text(shown)[4][12:21], "a part of it"


def test_a_path_has_the_ink_of_who_walked_it():
    scene = room()
    scene.show_path(np.array([(0, col) for col in range(10)]))
    shown = view((20, 10), scene, follow=(0, 0))
    usual = shown.block(shown.size.region)[1]
    assert Ink.PATH in usual >> 8
    scene.path_ink = Ink.RIVAL_2
    other = shown.block(shown.size.region)[1]
    for before, now in ((usual >> 8, other >> 8), (usual & 255, other & 255)):
        assert (now == np.where(before == Ink.PATH, Ink.RIVAL_2, before)).all()


def test_rivals_have_their_inks_and_letters():
    level = Level.of(Recipe.parse("wilson:12x8:kite-7"))
    rivals = [
        parse_rival(key).on(level) for key in ("tremaux:4", "left-hand:2", "greedy:8", "4", "6")
    ]
    walkers = walkers_of(rivals)
    assert [walker.cell for walker in walkers] == [None] * 5
    assert walkers[0].ink is walkers[4].ink is Ink.RUNNER
    assert [walker.letter for walker in walkers[:3]] == ["T", "L", "G"]


# What lies over the maze


@pytest.mark.parametrize(
    ("camera", "size", "cells", "holds_all"),
    [
        ((0, 0), (COLUMNS, LINES), ((0, 0), (19, 29)), True),
        ((0, 0), (COLUMNS - 1, LINES), ((0, 0), (19, 29)), False),
        ((0, 0), (COLUMNS, LINES - 1), ((0, 0), (19, 29)), False),
        ((-3, -2), (COLUMNS + 9, LINES + 9), ((0, 0), (19, 29)), True),
        ((4, 2), (8, 4), ((1, 1), (2, 2)), False),
        ((COLUMNS - 4, LINES - 2), (4, 2), ((19, 29), (19, 29)), False),
    ],
)
def test_a_window_knows_its_cells(camera, size, cells, holds_all):
    window = Window(room(), ROOMY, camera, Size(*size))
    assert window.extent == (COLUMNS, LINES)
    assert (window.cells, window.holds_all) == (cells, holds_all)


@pytest.mark.parametrize(
    ("x", "line"), [(0, "..abc."), (1, ".abc.."), (3, "bc...."), (5, "......"), (-4, "......")]
)
def test_a_label_is_written_over_its_part_of_a_line(x, line):
    codes, numbers = np.full(6, ord("."), np.uint32), np.zeros(6, np.uint16)
    Label(2, 0, "abc", Ink.HINT, Ink.FLOOR).lay(x, codes, numbers)
    assert "".join(map(chr, codes)) == line
    assert [number != 0 for number in numbers] == [sign != "." for sign in line]
    assert {*numbers} <= {0, Ink.HINT << 8 | Ink.FLOOR}


@pytest.mark.parametrize(
    ("words", "blocks", "lines"),
    [
        ("go", True, ["", "▛▀▀▀▀▀▀▜", "▌  go  ▐", "▙▄▄▄▄▄▄▟", ""]),
        ("go", False, ["", "********", "*  go  *", "********", ""]),
        ("2", False, ["", "*******", "*  2  *", "*******", ""]),
        ("2", True, ["", "▛▀▀▀▀▀▀▀▜", "▌  ▀▀█  ▐", "▌  █▀▀  ▐", "▌  ▀▀▀  ▐", "▙▄▄▄▄▄▄▄▟", ""]),
    ],
)
def test_a_banner_is_framed_and_in_the_middle(words, blocks, lines):
    glyphs = WALLS["light" if blocks else "ascii"]
    found = banner(words, Size(31, 11), glyphs)
    wide = len(lines[1]) + 2
    assert [label.text for label in found] == [f" {line:{wide - 2}} " for line in lines]
    assert {label.x for label in found} == {(31 - wide) // 2}
    assert [label.y for label in found] == [(11 - len(lines)) // 2 + at for at in range(len(lines))]
    assert {(label.ink, label.ground) for label in found} == {(Ink.HINT, Ink.FLOOR)}


@pytest.mark.parametrize(
    ("region", "gaps", "lines"),
    [
        ((0, 0, 10, 5), [], ["╔═══  ═══╗", "║        ║", "", "║        ║", "╚═══  ═══╝"]),
        ((1, 1, 4, 3), [], ["", " ╔══╗", " ║  ║", " ╚══╝"]),
        ((0, 0, 4, 2), [Region(0, 0, 2, 9)], ["  ═╗", "  ═╝"]),
    ],
)
def test_a_frame_is_four_corners_with_gaps(region, gaps, lines):
    drawn = [[" "] * 12 for _ in lines]
    for label in frame(Region(*region), blocks=True, gaps=gaps):
        drawn[label.y][label.x] = label.text
    assert ["".join(line).rstrip() for line in drawn] == lines
    plain = {label.text for label in frame(Region(*region), blocks=False)}
    assert plain == {"+", "=", "[", "]"} if region[3] > 2 else {"+", "="}


def window(camera, size=(60, 16)):
    return Window(room(Walker((0, 0)), cols=60, rows=40), ROOMY, camera, Size(*size))


def test_a_small_map_tells_what_it_changed():
    inset = Inset(Minimap(window((0, 0)).scene, 20, 8, braille=True))
    assert inset.region is None
    assert inset.draw(None) == []
    (region,) = inset.draw(window((200, 0)))
    assert region == inset.region
    assert region.right == 60
    assert inset.draw(window((200, 0))) == [], "it is as before"
    assert inset.draw(window((0, 40))) == [region, region], "another part of the maze"
    assert inset.draw(window((0, 0), (59, 16))) == [region], "it is gone"
    assert inset.region is None
    codes = np.full((2, 60), ord("."), np.uint32), np.zeros((2, 60), np.uint16)
    inset.lay(codes, Region(0, 0, 60, 2))
    assert {*codes[0].flat} == {ord(".")}
    inset.draw(window((200, 0)))
    inset.lay(codes, Region(0, 0, 60, 2))
    line = "".join(map(chr, codes[0][0]))
    assert line[: region.x] == "." * region.x
    assert line[region.x] == " "
    assert "." not in line[region.x :]


def test_a_map_beside_the_maze_stands_in_its_middle_and_repaints_changes_only():
    shown = alone(MinimapView, (30, 12), is_mounted=True)
    told, regions = shown.sent, shown.repainted
    shown.on_mount()
    assert told == []
    scene = room(player := Walker((0, 0)))
    shown.show_map(scene, ((0, 0), (5, 5)))
    shown.on_mount()
    assert [message.wanted for message in told] == [True, True]
    high, wide = shown._drawn.glyphs.shape
    lines = text(shown)
    left, top = (30 - wide) // 2, (12 - high) // 2
    for at, line in enumerate(lines):
        assert line[left : left + wide] == ("".join(map(chr, shown._drawn.glyphs[at - top]))
                                            if top <= at < top + high else " " * wide)  # fmt: skip
    regions.clear()
    shown.note([(0, 0)], ((0, 0), (5, 5)))
    assert regions == []
    player.cell = (10, 20)
    shown.note([(0, 0), (10, 20)], ((0, 0), (5, 5)))
    assert regions == [Region(0, 0, 30, 12)]
    shown.note([], ((9, 9), (14, 14)))
    assert len(regions) == 2, "another window"
    shown.show_map(None, ((0, 0), (5, 5)))
    shown.show_map(None, ((0, 0), (5, 5)))
    assert [message.wanted for message in told] == [True, True, False]
    assert text(shown) == [" " * 30] * 12


# Samples


def test_half_of_the_path_is_walked(monkeypatch):
    recipe = Recipe.parse("wilson:12x8:kite-7")
    monkeypatch.setattr(samples, "is_wanted", lambda _=0.0: True)
    scene, cell = half_walked(recipe)
    level = Level.of(recipe)
    path = [tuple(cell) for cell in level.cells_of_path().tolist()]
    assert cell == path[round(len(path) / 2) - 1] == scene.walkers[0].cell
    assert (scene.tracks > 0).sum() == round(len(path) / 2)


def test_a_rival_of_a_sample_walks_rests_at_b_and_begins_again(monkeypatch):
    clock = SimpleNamespace(now=50.0)
    monkeypatch.setattr(samples.time, "monotonic", lambda: clock.now)
    asked, paused = [], []
    ticks = SimpleNamespace(resume=list, pause=lambda: paused.append(True))
    walk = alone(
        RivalWalk, (60, 20), set_interval=lambda *_: ticks,
        run_in_thread=lambda _, work, done: (asked.append(work), done(work())),
    )  # fmt: skip
    assert DEFAULTS.look.animations
    spec = parse_rival("shortest:4")
    recipe = Recipe.parse("wilson:90x90:kite-7")
    walk.show_rival(recipe, None)
    assert walk.scene.walkers == []
    assert not walk.moving
    walk.show_rival(recipe, spec)
    walk.show_rival(recipe, spec)
    assert len(asked) == 1, "the same maze"
    assert walk.moving
    (walker,) = walk.scene.walkers
    path = [tuple(cell) for cell in walk._level.cells_of_path().tolist()]
    assert walker.cell == path[0]
    arrival = (len(path) - 1) / 4
    for now, place in ((0.3, 1), (1.05, 4), (arrival + REST_SECONDS, -1), (arrival + 1.6, 0)):
        clock.now = 50.0 + now
        walk._go_on()
        assert walker.cell == path[place]
    clock.now += 0.55
    walk._go_on()
    assert walker.cell == path[2], "once more from A"
    walk.on_resize()
    assert len(asked) == 2
    walk.show_rival(recipe, None)
    assert paused

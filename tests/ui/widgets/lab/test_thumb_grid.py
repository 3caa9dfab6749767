"""The grid of small mazes: where each stands, which is chosen, and what is below it."""

from types import SimpleNamespace

import pytest
from textual.geometry import Region

from mazegame.drawing import ZOOMS, Ink, Scene
from mazegame.engine import Level, Recipe
from mazegame.widgets.lab import thumb_grid
from mazegame.widgets.lab.thumb_grid import Thumb, ThumbGrid
from tests.ui.widgets.alone import alone

SMALLEST = ZOOMS[-1]
CELLS = (5, 3)
WIDE, HIGH = (long + 2 for long in SMALLEST.size(*CELLS))
"""Columns and lines from one maze to the next."""


def grid(number, width=3 * WIDE, height=2 * HIGH - 1, **members):
    """A grid with room for three mazes beside each other, and two below each other."""
    regions = []
    members = {"_drawing": SMALLEST, "repaint_regions": regions.extend} | members
    shown = alone(ThumbGrid, (width, height), CELLS, **members)
    shown.regions = regions
    shown.show([Thumb(str(at), f"maze {at}") for at in range(number)], None)
    regions.clear()
    return shown


@pytest.mark.parametrize(
    ("width", "height", "across", "more"),
    [
        (3 * WIDE, 2 * HIGH - 1, 3, (0, 1)),
        (3 * WIDE - 1, 2 * HIGH - 1, 2, (0, 3)),
        (3 * WIDE, 2 * HIGH - 2, 3, (0, 4)),
        (1, 1, 1, (0, 6)),
        (9 * WIDE, 9 * HIGH, 9, (0, 0)),
    ],
)
def test_as_many_mazes_are_shown_as_have_room(width, height, across, more):
    shown = grid(7, width, height)
    assert (shown.across, shown.more) == (across, more)


@pytest.mark.parametrize(
    ("moves", "chosen", "above"),
    [
        ([(1, 0)], "1", 0),
        ([(-1, 0)], "0", 0),
        ([(0, -1)], "0", 0),
        ([(0, 1)], "3", 0),
        ([(0, 1), (0, -1)], "0", 0),
        ([(1, 0), (-1, 0)], "0", 0),
        ([(0, 1), (0, 1)], "6", 3),
        ([(1, 0), (0, 1), (0, 1)], "6", 3),
        ([(0, 1), (0, 1), (1, 0)], "6", 3),
        ([(0, 1), (0, 1), (0, 1)], "6", 3),
        ([(0, 1), (0, 1), (0, -1)], "3", 3),
        ([(0, 1), (0, 1), (0, -1), (-1, 0)], "2", 0),
    ],
)
def test_keys_choose_the_next_maze_and_keep_it_in_sight(moves, chosen, above):
    shown = grid(7)
    for move in moves:
        shown.move(*move)
    assert shown.chosen == chosen
    assert shown.more[0] == above


def test_a_grid_repaints_what_changes():
    shown = grid(7)
    shown.move(1, 0)
    assert shown.regions == [Region(1, 0, WIDE, HIGH), Region(1 + WIDE, 0, WIDE, HIGH)]
    shown.regions.clear()
    shown.put("5", None, "note")
    assert shown.regions == [Region(1 + 2 * WIDE, HIGH, WIDE, HIGH)]
    assert shown._thumbs[5].note == "note"
    shown.regions.clear()
    shown.jump(-1)
    assert shown.regions == [shown.size.region], "all moves up"
    assert shown.chosen == "6"
    shown.on_mouse_scroll_up()
    assert shown.chosen == "3"
    shown.on_mouse_scroll_down()
    assert shown.chosen == "6"


def test_an_empty_grid_has_nothing_to_choose():
    shown = grid(0)
    shown.move(1, 0)
    shown.jump(3)
    assert (shown.chosen, shown.cut_title, shown.more) == (None, "", (0, 0))


def test_other_mazes_keep_what_is_chosen_if_it_is_there():
    shown = grid(7)
    for name, chosen in (("4", "4"), ("none", "0")):
        shown.show(shown._thumbs, name)
        assert shown.chosen == chosen
    again = []
    shown.repaint_all = lambda: again.append(shown.across)
    shown.jump(6)
    shown.set_cells(CELLS)
    shown.set_cells((40, 3))
    assert again == [1]
    assert shown.more[0] == 5, "the chosen one is in sight"


@pytest.mark.parametrize(
    ("x", "y", "told"),
    [
        (0, 0, []),
        (1, 0, [("0", True)]),
        (WIDE, HIGH - 1, [("0", True)]),
        (WIDE + 1, HIGH, [("4", False)]),
        (3 * WIDE, 0, [("2", False)]),
        (3 * WIDE + 1, 0, []),
        (1, 2 * HIGH, []),
        (1 + 2 * WIDE, HIGH, []),
    ],
)
def test_a_click_chooses_the_maze_below_it(x, y, told):
    found = []
    shown = grid(5, post_message=found.append)
    shown.on_click(SimpleNamespace(x=x, y=y))
    assert [(message.name, message.again) for message in found] == told


def text(shown, region):
    codes, numbers = shown.block(region)
    return ["".join(map(chr, line)) for line in codes], numbers


@pytest.mark.parametrize(
    ("title", "note", "caption"),
    [
        ("maze", "7", "▸ maze   7"),
        ("maze", "1234", "▸ maze    "),
        ("maze", "123", "▸ maze 123"),
        ("mazes ab", "7", "▸ mazes ab"),
        ("mazes abc", "", "▸ mazes a…"),
        ("迷路", "7", "▸ 迷路   7"),
    ],
)
def test_below_a_maze_stand_its_title_and_its_note(title, note, caption):
    shown = grid(1)
    shown._thumbs = [Thumb("0", title, note, Scene.of(Level.of(Recipe.parse("wilson:5x3:k"))))]
    codes, numbers = shown._caption(0, 10)
    assert "".join(map(chr, codes[0])) == caption
    assert {*numbers[0]} == {Ink.PLAYER << 8}
    shown._marked, shown._chosen = "0", 5
    codes, numbers = shown._caption(0, 10)
    assert "".join(map(chr, codes[0]))[:2] == " +"
    assert {*numbers[0]} == {Ink.FLOOR << 8}


def test_a_maze_that_is_being_made_has_dots(monkeypatch):
    shown = grid(1)
    for unicode, dots in ((True, "…"), (False, "...")):
        monkeypatch.setattr(thumb_grid, "has_unicode", lambda unicode=unicode: unicode)
        assert "".join(map(chr, shown._caption(0, 12)[0][0])).endswith(f" {dots}")
    for columns, cut in ((WIDE - 4, 0), (WIDE - 3, WIDE - 3)):
        shown._thumbs = [Thumb("0", "x" * columns)]
        assert shown.cut_title == "x" * cut


def test_mazes_stand_in_rows_and_the_chosen_one_has_brighter_walls():
    shown = grid(7)
    scene = Scene.of(Level.of(Recipe.parse("wilson:5x3:k")))
    for at in range(7):
        shown.put(str(at), scene, "")
    shown.jump(4)
    lines, numbers = text(shown, Region(0, 0, 3 * WIDE, 2 * HIGH - 1))
    wide, high = SMALLEST.size(*CELLS)
    drawn = SMALLEST.block(scene, 0, 0, wide, high).glyphs
    picture = ["".join(map(chr, line)) for line in drawn]
    for at in range(6):
        x, y = 1 + at % 3 * WIDE, at // 3 * HIGH
        assert [line[x : x + wide] for line in lines[y : y + high]] == picture
        inks = {*(numbers[y : y + high, x : x + wide] >> 8).flat}
        assert (Ink.LIT in inks) == (Ink.WALL not in inks) == (at == 4)
        mark = "▸" if at == 4 else " "
        assert lines[y + high][x : x + wide].rstrip() == f"{mark} maze {at}".rstrip()[:wide]
    part, _ = text(shown, Region(WIDE, HIGH - 1, WIDE, 3))
    assert part == [line[WIDE : 2 * WIDE] for line in lines[HIGH - 1 : HIGH + 2]]
    shown.jump(6)
    below, _ = text(shown, Region(0, 0, 3 * WIDE, 2 * HIGH))
    assert below[0] == lines[HIGH]
    assert [line[1 + WIDE :].strip() for line in below[HIGH:]] == [""] * HIGH


@pytest.mark.parametrize(
    ("width", "cols"), [(39, 5), (44, 5), (45, 6), (51, 7), (52, 5), (28, 5), (25, 4), (12, 1)]
)
def test_mazes_are_widened_until_they_fill_a_row(width, cols):
    assert grid(2).widened(CELLS, width) == (cols, 3)

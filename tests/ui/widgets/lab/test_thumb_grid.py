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


def grid(number, width=3 * WIDE, height=2 * HIGH - 1):
    """A grid with room for three mazes beside each other, and two below each other."""
    made = alone(ThumbGrid, (width, height), CELLS)
    made.show([Thumb(str(at), f"maze {at}") for at in range(number)])
    made.repainted.clear()
    return made


@pytest.mark.parametrize(
    ("number", "width", "height", "across", "more"),
    [
        (7, 3 * WIDE, 2 * HIGH - 1, 3, (0, 1)),
        (7, 3 * WIDE - 1, 2 * HIGH - 1, 2, (0, 3)),
        (7, 3 * WIDE, 2 * HIGH - 2, 3, (0, 4)),
        (7, 1, 1, 1, (0, 6)),
        (7, 9 * WIDE, 9 * HIGH, 9, (0, 0)),
        (0, 3 * WIDE, 9 * HIGH, 3, (0, 0)),
    ],
)
def test_as_many_mazes_are_shown_as_have_room(number, width, height, across, more):
    made = grid(number, width, height)
    assert (made.across, made.more) == (across, more)
    made.jump(0)
    made.move(-1, 0)
    assert made.chosen == "0" * (number > 0)


@pytest.mark.parametrize(
    ("moves", "chosen", "above"),
    [
        ("right", "1", 0),
        ("left", "0", 0),
        ("up", "0", 0),
        ("down", "3", 0),
        ("down down", "6", 3),
        ("right down down", "6", 3),
        ("down down right", "6", 3),
        ("down down down", "6", 3),
        ("down down up", "3", 3),
        ("down down up left", "2", 0),
    ],
)
def test_keys_choose_the_next_maze_and_keep_it_in_sight(moves, chosen, above):
    made = grid(7)
    for move in moves.split():
        made.move(*{"right": (1, 0), "left": (-1, 0), "up": (0, -1), "down": (0, 1)}[move])
    assert (made.chosen, made.more[0]) == (chosen, above)


def test_a_grid_repaints_what_changes():
    made = grid(7)
    made.move(1, 0)
    assert made.repainted == [Region(1, 0, WIDE, HIGH), Region(1 + WIDE, 0, WIDE, HIGH)]
    made.repainted.clear()
    made.put("5", Scene.of(Level.of(Recipe.parse("wilson:5x3:k"))), "note")
    assert made.repainted == [Region(1 + 2 * WIDE, HIGH, WIDE - 1, HIGH - 1)]
    made.repainted.clear()
    made.jump(-1)
    assert made.repainted == [made.size.region], "all moves up"
    assert made.chosen == "6"
    made.on_mouse_scroll_up()
    assert made.chosen == "3"
    made.on_mouse_scroll_down()
    assert made.chosen == "6"


def test_other_mazes_keep_what_is_chosen_if_it_is_there():
    made = grid(7)
    others = [Thumb(name, "") for name in "6543210"]
    for name, chosen in (("4", "4"), ("none", "6")):
        made.show(others, name)
        assert made.chosen == chosen
    made.jump(6)
    made.repainted.clear()
    made.set_cells((40, 3))
    assert (made.across, bool(made.repainted)) == (1, True)
    assert made.more[0] == 5, "the chosen one is in sight"


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
    made = grid(5)
    made.on_click(SimpleNamespace(x=x, y=y))
    assert [(message.name, message.again) for message in made.sent] == told
    assert made.chosen == (told[0][0] if told else "0")


def text(made, region):
    codes, numbers = made.block(region)
    return ["".join(map(chr, line)) for line in codes], numbers


def caption(made):
    """The text below the first maze, and its ink."""
    wide, high = SMALLEST.size(*CELLS)
    (line,), numbers = text(made, Region(1, high, wide, 1))
    (ink,) = {*(numbers >> 8).flat}
    return line, ink


@pytest.mark.parametrize(
    ("title", "note", "line"),
    [
        ("maze", "7", "▸ maze    7"),
        ("maze", "1234", "▸ maze 1234"),
        ("maze", "12345", "▸ maze     "),
        ("mazes abc", "7", "▸ mazes abc"),
        ("mazes abcd", "", "▸ mazes ab…"),
    ],
)
def test_below_a_maze_stand_its_title_and_its_note(title, note, line):
    made = grid(0)
    thumb = Thumb("0", title, note, Scene.of(Level.of(Recipe.parse("wilson:5x3:k"))))
    made.show([thumb], "0")
    assert caption(made) == (line, Ink.PLAYER)
    made.show([thumb, Thumb("1", "")], "1", marked="0")
    assert caption(made) == (" +" + line[2:], Ink.FLOOR)


def test_a_maze_that_is_being_made_has_dots(monkeypatch):
    made = grid(1)
    for unicode, dots in ((True, "…"), (False, "...")):
        monkeypatch.setattr(thumb_grid, "has_unicode", lambda unicode=unicode: unicode)
        made.show([Thumb("0", "maze")])
        assert caption(made)[0].endswith(f" {dots}")


def test_mazes_stand_in_rows_and_the_chosen_one_has_brighter_walls():
    made = grid(7)
    scene = Scene.of(Level.of(Recipe.parse("wilson:5x3:k")))
    for at in range(7):
        made.put(str(at), scene, str(at))
    made.jump(4)
    lines, numbers = text(made, Region(0, 0, 3 * WIDE, 2 * HIGH - 1))
    wide, high = SMALLEST.size(*CELLS)
    drawn = SMALLEST.block(scene, 0, 0, wide, high).glyphs
    picture = ["".join(map(chr, line)) for line in drawn]
    for at in range(6):
        x, y = 1 + at % 3 * WIDE, at // 3 * HIGH
        assert [line[x : x + wide] for line in lines[y : y + high]] == picture
        inks = {*(numbers[y : y + high, x : x + wide] >> 8).flat}
        assert (Ink.LIT in inks) == (Ink.WALL not in inks) == (at == 4)
        mark = "▸" if at == 4 else " "
        assert lines[y + high][x : x + wide] == f"{mark} maze {at}  {at}"
    part, _ = text(made, Region(WIDE, HIGH - 1, WIDE, 3))
    assert part == [line[WIDE : 2 * WIDE] for line in lines[HIGH - 1 : HIGH + 2]]
    made.jump(6)
    below, _ = text(made, Region(0, 0, 3 * WIDE, 2 * HIGH))
    assert below[0] == lines[HIGH]
    assert [line[1 + WIDE :].strip() for line in below[HIGH:]] == [""] * HIGH


@pytest.mark.parametrize(
    ("width", "cols"), [(39, 5), (44, 5), (45, 6), (51, 7), (52, 5), (28, 5), (25, 4), (12, 1)]
)
def test_mazes_are_widened_until_they_fill_a_row(width, cols):
    assert grid(2).widened(CELLS, width) == (cols, 3)


@pytest.mark.parametrize("spare", range(2, 7))
def test_rows_are_centred_and_a_click_finds_them_there(spare):
    left = spare // 2
    made = grid(3, width=3 * WIDE - thumb_grid.GAP + spare)
    codes, _ = made.block(Region(0, 0, made.size.width, HIGH))
    caption = "".join(map(chr, codes[HIGH - thumb_grid.BELOW]))
    assert len(caption) - len(caption.lstrip()) == left
    assert len(caption) - len(caption.rstrip()) == spare - left
    made.on_click(SimpleNamespace(x=left + WIDE, y=0))
    assert made.chosen == "1"
    made.on_click(SimpleNamespace(x=left - 1, y=0))
    assert made.chosen == "1", "there is no maze left of the first"

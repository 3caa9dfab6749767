"""How characters become runs of one style, and which of them are sent."""

import re
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.style import Style
from textual.color import Color
from textual.geometry import Region

from mazegame.widgets.text.canvas import (
    AHEAD,
    ONE_BLOCK,
    RESET,
    Canvas,
    TerminalWrite,
    one_frame,
    runs,
)
from mazegame.widgets.text.ink_canvas import slices
from tests.ui.widgets.alone import alone

GROUND = 3
"""The lower bits of these style numbers are what is behind a character."""


def styles_of(characters):
    """Tell the style of each character, by what is written of ``runs``."""
    found = []
    for c, number in characters:
        style = number
        if c == " " and not number & GROUND:
            beside = found[-1:] or [n for d, n in characters if d != " " or n & GROUND]
            if beside and not beside[0] & GROUND:
                style = beside[0]
        found.append(style)
    return found


@given(st.lists(st.tuples(st.sampled_from(" ab"), st.integers(0, 8)), min_size=1, max_size=80))
@example([(" ", 0), (" ", 4)])  # no ink at all
@example(list(zip("  ab  c ", (0, 4, 8, 8, 0, 4, 8, 0), strict=True)))  # one run
@example([("a", 5), (" ", 0), (" ", 4), ("b", 4)])
def test_lines_are_cut_where_the_style_changes_and_nowhere_else(characters):
    codes = np.array([ord(c) for c, _ in characters], np.uint32)
    numbers = np.array([number for _, number in characters], np.uint16)
    cut = list(runs(codes, numbers, GROUND))
    assert [(c, number) for text, number in cut for c in text] == [
        (c, style) for (c, _), style in zip(characters, styles_of(characters), strict=True)
    ]
    assert all(one != other for (_, one), (_, other) in pairwise(cut))


def test_a_frame_sends_a_style_once():
    frame = TerminalWrite()
    for line in range(3):
        frame.move(2, line)
        frame.write("##", "\x1b[0;31m")
    assert frame.finish() == f"\x1b[1;3H\x1b[0;31m##\x1b[2;3H##\x1b[3;3H##{RESET}"
    assert TerminalWrite().finish() == ""


PLACE, SCREEN = Region(5, 7, 12, 3), Region(0, 0, 80, 24)
"""Where a canvas is on its terminal, and the terminal."""

WHOLE = [Region(0, 0, 12, 3)]
CORNER = [Region(0, 0, 1, 1)]


class Board(Canvas):
    """A canvas that keeps what it writes to its terminal, and the regions that it draws."""

    opacity = 1.0

    def __init__(self):
        super().__init__()
        self.codes = np.full((self.size.height, self.size.width), ord("."), np.uint32)
        self.numbers = np.zeros_like(self.codes, np.uint16)
        self.written, self.drawn = [], []

    def block(self, region):
        self.drawn.append(region)
        return self.codes[slices(region)], self.numbers[slices(region)]

    def look(self, number):
        return Style(bold=True) if number else Style()

    def get_line_filters(self):
        return []

    def type(self, line, column, text, number=0):
        """Change characters, as a subclass does before it repaints."""
        columns = slice(column, column + len(text))
        self.codes[line, columns] = [ord(character) for character in text]
        self.numbers[line, columns] = number


def on_terminal(size=PLACE.size, *, painted=True):
    """Return a canvas on a terminal, painted by Textual and then by itself."""
    board = alone(Board, size)
    app, screen, place = board.app, board.screen, Region(PLACE.x, PLACE.y, *size)
    driver = SimpleNamespace(write=board.written.append, flush=lambda: board.written.append("!"))
    vars(app).update(
        is_headless=False, is_inline=False, screen=screen, _driver=driver, _batch_count=0,
        _sync_available=False, console=SimpleNamespace(color_system="truecolor"),
        theme_variables={},
    )  # fmt: skip
    screen.app, screen._layout_required, screen._repaint_required = app, False, False
    screen._compositor = SimpleNamespace(visible_widgets={board: (place, SCREEN.union(place))})
    if painted:
        for line in range(board.size.height):
            board.render_line(line)
        board.repaint_all()
        board.written.clear()
        board.drawn.clear()
    return board


def test_a_line_that_textual_painted_is_sent_whole_once():
    """Textual may send only a part of it."""
    board = on_terminal(painted=False)
    board.repaint_all()
    assert (board.written, board.repainted) == ([], WHOLE), "it has no place yet"
    for line in range(3):
        board.render_line(line)
    board.repaint_regions([Region(4, 1, 1, 1)])
    assert board.written == ["\x1b[9;6H............", "!"]
    board.repaint_regions([Region(4, 1, 1, 1)])
    assert board.written[2:] == [], "nothing differs"
    board.repaint_regions([Region(4, 0, 1, 3)])
    assert board.written[2:] == ["\x1b[8;6H............\x1b[10;6H............", "!"]
    board.render_line(2)
    board.repaint_regions(WHOLE)
    assert board.written[4:] == ["\x1b[10;6H............", "!"]
    board.repaint_all()
    assert len(board.written) == 8
    assert board.written[6].count(".") == 36, "a repaint of all sends all"


@pytest.mark.parametrize(
    ("before", "changes", "sent"),
    [
        ("", [(0, 2, "a"), (0, 7, "b")], "\x1b[8;8Ha....b"),
        ("", [(0, 2, "a"), (0, 8, "b")], "\x1b[8;8Ha\x1b[8;14Hb"),
        ("", [(0, 11, "a"), (1, 0, "b")], "\x1b[8;17Ha\x1b[9;6Hb"),
        ("", [(2, 0, "ab", 1), (2, 3, "c")], f"\x1b[10;6H\x1b[0;1mab{RESET}.c"),
        ("", [(2, 4, ".", 1)], f"\x1b[10;10H\x1b[0;1m.{RESET}"),
        ("x日\0", [(0, 1, "本\0")], "\x1b[8;7H本"),
        ("x日\0", [(0, 1, "ab")], "\x1b[8;7Hab"),
        ("x日y", [(0, 2, "\0")], "\x1b[8;7H日"),
        ("日\0", [(0, 0, "本\0")], "\x1b[8;6H本"),
    ],
)
def test_only_what_differs_is_sent_and_what_is_near_in_one_piece(before, changes, sent):
    board = on_terminal()
    board.type(0, 0, before)
    board.repaint_regions(WHOLE)
    board.written.clear()
    for change in changes:
        board.type(*change)
    board.repaint_regions([Region(-5, -5, 99, 99)])
    assert board.written == [sent, "!"]
    assert not board.repainted


def test_textual_is_to_draw_anew_the_lines_that_a_canvas_painted():
    board = on_terminal()
    board._styles_cache.clear()
    board.repaint_regions([Region(3, 1, 1, 1)])
    assert [board._styles_cache.is_dirty(line) for line in range(3)] == [False, True, False]


@pytest.mark.parametrize("high", [AHEAD, AHEAD + 1, 2 * AHEAD + 3])
def test_lines_that_textual_asks_for_are_drawn_some_together(high):
    board = on_terminal((3, high), painted=False)
    board.codes[:] = np.arange(3 * high).reshape(high, 3)
    lines = [board.render_line(line).text for line in range(high)]
    assert "".join(lines) == "".join(map(chr, range(1, 3 * high))), "0 stands behind a wide one"
    assert [region.height for region in board.drawn] == [
        min(AHEAD, high - first) for first in range(0, high, AHEAD)
    ]
    assert [len(board.render_line(line).text) for line in (-1, high)] == [3, 3]


def test_regions_are_drawn_in_one_block_if_that_is_small_or_large_already():
    first, near, far = Region(0, 0, 64, 1), Region(0, 63, 64, 1), Region(0, 64, 1, 1)
    board, large = on_terminal((100, 100)), Region(0, 0, 100, 100)
    for regions, blocks in (
        ([first, near, far], [Region(0, 0, 64, ONE_BLOCK // 64), far]),
        ([first, far], [first, far]),
        ([far, first, Region(1, 64, 1, 1)], [Region(0, 64, 2, 1), first]),
        ([large, first], [large]),
    ):
        board.drawn.clear()
        board.repaint_regions(regions)
        assert board.drawn == blocks


def test_a_region_outside_of_the_widget_is_not_painted():
    board = on_terminal()
    board.type(2, 11, "a")
    board.repaint_regions([Region(12, 0, 5, 3), Region(0, 3, 12, 9), Region(0, 0, 11, 3)])
    assert board.written == []
    board.repaint_regions([Region(0, 0, 1, 1), Region(11, 2, 5, 5)])
    assert board.written == ["\x1b[10;17Ha", "!"]


def test_what_is_painted_within_one_frame_is_one_write():
    board = on_terminal()
    board.app._sync_available = True
    with one_frame(board.app):
        for line in (0, 2):
            board.type(line, 0, "a")
            board.repaint_regions([Region(0, line, 1, 1)])
        assert not board.written
    assert board.written == ["\x1b[?2026h\x1b[8;6Ha\x1b[10;6Ha\x1b[?2026l", "!"]
    with one_frame(board.app):
        pass
    assert len(board.written) == 2


@pytest.mark.parametrize(
    ("where", "name", "value"),
    [
        ("app", "is_headless", True),
        ("app", "is_inline", True),
        ("app", "_driver", None),
        ("app", "screen", None),
        ("app", "_batch_count", 1),
        ("screen", "_layout_required", True),
        ("screen", "_repaint_required", True),
    ],
)
def test_textual_paints_where_a_canvas_cannot_write_to_the_terminal(where, name, value):
    board = on_terminal()
    board.type(0, 0, "a")
    setattr(getattr(board, where), name, value)
    board.repaint_regions(CORNER)
    assert (board.written, board.repainted) == ([], CORNER)


@pytest.mark.parametrize(
    ("opacity", "widgets", "sent"),
    [
        (1.0, [("own", PLACE, SCREEN)], True),
        (0.5, [("own", PLACE, SCREEN)], False),
        (1.0, [], False),
        (1.0, [("own", Region(5, 7, 11, 3), SCREEN)], False),
        (1.0, [("own", PLACE, Region(0, 0, 16, 24))], False),
        (1.0, [("front", Region(16, 9, 1, 1), SCREEN), ("own", PLACE, SCREEN)], True),
    ],
)
def test_textual_paints_a_canvas_that_is_not_whole_on_the_screen(opacity, widgets, sent):
    board = on_terminal()
    board.type(0, 0, "a")
    board.opacity = opacity
    board.screen._compositor.visible_widgets = {
        board if name == "own" else name: (region, clip) for name, region, clip in widgets
    }
    board.repaint_regions(CORNER)
    assert (bool(board.written), bool(board.repainted)) == (sent, not sent)


def sent_to(board):
    """Return what a terminal shows where the canvas is; ~ where nothing was written."""
    rows = [["~"] * PLACE.width for _ in range(PLACE.height)]
    for y, x, text in re.findall(r"\x1b\[(\d+);(\d+)H([^\x1b]*)", "".join(board.written)):
        for at, character in enumerate(text.replace("!", ""), int(x) - 1 - PLACE.x):
            rows[int(y) - 1 - PLACE.y][at] = character
    return ["".join(row) for row in rows]


@pytest.mark.parametrize(
    ("region", "clip", "shown"),
    [
        (Region(13, 0, 90, 24), SCREEN, ["########~~~~"] * 3),
        (Region(7, 8, 1, 1), SCREEN, ["############", "##~#########", "############"]),
        (Region(0, 8, 9, 1), Region(0, 0, 7, 24), ["############", "~~##########", "############"]),
        (Region(0, 8, 90, 2), SCREEN, ["############", "~~~~~~~~~~~~", "~~~~~~~~~~~~"]),
        (Region(7, 8, 0, 0), SCREEN, ["############"] * 3),
    ],
)
def test_nothing_is_sent_to_where_other_widgets_lie_over_a_canvas(region, clip, shown):
    board = on_terminal()
    own = board.screen._compositor.visible_widgets
    board.screen._compositor.visible_widgets = {
        "front": (region, clip), **own, "behind": own[board]
    }  # fmt: skip
    for line in range(3):
        board.type(line, 0, "############")
    board._styles_cache.clear()
    board.repaint_regions(WHOLE)
    assert sent_to(board) == shown
    assert not board.repainted
    assert all(map(board._styles_cache.is_dirty, range(3))), "Textual draws what comes to light"
    board.repaint_all()
    assert sent_to(board) == shown


def test_a_wide_character_under_the_edge_of_another_widget_is_not_sent():
    board = on_terminal(painted=False)
    own = board.screen._compositor.visible_widgets
    board.screen._compositor.visible_widgets = {"front": (Region(8, 7, 4, 3), SCREEN), **own}
    for line in range(3):
        board.render_line(line)
    board.repaint_all()
    board.written.clear()
    board.type(0, 0, "x日\0")
    board.type(1, 2, "日\0")
    board.type(2, 6, "日\0y")
    board.repaint_regions(WHOLE)
    assert board.written == ["\x1b[8;6Hx日\x1b[10;14Hy", "!"]


def test_a_colour_of_the_theme_stands_on_the_widgets_ground_or_on_another():
    board = on_terminal()
    variables = {"maze-wall": "#112233", "maze-goal": "#445566", "maze-glass": "#ffffff80"}
    board.app.theme_variables = variables
    type(board).rich_style = Style(color="#aaaaaa", bgcolor="#000000", italic=True)
    type(board).background_colors = None, Color.parse("#000000")
    bold = Style(bold=True)
    for style, words in (
        (board.themed("maze-wall"), "italic #112233 on #000000"),
        (board.themed("maze-wall", bold, on="maze-goal"), "bold italic #112233 on #445566"),
        (board.themed("maze-glass"), "italic #808080 on #000000"),
        (board.themed("maze-wall", on="maze-glass"), "italic #112233 on #808080"),
    ):
        assert str(style) == words


def test_another_theme_is_painted_once():
    board, refreshed = on_terminal(), []
    board.refresh = lambda: refreshed.append(board.app.theme_variables)
    themes = [{"maze-wall": "#112233"}, {}]
    for theme in themes:
        board.app.theme_variables = theme
        board.notify_style_update()
        board.notify_style_update()
    assert refreshed == themes


@pytest.mark.parametrize(
    ("system", "sequence"),
    [
        ("truecolor", "\x1b[0;38;2;255;0;0m"),
        (None, "\x1b[0;38;2;255;0;0m"),
        ("256", "\x1b[0;38;5;196m"),
        ("standard", "\x1b[0;31m"),
    ],
)
def test_colours_are_those_that_the_terminal_has_and_change_with_the_theme(system, sequence):
    board = on_terminal()
    for letter in "abc":
        board.type(0, 0, letter, 7)
        board.repaint_regions(CORNER)
        if letter == "b":
            board.notify_style_update()
        board.look = lambda _: Style(color="#ff0000")
        board.app.console.color_system = system
    assert board.written[::2] == [
        f"\x1b[8;6H{style}{letter}{RESET}"
        for letter, style in (("a", "\x1b[0;1m"), ("b", "\x1b[0;1m"), ("c", sequence))
    ]

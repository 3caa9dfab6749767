"""The board of a party: who has won, one's own row, and the podium after the last round."""

from dataclasses import replace
from itertools import groupby

import pytest
from textual.content import Content

from mazegame.party.protocol import Board
from mazegame.widgets.party.board import (
    DIM,
    FIRST,
    HEADLINE,
    LARGE,
    OWN,
    PODIUM_LINES,
    board_lines,
    podium,
    ranked,
    walk_bars,
    whole_board,
)

PLAYERS = dict(enumerate(("Ada", "Bo", "Clementine of the North"), start=1))
ROWS = ((2, 1, 9_100, 62, 10, 12), (1, 2, 12_400, 70, 8, 20), (3, 0, -1, 0, 0, 4))


def styles(line):
    return {str(span.style) for span in line.spans}


@pytest.mark.parametrize(
    ("own", "wait", "words"),
    [
        (1, 30.0, "Bo wins the round"),
        (2, 30.0, "You win the round!"),
        (2, 0.0, "Ada wins the party"),
        (1, 0.0, "You win the party!"),
        (None, 0.0, "Ada wins the party"),
    ],
)
def test_the_board_says_who_has_won(own, wait, words):
    first, *_ = board_lines(Board(1, 39, ROWS, wait), PLAYERS, own, whole=True)
    assert first.plain == words
    assert styles(first) == {HEADLINE}


def test_those_with_as_many_points_win_together():
    rows = tuple((*row[:5], 12) for row in ROWS[:2])
    assert board_lines(Board(3, 39, rows, 0.0), PLAYERS, 1, whole=True)[0].plain == (
        "Bo and you win the party"
    )
    rows = tuple((number, 1, 9_100, 62, 10, 12) for number in (1, 2, 3))
    for whole, words in ((False, "3 players win"), (True, "Ada and Bo and Clementine of the")):
        first, *_ = board_lines(Board(3, 39, rows, 0.0), PLAYERS, None, whole=whole)
        assert first.plain.startswith(words)
    nobody = ((1, 0, -1, 0, 0, 0),)
    assert board_lines(Board(3, 39, nobody, 0.0), PLAYERS, 1, whole=True)[0].plain == (
        "Nobody was at B"
    )


@pytest.mark.parametrize(
    ("own", "wait", "whole", "rows"),
    [
        (1, 30.0, True, [
            ("     player                  time   steps  detour  points   total", [DIM]),
            ("  1  Bo                     9.1 s      62     +23      10      12", [FIRST]),
            ("▸ 2  Ada                   12.4 s   1,070   +1031       8      20", [OWN]),
            ("  -  C                   not at B                       0       4", [DIM])]),
        (1, 30.0, False, [
            ("     player                  time   total", [DIM]),
            ("  1  Bo                     9.1 s      12", [FIRST]),
            ("▸ 2  Ada                   12.4 s      20", [OWN]),
            ("  -  C                   not at B       4", [DIM])]),
        (None, 0.0, True, [
            ("     player             last time   steps  detour  points   total", [DIM]),
            ("  1  Ada                   12.4 s   1,070   +1031       8      20", [FIRST]),
            ("  2  Bo                     9.1 s      62     +23      10      12", ["", DIM, ""]),
            ("  3  C                   not at B                       0       4", ["", DIM, ""])]),
    ],
)  # fmt: skip
def test_each_player_has_a_row_and_ones_own_is_marked(own, wait, whole, rows):
    board = Board(1, 39, (ROWS[0], (1, 2, 12_400, 1_070, 8, 20), ROWS[2]), wait)
    players = PLAYERS | {3: "C"}
    _, gap, *lines = board_lines(board, players, own, whole=whole)
    assert gap.plain == ""
    for line, (text, wanted) in zip(lines, rows, strict=True):
        assert line.plain == text
        at = dict.fromkeys(range(len(text)), "")
        for span in line.spans:
            at |= dict.fromkeys(range(span.start, span.end), str(span.style))
        assert [style for style, _ in groupby(at.values())] == wanted


def test_a_large_place_has_a_large_podium_above_a_table_in_the_middle():
    board = Board(3, 39, ROWS, 0.0)
    small, large = (whole_board(board, PLAYERS, 1, *size) for size in ((80, 20), LARGE))
    blocks = [sum(line.plain.count("█") for line in lines) for lines in (small, large)]
    assert blocks[1] > 3 * blocks[0]
    assert len(large) == len(small) + PODIUM_LINES - 3 + len(ROWS)  # which have blank lines
    for lines in (small, large):
        won, (first, *_, last) = lines[0].plain, [one.plain for one in lines if "█" in one.plain]
        middle = len(won) - len(won.strip()) / 2
        assert abs(last.index("█") + last.rindex("█") + 1 - 2 * middle) <= 1
        assert abs(first.index("█") + first.rindex("█") + 1 - 2 * middle) <= 1


@pytest.mark.parametrize(
    ("rows", "size", "large"),
    [(14, (100, 28), True), (15, (100, 28), False), (14, (99, 28), False), (13, (100, 27), False)],
)
def test_a_podium_is_large_where_all_rows_have_room_below_it(rows, size, large):
    many = tuple((1, number, 9_000, 62, 1, 99 - number) for number in range(1, rows + 1))
    lines = whole_board(Board(1, 39, many, 0.0), PLAYERS, None, *size)
    assert any("█" * 26 in line.plain for line in lines) == large
    assert len(lines) == 3 + rows + PODIUM_LINES + 4 * large


PODIUM = """\

                    Ada
     Bo        █████ 1 █████
█████ 2 █████  █████████████  Clementine of
█████████████  █████████████  █████ 3 █████
█████████████  █████████████  █████████████
  12 points      20 points      4 points"""

LARGE_PODIUM = """\

                                       Ada
                            ███████████ 1 ████████████
            Bo              ██████████████████████████
███████████ 2 ████████████  ██████████████████████████
██████████████████████████  ██████████████████████████   Clementine of the North
██████████████████████████  ██████████████████████████  ███████████ 3 ████████████
██████████████████████████  ██████████████████████████  ██████████████████████████
██████████████████████████  ██████████████████████████  ██████████████████████████
██████████████████████████  ██████████████████████████  ██████████████████████████
        12 points                   20 points                    4 points"""


@pytest.mark.parametrize(
    ("scale", "picture", "middle"), [(1, PODIUM, slice(15, 28)), (2, LARGE_PODIUM, slice(28, 54))]
)
def test_the_podium_stands_by_points_and_cuts_long_names(scale, picture, middle):
    lines = podium(Board(3, 39, ROWS, 0.0), PLAYERS, scale)
    assert [line.plain.rstrip() for line in lines] == picture.split("\n")
    assert len(picture.split("\n")) == PODIUM_LINES + 4 * (scale - 1)
    for line in lines[1:-1]:
        gold = [span for span in line.spans if "gold" in str(span.style)]
        texts = [line.plain[span.start : span.end].strip() for span in gold]
        assert texts == [line.plain[middle].strip()]
    assert {str(span.style) for span in lines[-1].spans} == {DIM}
    assert podium(Board(3, 39, (), 0.0), PLAYERS, scale) == []


def test_the_board_of_a_series_is_in_the_order_of_all_points():
    board = Board(3, 39, ROWS, 0.0)
    assert ranked(replace(board, wait=30.0)) == ROWS
    _, _, head, *rows = board_lines(board, PLAYERS, 1, whole=True)
    assert "last time" in head.plain
    assert [row.plain[1:].split()[:2] for row in rows] == [
        ["1", "Ada"],
        ["2", "Bo"],
        ["3", "Clementine"],
    ]
    assert [row.plain.split()[-1] for row in rows] == ["20", "12", "4"]
    assert "not at B" in rows[2].plain


def test_those_with_as_many_points_share_a_place_and_those_with_none_have_none():
    totals = (5, 9, 0, 9, 5, 5)
    rows = tuple((at, at, 1000 * at, 62, 0, total) for at, total in enumerate(totals, start=1))
    board = Board(3, 39, rows, 0.0)
    assert [row[:2] for row in ranked(board)] == [(2, 1), (4, 1), (1, 3), (5, 3), (6, 3), (3, 0)]
    players = {at: f"P{at}" for at in range(1, 7)}
    text = [line.plain for line in podium(board, players)]
    assert text[1].split() == ["P4", "P2"]
    assert text[2].count("█ 1 █") == 2
    assert text[4].count("█ 3 █") == 1


@pytest.mark.parametrize(
    ("wait", "size", "rows", "lines", "columns", "has_steps", "has_podium"),
    [
        (30.0, (68, 24), 3, 6, 1, True, False),
        (30.0, (67, 24), 3, 6, 1, False, False),
        (0.0, (68, 13), 3, 13, 1, True, True),
        (0.0, (68, 12), 3, 6, 1, True, False),
        (0.0, (68, 12), 2, 12, 1, True, True),
        (30.0, (87, 8), 9, 12, 1, True, False),
        (30.0, (88, 8), 9, 8, 2, False, False),
        (0.0, (88, 13), 6, 13, 2, False, True),
        (30.0, (135, 56), 30, 33, 1, True, False),
        (30.0, (136, 56), 30, 33, 2, True, False),
        (30.0, (136, 32), 30, 18, 2, True, False),
        (30.0, (200, 56), 10, 23, 1, True, False),
        (0.0, (200, 56), 30, 48, 2, True, True),
    ],
)
def test_the_board_takes_the_room_there_is(wait, size, rows, lines, columns, has_steps, has_podium):
    many = tuple((number, number, 9_000, 62, 1, 20 - number) for number in range(1, rows + 1))
    players = {number: f"P{number}" for number, *_ in many}
    shown = whole_board(Board(1, 39, many, wait), players, None, *size)
    text = [line.plain for line in shown]
    assert len(text) == lines
    assert max(map(len, text)) <= size[0]
    head = next(line for line in text if "total" in line)
    assert head.count("time") == columns
    assert ("steps" in head) == has_steps
    assert any("█ 1 █" in line for line in text) == has_podium
    assert sum(line.count(" 9.0 s") for line in text) == rows


def walks(count):
    """Return the first one at B, and others who have done less and less."""
    at_b = (Content("A P1"), "at B 12.0 s", 1.0, "red")
    return [at_b, *((Content(f"B P{at}"), str(99 - at), 0.5, "red") for at in range(2, count + 1))]


@pytest.mark.parametrize(
    ("count", "size", "columns", "thick"),
    [
        (31, (118, 33), 1, 1),
        (31, (78, 22), 2, 1),
        (11, (78, 22), 1, 1),
        (7, (78, 22), 1, 2),
        (2, (198, 58), 1, 5),
    ],
)
def test_bars_fill_their_place_and_only_one_at_b_is_full(count, size, columns, thick):
    width, height = size
    lines = [line.plain for line in walk_bars(walks(count), *size)]
    assert len(lines) <= height
    assert max(map(len, lines)) == width
    named = [line for line in lines if " P" in line]
    assert len(named) == -(-count // columns)
    assert named[0].count(" P") == columns
    full, rest = "█░" if thick > 1 else "━─"
    first, second = (line[: width // columns] for line in named[:2])
    assert full in first
    assert rest not in first
    assert "at B 12.0 s" in first
    assert first.count(full) == pytest.approx(2 * second.count(full), abs=1)
    assert sum(line.startswith("A P1") or full * 9 in line for line in lines) == thick * len(named)


def test_narrow_columns_of_walks_have_no_bars_and_count_those_without_room():
    lines = [line.plain for line in walk_bars(walks(31), 43, 12)]
    assert len(lines) == 12
    assert max(map(len, lines)) <= 43
    row = next(line for line in lines if line)
    assert row.split() == ["A", "P1", "12.0", "s", "B", "P12", "87", "B", "P23", "76"]
    (line,) = walk_bars([(Content("W Willi"), "69", 0.5, "red")], 10, 1)
    assert line.plain == "W Willi 69"  # with no column to spare
    lines = [line.plain for line in walk_bars(walks(64), 43, 12)]
    assert lines[-1].endswith("  +29")
    assert not any(line.plain for line in walk_bars([], 43, 12))


def test_long_names_are_cut_where_a_bar_has_no_room():
    wide = [(Content("A " + "迷" * 16), "at B 12.0 s", 1.0, "red"), *walks(30)]
    assert max(line.cell_length for line in walk_bars(wide, 78, 22)) <= 78
    assert "…" in walk_bars(wide, 78, 22)[3].plain


@pytest.mark.parametrize(("size", "scale"), [((99, 60), 1), ((120, 31), 2), ((200, 56), 3)])
def test_a_large_place_has_wide_rows_apart_and_a_large_podium(size, scale):
    shown = [line.plain for line in whole_board(Board(3, 39, ROWS, 0.0), PLAYERS, 1, *size)]
    assert len(shown) == 6 + PODIUM_LINES + 4 * (scale - 1) + 3 * (scale > 1)
    assert any("█" * 13 * scale in line for line in shown)
    head = next(line for line in shown if "total" in line)
    assert head.index("total") - head.index("points") == 8 + 6 * (scale - 1) + 1

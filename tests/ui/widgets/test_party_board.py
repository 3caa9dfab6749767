"""The board of a party: who has won, one's own row, and the podium after the last round."""

from dataclasses import replace

import pytest

from mazegame.party.protocol import Board, Player
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
    whole_board,
)

PLAYERS = {
    number: Player(number, name, host=False, here=True, points=0)
    for number, name in enumerate(("Ada", "Bo", "Clementine of the North"), start=1)
}
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


def test_ones_own_row_is_marked_and_the_header_is_dim():
    _, _, head, *rows = board_lines(Board(1, 39, ROWS, 30.0), PLAYERS, 1, whole=False)
    assert [row.plain.startswith("▸") for row in rows] == [False, True, False]
    assert [styles(row) for row in rows[:2]] == [{FIRST}, {OWN}]
    assert styles(head).isdisjoint(styles(rows[0]) | styles(rows[1]))


def test_steps_and_detours_are_dim_and_the_columns_of_all_rows_end_alike():
    rows = ((1, 1, 9_100, 6_200, 10, 12), (2, 2, 62_400, 7_000, 8, 2000), (1, 0, -1, 0, 0, 4))
    _, _, head, *lines = board_lines(Board(1, 39, rows, 30.0), PLAYERS, None, whole=True)
    assert {line.cell_length for line in (head, *lines)} == {head.cell_length}
    assert [DIM in styles(line) for line in lines] == [False, True, True]


def test_a_large_place_has_a_large_podium_above_a_table_in_the_middle():
    board = Board(3, 39, ROWS, 0.0)
    small, large = (whole_board(board, PLAYERS, 1, *size) for size in ((80, 20), LARGE))
    blocks = [sum(line.plain.count("█") for line in lines) for lines in (small, large)]
    assert blocks[1] > 3 * blocks[0]
    assert len(large) == len(small) + PODIUM_LINES - 3
    for lines in (small, large):
        won, (first, *_, last) = lines[0].plain, [one.plain for one in lines if "█" in one.plain]
        middle = len(won) - len(won.strip()) / 2
        assert abs(last.index("█") + last.rindex("█") + 1 - 2 * middle) <= 1
        assert abs(first.index("█") + first.rindex("█") + 1 - 2 * middle) <= 1


def test_the_podium_stands_by_points_and_cuts_long_names():
    lines = podium(Board(3, 39, ROWS, 0.0), PLAYERS)
    assert len(lines) == PODIUM_LINES
    text = [line.plain for line in lines]
    assert "Ada" in text[1]
    assert "Bo" in text[2]
    ada, bo = text[1].index("Ada") + 1, text[2].index("Bo") + 1
    assert text[-1].index("20 points") + 4 == ada
    assert text[-1].index("12 points") + 4 == bo
    assert "Clementine of" in text[3]
    assert text[-1].split() == ["12", "points", "20", "points", "4", "points"]
    assert not podium(Board(3, 39, (), 0.0), PLAYERS)


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
    players = {at: Player(at, f"P{at}", host=False, here=True, points=0) for at in range(1, 7)}
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
        (30.0, (136, 56), 30, 18, 2, True, False),
        (30.0, (200, 56), 10, 13, 1, True, False),
        (0.0, (200, 56), 30, 29, 2, True, True),
    ],
)
def test_the_board_takes_the_room_there_is(wait, size, rows, lines, columns, has_steps, has_podium):
    many = tuple((number, number, 9_000, 62, 1, 20 - number) for number in range(1, rows + 1))
    players = {
        number: Player(number, f"P{number}", host=False, here=True, points=0) for number, *_ in many
    }
    shown = whole_board(Board(1, 39, many, wait), players, None, *size)
    text = [line.plain for line in shown]
    assert len(text) == lines
    assert max(map(len, text)) <= size[0]
    head = next(line for line in text if "total" in line)
    assert head.count("time") == columns
    assert ("steps" in head) == has_steps
    assert any("█ 1 █" in line for line in text) == has_podium
    assert sum(line.count(" 9.0 s") for line in text) == rows

"""What a party shows: how others come in, who has won, one's own row, the podium, and walks."""

from itertools import groupby

import pytest
from textual.content import Content

from mazegame.party.protocol import Board, BoardRow
from mazegame.widgets.party.board import (
    DIM,
    FIRST,
    HEADLINE,
    OWN,
    PODIUM_LINES,
    WayIn,
    board_lines,
    podium,
    qr_code,
    walk_bars,
    whole_board,
)

PLAYERS = dict(enumerate(("Ada", "Bo", "Clementine of the North"), start=1))
ROWS = ((2, 1, 9_100, 62, 10, 12), (1, 2, 12_400, 70, 8, 20), (3, 0, -1, 0, 0, 4))
SHORT = {number: f"P{number}" for number in range(1, 31)}
EVEN = tuple((number, 1, 9_100, 62, 10, 12) for number in (2, 1, 3))
ALL = "Bo and Ada and Clementine of the North win the party"


def board_of(rows=ROWS, wait=0.0):
    """Return a board as the server sends it: after the last round in the order of all points."""
    if not wait:
        rows = sorted(rows, key=lambda row: -row[-1])
        most = [row[-1] for row in rows]
        rows = tuple((row[0], most.index(row[-1]) + 1 if row[-1] else 0, *row[2:]) for row in rows)
    return Board(1, 39, tuple(map(BoardRow._make, rows)), wait)


def board_of_many(count, wait=0.0):
    return board_of(tuple((at, at, 9_000, 62, 1, 99 - at) for at in range(1, count + 1)), wait)


def plain(lines):
    return [line.plain for line in lines]


@pytest.mark.parametrize(
    ("rows", "own", "wait", "whole", "words"),
    [
        (ROWS, 1, 30.0, True, "Bo wins the round"),
        (ROWS, 2, 30.0, True, "You win the round!"),
        (ROWS, 2, 0.0, True, "Ada wins the party"),
        (ROWS, 1, 0.0, True, "You win the party!"),
        (ROWS, None, 0.0, True, "Ada wins the party"),
        (EVEN[:2], 1, 0.0, True, "Bo and you win the party"),
        (EVEN, None, 0.0, True, ALL),
        (EVEN, None, 0.0, False, "3 players win the party"),
        (((1, 0, -1, 0, 0, 0),), 1, 0.0, True, "Nobody was at B"),
    ],
)
def test_the_board_says_who_has_won(rows, own, wait, whole, words):
    first, *_ = board_lines(board_of(rows, wait), PLAYERS, own, whole=whole)
    assert first.plain == words
    assert [str(span.style) for span in first.spans] == [HEADLINE]


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
    board = board_of((ROWS[0], (1, 2, 12_400, 1_070, 8, 20), ROWS[2]), wait)
    players = PLAYERS | {3: "C"}
    _, gap, *lines = board_lines(board, players, own, whole=whole)
    assert gap.plain == ""
    for line, (text, wanted) in zip(lines, rows, strict=True):
        assert line.plain == text
        at = dict.fromkeys(range(len(text)), "")
        for span in line.spans:
            at |= dict.fromkeys(range(span.start, span.end), str(span.style))
        assert [style for style, _ in groupby(at.values())] == wanted


@pytest.mark.parametrize(
    ("rows", "size", "scale", "blanks", "field"),
    [
        (14, (100, 28), 2, 0, 14),
        (15, (100, 28), 1, 0, 14),
        (14, (99, 28), 1, 0, 8),
        (13, (100, 27), 1, 0, 8),
        (3, (99, 60), 1, 0, 8),
        (3, (120, 31), 2, 3, 14),
        (3, (200, 56), 3, 3, 20),
    ],
)
def test_a_large_place_has_wide_rows_apart_and_a_large_podium_in_the_middle(
    rows, size, scale, blanks, field
):
    lines = plain(whole_board(board_of_many(rows), SHORT, 1, *size))
    assert len(lines) == 3 + rows + blanks + PODIUM_LINES + 4 * (scale - 1)
    steps = [line for line in lines if "█" in line]
    assert steps[-1].strip() == "  ".join(["█" * 13 * scale] * 3)
    head = next(line for line in lines if "total" in line)
    assert head.index("total") - head.index("points") == field + 1
    middle = len(lines[0]) - len(lines[0].strip()) / 2
    for step in steps[0], steps[-1]:
        assert abs(step.index("█") + step.rindex("█") + 1 - 2 * middle) <= 1


PODIUM = """\

                    Ada
     Bo        █████ 1 █████
█████ 2 █████  █████████████  Clementine of
█████████████  █████████████  █████ 3 █████
█████████████  █████████████  █████████████
  12 points      20 points      4 points"""


def test_the_podium_stands_by_points_and_cuts_long_names():
    lines = podium(board_of(), PLAYERS)
    assert [line.rstrip() for line in plain(lines)] == PODIUM.split("\n")
    assert len(lines) == PODIUM_LINES
    for line in lines[1:-1]:
        gold = [span for span in line.spans if "gold" in str(span.style)]
        texts = [line.plain[span.start : span.end].strip() for span in gold]
        assert texts == [line.plain[15:28].strip()]
    assert {str(span.style) for span in lines[-1].spans} == {DIM}
    assert podium(board_of(()), PLAYERS) == []


def test_those_with_as_many_points_stand_on_steps_of_one_height():
    totals = (9, 9, 5, 5, 5, 4)
    rows = tuple((at, at, 1000 * at, 62, 0, total) for at, total in enumerate(totals, start=1))
    text = plain(podium(board_of(rows), SHORT))
    assert text[1].split() == ["P2", "P1"]
    assert text[2].count("█ 1 █") == 2
    assert text[4].count("█ 3 █") == 1


def test_no_place_that_a_server_may_say_breaks_the_podium():
    rows = tuple((at, place, 1000, 62, 0, 9) for at, place in enumerate((-1, 0, 4, 2, 2**53, 3)))
    text = plain(podium(board_of(rows, 30.0), SHORT))
    assert [sum(f"█ {place} █" in line for line in text) for place in (1, 2, 3)] == [0, 1, 1]


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
        (30.0, (135, 56), 30, 44, 1, True, True),
        (30.0, (136, 56), 30, 44, 2, True, True),
        (30.0, (136, 32), 30, 18, 2, True, False),
        (30.0, (200, 56), 10, 38, 1, True, True),
        (30.0, (100, 28), 3, 20, 1, True, True),
        (30.0, (99, 28), 3, 6, 1, True, False),
        (0.0, (200, 56), 30, 48, 2, True, True),
    ],
)
def test_the_board_takes_the_room_there_is(wait, size, rows, lines, columns, has_steps, has_podium):
    text = plain(whole_board(board_of_many(rows, wait), SHORT, None, *size))
    assert len(text) == lines
    assert max(map(len, text)) <= size[0]
    head = next(line for line in text if "total" in line)
    assert head.count("time") == columns
    assert ("steps" in head) == has_steps
    assert any("█ 1 █" in line for line in text) == has_podium
    steps = min(rows, 3) if has_podium and wait else 0
    assert sum(line.count(" 9.0 s") for line in text) == rows + steps


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
    lines = plain(walk_bars(walks(count), *size))
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
    lines = plain(walk_bars(walks(31), 43, 12))
    assert len(lines) == 12
    assert max(map(len, lines)) <= 43
    row = next(line for line in lines if line)
    assert row.split() == ["A", "P1", "12.0", "s", "B", "P12", "87", "B", "P23", "76"]
    (line,) = walk_bars([(Content("W Willi"), "69", 0.5, "red")], 10, 1)
    assert line.plain == "W Willi 69"  # with no column to spare
    assert walk_bars(walks(64), 43, 12)[-1].plain.endswith("  +29")
    assert not any(line.plain for line in walk_bars([], 43, 12))


def test_long_names_are_cut_where_a_bar_has_no_room():
    wide = [(Content("A " + "迷" * 16), "at B 12.0 s", 1.0, "red"), *walks(30)]
    assert max(line.cell_length for line in walk_bars(wide, 78, 22)) <= 78
    assert "…" in walk_bars(wide, 78, 22)[3].plain


WAY = WayIn("192.168.178.105:4747", "ab3d-9xyz", "for whoever reaches this machine", browsers=True)
WIDE = [
    "terminal   mazegame join 192.168.178.105:4747 --room ab3d-9xyz",
    "browser    http://192.168.178.105:4747",
    "room word  ab3d-9xyz   for whoever reaches this machine",
]
NARROW = [
    "mazegame join 192.168.178.105:4747",
    "  --room ab3d-9xyz",
    "http://192.168.178.105:4747",
    "for whoever reaches this machine",
]
FOR_GUESTS = ["terminal   mazegame join maze.example --room ab3d-9xyz", "room word  ab3d-9xyz"]


@pytest.mark.parametrize(
    ("way", "width", "lines"),
    [
        (WAY, 78, WIDE),
        (WAY, 62, WIDE),
        (WAY, 61, NARROW),
        (WAY, 43, NARROW),
        (WayIn("maze.example", "ab3d-9xyz"), 78, FOR_GUESTS),
    ],
)
def test_every_way_in_is_whole_and_has_a_label_if_the_command_has_room_for_one(way, width, lines):
    shown = way.lines(width)
    assert shown.plain.split("\n") == lines
    assert {str(span.style) for span in shown.spans} == {"bold", DIM}


@pytest.mark.parametrize("colour", [False, True])
def test_a_large_code_is_made_of_blanks_and_shows_the_same_squares(colour):
    """So a terminal of ASCII alone shows it."""
    text = "http://192.168.1.5:4747/?room=ab3d-9xyz"
    small, large = qr_code(text), qr_code(text, large=True, colour=colour)
    assert not large.plain.strip()
    rows = large.plain.split("\n")
    light = "on white" if colour else "reverse"
    dark = set(range(len(large.plain)))
    for span in large.spans:
        if str(span.style) == light:
            dark -= set(range(span.start, span.end))
    lines = small.plain.split("\n")
    shown = [[sign in half for sign in line] for line in lines for half in ("▀█", "▄█")]
    start = 0
    for row, wanted in zip(rows, shown, strict=False):
        assert [start + at in dark for at in range(0, len(row), 2)] == wanted
        start += len(row) + 1


def test_without_colours_the_code_is_dark_on_light_as_well():
    assert {str(span.style) for span in qr_code("x", colour=False).spans} == {"reverse"}

"""How others come into a party: whole and in the same columns at every width."""

import pytest

from mazegame.widgets.party.board import DIM, LABEL_COLUMNS, WayIn, qr_code

WAY = WayIn("192.168.178.105:4747", "ab3d-9xyz", "for whoever reaches this machine", browsers=True)


@pytest.mark.parametrize("width", [43, 60, 78, 198])
def test_every_way_in_is_whole(width):
    lines = WAY.lines(width).plain.split("\n")
    assert max(map(len, lines)) <= width
    assert WAY.command == "mazegame join 192.168.178.105:4747 --room ab3d-9xyz"
    assert WAY.command in " ".join(" ".join(lines).split())
    for words in ("http://192.168.178.105:4747", "ab3d-9xyz", "for whoever reaches this machine"):
        assert any(words in line for line in lines)


def test_what_one_types_begins_in_one_column():
    command, page, word = WAY.lines(78).plain.split("\n")
    assert command[LABEL_COLUMNS:] == WAY.command
    assert page[LABEL_COLUMNS:] == "http://192.168.178.105:4747"
    assert word[LABEL_COLUMNS:].startswith("ab3d-9xyz   for")


def test_a_way_that_only_guests_know_has_neither_page_nor_remark():
    assert WayIn("maze.example", "ab3d-9xyz").lines(78).plain.split("\n") == [
        "terminal   mazegame join maze.example --room ab3d-9xyz",
        "room word  ab3d-9xyz",
    ]


def test_a_command_that_has_no_room_on_one_line_has_no_label():
    needed = LABEL_COLUMNS + len(WAY.command)
    assert WAY.lines(needed).plain.startswith("terminal ")
    short = WAY.lines(needed - 1)
    assert short.plain.split("\n") == [
        "mazegame join 192.168.178.105:4747",
        "  --room ab3d-9xyz",
        "http://192.168.178.105:4747",
        "for whoever reaches this machine",
    ]
    assert {str(span.style) for span in short.spans} == {"bold", DIM}


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
    squares = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    shown = [
        [squares[sign][half] for sign in line]
        for line in small.plain.split("\n")
        for half in (0, 1)
    ]
    start = 0
    for row, wanted in zip(rows, shown, strict=False):
        assert [start + at in dark for at in range(0, len(row), 2)] == [*map(bool, wanted)]
        start += len(row) + 1


def test_without_colours_the_code_is_dark_on_light_as_well():
    assert {str(span.style) for span in qr_code("x", colour=False).spans} == {"reverse"}

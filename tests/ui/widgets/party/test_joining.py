"""How others come into a party: whole and in the same columns at every width."""

import pytest

from mazegame.widgets.party.board import DIM, WayIn, qr_code

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
FOR_GUESTS = [
    "terminal   mazegame join maze.example --room ab3d-9xyz",
    "room word  ab3d-9xyz",
]


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

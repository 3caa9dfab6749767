"""What a terminal reports: whatever it is, it becomes events or nothing, never an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.message import Message

from mazegame.reports import MAX_COLUMNS, ReportParser

MOUSE = "\x1b[<0;11;6M"


def keys(text: str) -> list[str]:
    return [event.key for event in ReportParser().feed(text) if isinstance(event, events.Key)]


@pytest.mark.parametrize(
    ("report", "read"),
    [
        ("\x1b[1;1:1A", ["up"]),  # pressed
        ("\x1b[1;1:2A", ["up"]),  # held
        ("\x1b[1;1:3A", []),  # let go of
        ("\x1b[97;1:2u", ["a"]),
        ("\x1b[97:65;2u", ["shift+a"]),  # with the key of another layout
        ("\x1b[97;2:1;65u", ["A"]),
        ("\x1b[1114112u", []),  # beyond Unicode
        ("\x1b[55296u", []),  # half a character
        ("\x1b[999999999999~", []),
        ("\x1b[97;;1114112u", ["a"]),
        ("\x1b[97;;55296:98u", ["b"]),
        ("\x1b[97;:;::u", ["a"]),
    ],
)
def test_a_key_is_read_as_far_as_it_makes_sense(report, read):
    assert keys(f"x{report}y") == ["x", *read, "y"]


@pytest.mark.parametrize("size", ["24;80;0;0", "0;0;0;0", "0;80;10;10", "24;80;480;640"])
def test_mouse_reports_work_for_any_pixel_size(size):
    parser = ReportParser()
    parser.mouse_pixels = True
    found = [*parser.feed(f"\x1b[48;{size}t{MOUSE}")]
    (mouse,) = (event for event in found if isinstance(event, events.MouseDown))
    divisor = (8, 20) if size.endswith("640") else (1, 1)
    assert (mouse.x, mouse.y) == (10 // divisor[0], 5 // divisor[1])


def test_an_implausible_size_is_ignored():
    def sizes(text):
        parser = ReportParser()
        return [tuple(e.size) for e in parser.feed(text) if isinstance(e, events.Resize)]

    assert sizes("\x1b[48;24;80;0;0t") == [(80, 24)]
    assert sizes(f"\x1b[48;24;{MAX_COLUMNS};1;1t") == [(MAX_COLUMNS, 24)]
    for report in ("\x1b[48;99999;99999;0;0t", "\x1b[48;0;80;0;0t", "\x1b[48;24;99999;0;0t"):
        assert sizes(report) == []


def test_after_an_error_the_parser_goes_on(monkeypatch):
    def fail(parser, code):
        raise ZeroDivisionError(code)

    monkeypatch.setattr(ReportParser, "parse_mouse_code", fail)
    parser = ReportParser()
    assert [event.key for event in parser.feed(f"a{MOUSE}")] == ["a"]
    assert [event.key for event in parser.feed("\x1b[Ab")] == ["up", "b"]


REPORTS = st.builds(
    "".join,
    st.lists(
        st.one_of(
            st.sampled_from(["\x1b", "\x1b[", "\x1b[<", "\x1b[48;", "\x1bO", "\x1b[?", ";", ":"]),
            st.sampled_from([*"utmMABR~IO$yc", "\x1b[200~", "\x1b[201~", "\x1b[M   "]),
            st.integers(0, 10**12).map(str),
            st.characters(),
        ),
        max_size=30,
    ),
)


@given(text=REPORTS)
def test_no_text_is_too_much_for_the_parser(text):
    parser = ReportParser()
    parser.mouse_pixels = True
    assert all(isinstance(e, Message) for e in parser.feed(text + "\x1b[201~\x1b\x1b"))
    assert [event.key for event in parser.feed("\x1b[Aq")][-2:] == ["up", "q"]

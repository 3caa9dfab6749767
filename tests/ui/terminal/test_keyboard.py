"""The keyboard: whatever a terminal sends, it becomes events or nothing, never an error."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.drivers import linux_driver
from textual.message import Message

from mazegame.keyboard import MAX_COLUMNS, PASTE_CHARACTERS, PASTE_SECONDS, Keyboard
from mazegame.textual_internals import use_keyboard

START, END = "\x1b[200~", "\x1b[201~"
MOUSE = "\x1b[<0;11;6M"


def read(*pieces: str, keyboard: Keyboard | None = None) -> list[str]:
    """The keys of some text, and each paste in quotes."""
    keyboard = keyboard or Keyboard()
    found = [event for piece in pieces if piece for event in keyboard.feed(piece)]
    return [
        repr(event.text) if isinstance(event, events.Paste) else event.key
        for event in found
        if isinstance(event, events.Key | events.Paste)
    ]


def split(text: str, sizes: list[int]) -> list[str]:
    pieces = []
    for size in sizes:
        pieces.append(text[:size])
        text = text[size:]
    return [*pieces, text]


def test_invalid_utf_8_becomes_a_replacement(monkeypatch):
    monkeypatch.setattr(linux_driver, "getincrementaldecoder", None)
    monkeypatch.setattr(linux_driver, "XTermParser", None)
    use_keyboard(Keyboard, linux_driver)
    decode = linux_driver.getincrementaldecoder("utf-8")().decode
    assert decode(b"caf\xe9!") == "caf\ufffd!"
    assert decode("é→😀".encode()) == "é→😀"
    assert (decode(b"\xc3"), decode(b"\xa9")) == ("", "é")
    assert linux_driver.XTermParser is Keyboard


def test_a_paste_keeps_its_text_and_loses_its_escapes():
    paste = START + "a\x1b[31mb\x1b\x1b[0mc" + END
    assert read(f"x{paste}\x1b[Ay") == ["x", "'a[31mb[0mc'", "up", "y"]


def test_a_paste_has_an_end():
    (paste,) = read(START + "a" * 1_000_000 + END)
    assert paste == repr("a" * PASTE_CHARACTERS)
    two = read(START + "a" * 5000 + END + START + "b" * 10 + END)
    assert two == [repr("a" * PASTE_CHARACTERS), repr("b" * 10)]


@given(sizes=st.lists(st.integers(0, 9), max_size=12))
def test_it_does_not_matter_how_the_text_is_cut(sizes):
    text = "ab" + START + "c\x1b[31md\x1b[201e\x1b[20\x1b" + END + "\x1b[Bf" + START + "g" + END
    expected = ["a", "b", r"'c[31md[201e[20'", "down", "f", "'g'"]
    assert read(*split(text, sizes)) == read(text) == expected


def test_a_paste_without_an_end_swallows_nothing_that_is_typed_later():
    now = 100.0
    keyboard = Keyboard(clock=lambda: now)
    assert read(START + "abc\x03", keyboard=keyboard) == []
    now += PASTE_SECONDS * 0.9
    assert read("def\x1b[2", keyboard=keyboard) == []
    now += PASTE_SECONDS * 1.1
    assert read("\x03x", keyboard=keyboard) == [repr("abc\x03def"), "ctrl+c", "x"]
    assert read("\x1b[A", keyboard=keyboard) == ["up"]


@pytest.mark.parametrize(
    ("report", "keys"),
    [
        ("\x1b[1;5A", ["ctrl+up"]),
        ("\x1b[97;2;65u", ["A"]),
        ("\x1b[1;1:3A", []),  # let go of: Textual asks for no such report
        ("\x1b[1114112u", []),  # beyond Unicode
        ("\x1b[55296u", []),  # half a character
        ("\x1b[97;;55296u", []),
        ("\x1b[999999999999~", []),
        ("\x1b[97;;1114112u", []),
    ],
)
def test_a_key_that_cannot_be_is_dropped(report, keys):
    assert read(f"x{report}y") == ["x", *keys, "y"]


@pytest.mark.parametrize("size", ["24;80;0;0", "0;0;0;0", "0;80;10;10", "24;80;480;640"])
def test_mouse_reports_work_for_any_pixel_size(size):
    parser = Keyboard()
    parser.mouse_pixels = True
    found = [*parser.feed(f"\x1b[48;{size}t{MOUSE}")]
    (mouse,) = (event for event in found if isinstance(event, events.MouseDown))
    divisor = (8, 20) if size.endswith("640") else (1, 1)
    assert (mouse.x, mouse.y) == (10 // divisor[0], 5 // divisor[1])


def test_an_implausible_size_is_ignored():
    def sizes(text):
        return [tuple(e.size) for e in Keyboard().feed(text) if isinstance(e, events.Resize)]

    assert sizes("\x1b[48;24;80;0;0t") == [(80, 24)]
    assert sizes(f"\x1b[48;24;{MAX_COLUMNS};1;1t") == [(MAX_COLUMNS, 24)]
    for report in ("\x1b[48;99999;99999;0;0t", "\x1b[48;0;80;0;0t", "\x1b[48;24;99999;0;0t"):
        assert sizes(report) == []


def test_after_an_error_the_parser_goes_on(monkeypatch):
    def fail(parser, code):
        raise ZeroDivisionError(code)

    monkeypatch.setattr(Keyboard, "parse_mouse_code", fail)
    parser = Keyboard()
    assert read(f"a{MOUSE}b", keyboard=parser) == ["a", "b"]
    assert read("\x1b[Ab", keyboard=parser) == ["up", "b"]


REPORTS = st.builds(
    "".join,
    st.lists(
        st.one_of(
            st.sampled_from(["\x1b", "\x1b[", "\x1b[<", "\x1b[48;", "\x1bO", "\x1b[?", ";", ":"]),
            st.sampled_from([*"utmMABR~IO$yc", START, END, "\x1b[M   "]),
            st.integers(0, 10**12).map(str),
            st.characters(),
        ),
        max_size=30,
    ),
)


@given(text=REPORTS)
def test_no_text_is_too_much_for_the_parser(text):
    parser = Keyboard()
    parser.mouse_pixels = True
    assert all(isinstance(e, Message) for e in parser.feed(text + "\x1b[201~\x1b\x1b"))
    assert [event.key for event in parser.feed("\x1b[Aq")][-2:] == ["up", "q"]

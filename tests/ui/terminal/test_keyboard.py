"""The keyboard: whatever a terminal sends, it becomes events or nothing, never an error."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import constants, events
from textual.drivers import linux_driver
from textual.message import Message
from textual.messages import TerminalSupportsSynchronizedOutput

from mazegame.terminal.keyboard import (
    DECODE_ERRORS,
    LONGEST_HELD,
    PASTE_CHARACTERS,
    PASTE_SECONDS,
    SEQUENCE_SECONDS,
    Keyboard,
)
from mazegame.terminal.textual_internals import use_keyboard
from tests.ui.terminal.replies import REPLIES

START, END = "\x1b[200~", "\x1b[201~"
MOUSE = "\x1b[<0;11;6M"
LATE = 2 * constants.ESCAPE_DELAY
"""Seconds after which an Esc has counted."""
SOON = constants.ESCAPE_DELAY / 2


class Typist:
    """Sends text to a keyboard, and waits some seconds where a number is given."""

    def __init__(self) -> None:
        self.now = 100.0
        self.keyboard = Keyboard(clock=lambda: self.now)

    def events(self, *pieces: str | float) -> list[Message]:
        found = []
        for piece in pieces:
            if isinstance(piece, str):
                found += self.keyboard.feed(piece)
            else:
                self.now += piece
                found += self.keyboard.tick()
        return found

    def types(self, *pieces: str | float) -> list[str]:
        """The keys, each paste in quotes, and the names of other events in brackets."""
        return [named(event) for event in self.events(*pieces)]


def named(event: Message) -> str:
    if isinstance(event, events.Paste):
        return repr(event.text)
    return event.key if isinstance(event, events.Key) else f"<{type(event).__name__}>"


def read(*pieces: str | float) -> list[str]:
    """What a new keyboard makes of some text, in the end."""
    return Typist().types(*pieces, LATE, SEQUENCE_SECONDS + 1)


def split(text: str, sizes: list[int]) -> list[str]:
    pieces = []
    for size in sizes:
        pieces.append(text[:size])
        text = text[size:]
    return [*pieces, text]


def test_invalid_utf_8_becomes_a_replacement(monkeypatch):
    monkeypatch.setattr(linux_driver, "getincrementaldecoder", None)
    monkeypatch.setattr(linux_driver, "XTermParser", None)
    use_keyboard(Keyboard, DECODE_ERRORS, linux_driver)
    decode = linux_driver.getincrementaldecoder("utf-8")().decode
    assert decode(b"caf\xe9!") == "caf\ufffd!"
    assert decode(b"\xe2\x9b!\x9bA") == "\ufffd!\x9bA"  # a control character of one byte stays
    assert decode("é→😀".encode()) == "é→😀"
    assert (decode(b"\xc3"), decode(b"\xa9")) == ("", "é")
    assert linux_driver.XTermParser is Keyboard


# What is no key

ALLOWED = {"<TerminalSupportsSynchronizedOutput>"}
"""What the game hears of a reply: nothing that changes a game."""


@pytest.mark.core
@pytest.mark.parametrize("reply", REPLIES)
def test_a_reply_types_nothing_whole_or_cut(reply):
    for cut in range(len(reply) if len(reply) < 200 else 3):
        typed = read("a", *filter(None, (reply[:cut], reply[cut:])), "b")
        assert [key for key in typed if key not in ALLOWED] == ["a", "b"], cut
    typed = read("a", *reply, "b")  # a character at a time
    assert [key for key in typed if key not in ALLOWED] == ["a", "b"]


@pytest.mark.parametrize("reply", REPLIES)
def test_the_rest_of_a_reply_may_come_late(reply):
    """Once it is no key any more that has begun, also later than a lone Esc would count."""
    begun = 4 if reply[0] == "\x1b" else 3
    for cut in range(begun, min(len(reply), 40)):
        if reply[:cut] not in {"\x1b[M ", "\x1b[M !", "\x1b[IT"}:
            typed = read("a", reply[:cut], SEQUENCE_SECONDS * 0.9, reply[cut:], "b")
            assert [key for key in typed if key not in ALLOWED] == ["a", "b"], cut


def test_that_a_terminal_holds_frames_is_heard():
    for mode, heard in ((1, True), (2, True), (0, False)):
        found = Typist().events(f"\x1b[?2026;{mode}$y")
        assert [type(event) for event in found] == [TerminalSupportsSynchronizedOutput] * heard


def test_a_lone_escape_is_a_key_after_a_moment():
    typist = Typist()
    assert typist.types("\x1b", SOON) == []
    assert typist.types(SOON * 1.1) == ["escape"]
    assert typist.types("\x1b", LATE, "a") == ["escape", "a"]
    assert read("\x1b\x1b") == ["escape", "escape"]
    assert read("\x1b\x1b[A") == ["escape", "up"]
    assert read("\x1b\x1b]11;rgb:1e1e/1e1e/1e1e\x07a") == ["escape", "a"]


@pytest.mark.parametrize(
    "sequence", ["\x1b[A", "\x1b[?62;22c", "\x1b]11;rgb:0/0/0\x07", "\x1bPab\x1b\\"]
)
def test_what_comes_after_its_escape_has_counted_is_not_typed(sequence):
    assert read("\x1b", LATE, sequence[1:] + "a") == ["escape", "a"]
    # somebody who types it instead does so in more than one piece, or later
    assert read("\x1b", LATE, "[", "A") == ["escape", "left_square_bracket", "A"]
    late = read("\x1b", LATE, SEQUENCE_SECONDS, "[A")
    assert late == ["escape", "left_square_bracket", "A"]


def test_the_beginning_of_a_sequence_alone_is_a_key_with_alt():
    assert read("\x1bx", "\x1bf") == ["alt+x", "ctrl+right"]
    assert read("\x1bP", LATE, "q") == ["alt+shift+p", "q"]
    assert read("\x1bO", LATE, "q") == ["alt+shift+o", "q"]
    assert read("\x1bOz\x1b/q") == ["alt+shift+o", "z", "slash", "q"]


@pytest.mark.parametrize(
    "begun", ["\x1b]11;rgb:", "\x1bPab", "\x1b_G", "\x1b^x", "\x1bXab", "\x1b[?6"]
)
def test_a_sequence_without_an_end_swallows_nothing_that_is_typed_later(begun):
    assert read(begun, SEQUENCE_SECONDS * 1.1, "q\x11") == ["q", "ctrl+q"]
    assert read(begun, "\x1b[A" if "X" not in begun else "\x1b\\\x1b[A") == ["up"]


@pytest.mark.parametrize("begun", ["\x1b]11;rgb:", "\x1bPab", "\x1b_G", "\x1b^x", "\x1b[?6"])
def test_the_key_that_leaves_counts_within_a_broken_sequence(begun):
    assert read(begun + "\x11") == read(begun, "\x11") == ["ctrl+q"]


def test_a_sequence_that_the_grammar_does_not_know_is_dropped_as_far_as_it_goes():
    assert read("\x1b[1éa", "\x1b[4 3a", "\x1b[[x") == ["é", "a", "3", "a", "x"]


def test_a_string_that_says_an_escape_goes_on_to_its_end():
    assert read("\x1bX\x1b[A", "\\q", "\x1b", "[B\x1b", "\\a") == ["a"]


def test_a_long_sequence_is_not_kept():
    typist = Typist()
    for begun in ("\x1b]52;c;", "\x1bX", "\x1b["):
        assert typist.types(begun, *["1" * 4096] * 50) == []
        assert len(typist.keyboard._held) <= LONGEST_HELD
        typist.types(SEQUENCE_SECONDS + 1)


# Pastes


def test_a_paste_keeps_its_text_and_loses_its_escapes():
    paste = START + "a\x1b[31mb\x1b\x1b[0mc\0" + END
    assert read(f"x{paste}\x1b[Ay") == ["x", "'a[31mb[0mc'", "up", "y"]


def test_a_paste_has_an_end():
    (paste,) = read(START + "a" * 1_000_000 + END)
    assert paste == repr("a" * PASTE_CHARACTERS)
    two = read(START + "a" * 5000 + END + START + "b" * 10 + END)
    assert two == [repr("a" * PASTE_CHARACTERS), repr("b" * 10)]


@given(sizes=st.lists(st.integers(0, 9), max_size=16))
def test_it_does_not_matter_how_the_text_is_cut(sizes):
    text = "ab" + START + "c\x1b[31md\x1b[201e\x1b[20\x1b" + END + "\x1b[Bf" + START + "g" + END
    text += "\x1b]11;rgb:0/0\x1b\\h\x1b[1;2A\x1b[[Ai\x1bOB"
    expected = [
        "a",
        "b",
        r"'c[31md[201e[20'",
        "down",
        "f",
        "'g'",
        "h",
        "shift+up",
        "f1",
        "i",
        "down",
    ]
    assert read(*split(text, sizes)) == read(text) == expected


def test_a_paste_without_an_end_swallows_nothing_that_is_typed_later():
    typist = Typist()
    assert typist.types(START + "abc\x03", PASTE_SECONDS * 0.9, "def\x1b[2") == []
    assert typist.types(PASTE_SECONDS * 1.1) == [repr("abc\x03def")]
    assert typist.types("\x03x\x1b[A") == ["ctrl+c", "x", "up"]


# Keys


@pytest.mark.parametrize(
    ("report", "keys"),
    [
        ("\x1b[1114112u", []),  # beyond Unicode
        ("\x1b[55296u", []),  # half a character
        ("\x1b[97;;55296u", []),
        ("\x1b[999999999999~", []),
        ("\x1b[97;;1114112u", []),
        ("\x1b[113~", []),  # q is a character, and no key without one
        ("\x1b[63;5A", []),
    ],
)
def test_a_key_that_cannot_be_is_dropped(report, keys):
    assert read(f"x{report}y") == ["x", *keys, "y"]


ARROWS = dict(zip("ABCD", ("up", "down", "right", "left"), strict=True))
EDITING = {2: "insert", 3: "delete", 5: "pageup", 6: "pagedown"}
FUNCTIONS = {11: 1, 12: 2, 13: 3, 14: 4, 15: 5, 17: 6, 18: 7, 19: 8, 20: 9, 21: 10, 23: 11, 24: 12}
"""The numbers of VT220's function keys."""

PLAIN = {
    "\r": "enter", "\t": "tab", "\x7f": "backspace", "\x08": "backspace", " ": "space", "q": "q",
    "\x1b": "escape", "?": "question_mark", "A": "A", "é": "é", "\x03": "ctrl+c", "\x11": "ctrl+q",
    "\x1a": "ctrl+z", "\x10": "ctrl+p", "\0": "ctrl+@", "\x1bx": "alt+x",
    **{f"\x1b[{letter}": key for letter, key in ARROWS.items()},
    **{f"\x1b[{number}~": key for number, key in EDITING.items()},
    **{f"\x1b[{number}~": f"f{key}" for number, key in FUNCTIONS.items() if key > 4},
}  # fmt: skip
"""What (nearly) every terminal sends."""

MODIFIED = {
    f"\x1b[1;{number}{letter}": f"{held}+{key}"
    for number, held in ((2, "shift"), (3, "alt"), (5, "ctrl"), (6, "ctrl+shift"))
    for letter, key in {**ARROWS, "H": "home", "F": "end"}.items()
} | {"\x1b[3;2~": "shift+delete", "\x1b[5;5~": "ctrl+pageup", "\x1b[Z": "shift+tab"}
"""xterm's modifiers, which most others have as well."""

APPLICATION = {f"\x1bO{letter}": key for letter, key in ARROWS.items()}
VT_FUNCTIONS = {"\x1bOP": "f1", "\x1bOQ": "f2", "\x1bOR": "f3", "\x1bOS": "f4"}
RXVT = {
    **{f"\x1b[{letter.lower()}": f"shift+{key}" for letter, key in ARROWS.items()},
    **{f"\x1bO{letter.lower()}": f"ctrl+{key}" for letter, key in ARROWS.items()},
    **{
        f"\x1b[{number}{sign}": f"{held}+{key}"
        for number, key in {**EDITING, 7: "home", 8: "end"}.items()
        for sign, held in (("$", "shift"), ("^", "ctrl"), ("@", "ctrl+shift"))
    },
}

TERMINALS = {
    "xterm": {
        **PLAIN, **MODIFIED, **APPLICATION, **VT_FUNCTIONS, "\x1b[H": "home", "\x1bOH": "home",
        "\x1b[F": "end", "\x1bOF": "end", "\x1bOM": "enter", "\x1b[15;2~": "shift+f5",
        "\x1b[1;2P": "shift+f1", "\x1b[27;5;113~": "ctrl+q", "\x1b[27;2;65~": "A",
        "\x1bO5C": "ctrl+right", "\x1bO2A": "shift+up",
    },
    "rxvt": {
        **PLAIN, **RXVT, **APPLICATION, "\x1b[7~": "home", "\x1b[8~": "end", "\x1b[Z": "shift+tab",
        "\x1bOM": "enter", "\x1bOp": "0", "\x1bOk": "plus", "\x1b[23$": "f23",
        "\x1b[11^": "ctrl+f1",
        **{f"\x1b[{number}~": f"f{key}" for number, key in FUNCTIONS.items()},
    },
    "kitty": {
        **PLAIN, **MODIFIED, "\x1b[27u": "escape", "\x1b[13u": "enter", "\x1b[9u": "tab",
        "\x1b[127u": "backspace", "\x1b[32;;32u": "space", "\x1b[97;;97u": "a",
        "\x1b[97;2;65u": "A", "\x1b[97:65;2;65u": "A", "\x1b[113;5u": "ctrl+q",
        "\x1b[99;5u": "ctrl+c", "\x1b[9;2u": "shift+tab", "\x1b[47;2;63u": "question_mark",
        "\x1b[47:63;2;63u": "question_mark", "\x1b[P": "f1", "\x1b[13~": "f3", "\x1b[S": "f4",
        "\x1b[1;129A": "up", "\x1b[97;129;97u": "a", "\x1b[97;1:1;97u": "a", "\x1b[1;1:2A": "up",
        "\x1b[57399;129;48u": "0", "\x1b[57414u": "enter", "\x1b[57417u": "left",
    },
    "linux": {
        **PLAIN, "\x1b[1~": "home", "\x1b[4~": "end", "\x1b\t": "shift+tab",
        **{f"\x1b[[{letter}": f"f{key}" for key, letter in enumerate("ABCDE", 1)},
    },
    "tmux": {
        **PLAIN, **MODIFIED, **APPLICATION, **VT_FUNCTIONS, "\x1b[1~": "home", "\x1b[4~": "end",
    },
    "screen": {
        **PLAIN, **APPLICATION, **VT_FUNCTIONS, "\x1b[1~": "home", "\x1b[4~": "end",
        "\x1b[Z": "shift+tab",
    },
    "Windows Terminal": {
        **PLAIN, **MODIFIED, **VT_FUNCTIONS, "\x1b[H": "home", "\x1b[F": "end",
        "\x1b[24;5~": "ctrl+f12",
    },
}  # fmt: skip
"""The keys by terminal."""


@pytest.mark.core
@pytest.mark.parametrize(
    ("terminal", "typed", "key"),
    [(name, typed, key) for name, keys in TERMINALS.items() for typed, key in keys.items()],
)
def test_what_terminals_send_for_keys_means_their_keys(terminal, typed, key):
    assert read(typed) == [key], terminal
    assert read(*typed) == [key]  # a character at a time
    assert read(f"x{typed}\x1b[B{typed}") == ["x", key, "down", key]


# The mouse and the window


def test_the_mouse_reports_cells():
    (mouse,) = Typist().events("\x1b[48;24;80;480;640t" + MOUSE)
    assert isinstance(mouse, events.MouseDown)
    assert (mouse.x, mouse.y) == (10, 5)
    for none in ("\x1b[<0;99999999999999;1M", "\x1b[<35;-1;-1M", "\x1b[<0;1M", "\x1b[<;;M"):
        assert read(f"a{none}b") == ["a", "b"]


def test_the_focus_of_the_window_is_heard():
    assert read("\x1b[O", "\x1b[I") == ["<AppBlur>", "<AppFocus>"]
    assert read("\x1b[Ia\x1b[IT", "\x1b[Oq") == [
        "<AppFocus>",
        "a",
        "<AppFocus>",
        "T",
        "<AppBlur>",
        "q",
    ]


REPORTS = st.builds(
    "".join,
    st.lists(
        st.one_of(
            st.sampled_from(["\x1b", "\x1b[", "\x1b[<", "\x1b[48;", "\x1bO", "\x1b[?", ";", ":"]),
            st.sampled_from([*"utmMABR~IO$yc", START, END, "\x1b[M   ", "\x1b]", "\x1bP", "\x1bX"]),
            st.sampled_from(["\x9b", "\x9d", "\x9c", "\x07", "\x1b\\", "\x1b[ITERM2 "]),
            st.integers(0, 10**12).map(str),
            st.characters(),
        ),
        max_size=30,
    ),
)


@given(text=REPORTS)
def test_no_text_is_too_much_for_the_parser(text):
    typist = Typist()
    assert all(isinstance(event, Message) for event in typist.events(text, SOON, text))
    typist.types("\x1b[201~", SEQUENCE_SECONDS + PASTE_SECONDS + 1)
    assert typist.types("\x1b[Aq") == ["up", "q"]

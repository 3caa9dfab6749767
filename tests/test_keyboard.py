"""The keyboard: bytes in, characters out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mazegame.keyboard import PASTE_CHARACTERS, PASTE_SECONDS, Keyboard

START, END = b"\x1b[200~", b"\x1b[201~"


def typed(*pieces: bytes) -> str:
    keyboard = Keyboard()
    return "".join(keyboard.decode(piece, i == len(pieces) - 1) for i, piece in enumerate(pieces))


def split(data: bytes, sizes: list[int]) -> list[bytes]:
    pieces = []
    for size in sizes:
        pieces.append(data[:size])
        data = data[size:]
    return [*pieces, data]


def test_invalid_utf_8_becomes_a_replacement():
    assert typed(b"caf\xe9!") == "caf\ufffd!"
    assert typed("é→😀".encode()) == "é→😀"
    assert typed(b"\xc3", b"\xa9") == "é"


def test_a_paste_keeps_its_text_and_loses_its_escapes():
    paste = START + b"a\x1b[31mb\x1b\x1b[0mc" + END
    assert typed(b"x" + paste + b"\x1b[A") == "x\x1b[200~a[31mb[0mc\x1b[201~\x1b[A"


def test_keys_keep_their_escapes():
    assert typed(b"\x1b", b"[A", b"\x1b") == "\x1b[A\x1b"


def test_a_paste_has_an_end():
    assert len(typed(START + b"a" * 1_000_000 + END)) == PASTE_CHARACTERS + 12
    two = typed(START + b"a" * 5000 + END + START + b"b" * 10 + END)
    assert two.endswith("\x1b[200~" + "b" * 10 + "\x1b[201~")


@given(sizes=st.lists(st.integers(0, 9), max_size=12))
def test_it_does_not_matter_how_the_bytes_are_cut(sizes):
    data = b"ab" + START + b"c\x1b[31md\x1b[201e" + END + b"\x1b[Bf" + START
    assert typed(*split(data, sizes)) == typed(data)


def test_a_paste_without_an_end_swallows_nothing_that_is_typed_later():
    now = 100.0
    keyboard = Keyboard(lambda: now)
    assert keyboard.decode(START + b"abc\x03") == "\x1b[200~abc\x03"
    now += PASTE_SECONDS * 0.9
    assert keyboard.decode(b"def\x1b[2") == "def"
    now += PASTE_SECONDS * 1.1
    assert keyboard.decode(b"\x03x") == "\x1b[201~\x03x"
    assert keyboard.decode(b"\x1b[A") == "\x1b[A"


def test_a_paste_that_goes_on_for_ever_ends():
    keyboard = Keyboard(lambda: 0.0)
    text = keyboard.decode(START + b"a" * (1 << 20))
    for _ in range(4):
        text += keyboard.decode(b"b" * (1 << 20))
    assert text == "\x1b[200~" + "a" * PASTE_CHARACTERS + "\x1b[201~"
    assert keyboard.decode(b"\x11") == "\x11"

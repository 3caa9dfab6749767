"""The protocol: what is written can be read, and nothing else can."""

from __future__ import annotations

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazegame.party import protocol
from mazegame.party.opening import ProtocolError
from mazegame.party.protocol import parse, spell
from tests.party.parties import KINDS

ints = st.integers(-(2**53), 2**53)
texts = st.text(max_size=40)
floats = st.floats(-(2**53), 2**53, allow_nan=False)
counts = st.integers(0, 2**32 - 1)
moves = st.text("NESW", max_size=40)
times = st.lists(counts, max_size=5).map(tuple)
VALUES = {
    "Whole": ints,
    "Count": counts,
    "Moves": moves,
    "str": texts,
    "bool": st.booleans(),
    "Seconds": floats,
    "tuple[Whole, ...]": st.lists(ints, max_size=5).map(tuple),
    "tuple[Count, ...]": times,
    "tuple[tuple[Whole, Count, Moves, tuple[Count, ...]], ...]": st.lists(
        st.tuples(ints, counts, moves, times), max_size=3
    ).map(tuple),
    "tuple[tuple[Whole, Count, Count, Whole, Whole], ...]": st.lists(
        st.tuples(ints, counts, counts, ints, ints), max_size=3
    ).map(tuple),
    "tuple[tuple[Whole, Whole, Whole, Whole, Whole, Whole], ...]": st.lists(
        st.tuples(*[ints] * 6), max_size=3
    ).map(tuple),
}
SHOWN = {protocol.Welcome, protocol.Player, protocol.Told}
"""The messages whose texts stand on a screen."""

messages = st.sampled_from(list(KINDS.values())).flatmap(
    lambda kind: st.builds(
        kind,
        **{
            name: texts.filter(str.isprintable) if hint == "str" and kind in SHOWN else VALUES[hint]
            for name, hint in kind.__annotations__.items()
        },
    )
)


@given(messages)
def test_what_is_written_can_be_read(message):
    assert parse(spell(message)) == message


@given(
    st.text()
    | st.from_type(type(None)).map(json.dumps)
    | st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.sampled_from(["is", "round", "x"]), inner)
        ),
    ).map(json.dumps)
)
def test_any_other_text_is_refused(text):
    with contextlib.suppress(ProtocolError):
        assert isinstance(parse(text), protocol.Message)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 4000,
        '{"is":"ping","sent":NaN}',
        '{"is":"ping","sent":1e999}',
        '{"is":"ping","sent":true}',
        '{"is":"ping","sent":"1"}',
        '{"is":"ping"}',
        '{"is":"ping","sent":1,"more":1}',
        '{"is":"message"}',
        '{"is":"told","text":"\\u001b[2J"}',
        '{"is":"player","number":1,"name":"a\\u202eb","host":false,"here":true,"points":0}',
        '{"is":["ping"]}',
        '{"is":"steps","round":1,"first":0,"moves":"N","times":[1.5]}',
        '{"is":"steps","round":1,"first":99999999999999999999,"moves":"","times":[]}',
        '{"is":"steps","round":1,"first":0,"moves":"X","times":[1]}',
        '{"is":"steps","round":1,"first":0,"moves":"N\\n","times":[1]}',
        '{"is":"steps","round":1,"first":-1,"moves":"N","times":[1]}',
        '{"is":"steps","round":1,"first":0,"moves":"N","times":[-1]}',
        '{"is":"steps","round":1,"first":0,"moves":"N","times":[4294967296]}',
        '{"is":"field","round":1,"walks":[[1,0,"n",[1]]],"places":[]}',
        '{"is":"arrived","round":1,"player":1,"ms":-1}',
        '{"is":"ping","sent":1,"x":"' + "é" * 2100 + '"}',
        '{"x":' + "[" * 4000,
        "1" * 5000,
        "",
    ],
)
def test_a_text_that_is_no_message_is_refused(text):
    with pytest.raises(ProtocolError):
        parse(text)


def test_what_is_wrong_fits_into_a_message_whatever_was_said():
    with pytest.raises(ProtocolError, match="unknown field") as refused:
        parse(json.dumps({"is": "ping", "sent": 1, "\x1b\u202e" * 200: 1}))
    told = protocol.Told(str(refused.value), over=True)
    assert parse(spell(told)) == told

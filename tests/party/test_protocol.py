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
triples = st.lists(ints, max_size=5).map(tuple)
VALUES = {
    "Whole": ints,
    "str": texts,
    "bool": st.booleans(),
    "Seconds": floats,
    "tuple[Whole, ...]": triples,
    "tuple[tuple[Whole, Whole, str, tuple[Whole, ...]], ...]": st.lists(
        st.tuples(ints, ints, texts, triples), max_size=3
    ).map(tuple),
    **{
        f"tuple[tuple[{', '.join(['Whole'] * long)}], ...]": st.lists(
            st.tuples(*[ints] * long), max_size=3
        ).map(tuple)
        for long in (5, 6)
    },
}
messages = st.sampled_from(list(KINDS.values())).flatmap(
    lambda kind: st.builds(
        kind,
        **{
            name: texts.filter(str.isprintable)
            if hint == "str" and kind in protocol.SHOWN
            else VALUES[hint]
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
        '{"is":"ping","sent":1,"x":"' + "é" * 2100 + '"}',
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

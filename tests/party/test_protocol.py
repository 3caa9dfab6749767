"""The protocol: what is written can be read, and nothing else can."""

import json

import pytest

from mazegame.game.run import LATEST
from mazegame.party import protocol
from mazegame.party.opening import ProtocolError
from mazegame.party.protocol import parse, spell


@pytest.mark.parametrize(
    "message",
    [
        protocol.Ping(-(2.0**53), 2.0**53),
        protocol.Steps(-(2**53), LATEST, "NESW", (0, LATEST)),
        protocol.Field(2**53, ((1, 0, "", ()),), ((1, LATEST, 0, -1, 2**53),)),
        protocol.Hello(1, "\x1b", "", "\u202e", "\n"),  # which no screen shows
    ],
)
def test_every_value_that_fits_can_be_written_and_read(message):
    assert parse(spell(message)) == message


@pytest.mark.parametrize(
    "text",
    [
        "[" * 4000,
        '{"is":"ping","sent":NaN}',
        '{"is":"ping","sent":1e999}',
        '{"is":"ping","sent":1e16}',
        '{"is":"ping","sent":true}',
        '{"is":"ping","sent":"1"}',
        '{"is":"ping"}',
        '{"is":"ping","sent":1,"more":1}',
        '{"is":"message"}',
        '{"is":"told","text":"\\u001b[2J"}',
        '{"is":"player","number":1,"name":"a\\u202eb","host":false,"here":true,"points":0}',
        '{"is":["ping"]}',
        '{"is":"arrived","round":9007199254740993,"player":1,"ms":1}',
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
    told = protocol.Notice(str(refused.value), over=True)
    assert parse(spell(told)) == told

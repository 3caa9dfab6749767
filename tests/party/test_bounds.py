"""The limits of a party: each is tried at its last good value, and one above."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from mazegame.engine import Level, Recipe
from mazegame.game.run import Run, step
from mazegame.party import protocol, room
from mazegame.party import server as servers
from mazegame.party.client import Client
from mazegame.party.guest import PartyState
from mazegame.party.opening import HERE, ProtocolError
from mazegame.party.protocol import LONGEST_MESSAGE, parse
from mazegame.party.room import MESSAGES_A_SECOND, MOST_LINKS, MOST_PLAYERS
from tests.game.mazes import ahead
from tests.party.parties import HOST, WORD, Party, hello, serving, until


def ping(size):
    """Return a question for the time in some bytes."""
    text = '{"is":"ping","sent":1'
    return text + " " * (size - len(text) - 1) + "}"


# Players


def test_64_players_fit_and_their_news_keep_to_a_message():
    party = Party()
    host = party.join("Host", key=HOST)
    links = [party.join(f"{at:016}") for at in range(1, MOST_PLAYERS)]
    assert all(party.members[link].number for link in links)
    one_more = party.join("more")
    assert party.told(one_more) == ["the room is full"]
    assert one_more in party.ended
    level = party.race()
    for link in (host, *links):
        party.walk(link, level, pace=0.03, most=2)
        party.walk(link, level, pace=0.05, first=2)
    assert len(party.members[links[-1]].board.rows) == MOST_PLAYERS


def test_a_full_room_takes_back_who_was_lost_and_who_comes_for_one_that_left():
    party = Party()
    links = [party.join(f"p{at}") for at in range(MOST_PLAYERS)]
    party.drop(links[7])
    assert party.told(party.join("more")) == ["the room is full"]
    assert party.members[party.join("eyes", watch=True)].number
    assert party.members[party.join("p7", key=party.members[links[7]].key)].number
    party.say(links[8], protocol.Leave())
    assert party.members[party.join("more")].number


def test_32_who_watch_fit_whoever_is_silent_and_one_more_does_not():
    party = Party()
    for _ in range(2 * MOST_LINKS):
        party.connect()
    links = [party.join("eyes", watch=True) for _ in range(MOST_LINKS - MOST_PLAYERS)]
    assert all(party.members[link].number for link in links)
    one_more = party.join("eyes", watch=True)
    assert party.told(one_more) == ["the room is full"]
    assert one_more in party.ended
    assert party.members[party.join("Bo")].number


# Messages


def test_a_message_of_4096_bytes_is_read_and_one_of_4097_is_not():
    assert parse(ping(LONGEST_MESSAGE)) == protocol.Ping(1.0)
    with pytest.raises(ProtocolError, match="4096 bytes"):
        parse(ping(LONGEST_MESSAGE + 1))
    wide = '{"is":"told","text":"' + "é" * 2036 + '"}'  # of two bytes each
    assert len(wide.encode()) == LONGEST_MESSAGE - 1
    parse(wide)
    with pytest.raises(ProtocolError):
        parse(wide.replace("é", "éé", 1))


@pytest.mark.parametrize(("size", "fits"), [(LONGEST_MESSAGE, True), (LONGEST_MESSAGE + 1, False)])
async def test_the_server_takes_4096_bytes_and_ends_a_connection_that_sends_more(size, fits):
    async with serving() as (_, session), session.ws_connect("/party") as socket:
        await socket.send_str(protocol.spell(hello()))
        while not isinstance(parse((await socket.receive()).data), protocol.Player):
            pass
        await socket.send_str(ping(size))
        answer = await socket.receive()
        taken = answer.type is aiohttp.WSMsgType.TEXT
        assert taken == fits
        assert not taken or isinstance(parse(answer.data), protocol.Ping)


async def test_a_connection_that_does_not_read_is_ended(monkeypatch):
    monkeypatch.setattr(servers, "MOST_WAITING", 50)
    async with serving() as (server, session), session.ws_connect("/party") as socket:
        await socket.send_str(protocol.spell(hello()))
        await until(lambda: server.room.guests)
        ((link, (waiting, _)),) = server._waiting.items()
        most = 0
        for _ in range(20_000):  # more than fits on the way
            server._deliver([(link, protocol.Notice("x" * 4000))])
            most = max(most, waiting.qsize())
            await asyncio.sleep(0)
        await until(lambda: not server._waiting)
        assert most == servers.MOST_WAITING


async def test_one_that_does_not_read_is_ended_when_it_breaks_a_rule(monkeypatch):
    monkeypatch.setattr(servers, "END_SECONDS", 0.05)
    async with serving() as (server, session), session.ws_connect("/party"):
        await until(lambda: server._waiting)
        ((link, (waiting, _)),) = server._waiting.items()
        while waiting.qsize() < 50:  # the way is full
            server._deliver([(link, protocol.Notice("x" * 4000))])
            await asyncio.sleep(0)
        server._deliver([(link, protocol.Notice("", over=True))])
        await until(lambda: not server._waiting)


def test_60_messages_at_once_are_taken_and_one_more_ends_the_connection():
    party = Party()
    bo = party.join("Bo")
    party.wait(2)
    for _ in range(MESSAGES_A_SECOND):
        party.say(bo, protocol.Ping(1.0))
    assert len(party.of(bo, protocol.Ping)) == MESSAGES_A_SECOND
    assert bo not in party.ended
    party.say(bo, protocol.Ping(1.0))
    assert party.told(bo) == ["more than 60 messages a second"]
    assert bo in party.ended


@pytest.mark.parametrize(("a_second", "stays"), [(60, True), (61, False)])
def test_60_messages_a_second_can_go_on_for_ever_and_61_cannot(a_second, stays):
    party = Party()
    bo = party.join("Bo")
    for _ in range(80 * a_second):
        party.wait(1 / a_second)
        party.say(bo, protocol.Ping(1.0))
    assert (bo not in party.ended) == stays


def test_200_steps_fit_into_a_message_and_more_do_not_as_they_are_too_long():
    times = tuple(range(10**9, 10**9 + 200))
    full = protocol.Steps(10**9, 10**9, "N" * 200, times)
    assert len(protocol.spell(full).encode()) < LONGEST_MESSAGE


async def test_an_error_of_the_game_is_not_told_as_that_of_the_network():
    async with serving() as (server, _):
        client = Client(PartyState(), "Bo")
        client.heard = lambda _: int("a fault")
        with pytest.raises(ValueError, match="a fault"):
            await client.run(f"{HERE}:{server.port}", WORD)
        assert not client.over


async def test_steps_wait_until_it_is_known_which_ones_the_server_has():
    """A step after a loss, before the first answer, would leave a gap: its sender were out."""
    level = Level.of(Recipe.parse("wilson:5x4:a"))
    client = Client(PartyState(), "Bo")
    client._socket = object()
    client.guest.begin(Run(level, lambda: 1.0))
    step(client.guest.run, ahead(level)[0])
    client.send_steps()
    assert client._waiting.empty()
    client._take(protocol.Ping(0.0, 100.0))
    sent = [parse(client._waiting.get_nowait()) for _ in range(client._waiting.qsize())]
    assert [len(one.moves) for one in sent if isinstance(one, protocol.Steps)] == [1]


# Words


def test_four_wrong_words_leave_the_fifth_try_and_a_fifth_one_ends_the_connection():
    party = Party()
    link = party.connect()
    for _ in range(room.MOST_WRONG - 1):
        party.say(link, hello(word="wrong"))
        party.wait(1.1)
    party.say(link, hello())
    assert party.members[link].number

"""The listener: whom it ends, for whom it makes room, and what it leaves to the game."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import sys
from collections import Counter
from random import Random

import aiohttp
import pytest

from mazegame.party import browsers, listener, protocol, room
from mazegame.party import server as servers
from mazegame.party.client import Client
from mazegame.party.guest import PartyState
from mazegame.party.opening import HERE
from mazegame.party.room import MOST_PLAYERS
from tests.party import attacks
from tests.party.parties import WORD, hello, serving, until
from tests.party.test_browsers import as_program, join
from tests.waiting import LONGEST


@contextlib.asynccontextmanager
async def silent(port, count=1, source=HERE):
    """Open connections that say nothing; yield their readers."""
    opened = [
        await asyncio.open_connection(HERE, port, local_addr=(source, 0)) for _ in range(count)
    ]
    try:
        yield [reader for reader, _ in opened]
    finally:
        for _, writer in opened:
            writer.close()


async def has_ended(reader):
    with contextlib.suppress(ConnectionError):
        return await reader.read() is not None
    return True


def ends_of(readers):
    """Return the places of those that the room has ended."""
    return [at for at, reader in enumerate(readers) if reader.at_eof() or reader.exception()]


async def enter(session):
    """Join by a WebSocket; return it once it is in."""
    opened = await session.ws_connect("/party")
    await opened.send_str(protocol.spell(hello()))
    while not isinstance(protocol.parse((await opened.receive()).data), protocol.Player):
        pass
    return opened


async def is_answered(opened):
    """Ask for the time, and wait for the answer."""
    await opened.send_str(protocol.spell(protocol.Ping(1.0)))
    async with asyncio.timeout(LONGEST):
        while True:
            message = await opened.receive()
            assert message.type is aiohttp.WSMsgType.TEXT, message
            if isinstance(protocol.parse(message.data), protocol.Ping):
                return True


@pytest.mark.parametrize("kind", ["silent", "half", "drip", "mute"])
async def test_who_says_no_hello_is_ended_after_some_seconds(kind, monkeypatch):
    monkeypatch.setattr(servers, "SILENT_SECONDS", 0.4)
    monkeypatch.setattr(room, "SILENT_SECONDS", 0.4)
    monkeypatch.setattr(attacks, "DRIP_SECONDS", 0.05)
    counts = Counter()
    async with serving() as (server, session):
        member = await enter(session)
        tasks = [
            asyncio.create_task(attacks.hold(kind, server.port, Random(at), counts))
            for at in range(5)
        ]
        await until(lambda: counts["opened"] >= 15)  # each is renewed when it is ended
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert await is_answered(member)


async def test_a_connection_that_was_answered_once_has_some_seconds_for_the_next(monkeypatch):
    monkeypatch.setattr(servers, "ANSWER_SECONDS", 0.5)
    async with serving() as (server, _):
        reader, writer = await asyncio.open_connection(HERE, server.port)
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b"200 OK" in await reader.readline()
        assert b"mazegame join" in await reader.read()  # to its end
        writer.close()


async def test_the_oldest_stranger_makes_room_and_who_is_in_stays(monkeypatch):
    monkeypatch.setattr(listener, "MOST_STRANGERS", 6)
    async with serving() as (server, session):
        member = await enter(session)
        async with silent(server.port, 10) as readers:
            await until(lambda: ends_of(readers) == [0, 1, 2, 3])
            assert await is_answered(member)
            assert server._site.listener._count_strangers() == 6
        await until(lambda: not server._site.listener._strangers)
        assert len(server._site.listener._open) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="it takes a second address of this machine")
async def test_room_is_made_by_the_address_that_has_most(monkeypatch):
    monkeypatch.setattr(listener, "MOST_STRANGERS", 6)
    async with (
        serving() as (server, _),
        silent(server.port, 2, "127.0.0.2") as others,
        silent(server.port, 12) as many,
        silent(server.port, 1, "127.0.0.3") as late,
    ):
        await until(lambda: len(ends_of(many)) == 9)
        assert ends_of(others) == ends_of(late) == []


@pytest.mark.parametrize(("kind", "count"), [("mute", 60), ("silent", 90)])
async def test_players_get_in_while_more_strangers_than_fit_are_renewed(kind, count, monkeypatch):
    monkeypatch.setattr(listener, "MOST_STRANGERS", 40)
    counts = Counter()
    async with serving() as (server, session):
        member = await enter(session)
        attack = [
            asyncio.create_task(attacks.hold(kind, server.port, Random(at), counts))
            for at in range(count)
        ]
        await until(lambda: counts["opened"] > 2 * count)
        clients = [Client(PartyState(), f"P{at}") for at in range(MOST_PLAYERS // 2)]
        playing = [asyncio.create_task(one.run(f"{HERE}:{server.port}", WORD)) for one in clients]
        await until(lambda: all(one.guest.number or one.over for one in clients))
        inside = sum(bool(one.guest.number) for one in clients)
        assert inside > 0.8 * len(clients), [one.over for one in clients]
        assert await is_answered(member)
        for task in attack:
            task.cancel()
        for one in clients:
            await one.leave()
        await asyncio.gather(*attack, *playing, return_exceptions=True)


async def test_where_all_are_known_one_more_is_refused_and_they_go_on(monkeypatch):
    monkeypatch.setattr(listener, "MOST_OPEN", 2)
    async with serving() as (server, session):
        members = [await enter(session), await enter(session)]
        async with silent(server.port) as (reader,):
            assert await has_ended(reader)
        for one in members:
            assert await is_answered(one)


async def test_without_descriptors_strangers_are_ended_and_the_next_ones_come_in(monkeypatch):
    monkeypatch.setattr(listener, "MOST_STRANGERS", 8)
    monkeypatch.setattr(listener, "FULL_SECONDS", 0.01)
    async with serving() as (server, session):
        member = await enter(session)
        async with silent(server.port, 8) as readers:
            await until(lambda: server._site.listener._count_strangers() == 8)
            loop, fails = asyncio.get_running_loop(), [2]
            accept = loop.sock_accept

            async def fail(listening):
                if fails[0]:
                    fails[0] -= 1
                    raise OSError(errno.EMFILE, "Too many open files")
                return await accept(listening)

            monkeypatch.setattr(loop, "sock_accept", fail)
            async with silent(server.port, 1):  # this one is still accepted the old way
                await until(lambda: not fails[0])
                await until(lambda: len(ends_of(readers)) >= 4)
            assert await is_answered(member)
            assert await is_answered(await enter(session))


async def test_the_port_is_free_once_the_server_has_stopped():
    async with serving() as (server, session):
        assert await is_answered(await enter(session))
        port = server.port
    with socket.create_server((HERE, port)):
        pass


async def test_a_connection_that_goes_before_it_is_served_leaves_nothing(monkeypatch):
    async with serving() as (server, session):
        for _ in range(20):
            async with silent(server.port):
                pass
        await until(lambda: not server._site.listener._open)
        assert await is_answered(await enter(session))
        assert len(server._site.listener._open) == 1


async def test_a_page_that_another_one_replaced_is_ended(monkeypatch, tmp_path):
    monkeypatch.setattr(browsers, "END_SECONDS", 0.3)
    monkeypatch.setattr(browsers.tempfile, "tempdir", str(tmp_path))
    as_program(monkeypatch, "cat")
    async with serving(pages=True) as (server, session):
        way = f"/visit/{await (await join(session)).text()}"
        first = await session.ws_connect(way, autoclose=False)
        (visitor,) = server.browsers.visitors.values()
        await until(lambda: visitor.page is not None)
        second = await session.ws_connect(way)
        await until(lambda: len(server._site.listener._open) == 1)  # nobody has answered
        assert visitor.page is not None
        assert not second.closed
        await first.close()


# Descriptors


class Limits:
    """The limits of a process, as ``resource`` gives them."""

    RLIM_INFINITY = -1
    RLIMIT_NOFILE = 7

    def __init__(self, soft, hard, *, fixed=False):
        self.limits, self._fixed = (soft, hard), fixed

    def getrlimit(self, _):
        return self.limits

    def setrlimit(self, _, limits):
        if self._fixed:
            raise ValueError
        self.limits = limits


@pytest.mark.parametrize(
    ("soft", "hard", "fixed", "after", "most"),
    [
        (1024, 1 << 20, False, 4096, 3696),
        (1024, 1024, False, 1024, 624),
        (1024, 1 << 20, True, 1024, 624),
        (256, -1, False, 4096, 3696),
        (256, 256, False, 256, 128),
        (1 << 20, 1 << 20, False, 1 << 20, (1 << 20) - 400),
        (-1, -1, False, -1, 3696),
    ],
)
def test_the_limit_is_raised_and_descriptors_are_kept_for_the_game(
    soft, hard, fixed, after, most, monkeypatch
):
    limits = Limits(soft, hard, fixed=fixed)
    monkeypatch.setitem(sys.modules, "resource", limits)
    assert listener.most_connections() == most
    assert limits.limits == (after, hard)


def test_where_there_is_no_limit_all_connections_fit(monkeypatch):
    monkeypatch.setitem(sys.modules, "resource", None)
    assert listener.most_connections() == listener.MOST_OPEN


def test_an_unraised_limit_has_room_for_all_connections():
    """1,024 is what most systems allow a process without a request."""
    assert listener.MOST_OPEN + listener.RESERVED_FILES <= 1024
    assert listener.MOST_STRANGERS + room.MOST_LINKS + browsers.MOST_VISITORS <= listener.MOST_OPEN

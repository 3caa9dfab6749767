"""By which names a room answers: its own, addresses, and that of a proxy, but no other site's."""

from __future__ import annotations

import socket

import aiohttp
import pytest

from mazegame.party import hosts
from mazegame.party.client import Client
from mazegame.party.guest import PartyState
from mazegame.party.hosts import HostNames, name_in
from mazegame.party.opening import HERE
from tests.party.parties import WORD, serving, until

NAME = "Study-PC"
"""What this machine is called in these tests."""

OWN = (
    "localhost", "localhost:4747", "LOCALHOST:80", "127.0.0.1:4747", "192.168.1.5:4747", "10.0.0.1",
    "[::1]:4747", "[fe80::1]", "study-pc", "Study-PC:4747", "study-pc.local:4747", "study-pc.lan",
    "study-pc.fritz.box:4747", "study-pc.home.arpa", "study-pc.local.:4747",
)  # fmt: skip

FOREIGN = (
    "evil.example", "evil.example:4747", "study-pc.evil.example", "localhost.evil.example",
    "evil-localhost", "127.0.0.1.evil.example:4747", "2130706433", "0x7f000001", "other.local", "",
    ":4747", "[evil.example]", "study-pc@evil.example", "evil.example:80@localhost", "x",
)  # fmt: skip


@pytest.fixture(autouse=True)
def named(monkeypatch):
    monkeypatch.setattr(socket, "gethostname", lambda: NAME)
    monkeypatch.setattr(hosts.socket, "gethostbyaddr", lambda _: (NAME, [], [HERE]))


@pytest.mark.parametrize("host", OWN)
def test_names_of_this_machine_and_addresses_fit(host):
    assert HostNames().fits(host)


@pytest.mark.parametrize("host", FOREIGN)
def test_names_that_somebody_else_may_own_do_not(host):
    assert not HostNames().fits(host)
    assert not HostNames("https://maze.example").fits(host)


@pytest.mark.parametrize(
    "public",
    ["https://maze.example", "https://maze.example:8443", "http://Maze.example", "maze.example"],
)
def test_the_name_of_a_proxy_fits_with_any_port(public):
    names = HostNames(public)
    for host in ("maze.example", "MAZE.example:443", "maze.example:4747", "localhost", *OWN):
        assert names.fits(host)
    assert not names.fits("evil.maze.example")


async def test_names_that_the_system_knows_besides_fit_once_they_are_looked_up(monkeypatch):
    known = "pc.school.example", ["study.school.example"], [HERE]
    monkeypatch.setattr(hosts.socket, "gethostbyaddr", lambda _: known)
    names = HostNames()
    assert not names.fits("pc.school.example:4747")
    names.look_up()
    await until(lambda: names.fits("pc.school.example:4747"))
    assert names.fits("study.school.example")


def test_a_machine_that_has_no_name_in_the_network_looks_up_none(monkeypatch):
    def fail(_):
        raise socket.herror

    monkeypatch.setattr(hosts.socket, "gethostbyaddr", fail)
    names = HostNames()
    names._add_known()
    assert names.fits("localhost")


@pytest.mark.parametrize("host", ["", "a", "a:1", "http://a", "https://a:1/b", "[::1]:1"])
def test_a_name_has_no_port_and_no_scheme(host):
    assert name_in(host) == {"[": "::1", "": ""}.get(host[:1], "a")


WAYS = (
    "/",
    "/party",
    "/pages/page.js",
    "/static/js/textual.js",
    "/visit/x",
    "/visit/x/y",
    "/nowhere",
)


@pytest.mark.parametrize("pages", [False, True])
async def test_every_way_into_a_room_is_closed_to_another_sites_name(pages):
    async with serving(pages=pages) as (opened, session):
        for host in ("evil.example", f"evil.example:{opened.port}"):
            for origin in ({}, {"Origin": f"http://{host}"}):
                headers = {"Host": host, **origin}
                for way in WAYS:
                    answer = await session.get(way, headers=headers)
                    assert answer.status == 403, way
                    assert "does not know that name" in await answer.text()
                form = {"name": "Bo", "room": WORD}
                assert (await session.post("/", data=form, headers=headers)).status == 403
                for way in ("/party", "/visit/x"):
                    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                        await session.ws_connect(way, headers=headers)
                    assert refused.value.status == 403
        assert not opened.room._links
        assert opened.browsers is None or not opened.browsers.visitors
        for host in ("localhost:1", f"192.168.1.5:{opened.port}", NAME, f"{NAME}.local:4747"):
            own = {"Host": host, "Origin": f"http://{host}"}
            assert (await session.get("/", headers=own)).status == 200
            await (await session.ws_connect("/party", headers=own)).close()


async def test_a_proxy_that_keeps_its_name_leads_in():
    """As the page on parties has it: the name goes through, and the origin is that of TLS."""
    async with serving(pages=True, public="https://maze.example") as (_, session):
        own = {"Host": "maze.example", "Origin": "https://maze.example"}
        assert (await session.get("/", headers=own)).status == 200
        form = {"name": "Bo", "room": "wrong"}
        assert (
            "that is not the room word"
            in await (await session.post("/", data=form, headers=own)).text()
        )
        await (await session.ws_connect("/party", headers=own)).close()
        other = {"Host": "evil.example", "Origin": "https://evil.example"}
        assert (await session.get("/", headers=other)).status == 403


async def test_a_player_reads_why_a_name_is_refused(monkeypatch):
    monkeypatch.setattr(HostNames, "fits", lambda *_: False)
    async with serving() as (opened, _):
        member = Client(PartyState(), "Bo")
        await member.run(f"{HERE}:{opened.port}", WORD)
        assert "--public" in member.over

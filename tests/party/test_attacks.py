"""Strangers by the hundred at the room of a real game: who is in races on, and others get in.

``MAZEGAME_PARTY_SEED=5`` repeats a seed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import subprocess
import threading
from random import SystemRandom

import pytest

from mazegame.party import protocol
from mazegame.party.client import Client
from mazegame.party.guest import PartyState
from tests.party.parties import address_in, until
from tests.programs import run_code, start_python
from tests.terminals import Terminal

LOADED = """
import asyncio, sys
from mazegame.app import MazeApp
from mazegame.engine import Direction, Recipe
from mazegame.party.opening import Opening
from mazegame.screens import factory

KEYS = dict(zip(Direction, ("up", "right", "down", "left")))

async def screen(app, name):
    while type(app.screen).__name__ != name or not app.screen.ready:
        await asyncio.sleep(0.02)
    return app.screen

async def main():
    plan = Opening(Recipe.parse("wilson:12x6:a"), port=0, rounds=1)
    app = MazeApp(lambda: factory.party(plan, name="Ada"))
    async with app.run_test(size=(80, 24)) as pilot:
        lobby = await screen(app, "LobbyScreen")
        while not lobby.guest.number or not app._services_open:
            await asyncio.sleep(0.02)
        before = set(sys.modules)
        await pilot.press("enter")
        race = await screen(app, "PartyRaceScreen")
        while not (race.session and race.session.running):
            await asyncio.sleep(0.02)
        level, run = race.session.level, race.run
        path = level.path_from(level.start)
        for here, there in zip(path, path[1:]):
            await pilot.press(KEYS[Direction.between(here, there)])
        while lobby.guest.board is None:
            await asyncio.sleep(0.02)
        await screen(app, "LobbyScreen")
        for key, name in (("space", "ReplayScreen"), ("question_mark", "HelpScreen")):
            await pilot.press(key)
            await screen(app, name)
            await pilot.press("escape")
            await screen(app, "LobbyScreen")
        print(sorted(one for one in set(sys.modules) - before if one.startswith("mazegame.")))

asyncio.run(main())
"""


def test_a_party_loads_nothing_once_its_room_is_open():
    assert run_code(LOADED).strip() == "[]"


@contextlib.contextmanager
def attacking(kind, address, count, seed):
    """Attack a room; yield a list that has the counts at the end."""
    port, counts = address.rpartition(":")[2], []
    process = start_python(
        "-m", "tests.party.attacks", kind, port, count, seed, stdin=subprocess.PIPE
    )
    try:
        yield counts
        out, _ = process.communicate(timeout=60)
        counts.append(json.loads(out))
    finally:
        process.kill()
        process.communicate()


async def all_in(clients):
    """Wait until all are in, or know why they are not."""
    await until(lambda: all(one.guest.number or one.over for one in clients))
    return sum(bool(one.guest.number) for one in clients)


@pytest.mark.long
@pytest.mark.parametrize("races", [True, False])
@pytest.mark.parametrize(
    ("kind", "count"),
    [("silent", 1200), ("half", 300), ("drip", 300), ("mute", 200), ("mute", 1200)],
)
async def test_a_room_under_attack_lets_most_players_in_and_loses_none(
    kind, count, races, tmp_path, capsys
):
    seed = int(os.environ.get("MAZEGAME_PARTY_SEED") or SystemRandom().randrange(10**6))
    host = Terminal("party", "--port", "0", "--name", "Host", MAZEGAME_HOME=str(tmp_path))
    try:
        address, word = address_in(host)
        ended = threading.Event()

        def read():
            while not ended.is_set() and host.read():
                pass

        reading = threading.Thread(target=read)
        reading.start()
        inside = [Client(PartyState(), f"In{at}") for at in range(3)]
        told = []
        for one in inside:
            one.heard = lambda m: told.append(m) if isinstance(m, protocol.Notice) else None
        tasks = [asyncio.create_task(one.run(address, word)) for one in inside]
        assert await all_in(inside) == 3
        if races:
            await until(lambda: "4 players here" in host.text)
            host.send(b"\r")
            await until(lambda: all(one.guest.prepare.round for one in inside))
            for one in inside:
                one.ready(one.guest.prepare)
            await until(lambda: re.search(r"\d:\d\d", host.text.split("\n")[0]))
        with attacking(kind, address, count, seed) as counts:
            await asyncio.sleep(3)
            late = [Client(PartyState(), f"P{at}") for at in range(60)]
            tasks += [asyncio.create_task(one.run(address, word)) for one in late]
            got_in = await all_in(late)
        with capsys.disabled():
            print(f"seed {seed}, {count} {kind}, {'race' if races else 'lobby'}:", end=" ")
            print(f"{got_in} of {len(late)} got in; {counts[0]}")
        assert got_in > 0.7 * len(late)
        assert told == []
        assert all(one._socket is not None for one in inside)
        for one in (*inside, *late):
            await one.leave()
        await asyncio.gather(*tasks)
        ended.set()
        reading.join()
        host.leave()
    finally:
        host.close()

"""A host that floods its guests, and news that come when their screen has gone."""

import asyncio
import contextlib
from functools import partial
from itertools import count
from random import Random
from types import SimpleNamespace

import pytest
from aiohttp import web

from mazegame.engine import Recipe
from mazegame.party import protocol
from mazegame.party.client import MESSAGES_A_SECOND, MOST_AT_ONCE, Client
from mazegame.party.guest import PartyState
from mazegame.party.opening import HERE
from mazegame.party.protocol import parse, spell
from mazegame.screens import factory
from mazegame.screens.base import GameScreen
from mazegame.screens.party.lobby import LobbyScreen
from mazegame.screens.party.rounds import PartyRaceScreen
from tests.party.parties import until as quiet
from tests.ui.conftest import on_level, screen_text, to_screen, until
from tests.ui.party.test_party import hosting, joining


def players(at):
    return protocol.Player(at, f"P{at}", host=False, here=True)


def renamed(at):
    return protocol.Player(at % 60 + 2, f"P{at}", host=False, here=at % 3 > 0)


def told(at):
    return protocol.Notice(f"sentence {at}")


def boards(at):
    rows = tuple(protocol.BoardRow(one, one, at, at, 1, at) for one in range(1, 60))
    return protocol.Board(1, 9, rows, wait=float(at % 2))


def rounds_(at):
    return protocol.Prepare(at, f"wilson:12x6:{at}", fog=False, players=tuple(range(1, 500)))


def walks(at):
    return protocol.Field(1, tuple((one, at, "NESW" * 3, (1,) * 12) for one in range(9)), ())


FLOODS = {one.__name__: one for one in (players, renamed, told, boards, rounds_, walks)}


@contextlib.asynccontextmanager
async def flooding(make, before=()):
    """Run a host that greets a guest and then floods it for ever; yield address and counts."""
    sent = [0]

    async def flood(request):
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.receive()
        welcome = protocol.Welcome("k", 1, host=False, rounds=3, about="wilson 12x6")
        with contextlib.suppress(ConnectionError):
            for message in (welcome, protocol.Player(1, "Bo", host=False, here=True), *before):
                await socket.send_str(spell(message))
            for at in count(2):
                await socket.send_str(spell(make(at)))
                sent[0] = at
        return socket

    app = web.Application()
    app.router.add_get("/party", flood)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, HERE, 0)
    await site.start()
    try:
        yield f"{HERE}:{runner.addresses[0][1]}", sent
    finally:
        await runner.cleanup()


@pytest.mark.variants
@pytest.mark.parametrize("kind", FLOODS)
async def test_a_flood_leaves_the_game_free_for_keys_and_ends_at_once(kind):
    async with flooding(FLOODS[kind]) as (address, sent), joining(address, "word") as (app, pilot):
        await until(lambda: isinstance(app.screen_stack[1], LobbyScreen), pilot)
        lobby = app.screen_stack[1]
        heard = []
        lobby.client.heard = lambda message, hear=lobby.client.heard: (
            heard.append(message),
            hear(message),
        )
        most = 0

        def has_heard():
            nonlocal most
            waiting = [one.message_queue_size for one in (app, *app.screen_stack)]
            most = max(most, *waiting)
            return len(heard) > 3 * MOST_AT_ONCE

        await quiet(has_heard)
        assert most < 50
        assert len(app._notifications) <= 10
        before = len(heard)
        app.exit()
    assert len(heard) < before + MESSAGES_A_SECOND * 10, "the flood went on"
    assert sent[0] > before


@pytest.mark.parametrize("most", [MOST_AT_ONCE])
async def test_a_guest_reads_some_messages_at_once_and_the_others_at_their_pace(most):
    async with flooding(players) as (address, _):
        member, times = Client(PartyState(), "Bo"), []
        loop = asyncio.get_running_loop()
        member.heard = lambda _: times.append(loop.time())
        task = asyncio.create_task(member.run(address, "word"))
        await quiet(lambda: len(times) > most + 2 * MESSAGES_A_SECOND)
        await member.leave()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        over = times[most + 2 * MESSAGES_A_SECOND] - times[0]
        assert over >= 2 - 0.1  # the network holds them back as long as that


# News when the screen has gone


async def test_news_that_come_when_the_lobby_has_gone_do_nothing():
    async with hosting() as (_, _, way), joining(*way) as (other, with_other):
        await until(lambda: "2 players here" in screen_text(other), with_other)
        lobby, folder = other.screen, other.services.store.places.parties
        hear = lobby.client.heard
        lobby.dismiss()
        await until(lambda: lobby not in other.screen_stack, with_other)
        shown = len(other._notifications)
        for message in (
            protocol.Welcome("k", 1, host=False, rounds=3, about=""),
            protocol.Notice("too late"),
            boards(1),
            rounds_(1),
            players(3),
        ):
            hear(message)
        await lobby._look()
        lobby._follow()
        lobby._list()
        await until(lambda: not other.message_queue_size, with_other)
        assert len(other._notifications) == shown
        assert not list(folder.iterdir())
        assert not isinstance(other.screen, LobbyScreen | PartyRaceScreen)


@pytest.mark.parametrize(("watch", "over"), [(False, False), (True, False), (False, True)])
async def test_a_maze_that_is_made_when_its_round_has_gone_begins_nothing(watch, over, monkeypatch):
    async with hosting() as (app, pilot, _):
        await pilot.press("enter")
        race = await to_screen(pilot, PartyRaceScreen)
        await until(lambda: race.session is not None, pilot)
        client, level, run = race.client, race.session.level, race.client.guest.run
        screen = (factory.party_watch if watch else factory.party_race)(client)
        app.open(screen)
        await until(lambda: screen.ready and screen.pane.scene is not None, pilot)
        if over:
            client.guest.board = boards(1)
        else:
            screen.dismiss()
            await until(lambda: screen not in app.screen_stack, pilot)
        did = []
        monkeypatch.setattr(app.services.autosave, "start", lambda *it, **_: did.append(it))
        monkeypatch.setattr(client, "ready", did.append)
        go_on = partial(screen._go_on, run=run, left=None) if not watch else None
        for late in [screen._made] if watch else [screen._begin, go_on]:
            late(level)
        screen.follow()
        assert did == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
async def test_leaving_at_any_moment_of_a_flood_of_news_raises_nothing(seed):
    """Esc, keys and the end of the game, while rounds begin and end."""
    random = Random(seed)
    kinds = list(FLOODS.values())

    def mixed(at):
        return random.choice(kinds)(at)

    async with flooding(mixed) as (address, _), joining(address, "word") as (app, pilot):
        await until(lambda: len(app.screen_stack) > 1, pilot)
        for _ in range(random.randrange(3, 12)):
            await pilot.press(
                random.choice(("escape", "y", "enter", "space", "up", "question_mark"))
            )
        if random.random() < 0.5:
            app.exit()
        else:
            while isinstance(app.screen, GameScreen) and len(app.screen_stack) > 1:
                app.pop_screen()
            await pilot.pause()


async def test_a_game_whose_timers_are_late_walks_on(monkeypatch):
    """Textual's timers skip a call that is late, as under load; the game may not wait for it."""
    async with on_level(Recipe.parse("binary-tree:30x1:a")) as (_, screen, pilot):
        monkeypatch.setattr(screen, "set_timer", lambda *_, **__: SimpleNamespace(stop=int))
        await pilot.press("shift+right")
        await until(lambda: screen.run.steps > 5, pilot)


def test_the_floods_are_messages_of_the_protocol():
    for make in FLOODS.values():
        assert parse(spell(make(7))) == make(7)

"""A party: through a real server on this machine, in apps."""

import asyncio
import contextlib
import re
import sys
from functools import partial

import aiohttp
import numpy as np
import pytest
from msgspec.structs import replace

from mazegame.app import MazeApp
from mazegame.engine import Level, Recipe
from mazegame.game.words import spell_time
from mazegame.party import client, opening, protocol, room
from mazegame.party.client import Client
from mazegame.party.guest import PartyState
from mazegame.party.opening import HERE, Opening
from mazegame.screens import factory
from mazegame.screens.career.scores import ScoresScreen
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.dialogs.questions import ConfirmScreen
from mazegame.screens.ended.replay import ReplayScreen
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.party import lobby, rounds
from mazegame.screens.party.friends import HostScreen, JoinScreen
from mazegame.screens.party.lobby import LobbyScreen
from mazegame.screens.party.rounds import PartyRaceScreen, PartyWatchScreen
from mazegame.widgets.maze.maze_pane import MazePane
from tests.game.mazes import ahead, rival_cells
from tests.party.parties import until as quiet
from tests.ui.conftest import (
    KEYS,
    hides,
    is_on,
    notices,
    notified,
    on_home,
    press_at_once,
    screen_text,
    shows,
    to_screen,
    until,
)
from tests.waiting import LONGEST

GAME_ID = "wilson:12x6:a"


@pytest.fixture(autouse=True)
def short_waits(monkeypatch):
    """A race that starts as soon as the countdown is over, and no next one by itself."""
    monkeypatch.setattr(room, "LEAD_SECONDS", 3.1)
    monkeypatch.setattr(room, "NEXT_SECONDS", 9 * LONGEST)


@contextlib.asynccontextmanager
async def hosting(game_id=GAME_ID, *, size=(80, 24), **more):
    """Run an app that has opened a room; yield it, its pilot, and the room's address and word."""
    plan = Opening(Recipe.parse(game_id), port=0, **more)
    app = MazeApp(lambda: factory.party(plan, name="Ada"))
    async with app.run_test(size=size) as pilot:
        await until(lambda: "Ada" in screen_text(app), pilot)
        server = app.screen._server
        assert server._runner.addresses == [("127.0.0.1", server.port)], "others reach it"
        yield app, pilot, (f"{HERE}:{server.port}", server.room.word)


@contextlib.asynccontextmanager
async def joining(address, word, name="Bo", **more):
    """Run an app that joins a room."""
    app = MazeApp(lambda: factory.party(address=address, word=word, name=name, **more))
    async with app.run_test(size=(80, 24)) as pilot:
        yield app, pilot


@contextlib.asynccontextmanager
async def two_apps():
    """Run an app with a room, and one that has joined it."""
    async with hosting() as (app, pilot, way), joining(*way) as (other, with_other):
        await shows(pilot, "2 players here")
        yield app, pilot, other, with_other


async def begin(*players):
    """Start a round by the first app's player, and wait until all may walk."""
    await players[0][1].press("enter")
    for _, pilot in players:
        race = await to_screen(pilot, PartyRaceScreen)
        await until(
            lambda race=race: (
                race.takes_keys and race.session.running and not race.session.counting
            ),
            pilot,
        )


async def walk(app, pilot, first=0, last=None):
    """Walk a part of the shortest path."""
    level = app.screen.session.level
    await press_at_once(pilot, *(KEYS[side] for side in ahead(level)[first:last]))


@contextlib.asynccontextmanager
async def scripted(address, word, names):
    """Connect players without a screen; yield their clients."""
    clients = [Client(PartyState(), name) for name in names]
    tasks = [asyncio.create_task(one.run(address, word)) for one in clients]
    yield clients
    for one in clients:
        await one.leave()
    await asyncio.gather(*tasks)


async def test_a_guest_sees_the_way_in_and_a_maze_like_those_of_the_party_as_the_host_does():
    async with two_apps() as (app, pilot, other, with_other):
        played = app.screen.plan.recipe
        for one, of in ((app, pilot), (other, with_other)):
            lobby, way = one.screen, app.screen._way_in
            await shows(of, way.command)
            assert "for this machine only" in screen_text(one)
            assert "▀▀▀▀▀▀▀" in screen_text(one), "the code"
            pane = lobby.query_one(MazePane)
            await until(lambda pane=pane: pane.scene is not None and pane.region.height > 5, of)
            assert lobby._sample.algorithm == played.algorithm
            assert lobby._sample.seed != played.seed
        assert re.search(r"@ Ada +host", screen_text(app))
        assert re.search(r"D Ada +host", screen_text(other)), "A is where all begin"
        await begin((app, pilot), (other, with_other))
        (ada,) = other.screen.guest.rivals.values()
        (bo,) = app.screen.guest.rivals.values()
        assert (ada.sign[0], bo.sign[0]) == ("D", "O"), "the letters of the lobby"


async def test_a_round_to_the_board_its_replay_and_the_book():
    async with hosting() as (app, pilot, (address, word)):
        assert f"mazegame join {address} --room {word}" in screen_text(app)
        assert "for this machine only" in screen_text(app)
        async with joining(address, word) as (other, with_other):
            await shows(pilot, "2 players here")
            await until(lambda: re.search("Ada +host", screen_text(other)), with_other)
            await begin((app, pilot), (other, with_other))
            race = app.screen
            await walk(other, with_other, 0, 4)
            bo = next(iter(race.guest.rivals.values()))
            await until(lambda: rival_cells(race.session) == [other.screen.run.position], pilot)
            await until(lambda: race.session.rivals_seen == [other.screen.run.position], pilot)
            await shows(pilot, "2nd of 2")
            await walk(other, with_other, 4)
            await to_screen(with_other, PartyWatchScreen)
            await shows(with_other, "you: 1st of 2, ")
            await until(lambda: bo.arrival < 60, pilot)
            await shows(pilot, "Bo at B")
            await walk(app, pilot, 0, 3)
            await shows(with_other, "Ada 3")
            path = race.session.level.path_from(race.session.level.start)
            scene = other.screen.pane.scene
            ((_, tracks),) = scene.lines
            await until(lambda: all(tracks[cell] for cell in path[:4]), with_other)
            assert np.count_nonzero(tracks) == 4
            assert [walker.cell for walker in other.screen._walkers] == [path[3]]
            await walk(app, pilot, 3)
            for one, of in ((app, pilot), (other, with_other)):
                await to_screen(of, LobbyScreen)
                await shows(of, "points   total")
                shown = screen_text(one).replace("▸", " ")
                lines = [line for line in shown.splitlines() if "+0" in line]
                assert [line.split()[:2] for line in lines] == [["1", "Bo"], ["2", "Ada"]]
                assert [line.split()[-2:] for line in lines] == [["10", "10"], ["8", "8"]]
            await until(lambda: bo.is_whole and bo.steps == race.session.level.dist_min, pilot)
            replay = await to_screen(pilot, ReplayScreen, "space")
            assert [rival.name for rival in replay.playback.rivals] == ["Bo"]
            await to_screen(pilot, LobbyScreen, "escape")
            (run, *_) = app.services.store.query(
                lambda book: book.overview(history=5).history
            ).result()
            assert run.level == GAME_ID
            assert [(one.rival, one.won) for one in run.rivals] == [("Bo", False)]
            await to_screen(pilot, ConfirmScreen, "escape")
            await to_screen(pilot, HomeScreen, "y")
            await to_screen(pilot, ScoresScreen, "0")
            await to_screen(pilot, ReplayScreen, "enter")
            await shows(pilot, f"party: Bo {spell_time(run.rivals[0].ms)}")


async def test_the_screen_for_the_wall_shows_all_walks_and_the_board():
    async with hosting() as (app, pilot, way), joining(*way, "wall", watch=True) as (_, with_wall):
        await shows(with_wall, "1 player here")
        await begin((app, pilot))
        wall = await to_screen(with_wall, PartyWatchScreen)
        await walk(app, pilot, 0, 4)
        await shows(with_wall, "Ada 4")
        here = app.screen.run.position
        await until(lambda: [walker.cell for walker in wall._walkers] == [here], with_wall)
        await walk(app, pilot, 4)
        await to_screen(with_wall, LobbyScreen)
        await shows(with_wall, "1  Ada")


@pytest.mark.long
async def test_the_screen_for_the_wall_gives_nothing_away_in_fog():
    """Two mazes that differ look the same, whoever walks where."""
    seen = []
    for game_id in (GAME_ID, "wilson:12x6:b"):
        async with (
            hosting(game_id, fog=True) as (app, pilot, way),
            joining(*way, "wall", watch=True) as (wall, with_wall),
        ):
            await shows(with_wall, "1 player here")
            await begin((app, pilot))
            await to_screen(with_wall, PartyWatchScreen)
            await walk(app, pilot, 0, 3)
            await until(lambda: re.search("Ada .*█░.* 3 ", screen_text(wall)), with_wall)
            seen.append(screen_text(wall).splitlines()[1:])
            assert all(rival.cell(9) == protocol.HIDDEN for rival in wall.screen._rivals)
            await walk(app, pilot, 3)
            await shows(with_wall, "1  Ada")
    assert seen[0] == seen[1]


@pytest.mark.long
async def test_the_next_round_closes_a_replay():
    async with two_apps() as (app, pilot, other, with_other):
        await begin((app, pilot), (other, with_other))
        await walk(other, with_other)
        await walk(app, pilot)
        await to_screen(pilot, LobbyScreen)
        await to_screen(with_other, LobbyScreen)
        await shows(with_other, "points   total")
        await to_screen(with_other, ReplayScreen, "space")
        await pilot.press("enter")
        await to_screen(with_other, PartyRaceScreen)


async def test_the_host_ends_a_round_and_the_others_see_the_board():
    async with two_apps() as (app, pilot, other, with_other):
        await begin((app, pilot), (other, with_other))
        await to_screen(pilot, ConfirmScreen, "ctrl+n")
        await pilot.press("y")
        await to_screen(with_other, LobbyScreen)
        await shows(with_other, "not at B")
        await shows(pilot, "not at B")


async def test_the_clock_of_a_party_does_not_stop():
    async with hosting() as (app, pilot, _):
        await begin((app, pilot))
        race = app.screen
        await to_screen(pilot, HelpScreen, "question_mark")
        assert race.session.running
        await to_screen(pilot, PartyRaceScreen, "escape")
        for key in ("p", "r", "n", "b", "i", "e", "t"):
            await pilot.press(key)
        assert app.screen is race
        race.on_screen_suspend()
        assert race.session.running, "before the next frame, which would start it again"
        race.focus_changed(focused=False)
        assert race.session.running
        assert not race.run.hints
        assert not race.run.assisted


async def test_a_key_before_the_start_is_refused_and_one_after_a_late_look_walks(monkeypatch):
    monkeypatch.setattr(room, "LEAD_SECONDS", LONGEST)
    monkeypatch.setattr(rounds, "FRAME_SECONDS", 9 * LONGEST)  # none comes on time
    async with hosting() as (_, pilot, _):
        race = await to_screen(pilot, PartyRaceScreen, "enter")
        await until(lambda: race.takes_keys and race.guest.start is not None, pilot)
        await shows(pilot, "get ready")
        key = KEYS[ahead(race.session.level)[0]]
        await shows(pilot, "Wait for the start", key)
        race.guest.start -= LONGEST  # now
        await until(lambda: race.clock() > race.client.here(race.guest.start), pilot)
        await until(lambda: race.run.steps == 1, pilot, key)


@pytest.mark.long
async def test_twelve_players_race_and_lost_ones_come_back():
    names = [f"P{at}" for at in range(11)]
    async with hosting(size=(170, 50)) as (app, pilot, way), scripted(*way, names) as clients:
        await shows(pilot, "12 players here")
        await pilot.press("enter")
        await quiet(lambda: all(one.guest.prepare.round for one in clients))
        level = Level.of(Recipe.parse(GAME_ID))
        for one in clients:
            one.ready(one.guest.prepare)
        await quiet(lambda: all(one.guest.start for one in clients))
        await until(lambda: is_on(app, PartyRaceScreen), pilot)
        await until(lambda: app.screen.session and app.screen.session.running, pilot)
        race = app.screen
        await clients[0]._socket.close()
        await quiet(lambda: clients[0]._socket is not None and not clients[0]._socket.closed)
        letters = "".join(protocol.LETTERS[side.value] for side in ahead(level))
        for one in clients:
            times = tuple(range(0, 25 * len(letters), 25))
            one.send(protocol.Steps(1, 0, letters, times))
        await until(lambda: all(one.arrival < 60 for one in race.guest.rivals.values()), pilot)
        await shows(pilot, "at B after")
        await walk(app, pilot)
        await to_screen(pilot, LobbyScreen)
        await shows(pilot, "12  Ada")
        assert len(clients[3].guest.board.rows) == 12
        assert not clients[0].over


async def test_of_five_one_whose_maze_is_late_sees_it_at_once_without_credit_for_reading(
    monkeypatch,
):
    monkeypatch.setattr(room, "PREPARE_SECONDS", 0.3)
    begin_race, held = PartyRaceScreen._begin, []

    def hold(screen, level):
        take = partial(begin_race, screen, level)
        held.append(take) if screen.app is late else take()

    async with (
        hosting(reveal=True) as (app, pilot, way),
        joining(*way, name="Eve") as (late, with_late),
        scripted(*way, ("P1", "P2", "P3")) as clients,
    ):
        await shows(pilot, "5 players here")
        monkeypatch.setattr(PartyRaceScreen, "_begin", hold)
        await pilot.press("enter")
        await quiet(lambda: all(one.guest.prepare.round for one in clients))
        for one in clients:
            one.ready(one.guest.prepare)
        race = await to_screen(pilot, PartyRaceScreen)
        await until(lambda: held, with_late)
        await until(lambda: race.session and race.run.stopwatch.seconds > 2, pilot)
        assert not race.session.covered
        screen = late.screen
        late.call_later(held.pop())
        await until(lambda: screen.session and screen.session.running, with_late)
        assert not screen.session.covered, "without a key or a countdown of its own"
        await walk(late, with_late)
        await until(lambda: screen.run.finished, with_late)
        assert screen.run.times[0] > 1000, "it reads on the clock of all"
        level = screen.run.level
        letters = "".join(protocol.LETTERS[side.value] for side in ahead(level))
        for one in clients:
            one.send(protocol.Steps(1, 0, letters, tuple(range(0, 25 * len(letters), 25))))
        await walk(app, pilot)
        await to_screen(with_late, LobbyScreen)
        await shows(with_late, "points   total")
        await quiet(lambda: clients[0].guest.board is not None)
        assert sum(row[1] > 0 for row in clients[0].guest.board.rows) == 5


@pytest.mark.parametrize(
    ("address", "shown", "is_local"),
    [
        ("192.168.1.5", "mazegame join 192.168.1.5 --room ab3d-9xyz", False),
        ("https://maze.example/?room=ab3d-9xyz", "join https://maze.example/ --room", False),
        (f"{HERE}:4747", f"mazegame join {HERE}:4747 --room ab3d-9xyz", True),
        ("localhost", "mazegame join localhost --room ab3d-9xyz", True),
    ],
)
async def test_a_guest_shows_the_way_by_which_it_came_and_whether_others_can_take_it(
    address, shown, is_local, monkeypatch
):
    async def wait(self, *_):
        while not self.over:
            await asyncio.sleep(0.01)

    monkeypatch.setattr(Client, "run", wait)
    async with joining(address, "ab3d-9xyz") as (other, with_other):
        await until(lambda: is_on(other, LobbyScreen) and other.screen._talk, with_other)
        other.screen.client.heard(protocol.Leave())  # news
        await shows(with_other, "0 players here")
        assert shown in screen_text(other)
        assert ("for this machine only" in screen_text(other)) == is_local


async def test_the_host_shows_the_way_through_its_proxy():
    async with hosting(public="https://maze.example", browsers=True) as (app, pilot, (_, word)):
        await shows(pilot, f"mazegame join https://maze.example --room {word}")
        assert "for whoever reaches that proxy" in screen_text(app)


async def test_what_keeps_one_out_of_a_party_is_said_on_the_form():
    async with hosting() as (_, _, (address, _)):
        taken = Opening(Recipe.parse(GAME_ID), port=int(address.rpartition(":")[2]))
        for way, said in (
            ({"address": address, "word": "wrong"}, "that is not the room word"),
            ({"address": f"{HERE}:1", "word": "word"}, "cannot be reached"),
            ({"opening": taken}, "no room can be opened"),
        ):
            app = MazeApp(partial(factory.party, **way, name="Bo"))
            async with app.run_test(size=(80, 24)) as pilot:
                await until(lambda said=said: notified(app, said), pilot)  # noqa: B023
                await to_screen(pilot, HomeScreen)


@pytest.mark.parametrize("watch", [False, True])
async def test_who_cannot_make_the_maze_leaves_with_a_sentence_and_the_others_race(watch):
    async with hosting() as (app, pilot, way):
        member = Client(PartyState(), "Bo", watch=watch)
        told = []
        member.heard = told.append
        member.guest.take = lambda message: PartyState.take(
            member.guest,
            replace(message, maze="of-a-plugin:5x4:a")
            if isinstance(message, protocol.Prepare)
            else message,
        )
        task = asyncio.create_task(member.run(*way))
        await quiet(lambda: len(app.screen._server.room.guests) == 2)
        await begin((app, pilot))
        await asyncio.wait_for(task, LONGEST)
        assert "the maze of the round cannot be made here: " in told[-1].text
        assert told[-1].over
        await walk(app, pilot)
        await to_screen(pilot, LobbyScreen)
        await shows(pilot, "1  Ada")


@pytest.mark.long
async def test_the_party_ends_with_its_host_and_the_run_is_kept():
    async with two_apps() as (app, pilot, other, with_other):
        await begin((app, pilot), (other, with_other))
        await walk(other, with_other, 0, 3)
        await until(lambda: other.screen.run.steps == 3, with_other)
        await to_screen(pilot, ConfirmScreen, "escape")
        await to_screen(pilot, HomeScreen, "y")
        await to_screen(with_other, HomeScreen)
        await until(lambda: notified(other, "the host is gone"), with_other)
        await until(lambda: other.services.autosave.left_behind, with_other)
        assert other.services.autosave.left_behind[0].heading.level == GAME_ID


async def test_a_run_goes_on_without_the_network(monkeypatch):
    monkeypatch.setattr(client, "LOST_SECONDS", -1.0)
    async with two_apps() as (app, pilot, other, with_other):
        lobby = app.screen
        await begin((app, pilot), (other, with_other))
        run = other.screen.run
        await lobby._server.stop()
        await until(lambda: "the connection is lost" in notices(other), with_other)
        assert is_on(other, PartyRaceScreen)
        await walk(other, with_other)
        await to_screen(with_other, HomeScreen)
        assert run.finished
        (kept, *_) = other.services.store.query(
            lambda book: book.overview(history=5).history
        ).result()
        assert kept.level == GAME_ID


async def test_the_key_is_forgotten_before_anything_that_can_be_cancelled(monkeypatch):
    keys, leave = [], Client.leave
    async with hosting() as (_, _, way):
        async with joining(*way) as (other, with_other):
            folder = other.services.store.places.parties
            await shows(with_other, "2 players here")
            keys.append(list(folder.iterdir()))

            async def look(self):
                keys.append(list(folder.iterdir()))
                await leave(self)

            monkeypatch.setattr(Client, "leave", look)
        assert [len(one) for one in keys[:2]] == [1, 0]


async def test_pages_of_other_sites_may_not_connect():
    async with hosting() as (_, _, (address, _)), aiohttp.ClientSession() as session:
        for origin, fits in ((f"http://{address}", True), ("http://evil.example", False)):
            with (
                contextlib.nullcontext() if fits else pytest.raises(aiohttp.WSServerHandshakeError)
            ):
                opened = await session.ws_connect(
                    f"http://{address}/party", headers={"Origin": origin}
                )
                await opened.close()


@pytest.mark.parametrize(
    ("keys", "who"),
    [((), "for this machine only"), (("down", "right"), "for whoever reaches this")],
)
async def test_the_form_leads_to_a_room_of_its_own_and_back(keys, who, monkeypatch):
    monkeypatch.setattr("mazegame.party.opening.PORT", 0)
    monkeypatch.setattr(Opening, "port", 0)
    async with on_home() as (app, pilot):
        form = app.screen
        await form.run_action("mode('party')")
        host = await to_screen(pilot, HostScreen)
        await to_screen(pilot, LobbyScreen, *keys, "enter")
        await shows(pilot, "1 player here")
        assert who in screen_text(app)
        await to_screen(pilot, ConfirmScreen, "escape")
        await to_screen(pilot, host, "y")
        await to_screen(pilot, form, "escape")


async def test_the_door_says_what_is_missing(monkeypatch):
    async with on_home() as (app, pilot):
        app.open(factory.friends("join"))
        await to_screen(pilot, JoinScreen)
        await shows(pilot, "type the address that the host's screen shows", "enter")
        await shows(pilot, "type the room word", *"host", "enter")
        await hides(pilot, "mazegame[party]")
        monkeypatch.setattr(opening, "find_spec", lambda _: None)
        await shows(pilot, "mazegame[party]", "enter")


@pytest.mark.parametrize("back", [True, False])
async def test_who_leaves_while_the_connection_opens_waits_for_no_answer(monkeypatch, back):
    """The connection is there only when the player has left."""
    connect, members, connecting = aiohttp.ClientSession.ws_connect, [], asyncio.Event()

    def client_of(*words, **options):
        members.append(Client(*words, **options))
        return members[-1]

    async def late(session, *words, **options):
        connecting.set()
        await quiet(lambda: members[0].over)
        return await connect(session, *words, **options)

    monkeypatch.setattr(lobby, "Client", client_of)
    monkeypatch.setattr(aiohttp.ClientSession, "ws_connect", late)
    async with on_home() as (app, pilot):
        app.open(factory.party(Opening(Recipe.parse(GAME_ID), port=0)))
        await asyncio.wait_for(connecting.wait(), LONGEST)
        if back:
            await to_screen(pilot, HomeScreen, "escape")
    assert members[0].over == "you have left"


async def test_the_door_opens_without_the_libraries_and_names_them_before_it_reads_a_name(
    monkeypatch,
):
    monkeypatch.setitem(sys.modules, "precis_i18n", None)
    monkeypatch.setattr(opening, "find_spec", lambda _: None)
    async with on_home() as (app, pilot):
        await app.screen.run_action("mode('party')")
        await to_screen(pilot, HostScreen)
        await shows(pilot, "mazegame[party]", "tab", "tab", *"Ada", "enter")

"""A party of 31: lobby, race, wall and board keep to two sizes of the screen."""

import contextlib
import re
import time
from concurrent.futures import Future
from functools import partial

import pytest

from mazegame.app import MazeApp
from mazegame.drawing import Overview
from mazegame.drawing.outline import Outline
from mazegame.engine import Level, Recipe
from mazegame.party import protocol
from mazegame.party.opening import Opening
from mazegame.screens import factory
from mazegame.screens.command_palette import PaletteScreen, ScreenCommands, commands_of
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.party import rounds
from mazegame.screens.party.lobby import LobbyScreen
from mazegame.screens.party.rounds import PartyRaceScreen, PartyWatchScreen
from mazegame.store.store import Store
from mazegame.widgets.maze.maze_pane import MazePane
from tests.game.mazes import ahead
from tests.ui.conftest import hides, screen_text, shows, tell, to_screen, until
from tests.waiting import LONGEST

MAZE = "wilson:24x11:a"
NUMBERS = range(1, 32)
OWN = 17
PLAYERS = [protocol.Player(at, f"P{at}", host=at == OWN, here=True) for at in NUMBERS]


pytestmark = pytest.mark.usefixtures("no_network")


@contextlib.asynccontextmanager
async def lobby_of_31(size, number=OWN, *, fog=False):
    """Run an app with a lobby of 31; yield it, its pilot, and how to tell it something."""
    app = MazeApp(lambda: factory.party(Opening(Recipe.parse(MAZE), port=4747), name="P17"))
    async with app.run_test(size=size) as pilot:
        await until(lambda: isinstance(app.screen, LobbyScreen) and app.screen._way_in, pilot)
        client = app.screen.client
        welcome = protocol.Welcome("k", number, number == OWN, 3, "wilson 24x11")
        tell(client, welcome, *PLAYERS)
        await shows(pilot, "31 players here")
        yield app, pilot, partial(tell, client)


def begin(fog):
    return (protocol.Prepare(1, MAZE, fog, tuple(NUMBERS)), protocol.Start(1, time.monotonic() + 1))


def board(wait):
    rows = [(at, at, 1000 * at, 70, max(11 - at, 1), at) for at in NUMBERS]
    if not wait:  # the order of all points
        rows = [(at, 32 - at, *rest) for at, _, *rest in reversed(rows)]
    return protocol.Board(1, 60, tuple(map(protocol.BoardRow._make, rows)), wait)


def names_in(text):
    return [at for at in NUMBERS if f"P{at} " in text.replace("\n", " ")]


@pytest.mark.variants
@pytest.mark.parametrize("size", [(45, 14), (80, 24), (120, 35), (200, 60)])
async def test_the_lobby_shows_the_whole_way_in_and_each_of_31_players_by_arrows(size):
    async with lobby_of_31(size) as (app, pilot, tell):
        tell(protocol.Player(1, "A name of sixtee", host=False, here=True))
        await shows(pilot, "A name of sixtee")
        assert app.screen._way_in.command in " ".join(screen_text(app).split())
        assert ("▀▀▀▀▀▀▀" in screen_text(app)) == (45 < size[0] < 200), "a small code stays"
        seen = {1, *names_in(screen_text(app))}
        assert ("scroll" in screen_text(app)) == (len(seen) < 31)
        while len(seen) < 31:
            before = len(seen)
            await pilot.press("down")
            seen |= set(names_in(screen_text(app)))
            assert len(seen) > before, "an arrow brings others into sight"
        await pilot.resize_terminal(80, 40)
        await until(lambda: names_in(screen_text(app)) == [*NUMBERS[1:]], pilot)
        await hides(pilot, "scroll")


async def test_a_maze_fills_what_the_names_leave_of_the_lobby():
    async with lobby_of_31((80, 24)) as (app, pilot, tell):
        pane = app.screen.query_one(MazePane)
        await until(lambda: not pane.display, pilot)
        assert names_in(screen_text(app)) == [*NUMBERS], "the names need all the room"
        for at in NUMBERS[:-4]:
            tell(protocol.Player(at, f"P{at}", host=False, here=False))
        await shows(pilot, "4 players here")
        await until(lambda: pane.display and pane.scene is not None, pilot)
        await until(lambda: pane.region.height > 5, pilot)
        tell(board(30.0))
        await until(lambda: not pane.display, pilot)


async def test_the_wall_says_what_it_counts_where_it_has_the_room():
    walks = tuple((at, 0, "", ()) for at in NUMBERS[:3])
    async with lobby_of_31((80, 24), number=99) as (app, pilot, tell):
        few = protocol.Prepare(1, MAZE, fog=False, players=(1, 2, 3))
        tell(few, protocol.Start(1, time.monotonic() + 1), protocol.Field(1, walks, ()))
        await to_screen(pilot, PartyWatchScreen)
        await shows(pilot, "P1 0 steps")
    async with lobby_of_31((80, 24), number=99) as (app, pilot, tell):
        tell(*begin(fog=False))
        await to_screen(pilot, PartyWatchScreen)
        await shows(pilot, "P1 0 ")
        assert "steps:   P P1 0   C P2 0   " in screen_text(app), "once for many"


async def test_a_wide_lobby_has_as_many_columns_of_names_as_fit():
    async with lobby_of_31((200, 60)) as (app, pilot, tell):
        for at in NUMBERS:
            tell(protocol.Player(at, f"P{at} of a name", host=at == OWN, here=True))

        def columns():
            return [line.count(" of a name") for line in screen_text(app).splitlines()]

        await until(lambda: sum(columns()) == 31, pilot)
        assert max(columns()) == 5  # of 24 in 130
        for at in NUMBERS[2:]:
            tell(protocol.Player(at, "", host=False, here=False))
        await shows(pilot, "2 players here")
        assert max(columns()) == 1


async def test_a_round_that_begins_closes_the_palette_over_the_lobby():
    async with lobby_of_31((80, 24)) as (_, pilot, tell):
        await to_screen(pilot, PaletteScreen, "ctrl+p")
        tell(*begin(fog=False))
        await to_screen(pilot, PartyRaceScreen)


async def test_the_way_in_is_copied_and_the_palette_finds_it_before_the_way_out(monkeypatch):
    async with lobby_of_31((80, 24)) as (app, pilot, _):
        copied = []
        monkeypatch.setattr(app, "copy_to_clipboard", copied.append)
        await pilot.press("c")
        command = "mazegame join 127.0.0.1:4747 --room ab3d-9xyz"
        await until(lambda: copied == [command], pilot)
        found = [hit async for hit in ScreenCommands(app.screen).search("party")]
        found.sort(key=lambda hit: -hit.score)
        titles = ["Copy the command that joins the party", "Leave the party"]
        assert [hit.text for hit in found] == titles
        await to_screen(pilot, PaletteScreen, "ctrl+p")
        await hides(pilot, "Help", *"party")
        await until(lambda: copied == [command] * 2, pilot, "enter")


async def test_a_lobby_that_was_left_lists_nobody():
    async with lobby_of_31((80, 24)) as (app, pilot, _):
        lobby = app.screen
        lobby.dismiss()
        lobby.call_after_refresh(lobby._list)
        await until(lambda: not lobby.is_attached, pilot)


@pytest.mark.parametrize("ending", [False, True])
async def test_a_list_that_comes_late_waits_until_the_lobby_is_in_front(ending, monkeypatch):
    async with lobby_of_31((80, 24)) as (app, pilot, _):
        lobby, listed = app.screen, []
        if ending:
            monkeypatch.setattr(app, "_exit", True)
        else:
            await to_screen(pilot, HelpScreen, "question_mark")
        monkeypatch.setattr(lobby, "_lines", lambda: listed.append("again") or [])
        lobby._list()
        assert listed == []
        monkeypatch.setattr(app, "_exit", False)
        if not ending:
            await to_screen(pilot, lobby, "escape")
            await until(lambda: listed, pilot)


async def test_what_happens_next_and_what_the_server_says_is_whole_in_a_small_terminal():
    async with lobby_of_31((45, 14), number=3) as (app, pilot, tell):
        tell(board(30.0))
        await shows(pilot, "Next round by the host, or after 30 s")
        why = "you are left out of this round: a step is earlier than the one before"
        tell(protocol.Notice(why))
        await hides(pilot, "Next round")
        await until(lambda: app.screen.query_one("#news").size.height == 2, pilot)  # of 42 columns


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_podium_and_the_first_ten_of_31_have_their_place(size):
    async with lobby_of_31(size) as (app, pilot, tell):
        tell(board(30.0))
        await shows(pilot, "1  P1 ")
        assert "you: 17th of 31" in screen_text(app)
        tell(board(0.0))
        await shows(pilot, "31 points")
        assert screen_text(app).index("31 points") < screen_text(app).index("total")
        assert "you: 15th of 31" in screen_text(app)
        assert "new series  " in screen_text(app)
        for at in range(1, 11):
            assert f" {at}  P{32 - at} " in screen_text(app)
        if size == (120, 40):
            assert names_in(screen_text(app)) == [*NUMBERS]
        else:
            await shows(pilot, "31  P1 ", *["down"] * 6)
            tell(board(30.0))  # a new board begins at its top
            await shows(pilot, "1  P1 ")
            assert "start the round" in screen_text(app)


async def test_a_small_terminal_without_a_podium_names_the_first_three_of_a_series():
    async with lobby_of_31((45, 14)) as (app, pilot, tell):
        tell(board(0.0))
        await shows(pilot, "P31 wins the party")
        await shows(pilot, "⏎ new series")
        titles = [command.title for command in commands_of(app.screen, ())]
        assert "New series" in titles
        assert "Start the round" not in titles
        for at in (1, 2, 3):
            assert f" {at}  P{32 - at} " in screen_text(app)


@pytest.mark.variants("fog", "size")
@pytest.mark.parametrize("fog", [False, True])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_wall_says_where_each_of_31_is(size, fog):
    """A wide one has a line for each in order beside the maze, which fog hides."""
    async with lobby_of_31(size, number=99, fog=fog) as (app, pilot, tell):
        tell(*begin(fog))
        await to_screen(pilot, PartyWatchScreen)
        pane = app.screen.pane
        tell(protocol.Field(1, (), tuple((at, at, 100, -1, -1) for at in range(4, 32))))
        tell(*(protocol.Arrived(1, at, at) for at in (2, 3, 1)))
        await until(lambda: names_in(screen_text(app)) == [*NUMBERS], pilot)
        assert pane.display != fog
        assert fog or pane.size.height >= 14
        await until(lambda: ("━ at B 0.0 s" in screen_text(app)) == fog, pilot)
        assert ("tab map" in screen_text(app)) == (not fog)
        if size == (120, 40):
            assert fog or pane._window.holds_all

            def in_lines():
                rows = [line[84 * (not fog) :].split() for line in screen_text(app).splitlines()]
                return [words[1] for words in rows if len(words) > 2 and words[1].startswith("P")]

            ordered = [f"P{at}" for at in (1, 2, 3, *range(31, 3, -1))]
            await until(lambda: in_lines() == ordered, pilot)
        await pilot.resize_terminal(45, 14)
        if fog:
            await hides(pilot, "━")
            assert names_in(screen_text(app)) == [*NUMBERS]
        else:
            await until(lambda: re.search(r" \+\d\d ", screen_text(app)), pilot)
            *named, more = " ".join(screen_text(app).splitlines()[:2]).split()
            assert sum(word.startswith("P") and len(word) > 1 for word in named) + int(more) == 31
            assert pane.size.height >= 11


async def test_a_wall_in_ascii_draws_the_walls_of_a_maze_that_has_the_room(monkeypatch):
    monkeypatch.setenv("LC_ALL", "POSIX")
    async with lobby_of_31((80, 24), number=99) as (_, pilot, tell):
        tell(*begin(fog=False))
        screen = await to_screen(pilot, PartyWatchScreen)
        await until(lambda: isinstance(screen.pane.drawing, Outline), pilot)
        assert screen.pane._window.holds_all
        await shows(pilot, "_|")


@pytest.mark.parametrize("reveal", [False, True])
async def test_the_wall_covers_the_maze_until_the_start_where_the_rules_reveal(reveal):
    """In a drawing of the maze, which stays the same when the walls appear: no map."""
    async with lobby_of_31((80, 24), number=99) as (_, pilot, tell):
        tell(protocol.Prepare(1, MAZE, fog=False, players=tuple(NUMBERS), reveal=reveal))
        screen = await to_screen(pilot, PartyWatchScreen)
        pane = screen.pane
        await until(lambda: pane.scene is not None and pane.drawing is not None, pilot)
        assert pane.scene.veiled == reveal
        before = pane.drawing
        assert not isinstance(before, Overview)
        assert pane.scene.grid.any() != reveal
        tell(protocol.Start(1, time.monotonic()))
        await until(lambda: pane.scene.grid.any() and not pane.scene.veiled, pilot)
        assert pane.drawing == before


async def test_a_race_of_31_has_room_for_the_maze():
    async with lobby_of_31((80, 24)) as (app, pilot, tell):
        tell(*begin(fog=False))
        await to_screen(pilot, PartyRaceScreen)
        await until(lambda: app.screen.session and app.screen.session.running, pilot)
        await shows(pilot, "P P1 even")
        assert app.screen.pane.size.height >= 18


@pytest.mark.parametrize("answers", [True, False])
async def test_a_race_goes_on_while_the_run_of_a_killed_game_is_looked_for(monkeypatch, answers):
    async with lobby_of_31((80, 24)) as (_, pilot, tell):
        found = Future()
        monkeypatch.setattr(Store, "recover", lambda _: found)
        monkeypatch.setattr(rounds, "LONGEST_LOOK", 9 * LONGEST if answers else 0.01)
        sides = ahead(Level.of(Recipe.parse(MAZE)))
        walked = "".join(protocol.LETTERS[side] for side in sides[:2])
        tell(protocol.Steps(1, 0, walked, (100, 200)), *begin(fog=False))
        race = await to_screen(pilot, PartyRaceScreen)
        if answers:
            await shows(pilot, "Leave the party?", "escape")
            await hides(pilot, "Leave the party?", "escape")
            assert race.session is None
            found.set_result([])
        await until(lambda: race.session and race.run.steps == 2, pilot)

"""Every screen of the game as a picture: small and large, with colours and without.

The pictures are text files in ``__snapshots__/test_pictures``, one for each screen, size and
palette; ``picture.py`` says how to read one. After an intended change of a screen, renew them and
look at the difference::

    python -m pytest -m 'long or not long' tests/ui/test_pictures.py --snapshot-update
    git diff tests/ui/__snapshots__

Nothing in a picture depends on when or where it is taken: the game's clock stands still, the date,
the time zone and the seeds that the form draws are fixed, animations are off, and no cursor blinks.
A scenario runs one app through several screens and resizes it for the second size.
"""

import asyncio
import contextlib
import datetime as dt
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest
import time_machine
from syrupy.assertion import SnapshotAssertion
from textual.app import App
from textual.pilot import Pilot
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, Static

from mazegame.app import MazeApp
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.career.statistics import RivalResult
from mazegame.game.modes.chase import chase_match
from mazegame.game.modes.daily import DailySeries
from mazegame.game.modes.duel import duel_match
from mazegame.game.modes.free_play import free_play
from mazegame.game.modes.journey import JOURNEY
from mazegame.game.racing.rivals import parse_rival
from mazegame.game.rules import DEFAULT_RULES, Rules
from mazegame.game.run import Run
from mazegame.party import protocol
from mazegame.party.client import Client
from mazegame.party.guest import PartyState
from mazegame.party.opening import Opening
from mazegame.screens import factory
from mazegame.screens.party import rounds
from mazegame.screens.party.rounds import PartyRaceScreen, PartyWatchScreen
from mazegame.screens.playing.play import PlayScreen
from mazegame.screens.splash import SplashScreen
from mazegame.store.places import places
from mazegame.store.store import Store
from mazegame.widgets.playing.side_column import SideColumn
from tests.game.descents import way_ahead
from tests.game.mazes import Clock, ahead, walked
from tests.store.conftest import finish_game, match_named
from tests.ui.conftest import (
    KEYS,
    is_on,
    is_quiet,
    keys_to_b,
    screen_text,
    shows,
    tell,
    until,
    write_settings_text,
)
from tests.ui.picture import PictureExtension, painted, picture_of
from tests.waiting import LONGEST

SMALL, LARGE = (80, 24), (200, 60)

EVERY_SIZE = ((45, 14), SMALL, (120, 35), LARGE)

NOW = dt.datetime(2026, 3, 14, 15, 9, 26, tzinfo=dt.UTC)

SETTINGS = """\
animations = false
run_speed = 60.0

[keys]
"play.hint" = "f1"
"play.path" = "u"
"""

STEADY = 3
"""Equal pictures in a row after which a screen is finished."""

PAUSE_SECONDS = 0.015
"""The time between two of them, in which the app handles all messages that wait."""


@pytest.fixture
def snapshot(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    return snapshot.use_extension(PictureExtension)


@pytest.fixture(params=["dark", pytest.param("no colour", marks=pytest.mark.long)])
def palette(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.delenv("NO_COLOR", raising=False)
    if request.param == "no colour":
        monkeypatch.setenv("NO_COLOR", "1")
    return request.param


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let date and cursor stand still in Greenwich, and draw the same seeds in every run."""
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _: None)
    if not hasattr(time, "tzset"):
        pytest.skip("needs a time zone that a process can change")
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    monkeypatch.setattr(secrets, "choice", lambda words: words[len(words) // 2])
    monkeypatch.setattr(secrets, "randbelow", lambda below: below // 3)
    with time_machine.travel(NOW, tick=False):
        yield
    monkeypatch.undo()
    time.tzset()


def is_at_rest(app: MazeApp) -> bool:
    """Return whether all screens are painted, those behind dialogs too, and nothing waits.

    What they do after a moment, such as asking the score book, is done as well; but the alarm of a
    session, whose clock stands still, goes off again and again.
    """
    screens = [screen for screen in app.screen_stack if not isinstance(screen, SplashScreen)]
    alarms = [getattr(screen, "_alarm", None) for screen in screens]
    is_later = any(
        timer._repeat == 0 and timer._task is not None and not timer._task.done()
        for pump in (app, *screens)
        for timer in pump._timers
        if timer not in alarms
    )
    return not is_later and all(screen.ready for screen in screens) and is_quiet(app, *screens)


class Album:
    """Takes pictures of an app whose games have a clock that stands still, then compares them all.

    Args:
        pilot: Drives the app.
        only: The only size of which pictures are taken; None: all sizes.
    """

    def __init__(self, pilot: Pilot[None], only: tuple[int, int] | None = None) -> None:
        self.pilot = pilot
        self.only = only
        self.clock = Clock()
        self.pictures: dict[str, str] = {}

    async def press(self, *keys: str) -> None:
        """Press keys, each on a finished screen."""
        for key in keys:
            self.pilot.app.simulate_key(key)
            await self.settled()

    async def walk(self, keys: list[str]) -> None:
        """Press keys faster than the screen is painted, and wait until it is finished."""
        for key in keys:
            self.pilot.app.simulate_key(key)
        await self.settled()

    async def settled(self) -> None:
        """Wait until nothing changes any more."""
        app = self.pilot.app
        before, equal = None, 0
        while equal < STEADY:
            await self.pilot.pause(PAUSE_SECONDS)
            await app.workers.wait_for_complete()
            if not is_at_rest(app):
                equal = 0
                continue
            if not equal:  # its answers come as messages
                await asyncio.wrap_future(app.services.store.do(lambda: None))
                await asyncio.wrap_future(app.services.store.query(lambda _: None))
            now = painted(app)
            equal, before = (equal + 1 if equal and now == before else 1), now

    async def open(self, screen: Screen[object], is_there: Callable[[], object]) -> None:
        """Open a game on the album's clock, and wait until it is there."""
        screen.clock = self.clock
        self.pilot.app.push_screen(screen)
        await until(is_there, self.pilot)

    async def take(self, name: str, words: str, sizes=(SMALL, LARGE), *, alike=True) -> None:
        """Take a picture of the screen in every size, once words stand on it.

        The size that the terminal has already comes first, and it is left in the other. A picture
        that is not alike where all before are of one size is taken only with all sizes.
        """
        sizes = [size for size in sizes if self.only is None or (size == self.only and alike)]
        for size in sorted(sizes, key=lambda size: size != self.pilot.app.size):
            if self.pilot.app.size != size:
                await self.pilot.resize_terminal(*size)
            await shows(self.pilot, words)
            await self.settled()
            self.pictures[f"{name} {size[0]}x{size[1]}"] = picture_of(self.pilot.app)

    def compare(self, snapshot: SnapshotAssertion) -> None:
        """Compare every picture; show how the first one differs, and name all that do."""
        wrong = [n for n, picture in self.pictures.items() if snapshot(name=n) != picture]
        if wrong:
            found = self.pictures[wrong[0]]
            assert found == snapshot(name=wrong[0]), f"these pictures differ: {', '.join(wrong)}"


def earlier_games() -> None:
    """Write settings, finished runs, a saved run and one that was left on its way."""
    places()
    write_settings_text(SETTINGS)
    finished = [
        ("recursive-backtracker:30x9:kite-7", 0, 0.15, None, ""),
        ("wilson:12x8:lake-9", 2, 0.4, 4.0, "fog"),
        ("wilson:12x8:fern-1", 0, 0.2, 8.0, ""),
        ("kruskal:20x10:moss-2", 9, 0.3, None, ""),
        ("wilson:12x8:jade-40", 1, 0.1, 8.0, ""),
    ]
    for days, (game_id, detours, pace, runner, rules) in zip(
        range(4, -1, -1), finished, strict=True
    ):
        with time_machine.travel(NOW - dt.timedelta(days=days, minutes=7 * days), tick=False):
            run = walk(game_id, detours=detours, pace=pace)
            rivals = (RivalResult("shortest", runner, 9000, won=days % 2 == 0),) if runner else ()
            finish_game(run, *rivals, rules=rules or "open")
    store = Store(print)
    with time_machine.travel(NOW - dt.timedelta(hours=30), tick=False):
        saved = walk("eller:40x20:opal-5", share=0.4)
        store.save(saved, "before the bridge").result(LONGEST)
    with time_machine.travel(NOW - dt.timedelta(hours=2), tick=False):
        run = walk("wilson:20x10:wren-3", share=0.5)
        store.begin(run, match_named(run.level, ("shortest:4",)))
        store.close()


def regular_player() -> None:
    """Write what somebody has who plays every day: daily tries, stars of the journey, habits."""
    places()
    write_settings_text(SETTINGS)
    store = Store(print)

    def play(game_id: str, days: int, series: str, number: int, rules: str = "open") -> None:
        with time_machine.travel(NOW - dt.timedelta(days=days), tick=False):
            run = walk(
                game_id, detours=(0, 0, 4, 12)[number % 4], pace=(0.08, 0.2, 0.4)[number % 3]
            )
            store.begin(run, match_named(run.level, rules=rules, series=series))
            store.finish(run).ranking.result(LONGEST)

    for level in JOURNEY[:12]:
        if level.number != 9:
            key = f"journey:{level.number}"
            play(str(level.recipe), 40 - 2 * level.number, key, level.number)
    for days in range(12, 0, -1):
        day = (NOW - dt.timedelta(days=days)).date().isoformat()
        if days != 5:
            play(f"wilson:12x8:{day}", days, f"daily:{day}", days)
    store.close()


def walk(game_id: str, *, detours: int = 0, pace: float = 0.2, share: float = 1.0) -> Run:
    """A run: some steps to and fro, then the first share of the shortest path."""
    level = Level.of(game_id)
    path = ahead(level)
    left = len(path) - int(len(path) * share)
    return walked(level, short=left, detours=detours, pace=pace)


def wrong_way(screen: PlayScreen) -> list[str]:
    """Keys to the end of the first dead end that leads off the path, and back to the path."""
    level = screen.run.level
    path = level.path_from(level.start)
    for before, here in pairwise(path):
        for direction in Direction:
            there = direction.step(here)
            if level.maze.exits(here) & direction and there not in (before, *path):
                keys = [KEYS[step] for step in ahead(level)[: path.index(here)]]
                return [*keys, KEYS[direction], KEYS[direction.opposite]]
    raise AssertionError("the maze has no wrong way")


async def play(
    book: Album, game_id: str, *, rules: Rules = DEFAULT_RULES, race: tuple[str, ...] = ()
) -> PlayScreen:
    """Open a game, and wait until the score book has said what is to be beaten."""
    match = free_play(Level.of(game_id), rules, tuple(map(parse_rival, race)))
    screen = PlayScreen(match)
    await book.open(screen, lambda: is_on(book.pilot.app, screen))
    await shows(book.pilot, "to go" if rules.compass else "shortest")
    await until(lambda: screen.query_one(SideColumn).to_beat.lines(9), book.pilot)
    await book.settled()
    return screen


async def menu(book: Album) -> None:
    """Everything around a game: the first screen, the form and what they open."""
    await book.take("resume question", "Resume your last run?")
    await book.press("n")
    await book.take("home", "7  Profile", sizes=EVERY_SIZE)
    await book.press("d")
    await book.take("form", "corridors")
    await book.press("ctrl+e")
    await book.take("design settings", "surprise me")
    await book.press("escape", "ctrl+o")
    await book.take("saves", "before the bridge")
    await book.press("escape", "o")
    await book.take("settings", "Settings")
    await book.press("shift+tab", "down", "down")
    await book.take("keys", "rebind")
    await book.press("enter")
    await book.take("another key", "Press the key for it")
    await book.press("escape", "escape", "escape", "0")
    await book.take("scores", "wilson:12x8:jade-40")
    await book.press("question_mark")
    await book.take("help of the scores", "Walk from A to B", alike=False)
    await book.press("escape", "down", "enter")
    await shows(book.pilot, "space")
    await book.walk(["right"] * 12)
    await book.take("replay", "play / pause")
    await book.press("escape", "escape", "r")
    await book.walk([*["right"] * 4, "down", "down", "left", "down", "right"])
    await book.take("race dialog", "your ghost")
    await book.press("enter")
    await shows(book.pilot, "pause")  # the race begins
    await book.press("escape", "m")
    await book.take("home with rivals", "your ghost", sizes=[SMALL])
    await book.press("d")
    await book.take("form with a field", "Trémaux 8, your ghost, runner 8")
    screen = factory.first_steps()
    await book.open(screen, lambda: "arrows walk" in screen_text(book.pilot.app))
    await book.walk(["right"] * 3)
    await book.take("first steps", "Shift runs", sizes=[(40, 12), SMALL, LARGE])


async def game(book: Album) -> None:
    """A game from its first step to its replay."""
    screen = await play(book, "wilson:30x12:kite-7")
    await book.take("play", "0 steps", EVERY_SIZE)
    keys = wrong_way(screen)
    await book.walk(keys[:1])
    book.clock.now += 83
    screen.tick()  # the keys of a player who rests, whenever the alarm comes
    await book.walk(keys[1:])
    await book.walk([*keys_to_b(screen.run)[:3], "f1"])
    await book.take("play with hint", "1:23")
    await book.press("tab")
    await book.take("map", "1:23", EVERY_SIZE)
    await book.press("tab", "p")
    await book.take("pause", "save as")
    await book.press("escape", "question_mark")
    await book.take("help", "Walk from A to B")
    await book.press("escape")
    await book.walk(keys_to_b(screen.run))
    await book.take("result", "First ranked run on wilderness")
    await book.take("result", "shortest path", EVERY_SIZE[::2])
    await book.press("tab")
    await book.take("result without its card", "on the shortest path", [SMALL])
    await book.press("t")
    await book.take("result with heat", "near B")
    await book.press("t", "e")
    await book.take("export", "with the shortest path and your walk")
    await book.press("escape", "slash")
    await book.take("exits of a wrong turn", "better:", ((45, 14), LARGE, SMALL))
    await book.press("escape", "space")
    await shows(book.pilot, "play / pause")
    await book.walk([*["right"] * 20, "pagedown", "t"])
    await book.take("replay of a result", "near B")
    await book.press("escape", "g")
    await shows(book.pilot, "ghost")
    await book.walk(keys_to_b(screen.run)[:5])
    book.clock.now += 84
    await book.take("race with a ghost", "1:24")
    await book.press("u", "y")
    await book.take("play with path", "not ranked")
    await book.press("t")
    await book.take("heat", "t hides")
    await book.press("t", "minus")
    await book.take("zoomed", "not ranked", alike=False)


async def rules(book: Album) -> None:
    """What other rules show: fog, the compass, a runner, a maze larger than the window."""
    screen = await play(book, "wilson:30x12:kite-7", rules=Rules(fog=True))
    await book.walk(keys_to_b(screen.run)[:9])
    await book.take("fog", "9 steps")
    await book.press("tab")
    await book.take("map in fog", "9 steps")
    await book.press("p", "m")
    screen = await play(
        book, "wilson:30x12:kite-7", rules=Rules(fog=True, compass=True), race=("4",)
    )
    await book.walk(keys_to_b(screen.run)[:2])
    book.clock.now += 6.5
    await book.take("fog and a runner with the compass", "0:06")
    await book.press("p", "m")
    screen = await play(book, "wilson:30x12:kite-7", race=("4",))
    await book.walk(keys_to_b(screen.run)[:12])
    book.clock.now += 2.5
    await book.take("race", "0:02")
    await book.walk(keys_to_b(screen.run))
    await book.take("result of a race", "beat")
    await book.press("m")
    screen = await play(book, "recursive-backtracker:150x80:kite-7")
    await book.walk(keys_to_b(screen.run)[:60])
    await book.take("large maze with minimap", "60 steps")
    await book.walk(["v", *["down"] * 5, *["right"] * 5])
    await book.take("looking around", "looking around")
    await book.press("escape", "tab")
    await book.take("map of a large maze", "60 steps")
    await book.pilot.resize_terminal(39, 11)
    await book.take("too small", "now 39x11", sizes=[(39, 11)])


async def races(book: Album) -> None:
    """A race against four rivals, its result and its replay."""
    field = ("tremaux:8", "left-hand:16", "greedy:6", "4")
    seen = Rules(rival_in_sight=True)
    screen = await play(book, "wilson:30x12:kite-7", rules=seen, race=field)
    await book.walk(keys_to_b(screen.run)[:12])
    book.clock.now += 6.5
    await book.take("race of four", "0:06")
    await book.walk(keys_to_b(screen.run))
    await book.take("result of four", "First ranked run")
    await book.press("space")
    await shows(book.pilot, "play / pause")
    await book.walk(["right"] * 2)
    await book.take("replay of four", "0:06")


async def reveal(book: Album) -> None:
    """A maze that waits for its reveal, with its walls, covered by the pause, and its card."""
    sizes = (*EVERY_SIZE[:2], LARGE)
    for walls in ("rounded", "ascii"):
        settings = book.pilot.app.services.settings
        settings.save_look(replace(settings.config.look, walls=walls))
        match = free_play(Level.of("wilson:18x8:kite-7"), Rules(reveal=True))
        screen = PlayScreen(replace(match, series=DailySeries(NOW.date())))
        await book.open(screen, lambda screen=screen: is_on(book.pilot.app, screen))
        await until(lambda screen=screen: screen.query_one(SideColumn).to_beat.lines(9), book.pilot)
        name = " in ASCII" if walls == "ascii" else ""
        await book.take(f"covered{name}", "Press a key: the walls appear", sizes)
        await book.press("space")
        book.clock.now += 6.2
        await book.take(f"reading{name}", "reading 0:06", sizes)
        await book.press("p")
        await book.take(f"covered by the pause{name}", "save as", sizes)
        await book.press("escape")
        await book.walk(keys_to_b(screen.run)[:4])
        book.clock.now += 4.5
        await book.walk(keys_to_b(screen.run))
        await book.take(f"card with reading{name}", "reading 7.2 s", sizes)
        await book.press("escape")


async def duel(book: Album) -> None:
    """A round of a duel on one view and on two, in fog, and its result."""
    for fog, size in ((False, "19x9"), (True, "9x9")):
        match = duel_match(Recipe.parse(f"wilson:{size}:kite-7"), fog=fog)
        screen = factory.play(match)
        await book.open(screen, lambda screen=screen: screen.participant)
        if not fog:
            await book.take("start of a duel", "best of 5 rounds", EVERY_SIZE)
        path = ahead(screen.session.level)
        await book.press("enter")
        await book.walk(f"shift+{KEYS[side]}" for side in path[:9])
        await book.walk("WDSA"["NESW".index(side.name)] for side in path[:14])
        book.clock.now += 9
        await book.take(f"duel{' in fog' * fog}", "0:09", EVERY_SIZE)
        await book.walk(f"shift+{KEYS[side]}" for side in path[9:])
        await book.take(f"result of a duel{' in fog' * fog}", "Right wins the round", EVERY_SIZE)
        await book.press("escape")


async def chase(book: Album) -> None:
    """A chase before the hunter enters and with it, and its end."""
    screen = PlayScreen(chase_match(Recipe.parse("wilson:19x9:kite-7")))
    await book.open(screen, lambda: screen.session and screen.ready)
    await book.walk(KEYS[side] for side in ahead(screen.run.level)[:9])
    book.clock.now += 6
    await book.take("chase", "behind", EVERY_SIZE)
    book.clock.now += 9
    await book.take("caught", "2 lives left", EVERY_SIZE)


async def endless(book: Album) -> None:
    """A descent on its way, with a row about to fall, and its end."""
    screen = factory.endless("kite-7")
    await book.open(screen, lambda: screen.descent and screen.ready)
    await book.walk(KEYS[side] for side in way_ahead(screen.descent))
    book.clock.now += 20
    await book.take("endless", "13 rows to the collapse", EVERY_SIZE)
    book.clock.now += 60
    await book.take("caught by the collapse", "your first descent", EVERY_SIZE)


async def series(book: Album) -> None:
    """What brings a player back: the journey, the calendar, the numbers."""
    await book.press("3")
    await book.take("journey", "11 of 40")
    await book.press("n", "pagedown", "pagedown")
    await book.take("closed chapter", "closed: Walls")
    await book.press("escape", "2", "left")
    await book.take("daily", "wilson:12x8:2026-03-13")
    await book.take("daily", "March 2026", EVERY_SIZE[:1])
    await book.press("b")
    await book.take("solution", "the shortest path is", ((45, 14), SMALL, LARGE))
    await book.press("escape", "escape", "9")
    await book.take("statistics", "What to practise")
    await book.press("t")
    await book.take("achievements", "First light")


@contextlib.asynccontextmanager
async def started(only: tuple[int, int] | None = None) -> AsyncIterator[Album]:
    """Start an app after earlier games; it asks whether to go on with the latest one."""
    await asyncio.to_thread(earlier_games)
    app = MazeApp()
    async with app.run_test(size=SMALL) as pilot:
        book = Album(pilot, only)
        await shows(book.pilot, "Resume your last run?")
        await until(lambda: "in a row" in str(app.services.home_status.words), pilot)
        await book.settled()
        yield book


async def look_through(scenario, snapshot, only=None):
    async with started(only) as book:
        if scenario is not menu:  # whose first picture is the question that others answer
            await book.press("n")
        await scenario(book)
    book.compare(snapshot)


@pytest.mark.parametrize("scenario", [menu, pytest.param(game, marks=pytest.mark.core), reveal])
async def test_small_screen(scenario, snapshot, monkeypatch):
    """The dark pictures of ``test_screen`` at 80x24."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    await look_through(scenario, snapshot, SMALL)


@pytest.mark.long
@pytest.mark.parametrize("scenario", [menu, game, rules, races, reveal, duel, chase, endless])
async def test_screen(scenario, palette, snapshot):
    await look_through(scenario, snapshot)


@pytest.mark.long
async def test_what_brings_a_player_back(palette, snapshot):
    await asyncio.to_thread(regular_player)
    async with MazeApp().run_test(size=SMALL) as pilot:
        book = Album(pilot)
        await shows(book.pilot, "11 of 40")
        await book.settled()
        await series(book)
    book.compare(snapshot)


PARTY_SIZES = (SMALL, (120, 35))


@pytest.mark.long
@pytest.mark.usefixtures("no_network")
async def test_a_party(palette, snapshot, monkeypatch):
    """Its lobby, race and board, and the screen for the wall."""
    maze = "wilson:24x11:kite-7"
    level = Level.of(maze)
    moves = "".join(side.name for side in ahead(level))
    walks = tuple(
        (number, 0, moves[:steps], tuple(range(0, steps * 300, 300)))
        for number, steps in ((2, 14), (3, 9))
    )
    players = [
        protocol.Player(number, name, host=number == 1, here=True)
        for number, name in enumerate(("Ada", "Bo", "Clementine"), start=1)
    ]
    what = {"rounds": 3, "about": "wilson 24x11"}

    async with started() as book:
        await book.press("n")
        app, pilot, clock = book.pilot.app, book.pilot, book.clock
        monkeypatch.setattr(rounds, "time", SimpleNamespace(monotonic=clock))
        screen = factory.party(Opening(Recipe.parse(maze), port=4747), name="Ada")
        app.push_screen(screen)
        await until(lambda: screen._way_in is not None, pilot)
        ada, wall = screen.client, Client(PartyState(), "Wall")
        tell(ada, protocol.Welcome("k", 1, host=True, **what), *players)
        await book.take("lobby of a party", "3 players here", ((45, 14), *PARTY_SIZES))
        begin = (
            protocol.Prepare(1, maze, fog=False, players=(1, 2, 3)),
            protocol.Start(1, clock.now + 3),
        )
        tell(ada, begin[0])
        await until(lambda: is_on(app, PartyRaceScreen) and app.screen.session, pilot)
        race = app.screen
        tell(ada, begin[1])
        await until(lambda: race.session.counting, pilot)
        while race.session.counting:
            clock.now += 0.25
            await pilot.pause(0.05)
        clock.now = 110.0
        await until(lambda: race.session.running, pilot)
        tell(ada, protocol.Field(1, walks, ()))
        await book.walk([KEYS[side] for side in ahead(level)[:6]])
        while race.run.steps < 6:  # each takes some time of the race
            clock.now += 0.03
            await pilot.pause(0.02)
        clock.now = 114.0
        await book.take("race of a party", "6 steps", PARTY_SIZES)
        tell(wall, protocol.Welcome("k", 9, host=False, **what), *players, *begin)
        app.push_screen(factory.party_watch(wall))
        await until(lambda: is_on(app, PartyWatchScreen) and app.screen.query("MazePane"), pilot)
        await until(lambda: app.screen.pane.scene, pilot)
        tell(wall, protocol.Field(1, ((1, 0, moves[:6], (0,) * 6), *walks), ()))
        await book.take("watching a party", "Bo 14", PARTY_SIZES)
        app.screen.dismiss()
        rows = ((2, 1, 9_100, 62, 10, 10), (1, 2, 12_400, 70, 8, 8), (3, 0, -1, 0, 0, 0))
        rows = tuple(map(protocol.BoardRow._make, rows))
        tell(ada, protocol.Board(1, len(moves), rows, 30.0))
        await until(lambda: app.screen is screen, pilot)
        await book.take("board of a party", "not at B", ((45, 14), *PARTY_SIZES))
        tell(ada, protocol.Board(1, len(moves), rows, 0.0))
        await book.take("podium of a party", "Bo wins the party", ((45, 14), *PARTY_SIZES))
    book.compare(snapshot)


async def test_a_picture_of_a_dialog_shows_the_screen_behind_it():
    """Also when the picture is the first to paint the dialog."""
    app = App()
    async with app.run_test(size=(20, 4)) as pilot:
        await app.mount(Static("behind\nbehind\nbehind"))
        await app.push_screen(ModalScreen[None]())
        await pilot.pause()
        app.screen.refresh()
        assert "behind" in picture_of(app)

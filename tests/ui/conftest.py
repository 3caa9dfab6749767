"""Fixtures and helpers for tests of screens: apps, waiting, and a scripted player."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import textual._wait
from textual import events
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot, wait_for_idle
from textual.screen import Screen

import mazegame.app as app_module
from mazegame.app import MazeApp
from mazegame.engine import Direction, Level, Recipe
from mazegame.engine.kernels import kernel_cache
from mazegame.game.match import Match
from mazegame.game.modes.free_play import free_play
from mazegame.game.rules import DEFAULT_RULES, Rules
from mazegame.game.run import Run
from mazegame.game.walking import wall_cover
from mazegame.game.walking.wall_cover import SWEEP_SECONDS
from mazegame.screens import factory, match_screen
from mazegame.screens.base import LONGEST_HOLD_SECONDS
from mazegame.screens.ended import result
from mazegame.screens.ended.result import ResultScreen
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.match_screen import MatchScreen
from mazegame.screens.new_game import NewGameScreen
from mazegame.screens.playing.play import PlayScreen
from mazegame.screens.splash import SplashScreen
from mazegame.services.warm_up import WarmUp
from mazegame.store import store
from mazegame.store.places import claim_first_start, places
from mazegame.terminal.textual_internals import holds_updates, is_ending, paints_later
from mazegame.widgets.maze import session_pane
from tests.ui.picture import painted
from tests.waiting import LONGEST

# A pause waits until the process is idle for 10 ms, not 20, or else a quarter of a second, not a
# whole one: a preview that carves a maze is never idle, and tests wait for what they need by
# ``until``.
textual._wait.SLEEP_GRANULARITY = 0.01
textual._wait.SLEEP_IDLE = 0.0005
wait_for_idle.__defaults__ = (0.01, 0.25)

LOOK_SECONDS = 0.005
"""Seconds between two looks at whether an app is quiet."""

HOLD_LOOKS = 1.5 * LONGEST_HOLD_SECONDS / LOOK_SECONDS
"""Looks after which a frame that is still held is held by the test."""

_parse = Stylesheet._parse_rules
_parsed: dict[frozenset[tuple[str, str]], dict[tuple[object, ...], object]] = {}


def _parse_once(self: Stylesheet, *args: object, **options: object) -> object:
    """Parse a style sheet once for all apps with the same colours."""
    variables, rules = vars(self).get("_rules_of_tests", (None, {}))
    if variables is not self._variables:
        rules = _parsed.setdefault(frozenset(self._variables.items()), {})
        self._rules_of_tests = (self._variables, rules)  # type: ignore[attr-defined]
    key = (*args, *sorted(options.items()))
    if key not in rules:
        rules[key] = _parse(self, *args, **options)  # type: ignore[arg-type]
    return rules[key]


Stylesheet._parse_rules = _parse_once  # type: ignore[method-assign, assignment]

# The same identity, without a call of a Python function for each rule and widget.
RuleSet.__hash__ = object.__hash__  # type: ignore[method-assign]

TURNS = 5
"""Turns of the event loop, one after the other, in which a quiet app is looked at."""

_pause = Pilot.pause


async def _settled(self: Pilot[object], timeout: float = LONGEST) -> bool:
    """Wait until all messages are handled, and those that come of them as well.

    Textual sends each widget a message for that, which costs a hundred times as much as a look.
    """
    await _quiet(self.app)
    return not self.app._exception_event.is_set()


async def _quiet_pause(self: Pilot[object], delay: float | None = None) -> None:
    """Pause as Textual does; without a delay also until the app is quiet.

    Textual's pause paints the screen, and a screen asks the active app whether it is in front. In a
    test with two apps that is the other one: the first one's screen would stop to paint itself.
    """
    with self.app._context():
        await _pause(self, delay)
    if delay is None:
        await _settled(self)


async def _quiet(app: App[object]) -> None:
    """Wait until no message waits and nothing is to be painted, but for a frame that is held."""
    loop = asyncio.get_running_loop()
    end = loop.time() + LONGEST
    looks = turns = 0
    while app.screen_stack and not is_ending(app) and turns < TURNS:
        if _waits(app) and is_quiet(app, app.screen):
            turns += 1
            await asyncio.sleep(0)
            continue
        if looks > HOLD_LOOKS and holds_updates(app) and not app.message_queue_size:
            return
        assert loop.time() < end, f"the app is never quiet: {_unrest(app)}"
        turns = 0
        looks += 1
        await asyncio.sleep(LOOK_SECONDS)


def _waits(app: App[object]) -> bool:
    """Return whether an app and all widgets in front wait for a message, and handle none."""
    nodes = (app, *app.screen.walk_children(with_self=True))
    return all(node._message_queue.ready_event._waiters for node in nodes)


def _unrest(app: App[object]) -> str:
    """Return what keeps an app from being quiet, for who reads a failure."""
    busy = [
        f"{node!r} ({node.message_queue_size} messages)"
        for node in (app, *app.screen.walk_children(with_self=True))
        if node.message_queue_size or not node._message_queue.ready_event._waiters
    ]
    return f"{busy} of {app.screen_stack}; it paints later: {paints_later(app.screen)}"


def is_quiet(app: App[object], *screens: Screen[object]) -> bool:
    """Return whether no message waits for some screens, and nothing is to be painted."""
    nodes = [node for screen in screens for node in screen.walk_children(with_self=True)]
    with app._context():
        paints = paints_later(app.screen)
    return not (paints or any(node.message_queue_size for node in (app, *nodes)))


Pilot._wait_for_screen = _settled  # type: ignore[method-assign]
Pilot.pause = _quiet_pause  # type: ignore[method-assign]

KEYS = {Direction.N: "up", Direction.E: "right", Direction.S: "down", Direction.W: "left"}


def app_playing(source: Recipe | Level, rules: Rules = DEFAULT_RULES) -> MazeApp:
    """Return an app that begins with a level."""
    return MazeApp(lambda: factory.play(free_play(source, rules)))


async def until(condition: Callable[[], object], pilot, *keys: str) -> None:
    """Press keys, and wait until something is true and painted; fail if it never is."""
    if keys:
        await pilot.press(*keys)
    loop = asyncio.get_running_loop()
    end = loop.time() + LONGEST
    while not condition():
        assert loop.time() < end, f"it never came true:\n{screen_text(pilot.app)}"
        await asyncio.sleep(0.01)
        await pilot.pause()
    while any(not _is_painted(screen) for screen in pilot.app.screen_stack[-1:]):
        assert loop.time() < end, "the screen is never painted"
        await asyncio.sleep(0.01)
    await _quiet(pilot.app)


def _is_painted(screen: Screen[object]) -> bool:
    """Return whether a screen shows its widgets; the splash takes no keys and is never ready."""
    return isinstance(screen, SplashScreen) or getattr(screen, "ready", True)


@contextlib.asynccontextmanager
async def on_form(
    size: tuple[int, int] = (80, 24), *, app: MazeApp | None = None
) -> AsyncIterator[tuple[MazeApp, Pilot[None]]]:
    """Run an app that begins with the design form, and wait for it.

    A question about a run that was left may be over it already.
    """
    app = app or MazeApp(factory.design)

    def is_there() -> bool:
        forms = [screen for screen in app.screen_stack if isinstance(screen, NewGameScreen)]
        return any(form.query("#textures") for form in forms)

    async with app.run_test(size=size) as pilot:
        await until(is_there, pilot)
        yield app, pilot


@contextlib.asynccontextmanager
async def on_home(
    size: tuple[int, int] = (80, 24), *, app: MazeApp | None = None
) -> AsyncIterator[tuple[MazeApp, Pilot[None]]]:
    """Run an app and wait for the first screen, which a question may be over already."""
    app = app or MazeApp()

    def is_there() -> bool:
        homes = [screen for screen in app.screen_stack if isinstance(screen, HomeScreen)]
        return any(home.ready for home in homes)

    async with app.run_test(size=size) as pilot:
        await until(is_there, pilot)
        yield app, pilot


def is_on(app: MazeApp, screen: Screen[object] | type[Screen[object]]) -> bool:
    """Return whether a screen, or one of a class, is in front."""
    if isinstance(screen, Screen):
        return app.screen is screen
    return isinstance(app.screen, screen)


async def to_screen(pilot, screen: Screen[object] | type[Screen[object]], *keys: str):
    """Press keys, and wait for a screen, or for one of a class; return it."""
    await until(lambda: is_on(pilot.app, screen), pilot, *keys)
    return pilot.app.screen


async def close_down_to(screen: Screen[object], pilot) -> None:
    """Close all screens over another one, each once it is ready."""
    while pilot.app.screen is not screen:
        await until(lambda: pilot.app.screen.ready, pilot)
        await pilot.app.pop_screen()


async def shows(pilot, words: str, *keys: str) -> None:
    """Press keys, and wait until words stand on the screen."""
    await until(lambda: words in screen_text(pilot.app), pilot, *keys)


async def hides(pilot, words: str, *keys: str) -> None:
    """Press keys, and wait until words stand no more on the screen."""
    await until(lambda: words not in screen_text(pilot.app), pilot, *keys)


async def playing(app: MazeApp, pilot, *keys: str) -> PlayScreen:
    """Press keys, and wait until a level is ready; reveal its walls if they wait for a key."""

    def ready() -> bool:
        return isinstance(app.screen, PlayScreen) and app.screen.run is not None

    await until(ready, pilot, *keys)
    screen = app.screen
    assert isinstance(screen, PlayScreen)
    await reveal(screen, pilot)
    return screen


async def reveal(screen: MatchScreen, pilot) -> None:
    """Reveal the walls of a maze that waits for a key."""
    session = screen.session
    if session is not None and session.waits:
        await until(lambda: session.revealed, pilot, "space")


@contextlib.asynccontextmanager
async def on_screen(
    make: Callable[[], Screen[Any]], *, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[MazeApp, Screen[Any], Pilot[None]]]:
    """Run an app that begins with a screen, and wait for it."""
    app = MazeApp(make)
    async with app.run_test(size=size) as pilot:
        await until(lambda: not is_on(app, SplashScreen), pilot)
        yield app, app.screen, pilot


@contextlib.asynccontextmanager
async def on_level(
    source: Recipe | Level, rules: Rules = DEFAULT_RULES, *, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[MazeApp, PlayScreen, Pilot[None]]]:
    """Run an app that begins with a level, and wait until it is ready."""
    app = app_playing(source, rules)
    async with app.run_test(size=size) as pilot:
        yield app, await playing(app, pilot), pilot


@contextlib.asynccontextmanager
async def on_match(
    match: Match,
    *,
    clock: Callable[[], float] = time.monotonic,
    size: tuple[int, int] = (80, 24),
    app: MazeApp | None = None,
) -> AsyncIterator[tuple[MazeApp, PlayScreen, Pilot[None]]]:
    """Run an app with a match over its first screen, and wait until it is ready."""
    app = app or MazeApp()
    async with app.run_test(size=size) as pilot:
        app.push_screen(PlayScreen(match, clock=clock))
        yield app, await playing(app, pilot), pilot


def keys_to_b(run: Run) -> list[str]:
    """Return the keys of the shortest path from the player's cell to B."""
    path = run.level.path_from(run.position)
    return [KEYS[Direction.between(*pair)] for pair in pairwise(path)]


async def walk_to_b(screen: MatchScreen, pilot) -> None:
    """Walk the shortest path from the player's cell to B, in one burst of keys."""
    await reveal(screen, pilot)
    assert screen.session is not None
    run = screen.session.players[0].run
    await press_at_once(pilot, *keys_to_b(run))
    await until(lambda: not keys_to_b(run), pilot)


async def finish(screen: MatchScreen, pilot) -> ResultScreen:
    """Walk to B, and wait for the result."""
    await walk_to_b(screen, pilot)
    return await to_screen(pilot, ResultScreen)


async def press_at_once(pilot, *keys: str) -> None:
    """Type keys without a name of one character, without a pause after each of them."""
    for key in keys:
        pilot.app.post_message(events.Key(key, None))
        await asyncio.sleep(0)
    await pilot.pause()


def previewed(form: NewGameScreen | HomeScreen) -> Recipe | None:
    """The recipe of the previewed maze: that of the draft, or a sample of it."""
    return form.preview.shown and form.preview.shown.level.recipe


def tell(client, *messages: object) -> None:
    """Tell a member of a party what its server would."""
    for message in messages:
        client.guest.take(message)
        client.heard(message)


def notices(app: MazeApp) -> list[str]:
    """Return the texts of the notices on the screen, the oldest first."""
    return [notice.message for notice in app._notifications]


def notified(app: MazeApp, words: str) -> bool:
    """Return whether a notice on the screen says some words."""
    return any(words in notice for notice in notices(app))


def screen_text(app: MazeApp) -> str:
    """Return the text on the screen, line by line."""
    return "\n".join("".join(segment.text for segment in line) for line in painted(app))


def write_settings_text(text: str) -> None:
    """Write the settings file as a player does."""
    places().settings.parent.mkdir(parents=True, exist_ok=True)
    places().settings.write_text(text)


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Give every test its own scores, saves and settings; the compile cache is shared.

    What is written when a game ends is waited for.
    """
    monkeypatch.setattr(store, "CLOSE_SECONDS", LONGEST)
    cache = kernel_cache.cache_directory()
    if cache is not None:
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache.parents[1]))
    monkeypatch.setenv("MAZEGAME_HOME", str(tmp_path / "home"))
    claim_first_start()  # so that the first screen is what the game begins with
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def keys_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let keys count as soon as a result or a covered maze is shown.

    ``test_ending`` and ``test_reveal`` test that they wait.
    """
    monkeypatch.setattr(result, "CALM_SECONDS", 0.0)
    monkeypatch.setattr(match_screen, "CALM_SECONDS", 0.0)


@pytest.fixture(autouse=True)
def lasting_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let notices stay until a test has read them, however slow the machine is."""
    monkeypatch.setattr(app_module, "SECONDS", dict.fromkeys(app_module.SECONDS, LONGEST))


@pytest.fixture(autouse=True)
def walls_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the walls of a maze appear at once, however long it took to make it."""
    monkeypatch.setattr(wall_cover, "SWEEP_SECONDS", 0.0)
    monkeypatch.setattr(wall_cover, "STILL_SECONDS", 0.0)
    monkeypatch.setattr(session_pane, "SWEEP_SECONDS", 0.0)
    monkeypatch.setattr(match_screen, "WAIT_AFTER", LONGEST)


@pytest.fixture
def sweeping(walls_at_once: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the walls of a maze sweep in, as in the game."""
    monkeypatch.setattr(wall_cover, "SWEEP_SECONDS", SWEEP_SECONDS)
    monkeypatch.setattr(session_pane, "SWEEP_SECONDS", SWEEP_SECONDS)


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a room listen nowhere; a test tells its lobby what the server would."""
    from mazegame.party.server import Server
    from mazegame.screens.party.lobby import LobbyScreen

    async def listen(server: Server, _: str, port: int) -> None:
        server.port = port

    async def take_part(lobby: LobbyScreen) -> None:
        await lobby._open_room(lobby.plan, "ab3d-9xyz")

    monkeypatch.setattr(Server, "start", listen)
    monkeypatch.setattr(LobbyScreen, "_take_part", take_part)


@pytest.fixture
def roomy_cells(own_home: Path) -> None:
    """Draw every maze in cells of 4x2 characters."""
    write_settings_text('drawing = "roomy"\n')


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start no compiler in the background, in games in a terminal neither: the cache seems full."""
    monkeypatch.setattr(WarmUp, "start", lambda self: None)
    marker = kernel_cache.warm_marker()
    if marker is not None and not marker.exists():
        marker.touch()

"""Fixtures and helpers for tests of screens: apps, waiting, and a scripted player."""

from __future__ import annotations

import asyncio
import contextlib
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
import textual._wait
from textual import events
from textual.pilot import Pilot, wait_for_idle

from mazegame.app import MazeApp
from mazegame.engine import Direction, kernel_cache
from mazegame.game.rules import DEFAULT_RULES, Rules
from mazegame.game.series import free_play
from mazegame.screens.new_game import NewGameScreen
from mazegame.screens.play import PlayScreen
from mazegame.screens.routes import Play
from mazegame.screens.splash import SplashScreen
from mazegame.services.warm_up import WarmUp
from mazegame.store.first_start import claim_first_start
from mazegame.textual_internals import has_messages, paints_later
from tests.ui.picture import painted

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from textual.app import App
    from textual.screen import Screen

    from mazegame.engine import Level, Recipe
    from mazegame.widgets.session_pane import WalkActions

# A pause waits until the process is idle for 10 ms, not 20, or else a quarter of a second, not a
# whole one: a preview that carves a maze is never idle, and tests wait for what they need by
# ``until``.
textual._wait.SLEEP_GRANULARITY = 0.01
textual._wait.SLEEP_IDLE = 0.0005
wait_for_idle.__defaults__ = (0.01, 0.25)

_pause = Pilot.pause


async def _quiet_pause(self: Pilot[object], delay: float | None = None) -> None:
    """Pause as Textual does; without a delay also until no message waits, for 0.25 s at most.

    Where more processes than processors run, a process that gets no time looks idle.
    """
    await _pause(self, delay)
    if delay is None:
        await _quiet(self.app)


async def _quiet(app: App[object]) -> None:
    """Wait until no message waits and nothing is to be painted, for 0.25 s at most."""
    loop = asyncio.get_running_loop()
    end = loop.time() + 0.25
    while app.screen_stack and loop.time() < end and not is_quiet(app, app.screen):
        await asyncio.sleep(0.005)


def is_quiet(app: App[object], *screens: Screen[object]) -> bool:
    """Return whether no message waits for some screens, and nothing is to be painted."""
    nodes = [node for screen in screens for node in screen.walk_children(with_self=True)]
    return not (paints_later(app.screen) or has_messages(app, *nodes))


Pilot.pause = _quiet_pause  # type: ignore[method-assign]

KEYS = {Direction.N: "up", Direction.E: "right", Direction.S: "down", Direction.W: "left"}


def app_playing(source: Recipe | Level, rules: Rules = DEFAULT_RULES) -> MazeApp:
    """Return an app that begins with a level."""
    return MazeApp(lambda: Play(free_play(source, rules)))


async def until(condition: Callable[[], object], pilot, seconds: float = 20.0) -> None:
    """Wait until something is true, and the screen is painted; fail if it never is."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while not condition():
        assert loop.time() < end, "it never came true"
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
async def on_form(app: MazeApp, size: tuple[int, int]) -> AsyncIterator[Pilot[None]]:
    """Run an app and wait for the New game screen."""
    async with app.run_test(size=size) as pilot:
        await until(lambda: isinstance(app.screen, NewGameScreen), pilot)
        await until(lambda: app.screen.query("#textures"), pilot)
        await pilot.pause()
        yield pilot


async def playing(app: MazeApp, pilot) -> PlayScreen:
    """Wait until a level is ready."""
    await until(lambda: isinstance(app.screen, PlayScreen) and app.screen.run is not None, pilot)
    assert isinstance(app.screen, PlayScreen)
    return app.screen


async def walk_to_b(screen: WalkActions, pilot) -> None:
    """Walk the shortest path from the player's cell to B, in one burst of keys."""
    assert screen.session is not None
    run = screen.session.players[0].run
    path = run.level.path_from(run.position)
    await press_at_once(pilot, *(KEYS[Direction.between(*pair)] for pair in pairwise(path)))
    await until(lambda: run.position == path[-1], pilot)


async def press_at_once(pilot, *keys: str) -> None:
    """Type keys without a name of one character, without a pause after each of them."""
    for key in keys:
        pilot.app.post_message(events.Key(key, None))
        await asyncio.sleep(0)
    await pilot.pause()


def notices(app: MazeApp) -> list[str]:
    """Return the texts of the notices on the screen, the oldest first."""
    return [notice.message for notice in app._notifications]


def screen_text(app: MazeApp) -> str:
    """Return the text on the screen, line by line."""
    return "\n".join("".join(segment.text for segment in line) for line in painted(app))


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Give every test its own scores, saves and settings; the compile cache is shared."""
    cache = kernel_cache.cache_directory()
    if cache is not None:
        monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache.parents[1]))
    monkeypatch.setenv("MAZEGAME_HOME", str(tmp_path / "home"))
    claim_first_start()  # so that the form is what the game begins with
    return tmp_path / "home"


@pytest.fixture
def roomy_cells(own_home: Path) -> None:
    """Draw every maze in cells of 4x2 characters."""
    own_home.mkdir(parents=True, exist_ok=True)
    (own_home / "settings.toml").write_text('drawing = "roomy"\n')


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start no compiler in the background."""
    monkeypatch.setattr(WarmUp, "start", lambda self: None)

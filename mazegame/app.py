"""The app: its screens, its themes, and the warm-up of the engine."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import select
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.css.query import NoMatches

from mazegame.ascii import use_stand_ins
from mazegame.router import Router
from mazegame.screens import routes
from mazegame.screens.base import LEAVE_KEYS, GameScreen
from mazegame.screens.splash import SplashScreen
from mazegame.services import WARNING_SECONDS, Services
from mazegame.textual_internals import is_ending
from mazegame.themes import DEFAULT_THEME, NO_COLOR_THEME, THEMES, maze_colours

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from textual.app import SystemCommand
    from textual.driver import Driver
    from textual.geometry import Size
    from textual.screen import Screen

    from mazegame.config import Config
    from mazegame.screens.routes import Route
    from mazegame.services.notices import Notice

MIN_WIDTH, MIN_HEIGHT = 40, 12
"""The smallest terminal, in characters, that the game can be played in."""

BACKLOG_SECONDS: Final = 0.02
"""So far apart are keys passed on that were typed before a screen was there."""

HANGUP_SECONDS: Final = 2.0
"""How often it is looked whether the terminal is still there, and how long a clean end may take."""

EXIT_SECONDS: Final = 0.3
"""How long threads may go on once the terminal is given back: a compiler or a flood does not stop
when asked to, and nobody needs what it makes."""

WARM_UP_AFTER: Final = 0.5
"""Seconds from the start until the compiler starts: the first screen comes first."""

COLLECT_AFTER: Final = 5000
"""Allocations between two collections of young garbage."""

MAX_PROBLEMS: Final = 3
"""The most wrong lines of the settings that are shown one by one."""

STORE_AFTER: Final = 0.2
"""Seconds from the start until the services open the store."""


class MazeApp(App[None]):
    """The game in a terminal.

    Args:
        first: Returns the screen to begin with; None for the form. It is called after the first
            frame is painted, so it may import what that screen needs.
    """

    TITLE = "mazegame"
    CSS_PATH = "app.tcss"
    ALLOW_SELECT = False
    """Text is not selected with the mouse: Ctrl+C leaves the game, so nobody could copy it, and a
    click on a widget that was just removed would end the game with a traceback."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # In every screen, in fields too, and before there is one: LEAVE_KEYS.
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True, id="app.quit"),
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True, id="app.interrupt"),
    ]

    def __init__(self, first: Callable[[], Route[None]] | None = None) -> None:
        # Textual reads NO_COLOR itself; only in native ANSI mode does it print no colour at all.
        no_color = "NO_COLOR" in os.environ
        super().__init__(driver_class=_driver_class(), ansi_color=True if no_color else None)
        self.services = Services(self)
        self.router = Router(self, self.services)
        self._first = first
        self._typed: list[events.Key | events.Paste] = []
        self._compiler: subprocess.Popen[bytes] | None = None
        for theme in THEMES:
            self.register_theme(theme)
        chosen = None if no_color else self.services.settings.theme()
        default = NO_COLOR_THEME if no_color else DEFAULT_THEME
        self.theme = chosen if chosen in self.available_themes else default

    @property
    def config(self) -> Config:
        """How one plays and how it looks."""
        return self.services.settings.config

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give every theme, Textual's own too, the colours of the maze."""
        return maze_colours(self.current_theme)

    def get_default_screen(self) -> Screen[None]:
        """Begin with the splash, which opens the first real screen."""
        return SplashScreen(self._first_routes())

    def _first_routes(self) -> Iterator[Route[None]]:
        """Yield the screen that was asked for, then the form again and again."""
        recipe = None
        if self._first is not None:
            route = self._first()
            recipe = route.match.recipe if isinstance(route, routes.Play) else None
            yield route
        while True:
            yield routes.NewGame(recipe)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the palette offers besides the themes: only what makes sense here."""
        for command in super().get_system_commands(screen):
            if command.title in {"Theme", "Quit"}:
                yield command

    def action_command_palette(self) -> None:
        """Open the palette."""
        self._open_palette(routes.Palette())

    def search_themes(self) -> None:
        """Open the list of themes."""
        self._open_palette(routes.Palette(themes=True))

    def _open_palette(self, palette: routes.Palette) -> None:
        """Open a palette where there is none yet, and a screen that can bear it."""
        front = self.screen
        if (
            isinstance(front, GameScreen)
            and front.ready
            and front.takes_palette
            and not any(isinstance(screen, CommandPalette) for screen in self.screen_stack)
        ):
            self.router.open(palette)

    def on_load(self) -> None:
        """Leave cleanly when told to end, from before the terminal is taken."""
        loop = asyncio.get_running_loop()
        for number in {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}:
            # Not on Windows, and not in a thread that is not the main one.
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self._told_to_end, number)

    def on_mount(self) -> None:
        """Look after the terminal; let the engine compile in the background."""
        self.set_interval(HANGUP_SECONDS, self._check_terminal)
        self.set_timer(WARM_UP_AFTER, self._warm_up)
        self.set_timer(STORE_AFTER, self._open_services)
        self.services.notices.subscribe(self, self._show_notice)
        self.services.settings.changed.subscribe(self, self._apply_config, immediate=True)
        self._check_room(self.size)

    async def on_event(self, event: events.Event) -> None:
        """Handle an event; keep what is typed until there is a screen that can take it."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            if isinstance(event, events.Key) and event.key in LEAVE_KEYS:
                self._typed.clear()
            elif is_ending(self):
                return
            elif self._typed or not self._takes_keys:
                self._typed.append(event)
                return
        await super().on_event(event)

    @property
    def _takes_keys(self) -> bool:
        return getattr(self.screen, "ready", True)

    async def on_keys_wanted(self) -> None:
        """Pass on what was typed while a screen was being built."""
        await self._pass_on()

    async def _pass_on(self) -> None:
        """Pass on the first of what was typed, and the next a little later.

        A key that moves the focus does so before the next one comes.
        """
        if self._typed and self._takes_keys:
            await super().on_event(self._typed.pop(0))
            if self._typed:
                self.set_timer(BACKLOG_SECONDS, self._pass_on)

    def _open_services(self) -> None:
        """Apply the settings, and look for runs that were left behind."""
        if self.screen_stack:  # else the game has ended meanwhile
            self.services.open()
            self._report_problems()

    def _report_problems(self) -> None:
        """Show what is wrong in the settings."""
        from mazegame.game.words import counted
        from mazegame.screens import keys

        problems = self.services.settings.take_problems()
        more = len(problems) - MAX_PROBLEMS
        if more > 0:
            problems[MAX_PROBLEMS:] = [f"and {counted(more, 'more wrong line')} in the settings"]
        if self.config.keys:
            complaints = keys.complaints(self.router.bindings(), self.config.keys)
            problems += complaints[:MAX_PROBLEMS]
        for line in problems:
            self.notify(line, severity="warning", timeout=WARNING_SECONDS, markup=False)

    def _show_notice(self, notice: Notice) -> None:
        self.notify(notice.text, severity=notice.severity, timeout=notice.seconds, markup=False)

    def _apply_config(self, config: Config) -> None:
        """Apply the theme and the keys of a config."""
        from mazegame.screens import keys

        theme = config.look.theme
        if theme not in self.available_themes:
            self.notify(
                f"there is no theme {theme!r}: Ctrl+P lists them", severity="warning", markup=False
            )
        elif "NO_COLOR" not in os.environ:
            self.theme = theme
        # Without changed keys no screen has to be imported for this.
        changed = config.keys
        self.set_keymap(keys.keymap(self.router.bindings(), changed) if changed else {})

    def watch_theme(self, theme: str) -> None:
        """Save a theme that was chosen in the palette or in a pause."""
        settings = self.services.settings
        chosen = settings.is_active and "NO_COLOR" not in os.environ
        if chosen and theme != self.config.look.theme:
            settings.save_look(replace(self.config.look, theme=theme))

    def _told_to_end(self, number: int) -> None:
        """Leave cleanly; at once if the terminal takes nothing any more."""
        self._end_after(HANGUP_SECONDS, 128 + number)
        self.exit(None, 128 + number)

    def _handle_exception(self, error: Exception) -> None:
        """Ignore missing widgets of a screen that is closed while it opens."""
        ending = is_ending(self) or not self.is_running
        if not (ending and isinstance(error, NoMatches)):
            super()._handle_exception(error)

    def _check_terminal(self) -> None:
        """Leave if the terminal is gone: Textual would wait for it for ever."""
        if self.is_headless or not hasattr(select, "poll") or sys.__stdin__ is None:
            return
        poll = select.poll()
        with contextlib.suppress(OSError, ValueError):
            poll.register(sys.__stdin__.fileno(), 0)
            if any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0)):
                self._end_after(0, 128 + signal.SIGHUP)

    async def play(self) -> None:
        """Run in the terminal until the player quits, then wait for no thread."""
        await self.run_async()
        self._end_after(EXIT_SECONDS, self.return_code or 0)

    def _end_after(self, seconds: float, code: int) -> None:
        """End the process after a while, whatever it waits for then."""

        def end() -> None:
            self._stop_compiler()
            os._exit(code)

        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()

    def on_resize(self, event: events.Resize) -> None:
        """Say so when the terminal gets too small, and go on when it grows."""
        self._check_room(event.size)

    def _check_room(self, size: Size) -> None:
        from mazegame.screens.too_small import TooSmallScreen

        small = size.width < MIN_WIDTH or size.height < MIN_HEIGHT
        if small and not isinstance(self.screen, TooSmallScreen):
            self.router.open(routes.TooSmall(MIN_WIDTH, MIN_HEIGHT))
        elif not small and isinstance(self.screen, TooSmallScreen):
            self.pop_screen()

    def _warm_up(self) -> None:
        """Compile the kernels in a child process, if the cache has not got them all.

        Small mazes do not need it; compiling here would stall the keys.
        """
        # What is loaded by now stays, and every line on the screen is a dozen objects: without this
        # the collector takes a third of the time in which a large screen opens.
        gc.freeze()
        gc.set_threshold(COLLECT_AFTER)
        from mazegame.engine.compiler import start_compiler
        from mazegame.engine.jit import never_wait

        never_wait()
        self._compiler = start_compiler()

    def on_unmount(self) -> None:
        """Leave no compiler behind, and nothing unwritten."""
        self._stop_compiler()
        self.services.close()

    def _stop_compiler(self) -> None:
        if self._compiler is not None and self._compiler.poll() is None:
            self._compiler.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._compiler.wait(1)


def run_game(first: Callable[[], Route[None]] | None = None) -> int:
    """Play in this terminal until the player quits.

    Args:
        first: Returns the screen to begin with; None for the form.

    Returns:
        The process's exit code.
    """
    use_stand_ins(sys.__stderr__)  # Textual paints there
    app = MazeApp(first)
    asyncio.run(app.play())
    return app.return_code or 0


def _driver_class() -> type[Driver] | None:
    """Our own driver where there is one, Textual's choice elsewhere."""
    if sys.platform == "win32" or "TEXTUAL_DRIVER" in os.environ:
        return None
    from mazegame.driver import MazeDriver

    return MazeDriver

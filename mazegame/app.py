"""The app: opens the first screen, applies the config, and ends cleanly.

``screens/factory.py`` lists the screens; ``services/`` holds what outlives a screen.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from textual.app import App, ScreenStackError, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import CommandPalette
from textual.constants import TEXTUAL_ANIMATIONS
from textual.css.query import NoMatches
from textual.dom import NoScreen
from textual.events import Key
from textual.widget import MountError
from textual.widgets import Input
from textual.worker import WorkerFailed

from mazegame.capabilities import substitute_unencodable, substitutes, terminal_characters
from mazegame.screens import factory
from mazegame.screens.base import GameScreen
from mazegame.screens.splash import SplashScreen
from mazegame.services import Services
from mazegame.services.ending import Ending, end_process_after
from mazegame.services.keyboard_layouts import LETTERS
from mazegame.services.notice import SECONDS, Notice
from mazegame.services.warm_up import WarmUp
from mazegame.terminal.textual_internals import active_pump, driver_of, however_late, is_ending
from mazegame.terminal.type_ahead import TypeAhead
from mazegame.themes import DEFAULT_THEME, NO_COLOR_THEME, maze_colours, themes_in
from mazegame.widgets.input.background import is_open
from mazegame.widgets.keys.key_line import shown_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from textual import events
    from textual.driver import Driver
    from textual.geometry import Size
    from textual.message import Message
    from textual.screen import Screen
    from textual.timer import Timer, TimerCallback

    from mazegame.config import Config

Answer = TypeVar("Answer")

MIN_WIDTH: Final = 40
"""Fewest columns of a terminal for the game."""

MIN_HEIGHT: Final = 12
"""Fewest lines of a terminal for the game."""

EXIT_SECONDS: Final = 0.3
"""Seconds that threads may run after the terminal is restored: a compiler or a flood does not stop
at once, and its result is not needed."""

WARM_UP_AFTER: Final = 0.5
"""Seconds from the start until compiling begins, so that the first screen opens first."""

MISSING: Final = NoMatches, NoScreen, ScreenStackError, MountError
"""The errors of Textual that report a missing widget or screen."""

MAX_PROBLEMS: Final = 3
"""Most errors in the settings that are shown one by one."""

STORE_AFTER: Final = 0.03
"""Seconds from the first maze on the screen until the settings are applied and interrupted runs are
looked for."""

STORE_LATEST: Final = 1.0
"""Seconds from the start after which that happens in any case."""


class MazeApp(App[None]):
    """The game in a terminal.

    ``first`` returns the first screen; None for the home, as without it. It is called after the
    first frame is painted, so it may import what that screen needs.
    """

    TITLE = "mazegame"
    CSS_PATH = "app.tcss"
    ALLOW_SELECT = False
    """Off: Ctrl+C leaves the game, so selected text could not be copied.

    A click on a widget that was just removed would raise an error.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        # In every screen, in fields too, and before there is one: LEAVE_KEYS.
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True, id="app.quit"),
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True, id="app.interrupt"),
        Binding("ctrl+z", "suspend_process", "Stop", show=False, priority=True, id="app.stop"),
    ]

    def __init__(self, first: Callable[[], Screen[None] | None] | None = None) -> None:
        # Textual reads NO_COLOR itself; only in native ANSI mode does it print no colour at all.
        no_color = "NO_COLOR" in os.environ
        super().__init__(driver_class=_driver_class(), ansi_color=True if no_color else None)
        self.services = Services(self)
        self._first = first
        self._services_open = False
        self._warm_up = WarmUp()
        self._ends_process = False
        """Whether the process ends with the app: not in tests."""
        self._ending: Ending | None = None
        self._type_ahead = TypeAhead(self, self._pass_on)
        for theme in themes_in(self.console.color_system):
            self.register_theme(theme)
        chosen = None if no_color else self.services.settings.theme()
        default = NO_COLOR_THEME if no_color else DEFAULT_THEME
        self.theme = chosen if chosen in self.available_themes else default

    @property
    def config(self) -> Config:
        """The config in force."""
        return self.services.settings.config

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give every theme, also Textual's own, the colours of the maze."""
        return maze_colours(self.current_theme)

    def get_default_screen(self) -> Screen[None]:
        """Begin with the splash, which opens the first real screen."""
        return SplashScreen(self._first_screens())

    def _first_screens(self) -> Iterator[Screen[None]]:
        """Yield the requested screen, then the home each time that no other screen is open."""
        screen = None if self._first is None else self._first()
        match = screen.first_match if isinstance(screen, GameScreen) else None
        if screen is not None:
            yield screen
            del screen  # which is closed by now
        if match is not None:
            from mazegame.game.modes.table import mode_of

            if before := mode_of(match.series.key).screen:  # which leads to such matches
                yield factory.by_name(before)
        while True:
            yield factory.home(None if match is None else match.recipe)

    def open(
        self, screen: Screen[Answer], answered: Callable[[Answer | None], None] | None = None
    ) -> None:
        """Open a screen over all others; see ``GameApp``."""
        self._add_styles(screen)
        if isinstance(screen, GameScreen):
            screen.answered = answered
        self.push_screen(screen, answered)

    def replace(self, screen: Screen[Any]) -> None:
        """Put a screen in place of the front one; see ``GameApp``."""
        self._add_styles(screen)
        front = self.screen
        if isinstance(screen, GameScreen) and isinstance(front, GameScreen):
            screen.answered = front.answered
            screen.is_replacement = True
        self.switch_screen(screen)

    def _add_styles(self, screen: Screen[Any]) -> None:
        """Add the style sheets of a screen.

        Textual would parse all style sheets of the app anew, and style every widget again.
        """
        for path in screen.css_path:
            if not self.stylesheet.has_source(str(path)):
                self.stylesheet.add_source(path.read_text("utf-8"), (str(path), ""))

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield the commands that the palette offers besides the themes."""
        renamed = {"Theme": "other colours", "Quit": "leave the game"}
        for command in super().get_system_commands(screen):
            if command.title in renamed:
                yield SystemCommand(command.title, renamed[command.title], command.callback)
        if isinstance(screen, GameScreen):
            for title, (about, action) in screen.menu.items():
                yield SystemCommand(title, about, partial(screen.run_action, action))

    def get_key_display(self, binding: Binding) -> str:
        """Return a key's name as this terminal can show it."""
        return shown_key(super().get_key_display(binding))

    def action_command_palette(self) -> None:
        """Open the palette."""
        self._open_palette(themes=False)

    def search_themes(self) -> None:
        """Open the list of themes."""
        self._open_palette(themes=True)

    def _open_palette(self, *, themes: bool) -> None:
        """Open a palette, unless one is open or the screen cannot have one over it."""
        front = self.screen
        takes_one = isinstance(front, GameScreen) and front.ready and not front.fits_any_size
        is_open = any(isinstance(screen, CommandPalette) for screen in self.screen_stack)
        if takes_one and not is_open:
            self.open(factory.command_palette(themes=themes))

    def on_load(self) -> None:
        """Handle the signals that end the game, before the terminal is taken."""
        self._call_soon = asyncio.get_running_loop().call_soon_threadsafe
        if self._ends_process:
            self._ending = Ending(partial(self.exit, None), self.on_unmount, self._give_back)

    def leave(self) -> None:
        """End the game as a key does, by force after some seconds; from any thread."""
        if self._ending is not None:
            self._ending.begin()
        else:
            self._call_soon(self.exit)

    def _give_back(self) -> None:
        give_back = getattr(driver_of(self), "give_back_by_force", None)
        if give_back is not None:  # a browser has no modes
            give_back()

    def on_mount(self) -> None:
        """Schedule what can start later."""
        # Behind a browser the server's own game compiles, for all visitors at once.
        self._warm_up.compiles = not self.is_web
        self.set_timer(WARM_UP_AFTER, self._warm_up.start)
        self.set_timer(STORE_LATEST, self._open_services)
        self.services.notices.subscribe(self, self._show_notice)
        self.services.settings.changed.subscribe(self, self._apply_config, immediate=True)
        self._check_size(self.size)

    async def on_event(self, event: events.Event) -> None:
        """Handle an event; hold back keys until a screen can take them."""
        if not self._type_ahead.holds(event):
            await self._pass_on(event)

    async def _pass_on(self, event: events.Event) -> None:
        """Handle an event as if it were typed now; a letter of another alphabet counts as Latin."""
        if isinstance(event, Key) and not event.is_forwarded and self._means_latin(event):
            letter = LETTERS[event.character or ""]
            event = Key(letter, letter)
        await super().on_event(event)

    def _means_latin(self, key: Key) -> bool:
        """Return whether a letter has no effect of its own: it is no text and no changed key."""
        if key.character not in LETTERS or isinstance(self.focused, Input):
            return False
        takes_any = isinstance(self.screen, GameScreen) and self.screen.takes_any_key
        return not takes_any and key.key not in self.screen.active_bindings

    def watch_app_focus(self, focused: bool) -> None:
        """Pass changes of the focus to the front screen.

        A screen that watched it would be kept in memory until it changes.
        """
        if isinstance(self.screen, GameScreen):
            self.screen.focus_changed(focused)

    def admits(self, message: Message) -> bool:
        """Return whether one more message fits the queue; for the driver's thread."""
        return self._type_ahead.admits(message)

    async def on_keys_wanted(self) -> None:
        """Pass on the keys that were typed while a screen was being built."""
        await self._type_ahead.release()

    def on_settled(self) -> None:
        """Schedule the work that waits until the first screen is complete."""
        if not self._services_open:
            self.set_timer(STORE_AFTER, self._open_services)

    def _open_services(self) -> None:
        if self.screen_stack and not self._services_open:  # else the game has ended meanwhile
            self._services_open = True
            self.services.open()
            self._report_problems()

    def _report_problems(self) -> None:
        from mazegame.game.words import counted
        from mazegame.screens import keys

        problems = self.services.settings.take_problems()
        more = len(problems) - MAX_PROBLEMS
        if more > 0:
            problems[MAX_PROBLEMS:] = [f"and {counted(more, 'more wrong line')} in the settings"]
        if self.config.keys:
            complaints = keys.complaints(keys.changeable(), self.config.keys)
            problems += complaints[:MAX_PROBLEMS]
        for line in problems:
            self._show_notice(Notice(line, "warning"))

    def _show_notice(self, notice: Notice) -> None:
        seconds, text = SECONDS[notice.severity], notice.text
        if self.is_web:  # no path of the server is shown
            text = text.replace(os.environ.get("HOME", "~"), "~")
        self.notify(text, severity=notice.severity, timeout=seconds, markup=False)

    def _apply_config(self, config: Config) -> None:
        from mazegame.screens import keys

        self._use_characters(config)
        self.animation_level = TEXTUAL_ANIMATIONS if config.look.animations else "none"
        theme = config.look.theme
        if theme not in self.available_themes:
            self._show_notice(Notice(f"there is no theme {theme!r}: Ctrl+P lists them", "warning"))
        elif "NO_COLOR" not in os.environ:
            self.theme = theme
        # Without changed keys no screen has to be imported for this.
        changed = config.keys
        self.set_keymap(keys.keymap(keys.changeable(), changed) if changed else {})

    def _use_characters(self, config: Config) -> None:
        """Send only characters that the terminal has and the player wants."""
        driver = driver_of(self)
        known = getattr(driver, "substitutes", None)
        terminal = terminal_characters()
        wanted = substitutes(terminal, "ascii" if config.look.walls == "ascii" else terminal)
        if driver is not None and wanted is not known:
            driver.substitutes = wanted  # type: ignore[attr-defined]
            self.refresh(layout=True)

    def watch_theme(self, theme: str) -> None:
        """Save a theme that the player chose in the palette or the pause menu."""
        settings = self.services.settings
        chosen = settings.is_active and "NO_COLOR" not in os.environ
        if chosen and theme != self.config.look.theme:
            settings.save_look(replace(self.config.look, theme=theme))

    def _handle_exception(self, error: Exception) -> None:
        """Handle an error; ignore one about widgets of a screen that has been closed meanwhile.

        A handler continues behind an ``await`` even if its screen is gone.
        """
        ending = is_ending(self) or not self.is_running
        by = active_pump()
        closed = by not in {None, self} and not is_open(by)
        cause = error.error if isinstance(error, WorkerFailed) else error
        if not ((ending or closed) and isinstance(cause, MISSING)):
            super()._handle_exception(error)

    async def play(self) -> None:
        """Run in the terminal until the player quits, then wait for no thread."""
        self._ends_process = True
        await self.run_async()
        if self._ending is not None:
            self._ending.ended()
        self._offer_unkept()
        end_process_after(EXIT_SECONDS, self.return_code or 0, self._warm_up.stop)

    def _offer_unkept(self) -> None:
        """Offer to write runs that are not kept, on the restored terminal; not after a signal."""
        runs = self.services.unkept
        if runs and "TEXTUAL_DRIVER" not in os.environ:  # nobody reads it behind a browser
            from mazegame.store.unsaved_runs import offer_export

            signal.signal(signal.SIGINT, signal.default_int_handler)
            offer_export(runs, _print_line, interactive=not self.return_code)

    def set_timer(
        self, delay: float, callback: TimerCallback | None = None, **options: Any
    ) -> Timer:
        """Call back after some seconds; Textual sends sizes of the terminal on by such a timer."""
        return however_late(super().set_timer(delay, callback, **options))

    def on_resize(self, event: events.Resize) -> None:
        """Cover the game while the terminal is too small."""
        self._check_size(event.size)

    def _check_size(self, size: Size) -> None:
        small = size.width < MIN_WIDTH or size.height < MIN_HEIGHT
        if small and not getattr(self.screen, "fits_any_size", False):
            self.open(factory.too_small(MIN_WIDTH, MIN_HEIGHT))

    def on_unmount(self) -> None:
        """End the child process, and write all changes."""
        self._warm_up.stop()
        self.services.close()


def run_game(first: Callable[[], Screen[None] | None] | None = None) -> int:
    """Play in this terminal, as ``MazeApp`` says, until the player quits; return the exit code."""
    substitute_unencodable(sys.__stderr__)  # Textual paints there
    app = MazeApp(first)
    asyncio.run(app.play())
    return app.return_code or 0


def _print_line(line: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # the terminal is gone
        print(line, file=sys.__stderr__, flush=True)


def _driver_class() -> type[Driver] | None:
    """Return the game's own driver on Unix; None for Textual's choice elsewhere."""
    wanted = os.environ.get("TEXTUAL_DRIVER")
    if sys.platform == "win32":
        return None
    if wanted is None:
        from mazegame.terminal.driver import MazeDriver

        return MazeDriver
    from mazegame.terminal.web_driver import NAME, MazeWebDriver

    return MazeWebDriver if wanted == NAME else None

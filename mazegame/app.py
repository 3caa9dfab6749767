"""The app: its screens, its themes, and the warm-up of the engine."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType

from mazegame.ascii import use_stand_ins
from mazegame.screens.curtain import CurtainScreen
from mazegame.themes import DEFAULT_THEME, NO_COLOR_THEME, THEMES, maze_colours
from mazegame.widgets.preferences import Preferences

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual import events
    from textual.geometry import Size
    from textual.screen import Screen

    from mazegame.engine import Level, Recipe
    from mazegame.game.modes import Mode

MIN_WIDTH, MIN_HEIGHT = 40, 12
"""The smallest terminal, in characters, that the game can be played in."""

HANGUP_SECONDS: Final = 2.0
"""How often it is looked whether the terminal is still there, and how long a clean end may take."""

WARM_UP_AFTER: Final = 0.5
"""So many seconds after the start the compiler is looked after: first the player, then that."""


class MazeApp(App[None]):
    """The game in a terminal.

    Args:
        recipe: Begin with this level.
        level: Begin with this loaded level.
        pace: Race a runner of this pace on that level, in cells a second; None for nobody.
        mode: The rules to play that level under.
    """

    TITLE = "mazegame"
    CSS_PATH = "app.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True, id="app.quit"),
        Binding("ctrl+c", "quit", "Quit", show=False, id="app.interrupt"),
    ]

    def __init__(
        self,
        *,
        recipe: Recipe | None = None,
        level: Level | None = None,
        pace: float | None = None,
        mode: Mode | None = None,
    ) -> None:
        # Textual reads NO_COLOR itself; only in native ANSI mode does it print no colour at all.
        no_color = "NO_COLOR" in os.environ
        super().__init__(ansi_color=True if no_color else None)
        self._first: Recipe | Level | None = recipe or level
        self._pace = pace
        self._mode = mode
        self.preferences = Preferences()
        self._compiler: subprocess.Popen[bytes] | None = None
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = NO_COLOR_THEME if no_color else DEFAULT_THEME

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give every theme, Textual's own too, the colours of the maze."""
        return maze_colours(self.current_theme)

    def get_default_screen(self) -> Screen[None]:
        """Begin with the curtain, which opens the first real screen."""
        return CurtainScreen(self._first, self._pace, self._mode)

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the palette offers besides the themes: only what makes sense here."""
        for command in super().get_system_commands(screen):
            if command.title in {"Theme", "Quit"}:
                yield command

    def on_mount(self) -> None:
        """Let the engine compile in the background; leave cleanly when told to end."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
            # Not on Windows, and not in a thread that is not the main one.
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, self._told_to_end, number)
        self.set_interval(HANGUP_SECONDS, self._check_terminal)
        self.set_timer(WARM_UP_AFTER, self._warm_up)
        self._check_room(self.size)

    def _told_to_end(self, number: int) -> None:
        """Leave cleanly; at once if the terminal takes nothing any more."""
        self._end_after(HANGUP_SECONDS, 128 + number)
        self.exit(None, 128 + number)

    def _check_terminal(self) -> None:
        """Leave if the terminal is gone: Textual would wait for it for ever."""
        if self.is_headless or not hasattr(select, "poll") or sys.__stdin__ is None:
            return
        poll = select.poll()
        with contextlib.suppress(OSError, ValueError):
            poll.register(sys.__stdin__.fileno(), 0)
            if any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0)):
                self._end_after(0, 128 + signal.SIGHUP)

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
            self.push_screen(TooSmallScreen(MIN_WIDTH, MIN_HEIGHT))
        elif not small and isinstance(self.screen, TooSmallScreen):
            self.pop_screen()

    def _warm_up(self) -> None:
        """Compile the kernels in a child process, if the cache has not got them all.

        Small mazes do not need it; compiling here would stall the keys.
        """
        from mazegame.engine import jit

        if jit.jit_disabled() or jit.cache_directory() is None or jit.is_warm():
            return
        with contextlib.suppress(OSError):
            self._compiler = subprocess.Popen(
                [sys.executable, "-m", "mazegame.engine.warm"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    def on_unmount(self) -> None:
        """Leave no compiler behind."""
        self._stop_compiler()

    def _stop_compiler(self) -> None:
        if self._compiler is not None and self._compiler.poll() is None:
            self._compiler.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._compiler.wait(1)


def run_game(
    *,
    recipe: Recipe | None = None,
    level: Level | None = None,
    pace: float | None = None,
    mode: Mode | None = None,
) -> int:
    """Play in this terminal until the player quits.

    Args:
        recipe: Begin with this level instead of the New game screen.
        level: Begin with this loaded level.
        pace: Race a runner of this pace on that level, in cells a second; None for nobody.
        mode: The rules to play that level under.

    Returns:
        The process's exit code.
    """
    use_stand_ins(sys.__stderr__)  # Textual paints there
    app = MazeApp(recipe=recipe, level=level, pace=pace, mode=mode)
    app.run()
    return app.return_code or 0

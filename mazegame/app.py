"""The app: its screens, its themes, and the warm-up of the engine."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import threading
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.message import Message

from mazegame.ascii import use_stand_ins
from mazegame.screens.base import LEAVE_KEYS, GameScreen
from mazegame.screens.curtain import CurtainScreen
from mazegame.themes import DEFAULT_THEME, NO_COLOR_THEME, THEMES, maze_colours
from mazegame.widgets.preferences import Preferences

if TYPE_CHECKING:
    from collections.abc import Iterable
    from concurrent.futures import Future
    from pathlib import Path

    from textual.driver import Driver
    from textual.geometry import Size
    from textual.screen import Screen

    from mazegame.engine import Level, Recipe
    from mazegame.game.modes import Mode
    from mazegame.game.record import Record
    from mazegame.game.run import Run
    from mazegame.screens.new_game import NewGameScreen
    from mazegame.screens.palette import PaletteScreen
    from mazegame.screens.play import PlayScreen
    from mazegame.store.journal import Saved
    from mazegame.store.keeper import Keeper
    from mazegame.store.scores import Overview
    from mazegame.store.settings import Settings

MIN_WIDTH, MIN_HEIGHT = 40, 12
"""The smallest terminal, in characters, that the game can be played in."""

BACKLOG_SECONDS: Final = 0.02
"""So far apart are keys passed on that were typed before a screen was there."""

HANGUP_SECONDS: Final = 2.0
"""How often it is looked whether the terminal is still there, and how long a clean end may take."""

EXIT_SECONDS: Final = 0.3
"""How long threads may go on once the terminal is given back: a compiler or a flood does not stop
when it is told to, and nobody needs what it makes."""

WARM_UP_AFTER: Final = 0.5
"""So many seconds after the start the compiler is looked after: first the player, then that."""


STORE_AFTER: Final = 0.2
"""So many seconds after the start what lasts is looked after."""


class MazeApp(App[None]):
    """The game in a terminal.

    Args:
        recipe: Begin with this level.
        level: Begin with this loaded level.
        pace: Race a runner of this pace on that level, in cells a second; None for nobody.
        mode: The rules to play that level under.
        ghost: A proven walk of that level to race.
        watch: Begin with this walk, to look at.
    """

    TITLE = "mazegame"
    CSS_PATH = "app.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        # In every screen, in fields too, and before there is one: LEAVE_KEYS.
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True, id="app.quit"),
        Binding("ctrl+c", "quit", "Quit", show=False, priority=True, id="app.interrupt"),
    ]

    class Recovered(Message):
        """The runs that were left behind are known."""

        def __init__(self, runs: list[Saved]) -> None:
            super().__init__()
            self.runs = runs

    class Answered(Message):
        """The score book has said what is in it."""

        def __init__(self, overview: Overview) -> None:
            super().__init__()
            self.overview = overview

    class Stood(Message):
        """It is known how a finished run compares with those before it."""

        def __init__(self, run: Run, line: str) -> None:
            super().__init__()
            self.run = run
            self.line = line

    class Trouble(Message):
        """Something could not be read or written."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    def __init__(
        self,
        *,
        recipe: Recipe | None = None,
        level: Level | None = None,
        pace: float | None = None,
        mode: Mode | None = None,
        ghost: Record | None = None,
        watch: Run | None = None,
    ) -> None:
        # Textual reads NO_COLOR itself; only in native ANSI mode does it print no colour at all.
        no_color = "NO_COLOR" in os.environ
        super().__init__(driver_class=_driver_class(), ansi_color=True if no_color else None)
        self._first: Recipe | Level | None = recipe or level
        self._pace = pace
        self._mode = mode
        self.preferences = Preferences()
        self._typed: list[events.Key | events.Paste] = []
        self._watch = watch
        self._ghost = ghost
        self._keeper: Keeper | None = None
        self._settings: Settings | None = None
        self._begun: Run | None = None
        self._resumed: Path | None = None
        self.left_behind: list[Saved] = []
        """Runs that were left on their way in an earlier game, the latest first."""
        self._compiler: subprocess.Popen[bytes] | None = None
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = NO_COLOR_THEME if no_color else self._chosen_theme()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Give every theme, Textual's own too, the colours of the maze."""
        return maze_colours(self.current_theme)

    def get_default_screen(self) -> Screen[None]:
        """Begin with the curtain, which opens the first real screen."""
        return CurtainScreen(
            self._first, self._pace, self._mode, ghost=self._ghost, watch=self._watch
        )

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """What the palette offers besides the themes: only what makes sense here."""
        for command in super().get_system_commands(screen):
            if command.title in {"Theme", "Quit"}:
                yield command

    def action_command_palette(self) -> None:
        """Open the palette."""
        from mazegame.screens.palette import PaletteScreen

        self._open_palette(PaletteScreen())

    def search_themes(self) -> None:
        """Open the list of themes."""
        from textual.theme import ThemeProvider

        from mazegame.screens.palette import PaletteScreen

        self._open_palette(PaletteScreen([ThemeProvider], placeholder="Search for themes…"))

    def _open_palette(self, palette: PaletteScreen) -> None:
        """Open a palette where there is none yet, and a screen that can bear it."""
        front = self.screen
        if (
            isinstance(front, GameScreen)
            and front.ready
            and front.takes_palette
            and not any(isinstance(screen, type(palette)) for screen in self.screen_stack)
        ):
            self.push_screen(palette)

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
        self.set_timer(STORE_AFTER, self._open_store)
        self._check_room(self.size)

    async def on_event(self, event: events.Event) -> None:
        """Handle an event; keep what is typed until there is a screen that can take it."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            if isinstance(event, events.Key) and event.key in LEAVE_KEYS:
                self._typed.clear()
            elif self._exit:
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

    def _told_to_end(self, number: int) -> None:
        """Leave cleanly; at once if the terminal takes nothing any more."""
        self._end_after(HANGUP_SECONDS, 128 + number)
        self.exit(None, 128 + number)

    def _handle_exception(self, error: Exception) -> None:
        """Let a screen that is told to go while it opens miss its widgets in peace."""
        ending = self._exit or self._closing or not self.is_running
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
            self.push_screen(TooSmallScreen(MIN_WIDTH, MIN_HEIGHT))
        elif not small and isinstance(self.screen, TooSmallScreen):
            self.pop_screen()

    def _warm_up(self) -> None:
        """Compile the kernels in a child process, if the cache has not got them all.

        Small mazes do not need it; compiling here would stall the keys.
        """
        from mazegame.engine.compiler import start_compiler

        self._compiler = start_compiler()

    def on_unmount(self) -> None:
        """Leave no compiler behind, and nothing unwritten."""
        self._stop_compiler()
        if self._keeper is not None:
            self._keeper.close()

    # What lasts

    def _chosen_theme(self) -> str:
        """The theme of the settings, read before the first frame: one line of one small file."""
        from mazegame.store.places import NoPlace, places

        with contextlib.suppress(NoPlace, OSError):
            text = places().settings.read_text(encoding="utf-8", errors="replace")
            found = re.search(r"""^\s*theme\s*=\s*["']([^"']+)["']""", text, re.MULTILINE)
            if found and found[1] in self.available_themes:
                return found[1]
        return DEFAULT_THEME

    @property
    def keeper(self) -> Keeper:
        """Writes down what is played."""
        if self._keeper is None:
            from mazegame.store.keeper import Keeper

            self._keeper = Keeper(lambda line: self._from_thread(self.Trouble(line)))
        return self._keeper

    @property
    def settings(self) -> Settings:
        """What the player likes."""
        if self._settings is None:
            from mazegame.store.places import NoPlace
            from mazegame.store.settings import DEFAULTS, read_settings

            try:
                self._settings, problems = read_settings(self.keeper.places.settings)
            except NoPlace:
                self._settings, problems = DEFAULTS, []
            for problem in problems:
                self.notify(problem, severity="warning", timeout=10, markup=False)
        return self._settings

    def _from_thread(self, message: Message) -> None:
        """Hand a message over from another thread; a game that has ended takes none."""
        if self.is_running:
            self.post_message(message)

    def _open_store(self) -> None:
        """Read the settings and look for what was left behind, after the first screen is there."""
        if not self.screen_stack:
            return  # the game has ended meanwhile
        if self._keeper is None or self._settings is None:
            self.apply_settings(self.settings)
        from mazegame.store.keeper import KEEP_SECONDS

        keeper = self.keeper
        self.set_interval(KEEP_SECONDS, keeper.keep)
        keeper.recover().add_done_callback(
            lambda done: self._from_thread(self.Recovered(done.result()))
        )

    def apply_settings(self, settings: Settings) -> None:
        """Make settings count from now on."""
        from mazegame.screens import keys

        self._settings = settings
        self.preferences.walls = settings.walls
        self.preferences.drawing = settings.drawing
        self.preferences.run_speed = settings.run_speed
        self.preferences.animations = settings.animations
        self.preferences.minimap = settings.minimap
        if settings.theme in self.available_themes and "NO_COLOR" not in os.environ:
            self.theme = settings.theme
        elif settings.theme not in self.available_themes:
            self.notify(
                f"there is no theme {settings.theme!r}: Ctrl+P lists them",
                severity="warning",
                markup=False,
            )
        self.set_keymap(keys.keymap(keys.named(), settings.keys))

    def save_settings(self, settings: Settings) -> None:
        """Make settings count from now on, and write them down."""
        from mazegame.store.places import NoPlace
        from mazegame.store.settings import write_settings

        before = self.settings
        self.apply_settings(settings)
        rules = ("pace", "fog", "compass", "countdown")
        if any(getattr(before, rule) != getattr(settings, rule) for rule in rules):
            self._tell_form(settings)
        keeper = self.keeper

        def write() -> None:
            try:
                write_settings(keeper.places.settings, settings)
            except (NoPlace, OSError) as error:
                self._from_thread(self.Trouble(f"the settings cannot be written: {error}"))

        keeper.do(write)

    def _tell_form(self, settings: Settings) -> None:
        """Let the form begin with the runner and the rules of the settings."""
        from mazegame.screens.new_game import NewGameScreen

        for screen in self.screen_stack:
            if isinstance(screen, NewGameScreen):
                screen.take_settings(settings)

    def on_maze_app_trouble(self, message: Trouble) -> None:
        """Say what could not be read or written, in one line; the game goes on."""
        self.notify(message.line, severity="warning", timeout=10, markup=False)

    def on_maze_app_recovered(self, message: Recovered) -> None:
        """Offer to go on where one was."""
        from mazegame.screens.new_game import NewGameScreen

        self.left_behind = message.runs
        if not self.screen_stack:
            return  # the game has ended meanwhile
        self.screen.refresh_bindings()
        if message.runs and self._begun is None and isinstance(self.screen, NewGameScreen):
            from mazegame.screens.confirm import ConfirmScreen
            from mazegame.screens.saves import describe

            latest = message.runs[0]
            self.push_screen(
                ConfirmScreen("Go on where you were?", describe(latest)),
                lambda agreed: self.go_on(latest) if agreed else None,
            )

    def go_on(self, saved: Saved) -> None:
        """Go on with a run that was left or saved."""
        from mazegame.screens.saves import OpeningScreen

        self.push_screen(OpeningScreen(self.keeper, saved), partial(self._opened, saved))

    def _opened(self, saved: Saved, run: Run | None) -> None:
        if run is None:
            return
        from mazegame.game.modes import Mode
        from mazegame.screens.play import PlayScreen

        if not saved.heading.name:
            self._resumed = saved.path
            self.left_behind = [other for other in self.left_behind if other is not saved]
        mode = Mode.of_sight(saved.heading.mode)
        self.push_screen(PlayScreen(run.level, pace=saved.heading.pace, mode=mode, resume=run))

    def on_play_screen_began(self, message: PlayScreen.Began) -> None:
        """Write the run down as it goes; the one before it was given up."""
        self._begun = message.run
        replaces, self._resumed = (self._resumed if message.resumed else None), None
        self.keeper.leave(discard=True)
        self.keeper.begin(
            message.run,
            mode=message.mode.sight,
            pace=message.pace,
            ghost=message.ghost,
            replaces=replaces,
        )

    def on_play_screen_finished(self, message: PlayScreen.Finished) -> None:
        """Write the finished run down, and say how it compares with those before it."""
        from mazegame.store.keeper import DURABLE_SECONDS
        from mazegame.store.standing import best_line

        run = message.run
        finish = self.keeper.finish(run, won=message.won)
        finish.standing.add_done_callback(
            lambda done: self._from_thread(self.Stood(run, best_line(done.result())))
        )
        finish.durable.wait(DURABLE_SECONDS)

    def on_maze_app_stood(self, message: Stood) -> None:
        """Tell the result screen, if it still shows that run."""
        from mazegame.screens.result import ResultScreen

        for screen in self.screen_stack:
            if isinstance(screen, ResultScreen) and screen.run is message.run:
                screen.tell_best(message.line)

    def on_play_screen_left(self) -> None:
        """Keep a run that is not finished: it can be gone on with."""
        keeper = self.keeper
        keeper.leave()
        keeper.recover().add_done_callback(
            lambda done: self._from_thread(self.Recovered(done.result()))
        )

    def on_new_game_screen_chosen(self, message: NewGameScreen.Chosen) -> None:
        """Remember what was chosen."""
        from mazegame.store.choices import write_choices

        keeper = self.keeper

        def write() -> None:
            with contextlib.suppress(OSError):  # which is said where runs are written
                write_choices(keeper.places.choices, message.choices)

        keeper.do(write)

    def action_scores(self) -> None:
        """Show what was done so far, as soon as the book has answered."""
        from mazegame.screens.scores import HISTORY

        def told(done: Future[Overview]) -> None:
            error = done.exception()
            self._from_thread(
                self.Answered(done.result()) if error is None else self.Trouble(str(error))
            )

        asked = self.keeper.ask(lambda scores: scores.overview(history=HISTORY))
        asked.add_done_callback(told)

    def on_maze_app_answered(self, message: Answered) -> None:
        """Show what the book has answered."""
        from mazegame.screens.scores import ScoresScreen

        if not isinstance(self.screen, ScoresScreen):
            self.push_screen(ScoresScreen(self.keeper, message.overview))

    def action_saves(self) -> None:
        """Show the runs that can be gone on with."""
        from mazegame.screens.saves import SavesScreen

        self.push_screen(
            SavesScreen(self.keeper, self.left_behind),
            lambda saved: self.go_on(saved) if saved is not None else None,
        )

    def action_settings(self) -> None:
        """Show the settings."""
        from mazegame.screens.settings import SettingsScreen

        self.push_screen(SettingsScreen(self.settings, self.save_settings))

    def action_save_run(self) -> None:
        """Save the run in progress under a name."""
        from mazegame.screens.saves import NameScreen

        run = self._begun
        if run is not None:
            self.push_screen(NameScreen(), partial(self._save_run, run))

    def _save_run(self, run: Run, name: str | None) -> None:
        if not name:
            return

        def told(done: Future[Path]) -> None:
            error = done.exception()
            line = f"saved as {name}" if error is None else f"it cannot be saved: {error}"
            self._from_thread(self.Trouble(line))

        self.keeper.save(run, name).add_done_callback(told)

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
    ghost: Record | None = None,
    watch: Run | None = None,
) -> int:
    """Play in this terminal until the player quits.

    Args:
        recipe: Begin with this level instead of the New game screen.
        level: Begin with this loaded level.
        pace: Race a runner of this pace on that level, in cells a second; None for nobody.
        mode: The rules to play that level under.
        ghost: A proven walk of that level to race.
        watch: Begin with this walk, to look at.

    Returns:
        The process's exit code.
    """
    use_stand_ins(sys.__stderr__)  # Textual paints there
    app = MazeApp(recipe=recipe, level=level, pace=pace, mode=mode, ghost=ghost, watch=watch)
    asyncio.run(app.play())
    return app.return_code or 0


def _driver_class() -> type[Driver] | None:
    """Our own driver where there is one, Textual's choice elsewhere."""
    if sys.platform == "win32" or "TEXTUAL_DRIVER" in os.environ:
        return None
    from mazegame.driver import MazeDriver

    return MazeDriver

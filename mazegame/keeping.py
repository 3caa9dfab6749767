"""What of a game lasts: the app's part that knows the store.

What lives here: when settings are read and take effect, when runs are written down, what was left
behind and how it is gone on with, and the screens that show all that. What does not: how anything
is written (``store/``), and the terminal, the palette and the compiler (``app.py``).
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.app import App
from textual.message import Message

from mazegame.router import Router
from mazegame.screens import routes
from mazegame.themes import DEFAULT_THEME

if TYPE_CHECKING:
    from concurrent.futures import Future
    from pathlib import Path

    from textual.driver import Driver

    from mazegame.config import Config
    from mazegame.game.match import RivalSpec
    from mazegame.game.run import Run
    from mazegame.screens.new_game import NewGameScreen
    from mazegame.screens.play import PlayScreen
    from mazegame.store.journal import Saved
    from mazegame.store.keeper import Keeper
    from mazegame.store.scores import Overview

PROBLEMS: Final = 3
"""So many wrong lines of the settings are told one by one."""


DONE_SECONDS: Final = 3.0
"""So long it is told that something was written."""


class KeepingApp(App[None]):
    """An app that keeps what is played in it."""

    class Recovered(Message):
        """The runs that were left behind are known, and whom the player has declined of them."""

        def __init__(self, runs: list[Saved], declined: frozenset[str]) -> None:
            super().__init__()
            self.runs = runs
            self.declined = declined

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

    class Done(Message):
        """Something that was asked for was written."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    class Trouble(Message):
        """Something could not be read or written."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    def __init__(
        self, *, driver_class: type[Driver] | None = None, ansi_color: bool | None = None
    ) -> None:
        super().__init__(driver_class=driver_class, ansi_color=ansi_color)
        self.router = Router(self, self)
        self._keeper: Keeper | None = None
        self._config: Config | None = None
        self._problems: list[str] = []
        self.is_store_open = False
        """Whether the config counts and what was left behind is looked for."""
        self._begun: Run | None = None
        self._resumed: Path | None = None
        self.left_behind: list[Saved] = []
        """Runs that were left on their way in an earlier game, the latest first."""
        self._not_offered: KeepingApp.Recovered | None = None

    def chosen_theme(self) -> str:
        """The theme of the settings, which the first frame is painted in already."""
        from mazegame.store.places import NoPlace, places

        with contextlib.suppress(NoPlace, OSError):
            if places().settings.exists() and self.config.look.theme in self.available_themes:
                return self.config.look.theme
        return DEFAULT_THEME

    @property
    def keeper(self) -> Keeper:
        """Writes down what is played."""
        if self._keeper is None:
            from mazegame.store.keeper import Keeper

            self._keeper = Keeper(lambda line: self._from_thread(self.Trouble(line)))
        return self._keeper

    @property
    def config(self) -> Config:
        """How one plays and how it looks. It is read when it is asked for first."""
        if self._config is None:
            from mazegame.config import DEFAULTS
            from mazegame.store.places import NoPlace, places
            from mazegame.store.settings import read_config

            try:
                where = places()
                self._config, self._problems = read_config(where.settings, where.choices)
            except NoPlace:
                self._config = DEFAULTS
        return self._config

    @config.setter
    def config(self, config: Config) -> None:
        self._config = config

    def _from_thread(self, message: Message) -> None:
        """Hand a message over from another thread; a game that has ended takes none."""
        if self.is_running:
            self.post_message(message)

    def open_store(self) -> None:
        """Read the settings and look for what was left behind, after the first screen is there."""
        if not self.screen_stack:
            return  # the game has ended meanwhile
        self.apply_config(self.config)
        self.is_store_open = True
        self._complain_of_settings()
        from mazegame.store.keeper import KEEP_SECONDS

        self.set_interval(KEEP_SECONDS, self.keeper.keep)
        self._recover()

    def _recover(self) -> None:
        """Have the runs looked for that were left behind."""
        keeper = self.keeper

        def found(done: Future[list[Saved]]) -> None:  # in the keeper's thread
            from mazegame.store.declined import read_declined

            runs = done.result()
            declined = read_declined(keeper.places.declined) if runs else frozenset()
            self._from_thread(self.Recovered(runs, declined))

        keeper.recover().add_done_callback(found)

    def _complain_of_settings(self) -> None:
        """Say what does not fit in the settings."""
        from mazegame.game.words import counted
        from mazegame.screens import keys

        problems, self._problems = self._problems, []
        more = len(problems) - PROBLEMS
        if more > 0:
            problems[PROBLEMS:] = [f"and {counted(more, 'more wrong line')} in the settings"]
        if self.config.keys:
            problems += keys.complaints(self.router.bindings(), self.config.keys)[:PROBLEMS]
        for line in problems:
            self.notify(line, severity="warning", timeout=10, markup=False)

    def apply_config(self, config: Config) -> None:
        """Make a config count from now on."""
        from mazegame.screens import keys

        before, self._config = self.config, config
        if config.look != before.look:
            self._tell_games()
        theme = config.look.theme
        if theme in self.available_themes and "NO_COLOR" not in os.environ:
            self.theme = theme
        elif theme not in self.available_themes:
            self.notify(
                f"there is no theme {theme!r}: Ctrl+P lists them",
                severity="warning",
                markup=False,
            )
        # Without changed keys no screen has to be imported for this.
        changed = config.keys
        self.set_keymap(keys.keymap(self.router.bindings(), changed) if changed else {})

    def save_config(self, config: Config) -> None:
        """Make a config count from now on, and write it down."""
        before = self.config
        self.apply_config(config)
        if (config.rules, config.pace) != (before.rules, before.pace):
            self._tell_form(config)
        self._write_settings(config)

    def _write_settings(self, config: Config) -> None:
        from mazegame.store.places import NoPlace
        from mazegame.store.settings import write_settings

        keeper = self.keeper

        def write() -> None:
            try:
                write_settings(keeper.places.settings, config)
            except NoPlace as error:
                keeper.say(f"{error}; the settings are not kept")
            except OSError as error:
                keeper.say(f"the settings cannot be written: {error.strerror or error}")

        keeper.do(write)

    def _tell_games(self) -> None:
        """Draw the mazes that are being played as it is preferred now."""
        from mazegame.screens.play import PlayScreen

        for screen in self.screen_stack:
            if isinstance(screen, PlayScreen):
                screen.look_changed()

    def on_play_screen_look_changed(self, message: PlayScreen.LookChanged) -> None:
        """Show the look that was chosen in a game, and write it down."""
        self.save_config(replace(self.config, look=message.look))

    def watch_theme(self, theme: str) -> None:
        """Write down a theme that was chosen, from the palette or in a pause."""
        # Until the config is applied, the theme is none that anybody chose.
        if self.is_store_open and self.config.look.theme != theme and "NO_COLOR" not in os.environ:
            self.save_config(replace(self.config, look=replace(self.config.look, theme=theme)))

    def _tell_form(self, config: Config) -> None:
        """Let the form begin with the runner and the rules of the settings."""
        from mazegame.screens.new_game import NewGameScreen

        for screen in self.screen_stack:
            if isinstance(screen, NewGameScreen):
                screen.take_config(config)

    def on_keeping_app_trouble(self, message: Trouble) -> None:
        """Say what could not be read or written, in one line; the game goes on."""
        self.notify(message.line, severity="warning", timeout=10, markup=False)

    def on_keeping_app_done(self, message: Done) -> None:
        """Say what was written, for a moment."""
        self.notify(message.line, timeout=DONE_SECONDS, markup=False)

    def on_keeping_app_recovered(self, message: Recovered) -> None:
        """Know what can be gone on with, and offer it."""
        self.left_behind = message.runs
        if not self.screen_stack:
            return  # the game has ended meanwhile
        self.screen.refresh_bindings()
        if message.runs:
            self._not_offered = message
            self._offer()

    async def on_keys_wanted(self) -> None:
        """Offer what was found before there was a screen to offer it on."""
        self._offer()

    def _offer(self) -> None:
        """Offer to go on where one was, once, unless that was declined before."""
        from mazegame.screens.new_game import NewGameScreen

        message = self._not_offered
        if message is None or not getattr(self.screen, "ready", True):
            return  # it is offered when the screen can take keys
        self._not_offered = None
        if self._begun is not None:
            return
        latest = message.runs[0]
        if latest.heading.uid not in message.declined and isinstance(self.screen, NewGameScreen):
            from mazegame.screens import keys
            from mazegame.screens.saves import details

            key = keys.keys_of(self.router.bindings()["new.saves"], self.config.keys)[0]
            self.router.open(
                routes.Confirm(
                    "Go on where you were?", f"no keeps it under {key}", details(latest)
                ),
                lambda agreed: self.go_on(latest) if agreed else self._decline(latest, message),
            )

    def _decline(self, saved: Saved, message: Recovered) -> None:
        """Remember that the player does not want to go on with a run; it stays in the list."""
        from mazegame.store.declined import write_declined

        keeper = self.keeper
        there = {run.heading.uid for run in message.runs}
        declined = {saved.heading.uid, *(message.declined & there)}

        def write() -> None:
            with contextlib.suppress(OSError):  # then it is asked once more
                write_declined(keeper.places.declined, declined)

        keeper.do(write)

    def go_on(self, saved: Saved) -> None:
        """Go on with a run that was left or saved."""
        self.router.open(routes.Reopen(saved), partial(self._opened, saved))

    def _opened(self, saved: Saved, reopened: routes.Reopened | None) -> None:
        if reopened is None:
            return
        from mazegame.game.ghost import GhostWalk
        from mazegame.game.rules import Rules
        from mazegame.game.runner import PaceRunner
        from mazegame.game.series import free_play

        if not saved.heading.name:
            self._resumed = saved.path
            self.left_behind = [other for other in self.left_behind if other is not saved]
        run = reopened.run
        rivals: tuple[RivalSpec, ...] = ()
        if reopened.ghost is not None:
            rivals = (GhostWalk.of(reopened.ghost),)
        elif saved.heading.pace is not None:
            rivals = (PaceRunner(saved.heading.pace),)
        match = free_play(run.level, Rules.from_key(saved.heading.mode), rivals)
        self.router.open(routes.Play(match, run))

    def on_play_screen_run_started(self, message: PlayScreen.RunStarted) -> None:
        """Write the run down as it goes; the one before it was given up."""
        from mazegame.game.ghost import GhostWalk
        from mazegame.game.runner import PaceRunner

        rivals = message.match.rivals
        self._begun = message.run
        replaces, self._resumed = (self._resumed if message.resumed else None), None
        self.keeper.leave(discard=True)
        self.keeper.begin(
            message.run,
            mode=message.match.rules.key,
            pace=next((rival.pace for rival in rivals if isinstance(rival, PaceRunner)), None),
            ghost=next((rival for rival in rivals if isinstance(rival, GhostWalk)), None),
            replaces=replaces,
        )

    def on_play_screen_run_finished(self, message: PlayScreen.RunFinished) -> None:
        """Write the finished run down, and say how it compares with those before it."""
        from mazegame.store.keeper import DURABLE_SECONDS
        from mazegame.store.standing import best_line

        run = message.run
        finish = self.keeper.finish(run, won=message.won)
        finish.standing.add_done_callback(
            lambda done: self._from_thread(self.Stood(run, best_line(done.result())))
        )
        finish.durable.wait(DURABLE_SECONDS)

    def on_keeping_app_stood(self, message: Stood) -> None:
        """Tell the result screen, if it still shows that run."""
        from mazegame.screens.result import ResultScreen

        for screen in self.screen_stack:
            if isinstance(screen, ResultScreen) and screen.run is message.run:
                screen.tell_best(message.line)

    def on_play_screen_menu_requested(self) -> None:
        """Keep a run that is not finished: it can be gone on with."""
        self.keeper.leave()
        self._recover()

    def on_new_game_screen_chosen(self, message: NewGameScreen.Chosen) -> None:
        """Remember what was chosen: it is what the form begins with the next time."""
        from mazegame.store.settings import write_form

        keeper, before = self.keeper, self.config
        config = replace(before, form=message.form, rules=message.rules, pace=message.pace)
        self._config = config
        if (config.rules, config.pace) != (before.rules, before.pace):
            self._write_settings(config)

        def write() -> None:
            with contextlib.suppress(OSError):  # which is said where runs are written
                write_form(keeper.places.choices, config.form)

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

    def on_keeping_app_answered(self, message: Answered) -> None:
        """Show what the book has answered."""
        from mazegame.screens.scores import ScoresScreen

        if not isinstance(self.screen, ScoresScreen):
            self.router.open(routes.Scores(message.overview))

    def action_saves(self) -> None:
        """Show the runs that can be gone on with."""
        self.router.open(
            routes.Saves(self.left_behind),
            lambda saved: self.go_on(saved) if saved is not None else None,
        )

    def action_settings(self) -> None:
        """Show the settings."""
        self.router.open(routes.Settings())

    def action_save_run(self) -> None:
        """Save the run in progress under a name."""
        run = self._begun
        if run is not None:
            self.router.open(routes.SaveName(), partial(self._save_run, run))

    def _save_run(self, run: Run, name: str | None) -> None:
        if not name:
            return

        def told(done: Future[Path]) -> None:
            error = done.exception()
            self._from_thread(
                self.Done(f"saved as {name}")
                if error is None
                else self.Trouble(f"it cannot be saved: {_why(error)}")
            )

        self.keeper.save(run, name).add_done_callback(told)

    def close_store(self) -> None:
        """Leave nothing unwritten."""
        if self._keeper is not None:
            self._keeper.close()


def _why(error: BaseException) -> str:
    """What went wrong, without the names of files that nobody knows."""
    return str((isinstance(error, OSError) and error.strerror) or error)

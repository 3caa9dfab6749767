"""Open a replay: a dialog that asks for a file and verifies its walk.

A thread reads, carves and walks, since the file may be slow and the maze large.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar, Final

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from mazegame.engine import Level, Recipe
from mazegame.formats.errors import reason_of
from mazegame.formats.replay import load_replay, prove
from mazegame.game.racing.rivals import rivals_on
from mazegame.game.recording.record import LOADED
from mazegame.game.scoring.wrong_turns import MARKED_TURNS, wrong_turns
from mazegame.game.words import counted
from mazegame.screens.base import GameDialog
from mazegame.screens.routes import Replay
from mazegame.store.journal.mazes import NoSuchMazeError
from mazegame.widgets.input.asking import is_wanted
from mazegame.widgets.input.fields import InputField, typed_path
from mazegame.widgets.keys.key_line import named_keys

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult
    from textual.content import Content

SHOW_AFTER: Final = 0.3
"""Seconds before the progress of a long check is shown."""

_KEYS: Final = named_keys(("⏎", "open"), ("esc", "back"))


class OpenReplayScreen(GameDialog[Replay]):
    """A question for a replay file. Dismisses with the verified walk."""

    AUTO_FOCUS = "Input"
    field = getters.query_one(InputField)

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "back", id="open.back")]

    def compose(self) -> ComposeResult:
        """Yield the question."""
        with VerticalScroll(classes="dialog wide", can_focus=False):
            yield Static("Open a replay", classes="heading")
            yield InputField("file", placeholder="for example ~/walk.replay")
            yield Static(_KEYS, classes="keys")

    @on(InputField.GameIdPasted)
    def _path_pasted(self, event: InputField.GameIdPasted) -> None:
        """Accept a pasted path that looks like a game ID because of its colons."""
        self.field.fill(event.text)

    @on(InputField.Edited)
    def _edited(self) -> None:
        self.give_up()
        self._tell(_KEYS)
        self.field.complain("")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        path = typed_path(event.value)
        if not path:
            self.field.complain("type the path of a replay file")
            return
        self.field.complain("")
        self._tell("reading …")
        began = time.monotonic()

        def progress(what: str) -> bool:
            if is_wanted() and time.monotonic() - began > SHOW_AFTER:
                self.call_later(self._tell, f"{what} …   esc gives up")
            return is_wanted()

        self.ask(lambda: self._proven(path, progress), self._opened)

    def _tell(self, what: str | Content) -> None:
        self.query_one(".keys", Static).update(what)

    def _proven(self, path: str, progress: Callable[[str], bool]) -> Replay:
        replay = load_replay(path)
        key = replay.record.level
        if key.startswith(LOADED):
            try:
                level = self.services.store.level(key)
            except NoSuchMazeError as error:
                with_maze = "mazegame replay FILE --maze MAZE opens it with the maze's file"
                raise NoSuchMazeError(f"{error}: {with_maze}") from None
        else:
            recipe = Recipe.parse(key)
            size = f"{recipe.cols}x{recipe.rows}"
            level = Level.of(recipe, progress=lambda done: progress(f"carving {size} {done:4.0%}"))
        steps = counted(len(replay.record.moves), "step")
        run = prove(level, replay, progress=lambda done: progress(f"walking {steps} {done:4.0%}"))
        rivals = rivals_on(level, replay.rivals, replay.ghost, run)
        return Replay(run, rivals, wrong_turns(run)[:MARKED_TURNS], race=True)

    def _opened(self, found: Replay) -> None:
        self.dismiss(found)

    def complain(self, error: Exception) -> None:
        """Show an error at the field."""
        self._tell(_KEYS)
        self.field.complain(reason_of(error))

"""Open a replay: a dialog that asks for a file and verifies its walk.

A thread reads, carves and walks, since the file may be slow and the maze large.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from mazegame.engine import CancelledError, Level, Recipe
from mazegame.formats.replay import load_replay, prove
from mazegame.game.record import LOADED
from mazegame.game.rivals import rivals_on
from mazegame.game.words import counted
from mazegame.game.wrong_turns import wrong_turns
from mazegame.screens.base import GameDialog
from mazegame.screens.routes import ProvenWalk
from mazegame.store.mazes import NoSuchMazeError
from mazegame.widgets.field import Field
from mazegame.widgets.typed_path import typed_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import ComposeResult


SHOW_AFTER: Final = 0.3
"""Seconds before the progress of a long check is shown."""

_KEYS: Final = Content.assemble(
    ("⏎", "bold $maze-key"), " open   ", ("esc", "bold $maze-key"), " back"
)


class OpenReplayScreen(GameDialog[ProvenWalk]):
    """A question for a replay file. Dismisses with the verified walk."""

    CSS_PATH = "dialog.tcss"
    AUTO_FOCUS = "Input"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "back", id="open.back", key_display="esc")
    ]

    @dataclass
    class Proven(Message):
        """The walk is valid."""

        path: str
        opened: ProvenWalk

    @dataclass
    class Refused(Message):
        """The walk is invalid, or the file cannot be read."""

        path: str
        reason: str

    @dataclass
    class Progressed(Message):
        """A share of the check is done."""

        path: str
        line: str

    def __init__(self) -> None:
        super().__init__()
        self._asked = ""

    def compose(self) -> ComposeResult:
        """Yield the question."""
        with VerticalScroll(classes="dialog wide", can_focus=False):
            yield Static("Open a replay", classes="heading")
            yield Field("file", placeholder="for example ~/walk.replay")
            yield Static(_KEYS, classes="keys")

    @on(Field.GameIdPasted)
    def _path_pasted(self, event: Field.GameIdPasted) -> None:
        """Accept a pasted path that looks like a game ID because of its colons."""
        self.query_one(Field).fill(event.text)

    @on(Field.Edited)
    def _edited(self) -> None:
        """Cancel the check of the file before."""
        self._give_up()
        self.query_one(Field).complain("")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self._asked = typed_path(event.value)
        if not self._asked:
            self.query_one(Field).complain("type the path of a replay file")
            return
        self.query_one(Field).complain("")
        self._say("reading …")
        self._open(self._asked)

    def _give_up(self) -> None:
        self._asked = ""
        self.workers.cancel_group(self, "open")
        self._say(_KEYS)

    def _say(self, what: str | Content) -> None:
        self.query_one(".keys", Static).update(what)

    @work(thread=True, exclusive=True, group="open")
    def _open(self, path: str) -> None:
        worker = get_current_worker()
        began = time.monotonic()

        def progress(what: str) -> bool:
            if time.monotonic() - began > SHOW_AFTER:
                self.post_message(self.Progressed(path, f"{what} …   esc gives up"))
            return not worker.is_cancelled

        try:
            opened = self._proven(path, progress)
        except CancelledError:
            return
        except Exception as error:  # noqa: BLE001  no error of a file may end the game
            reason = str(error) or "there is not enough memory for it"
            self.post_message(self.Refused(path, reason))
        else:
            self.post_message(self.Proven(path, opened))

    def _proven(self, path: str, progress: Callable[[str], bool]) -> ProvenWalk:
        replay = load_replay(path)
        key = replay.record.level
        if key.startswith(LOADED):
            try:
                level = self.services.score_book.level(key)
            except NoSuchMazeError as error:
                with_maze = "mazegame replay FILE --maze MAZE opens it with the maze's file"
                raise NoSuchMazeError(f"{error}: {with_maze}") from None
        else:
            recipe = Recipe.parse(key)
            size = f"{recipe.cols}x{recipe.rows}"
            level = Level.of(recipe, progress=lambda done: progress(f"carving {size} {done:4.0%}"))
        steps = counted(len(replay.record.moves), "step")
        run = prove(level, replay, progress=lambda done: progress(f"walking {steps} {done:4.0%}"))
        rivals = rivals_on(level, replay.rivals, replay.ghost)
        return ProvenWalk(run, wrong_turns(run), rivals)

    def on_open_replay_screen_progressed(self, message: Progressed) -> None:
        """Show the progress."""
        if message.path == self._asked:
            self._say(message.line)

    def on_open_replay_screen_refused(self, message: Refused) -> None:
        """Show the error at the field."""
        if message.path == self._asked:
            self._give_up()
            self.query_one(Field).complain(message.reason)

    def on_open_replay_screen_proven(self, message: Proven) -> None:
        """Dismiss with the walk."""
        if message.path == self._asked:
            self.dismiss(message.opened)

"""First steps: the small maze of the first start, with captions below it.

Nothing of it is saved: the screen uses neither the journal nor the score book.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import events, getters, on
from textual.binding import Binding, BindingType
from textual.containers import Middle, Vertical

from mazegame.game.modes.first_steps import first_match, second_match
from mazegame.screens.match_screen import TALL, MatchScreen
from mazegame.widgets.input.background import LevelMaker
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.keys.play_keys import walk_keys
from mazegame.widgets.maze.session_pane import SessionPane
from mazegame.widgets.playing.captions import Captions
from mazegame.widgets.playing.hud import Hud
from mazegame.widgets.playing.race_lines import RaceLines

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.types import CSSPathType


class FirstStepsScreen(MatchScreen):
    """Plays the first maze, and a larger one against a runner."""

    CSS_PATH: ClassVar[CSSPathType | None] = ["play.tcss", "first_steps.tcss"]
    keeps_runs = False

    key_line = getters.query_one(KeyLine)

    BINDINGS: ClassVar[list[BindingType]] = [
        *(binding for binding in walk_keys("play") if binding.action != "walk_there"),
        Binding("enter", "leave", "next", id="first.leave", key_display="⏎",
                tooltip="at B: the second maze, then home"),
        Binding("r", "again", "again from A", id="first.again", tooltip="at B: again from A"),
        Binding("escape", "dismiss", "skip to home", id="first.skip"),
        Binding("question_mark", "help", "help", id="first.help"),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__(first_match())
        self.first_match = None  # so that the first screen does not continue with this maze

    def compose(self) -> ComposeResult:
        hud, race, captions = Hud(), RaceLines(id="race"), Captions()
        with Middle(), Vertical():
            yield hud
            yield race
            yield SessionPane(hud, race, captions)
            yield LevelMaker()
            yield captions
            yield KeyLine()

    def action_again(self) -> None:
        if self.session is not None:
            self._begin(self.session.level)

    @on(events.Resize)
    def _resized(self) -> None:
        self._name_keys()

    def _name_keys(self, *, begun: bool = False) -> None:
        """Update the key hints, without the keys that a caption names."""
        del begun
        self.key_line.rename("leave", "home" if self._match.rivals else "second maze")
        self.key_line.rename("dismiss", "home" if self._is_over else "skip to home")
        walk = ("move", "glide") if self.app.size.height >= TALL else ()
        first = *walk, "dismiss", "help", "hint", "undo"
        self.key_line.put_first(("leave", "again") if self._is_over else first)

    @property
    def _is_over(self) -> bool:
        return self.session is not None and self.session.finished

    def arrived(self) -> None:
        if self.pane.scene is not None and self.participant is not None:
            self.pane.scene.show_path(self.participant.level.cells_of_path())
            self.pane.repaint_all()
        self._name_keys()
        self.refresh_bindings()

    def action_leave(self) -> None:
        """Go on to the second maze, and after that home."""
        if self._match.rivals:
            self.dismiss()
        else:
            self._open_match(second_match())

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        over = self._is_over
        if action in {"leave", "again"}:
            return over
        walks = action in {"move", "glide", "to_unexplored", "undo", "step_back", "hint"}
        return not (over and (walks or action == "mark"))

"""First steps: the small maze of the first start, with captions below it.

Nothing of it is kept: the screen calls neither the journal nor the score book.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual import events, getters, on
from textual.binding import Binding, BindingType
from textual.containers import Middle, Vertical

from mazegame.engine import Level
from mazegame.game.commands import Resume
from mazegame.game.modes.first_steps import first_match
from mazegame.game.seat import Seat
from mazegame.game.session import Session
from mazegame.screens.playing_screen import WalkingScreen
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.keys.play_keys import walk_keys
from mazegame.widgets.maze.session_pane import SessionPane
from mazegame.widgets.playing.captions import Captions
from mazegame.widgets.playing.hud import Hud

if TYPE_CHECKING:
    from textual.app import ComposeResult

TALL: Final = 20
"""Fewest lines of a screen with all captions; a smaller one has the present caption alone."""


class FirstStepsScreen(WalkingScreen):
    """Plays the first maze."""

    CSS_PATH = "first_steps.tcss"
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-short"), (TALL, "-tall")]  # noqa: RUF012

    key_line = getters.query_one(KeyLine)
    pane = getters.query_one(SessionPane)

    BINDINGS: ClassVar[list[BindingType]] = [
        *(binding for binding in walk_keys("play") if binding.action != "walk_there"),
        Binding("enter,escape", "leave", "choose a maze", id="first.leave", key_display="⏎"),
        Binding("r", "again", "again", id="first.again", tooltip="play it again from A"),
        Binding("escape", "dismiss", "skip", id="first.skip"),
        Binding("question_mark", "help", "help", id="first.help"),
    ]

    def compose(self) -> ComposeResult:
        hud, captions = Hud(), Captions()
        with Middle(), Vertical():
            yield hud
            yield SessionPane(hud, captions)
            yield captions
            yield KeyLine()

    @on(events.Mount)
    def action_again(self) -> None:
        match = first_match()
        source = self.seat.level if self.seat else match.source
        level = source if isinstance(source, Level) else Level.of(source)
        self.seat = Seat(Session(match, level), 0)
        self.take_look()
        self.pane.show_seat(self.seat)
        self.do(Resume())
        self._name_keys()
        self.refresh_bindings()

    @on(events.Resize)
    def _name_keys(self) -> None:
        """Put first the keys that are needed now, without those that a lone caption names."""
        walk = ("move", "glide") if self.app.size.height >= TALL else ()
        first = *walk, "dismiss", "help", "hint", "undo"
        self.key_line.put_first(("leave", "again") if self._is_over else first)

    @property
    def _is_over(self) -> bool:
        return self.session is not None and self.session.finished

    def arrived(self) -> None:
        if self.pane.scene is not None and self.seat is not None:
            self.pane.scene.show_path(self.seat.level.cells_of_path())
            self.pane.repaint_all()
        self._name_keys()
        self.refresh_bindings()

    def action_leave(self) -> None:
        self.dismiss()

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        over = self._is_over
        if action in {"leave", "again"}:
            return over
        walks = action in {"move", "glide", "go_on", "to_unexplored", "undo", "step_back", "hint"}
        return not (over and (walks or action in {"dismiss", "mark"}))

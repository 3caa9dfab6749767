"""Caught: the end of a match by a hunter, and what follows."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from mazegame.game.telling import sentence
from mazegame.game.words import counted, spell_time
from mazegame.screens import routes
from mazegame.screens.base import CALM_SECONDS, GameDialog
from mazegame.widgets.keys.key_line import key_hints

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult


class CaughtScreen(GameDialog[str]):
    """Shows how far the player came. Dismisses with "next", "again" or "menu"."""

    route: routes.Caught
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "go on", id="caught.go-on"),
        Binding("space", "replay", "replay", id="caught.replay"),
        Binding("escape,m", "dismiss('menu')", "menu", id="caught.menu"),
    ]

    def compose(self) -> ComposeResult:
        """Yield the sentences and the keys."""
        run, following = self.route.run, self.route.following
        time_ = spell_time(round(run.stopwatch.seconds * 1000))
        walked = f"{counted(run.steps, 'step')} in {time_}"
        with Vertical(classes="dialog"):
            yield Static("The hunter has you", classes="heading")
            yield Static(f"{walked}, {counted(run.remaining, 'step')} from B.", markup=False)
            if self.route.about:
                yield Static(self.route.about, markup=False)
            if following:
                yield Static(sentence(f"next: {following}"), markup=False)
            go_on = "go on" if following else "again"
            yield key_hints(("⏎", go_on), ("space", "replay"), ("esc", "menu"), gap=2)

    def on_mount(self) -> None:
        """Wait for a moment before keys count."""
        self._since = time.monotonic()

    def on_key(self, event: events.Key) -> None:
        """Drop a key that was typed for the walk."""
        if time.monotonic() - self._since < CALM_SECONDS and event.key != "escape":
            event.stop()
            event.prevent_default()

    def action_go_on(self) -> None:
        """Play the match that follows; without one the same maze again."""
        self.dismiss("next" if self.route.following else "again")

    def action_replay(self) -> None:
        """Watch the player and the hunter."""
        self.open(routes.Replay(self.route.run, self.route.rivals))

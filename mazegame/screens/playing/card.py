"""A screen with a card over its mazes while nobody walks.

What lives here: how the card looks, and when it is laid down and taken away. What does not: what it
says, and what goes on after it (``duel.py``, ``endless.py``).
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from textual import getters
from textual.widgets import Static

from mazegame.game.commands import Pause, Resume
from mazegame.screens.base import GameScreen
from mazegame.widgets.maze.session_pane import TimedActions

if TYPE_CHECKING:
    from textual.content import Content


class CardScreen(GameScreen[None], TimedActions):
    """A screen that yields a ``Static(id="card")`` last."""

    DEFAULT_CSS = """
    CardScreen {
        overflow: hidden hidden;
        layers: base over;
        align: center middle;

        #card {
            display: none;
            layer: over;
            width: auto;
            max-width: 100%;
            height: auto;
            padding: 0 1;
            border: round $maze-key;
            background: $panel;
            color: $foreground;
        }
        &.-resting #card { display: block; }
        &:nocolor #card { border: round $foreground; }
    }
    """

    card = getters.query_one("#card", Static)

    @property
    def resting(self) -> bool:
        """Whether the card lies over the mazes, so that nobody walks."""
        return self.has_class("-resting")

    def rest(self) -> None:
        """Stop the clocks, and lay the card over the mazes."""
        self.do(Pause())
        self.add_class("-resting")
        self.card.update(self.words())
        self.refresh_bindings()

    def walk_on(self) -> None:
        """Take the card away, and go on."""
        self.remove_class("-resting")
        self.do(Resume())
        self.refresh_bindings()

    @abstractmethod
    def words(self) -> Content:
        """Return what the card says now."""

    @abstractmethod
    def action_pause(self) -> None:
        """Lay the card over the mazes, if there is something to pause."""

    def on_screen_suspend(self) -> None:
        self.action_pause()

    def focus_changed(self, focused: bool) -> None:
        """Stop the clocks when the terminal loses the focus, if it reports that."""
        if not focused:
            self.action_pause()

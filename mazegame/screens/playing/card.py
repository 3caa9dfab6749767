"""A screen with a card over its mazes while nobody walks, such as between two rounds."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, ClassVar

from textual import getters
from textual.content import Content
from textual.widgets import Static

from mazegame.game.commands import Pause, Resume
from mazegame.screens.playing_screen import PlayingScreen
from mazegame.widgets.keys.key_line import KeyLine, key_of, named_keys

if TYPE_CHECKING:
    from textual.types import CSSPathType


class CardScreen(PlayingScreen):
    """A screen that yields a key line, and a ``Static(id="card")`` last."""

    CSS_PATH: ClassVar[CSSPathType | None] = "card.tcss"

    card = getters.query_one("#card", Static)

    @property
    def resting(self) -> bool:
        """Whether the card covers the mazes, so that nobody walks."""
        return self.has_class("-resting")

    def rest(self) -> None:
        """Stop the clocks and show the card."""
        self.do(Pause())
        self.add_class("-resting")
        lines, effects = self.words()
        keys = named_keys(*((key_of(self, action), what) for action, what in effects.items()))
        self.card.update(Content("\n").join([*lines, Content(), keys]))
        self.query_one(KeyLine).rename("start", effects["start"])
        self.refresh_bindings()

    def begun(self, *, resting: bool) -> None:
        """Start to walk, unless the card or another screen is in front."""
        if resting or self.app.screen is not self:
            self.rest()
        else:
            self.walk_on()
        self.release_frame()

    def walk_on(self) -> None:
        """Hide the card and go on."""
        self.remove_class("-resting")
        self.do(Resume())
        self.refresh_bindings()

    @abstractmethod
    def words(self) -> tuple[list[Content], dict[str, str]]:
        """Return the text of the card, and labels for the keys of some actions.

        One of the actions is ``start``, which goes on.
        """

    def action_pause(self) -> None:
        """Show the card, if there is something to pause."""
        self.rest()

    def on_screen_suspend(self) -> None:
        self.action_pause()

    def on_unmount(self) -> None:
        """Leave what is played, which can be resumed."""
        self.services.autosave.leave()

    def focus_changed(self, focused: bool) -> None:
        """Stop the clocks when the terminal loses the focus, if it reports that."""
        if self.is_mounted and not focused:
            self.action_pause()

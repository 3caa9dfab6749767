"""Splash: the first frame, shown while the engine and the first screen are loaded.

It stays at the bottom of the stack of screens. Whenever it is in front, it opens the next screen of
an iterator. It imports only Textual, so that it appears at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

from mazegame.screens.base import GameScreen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import ComposeResult
    from textual.screen import Screen


class SplashScreen(GameScreen[None]):
    """Shows the game's name, then opens the screens of an endless iterator, which may import."""

    DEFAULT_CSS = """
    SplashScreen { align: center middle; }
    SplashScreen Static {
        width: auto;
        color: $maze-key;
        text-style: bold;
    }
    """

    def __init__(self, first: Iterator[Screen[None]]) -> None:
        super().__init__()
        self._first = first
        self._painted = False

    def compose(self) -> ComposeResult:
        yield Static("mazegame")

    def _get_ready(self) -> None:
        """Do not become ready: keys wait for the next screen."""

    def on_screen_resume(self) -> None:
        """Open the next screen: the first one after the splash is painted, later ones at once."""
        if self._painted:
            self._open_next()
        else:
            self._painted = True
            self.call_later(self._open_next)  # Textual paints before that

    def _open_next(self) -> None:
        if self.app.screen is self:
            release = self.hold_frame()
            self.open(next(self._first))
            self.app.screen.call_later(release)  # once it is composed

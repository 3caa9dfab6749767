"""Too small: a message until the terminal is large enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events, on
from textual.widgets import Static

from mazegame.screens.base import GameScreen

if TYPE_CHECKING:
    from textual.app import ComposeResult


class TooSmallScreen(GameScreen[None]):
    """Shows the smallest size of the terminal; closes when it is reached."""

    fits_any_size = True

    DEFAULT_CSS = """
    TooSmallScreen { align: center middle; }
    TooSmallScreen Static { width: auto; max-width: 100%; text-align: center; }
    """

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self._needed = width, height

    def compose(self) -> ComposeResult:
        yield Static(id="message")

    @on(events.Mount)
    @on(events.Resize)
    @on(events.ScreenResume)
    def _update(self) -> None:
        size, (width, height) = self.app.size, self._needed
        if size.width >= width and size.height >= height:
            self.dismiss()
        self.query_one("#message", Static).update(
            f"Terminal too small\n{width}x{height} needed, now {size.width}x{size.height}"
        )

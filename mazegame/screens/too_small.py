"""Too small: a plain message until the terminal grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

from mazegame.screens.base import GameScreen

if TYPE_CHECKING:
    from textual.app import ComposeResult


class TooSmallScreen(GameScreen[None]):
    """Says how large the terminal has to be. The app opens it, and closes it when that is so.

    Args:
        width: The columns needed.
        height: The lines needed.
    """

    takes_palette = False

    DEFAULT_CSS = """
    TooSmallScreen { align: center middle; }
    TooSmallScreen Static { width: auto; max-width: 100%; text-align: center; }
    """

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self._width, self._height = width, height
        self._needs = f"{width}x{height}"

    def compose(self) -> ComposeResult:
        """The message."""
        yield Static(f"Terminal too small\n{self._needs} needed", id="message")

    def on_mount(self) -> None:
        """Say how large the terminal is."""
        self._say()

    def on_resize(self) -> None:
        """Say how large the terminal is now."""
        self._say()

    def on_screen_resume(self) -> None:
        """Go away if the terminal grew while the palette was in front."""
        if self.app.size.width >= self._width and self.app.size.height >= self._height:
            self.dismiss()

    def _say(self) -> None:
        size = self.app.size
        self.query_one("#message", Static).update(
            f"Terminal too small\n{self._needs} needed, now {size.width}x{size.height}"
        )

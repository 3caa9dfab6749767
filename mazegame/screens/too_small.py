"""Too small: a plain message until the terminal grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.screen import Screen
from textual.widgets import Static

if TYPE_CHECKING:
    from textual.app import ComposeResult


class TooSmallScreen(Screen[None]):
    """Says how large the terminal has to be. The app opens and closes it.

    Args:
        width: The columns needed.
        height: The lines needed.
    """

    DEFAULT_CSS = """
    TooSmallScreen { align: center middle; }
    TooSmallScreen Static { width: auto; max-width: 100%; text-align: center; }
    """

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self._needs = f"{width}x{height}"

    def compose(self) -> ComposeResult:
        """The message."""
        yield Static(f"mazegame needs {self._needs}", id="message")

    def on_mount(self) -> None:
        """Say how large the terminal is."""
        self._say()

    def on_resize(self) -> None:
        """Say how large the terminal is now."""
        self._say()

    def _say(self) -> None:
        size = self.app.size
        self.query_one("#message", Static).update(
            f"mazegame needs {self._needs}\nthis is {size.width}x{size.height}"
        )

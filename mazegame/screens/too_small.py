"""Too small: a message until the terminal is large enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

from mazegame.screens.base import GameScreen

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.screens import routes


class TooSmallScreen(GameScreen[None]):
    """Shows the smallest size of the terminal; closes when it is reached."""

    route: routes.TooSmall
    takes_palette = False
    fits_any_size = True

    DEFAULT_CSS = """
    TooSmallScreen { align: center middle; }
    TooSmallScreen Static { width: auto; max-width: 100%; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        """Yield the message."""
        yield Static(id="message")

    def on_mount(self) -> None:
        """Show the size of the terminal."""
        self._update()

    def on_resize(self) -> None:
        """Show the new size of the terminal, or close."""
        self._update()

    def on_screen_resume(self) -> None:
        """Close if the terminal grew while another screen was in front."""
        self._update()

    def _update(self) -> None:
        size, width, height = self.app.size, self.route.width, self.route.height
        if size.width >= width and size.height >= height:
            self.dismiss()
        self.query_one("#message", Static).update(
            f"Terminal too small\n{width}x{height} needed, now {size.width}x{size.height}"
        )

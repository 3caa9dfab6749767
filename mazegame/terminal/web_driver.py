"""The web driver: connects the app with a page in a browser, by packets on the standard streams.

It is Textual's, with the game's own keyboard. ``TEXTUAL_DRIVER`` names Textual's; ``app.py`` takes
this one in its place. ``party/browsers.py`` is at the other end.
"""

from __future__ import annotations

from typing import Final

from textual.drivers import web_driver

from mazegame.terminal.driver import GameDriver
from mazegame.terminal.keyboard import DECODE_ERRORS, Keyboard
from mazegame.terminal.textual_internals import is_ending, use_keyboard

NAME: Final = "textual.drivers.web_driver:WebDriver"
"""The value of ``TEXTUAL_DRIVER`` that stands for a browser."""

_MODES: Final = "".join(f"\x1b[?{mode}" for mode in ("1049h", "25l", "2004h", "1003h", "1006h"))
"""The sequences that the driver sends at its start: alternate screen, cursor, pastes, mouse."""


class MazeWebDriver(GameDriver, web_driver.WebDriver):
    """Textual's web driver, which also repaints everything for a newly opened page."""

    def run_input_thread(self) -> None:
        """Read the page's keys until the app ends."""
        use_keyboard(Keyboard, DECODE_ERRORS, web_driver)
        super().run_input_thread()

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """Handle a packet that is no key."""
        if packet_type == "repaint":
            self.call_soon(self._repaint)
        elif packet_type == "resize":  # the game hears of its first size by two steps as well
            self.call_soon(self.call_soon, super().on_meta, packet_type, payload)
        else:
            super().on_meta(packet_type, payload)

    def _repaint(self) -> None:
        if not is_ending(self.game):  # its screens may be gone
            self.write(_MODES)
            self.game.refresh(layout=True)

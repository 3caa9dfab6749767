"""The driver: what stands between the app and the terminal, with one mend of our own.

Textual decodes the keyboard as strict UTF-8, and a byte that is none (a key of another encoding, a
pasted file, noise on a line) would end the game with a traceback. Here such a byte becomes U+FFFD.
"""

from __future__ import annotations

import codecs

from textual.drivers import linux_driver


class MazeDriver(linux_driver.LinuxDriver):
    """Textual's driver, with a keyboard on which every byte is allowed."""

    def run_input_thread(self) -> None:
        """Read the keyboard until the app ends."""
        vars(linux_driver)["getincrementaldecoder"] = _forgiving_decoder
        super().run_input_thread()


class _ForgivingDecoder(codecs.getincrementaldecoder("utf-8")):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__(errors="replace")


def _forgiving_decoder(encoding: str) -> type[codecs.IncrementalDecoder]:
    del encoding  # it is always UTF-8
    return _ForgivingDecoder

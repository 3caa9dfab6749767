"""The driver: what stands between the app and the terminal, with some mends of our own.

Textual decodes the keyboard as strict UTF-8, and a byte that is none (a key of another encoding, a
pasted file, noise on a line) would end the game with a traceback. Here such a byte becomes U+FFFD.

Textual takes escape sequences in what is pasted for keys, one by one and slowly, and has no limit.
Here a paste is text of a length that somebody can have meant.

And the keys that end the game do not wait for those before them.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, Final

from textual import events
from textual.drivers import linux_driver

from mazegame.screens.base import LEAVE_KEYS
from mazegame.textual_internals import exit_from_thread

if TYPE_CHECKING:
    from textual.message import Message

PASTE_CHARACTERS: Final = 4096
"""So much of what is pasted is taken; what can be pasted is at most a game ID."""

_START, _END = "\x1b[200~", "\x1b[201~"
"""What a terminal sends around what is pasted."""


class MazeDriver(linux_driver.LinuxDriver):
    """Textual's driver, with a keyboard on which everything may be typed and pasted."""

    def run_input_thread(self) -> None:
        """Read the keyboard until the app ends."""
        vars(linux_driver)["getincrementaldecoder"] = _keyboard
        super().run_input_thread()

    def process_message(self, message: Message) -> None:
        """Hand on what was read; let a key that ends the game overtake all others."""
        if isinstance(message, events.Key) and message.key in LEAVE_KEYS:
            exit_from_thread(self)
        super().process_message(message)


class Keyboard(codecs.getincrementaldecoder("utf-8")):  # type: ignore[misc]
    """Turns the bytes of a keyboard into characters, whatever they are."""

    def __init__(self) -> None:
        super().__init__(errors="replace")
        self._pasting = False
        self._room = 0
        self._tail = ""

    def decode(self, data: bytes, final: bool = False) -> str:
        """Decode some bytes; what a character still lacks is waited for."""
        pieces: list[str] = []
        text = super().decode(data, final)
        while text:
            text = self._paste(text, pieces) if self._pasting else self._type(text, pieces)
        return "".join(pieces)

    def _type(self, text: str, pieces: list[str]) -> str:
        """Take what is typed, up to the start of a paste; return the rest."""
        known = len(self._tail)
        start = (self._tail + text).find(_START)
        if start < 0:
            pieces.append(text)
            self._tail = (self._tail + text)[1 - len(_START) :]
            return ""
        end = start + len(_START) - known
        pieces.append(text[:end])
        self._pasting, self._room, self._tail = True, PASTE_CHARACTERS, ""
        return text[end:]

    def _paste(self, text: str, pieces: list[str]) -> str:
        """Take what is pasted, up to its end; return the rest."""
        text, self._tail = self._tail + text, ""
        inside, end, rest = text.partition(_END)
        if end:
            self._pasting = False
        else:  # the end of it may be the beginning of the end
            held = next((n for n in range(len(_END) - 1, 0, -1) if inside.endswith(_END[:n])), 0)
            inside, self._tail = inside[: len(inside) - held], _END[:held]
        inside = inside.replace("\x1b", "")[: self._room]
        self._room -= len(inside)
        pieces.append(inside + end)
        return rest


def _keyboard(encoding: str) -> type[codecs.IncrementalDecoder]:
    del encoding  # it is always UTF-8
    return Keyboard

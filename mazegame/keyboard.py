"""Keyboard: decode the bytes that a terminal sends.

Textual decodes them as strict UTF-8, and an invalid byte (a key of another encoding, a pasted file,
noise on a line) would end the game with a traceback. Here such a byte becomes U+FFFD.

Textual takes escape sequences within a paste for keys, one by one and slowly, and has no limit.
Here a paste is text of limited length. A paste whose end marker never comes ends by itself, so that
it does not swallow all keys that follow.

What does not live here: what the characters mean (``reports.py``).
"""

from __future__ import annotations

import codecs
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

PASTE_CHARACTERS: Final = 4096
"""Most characters taken of a paste; enough for game IDs and paths."""

MAX_PASTE_CHARACTERS: Final = 1 << 22
"""Characters after which a paste without an end marker ends."""

PASTE_SECONDS: Final = 1.0
"""Seconds of silence after which a paste without an end marker ends: what follows is typed."""

_START, _END = "\x1b[200~", "\x1b[201~"
"""The markers that a terminal sends before and after a paste."""


class Keyboard(codecs.getincrementaldecoder("utf-8")):  # type: ignore[misc]
    """An incremental decoder that accepts any bytes and limits pastes.

    Args:
        clock: Returns a monotonic time in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(errors="replace")
        self._clock = clock
        self._latest = 0.0
        self._pasting = False
        self._pasted = 0
        self._tail = ""

    def decode(self, data: bytes, final: bool = False) -> str:
        """Return the characters of some bytes; keep an incomplete one for the next call."""
        now, before = self._clock(), self._latest
        self._latest = now
        pieces: list[str] = []
        if self._pasting and now - before > PASTE_SECONDS:
            self._end_paste(pieces)
        text = super().decode(data, final)
        while text:
            text = self._paste(text, pieces) if self._pasting else self._type(text, pieces)
        return "".join(pieces)

    def _type(self, text: str, pieces: list[str]) -> str:
        """Take typed text up to the start of a paste; return the rest."""
        known = len(self._tail)
        start = (self._tail + text).find(_START)
        if start < 0:
            pieces.append(text)
            self._tail = (self._tail + text)[1 - len(_START) :]
            return ""
        end = start + len(_START) - known
        pieces.append(text[:end])
        self._pasting, self._pasted, self._tail = True, 0, ""
        return text[end:]

    def _paste(self, text: str, pieces: list[str]) -> str:
        """Take pasted text up to its end; return the rest."""
        text, self._tail = self._tail + text, ""
        inside, end, rest = text.partition(_END)
        if not end:  # the last characters may begin the end marker
            held = next((n for n in range(len(_END) - 1, 0, -1) if inside.endswith(_END[:n])), 0)
            inside, self._tail = inside[: len(inside) - held], _END[:held]
        room = max(PASTE_CHARACTERS - self._pasted, 0)
        self._pasted += len(inside)
        pieces.append(inside.replace("\x1b", "")[:room])
        if end or self._pasted > MAX_PASTE_CHARACTERS:
            self._end_paste(pieces)
        return rest

    def _end_paste(self, pieces: list[str]) -> None:
        pieces.append(_END)
        self._pasting, self._tail = False, ""

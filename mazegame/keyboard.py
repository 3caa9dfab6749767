"""Keyboard: turn what a terminal sends into Textual's events.

Textual 8.2.8 ends with a traceback when a byte is no UTF-8 and when a report holds an impossible
number (a size of 0 pixels, a code point beyond Unicode): of 10,000 inputs of 64 random bytes and
parts of reports, 9,999 and 20. It takes a paste with escape sequences for keys, one a character,
and goes on with a paste that has no end. Here such a byte becomes U+FFFD, such a report is dropped,
and a paste is text of limited length that ends, at the latest, by itself.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from textual import events

from mazegame.textual_internals import Parser, XTermParser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from textual.message import Message

PASTE_CHARACTERS: Final = 4096
"""Most characters taken of a paste; enough for game IDs and paths."""

PASTE_SECONDS: Final = 1.0
"""Seconds of silence after which a paste without an end marker ends: what follows is typed."""

MAX_COLUMNS, MAX_LINES = 1500, 500
"""The largest plausible terminal, in characters."""

_START, _END = "\x1b[200~", "\x1b[201~"
"""The markers that a terminal sends before and after a paste."""


class Keyboard(XTermParser):
    """Textual's parser, which also survives invalid reports and endless pastes."""

    def __init__(self, debug: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(debug)
        self._clock = clock
        self._fed_at = 0.0
        self._pasting = False
        self._room = 0
        """How many characters of this paste are still taken."""
        self._latest = ""
        """The latest characters, as long as they may belong to a marker."""

    def feed(self, data: str) -> Iterable[Message]:
        """Yield the events of some characters; drop reports that cannot be read."""
        for piece in self._pieces(data):
            try:
                for event in super().feed(piece):
                    if _is_possible(event):
                        yield event
            except Exception:  # noqa: BLE001  no report may end the game
                Parser.__init__(self)  # continues with the next character

    def _pieces(self, data: str) -> Iterator[str]:
        """Yield the characters, without the escapes and the excess of pastes; at the end ''."""
        now, before = self._clock(), self._fed_at
        self._fed_at = now
        if self._pasting and now - before > PASTE_SECONDS:
            self._pasting, self._latest = False, ""
            yield from _END
        for character in data:
            yield from self._pasted(character) if self._pasting else self._typed(character)
        if not data:
            yield ""

    def _typed(self, character: str) -> str:
        self._latest = (self._latest + character)[-len(_START) :]
        if self._latest == _START:
            self._pasting, self._room, self._latest = True, PASTE_CHARACTERS, ""
        return character

    def _pasted(self, character: str) -> str:
        """Return the next characters of a paste; keep what may begin its end marker."""
        held = self._latest + character
        self._latest = ""
        if held == _END:
            self._pasting = False
            return _END
        if _END.startswith(held):
            self._latest = held
            return ""
        if character == "\x1b":
            held, self._latest = held[:-1], character
        text = held.replace("\x1b", "")[: self._room]
        self._room -= len(text)
        return text

    def parse_mouse_code(self, code: str) -> Message | None:
        """Return a mouse event; its position counts as cells if the size in pixels is wrong."""
        sizes = (self.terminal_size, self.terminal_pixel_size)
        if not all(size is not None and min(size) > 0 for size in sizes):
            self.terminal_pixel_size = None
        return super().parse_mouse_code(code)


def _is_possible(event: Message) -> bool:
    if isinstance(event, events.Resize):
        return 0 < event.size.width <= MAX_COLUMNS and 0 < event.size.height <= MAX_LINES
    if isinstance(event, events.Key):  # half a character cannot be printed
        return not any("\ud800" <= part <= "\udfff" for part in event.key + (event.character or ""))
    return True

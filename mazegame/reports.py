"""Reports: turn what a terminal sends besides text into Textual's events.

Textual's parser trusts every number in a report, and some end the game with a traceback: a size of
0 pixels, an invalid code point, a key with an event type. Here the valid part of such a report
counts, and the rest is dropped.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final

from textual import events
from textual.keys import Keys

from mazegame.textual_internals import ParseError, XTermParser, restart_parser

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.message import Message

MAX_COLUMNS, MAX_LINES = 1500, 500
"""The largest plausible terminal, in characters."""

_KITTY_KEY: Final = re.compile(
    r"\x1b\[([\d:]*)(?:;([\d:]*))?(?:;([\d:]*))?([u~ABCDEFHPQRS])", re.ASCII
)
"""Matches a key: its code, its modifiers, its text, and the final character."""

RELEASED: Final = "3"
"""The event type of a key release in the Kitty keyboard protocol."""


def is_plausible(width: int, height: int) -> bool:
    """Return whether a terminal can have that number of columns and lines."""
    return 0 < width <= MAX_COLUMNS and 0 < height <= MAX_LINES


class ReportParser(XTermParser):
    """Textual's parser, which also survives invalid reports."""

    def feed(self, data: str) -> Iterable[Message]:
        """Yield the events of some characters; drop reports that cannot be read."""
        try:
            for event in super().feed(data):
                if not (isinstance(event, events.Resize) and not is_plausible(*event.size)):
                    yield event
        except ParseError:
            raise
        except Exception:  # noqa: BLE001  no report may end the game
            restart_parser(self)

    def parse_mouse_code(self, code: str) -> Message | None:
        """Return a mouse event; its position counts as cells if the size in pixels is wrong."""
        sizes = (self.terminal_size, self.terminal_pixel_size)
        if not all(size is not None and min(size) > 0 for size in sizes):
            self.terminal_pixel_size = None
        return super().parse_mouse_code(code)

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        """Yield the keys of a sequence; ``ignore`` for an invalid one."""
        found = _KITTY_KEY.fullmatch(sequence)
        if found is not None:
            code, modifiers, text, end = found.groups(default="")
            if modifiers.partition(":")[2] == RELEASED:
                yield events.Key(Keys.Ignore, sequence)
                return
            parts = [
                code.partition(":")[0],  # without the keys of other layouts
                modifiers.partition(":")[0],  # without the event type
                ":".join(filter(_is_character, text.split(":"))),
            ]
            sequence = "\x1b[" + ";".join(parts).rstrip(";") + end
        try:
            keys = [*super()._sequence_to_key_events(sequence, alt)]
        except (ValueError, OverflowError):  # not a code point
            keys = [events.Key(Keys.Ignore, sequence)]
        for key in keys:
            half = key.character is not None and any(map(_is_surrogate, key.character))
            yield events.Key(Keys.Ignore, sequence) if half else key


def _is_character(code: str) -> bool:
    return bool(code) and int(code) <= sys.maxunicode and not _is_surrogate(chr(int(code)))


def _is_surrogate(character: str) -> bool:
    return "\ud800" <= character <= "\udfff"

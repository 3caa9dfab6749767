"""For terminals that are not Unicode: what stands in for the characters they do not have.

The maze has ASCII drawings of its own; this is for everything else on the screen. It works where
text becomes bytes, as a codec error handler, so that no widget has to know of it.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from io import TextIOWrapper
from typing import Final, TextIO

HANDLER: Final = "mazegame.ascii"
"""The name of the error handler."""

STAND_INS: Final[Mapping[str, str]] = {
    character: its
    for its, characters in {
        "-": "─╌╺╴╶",
        "=": "═━╸",
        "|": "│╎┃║╵╷╹╻▏▕▎▍▌▐❚",
        "+": "╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬✓",
        "#": "█▇▆▅▄▃▂▁▀■▊▋▉▬▪▘▝▖▗▚▞▙▛▜▟▮◆",
        "%": "░▒▓",
        ".": "·∙…▯☆",
        "o": "•○°",
        "O": "●",
        "c": "◐◑",
        "e": "éè",
        "x": "◇✗×",
        "*": "★✦",
        "<": "‹←⌫",
        ">": "›▸▶→",
        "^": "↑▲",
        "v": "↓▼",
        "\\": "↖↘",
        "/": "↗↙",
        "~": "⏎",
    }.items()
    for character in characters
}
"""One character for one, so that nothing moves."""


def stand_in(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace what cannot be encoded by its stand-in, or by a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(STAND_INS.get(character, "?") for character in text), error.end


def is_unicode(stream: TextIO | None) -> bool:
    """Return whether a stream can take every character."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return codecs.lookup(encoding).name.startswith("utf")


def use_stand_ins(stream: TextIO | None) -> None:
    """Make a stream that is not Unicode take every character."""
    if isinstance(stream, TextIOWrapper) and not is_unicode(stream):
        codecs.register_error(HANDLER, stand_in)
        stream.reconfigure(errors=HANDLER)

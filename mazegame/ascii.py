"""ASCII substitutes for characters that a terminal does not have.

Mazes have ASCII drawings of their own; this is for everything else on the screen. It works where
text is sent to the terminal, so that no widget has to know of it.
"""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Mapping
from io import TextIOWrapper
from typing import Final, TextIO

from mazegame.terminals import Characters, takes_unicode

HANDLER: Final = "mazegame.ascii"
"""The name of the error handler."""

_LETTERS: Final = "éè"

SUBSTITUTES: Final[Mapping[str, str]] = {
    character: its
    for its, characters in {
        "-": "─╌╺╴╶▔",
        "_": "▁",
        "=": "═━╸▬",
        "|": "│╎┃║╵╷╹╻▏▕▎▍▌▐❚",
        "+": "╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬✓",
        "#": "█▇▆▅▄▃▂▀■▊▋▉▪▘▝▖▗▚▞▙▛▜▟▮◆",
        "%": "░▒▓",
        ".": "·∙…▯☆",
        "o": "•○°",
        "O": "●",
        "c": "◐◑",
        "e": _LETTERS,
        "x": "◇✗×",
        "*": "★✦",
        "<": "‹←⌫◀",
        ">": "›▸▶→",
        "^": "↑▲",
        "v": "↓▼",
        "\\": "↖↘",
        "/": "↗↙",
        "~": "⏎",
    }.items()
    for character in characters
}
"""One ASCII character for each other character, so that nothing moves."""

CONSOLE: Final[Mapping[int, str | int]] = str.maketrans(
    "╭╮╰╯╵╷╎╶╴╌┃╹╻━╺╸┏┓┗┛┣┫┳┻╋▘▝▖▗▙▛▜▟▚▞▁▂▃▅▆▇▔▉▊▋▍▎▏▕❚▮▪▯◇◆●◐◑★☆✦✓✗×…‹›⌫▸▶◀↖↘↗↙⏎",
    "┌┐└┘│││───║║║═══╔╗╚╝╠╣╦╩╬▀▀▄▄▌▌▐▐▒▒__▄▄██▀██▌▌││││■■.x♦•oo*.*√xx.<><►►◄\\\\//~",
)  # fmt: skip
"""Substitutes on a text console, whose font has the characters of code page 437 at best."""

ASCII_SIGNS: Final[Mapping[int, str | int]] = {
    ord(sign): its for sign, its in SUBSTITUTES.items() if sign not in _LETTERS
}
"""ASCII substitutes for the game's signs, on a terminal that has the letters of all names."""


class _AsciiOnly(dict[int, str | int]):
    """ASCII for every character, as wide as it is: a letter without its accent, else ``?``."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if character.isascii():
            found = character
        else:
            base = unicodedata.normalize("NFKD", character)[0]
            is_wide = unicodedata.east_asian_width(character) in {"W", "F"}
            other = "" if unicodedata.combining(character) else "??" if is_wide else "?"
            found = base if base.isascii() and not is_wide else other
        self[code] = found
        return found


ASCII_ONLY: Final[Mapping[int, str | int]] = _AsciiOnly(
    {ord(sign): its for sign, its in SUBSTITUTES.items()}
)
"""ASCII for everything."""


def substitutes(terminal: Characters, shown: Characters) -> Mapping[int, str | int] | None:
    """Return a table for ``str.translate`` for what the terminal has and the player wants."""
    if terminal == "ascii":
        return ASCII_ONLY
    if shown == "ascii":
        return ASCII_SIGNS
    return CONSOLE if terminal == "console" else None


def substitute_error(error: UnicodeError) -> tuple[str | bytes, int]:
    """Replace characters that cannot be encoded by their substitutes; a codec error handler."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return error.object[error.start : error.end].translate(ASCII_ONLY), error.end


def substitute_unencodable(stream: TextIO | None) -> None:
    """Make a stream accept every character, by substitutes, if it is not Unicode."""
    if isinstance(stream, TextIOWrapper) and not takes_unicode(stream):
        codecs.register_error(HANDLER, substitute_error)
        stream.reconfigure(errors=HANDLER)

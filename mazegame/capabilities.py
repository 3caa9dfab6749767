"""The terminal of the process: its size, abilities and characters, and ASCII substitutes.

Mazes have ASCII drawings of their own; the substitutes are for everything else on the screen. They
replace characters where text is sent to the terminal, so that no widget has to know of it.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import shutil
import sys
import unicodedata
from collections.abc import Mapping
from io import TextIOWrapper
from pathlib import Path
from typing import Final, Literal, TextIO

Characters = Literal["unicode", "console", "ascii"]
"""The characters that a terminal can show: all, those of a text console's font, or ASCII."""

FULL_SCREEN: Final = (
    "Eterm", "alacritty", "ansi", "aterm", "beterm", "contour", "cons25", "cygwin", "dtterm",
    "dvtm", "eat", "eterm", "fbterm", "foot", "ghostty", "gnome", "hterm", "hurd", "iTerm", "iterm",
    "jfbterm", "kitty", "konsole", "kterm", "linux", "mintty", "mlterm", "ms-terminal", "nsterm",
    "pccon", "putty", "rio", "rxvt", "screen", "st-", "stterm", "teken", "terminator",
    "terminology", "tmux", "vscode", "vt100", "vt102", "vt220", "vt320", "vt340", "vt420", "vt520",
    "vte", "warp", "wezterm", "wsvt25", "xterm", "zellij",
)  # fmt: skip
"""Prefixes of the names of terminals that show a full screen by sequences of ECMA-48.

A terminal that is not here does so if the system's terminfo says it. Many that are here have no
entry there, as on a machine that was reached by SSH.
"""

TEXT_CONSOLES: Final = ("cons25", "linux", "pccon", "wsvt25")
"""Prefixes of the names of consoles whose font has 256 or 512 glyphs.

They have neither round corners nor half lines, and no quarters of blocks.
"""

ASCII_LOCALES: Final = frozenset({"C", "POSIX"})
"""Locales without other characters, though Python turns on its UTF-8 mode in them."""


TOUCH: Final = "MAZEGAME_TOUCH"
"""The environment variable that is 1 if the game is on a touch screen without a keyboard."""


def is_touched() -> bool:
    """Return whether the game is played by taps and swipes in a browser."""
    return os.environ.get(TOUCH) == "1" and bool(os.environ.get("TEXTUAL_DRIVER"))


def terminal_size() -> tuple[int, int]:
    """Return the columns and lines of the terminal, as it reports them.

    COLUMNS and LINES may be those of another terminal and never change; they count only where no
    terminal knows its size.
    """
    for stream in (sys.__stderr__, sys.__stdin__, sys.__stdout__):
        with contextlib.suppress(AttributeError, OSError, ValueError):
            size = os.get_terminal_size(stream.fileno())  # type: ignore[union-attr]
            if size.columns > 0 and size.lines > 0:
                return size.columns, size.lines
    columns, lines = shutil.get_terminal_size()
    return columns, lines


def shows_full_screen(name: str) -> bool:
    """Return whether a terminal, named as in TERM, can move its cursor by ECMA-48."""
    return name == "st" or name.startswith(FULL_SCREEN) or _moves_cursor(name)


def _moves_cursor(name: str) -> bool:
    """Return whether the system's terminfo knows a terminal that moves its cursor by ECMA-48."""
    try:
        import curses

        with Path(os.devnull).open("wb") as nowhere:
            curses.setupterm(name or "unknown", nowhere.fileno())
        return (curses.tigetstr("cup") or b"").startswith(b"\x1b[")
    except Exception:  # noqa: BLE001  no module, no entry, or a damaged one
        return False


def terminal_characters() -> Characters:
    """Return the characters that the terminal can show. Textual paints on standard error."""
    if os.environ.get("TEXTUAL_DRIVER"):  # a browser's page
        return "unicode"
    if not takes_unicode(sys.__stderr__) or in_ascii_locale():
        return "ascii"
    return "console" if os.environ.get("TERM", "").startswith(TEXT_CONSOLES) else "unicode"


def takes_unicode(stream: TextIO | None) -> bool:
    """Return whether a stream has an encoding for every character."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return codecs.lookup(encoding).name.startswith("utf")


def in_ascii_locale() -> bool:
    """Return whether the environment asks for a locale without other characters than ASCII."""
    names = (os.environ.get(variable) for variable in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next((name for name in names if name), "") in ASCII_LOCALES


# Substitutes

HANDLER: Final = "mazegame.substitutes"
"""The name of the error handler."""

_LETTERS: Final = "éè"

SUBSTITUTES: Final[Mapping[str, str]] = {
    character: its
    for its, characters in {
        "-": "─╌╺╴╶▔┄┅┈┉╍╼╾",
        "_": "▁",
        "=": "═━╸▬",
        "|": "│╎┃║╵╷╹╻▏▕▎▍▌▐❚┆┇┊┋╏╽╿",
        "+": "╭╮╰╯┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬✓"
        "┍┎┑┒┕┖┙┚┝┞┟┠┡┢┥┦┧┨┩┪┭┮┯┰┱┲┵┶┷┸┹┺┽┾┿╀╁╂╃╄╅╆╇╈╉╊╒╓╕╖╘╙╛╜╞╟╡╢╤╥╧╨╪╫",
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
    "╭╮╰╯╵╷╎╶╴╌┃╹╻━╺╸┏┓┗┛┣┫┳┻╋▘▝▖▗▙▛▜▟▚▞▁▂▃▅▆▇▔▉▊▋▍▎▏▕❚▮▪▯◇◆●◐◑★☆✦✓✗×…‹›⌫▸▶◀↖↘↗↙⏎"
    "┄┅┈┉╍╼╾┆┇┊┋╏╽╿┍┎┑┒┕┖┙┚┝┞┟┠┡┢┥┦┧┨┩┪┭┮┯┰┱┲┵┶┷┸┹┺┽┾┿╀╁╂╃╄╅╆╇╈╉╊",
    "┌┐└┘│││───║║║═══╔╗╚╝╠╣╦╩╬▀▀▄▄▌▌▐▐▒▒__▄▄██▀██▌▌││││■■.x♦•oo*.*√xx.<><►►◄\\\\//~"
    "───────│││││││┌┌┐┐└└┘┘├├├├├├┤┤┤┤┤┤┬┬┬┬┬┬┴┴┴┴┴┴┼┼┼┼┼┼┼┼┼┼┼┼┼┼",
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

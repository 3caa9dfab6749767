"""Keyboard: turn what a terminal sends into Textual's events.

A terminal sends more than keys: it answers questions, also late those of a program that ran before.
Textual 8.2.8 types what it does not know: a colour that another program asked for restarts the run.
Here a control sequence is read whole, by the grammar of ECMA-48. It is a key, a report that the
game uses, or nothing, whatever it says. Only the time tells an Esc from the beginning of a
sequence: ``ESCDELAY`` milliseconds of silence.
"""

from __future__ import annotations

import codecs
import re
import time
from typing import TYPE_CHECKING, Final

from textual import constants, events, messages
from textual.keys import Keys

from mazegame.terminal.textual_internals import FUNCTIONAL_KEYS, KEY_SEQUENCES, XTermParser, keys_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.message import Message

LEAVE_KEYS: Final = frozenset({"ctrl+q", "ctrl+c"})
"""The keys that end the game on every screen."""

PASTE_CHARACTERS: Final = 4096
"""Most characters taken of a paste; enough for game IDs and paths."""

PASTE_SECONDS: Final = 1.0
"""Seconds of silence after which a paste without an end marker ends: what follows is typed."""

SEQUENCE_SECONDS: Final = 2.0
"""Seconds of silence after which a sequence without an end is dropped: what follows is typed."""

LONGEST_HELD: Final = 64
"""Most characters kept of an incomplete control sequence; no key and no report is longer."""

DECODE_ERRORS: Final = "mazegame.terminal.keyboard"
"""The name of the codec error handler for bytes that are no UTF-8."""

_PASTE: Final = "\x1b[200~"
"""The marker before a paste."""

_PASTE_END: Final = "\x1b[201~"
"""The marker after a paste."""

_STRING_END: Final = "\x1b\\"
"""The end of a control string, in case its beginning was lost."""

_VT52: Final = "\x1b/Z"
"""The answer of a VT52 to a request for its identity."""

_STRING: Final = r"[\x00\x07-\x0d\x20-\uffff\U00010000-\U0010ffff]"
"""Matches a character of a control string: text, or a bell that is not its end."""

_WHOLE: Final = re.compile(
    rf"""\x1b(?:
        (?=\x1b)                                   # Esc, before another sequence
        | \[ITERM2\ [\d.]*(?:beta\d+|-nightly)?n    # iTerm's version, outside of the grammar
        | \[M[^\x00-\x1f]{{3}}                     # the mouse, in the first protocol of all
        | \[<[\d;-]*[Mm]                           # the mouse; some terminals send numbers below 0
        | \[\[[A-E]                                # F1 to F5 of the Linux console
        | \[(?!ITE)[0-?]*[\ -/]*[@-~]              # CSI
        | \][\x00\x08-\x0d\x20-\U0010ffff]*(?:\x07|\x1b\\)   # OSC
        | [P^_]{_STRING}*\x1b\\                    # DCS, PM, APC
        | X(?:[^\x1b]|\x1b(?!\\))*\x1b\\           # SOS
        | O(?:[\d;]*[@-~]|[\ -/:<-?])               # SS3
        | /[ -~]                                   # the answer of a VT52, or Alt+/ and a key
        | [^\[\]P^_XO/\x1b]                        # Alt with a key
    )""",
    re.VERBOSE,
)
"""A sequence with its end."""

_BEGUN: Final = re.compile(
    rf"\x1b(?:\[(?:ITE(?:R(?:M(?:2(?: [\w.-]*)?)?)?)?|<[\d;-]*\Z|[0-?]*[ -/]*)|[\]P^_]{_STRING}*"
    r"|X(?:[^\x1b]|\x1b(?!\\|\Z))*|O[\d;]*|/|)"
)
"""A sequence, or as much of it as fits the grammar, without its end."""

_MAY_GO_ON: Final = re.compile(r"\x1b(?:\[(?:IT?|M[^\x00-\x1f]{0,2}|\[))?")
"""A complete sequence or an Esc that may be the beginning of a longer sequence."""

_LATE: Final = re.compile(
    rf"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]P^_]{_STRING}*(?:\x07|\x1b\\)|X[^\x1b]*\x1b\\)"
)
"""A control sequence that may be so late that its Esc has counted as a key."""

_KEY: Final = re.compile(
    r"\x1b\[(\d*)(?::[\d:]*)?(?:(;\d*)(?::(\d*))?(;[\d:]*)?)?([u~ABCDEFHPQRS])"
)
"""A key as kitty and xterm send it: its code, modifiers, kind of event and text."""

_RELEASED: Final = "3"
"""The kind of event of a key that is released."""

_OTHER_KEY: Final = "27"
"""The code before xterm's modifiers and character of a key that has no sequence of its own."""

_CURSOR: Final = re.compile(r"\x1b\[\d+;\d+R")
"""The report of the cursor's position; some terminals send the same for F3 with modifiers."""

_MOUSE: Final = re.compile(r"\x1b\[<\d{1,9};-?\d{1,9};-?\d{1,9}[Mm]")

_HOLDS_FRAMES: Final = re.compile(r"\x1b\[\?2026;[1-9]\$y")
"""The answer of a terminal that can hold its picture until a frame is complete."""

_C1: Final = {
    code: f"\x1b{chr(code - 0x40)}" for code in (0x8F, 0x90, 0x98, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F)
}
"""The control characters that are one character instead of an Esc and another."""


_RXVT: Final = {
    "\x1bOb": (Keys.ControlDown,),  # which Textual takes for another key, as some below
    **{
        f"\x1b[{number}{sign}": (Keys(f"{held}+{key}"),)
        for number, key in ((2, "insert"), (3, "delete"), (5, "pageup"), (6, "pagedown"),
                            (7, "home"), (8, "end"))
        for sign, held in (("$", "shift"), ("^", "ctrl"), ("@", "ctrl+shift"))
    },
}  # fmt: skip
"""Keys of rxvt."""

_KNOWN: Final = {**KEY_SEQUENCES, **_RXVT}
"""The keys of all other sequences."""


class Keyboard:
    """A parser as Textual's drivers use it; ``clock`` gives seconds."""

    def __init__(self, debug: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._textual = XTermParser(debug)
        self._clock = clock
        self._fed_at = 0.0
        self._held = ""
        """A sequence without its end."""
        self._late = ""
        """The beginning of a sequence that counted as a key because its rest came too late."""
        self._paste: str | None = None
        """The text of a paste so far; None outside of one."""

    def feed(self, data: str) -> Iterator[Message]:
        """Yield the events of some characters."""
        if not data.isascii():
            data = data.translate(_C1)
        if self._late:
            data = self._without_late_rest(data)
        self._fed_at = self._clock()
        data, self._held = self._held + data, ""
        at = 0
        while at < len(data):
            if self._paste is not None:
                at, pasted = self._pasted(data, at)
                yield from pasted
            elif data[at] != "\x1b":
                yield from self._keys(data[at])
                at += 1
            elif _MAY_GO_ON.fullmatch(data, at):
                self._held, at = data[at:], len(data)
            elif match := _WHOLE.match(data, at):
                yield from self._meaning(match[0])
                at = match.end()
            else:
                begun = self._begun(data, at)
                if begun in _KNOWN and not self._held:
                    yield from self._meaning(begun)
                at += len(begun)

    def tick(self) -> Iterator[Message]:
        """Yield the events of sequences that have waited too long for their end."""
        silence = self._clock() - self._fed_at
        if self._paste is not None:
            if silence > PASTE_SECONDS:
                self._held = ""
                yield self._end_of_paste()
        elif self._held and silence > constants.ESCAPE_DELAY:
            held = self._held
            if whole := _WHOLE.match(held):  # what followed belongs to no longer sequence
                self._held = ""
                yield from self._meaning(whole[0])
                for character in held[whole.end() :]:
                    yield from self._keys(character)
            elif len(held) <= 2 or held in _KNOWN:
                self._held, self._late = "", held
                is_alt = len(held) == 2
                yield from self._keys(held[1], alt=True) if is_alt else self._meaning(held)
            elif silence > SEQUENCE_SECONDS:
                self._held = ""

    def _begun(self, data: str, at: int) -> str:
        """Return an incomplete sequence; hold it if its end may still come.

        Of a string only the beginning is held: nobody reads it.
        """
        match = _BEGUN.match(data, at)
        begun = match[0] if match else data[at]
        rest = data[at + len(begun) :]
        is_string = begun[1:2] in {"]", "P", "^", "_", "X"}
        short = begun[:2] + "x" * (len(begun) > 2) if is_string else begun[:LONGEST_HELD]
        if is_string and rest == "\x1b":
            self._held = short + rest
            return begun + rest
        if not rest:
            self._held = short
        return begun

    def _without_late_rest(self, data: str) -> str:
        """Return what follows the rest of a sequence whose beginning counted as a key."""
        late, self._late = self._late, ""
        match = _LATE.match(late + data)
        in_time = self._clock() - self._fed_at <= SEQUENCE_SECONDS
        if match and in_time and match.end() > len(late) + 1:
            return data[match.end() - len(late) :]
        return data

    def _pasted(self, data: str, at: int) -> tuple[int, list[Message]]:
        """Add text to a paste; return where the rest begins, and the paste if it has ended."""
        end = data.find(_PASTE_END, at)
        stop = len(data) if end < 0 else end
        if end < 0:  # the last characters may begin the marker
            begun = (n for n in range(len(_PASTE_END) - 1, 0, -1) if data.endswith(_PASTE_END[:n]))
            stop = max(at, stop - next(begun, 0))
            self._held = data[stop:]
        text = data[at:stop].replace("\x1b", "").replace("\0", "")
        self._paste = f"{self._paste}{text}"[:PASTE_CHARACTERS]
        return (len(data), []) if end < 0 else (end + len(_PASTE_END), [self._end_of_paste()])

    def _end_of_paste(self) -> events.Paste:
        paste, self._paste = self._paste or "", None
        return events.Paste(paste)

    def _meaning(self, sequence: str) -> Iterator[Message]:
        """Yield the events of a sequence; none for one that the game does not know."""
        if sequence == "\x1b":
            yield events.Key("escape", sequence)
        elif sequence == _PASTE:
            self._paste = ""
        elif sequence == "\x1b[I":
            yield events.AppFocus()
        elif sequence == "\x1b[O":
            yield events.AppBlur()
        elif _HOLDS_FRAMES.fullmatch(sequence):
            yield messages.TerminalSupportsSynchronizedOutput()
        elif _MOUSE.fullmatch(sequence):
            mouse = self._textual.parse_mouse_code(sequence)
            if mouse is not None:
                yield mouse
        elif sequence[1] == "[":
            yield from self._control_keys(sequence)
        elif sequence[1] == "O":
            yield from self._application_keys(sequence)
        elif sequence[1] == "/" and sequence != _VT52:
            yield from self._keys("/", alt=True)
            yield from self._keys(sequence[2])
        elif len(sequence) == 2 and sequence != _STRING_END:
            known = list(self._known_keys(sequence))
            yield from known or self._keys(sequence[1], alt=True)

    def _control_keys(self, sequence: str) -> Iterator[events.Key]:
        """Yield the keys of a CSI sequence, if it is any."""
        match = _KEY.fullmatch(sequence)
        if match is None or _CURSOR.fullmatch(sequence):
            yield from () if match else self._known_keys(sequence)
            return
        code, modifiers, kind, text, final = match.groups(default="")
        number = code or ("1" if final.isupper() else "")
        is_functional = f"{number}{final}" in FUNCTIONAL_KEYS and not text
        is_character = (code and final == "u") or (code == _OTHER_KEY and text and final == "~")
        if not (is_functional or is_character):
            yield from self._known_keys(sequence)
        elif kind != _RELEASED:
            yield from self._keys(f"\x1b[{code}{modifiers}{text}{final}")

    def _application_keys(self, sequence: str) -> Iterator[events.Key]:
        """Yield the keys of an SS3 sequence: of the application mode, else Alt+O and a key."""
        if sequence in _KNOWN:
            yield from self._known_keys(sequence)
        elif len(sequence) > 3:  # an old way to send modifiers
            modifiers = sequence[2:-1].rpartition(";")[2]
            yield from self._control_keys(f"\x1b[1;{modifiers}{sequence[-1]}")
        else:
            yield from self._keys("O", alt=True)
            yield from self._keys(sequence[2])

    def _known_keys(self, sequence: str) -> Iterator[events.Key]:
        """Yield the keys of a sequence that Textual knows by heart."""
        keys = _KNOWN.get(sequence, ())
        if isinstance(keys, str):
            yield from self._keys(keys)
        elif isinstance(keys, tuple):
            yield from (events.Key(key.value, None) for key in keys)

    def _keys(self, text: str, *, alt: bool = False) -> Iterator[events.Key]:
        """Yield the keys that Textual sees in a character or a sequence."""
        try:
            keys = list(keys_of(self._textual, text, alt=alt))
        except (ValueError, OverflowError):  # beyond Unicode
            return
        for key in keys:
            if key.key != Keys.Ignore and not _is_half(key.key + (key.character or "")):
                yield key


def _is_half(text: str) -> bool:
    """Return whether a text has half a character, which cannot be printed."""
    return any("\ud800" <= part <= "\udfff" for part in text)


def decode_byte(error: UnicodeError) -> tuple[str, int]:
    """Replace bytes that are no UTF-8; a control character of one byte stays what it is."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    found = error.object[error.start : error.end]
    is_control = len(found) == 1 and found[0] in _C1
    return chr(found[0]) if is_control else "\ufffd", error.end


codecs.register_error(DECODE_ERRORS, decode_byte)

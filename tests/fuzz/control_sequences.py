"""What terminals send that is no key: control sequences by their grammar (ECMA-48), in pieces.

Each is one that no key has; it lies between two keys, and has to do nothing. Bytes go through the
driver's decoder, cut anywhere, as slow lines cut them. A pause is shorter than the one that makes a
key of an Esc, or, once a sequence is no key any more, shorter than the one that drops it.
"""

import codecs
import re
from collections import Counter
from random import Random
from typing import Final

from textual import constants, events
from textual.messages import TerminalSupportsSynchronizedOutput

from mazegame.terminal.keyboard import DECODE_ERRORS, SEQUENCE_SECONDS, Keyboard
from tests.fuzz.harness import Finding, Target
from tests.ui.terminal.replies import REPLIES

INTRODUCERS: Final = {"CSI": b"[", "OSC": b"]", "DCS": b"P", "APC": b"_", "PM": b"^", "SOS": b"X"}
"""The kinds of sequences, and the byte behind the Esc of each."""

TEXT: Final = bytes((*range(0x08, 0x0E), *range(0x20, 0x7F)))
"""The bytes of a command string."""

WORDS: Final = (
    b"rgb:1e1e/1e1e/1e1e", b"restart", b"q", b"y\r", b"wilson:9x9:a", "é→👾".encode(), b"11;", b"",
    b"quit!", b"?62;22c", b"[A", b"Gi=1;OK", b"1+r544e=", b"4;1;", b"\t", b"hjkl", b"0123456789",
)  # fmt: skip
"""What strings say; most would do something in the game if they were typed."""

KEYS: Final = re.compile(
    rb"\[(?:[\d:;]*[u~A-HPQRS]"  # keys with modifiers; also where the cursor is
    rb"|\[|I|O|Z|[abcd]|M|<[\d;-]*[Mm]"  # the Linux console, focus, Tab, rxvt, the mouse
    rb"|\d+[\^@]|1;[568][p-y]|\?2026;[1-9]\$y)"  # rxvt, mintty, and what the game has asked for
)
"""CSI sequences that are keys or reports which the game uses."""

HOLDS_RXVT: Final = re.compile(rb"\x1b\[\d+\$")
"""What is a key of rxvt if nothing follows soon."""


class ControlSequences(Target):
    """Sequences without a meaning, each in some pieces, between keys."""

    name, share, short = "sequences", 0.2, 4000

    def run(self, random: Random) -> Counter[str]:
        """Send a sequence between two keys, and check that the two keys are all that arrives."""
        kind, sequence = _sequence(random)
        now = 100.0
        keyboard = Keyboard(clock=lambda: now)
        decode = codecs.getincrementaldecoder("utf-8")(errors=DECODE_ERRORS).decode
        found = [*keyboard.feed("a")]
        at = 0
        pieces = []
        while at < len(sequence):
            size = random.choice((1, 1, 2, 3, 8, len(sequence)))
            pieces.append(sequence[at : at + size])
            at += size
            found += keyboard.feed(decode(pieces[-1]))
            now += _pause(random, sequence[:at])
            found += keyboard.tick()
        found += keyboard.feed(decode(b"b"))
        now += SEQUENCE_SECONDS + 1
        found += keyboard.tick()
        typed = [
            event.key if isinstance(event, events.Key) else repr(event)
            for event in found
            if not isinstance(event, TerminalSupportsSynchronizedOutput)
        ]
        if typed != ["a", "b"]:
            raise Finding(f"{pieces} between a and b: {typed}")
        return Counter({kind: 1})


def _pause(random: Random, sent: bytes) -> float:
    """Return seconds after some bytes of a sequence."""
    is_begun = len(sent) > 3 and not HOLDS_RXVT.fullmatch(sent)
    if is_begun and random.random() < 0.2:
        return SEQUENCE_SECONDS * 0.9
    return random.random() * constants.ESCAPE_DELAY * 0.9


def _sequence(random: Random) -> tuple[str, bytes]:
    """Return the kind of a sequence, and its bytes."""
    if random.random() < 0.05:
        reply = random.choice(REPLIES)
        if not reply.startswith(("\x1b[M", "\x1b[IT")):  # which must not be cut by a long pause
            return "reply", reply.encode()
    kind = random.choice(tuple(INTRODUCERS))
    while kind == "CSI":
        body = INTRODUCERS[kind] + _control(random)
        if not KEYS.fullmatch(body):
            return kind, _begun(random, body)
    ends = [b"\x1b\\", b"\x9c", "\x9c".encode(), *[b"\x07"] * (kind == "OSC")]
    return kind, _begun(random, INTRODUCERS[kind] + _string(random, kind)) + random.choice(ends)


def _begun(random: Random, body: bytes) -> bytes:
    """Return a sequence with its Esc, or in the form of one character instead of two."""
    form = random.random()
    if form < 0.8:
        return b"\x1b" + body
    control = body[0] + 0x40
    return (bytes([control]) if form < 0.9 else chr(control).encode()) + body[1:]


def _control(random: Random) -> bytes:
    """Return the parameters, the intermediate bytes and the last byte of a control sequence."""
    signs = b"0123456789;:<=>?"
    size = random.choice((0, 1, 2, 5, 9, 30, 200))
    parameters = bytes(random.choice(signs) for _ in range(size))
    if random.random() < 0.5:
        numbers = (
            str(random.choice((0, 1, 2, 24, 80, 997, 2026, 99999))).encode() for _ in range(9)
        )
        parameters = random.choice((b"?", b">", b"<", b"=", b"")) + b";".join(
            list(numbers)[: random.randrange(9)]
        )
    between = bytes(random.randrange(0x20, 0x30) for _ in range(random.choice((0, 0, 0, 1, 2))))
    return parameters + between + bytes([random.randrange(0x40, 0x7F)])


def _string(random: Random, kind: str) -> bytes:
    """Return what a string says; SOS may say everything but the end, and its own beginning."""
    if kind == "SOS" and random.random() < 0.5:
        some = bytes(random.randrange(0x80) for _ in range(random.choice((1, 5, 50))))
        return re.sub(rb"\x1b+[\\X]?", b"\x1b[A", some) + b"x"
    parts = (
        random.choice(WORDS)
        if random.random() < 0.7
        else bytes(random.choice(TEXT) for _ in range(random.choice((1, 8, 99, 5000))))
        for _ in range(random.choice((0, 1, 2, 4)))
    )
    return b"".join(parts)

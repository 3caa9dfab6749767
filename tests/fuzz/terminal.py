"""The game in a pseudo-terminal: keys, mouse and broken reports in streams, and signals.

A session ends well if the process ends by itself, with an exit code that fits, without a traceback,
and leaves the terminal as it was: normal screen, visible cursor, no mouse, no pastes, and the same
modes.
"""

import os
import signal
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

from mazegame.services.ending import LEAVE_SECONDS
from tests.fuzz.harness import Finding, HangError, InFolder
from tests.fuzz.mutations import TOKENS
from tests.programs import state_of
from tests.terminals import MODES, Terminal

SESSION: Final = 300
"""Approximate number of inputs in a session."""

END_SECONDS: Final = 5.0
"""Longest time from the signal to the end of the game."""

START_SECONDS: Final = 60.0
"""Longest time until the first screen, on a busy machine."""

MOST_BYTES: Final = 300 << 20
"""Most memory of a game, whatever is typed."""

LEAVE: Final = b"\x11"
"""Ctrl+Q."""

KEYS: Final = (
    b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1b[1;2A", b"\x1b[1;2B", b"\x1b[1;2C",
    b"\x1b[1;2D", b"\x1b", b"\r", b"\t", b"\x1b[Z", b" ", b"\x7f", b"\x08", b"\x1bOP", b"\x1b[5~",
    b"\x1b[6~", b"\x1b[H", b"\x1b[F", b"\x1b[3~", b"\x1b[15~", "é迷👾".encode(),
    *(b"%c" % c for c in b"wasdhjklWASDHJKLuhoftnrgmpvcxyzbei?+-=.,;:/<>[]0123456789"),
)  # fmt: skip
"""Keys that terminals send. ``q`` is not among them: it ends the game."""

WORDS: Final = (
    "play wilson:9x9:fuzz", "play kruskal:60x40:fuzz", "", "play recursive-backtracker --fog",
    "play eller:30x15:fuzz --race jog --countdown", "lab wilson:12x8:fuzz",
)  # fmt: skip
"""Command lines that start the game."""

CODES: Final = {
    number: 128 + number
    for number in (
        signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1,
        signal.SIGUSR2, signal.SIGALRM,
    )
}  # fmt: skip
"""The exit code after each signal that ends the game."""


class Session(Terminal):
    """The game, whose command line is ``words``, with a folder of its own."""

    def __init__(self, words: str, home: Path) -> None:
        super().__init__(*words.split(), MAZEGAME_HOME=str(home), NUMBA_DISABLE_JIT="1")

    def begin(self) -> None:
        """Wait for the first screen; ignore a game that has none."""
        end = time.monotonic() + START_SECONDS
        while MODES[0][0] not in self.output and self.read() and time.monotonic() < end:
            pass

    def signal(self, number: int) -> None:
        """Send a signal; ignore a game that has ended."""
        if not self.ended():
            os.kill(self.pid, number)

    def wait(self, seconds: float) -> None:
        """Wait for the end."""
        end = time.monotonic() + seconds
        while not self.ended():
            self.wake()
            if time.monotonic() > end:
                raise HangError(
                    f"it does not end within {seconds:g} s: {bytes(self.output[-500:])!r}"
                )
            self.read(0.02)
        self.drain(0, seconds)

    def wake(self) -> None:
        """Continue a stopped game, like a shell's ``fg``."""
        if state_of(self.pid) == "T":
            self.signal(signal.SIGCONT)

    def check(self, codes: set[int]) -> None:
        """Check that the game has ended cleanly."""
        if b"Traceback" in self.output:
            at = self.output.index(b"Traceback")
            raise Finding(self.output[at : at + 6000].decode("utf-8", "replace"))
        if self.code not in codes:
            raise Finding(f"exit code {self.code}, not one of {sorted(codes)}")
        if not self.restored:
            raise Finding(f"the terminal is left in another mode: {bytes(self.output[-500:])!r}")


class Keys(InFolder):
    """Keys, mouse and reports."""

    name, share, short = "keys", 0.2, 300
    limit = 200.0
    """Time limit of a session of ``SESSION`` inputs on a busy machine, in seconds."""

    def run(self, random: Random) -> Counter[str]:
        """Play a session of random inputs, then leave."""
        session = Session(random.choice(WORDS), self._there / "home")
        counts = Counter[str]()
        try:
            session.begin()
            if random.random() < 0.8:
                session.read(random.random())
            for _ in range(SESSION):
                kind = random.choices([*KINDS], [*KINDS.values()])[0]
                session.send_all(kind(random))
                counts[kind.__name__.strip("_")] += 1
                if random.random() < 0.02:
                    counts["resize"] += 1
                    session.resize(
                        random.choice((1, 39, 40, 80, 200)), random.choice((1, 12, 24, 60))
                    )
                if random.random() < 0.02:
                    session.read(random.random() * 0.2)
                if session.ended():
                    break  # a key ended it
            if not session.ended() and (peak := session.peak_bytes()) > MOST_BYTES:
                raise Finding(f"it has taken {peak >> 20} MiB")
            _leave(session)
            session.check({0})
        finally:
            session.close()
        return counts


class Signals(InFolder):
    """Signals at any time."""

    name, share, short = "signals", 0.0005, 1
    limit = 200.0
    """Time limit of a start on a busy machine, in seconds."""

    def run(self, random: Random) -> Counter[str]:
        """Start the game, send it signals, and check its end."""
        session = Session(random.choice(WORDS), self._there / "home")
        sent = []
        codes = {0, *CODES.values()}
        try:
            if random.random() < 0.7:
                session.begin()
            session.read(random.random() * random.choice((0.1, 1, 3)))
            for _ in range(random.choice((1, 1, 2, 5))):
                number = random.choice((*CODES, signal.SIGCONT, signal.SIGTSTP, signal.SIGWINCH))
                sent.append(number.name)
                session.signal(number)
                session.read(random.random() * 0.2)
                if number is signal.SIGTSTP:
                    session.signal(signal.SIGCONT)
                if random.random() < 0.3:
                    session.send_all(_key(random))
            if not set(sent) & {number.name for number in CODES}:
                _leave(session)
            session.wait(START_SECONDS)
            killed = -(session.code or 0)
            if killed in {*CODES, signal.SIGTSTP}:
                # Before the program's first line, and after its last, the system's default applies.
                codes = {-killed}
            session.check(codes)
        except (Finding, HangError) as error:
            raise Finding(f"after {' '.join(sent)}") from error
        finally:
            session.close()
        return Counter({"signals": len(sent)})


class Leaving(InFolder):
    """Leaving early, in a party as well, while keys come and the terminal is resized."""

    name, share, short = "leaving", 0.0005, 2
    limit = 200.0
    """Time limit of a start on a busy machine, in seconds."""

    def run(self, random: Random) -> Counter[str]:
        """Start the game, disturb it, leave by a key or a signal, and check its end."""
        session = Session(random.choice((*WORDS, *["party --port 0"] * 6)), self._there / "home")
        session.holds_frames = random.random() < 0.5
        number = random.choice((None, None, signal.SIGINT, signal.SIGHUP, signal.SIGTERM))
        try:
            session.begin()
            if random.random() < 0.5:  # a lobby, or the race that the first key begins
                session.drain(0.5, 5)
                session.send_all(random.choice((b"", b"\r")))
                session.read(random.random() * 5)
            for _ in range(random.randrange(6)):
                session.resize(*random.choice(((80, 24), (39, 11), (130, 40), (50, 14))))
                session.send_all(_key(random))
                session.read(random.random() * 0.05)
            session.read(random.random() * 0.3)
            began = time.monotonic()
            if number is None:
                session.send_all(LEAVE)
            else:
                session.signal(number)
            session.wait(START_SECONDS)
            session.check({0, 0 if number is None else 128 + number})  # a key may have ended it
        finally:
            session.close()
        way = "by a key" if number is None else number.name
        forced = time.monotonic() - began > LEAVE_SECONDS
        return Counter({f"{way}{', slowly' if forced else ''}": 1})


def _leave(session: Session) -> None:
    """Press Ctrl+Q until the game ends; the first one may be part of an unfinished paste."""
    began = time.monotonic()
    while not session.ended():
        session.wake()
        session.send_all(b"\x1b[201~" + LEAVE)
        for _ in range(20):
            session.read(0.02)
        if time.monotonic() - began > START_SECONDS:
            raise HangError(f"Ctrl+Q does not end it: {bytes(session.output[-300:])!r}")
    session.wait(END_SECONDS)


def _key(random: Random) -> bytes:
    return random.choice(KEYS) * random.choice((1, 1, 1, 3))


def _number(random: Random) -> bytes:
    return random.choice((b"", b"0", b"1", b"2", b"24", b"80", b"97", b"999", b"65535", b"1114112",
                          b"4294967296", b"9" * 30, b"-1", b"1:2", b"1:1:3", b":"))  # fmt: skip


def _mouse(random: Random) -> bytes:
    button = random.choice((0, 1, 2, 32, 35, 64, 65, 128, 255, 9999))
    x = random.choice((1, 2, 40, 79, 80, 200, 0, -1, 99999))
    y = random.choice((1, 5, 24, 60, 0, 999))
    report = b"\x1b[<%d;%d;%d%c" % (button, x, y, random.choice(b"MMm"))
    if random.random() < 0.3:  # a click
        place = b"%d;%d" % (random.randrange(1, 81), random.randrange(1, 25))
        report = b"\x1b[<0;%sM\x1b[<0;%sm" % (place, place) * random.choice((1, 2, 3))
    return report


def _report(random: Random) -> bytes:
    """Return a report of a terminal, valid or nearly valid."""
    fields = b";".join(_number(random) for _ in range(random.randrange(6)))
    final = random.choice(b"ABCDHFMRZ~uctnpqySTx^$IO")
    start = random.choice(
        (b"\x1b[", b"\x1b[", b"\x1b[", b"\x1b[?", b"\x1b[>", b"\x1b[<", b"\x1bO", b"\x9b")
    )
    fixed = (
        b"\x1b[I", b"\x1b[O", b"\x1b[?2048;1$y", b"\x1b[48;24;80;0;0t", b"\x1b[48;99999;99999;0;0t",
        b"\x1b[?1;2c", b"\x1b]11;rgb:0000/0000/0000\x07", b"\x1bP>|xterm\x1b\\", b"\x1b[1;1R",
        b"\x1b[97;1:2u", b"\x1b[97:65;2u", b"\x1b[1;1:3A", b"\x1b]52;c;", b"\x1bP", b"\x1b_",
        b"\x1b[",
    )  # fmt: skip
    return random.choice(fixed) if random.random() < 0.3 else start + fields + bytes([final])


def _noise(random: Random) -> bytes:
    data = random.randbytes(random.choice((1, 3, 20)))
    if random.random() < 0.3:
        data = random.choice(TOKENS).encode("utf-8", "surrogatepass")[:300]
    # These end or stop the game as intended.
    return data.translate(None, b"\x03\x11\x13\x1a\x1cqQ")


def _flood(random: Random) -> bytes:
    """Return thousands of keys, turns of the wheel or short pastes, as a held key sends them."""
    one = random.choice(
        (b"z", b"\x1b[C", b"\x1b[<64;10;10M", b"\x1b[<35;9;9M", b"\x1b[200~a\x1b[201~")
    )
    return one * random.choice((2000, 10_000))


def _paste(random: Random) -> bytes:
    text = random.choice(("wilson:9x9:pasted", "x" * 5000, "\x1b[A" * 99, "nonsense", *TOKENS))
    data = text.encode("utf-8", "surrogatepass").translate(None, b"\x03\x11")
    return b"\x1b[200~" + data + random.choice((b"\x1b[201~", b"\x1b[201~", b""))


KINDS: Final = {_key: 6, _mouse: 3, _report: 3, _noise: 1, _paste: 0.3, _flood: 0.02}
"""The kinds of input, and how often each comes."""

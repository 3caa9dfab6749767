"""Programs in real terminals: keys in, bytes out, and the screen that is painted."""

import contextlib
import os
import re
import select
import signal
import struct
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pyte
import pytest

from mazegame.engine import Direction
from tests.peak import held_bytes
from tests.programs import state_of
from tests.waiting import LONGEST

fcntl = pytest.importorskip("fcntl", reason="needs a Unix terminal")
pty = pytest.importorskip("pty", reason="needs a Unix terminal")
termios = pytest.importorskip("termios", reason="needs a Unix terminal")

ARROWS = {
    Direction.N: b"\x1b[A",
    Direction.S: b"\x1b[B",
    Direction.E: b"\x1b[C",
    Direction.W: b"\x1b[D",
}
LEFT_HAND = dict(zip(Direction, (b"W", b"D", b"S", b"A"), strict=True))
RIGHT_HAND = {side: b"\x1b[1;2" + ARROWS[side][-1:] for side in Direction}
"""The keys that walk a cell, for each hand of a duel."""

MODES = (
    (b"\x1b[?1049h", b"\x1b[?1049l"),
    (b"\x1b[?25l", b"\x1b[?25h"),
    (b"\x1b[?1000h", b"\x1b[?1000l"),
    (b"\x1b[?2004h", b"\x1b[?2004l"),
)
"""What begins and ends: the other screen, the hidden cursor, reports of the mouse and of pastes."""

ALL_MODES = (
    *MODES,
    *((b"\x1b[?%dh" % mode, b"\x1b[?%dl" % mode) for mode in (1002, 1003, 1004, 1006, 1015, 1016)),
    *((b"\x1b[?%dh" % mode, b"\x1b[?%dl" % mode) for mode in (2026, 2048)),
    (b"\x1b[?7l", b"\x1b[?7h"),
    (b"\x1b[>", b"\x1b[<u"),
)
"""All that may begin, and what ends it: further reports of the mouse, focus and sizes, whole
frames, lines that do not wrap, the kitty keyboard."""

RUNS = r"\A[^\n]* (\d\d?:(?!00)\d\d|[1-9]\d?:00)\b"
"""What the first line of a race matches once its clock runs."""

Found = TypeVar("Found")


class Terminal:
    """A process in a pseudo-terminal, and the screen that it paints."""

    holds_frames = False
    """Whether it says that it can hold its picture until a frame is complete."""
    beside: Sequence["Terminal"] = ()
    """Those that are read as well while this one is waited for: a full terminal stops its game."""

    def __init__(
        self,
        *words: str,
        program: tuple[str, ...] = ("-m", "mazegame"),
        width: int = 80,
        height: int = 24,
        **environment: str,
    ) -> None:
        self.code: int | None = None
        """Its exit code, once it has ended."""
        self.pid, self._master = pty.fork()
        if self.pid == 0:
            # A hangup is ignored under nohup, the other two in a job in the background.
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
                signal.signal(number, signal.SIG_DFL)
            os.execvpe(
                sys.executable,
                [sys.executable, *program, *words],
                {
                    **{
                        k: v
                        for k, v in os.environ.items()
                        if k not in {"COLUMNS", "LINES", "COLORTERM"}
                    },
                    "TERM": "xterm-256color",
                    "LANG": "C.UTF-8",
                    "PYTHONUTF8": "1",
                    **environment,
                },
            )
        self._before = termios.tcgetattr(self._master)
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)
        self.output = bytearray()
        self._painted = 0
        self.resize(width, height)

    def resize(self, width: int, height: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        self.screen.resize(height, width)

    @property
    def screen(self) -> pyte.Screen:
        """What the output so far has painted."""
        new, self._painted = self.output[self._painted :], len(self.output)
        # pyte knows neither of these two questions to the terminal.
        self._stream.feed(bytes(new).replace(b"\x1b[>4;1m", b"").replace(b"\x1b[>4;0m", b""))
        return self._screen

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def send(self, keys: bytes) -> None:
        os.write(self._master, keys)

    def send_all(self, keys: bytes) -> None:
        """Send more than the terminal holds, and read meanwhile, until the process has ended."""
        while keys and not self.ended():
            _, ready, _ = select.select([], [self._master], [], 0.05)
            self.read(0)
            if ready:
                with contextlib.suppress(OSError):
                    keys = keys[os.write(self._master, keys[:256]) :]

    def read(self, seconds: float = 0.05) -> bool:
        """Read what there is; return False at the end of the process's output."""
        ready, _, _ = select.select([self._master], [], [], seconds)
        if not ready:
            return True
        try:
            data = os.read(self._master, 1 << 16)
        except OSError:
            return False
        self.output += data
        if self.holds_frames and b"\x1b[?2026$p" in data:
            self.send(b"\x1b[?2026;2$y")
        return bool(data)

    def drain(self, seconds: float, limit: float | None = None) -> bool:
        """Read until nothing comes for a while; return False if that takes longer than a limit.

        The limit is four times as long unless it is given.
        """
        end = time.monotonic() + (limit or 4 * seconds)
        while time.monotonic() < end:
            before = len(self.output)
            self.read(seconds)
            if len(self.output) == before:
                return True
        return False

    def until(self, words: str, keys: bytes = b"") -> None:
        """Type keys, and wait until words are on the screen."""
        if keys:
            self.send(keys)
        self.matches(re.escape(words))

    def matches(self, pattern: str) -> re.Match[str]:
        """Wait until a pattern is on the screen; return the match."""
        return self.reads_until(lambda: re.search(pattern, self.text), f"{pattern!r} is not on")

    def without(self, words: str) -> None:
        """Wait until words are on the screen no more."""
        self.reads_until(lambda: words not in self.text, f"{words!r} is still on")

    def reads_until(self, condition: Callable[[], Found], complaint: str) -> Found:
        """Read until something is true, and return it."""
        end = time.monotonic() + LONGEST
        while not (found := condition()):
            assert time.monotonic() < end, f"{complaint}\n{self.text}"
            assert self.read(), f"{complaint}, and the process has ended\n{self.text}"
            for other in self.beside:
                if other.pid:
                    other.read(0)
        return found

    def end(self, seconds: float = LONGEST) -> int:
        """Read to the end; return the exit code. The limit is for a game that never ends."""
        limit = time.monotonic() + seconds
        while self.read():
            assert time.monotonic() < limit, f"it does not end\n{self.text}"
        self._wait(0)
        assert self.code is not None
        return self.code

    def leave(self, key: bytes = b"\x11") -> None:
        """Press the key that leaves, and check how the game ends."""
        self.send(key)
        self.ends_cleanly(0)

    def ends_cleanly(self, code: int) -> None:
        """Check that the game ends with a code, and leaves the terminal as it was."""
        assert self.end() == code
        assert self.restored
        assert all(on in self.output for on, _ in MODES)
        assert b"Traceback" not in self.output

    def stopped(self) -> None:
        """Wait until the process is stopped."""
        self.reads_until(lambda: state_of(self.pid) == "T", "it does not stop")

    def stands_still(self) -> None:
        """Fill the terminal, and wait until the process has used no processor time for a second.

        One that paints little fills no queue of its own, and goes on; it must end as well.
        """
        stat = Path(f"/proc/{self.pid}/stat")
        if not stat.exists():
            pytest.skip("needs /proc")
        full = os.open(f"/proc/{self.pid}/fd/2", os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        with contextlib.suppress(BlockingIOError):
            while os.write(full, b" " * 64):
                pass
        os.close(full)
        used, since = "", time.monotonic()
        last = since + 20
        while time.monotonic() < min(since + 1, last):
            now = stat.read_text().rpartition(")")[2].split()[11:13]
            if now != used:
                used, since = now, time.monotonic()
            time.sleep(0.05)

    def peak_bytes(self) -> int:
        """The most memory that the process has had; 0 where the system does not say."""
        try:
            return held_bytes(process=self.pid)
        except OSError:
            return 0

    def until_ended(self) -> None:
        """Wait until the process has ended by itself; nobody reads what it writes."""
        end = time.monotonic() + LONGEST
        while not self.ended():
            assert time.monotonic() < end, "it goes on"
            time.sleep(0.05)

    def ended(self) -> bool:
        """Whether the process is there no more."""
        if self.pid:
            self._wait(os.WNOHANG)
        return not self.pid

    def _wait(self, options: int) -> None:
        pid, status = os.waitpid(self.pid, options)
        if pid:
            self.pid, self.code = 0, os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        with contextlib.suppress(OSError):
            os.close(self._master)

    @property
    def restored(self) -> bool:
        """Whether all that has begun has ended, and input and output are treated as before."""
        ended = all(self.output.rfind(off) >= self.output.rfind(on) for on, off in ALL_MODES)
        return ended and termios.tcgetattr(self._master) == self._before

"""Drive the game through all its modes for minutes, and print what the process keeps.

    python scripts/soak.py --minutes 30 --home FOLDER

Every minute is a line: memory (resident, MiB), threads, open files, and the slowest answer to a key
(from the key to the first bytes that it paints, in ms). It needs Linux, for ``/proc``.
docs/internals/reliability.md interprets the table.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import random
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

ESCAPE = "\x1b"
UP, DOWN, RIGHT, LEFT = (f"\x1b[{letter}" for letter in "ABCD")
ARROWS = (UP, DOWN, RIGHT, LEFT)

PALETTE = "\x10"
WAIT = ""
"""No key, but two seconds: a room opens."""
SHORT, LONG = "/wilson:2x2:a", "/recursive-backtracker:40x20:a"
"""The form's keys for a maze that three arrows end, and for a larger one."""

ENDED: list[str] = [*SHORT, "\r", *(DOWN, RIGHT, DOWN, RIGHT) * 2]
BACK: list[str] = [ESCAPE, "m", ESCAPE, *LONG, "\r", ESCAPE, "m"]

TOURS: dict[str, list[str]] = {
    "play": ["\r", *ARROWS * 3, "i", "\t", "\t", "?", ESCAPE, "m", "m"],
    "marathon": ["4", "\r", *ARROWS, ESCAPE, "m", ESCAPE],
    "race": ["5", "1", "\r", "\r", *ARROWS * 3, ESCAPE, "m"],
    "duel": [PALETTE, *"duel", "\r", "\r", "\r", *ARROWS, *"wasd", ESCAPE, "m", ESCAPE],
    "endless": [PALETTE, *"endless", "\r", *ARROWS * 3, ESCAPE, "m", ESCAPE],
    "chase": [PALETTE, *"chase", "\r", *ARROWS * 3, ESCAPE, "m", ESCAPE],
    "party": [PALETTE, *"party", WAIT, "\r", WAIT, "\r", WAIT, UP, ESCAPE, "y", WAIT, ESCAPE],
    "replay": [*ENDED, " ", RIGHT, LEFT, " ", ESCAPE, "g", DOWN, ESCAPE, "m", *BACK],
    "export": [*ENDED, "e", DOWN, "\r", "y", *BACK],
    "daily": ["2", "\r", *ARROWS, ESCAPE, "m", ESCAPE],
    "journey": ["3", DOWN, UP, ESCAPE],
    "gallery": ["6", DOWN, RIGHT, DOWN, "y", RIGHT, "y", "\r", ESCAPE, ESCAPE],
    "quiz": ["7", "1", "\r", "2", "\r", "3", "\r", ESCAPE, ESCAPE],
    "lab": ["8", " ", "+", "+", RIGHT, "f", "\x1b[F", "n", ESCAPE],
    "statistics": ["9", DOWN, ESCAPE],
    "scores": ["0", DOWN, ESCAPE],
    "settings": ["o", DOWN, DOWN, ESCAPE],
}
"""The keys of each way from the form to a mode and back."""


class Game:
    """A game in a pseudo-terminal."""

    def __init__(self, home: str, size: tuple[int, int]) -> None:
        self.latest = b""
        """The latest bytes that it painted."""
        self.pid, self._screen = pty.fork()
        if self.pid == 0:
            os.environ.update(
                HOME=home, XDG_DATA_HOME=f"{home}/data", XDG_CONFIG_HOME=f"{home}/config",
                XDG_CACHE_HOME=f"{home}/cache", TERM="xterm-256color", COLORTERM="truecolor",
            )  # fmt: skip
            os.chdir(home)  # for what is exported
            os.execv(sys.executable, [sys.executable, "-m", "mazegame"])
        cols, rows = size
        fcntl.ioctl(self._screen, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))

    def read(self, seconds: float) -> bool:
        """Read what it paints until nothing comes for some seconds; return whether it painted."""
        painted = False
        end = time.monotonic() + 10 * seconds
        while time.monotonic() < end and select.select([self._screen], [], [], seconds)[0]:
            self.latest = os.read(self._screen, 1 << 16)
            painted = True
        return painted

    def press(self, key: str) -> float:
        """Press a key; return the milliseconds until it paints, 0 if it paints nothing."""
        if key == WAIT:
            time.sleep(2)
            self.read(0.5)
            return 0
        begun = time.monotonic()
        os.write(self._screen, key.encode())
        if not select.select([self._screen], [], [], 1)[0]:
            return 0
        taken = time.monotonic() - begun
        self.read(0.05)
        return taken * 1000

    def line(self) -> tuple[float, int, int]:
        """Return its resident memory in MiB, its threads and its open files."""
        status = dict(
            line.split(":", 1) for line in Path(f"/proc/{self.pid}/status").read_text().splitlines()
        )
        files = sum(1 for _ in Path(f"/proc/{self.pid}/fd").iterdir())
        return int(status["VmRSS"].split()[0]) / 1024, int(status["Threads"]), files


def main() -> None:
    """Drive it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--home", help="a folder for the game's files (default: a new one)")
    parser.add_argument("--only", help="these tours only, for example lab,gallery")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    home = arguments.home or tempfile.mkdtemp(prefix="soak-")
    draw = random.Random(arguments.seed)
    names = arguments.only.split(",") if arguments.only else list(TOURS)
    game = Game(home, (120, 35))
    game.read(2)
    game.press(ESCAPE)  # the first steps of a new home
    game.read(1)
    print(
        f"{'minute':>6} {'MiB':>7} {'threads':>7} {'files':>5} {'slowest ms':>10}  tours",
        flush=True,
    )
    begun, worst, tours, minute = time.monotonic(), 0.0, 0, 0
    try:
        while time.monotonic() - begun < arguments.minutes * 60:
            name = draw.choice(names)
            for key in TOURS[name]:
                worst = max(worst, game.press(key))
            for _ in range(2):  # whatever stands open closes
                game.press(ESCAPE)
            game.press("n")  # at the form, another seed
            tours += 1
            if time.monotonic() - begun >= 60 * minute:
                memory, threads, files = game.line()
                print(
                    f"{minute:6} {memory:7.1f} {threads:7} {files:5} {worst:10.0f}  {tours}",
                    flush=True,
                )
                minute, worst = minute + 1, 0.0
    except OSError:
        code = os.waitstatus_to_exitcode(os.waitpid(game.pid, 0)[1])
        sys.exit(f"it ended in {name}, with {code}: {game.latest!r}")
    os.kill(game.pid, signal.SIGTERM)


if __name__ == "__main__":
    main()

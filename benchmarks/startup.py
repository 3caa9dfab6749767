"""How long it takes from the start of the process to the first painted frame.

``python benchmarks/startup.py [--runs 11] [--size 80x24] [--beside TREE]``

Starts, in turn, an empty Textual app, the game on its first screen, on a level, in a chase, in a
duel and in a descent, each in a pseudo-terminal. Prints the median times until the first painted
frame and until what one waits for has arrived, with the ratio to the empty app's first frame of the
same round. With ``--beside`` the first screen and the level are started in another tree of this
project as well, in turn with this one.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import shutil
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("ready-to-go")
Empty().run()
"""

CASES = {
    "empty Textual app": ([sys.executable, "-c", EMPTY], {"first frame": b"ready-to-go"}),
    "mazegame": (
        [sys.executable, "-m", "mazegame"],
        {"first frame": b"mazegame", "home": b"Journey", "preview": "▀▀▀▀".encode()},
    ),
    "mazegame play": (
        [sys.executable, "-m", "mazegame", "play", "wilson:19x10:kite-7", "--walk-first"],
        {"first frame": b"mazegame", "maze": "╯".encode()},
    ),
    "mazegame chase": (
        [sys.executable, "-m", "mazegame", "chase", "wilson:19x9:kite-7"],
        {"first frame": b"mazegame", "maze": "╯".encode()},
    ),
    "mazegame duel": (
        [sys.executable, "-m", "mazegame", "duel", "wilson:19x10:kite-7"],
        {"first frame": b"mazegame", "card": b"best of"},
    ),
    "mazegame endless": (
        [sys.executable, "-m", "mazegame", "endless", "kite-7"],
        {"first frame": b"mazegame", "maze": "╯".encode()},
    ),
}
"""What is started, and the bytes that show each thing to wait for."""


def words_for(tree: str, command: list[str]) -> list[str]:
    """Return a command, without ``--walk-first`` for an older tree, which always walks first."""
    known = Path(tree, "mazegame", "cli", "clock.py").exists()
    return [word for word in command if known or word != "--walk-first"]


def arrivals(
    command: list[str], marks: dict[str, bytes], environment: dict[str, str], size: str, tree: str
) -> dict[str, float]:
    """Start a command in a pseudo-terminal; return the seconds until each mark has arrived.

    Args:
        command: The command.
        marks: The bytes to wait for, by name.
        environment: Its environment.
        size: The columns and rows of the terminal.
        tree: The folder that it runs in, whose ``mazegame`` it takes.
    """
    cols, rows = map(int, size.split("x"))
    began = time.perf_counter()
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(tree)
        os.execvpe(command[0], words_for(tree, command), environment)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
    seen = b""
    found: dict[str, float] = {}
    try:
        while len(found) < len(marks):
            ready, _, _ = select.select([terminal], [], [], 30)
            if not ready:
                raise SystemExit(f"{command}: {set(marks) - set(found)} within 30 seconds")
            seen += os.read(terminal, 1 << 16)
            for name, mark in marks.items():
                if name not in found and mark in seen:
                    found[name] = time.perf_counter() - began
        return found
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(terminal)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=11, help="rounds (default 11)")
    parser.add_argument(
        "--cold", action="store_true", help="an empty compile cache for every start"
    )
    parser.add_argument("--size", default="80x24", help="of the terminal (default 80x24)")
    parser.add_argument("--beside", metavar="TREE", help="another tree of this project")
    options = parser.parse_args()
    cases = [(name, *case, ".") for name, case in CASES.items()]
    if options.beside:
        both = ("mazegame", "mazegame play")
        cases += [(f"{name}, beside", *CASES[name], options.beside) for name in both]
    times: dict[tuple[str, str], list[float]] = {}
    with tempfile.TemporaryDirectory() as home:
        Path(home, "started-before").touch()  # so that the form comes, and no first steps
        terminal = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "MAZEGAME_HOME": home}
        environment = {**os.environ, **terminal}
        for _ in range(options.runs + 1):
            for name, command, marks, tree in cases:
                if options.cold:
                    shutil.rmtree(Path(home) / "cache", ignore_errors=True)
                arrived = arrivals(command, marks, environment, options.size, tree)
                for mark, seconds in arrived.items():
                    times.setdefault((name, mark), []).append(seconds)
    empty = times["empty Textual app", "first frame"][1:]
    for (name, mark), measured in times.items():
        warm = measured[1:]  # the first round fills the disk's cache
        ratio = statistics.median(a / b for a, b in zip(warm, empty, strict=True))
        print(f"{name:21} {mark:12} {statistics.median(warm) * 1000:6.0f} ms  {ratio:5.2f} x")


if __name__ == "__main__":
    main()

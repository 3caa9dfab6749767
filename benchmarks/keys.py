"""How long a key press takes until its step has been painted, and how many bytes that takes.

``python benchmarks/keys.py [--steps 200] [--beside TREE]``

Plays in a pseudo-terminal of 200x60, one key after the other, in turn in each: an empty Textual
app that shows a counter, the game on a maze of 20x10, on one of 4096x4096, there against four
rivals, on one that fits the terminal against four that search and stay in sight, a chase, the left
hand of a duel in one view and in two, and a descent, which only goes down. For a step and for a
full repaint (a zoom) it prints the median and the 99th percentile of the time from the key to the
first frame after it, and the means of the bytes and of the processor time of the process until it
is quiet again: rivals that move paint frames of their own. On a shared machine the processor time
says more than the clock. Then a run down a corridor of 4,000 cells beside a runner of 32 cells a
second: frames and the share of a core.

With ``--beside`` each maze and race is played in another tree of this project as well, in turn with
this one: ``git worktree add ../old COMMIT``, ``--beside ../old``.

Each game has a home of its own, so that no run that another one left makes it show a message.
"""

from __future__ import annotations

import argparse
import contextlib
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
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from startup import words_for

from mazegame.engine import Direction, Level, Recipe
from mazegame.game.modes.endless import level_of

EMPTY = """
from textual.app import App
from textual.widgets import Static
class Empty(App):
    count = 0
    def compose(self):
        yield Static("ready shortest")
    def on_key(self):
        self.count += 1
        self.query_one(Static).update(f"ready shortest {self.count}", layout=False)
Empty().run()
"""

ARROWS = {
    Direction.N: b"\x1b[A",
    Direction.S: b"\x1b[B",
    Direction.E: b"\x1b[C",
    Direction.W: b"\x1b[D",
}
LEFT_HAND = dict(zip(ARROWS, (b"W", b"S", b"D", b"A"), strict=True))
FIELDS = {
    "4096x4096": [f"{name}:32" for name in ("shortest", "tremaux", "left-hand", "greedy")],
    "48x27": [f"{name}:4" for name in ("tremaux", "right-hand", "left-hand", "greedy")],
}
"""The rivals of each race; the slow ones that search stay in sight, the runner is hidden."""

QUIET = 0.02
"""So long without a byte, and a frame is over."""


class Pressed(NamedTuple):
    """What the frame of a key took."""

    seconds: float
    """From the key to the first frame after it."""
    size: int
    """Bytes until it was quiet again."""
    cpu: float
    """Processor time of the process, in seconds, until it was quiet again."""


class Terminal:
    """A command in a pseudo-terminal of 200x60.

    Args:
        command: The command.
        tree: The folder that it runs in, whose ``mazegame`` it takes.
    """

    def __init__(self, command: list[str], tree: str = ".") -> None:
        self._home = tempfile.mkdtemp(prefix="mazegame-keys-")
        self.pid, self._master = pty.fork()
        if self.pid == 0:
            os.chdir(tree)
            homes = {f"XDG_{name}_HOME": self._home for name in ("CONFIG", "DATA", "STATE")}
            os.execvpe(
                command[0],
                words_for(tree, command),
                {**os.environ, **homes, "TERM": "xterm-256color"},
            )
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 200, 0, 0))

    def until(self, words: bytes) -> None:
        """Read until some words were painted, and then until it is quiet."""
        seen = b""
        while words not in seen:
            if not select.select([self._master], [], [], 120)[0]:
                raise SystemExit(f"{words!r} did not come")
            seen += os.read(self._master, 1 << 16)
        while select.select([self._master], [], [], 0.7)[0]:
            os.read(self._master, 1 << 16)

    def write(self, keys: bytes) -> None:
        """Type some keys."""
        os.write(self._master, keys)

    def read(self, patience: float) -> bytes:
        """Wait for the next bytes; return them, none if none came in time."""
        if not select.select([self._master], [], [], patience)[0]:
            return b""
        return os.read(self._master, 1 << 16)

    def press(self, key: bytes) -> Pressed:
        """Press a key; return what its frame took. What rivals painted before is read first."""
        while self.read(QUIET / 4):
            pass
        began, cpu = time.perf_counter(), cpu_seconds(self.pid)
        os.write(self._master, key)
        first, size, patience = 0.0, 0, 2.0
        while select.select([self._master], [], [], patience)[0]:
            size += len(os.read(self._master, 1 << 16))
            first, patience = first or time.perf_counter() - began, QUIET
        return Pressed(first, size, cpu_seconds(self.pid) - cpu)

    def close(self) -> None:
        """End it."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self._master)
        shutil.rmtree(self._home, ignore_errors=True)


def back_and_forth(
    game_id: str, steps: int, keys_of: dict[Direction, bytes] = ARROWS
) -> list[bytes]:
    """Keys that walk a way and back again, so that no step meets a wall."""
    level = Level.of(Recipe.parse(game_id))
    path = level.path_from(level.start, 8)
    there = [Direction.between(a, b) for a, b in pairwise(path)]
    back = [direction.opposite for direction in reversed(there)]
    keys = [keys_of[direction] for direction in there + back]
    return (keys * (steps // len(keys) + 1))[:steps]


def way_to_b(recipe: Recipe, steps: int) -> list[bytes]:
    """Keys that walk the shortest way to B, away from a hunter or a collapse."""
    level = Level.of(recipe)
    path = level.path_from(level.start, steps)
    return [ARROWS[Direction.between(a, b)] for a, b in pairwise(path)]


def corridor_file(folder: str, cells: int) -> str:
    """Write a winding corridor without a junction as a block grid; return its path."""
    width = 40
    rows = []
    for turn in range(cells // (width + 1)):
        rows.append("." * width)
        rows.append(("X" * (width - 1) + ".") if turn % 2 == 0 else ("." + "X" * (width - 1)))
    rows.append("." * width)
    rows[0] = "A" + rows[0][1:]
    rows[-1] = "B" + rows[-1][1:] if len(rows) // 2 % 2 else rows[-1][:-1] + "B"
    path = Path(folder) / "corridor.txt"
    path.write_text("\n".join(rows) + "\n", encoding="ascii")
    return str(path)


def cpu_seconds(pid: int) -> float:
    """The processor time that the threads of a process have taken (Linux)."""
    nanoseconds = 0
    for path in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):  # the thread has ended
            nanoseconds += int(path.read_text(encoding="ascii").split()[0])
    return nanoseconds / 1e9


def glide(seconds: float = 8.0) -> None:
    """Run down a corridor beside a runner; print frames and processor time."""
    with tempfile.TemporaryDirectory() as folder:
        path = corridor_file(folder, 4000)
        terminal = Terminal(
            [sys.executable, "-m", "mazegame", "play", path, "--race", "32", "--walk-first"]
        )
        terminal.until(b"shortest")
        began, cpu = time.perf_counter(), cpu_seconds(terminal.pid)
        terminal.write(b"D")
        frames, size = 0, 0
        while (now := time.perf_counter()) < began + seconds:
            if more := terminal.read(0.05):
                frames += 1
                size += len(more)
        share = (cpu_seconds(terminal.pid) - cpu) / (now - began)
        terminal.close()
    print(
        f"glide and runner     {frames / seconds:5.1f} frames/s   {share:4.0%} of a core   "
        f"{size / max(frames, 1):5.0f} bytes a frame"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=200, help="keys pressed (default 200)")
    parser.add_argument("--beside", metavar="TREE", help="another tree of this project")
    options = parser.parse_args()
    steps = options.steps
    cases = [("empty Textual app", [sys.executable, "-c", EMPTY], [b"x"] * steps)]
    for size in ("20x10", "4096x4096"):
        game_id = f"recursive-backtracker:{size}:keys"
        command = [sys.executable, "-m", "mazegame", "play", game_id, "--walk-first"]
        cases.append((f"maze of {size}", command, back_and_forth(game_id, steps)))
    for size, field in FIELDS.items():
        game_id = f"recursive-backtracker:{size}:keys"
        words = [word for rival in field for word in ("--race", rival)]
        command = [sys.executable, "-m", "mazegame", "play", game_id, "--walk-first", *words]
        cases.append((f"{size}, four rivals", command, back_and_forth(game_id, steps)))
    game_id = "recursive-backtracker:100x100:keys"
    command = [sys.executable, "-m", "mazegame", "chase", game_id]
    cases.append(("a chase in 100x100", command, way_to_b(Recipe.parse(game_id), steps)))
    for size, views in (("40x20", "one view"), ("20x10", "two views")):
        game_id = f"recursive-backtracker:{size}:keys"
        command = [sys.executable, "-m", "mazegame", "duel", game_id, "--walk-first"]
        keys = back_and_forth(game_id, steps, LEFT_HAND)
        cases.append((f"a duel, {size}, {views}", command, keys))
    command = [sys.executable, "-m", "mazegame", "endless", "keys"]
    cases.append(("a descent", command, way_to_b(level_of("keys", steps), steps)))
    trees = ["."] * len(cases)
    if options.beside:
        played = [case for case in cases if "play" in case[1]]
        cases += [(f"{name}, beside", command, keys) for name, command, keys in played]
        trees += [options.beside] * len(played)
    terminals = [
        Terminal(command, tree) for (_, command, _), tree in zip(cases, trees, strict=True)
    ]
    try:
        for terminal, (_, command, _) in zip(terminals, cases, strict=True):
            duel = "duel" in command
            begun = b"best of" if duel else b"extra" if "endless" in command else b"shortest"
            terminal.until(begun)
            if duel:
                terminal.press(b"\r")  # takes the card away
        measured: dict[str, list[Pressed]] = {}
        for turn in range(steps):
            for terminal, (name, _, keys) in zip(terminals, cases, strict=True):
                measured.setdefault(name, []).append(terminal.press(keys[turn]))
        zoomed = [
            (terminal, name)
            for terminal, (name, command, _) in zip(terminals, cases, strict=True)
            if "mazegame" in command and "duel" not in command  # which has no zoom
        ]
        for turn in range(steps // 5):
            for terminal, name in zoomed:
                pressed = terminal.press(b"+-"[turn % 2 : turn % 2 + 1])
                measured.setdefault(f"{name}, full", []).append(pressed)
    finally:
        for terminal in terminals:
            terminal.close()
    for name, results in measured.items():
        times = sorted(pressed.seconds * 1000 for pressed in results)
        middle, late = statistics.median(times), times[int(len(times) * 0.99)]
        size = statistics.mean(pressed.size for pressed in results)
        cpu = statistics.mean(pressed.cpu * 1000 for pressed in results)
        print(
            f"{name:36} p50 {middle:5.1f} ms   p99 {late:5.1f} ms   {size:6.0f} bytes   "
            f"{cpu:5.2f} ms of processor"
        )
    glide()


if __name__ == "__main__":
    main()

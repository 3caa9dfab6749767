"""How long a frame of the lab takes, how smoothly it plays, and how soon the gallery is there.

``python benchmarks/lab.py [--watched ALGORITHM:COLSxROWS:SEED ...] [--no-gallery]``

Runs in a pseudo-terminal of 200x60, each game with a home of its own (see ``keys.py``). For each
maze, by default one that the window holds, one that is larger, and one of a million cells:

- Its carving by steps, tens of steps, jumps of a tenth, and to both ends: the median, the 99th
  percentile and the longest time from a key to the last byte of its frame.
- Playing at the first speed: frames a second and the share of a core. A frame in which nothing in
  the window changes is not sent. The memory of the process after that.
- The gallery, opened from the lab: the time until the first thumbnail is painted and until the last
  one is, and the longest time until an arrow key has moved the mark while they are being made.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

from keys import Pressed, Terminal, cpu_seconds

RIGHT, LEFT, TEN, TEN_BACK = b"\x1b[C", b"\x1b[D", b"]", b"["
TENTH, TENTH_BACK, HOME, END = b"\x1b[6~", b"\x1b[5~", b"\x1b[H", b"\x1b[F"

JOURNEYS = {
    "one step": [RIGHT, LEFT] * 15,
    "ten steps": [TEN, TEN_BACK] * 15,
    "a tenth": [*[TENTH] * 10, *[TENTH_BACK] * 10],
    "to an end": [END, HOME] * 5,
}
"""The keys by what they do, from the middle of the carving."""

WATCHED = [f"recursive-backtracker:{size}:lab" for size in ("60x50", "200x100", "1000x1000")]
"""The carvings that are watched."""

MARK = "▸".encode()
"""What stands before the title of the chosen thumbnail."""

WALLS = tuple(wall.encode() for wall in "╭╮╰╯│─█▀▄")
"""Some of them are in every painted thumbnail, none in its title."""


def report(name: str, results: list[Pressed]) -> None:
    """Print the times of the frames of a kind of key."""
    times = sorted(result.seconds * 1000 for result in results if result.size)
    cpu = statistics.mean(result.cpu * 1000 for result in results)
    size = statistics.mean(result.size for result in results)
    print(
        f"{name:14} p50 {statistics.median(times):5.1f} ms   "
        f"p99 {times[int(len(times) * 0.99)]:5.1f} ms   longest {times[-1]:5.1f} ms   "
        f"{size:6.0f} bytes   {cpu:5.1f} ms of processor"
    )


def measure_frames(terminal: Terminal) -> None:
    """Go to frames of the carving and print what they take."""
    for name, keys in JOURNEYS.items():
        terminal.press(HOME)
        for _ in range(5):
            terminal.press(TENTH)
        report(name, [terminal.press(key) for key in keys])


def measure_play(terminal: Terminal, seconds: float = 6.0) -> None:
    """Let the lab play from its start and print frames and processor time."""
    terminal.press(HOME)
    began, cpu = time.perf_counter(), cpu_seconds(terminal.pid)
    terminal.write(b" ")
    frames, size, last = 0, 0, began
    while (now := time.perf_counter()) < began + seconds and now < last + 0.5:
        if more := terminal.read(0.05):
            frames += 1
            size += len(more)
            last = time.perf_counter()
    share = (cpu_seconds(terminal.pid) - cpu) / (now - began)
    status = Path(f"/proc/{terminal.pid}/status").read_text(encoding="ascii")
    memory = int(status.split("VmRSS:")[1].split()[0]) / 1024
    terminal.press(HOME)
    print(
        f"playing        {frames / (last - began):5.1f} frames/s   "
        f"{share:4.0%} of a core   {size / max(frames, 1):5.0f} bytes a frame   "
        f"{memory:,.0f} MB"
    )


def measure_gallery(terminal: Terminal) -> None:
    """Open the gallery and print when its thumbnails come, and how long a key waits meanwhile."""
    began = time.perf_counter()
    terminal.write(b"*")
    first, last, waits = 0.0, 0.0, []
    pressed = 0.0
    keys = [RIGHT, LEFT]
    while time.perf_counter() < began + 6:
        data = terminal.read(0.02)
        now = time.perf_counter()
        if not first and any(wall in data for wall in WALLS):
            first = now - began
        if data:
            last = now - began
        if pressed and MARK in data:
            waits.append(now - pressed)
            pressed = 0.0
        elif first and not pressed and len(waits) < 20:
            terminal.write(keys[len(waits) % 2])
            pressed = time.perf_counter()
    print(
        f"gallery        first thumbnail {first * 1000:.0f} ms   "
        f"quiet after {last * 1000:.0f} ms   "
        f"{len(waits)} keys, the longest {max(waits, default=0) * 1000:.0f} ms"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--watched", nargs="+", default=WATCHED)
    parser.add_argument("--no-gallery", action="store_true")
    arguments = parser.parse_args()
    for number, game_id in enumerate(arguments.watched):
        print(game_id)
        terminal = Terminal([sys.executable, "-m", "mazegame", "lab", game_id])
        try:
            terminal.until(b"/s")  # its speed: the carving is recorded
            terminal.press(b" ")
            measure_frames(terminal)
            measure_play(terminal)
            if not number and not arguments.no_gallery:
                measure_gallery(terminal)
        finally:
            terminal.close()


if __name__ == "__main__":
    main()

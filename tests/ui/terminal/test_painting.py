"""What is sent to the terminal, against what a fresh painting of everything would show."""

import random
import time

import pytest

from tests.terminals import ARROWS
from tests.waiting import LONGEST

QUIET = 1.2
"""Seconds without a change after which all keys are handled, on a busy machine too."""

KEYS = [*ARROWS.values()] * 2 + [b"D", b"S", b"A", b"W", b"u", b"\x7f", b"+", b"-", b"\t"]


def settled(terminal) -> list[list[tuple[object, ...]]]:
    """The screen once nothing changes any more: characters with their colours."""
    end = time.monotonic() + LONGEST
    quiet, before = time.monotonic() + QUIET, ""
    while time.monotonic() < min(quiet, end):
        terminal.read(0.05)
        now = "\n".join(terminal.screen.display[1:])  # the first line has the clock in it
        if now != before:
            quiet, before = time.monotonic() + QUIET, now
    screen = terminal.screen
    return [
        [
            # A space shows nothing of its ink.
            (c.data, c.bg, c.reverse, *((c.fg, c.bold) if c.data != " " else ()))
            for c in (screen.buffer[y][x] for x in range(screen.columns))
        ]
        for y in range(screen.lines)
    ]


def painted_anew(terminal) -> list[list[tuple[object, ...]]]:
    """Have the whole screen painted again, as a dialog that comes and goes does."""
    terminal.send(b"?")
    terminal.until("Walk from A to B")
    settled(terminal)
    terminal.screen.reset()
    terminal.send(b"\x1b")
    return settled(terminal)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "size", "seed"),
    [
        (("wilson:120x90:paint", "--fog"), (80, 24), 4),
        (("recursive-backtracker:19x9:paint",), (80, 24), 1),
        (("wilson:120x90:paint",), (80, 24), 2),
        (("kruskal:60x40:braid=40:paint", "--race", "1000"), (100, 30), 3),
        (("kruskal:60x20:braid=40:paint",), (200, 60), 5),  # whose side column lies over the pane
    ],
)
def test_what_was_painted_piece_by_piece_is_what_a_fresh_painting_shows(
    open_terminal, game, size, seed
):
    terminal = open_terminal("play", *game, "--walk-first", width=size[0], height=size[1])
    terminal.until("shortest")
    chance = random.Random(seed)
    for turn in range(2):
        for key in range(60):
            terminal.send(chance.choice(KEYS))
            terminal.read(0.004)
            if key == 30:
                terminal.until("copied", b"c")  # a message comes and goes over the maze
        terminal.without("copied")
        before = settled(terminal)
        texts = terminal.text[:400]
        after = painted_anew(terminal)
        assert "Traceback" not in terminal.text
        # The two lines above the maze tell the time.
        for y, (row, fresh) in enumerate(zip(before[2:], after[2:], strict=True), start=2):
            assert row == fresh, f"line {y} differs after {turn} turns\n{texts}"

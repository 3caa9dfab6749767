"""Leaving: whatever the game waits for, it ends, gives the terminal back and keeps the run."""

import os
import signal

import pytest

from mazegame.engine import Level
from mazegame.store.journal.journal import read_abandoned
from mazegame.store.places import places
from tests.game.mazes import ahead
from tests.terminals import ARROWS

GAME_ID = "wilson:9x9:kite-7"

HANGS = {
    "loop": "time.sleep(9999)",
    "app": "screen.app.call_later(asyncio.Event().wait)",
    "screen": "screen.call_later(asyncio.Event().wait)",
}
"""What a key does after which the game does not end by itself."""

PROGRAM = """
import asyncio, os, sys, time
from mazegame.screens.base import GameScreen
def hang(screen):
    os.write(2, b"it hangs")
    {hang}
GameScreen.action_help = hang
from mazegame.__main__ import main
sys.exit(main())
"""


@pytest.fixture
def hanging(open_terminal):
    """Return a function that opens a game, walks a step, and lets something wait for ever."""

    def start(what):
        program = "-c", PROGRAM.format(hang=HANGS[what])
        terminal = open_terminal("play", GAME_ID, "--walk-first", program=program)
        terminal.until("shortest")
        terminal.send(ARROWS[next(iter(ahead(Level.of(GAME_ID))))])
        terminal.until("1 step")
        # A run counts as begun once it has a journal; before, it is lost with the process.
        terminal.reads_until(lambda: list(places().running.glob("*.run")), "it keeps no run")
        terminal.send(b"?")
        terminal.reads_until(lambda: b"it hangs" in terminal.output, "it does not hang")
        return terminal

    return start


@pytest.mark.variants("what")
@pytest.mark.parametrize(
    ("what", "number"),
    [
        ("loop", None),
        ("loop", signal.SIGINT),
        ("app", None),
        ("app", signal.SIGHUP),
        ("screen", signal.SIGTERM),
    ],
)
def test_a_game_that_does_not_end_is_ended_and_the_terminal_given_back(hanging, what, number):
    terminal = hanging(what)
    if number is None:
        terminal.send(b"\x11")
    else:
        os.kill(terminal.pid, number)
    terminal.ends_cleanly(0 if number is None else 128 + number)
    assert [saved.steps for saved in read_abandoned(places().running)[0]] == [1]

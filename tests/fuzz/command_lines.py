"""Command lines: words of every command, in any order, with valid and invalid values."""

import argparse
import contextlib
import io
import os
import sys
from collections import Counter
from pathlib import Path
from random import Random
from unittest import mock

from mazegame.cli import main
from mazegame.cli.parser import command_parsers, make_parser
from mazegame.engine import ALGORITHMS, PRESETS, Level, Recipe
from mazegame.engine.kernels.kernel_cache import cache_directory
from mazegame.formats.api import to_bytes
from mazegame.formats.replay import write_replay
from mazegame.game.recording.record import record_of
from tests.fuzz.harness import LONGEST_MESSAGE, Finding, InFolder
from tests.fuzz.mutations import TOKENS, damage_text
from tests.game.mazes import walked
from tests.store.conftest import no_superuser

CODES = {0, 1, 2, 3, 130, 141}
"""The exit codes that ``mazegame --help`` lists."""

SIZES = ("5x5", "19x9", "1x1", "2x40", "0x5", "-3x4", "5x", "x", "5", "99999999x99999999", "५x५")
NUMBERS = ("0", "1", "3", "-1", "0.5", "1e3", "nan", "9" * 25, "9" * 5000, "x", "0x10")
FILES = (
    "maze.txt", "walk.replay", "mask.txt", "noise.bin", "empty", "folder", "none", "-", "out.svg",
    "closed/maze.txt", "closed/new/out.svg", "loop", "loop/out", "pipe", "pipe/out",
)  # fmt: skip
"""Files of the working directory; not all of them exist."""


class CommandLines(InFolder):
    """The command line, in this process."""

    name, share, short = "command lines", 0.05, 250

    def __init__(self) -> None:
        super().__init__()
        cache_directory()  # chosen once: not in a home that is soon gone
        home = str(self._there / "home")
        environment = {"MAZEGAME_HOME": home, "COLUMNS": "80"}
        self.enter_context(mock.patch.dict(os.environ, environment))
        self.enter_context(mock.patch("mazegame.cli.terminal.is_terminal", return_value=False))
        level = Level.of(Recipe.parse("wilson:6x4:kite-7"))
        self._maze = to_bytes(level, "grid")
        (self._there / "maze.txt").write_bytes(self._maze)
        (self._there / "walk.replay").write_text(write_replay(record_of(walked(level))))
        (self._there / "mask.txt").write_text("..X..\n.....\n.....\n")
        (self._there / "noise.bin").write_bytes(bytes(range(256)) * 20)
        (self._there / "empty").touch()
        (self._there / "folder").mkdir()
        (self._there / "closed").mkdir(mode=0)
        self.callback((self._there / "closed").chmod, 0o700)
        (self._there / "loop").symlink_to("loop")
        os.mkfifo(self._there / "pipe")
        self.enter_context(no_superuser())
        self._commands = _commands()

    def run(self, random: Random) -> Counter[str]:
        """Run one command line."""
        words = self._words(random)
        err = io.StringIO()
        stdin = io.TextIOWrapper(io.BytesIO(self._maze))
        before = Path.cwd()
        os.chdir(self._there)
        try:
            with (
                contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")),
                contextlib.redirect_stderr(err),
                mock.patch.object(sys, "stdin", stdin),
            ):
                code = main(words)
        except Exception as error:
            raise Finding(f"{words!r}") from error
        finally:
            os.chdir(before)
        self._check(words, code, err.getvalue())
        return Counter({f"exit code {code}": 1})

    @staticmethod
    def _check(words: list[str], code: int, said: str) -> None:
        if code not in CODES:
            raise Finding(f"{words!r} ends with {code}")
        lines = said.splitlines()
        if code in {1, 2, 3}:
            last = lines[-1] if lines else ""
            if not last.startswith("mazegame: ") or len(last) > LONGEST_MESSAGE:
                raise Finding(f"{words!r} says {said!r}")
        if "Traceback" in said or not said.replace("\n", "").replace("\r", "").isprintable():
            raise Finding(f"{words!r} says {said!r}")

    def _words(self, random: Random) -> list[str]:
        """Return a command line that may be valid."""
        name = random.choice([*self._commands, "", "nosuch", random.choice(TOKENS)])
        words = [name] if name else []
        actions = self._commands.get(name, [])
        for action in random.sample(actions, min(len(actions), random.randrange(5))):
            if action.option_strings:
                words.append(random.choice(action.option_strings))
            if action.nargs != 0:
                words.append(self._value(random, action))
        if random.random() < 0.25:
            words.insert(random.randrange(len(words) + 1), self._value(random, None))
        if random.random() < 0.1:
            random.shuffle(words)
        # The system starts no program with a zero byte or a lone surrogate in its arguments.
        return [word.replace("\0", "") for word in words]

    @staticmethod
    def _value(random: Random, action: argparse.Action | None) -> str:
        if action is not None and action.choices and random.random() < 0.8:
            return str(random.choice(list(action.choices)))
        files = FILES
        if action is not None and action.dest == "output":  # as in a shell it waits for a reader
            files = tuple(name for name in FILES if name != "pipe")
        word = random.choice(
            random.choice(
                (SIZES, NUMBERS, files, list(ALGORITHMS), list(PRESETS), TOKENS, _GAME_IDS)
            )
        )
        return damage_text(random, word)[:6000] if random.random() < 0.1 else word


_GAME_IDS = (
    "wilson:6x4:kite-7", "kruskal:5x5:braid=40:a", "wilson:6x4", "nosuch:5x5:a",
    "eller:30x9:ends=r0c0-r9c9:a", "wilson:6x4:cells=hexagonal:a", "prim:4x3:cells=storeys.2:a",
    "wilson:3x9:cells=polar,braid=50:a", "cells=torus", "hexagonal",
    "wilson:99999999x99999999:a", "braid=20", "weights=1-6",
    "mask=heart", "tremaux:9", "jog", "2026-03-14", "1" * 18,
)  # fmt: skip


def _commands() -> dict[str, list[argparse.Action]]:
    """Return the arguments of every command."""
    commands = command_parsers(make_parser())
    found = {name: list(command._actions) for name, command in commands.items()}
    del found["warm"]  # which compiles for a minute, as it is asked to
    found["--version"] = found["--help"] = found["--reset-settings"] = []
    return found

"""Fixtures that run the command line: in this process, which is fast, or in a child process."""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from mazegame import cli
from tests.programs import ROOT, run_python

NINE = ROOT / "tests" / "data" / "nine.txt"


@dataclass
class Outcome:
    """The result of a run of the command line."""

    code: int
    out: str
    err: str

    @property
    def refusal(self) -> str:
        """The one line of a usage error; fails for any other result."""
        return self._line(2)

    @property
    def failure(self) -> str:
        """The one line of a failure to read or write; fails for any other result."""
        return self._line(3)

    @property
    def no_path(self) -> str:
        """The one line of a maze without a path; fails for any other result."""
        return self._line(1)

    def _line(self, code: int) -> str:
        assert self.code == code, self
        assert self.out == ""
        assert self.err.startswith("mazegame: ")
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1
        assert "Traceback" not in self.err
        return self.err.removeprefix("mazegame: ").rstrip("\n")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Run a command in this process."""

    def run(*words: str) -> Outcome:
        code = cli.main(list(words))
        return Outcome(code, *capsys.readouterr())

    return run


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of somebody who has not played yet."""
    monkeypatch.setenv("MAZEGAME_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the commands run on a terminal."""
    monkeypatch.setattr("mazegame.cli.terminal.is_terminal", lambda _: True)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The screens that commands open in place of the game, which ends with the exit code 7."""
    opened: list[Any] = []
    app = ModuleType("mazegame.app")
    app.run_game = lambda first=None: opened.append(first and first()) or 7
    monkeypatch.setitem(sys.modules, "mazegame.app", app)
    return opened


@pytest.fixture
def spawn() -> Callable[..., Outcome]:
    """Run a command in a child process without a terminal."""

    def spawn(*words: str, stdin: str = "", **environment: str) -> Outcome:
        names = {**os.environ, "PYTHONIOENCODING": "utf-8", **environment}
        words = ("-m", "mazegame", *words)
        done = run_python(*words, input=stdin.encode(), encoding=None, env=names, cwd=None)
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())

    return spawn

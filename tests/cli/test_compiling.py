"""What a command says before it compiles what no command has compiled before."""

from pathlib import Path

import pytest

from mazegame.cli import terminal
from mazegame.cli.terminal import announce_compiling
from mazegame.engine.kernels import jit
from tests.engine.cases import needs_compiler
from tests.programs import run_python

ON_A_TERMINAL = """
import sys
from mazegame import cli
from mazegame.cli import terminal

terminal.is_terminal = lambda stream: True
raise SystemExit(cli.main(sys.argv[1:]))
"""


@pytest.mark.long
@needs_compiler
def test_the_first_command_says_once_that_it_compiles_and_the_next_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv("MAZEGAME_HOME", str(tmp_path / "home"))
    words = (
        "generate",
        "recursive-backtracker:1500x1500:a",
        "-f",
        "npy",
        "-o",
        str(tmp_path / "maze.npy"),
    )
    said = [run_python("-c", ON_A_TERMINAL, *words, check=True).stderr for _ in range(2)]
    assert said[0].count("compiling, once: a few seconds\n") == 1
    assert "compiling" not in said[1]


@pytest.mark.parametrize("is_there", [True, False])
def test_it_is_for_terminals(capsys, monkeypatch, is_there):
    monkeypatch.setattr(terminal, "is_terminal", lambda stream: is_there)
    announce_compiling("a few minutes")
    (announce,) = jit._before_compiling
    jit._before_compiling.clear()
    announce()
    assert ("a few minutes" in capsys.readouterr().err) is is_there


def test_the_folder_that_cannot_hold_compiled_code_is_named(spawn, tmp_path):
    (tmp_path / "file").touch()
    chosen = str(tmp_path / "file" / "x")
    done = spawn("warm", "wilson", NUMBA_CACHE_DIR=chosen, NUMBA_DISABLE_JIT="0")
    assert done.code == 3
    assert "NUMBA_CACHE_DIR, '" in done.err
    assert "cannot be written" in done.err


@pytest.mark.long
def test_what_is_compiled_ahead_lies_in_the_folder_that_is_printed(spawn, tmp_path):
    done = spawn("warm", "binary-tree", NUMBA_DISABLE_JIT="0", NUMBA_CACHE_DIR=str(tmp_path))
    folder = Path(done.out.removeprefix("compiled code is in ").rstrip("\n"))
    assert folder.is_relative_to(tmp_path)
    assert len(list(folder.iterdir())) > 3

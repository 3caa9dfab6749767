"""The process: Ctrl+C at any moment of its start, and streams that are gone at its end."""

from __future__ import annotations

import os
import sys

import pytest

from tests.programs import run_python

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")

START = """
import os, signal, sys, types
sys.argv = ["mazegame", "--version"]
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
{before}
from mazegame.__main__ import main
sys.exit(main())
"""

RAISED_IN_A_LIBRARY = """
class Finder:
    def find_spec(self, name, path, target=None):
        if name == "mazegame.cli.program":
            try:
                os.kill(os.getpid(), signal.SIGINT)
                import time; time.sleep(5)
            except KeyboardInterrupt:
                raise ImportError("of what a library makes of it") from None
sys.meta_path.insert(0, Finder())
"""

AT_THE_END = """
import atexit
atexit.register(lambda: os.kill(os.getpid(), signal.SIGINT))
"""

TERMINAL_GONE = """
def run():
    sys.stdout.write("what is not flushed yet")
    reader, writer = os.pipe()
    os.dup2(writer, 1)
    os.close(reader)
    return 7
sys.modules["mazegame.cli"] = types.SimpleNamespace(main=run)
"""

IN_THE_BACKGROUND = """
signal.signal(signal.SIGINT, signal.SIG_IGN)
def run():
    os.kill(os.getpid(), signal.SIGINT)
    return 5
sys.modules["mazegame.cli"] = types.SimpleNamespace(main=run)
"""


def run(before: str) -> tuple[int, str]:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = run_python("-c", START.format(before=before), env=env)
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("before", "code"),
    [(RAISED_IN_A_LIBRARY, 130), (AT_THE_END, 0), (TERMINAL_GONE, 7), (IN_THE_BACKGROUND, 5)],
)
def test_the_process_ends_without_a_traceback(before, code):
    assert run(before) == (code, "")


def test_an_error_of_the_program_is_not_reported_as_an_interrupt():
    code, said = run('sys.modules["mazegame.cli"] = None')
    assert code == 1
    assert "ModuleNotFoundError" in said

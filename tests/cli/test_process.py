"""The process: Ctrl+C at any moment of its start, and streams that are gone at its end."""

import os
import sys

import pytest

from tests.programs import ROOT, run_python

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

LOST_IN_A_DESTRUCTOR = """
class Dropped:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(9):
            pass
class Finder:
    def find_spec(self, name, path, target=None):
        if name == "mazegame.cli.program":
            Dropped()
            import time; time.sleep(60)
sys.meta_path.insert(0, Finder())
"""

ERROR_IN_A_DESTRUCTOR = """
class Dropped:
    def __del__(self):
        raise ValueError("of a destructor")
def run():
    Dropped()
    return 6
sys.modules["mazegame.cli"] = types.SimpleNamespace(main=run)
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
    [
        (RAISED_IN_A_LIBRARY, 130),
        (LOST_IN_A_DESTRUCTOR, 130),
        (AT_THE_END, 0),
        (TERMINAL_GONE, 7),
        (IN_THE_BACKGROUND, 5),
    ],
)
def test_the_process_ends_without_a_traceback(before, code):
    assert run(before) == (code, "")


def test_another_error_in_a_destructor_is_shown():
    code, said = run(ERROR_IN_A_DESTRUCTOR)
    assert code == 6
    assert "ValueError: of a destructor" in said


def test_nothing_that_takes_time_is_loaded_before_ctrl_c_counts():
    code = f"import sys; sys.path[0] = {str(ROOT)!r}; import mazegame.__main__; print(*sys.modules)"
    loaded = set(run_python("-S", "-c", code, check=True).stdout.split())
    assert "mazegame.__main__" in loaded
    assert not {"enum", "re", "signal", "threading"} & loaded


def test_an_error_of_the_program_is_not_reported_as_an_interrupt():
    code, said = run('sys.modules["mazegame.cli"] = None')
    assert code == 1
    assert "ModuleNotFoundError" in said

"""Programs that tests run in a process of their own."""

import signal
import subprocess
import sys
from pathlib import Path

from tests.waiting import LONGEST

ROOT = Path(__file__).parents[1]
"""The folder of the project."""


def run_python(*words: str, check: bool = False, **options) -> subprocess.CompletedProcess[str]:
    """Run Python in the project's folder, and return what it printed as text."""
    options = {"cwd": ROOT, "encoding": "utf-8", **options}
    return subprocess.run([sys.executable, *words], capture_output=True, check=check, **options)


def run_code(code: str) -> str:
    """Run code that must not fail, and return what it printed."""
    done = run_python("-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout


def kill_when_kept(code: str, *words: object) -> None:
    """Run code until it has printed ``kept``, and kill it with SIGKILL."""
    command = [sys.executable, "-c", code, *map(str, words)]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    assert child.stdout is not None
    assert child.stdout.readline() == b"kept\n"
    child.send_signal(signal.SIGKILL)
    child.communicate(timeout=LONGEST)

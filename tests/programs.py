"""Programs that tests run in a process of their own."""

import signal
import subprocess
import sys
from pathlib import Path

from tests.waiting import LONGEST

ROOT = Path(__file__).parents[1]
"""The folder of the project."""


def run_python(*words: object, check: bool = False, **options) -> subprocess.CompletedProcess:
    """Run Python in the project's folder, and return what it printed, as text unless told else."""
    pipes = dict.fromkeys(("stdout", "stderr"), subprocess.PIPE)
    options = {"cwd": ROOT, "encoding": "utf-8", "timeout": LONGEST, **pipes, **options}
    return subprocess.run([sys.executable, *map(str, words)], check=check, **options)


def start_python(*words: object, **options) -> subprocess.Popen:
    """Start Python in the project's folder; what it prints is read from a pipe."""
    options = {"cwd": ROOT, "stdout": subprocess.PIPE, **options}
    return subprocess.Popen([sys.executable, *map(str, words)], **options)


def run_code(code: str, **options) -> str:
    """Run code that must not fail, and return what it printed."""
    done = run_python("-c", code, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def state_of(pid: object) -> str:
    """Return the letter of a process's state, as T for stopped; empty if it is there no more."""
    asked = ["ps", "-o", "stat=", "-p", str(pid)]
    shown = subprocess.run(asked, check=False, capture_output=True, text=True).stdout.strip()
    return shown[:1].replace("Z", "")  # what nobody has asked for is no process


def take_interrupts() -> None:
    """End at SIGINT, also where the tests run in the background, which ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)

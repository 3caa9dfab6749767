"""The background compiler: a child process that fills the compile cache (``warm.py``).

What lives here: starting the process, and ending it with the game. What does not: which kernels it
compiles (``warm.py``), the cache (``kernel_cache.py``).

It is a process and not a thread: compiling holds the interpreter lock for 50 to 160 milliseconds
at a time, and a key press would have to wait for that.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Final

from mazegame.engine.kernels import jit, kernel_cache

_POLL_SECONDS: Final = 0.5
"""Interval at which the child checks whether its parent still runs, in seconds."""

_CHILD: Final = """
import sys
sys.path.append({root!r})
import runpy
sys.argv = ["warm", {parent!r}, *{words!r}]
runpy.run_module("mazegame.engine.warm", run_name="__main__")
"""


def start_compiler(*words: str) -> subprocess.Popen[bytes] | None:
    """Start filling the compile cache in a process of low priority, if it is not full yet.

    The child imports no module from the current folder (``-P``), where a file might happen to be
    called numpy.py. ``warm.py`` is given the words.

    Returns:
        The process; None if compilation is off, the cache is full or cannot be written, or no
        process can be started.
    """
    if jit.jit_disabled() or kernel_cache.cache_directory() is None or kernel_cache.is_warm():
        return None
    root = str(Path(__file__).resolve().parents[3])
    code = _CHILD.format(root=root, parent=str(os.getpid()), words=words)
    try:
        return subprocess.Popen(  # noqa: S603  this Python, and words of our own
            [sys.executable, "-P", "-c", code],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return None


def exit_with_parent(parent: int) -> None:
    """End this process soon after its parent has ended."""

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(_POLL_SECONDS)
        os._exit(0)

    threading.Thread(target=look, name="mazegame-parent", daemon=True).start()

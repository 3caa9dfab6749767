"""Warm-up: compile the engine's kernels in a child process while the player fills the form.

It is a process and not a thread: compiling holds the interpreter lock for 50 to 160 milliseconds
at a time, and a key press would have to wait for that.
"""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
from pathlib import Path
from typing import Final

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
    called numpy.py. ``engine/warm.py`` is given the words.

    Returns:
        The process; None if compilation is off, the cache is full or cannot be written, no process
        can be started, or the program is frozen, whose executable is no Python.
    """
    from mazegame.engine.kernels import jit, kernel_cache

    if getattr(sys, "frozen", False):
        return None
    if jit.jit_disabled() or kernel_cache.cache_directory() is None or kernel_cache.is_warm():
        return None
    root = str(Path(__file__).resolve().parents[2])
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


class WarmUp:
    """The child process that compiles."""

    compiles = True
    """Whether it does; if not, the cache is somebody else's to fill."""

    def __init__(self) -> None:
        self._compiler: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Compile the kernels that are not in the cache, in the child process.

        Small mazes need none of them, and compiling in this process would stall the keys.
        """
        # Every line on the screen is a dozen objects. Without this, the garbage collector takes a
        # third of the time in which a large screen opens.
        gc.freeze()
        gc.set_threshold(5000)
        gc.enable()
        from mazegame.engine.kernels.jit import before_compiling, never_wait

        never_wait()
        before_compiling(lambda: None)  # a line would lie across the screen
        if self.compiles:
            self._compiler = start_compiler()

    def stop(self) -> None:
        """End the child process, if it still compiles."""
        if self._compiler is not None and self._compiler.poll() is None:
            self._compiler.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._compiler.wait(1.0)

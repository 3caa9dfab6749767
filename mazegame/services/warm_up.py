"""Warm-up: compile the engine's kernels in a child process while the player fills the form."""

from __future__ import annotations

import contextlib
import gc
import subprocess


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
        from mazegame.engine.kernels.compiler import start_compiler
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

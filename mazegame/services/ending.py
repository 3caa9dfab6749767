"""Ending: how the game's process ends on a signal, or when its terminal is gone.

A thread of its own waits for both. The event loop may stand: Textual waits for ever for a terminal
that takes no output, and then the loop handles no signal and closes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

SIGNALS: Final = frozenset(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM")
    if hasattr(signal, name)
)
"""The signals that end a game."""


def end_on_signals(
    leave: Callable[[int], object], keep: Callable[[], object], seconds: float
) -> None:
    """Leave the game on a signal, or when its terminal is gone.

    Call it in the main thread, while the event loop runs. ``leave`` ends the game, in that
    loop, with the process's exit code. If the process still runs some seconds later, ``keep``
    is called in a thread of its own, and the process is ended.
    """
    loop = asyncio.get_running_loop()
    reader, writer = os.pipe()
    os.set_blocking(writer, False)

    def note(number: int, _: object) -> None:
        with contextlib.suppress(OSError):  # the pipe is full of signals
            os.write(writer, bytes([number]))

    def wait() -> None:
        number = _first_signal(reader)
        with contextlib.suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(leave, 128 + number)
        time.sleep(seconds)
        with contextlib.suppress(Exception):
            keep()
        os._exit(128 + number)

    for number in SIGNALS:
        signal.signal(number, note)
    threading.Thread(target=wait, name="ending", daemon=True).start()


def _first_signal(reader: int) -> int:
    """Wait for the number of a signal on a pipe, or for the end of the terminal."""
    if not hasattr(select, "poll"):
        return os.read(reader, 1)[0]
    poll = select.poll()
    poll.register(reader, select.POLLIN)
    for stream in (sys.__stdin__, sys.__stderr__):  # Textual paints to the second
        with contextlib.suppress(AttributeError, OSError, ValueError):
            poll.register(stream.fileno(), 0)  # type: ignore[union-attr]
    while True:
        for file, event in poll.poll():
            if file == reader:
                return os.read(reader, 1)[0]
            if event & (select.POLLHUP | select.POLLERR):
                return getattr(signal, "SIGHUP", signal.SIGTERM)
            poll.unregister(file)  # a device that cannot be watched


def end_process_after(seconds: float, code: int, before: Callable[[], object]) -> None:
    """End the process some seconds later, even if a thread works; first call ``before``."""

    def end() -> None:
        before()
        os._exit(code)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()

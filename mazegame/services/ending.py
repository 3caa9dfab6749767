"""Ending: how the game's process ends by a key, on a signal, or when its terminal is gone.

A thread of its own waits for all of them. The event loop may hang: Textual waits for ever for a
terminal that takes no output, and then the loop handles no key and no signal, and closes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import sys
import threading
from collections.abc import Callable
from typing import Final

SIGNALS: Final = frozenset(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM")
    if hasattr(signal, name)
)
"""The signals that end a game."""

HANGUP_SECONDS: Final = 2.0
"""Longest time, in seconds, for a clean end after a signal or the loss of the terminal."""

LEAVE_SECONDS: Final = 5.0
"""Longest time, in seconds, for a clean end after a key."""

LATE_SECONDS: Final = 0.3
"""Extra seconds for a clean end once all is saved: it may have waited for just that."""

_KEY: Final = 0
"""Stands for a key in the pipe, where other numbers are those of signals."""


class Ending:
    """Ends the process of a game: cleanly if that works in time, by force otherwise.

    Make it in the main thread, while the event loop runs. ``leave`` ends the game, in that loop,
    with the process's exit code. If the game has not ended some seconds later, ``keep`` writes what
    is not kept yet and ``give_back`` restores the terminal, both in a thread of their own, and the
    process is ended.
    """

    def __init__(
        self,
        leave: Callable[[int], object],
        keep: Callable[[], object],
        give_back: Callable[[], object],
    ) -> None:
        self._leave, self._keep, self._give_back = leave, keep, give_back
        self._loop = asyncio.get_running_loop()
        self._ended = threading.Event()
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._writer, False)
        for number in SIGNALS:
            signal.signal(number, self._note)
        threading.Thread(target=self._wait, name="ending", daemon=True).start()

    def begin(self) -> None:
        """End the game as a key does; from any thread."""
        self._note(_KEY)

    def ended(self) -> None:
        """Report that the game has ended, and that the terminal is restored."""
        self._ended.set()

    def _note(self, number: int, _: object = None) -> None:
        with contextlib.suppress(OSError):  # the pipe is full of signals
            os.write(self._writer, bytes([number]))

    def _wait(self) -> None:
        """End the game at each request; the process, if the game does not end or has ended."""
        while True:
            number = _first_signal(self._reader)
            code = 128 + number if number != _KEY else 0
            late = self._ended.is_set()
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._leave, code)
            if late or not self._ended.wait(LEAVE_SECONDS if number == _KEY else HANGUP_SECONDS):
                for last in (self._keep, self._give_back):
                    with contextlib.suppress(Exception):
                        last()
                if late or not self._ended.wait(LATE_SECONDS):
                    os._exit(code)


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

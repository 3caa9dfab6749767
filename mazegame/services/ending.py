"""Ending: how the game's process ends on a signal, or when its terminal is gone."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import sys
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

GONE: Final = 128 + getattr(signal, "SIGHUP", signal.SIGTERM)
"""The exit code of a game whose terminal is gone."""

SIGNALS: Final = frozenset(
    {signal.SIGINT, signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)}
)
"""The signals that end a game."""


def on_end_signals(callback: Callable[[int], None]) -> None:
    """Call back with the number of a signal that ends the game, in the running event loop."""
    loop = asyncio.get_running_loop()
    for number in SIGNALS:
        # Not on Windows, and not in a thread that is not the main one.
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, callback, number)


def is_terminal_gone() -> bool:
    """Return whether standard input has lost its terminal. Textual would wait for it for ever."""
    if not hasattr(select, "poll") or sys.__stdin__ is None:
        return False
    poll = select.poll()
    with contextlib.suppress(OSError, ValueError):
        poll.register(sys.__stdin__.fileno(), 0)
        return any(event & (select.POLLHUP | select.POLLERR) for _, event in poll.poll(0))
    return False


def end_process_after(seconds: float, code: int, before: Callable[[], object]) -> None:
    """End the process after some seconds, even if a thread still works.

    Args:
        seconds: Time until then.
        code: Its exit code.
        before: Called last, in a thread of its own.
    """

    def end() -> None:
        before()
        os._exit(code)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()

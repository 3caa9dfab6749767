"""Progress of long work on standard error, where somebody watches."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING, Final

from mazegame.cli import terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SHOW_AFTER: Final = 1.0
"""Seconds that work takes before its progress is shown."""


@contextlib.contextmanager
def showing(what: str) -> Iterator[Callable[[float], None]]:
    """Within this block, the share done is shown on a terminal once the work takes long.

    Ctrl+C gets through to what the block does.
    """
    shown = ""
    began = time.monotonic()

    def progress(share: float) -> None:
        nonlocal shown
        line = f"{what} {share:4.0%}"
        if (
            line != shown
            and time.monotonic() - began >= SHOW_AFTER
            and terminal.is_terminal(sys.stderr)
        ):
            shown = line
            print(f"\r{line}", end="", file=sys.stderr, flush=True)

    try:
        yield progress
    finally:
        if shown:
            print(f"\r{' ' * len(shown)}\r", end="", file=sys.stderr, flush=True)


def interruptible(_: float) -> None:
    """Watch a long generation: while someone watches, Ctrl+C gets through to it."""

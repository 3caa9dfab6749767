"""Progress of long work on standard error, if that is a terminal."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING, Final

from mazegame.cli import terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SHOW_AFTER: Final = 1.0
"""Seconds of work before its progress is shown."""


@contextlib.contextmanager
def showing(what: str) -> Iterator[Callable[[float], None]]:
    """Show the share done on the terminal once the work within this block takes long.

    Ctrl+C interrupts the block.
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
    """Do nothing: a long generation that reports its progress can be interrupted by Ctrl+C."""

"""Progress of long work, and that something is compiled, on standard error if it is a terminal."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING, Final

from mazegame.cli import terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mazegame.engine import Level, Recipe

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


def carved(recipe: Recipe) -> Level:
    """Make a recipe's level, and show the progress."""
    from mazegame.engine import Level

    with showing(f"carving {recipe.cols}x{recipe.rows}") as progress:
        return Level.of(recipe, progress=progress)


def announce_compiling(duration: str = "a few seconds") -> None:
    """Say it once on the terminal if this command has to compile what no earlier one has.

    Args:
        duration: How long that takes, about: nobody knows how many kernels a command needs.
    """
    from mazegame.engine.kernels.jit import before_compiling
    from mazegame.engine.kernels.kernel_cache import cache_directory

    def announce() -> None:
        if terminal.is_terminal(sys.stderr):
            once = "" if cache_directory() is None else ", once"
            print(f"\rcompiling{once}: {duration}", file=sys.stderr, flush=True)

    before_compiling(announce)


def interruptible(_: float) -> None:
    """Do nothing: a long generation that reports its progress can be interrupted by Ctrl+C."""

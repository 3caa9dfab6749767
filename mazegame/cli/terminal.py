"""The terminal: checking that there is one, and reopening it after reading a pipe."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, TextIO

from mazegame.cli.refusals import CliError, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from mazegame.screens.routes import Route


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal."""
    try:
        return stream is not None and os.isatty(stream.fileno())
    except (OSError, ValueError):
        return False


@contextlib.contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Collect no garbage while the game is loaded: that takes long and finds nothing.

    ``services/warm_up.py`` starts it again once the first screen is there; an error does so too.
    """
    gc.disable()
    try:
        yield
    except BaseException:
        gc.enable()
        raise


def require_terminal() -> None:
    """Refuse to play without a screen or a keyboard. Textual paints on standard error.

    A page in a browser is one: then ``TEXTUAL_DRIVER`` names a web driver. If there is one, no
    garbage is collected from here on: see ``no_garbage_collection``.
    """
    if not _has_web_driver():
        names = ("input", sys.stdin), ("output", sys.stdout), ("error", sys.stderr)
        missing = [name for name, stream in names if not is_terminal(stream)]
        if missing:
            raise CliError(
                f"playing needs a terminal, which standard {' and '.join(missing)} "
                f"{'is' if len(missing) == 1 else 'are'} not; mazegame generate and solve need none"
            )
    gc.disable()


def play(first: Callable[[], Route[None] | None] | None = None) -> int:
    """Play in this terminal; return the game's exit code.

    Args:
        first: As for ``run_game``.
    """
    require_terminal()
    from mazegame.app import run_game

    return run_game(first)


def _has_web_driver() -> bool:
    """Return whether the environment names a web driver; refuse a driver that is none."""
    driver = os.environ.get("TEXTUAL_DRIVER")
    if not driver:
        return False
    module, _, name = driver.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError):
        raise CliError(f"TEXTUAL_DRIVER is {quoted(driver)}, which is no driver") from None
    from textual.drivers.web_driver import WebDriver

    return isinstance(found, type) and issubclass(found, WebDriver)


def reopen_terminal() -> None:
    """Replace a standard input at its end by the terminal, if there is one."""
    with contextlib.suppress(OSError):
        terminal = os.open("/dev/tty", os.O_RDWR)
        os.dup2(terminal, 0)
        os.close(terminal)

"""Check the terminal, show the progress of long work on it, and play in it."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

import mazegame
from mazegame.capabilities import shows_full_screen
from mazegame.cli.refusals import CliError, quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.screen import Screen

    from mazegame.engine import Level, Recipe

COLOUR_SYSTEMS: Final = ("auto", "standard", "256", "truecolor", "windows")
"""The valid values of TEXTUAL_COLOR_SYSTEM."""

SHOW_AFTER: Final = 1.0
"""Seconds after which the progress of long work is shown."""


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a stream is a terminal."""
    try:
        return stream is not None and os.isatty(stream.fileno())
    except (OSError, ValueError):
        return False


@contextlib.contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Disable garbage collection while the game is loaded: it takes long and finds nothing.

    ``services/warm_up.py`` starts it again once the first screen is there; an error does so too.
    """
    gc.disable()
    try:
        yield
    except BaseException:
        gc.enable()
        raise


def require_terminal() -> None:
    """Raise CliError without a screen or a keyboard. Textual draws on standard error.

    A page in a browser is one: then ``TEXTUAL_DRIVER`` names a web driver. No garbage is collected
    from here on: see ``no_garbage_collection``.
    """
    _require_colours()
    if not _has_web_driver():
        names = ("input", sys.stdin), ("output", sys.stdout), ("error", sys.stderr)
        missing = [name for name, stream in names if not is_terminal(stream)]
        if missing:
            raise CliError(
                f"run this in a terminal: standard {' and '.join(missing)} "
                f"{'is' if len(missing) == 1 else 'are'} none. "
                "mazegame generate and mazegame solve need none"
            )
        _require_full_screen()
    gc.disable()


def _require_full_screen() -> None:
    """Raise CliError for a terminal that cannot move its cursor."""
    name = os.environ.get("TERM", "")
    if sys.platform != "win32" and not shows_full_screen(name):
        such = f"TERM is {quoted(name)}, which is" if name else "TERM is not set: that is"
        raise CliError(f"{such} no terminal with a full screen; mazegame play --words needs none")


def _require_colours() -> None:
    """Raise CliError for a colour system that Textual does not know."""
    colours = os.environ.get("TEXTUAL_COLOR_SYSTEM", "auto")
    if colours not in COLOUR_SYSTEMS:
        fitting = ", ".join(COLOUR_SYSTEMS)
        raise CliError(f"TEXTUAL_COLOR_SYSTEM is {quoted(colours)}, which is not one of {fitting}")


def play(first: Callable[[], Screen[None] | None] | None = None) -> int:
    """Play in this terminal, from a screen as for ``run_game``; return the game's exit code."""
    require_terminal()
    if not Path(mazegame.__file__).with_name("app.tcss").is_file():
        raise CliError(
            "the game cannot read its style sheets in an archive: an installed mazegame plays, and "
            "one packed by shiv or PyInstaller"
        )
    from mazegame.app import run_game

    return run_game(first)


def _has_web_driver() -> bool:
    """Return whether the environment names a web driver; CliError for an invalid driver."""
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
    """Replace standard input by the terminal, if it is at its end and there is one."""
    with contextlib.suppress(OSError):
        terminal = os.open("/dev/tty", os.O_RDWR)
        os.dup2(terminal, 0)
        os.close(terminal)


# Progress


@contextlib.contextmanager
def showing(what: str) -> Iterator[Callable[[float], None]]:
    """Show progress on the terminal if the work within this block takes long.

    Ctrl+C interrupts the block.
    """
    shown = ""
    began = time.monotonic()

    def progress(share: float) -> None:
        nonlocal shown
        line = f"{what} {share:4.0%}"
        late = time.monotonic() - began >= SHOW_AFTER
        if line != shown and late and is_terminal(sys.stderr):
            shown = line
            print(f"\r{line}", end="", file=sys.stderr, flush=True)

    try:
        yield progress
    finally:
        if shown:
            print(f"\r{' ' * len(shown)}\r", end="", file=sys.stderr, flush=True)


def carved(recipe: Recipe) -> Level:
    """Return a recipe's level; show the progress."""
    from mazegame.engine import Level

    with showing(f"carving {recipe.cols}x{recipe.rows}") as progress:
        return Level.of(recipe, progress=progress)


def announce_compiling(duration: str = "a few seconds") -> None:
    """Print a notice once if this command has to compile kernels that are not cached.

    Nobody knows how many kernels a command needs: ``duration`` is how long that takes, about.
    """
    from mazegame.engine.kernels.jit import before_compiling
    from mazegame.engine.kernels.kernel_cache import cache_directory

    def announce() -> None:
        if is_terminal(sys.stderr):
            once = "" if cache_directory() is None else ", once"
            print(f"\rcompiling{once}: {duration}", file=sys.stderr, flush=True)

    before_compiling(announce)


def interruptible(_: float) -> None:
    """Do nothing: a long generation that reports its progress can be interrupted by Ctrl+C."""

"""Making a level: a thread that makes it, and a progress bar.

Here: the thread, the bar, cancelling. Not here: the use of the level.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual import work
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from mazegame.engine import CancelledError, Level, NoCompilerError

if TYPE_CHECKING:
    from mazegame.engine import Recipe

SHOW_AFTER: Final = 0.2
"""Seconds of work before the bar is shown: a quick level needs none."""

BAR: Final = 30
"""The columns of the bar."""


class Making(Static):
    """Makes one level at a time; a new request replaces the one before."""

    @dataclass
    class Made(Message):
        """The level is made."""

        level: Level

    @dataclass
    class Progressed(Message):
        """A share (0 to 1) of the work is done."""

        recipe: Recipe
        share: float

    @dataclass
    class Failed(Message):
        """The level cannot be made."""

        recipe: Recipe
        reason: str

    _wanted: Recipe | None = None

    def make(self, recipe: Recipe) -> None:
        """Begin to make a level; ``Made`` or ``Failed`` reports the end."""
        self._wanted = recipe
        self.update("")
        self._make(recipe)

    def give_up(self) -> None:
        """Stop without a further message."""
        self._wanted = None
        self.workers.cancel_group(self, "make")

    @work(thread=True, exclusive=True, group="make")
    def _make(self, recipe: Recipe) -> None:
        worker = get_current_worker()
        began = time.monotonic()

        def progress(share: float) -> bool:
            if time.monotonic() - began > SHOW_AFTER:
                self.post_message(self.Progressed(recipe, share))
            return not worker.is_cancelled

        try:
            level = Level.of(recipe, progress=progress)
        except CancelledError:
            return
        except (ValueError, MemoryError, NoCompilerError) as error:
            reason = str(error) or "there is not enough memory for this maze"
            self.post_message(self.Failed(recipe, reason))
            return
        if not worker.is_cancelled:
            self.post_message(self.Made(level))

    def on_making_progressed(self, message: Progressed) -> None:
        """Show the progress."""
        message.stop()
        if message.recipe == self._wanted:
            done = round(message.share * BAR)
            bar = "━" * done + "─" * (BAR - done)
            what = f"carving {message.recipe.cols}x{message.recipe.rows}"
            self.update(f"{what}\n\n{bar} {message.share:4.0%}\n\nesc gives up")

    def on_making_made(self, message: Made) -> None:
        """Drop a level that is no longer wanted."""
        if message.level.recipe != self._wanted:
            message.stop()

    def on_making_failed(self, message: Failed) -> None:
        """Drop the error of a level that is no longer wanted."""
        if message.recipe != self._wanted:
            message.stop()

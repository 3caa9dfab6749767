"""Making a level: a thread that makes it, and a progress bar."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.widgets import Static

from mazegame.engine import Level
from mazegame.formats.errors import reason_of
from mazegame.widgets.input.asking import Asking, is_wanted

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.engine import Recipe

SHOW_AFTER: Final = 0.2
"""Seconds of work before the bar is shown: a quick level needs none."""

BAR: Final = 30
"""The columns of the bar."""


class Making(Static, Asking):
    """Makes one level at a time; a new request replaces the one before."""

    def make(
        self, recipe: Recipe, made: Callable[[Level], object], failed: Callable[[str], object]
    ) -> None:
        """Begin to make a level; call back with it, or with the reason why it cannot be made."""
        self.update("")
        began = time.monotonic()

        def progress(share: float) -> bool:
            if is_wanted() and time.monotonic() - began > SHOW_AFTER:
                self.call_later(self._progressed, recipe, share)
            return is_wanted()

        work = partial(Level.of, recipe, progress=progress)
        self.ask(work, made, refused=lambda error: failed(reason_of(error)))

    def _progressed(self, recipe: Recipe, share: float) -> None:
        done = round(share * BAR)
        bar = "━" * done + "─" * (BAR - done)
        self.update(f"carving {recipe.cols}x{recipe.rows}\n\n{bar} {share:4.0%}\n\nesc gives up")

"""Work in threads, whose result or error comes back to the widget that started it.

Results that are outdated, or come after the screen is closed, are dropped. The first frame waits
for the import of this module: so it imports what makes a level only when one is wanted.
"""

from __future__ import annotations

import time
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from textual.dom import DOMNode
from textual.widgets import Static
from textual.worker import get_current_worker

from mazegame.terminal.textual_internals import however_late

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.message_pump import MessagePump
    from textual.timer import Timer, TimerCallback

    from mazegame.engine import Level, Recipe

Answer = TypeVar("Answer")

SHOW_AFTER: Final = 0.2
"""Seconds of work before its progress is shown; quick work needs none."""

BAR: Final = 30
"""Columns of the progress bar."""


def is_wanted(_: float = 0.0) -> bool:
    """Return whether the result of the present thread is still wanted.

    It fits the argument ``progress`` of the engine.
    """
    return not get_current_worker().is_cancelled


def is_open(node: MessagePump) -> bool:
    """Return whether a widget is on an open screen of an app that goes on."""
    return node.is_attached and (not isinstance(node, DOMNode) or node.screen.is_attached)


class BackgroundWork(DOMNode):
    """A widget or screen that runs work in threads, and whose timers end with its screen."""

    def call_if_open(self, callback: Callable[..., object], *arguments: object) -> None:
        """Call back in the app's thread, unless the screen is closed by then; from any thread."""
        self.call_later(self._if_open, partial(callback, *arguments))

    def _if_open(self, callback: Callable[[], object]) -> object:
        return callback() if is_open(self) else None

    def set_timer(
        self, delay: float, callback: TimerCallback | None = None, **options: Any
    ) -> Timer:
        """Call back after some seconds, unless the screen is closed by then."""
        if callback is not None:
            callback = partial(self._if_open, callback)
        return however_late(super().set_timer(delay, callback, **options))

    def set_interval(
        self, interval: float, callback: TimerCallback | None = None, **options: Any
    ) -> Timer:
        """Call back again and again, until the screen is closed."""
        if callback is not None:
            callback = partial(self._if_open, callback)
        return super().set_interval(interval, callback, **options)

    @cached_property
    def _last_asked(self) -> dict[str, object]:
        return {}

    def run_in_thread(
        self,
        work: Callable[[], Answer],
        on_result: Callable[[Answer], object],
        *,
        on_error: Callable[[Exception], object] | None = None,
        group: str = "work",
    ) -> None:
        """Do work in a thread; then call back in the app's thread, if the screen is still open.

        Args:
            work: Returns the answer, or raises an error.
            on_result: Called with the answer.
            on_error: Called with the error; None for ``complain``.
            group: Of the same group only the last answer is wanted; see ``is_wanted``.
        """
        asked = self._last_asked[group] = object()
        complain = on_error or self.complain

        def answer(callback: Callable[[], object]) -> object:
            return callback() if self._last_asked.get(group) is asked else None

        def run() -> None:
            try:
                callback: Callable[[], object] = partial(on_result, work())
            except Exception as error:  # noqa: BLE001  the player reads it
                callback = partial(complain, error)
            except BaseException as error:  # noqa: BLE001  of a plugin: no Ctrl+C comes here
                said = f"{type(error).__name__}: {error}"
                callback = partial(complain, RuntimeError(said))
            self.call_if_open(answer, callback)

        self.run_worker(run, thread=True, exclusive=True, group=group)

    def slow_progress(self, show: Callable[[Answer], object]) -> Callable[[Answer], bool]:
        """Return a progress function, which calls ``show`` once the work takes longer.

        It returns whether the result is still wanted.
        """
        began = time.monotonic()

        def reached(state: Answer) -> bool:
            if is_wanted() and time.monotonic() - began > SHOW_AFTER:
                self.call_if_open(show, state)
            return is_wanted()

        return reached

    def cancel_work(self, group: str = "work") -> None:
        """Cancel the work of a group, and drop its result."""
        self._last_asked.pop(group, None)
        self.workers.cancel_group(self, group)

    def complain(self, error: Exception) -> None:
        """Show an error; a widget passes it to its screen."""
        screen = self.screen
        if not isinstance(screen, BackgroundWork):
            raise NotImplementedError
        screen.complain(error)


class LevelMaker(Static, BackgroundWork):
    """Makes one level at a time; a new request replaces the previous one."""

    def make(
        self,
        source: Recipe | Level,
        made: Callable[[Level], object],
        failed: Callable[[str], object],
    ) -> None:
        """Make a level in a thread; call back with it, or with the reason why it cannot be made."""
        from mazegame.engine import Level
        from mazegame.formats.errors import reason_of

        if isinstance(source, Level):
            made(source)
            return
        self.update("")
        progress = self.slow_progress(partial(self._show_share, source))
        work = partial(Level.of, source, progress=progress)
        self.run_in_thread(work, made, on_error=lambda error: failed(reason_of(error)))

    def _show_share(self, recipe: Recipe, share: float) -> None:
        done = round(share * BAR)
        bar = "━" * done + "─" * (BAR - done)
        self.update(f"carving {recipe.cols}x{recipe.rows}\n\n{bar} {share:4.0%}\n\nesc gives up")

"""Asking: work in a thread, whose answer or error comes back to the widget that asked."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

from textual.dom import DOMNode
from textual.worker import get_current_worker

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")


def is_wanted(_: float = 0.0) -> bool:
    """Return whether the answer of the present thread is still wanted; for use as progress."""
    return not get_current_worker().is_cancelled


class Asking(DOMNode):
    """A widget or a screen that asks threads."""

    @cached_property
    def _last_asked(self) -> dict[str, object]:
        """What was asked last, by group."""
        return {}

    def ask(
        self,
        work: Callable[[], Answer],
        known: Callable[[Answer], object],
        *,
        refused: Callable[[Exception], object] | None = None,
        group: str = "ask",
    ) -> None:
        """Do work in a thread; then call back in the app's thread.

        Args:
            work: Returns the answer, or raises an error.
            known: Called with the answer.
            refused: Called with the error; None for ``complain``.
            group: Of the same group only the last answer is wanted; see ``is_wanted``.
        """
        asked = self._last_asked[group] = object()
        complain = refused or self.complain

        def answer(callback: Callable[[], object]) -> object:
            return callback() if self._last_asked.get(group) is asked else None

        def run() -> None:
            try:
                callback: Callable[[], object] = partial(known, work())
            except Exception as error:  # noqa: BLE001  the player reads it
                callback = partial(complain, error)
            self.call_later(answer, callback)

        self.run_worker(run, thread=True, exclusive=True, group=group)

    def give_up(self, group: str = "ask") -> None:
        """Want no answer of a group any more."""
        self._last_asked.pop(group, None)
        self.workers.cancel_group(self, group)

    def complain(self, error: Exception) -> None:
        """Show an error: a widget leaves that to its screen."""
        screen = self.screen
        if not isinstance(screen, Asking):
            raise NotImplementedError
        screen.complain(error)

"""Type-ahead: hold back keys that are pressed while a screen is being built."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from textual import events

from mazegame.screens.base import LEAVE_KEYS
from mazegame.textual_internals import is_ending

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.app import App

GAP_SECONDS: Final = 0.02
"""Seconds between two keys that are passed on: the first may move the focus for the second."""


class TypeAhead:
    """A queue of keys and pastes.

    Args:
        app: Passes them on by a timer.
        pass_on: Handles one of them as if it were typed now.
    """

    def __init__(self, app: App[None], pass_on: Callable[[events.Event], Awaitable[None]]) -> None:
        self._app = app
        self._pass_on = pass_on
        self._waiting: deque[events.Event] = deque()

    def holds(self, event: events.Event) -> bool:
        """Queue an event that has to wait; return whether it was queued.

        A key that leaves the game never waits, and those before it are dropped. A game that is
        about to end takes everything, and passes on nothing.
        """
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            return False
        if isinstance(event, events.Key) and event.key in LEAVE_KEYS:
            self._waiting.clear()
            return False
        if is_ending(self._app):
            return True
        if self._waiting or not self._is_screen_ready:
            self._waiting.append(event)
            return True
        return False

    @property
    def _is_screen_ready(self) -> bool:
        return getattr(self._app.screen, "ready", True)

    async def release(self) -> None:
        """If the screen is ready, pass on the first event in the queue, and the next one soon."""
        if self._waiting and self._is_screen_ready:
            await self._pass_on(self._waiting.popleft())
            if self._waiting:
                self._app.set_timer(GAP_SECONDS, self.release)

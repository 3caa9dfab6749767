"""Type-ahead: holds back keys that are pressed while a screen is being built.

Without it, of 30 keys that are typed as the game starts, 0 to 24 arrive (five tries). A screen
that takes keys in turn gets them one after the other all the time: Textual decides where a key goes
when it is read, and the key before it may not have moved the focus yet; and a text takes a letter
at once, but backspace only when it has come up to the app.
"""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Final

from textual import events

from mazegame.terminal.keyboard import LEAVE_KEYS
from mazegame.terminal.textual_internals import is_ending

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from textual.app import App
    from textual.message import Message
    from textual.message_pump import MessagePump
    from textual.timer import Timer

LONGEST_SECONDS: Final = 5.0
"""Longest wait, in seconds, until a key that was passed on is handled and the next one follows."""

MOST_WAITING: Final = 400
"""Most keys that wait to be handled: a walk of that length may be typed at once."""

MOST_OF_MOUSE: Final = 100
"""Most waiting events at which the mouse may add one more: the rest is reserved for keys."""

_INPUT: Final = (events.InputEvent, events.Paste)


class TypeAhead:
    """A queue of keys and pastes; ``pass_on`` handles one of them as if it were typed now."""

    def __init__(self, app: App[None], pass_on: Callable[[events.Event], Awaitable[None]]) -> None:
        self._app = app
        self._pass_on = pass_on
        self._waiting: deque[events.Event] = deque()
        self._passing: events.Event | None = None
        """The event that was passed on and may not be handled yet."""
        self._sent = self._arrived = 0
        """Events that the driver has sent, and those of them that the app has seen."""
        self._again = 0
        """The number of keys at the head of the queue that an earlier screen left to this one."""
        self._latest: Timer | None = None
        """Passes on the next event, should this one never be handled."""

    def holds(self, event: events.Event) -> bool:
        """Queue an event that has to wait; return whether it was queued.

        A key that leaves the game never waits, and those before it are dropped. A game that is
        about to end takes everything, and passes on nothing. The mouse waits for nothing else.
        """
        if not isinstance(event, _INPUT):
            return False
        if not event.is_forwarded:
            self._arrived = min(self._arrived + 1, self._sent)
        if isinstance(event, events.MouseEvent):
            return is_ending(self._app)
        if event.is_forwarded:  # and comes back from the screen that it was passed on to
            return self._holds_again(event)
        if isinstance(event, events.Key) and event.key in LEAVE_KEYS:
            self._waiting.clear()
            return False
        if is_ending(self._app):
            return True
        if self._waiting or self._passing is not None or not self._is_screen_ready:
            self._waiting.append(event)
            return True
        if getattr(self._app.screen, "takes_keys_in_turn", False):
            self._waiting.append(event)
            self._app.call_later(self.release)
            return True
        return False

    def _holds_again(self, event: events.Event) -> bool:
        """Queue a key for the screen that has opened since it was passed on, before later ones."""
        if self._is_screen_ready or not isinstance(event, events.Key):
            self._again = 0
            return False
        self._waiting.insert(self._again, events.Key(event.key, event.character))
        self._again += 1
        return True

    def admits(self, message: Message) -> bool:
        """Return whether one more message fits the queue; for the driver's thread."""
        if not isinstance(message, _INPUT):
            return True
        screens = self._app.screen_stack[-1:]  # none before the first and after the last
        front = {*screens, *(screen.focused for screen in screens), self._app.mouse_over}
        queued = sum(pump.message_queue_size for pump in front if pump is not None)
        most = MOST_OF_MOUSE if isinstance(message, events.MouseEvent) else MOST_WAITING
        if self._sent - self._arrived + len(self._waiting) + queued >= most:
            return False
        self._sent += 1
        return True

    @property
    def _is_screen_ready(self) -> bool:
        return getattr(self._app.screen, "takes_keys", True)

    async def release(self) -> None:
        """If the screen is ready, pass on the first event in the queue, and the next one after it.

        The next one follows when this one is handled, since it may move the focus.
        """
        if is_ending(self._app):
            self._waiting.clear()
        if self._passing is not None or not self._waiting or not self._is_screen_ready:
            return
        event = self._passing = self._waiting.popleft()
        # An event bubbles from the focused widget to the app. Then it may move the focus, which
        # Textual does by a further call, and a callback of that may be a call as well.
        target = self._app.focused or self._app.screen
        pumps = [node for node in target.ancestors_with_self if node is not self._app]
        await self._pass_on(event)
        self._latest = self._app.set_timer(LONGEST_SECONDS, partial(self._passed, event))
        await self._follow(event, [*pumps, self._app, self._app, self._app])

    async def _follow(self, event: events.Event, pumps: list[MessagePump]) -> None:
        """Go through the queues of some widgets, behind an event, up to its end."""
        for place, pump in enumerate(pumps, start=1):
            if pump.call_later(self._follow, event, pumps[place:]):
                return
        await self._passed(event)

    async def _passed(self, event: events.Event) -> None:
        """Pass on the next event, since one has been handled."""
        if self._passing is event:
            self._passing = None
            if self._latest is not None:
                self._latest.stop()
            await self.release()

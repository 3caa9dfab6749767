"""What all screens of the game share.

No screen lays itself out for a size that is history: while a terminal is being dragged, sizes come
faster than screens are laid out, and a screen that answers each of them, late and by a callback,
can keep two of them alive for ever, each calling the other one back.

And a screen says when it is ``ready`` for keys: what is typed before is kept for it by the app.
"""

from __future__ import annotations

import gc
from contextlib import ExitStack
from typing import TYPE_CHECKING, Final, Protocol, TypeVar, cast

from textual import events
from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.screen import ModalScreen, Screen, ScreenResultType

from mazegame.textual_internals import forget_all_lines, repaint_whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from mazegame.screens.routes import Opener, Route
    from mazegame.services import Services

Answer = TypeVar("Answer")

LEAVE_KEYS: Final = frozenset({"ctrl+q", "ctrl+c"})
"""The keys that always end the game, from every screen."""


LONGEST_HOLD_SECONDS: Final = 0.3
"""The longest time that a frame is held while what comes next is made ready."""


class GameApp(Protocol):
    """What screens need of the app."""

    router: Opener
    services: Services


class KeysWanted(Message):
    """A screen can take keys from now on."""


class GameScreen(Screen[ScreenResultType]):
    """A screen of the game."""

    ready = False
    """Whether its widgets are there and painted, so that it can take keys."""

    takes_palette = True
    """Whether the palette may be opened over it."""

    fits_any_size = False
    """Whether it can be shown in a terminal that is too small for the game."""

    async def on_event(self, event: events.Event) -> None:
        """Handle an event, unless it tells of a size that is history."""
        if not (isinstance(event, events.Resize) and event.size != self.app.size):
            await super().on_event(event)
        if isinstance(event, events.Mount):
            self.call_after_refresh(self._get_ready)

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close this screen, if it is the one in front: a double click closes one, not two."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    @property
    def router(self) -> Opener:
        """What opens other screens."""
        return cast("GameApp", self.app).router

    @property
    def services(self) -> Services:
        """The config, the journal of the run in progress, the score book."""
        return cast("GameApp", self.app).services

    def open(
        self, route: Route[Answer], answered: Callable[[Answer | None], None] | None = None
    ) -> None:
        """Open another screen over this one, if this one is in front.

        A second key that follows at once opens no second screen.
        """
        if self.app.screen is self:
            self.router.open(route, answered)

    def when_painted(self, callback: Callable[[], object]) -> None:
        """Call back after the next refresh, unless the screen has been left by then."""

        def call() -> None:
            if self in self.app.screen_stack:
                callback()

        self.call_after_refresh(call)

    def on_unmount(self) -> None:
        """Drop what was painted, and collect the garbage now, when nobody walks.

        After a hundred screens the collector would stop the game for long.
        """
        forget_all_lines()
        if gc.get_freeze_count():  # else it would look at all that was ever loaded
            gc.collect()

    def hold_frame(self, seconds: float = LONGEST_HOLD_SECONDS) -> Callable[[], None]:
        """Keep what the terminal shows until what comes next can be painted whole.

        Args:
            seconds: The longest time to hold it.

        Returns:
            Lets the next frame be painted; calling it again does nothing.
        """
        app, hold = self.app, ExitStack()
        hold.enter_context(app.batch_update())
        held = True

        def release() -> None:
            nonlocal held
            if held:
                held = False
                latest.stop()
                hold.close()
                repaint_whole(app.screen)

        latest = app.set_timer(seconds, release)
        return release

    def _get_ready(self) -> None:
        self.ready = True
        self.app.post_message(KeysWanted())
        self.became_ready()

    def became_ready(self) -> None:
        """Do what has to wait until the screen can take keys."""


# ModalScreen comes first: Textual takes the styles of the first base only.
class GameDialog(ModalScreen[ScreenResultType], GameScreen[ScreenResultType]):
    """A dialog over a screen of the game."""

    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (50, "-wide")]  # noqa: RUF012

"""The base classes of all screens.

No screen lays itself out for an outdated size: while the player resizes the terminal, sizes come
faster than layouts finish, and a screen that answers each of them by a late callback can alternate
between two sizes for ever.

A screen also announces that it is ``ready`` for keys; until then the app holds typed keys back.
"""

from __future__ import annotations

import gc
import time
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, ClassVar, Final, Protocol, TypeVar, cast

from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.message import Message
from textual.screen import ModalScreen, Screen, ScreenResultType

from mazegame.formats.errors import reason_of
from mazegame.game.score import WALK
from mazegame.screens import factory
from mazegame.services.notice import Notice
from mazegame.terminal.textual_internals import (
    forget_all_lines,
    holds_updates,
    is_ending,
    paint_soon,
    repaint_whole,
)
from mazegame.widgets.input.background import BackgroundWork, is_open

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from concurrent.futures import Future

    from textual.signal import Signal
    from textual.types import CSSPathType

    from mazegame.game.match import Match
    from mazegame.game.run import Run
    from mazegame.services import Services
    from mazegame.services.notice import Severity
    from mazegame.store.book.book import ScoreBook
    from mazegame.store.journal.journal_lines import SavedRun

Answer = TypeVar("Answer")

CALM_SECONDS: Final = 0.7
"""Seconds after the end of a walk during which only Esc counts: other keys were typed for it.

As long no key reveals a maze that has just begun to wait for one.
"""

LONGEST_HOLD_SECONDS: Final = 0.3
"""Longest time, in seconds, to hold a frame while the next one is prepared."""


def leave_keys(screen: str, back: str = "escape,q") -> list[Binding]:
    """Return the bindings for back and help, which most screens list last.

    ``screen`` is the first part of their ids.
    """
    return [
        Binding(back, "dismiss", "back", id=f"{screen}.back", key_display="esc"),
        Binding("question_mark", "help", "help", id=f"{screen}.help"),
    ]


class GameApp(Protocol):
    """The part of the app that screens use."""

    services: Services

    def open(
        self, screen: Screen[Answer], answered: Callable[[Answer | None], None] | None = None
    ) -> None:
        """Open a screen over all others; call back with its answer when it is closed."""

    def replace(self, screen: Screen[Any]) -> None:
        """Put a screen in place of the front one, whose opener gets its answer."""


class KeysWanted(Message):
    """Posted when a screen is ready for keys."""


class Settled(Message):
    """Posted when a screen shows what it was opened for, so that work that can wait may begin."""


class GameScreen(Screen[ScreenResultType], BackgroundWork):
    """A screen of the game. ``clock`` is monotonic, in seconds."""

    AUTO_FOCUS = ""
    """Focus no widget: keys go to the screen."""
    first_match: Match | None = None
    """The match that the screen began with; None if it plays none."""
    ready = False
    """Whether its widgets are mounted and painted, so that it can take keys."""
    _signals: tuple[Signal[Any], ...] = ()
    """The signals that the screen subscribed to."""
    settles_when_ready = True
    """Whether it is settled as soon as it is ready; otherwise it calls ``settle`` itself."""
    menu: Mapping[str, tuple[str, str]] = {}
    """Commands of the palette without a key here: title -> (description, action)."""
    takes_keys_in_turn = False
    """Whether a key is handled only after the one before it, which may open or edit a field."""
    takes_any_key = False
    """Whether any key is an answer here, so that none is held back."""
    walk_first = False
    """Whether new matches start with the first step, whatever the settings say."""
    fits_any_size = False
    """Whether it can be shown in a terminal that is too small for the game."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic, **names: str | None) -> None:
        super().__init__(**names)  # Textual's dialogs have an id
        self.clock = clock
        self.release_frame: Callable[[], None] = lambda: None
        """Release the frame that ``hold_frame`` holds; does nothing without one."""
        self.answered: Callable[[ScreenResultType | None], object] | None = None
        """Called with the screen's answer; None if nobody waits for it."""
        self.is_replacement = False
        """Whether it replaced another screen; Textual then knows no opener of it."""

    async def on_event(self, event: events.Event) -> None:
        """Handle an event; drop outdated sizes, and keys that arrive while the game ends."""
        outdated = isinstance(event, events.Resize) and event.size != self.app.size
        late = isinstance(event, events.Key) and is_ending(self.app)
        if not (outdated or late):
            await super().on_event(event)
        if isinstance(event, events.Mount):
            self.when_painted(self._get_ready)

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close this screen if it is in front, so that a double click closes only one screen."""
        if self.app.screen is not self:
            return AwaitComplete()
        if self.is_replacement and self.answered is not None:
            self.app.call_next(self.answered, result)
        return super().dismiss(result)

    def on_screen_suspend(self) -> None:
        """Hide the key line below a dialog: its keys do not work there."""
        self.query("KeyLine").set(visible=False)

    def on_screen_resume(self) -> None:
        self.query("KeyLine").set(visible=True)

    def focus_changed(self, focused: bool) -> None:
        """Called when the terminal gains or loses the focus while this screen is in front."""

    @property
    def _game(self) -> GameApp:
        return cast("GameApp", self.app)

    @property
    def services(self) -> Services:
        """The app's services: settings, autosave, score book and notices."""
        return self._game.services

    def open(
        self,
        screen: Screen[Answer],
        answered: Callable[[Answer], object] = lambda _: None,
        *,
        closed: Callable[[], object] = lambda: None,
    ) -> None:
        """Open another screen over this one, if this one is in front.

        So a second key that follows at once opens no second screen. ``answered`` gets the screen's
        answer, unless it is closed without one.
        """

        def done(answer: Answer | None) -> None:
            if answer is not None:
                answered(answer)
            closed()

        if self.app.screen is self:
            self._game.open(screen, done)

    def open_over_all(
        self, screen: Screen[Answer], answered: Callable[[Answer | None], None]
    ) -> None:
        """Open another screen, even if this one is not in front; call back when it is closed."""
        self._game.open(screen, answered)

    def confirm(
        self,
        question: str,
        agreed: Callable[[], object],
        consequence: str = "",
        details: Sequence[str] = (),
    ) -> None:
        """Ask a yes-or-no question; call back if the answer is yes."""
        dialog = factory.confirm(question, consequence, details)
        self.open(dialog, lambda yes: yes and agreed())

    @property
    def game_id(self) -> str:
        """The game ID that ``c`` copies; empty for none."""
        return ""

    @property
    def manual(self) -> str:
        """The rules that the help of this screen shows."""
        return WALK

    def action_help(self) -> None:
        self.open(factory.help_on(self))

    def action_copy(self) -> None:
        if self.game_id:
            self.app.copy_to_clipboard(self.game_id)
            self.show_notice(f"copied {self.game_id}")

    def show_notice(self, text: str, severity: Severity = "information") -> None:
        """Show a line to the player for some seconds."""
        self.services.notices.publish(Notice(text, severity))

    def give(self, path: Path, content: str) -> str:
        """Write a file for the player, or send it to the browser; for threads.

        Returns a line that says where it is.
        """
        from mazegame.store.places import write_whole

        if self.app.is_web:
            self.call_later(self.download, path.name, BytesIO(content.encode()))
            return f"downloaded: {path.name}"
        try:
            write_whole(path, content)
        except OSError as error:
            reason = f"nothing can be written to {path.parent}: {reason_of(error)}"
            raise OSError(reason) from error
        return f"written: {path}"

    def download(self, name: str, file: BinaryIO) -> None:
        """Send a file to the browser, which closes it at the end."""
        self.app.deliver_binary(file, save_filename=name, mime_type="application/octet-stream")

    def complain(self, error: Exception) -> None:
        """Show an error, as a warning if it is one of the score book, since the game goes on."""
        from mazegame.store.book.errors import ScoreBookError

        self.show_notice(
            reason_of(error), "warning" if isinstance(error, ScoreBookError) else "error"
        )

    def read(self, question: Callable[[ScoreBook], Answer]) -> Answer | None:
        """Query the score book from a thread; if that fails, show the error and return None."""
        from mazegame.store.book.errors import ScoreBookError

        try:
            return self.services.store.query_after_writes(question)
        except ScoreBookError as error:
            self.call_if_open(self.complain, error)
            return None

    def go_on(self, saved: SavedRun, closed: Callable[[], object] = lambda: None) -> None:
        """Resume a saved or interrupted run; call back after the game."""
        from mazegame.game.modes.table import mode_of

        def reopened(found: tuple[Match, tuple[Run, ...]]) -> None:
            match, runs = found
            self.services.autosave.resume(saved)
            self.open(factory.play(match, *runs), closed=closed)

        if not mode_of(saved.heading.series).is_match:
            self.open(factory.endless(saved=saved), closed=closed)
        else:
            self.open(factory.reopen(saved), reopened)

    def race_walk(self, run: Run) -> None:
        """Race a finished walk as a ghost."""
        from mazegame.game.modes.free_play import free_play

        match = free_play(run.level).starting(reveal=run.reveal)
        self.open(factory.play(match.against(run)))

    def new_match(self, match: Match) -> Match:
        """Return the match with the kind of start that the player has chosen."""
        from mazegame.game.modes.table import mode_of

        wanted = self.services.settings.config.rules.reveal and not self.walk_first
        return match.starting(reveal=wanted and mode_of(match.series.key).reveal)

    @property
    def is_there(self) -> bool:
        """Whether it is on the stack of screens; if not, late answers are dropped."""
        return not is_ending(self.app) and self in self.app.screen_stack

    def when_painted(self, callback: Callable[[], object]) -> None:
        """Call back after the next refresh, unless the screen is closed by then."""

        def call() -> None:
            if is_open(self) and self.children:
                callback()

        self.call_after_refresh(call)

    def listen(self, signal: Signal[Answer], callback: Callable[[Answer], object]) -> None:
        """Subscribe to a signal until this screen is closed.

        Textual's signals keep a reference to closed subscribers until they publish again.
        """
        signal.subscribe(self, callback)
        self._signals = (*self._signals, signal)

    def on_unmount(self) -> None:
        """Drop cached lines and collect garbage now, while the player does not walk.

        Otherwise, after a hundred screens, the garbage collector would interrupt the game.
        """
        for signal in self._signals:
            signal.unsubscribe(self)
        forget_all_lines()
        if gc.get_freeze_count():  # otherwise it would scan everything that was ever loaded
            gc.collect()

    def await_book(
        self,
        future: Future[Answer],
        on_result: Callable[[Answer], object],
        *,
        missing: Callable[[], object] = lambda: None,
        group: str,
    ) -> None:
        """Wait in a thread for a query of the score book; call ``missing`` if it cannot be read."""
        from concurrent.futures import CancelledError

        from mazegame.store.book.errors import ScoreBookError

        def refused(error: Exception) -> None:
            if not isinstance(error, ScoreBookError | CancelledError):
                raise error
            missing()

        self.run_in_thread(future.result, on_result, on_error=refused, group=group)

    def hold_frame(self, seconds: float = LONGEST_HOLD_SECONDS) -> Callable[[], None]:
        """Keep the terminal's picture until the next one can be painted, some seconds at most.

        Returns a function that releases the next frame, as ``release_frame`` does from now on;
        further calls do nothing.
        """
        self.release_frame()
        app, hold = self.app, ExitStack()

        def repaint() -> None:
            repaint_whole(app.screen)
            app.screen.call_later(paint_soon, app.screen)

        hold.callback(repaint)
        hold.enter_context(app.batch_update())
        hold.callback(app.set_timer(seconds, hold.close).stop)
        self.release_frame = hold.close  # which does nothing once it is closed
        return hold.close

    def _compositor_refresh(self) -> None:
        """Paint what changed; nothing while a frame is held, where Textual paints in vain."""
        if holds_updates(self.app):
            self.refresh()
        else:
            super()._compositor_refresh()

    @property
    def takes_keys(self) -> bool:
        """Whether keys do something yet; those that are typed before wait."""
        return self.ready

    def _get_ready(self) -> None:
        self.ready = True
        self.app.post_message(KeysWanted())
        self.became_ready()
        if self.settles_when_ready:
            self.settle()

    def settle(self) -> None:
        """Announce that this screen shows what it was opened for."""
        self.app.post_message(Settled())

    def became_ready(self) -> None:
        """Called once the screen is ready for keys."""


# ModalScreen comes first: Textual takes the styles of the first base only.
class GameDialog(ModalScreen[ScreenResultType], GameScreen[ScreenResultType]):
    """A dialog over a screen of the game."""

    AUTO_FOCUS = "*"
    CSS_PATH: ClassVar[CSSPathType | None] = Path(__file__).with_name("dialog.tcss")
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (50, "-wide")]  # noqa: RUF012

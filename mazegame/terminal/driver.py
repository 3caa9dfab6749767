"""The driver: connects the app with the terminal.

It is Textual's, with a keyboard of its own (``keyboard.py``). The keys that end the game overtake
those typed before. Signals that stop and continue the process are handled outside of the signal
handler: with Textual 8.2.8 alone a SIGCONT takes the terminal twice, and the game never ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import termios
import threading
from typing import TYPE_CHECKING, Any, Final

from textual import events
from textual.driver import Driver
from textual.drivers import linux_driver

from mazegame.capabilities import substitutes, terminal_characters, terminal_size
from mazegame.terminal.keyboard import DECODE_ERRORS, LEAVE_KEYS, Keyboard
from mazegame.terminal.textual_internals import is_ending, use_keyboard

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import App
    from textual.message import Message


_ALL_OFF: Final = "".join(
    (
        "\x1b\\",  # ends what is half written
        *(f"\x1b[?{mode}l" for mode in (1000, 1002, 1003, 1006, 1015, 1016)),  # the mouse
        *(f"\x1b[?{mode}l" for mode in (1004, 2004, 2026, 2048)),  # focus, pastes, frames, sizes
        "\x1b[?7h",  # lines wrap
        "\x1b[<u",  # the kitty keyboard
        "\x1b[0m\x1b[?1049l\x1b[?25h",  # colours, the other screen, the cursor
    )
)
"""The control sequences that turn off everything a game turns on in a terminal."""

GIVE_BACK_SECONDS: Final = 0.5
"""Longest time, in seconds, for a terminal to accept ``_ALL_OFF``."""


class GameDriver(Driver):
    """The parts common to the game's drivers: which keys are passed on, and substitutes."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        terminal = terminal_characters()
        self.substitutes: Mapping[int, str | int] | None = substitutes(terminal, terminal)
        """Substitutes for characters that are not to be shown, for ``str.translate``; None for
        none."""
        self.game: Any = app
        """The ``MazeApp``."""
        self.call_soon = asyncio.get_running_loop().call_soon_threadsafe
        """Calls a function in the event loop, from any thread."""

    def write(self, data: str) -> None:
        """Write to the terminal."""
        if self.substitutes is not None and not data.isascii():
            data = data.translate(self.substitutes)
        super().write(data)  # type: ignore[safe-super]

    def process_message(self, message: Message) -> None:
        """Pass on an event; a key that ends the game overtakes all others.

        Keys, pastes and the mouse are lost where they come faster than the game handles them, like
        those that a terminal has no room for: else a key that is held down goes on for seconds
        after it is let go.
        """
        if isinstance(message, events.Key) and message.key in LEAVE_KEYS:
            self.game.leave()
        elif not self.game.admits(message):
            return
        super().process_message(message)


class MazeDriver(GameDriver, linux_driver.LinuxDriver):
    """Textual's driver, with a keyboard that accepts any bytes."""

    _holds_terminal = False
    """Whether the terminal is in application mode: alternate screen, raw keys, mouse."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self._size = self._size or terminal_size()  # else Textual believes COLUMNS for a moment

    def start_application_mode(self) -> None:
        """Take over the terminal; Ctrl+Q is a key as soon as the screen has changed."""
        before = None if _is_in_background(self.fileno) else _without_flow_control(self.fileno)
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self.attrs_before = before or self.attrs_before
        self._holds_terminal = True

    def stop_application_mode(self) -> None:
        """Restore the terminal."""
        super().stop_application_mode()
        self._holds_terminal = False

    def give_back_by_force(self) -> None:
        """Give the terminal back if that has not been done; from a thread, before the process ends.

        Textual's loop and its writer may wait for ever: for each other, or for a terminal that
        takes no output. What they have written and nobody has read is dropped.
        """
        if not self._holds_terminal:
            return
        writing = threading.Thread(target=self._turn_all_off, daemon=True)
        writing.start()
        writing.join(GIVE_BACK_SECONDS)

    def _turn_all_off(self) -> None:
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})  # it stops a job in background
        with contextlib.suppress(termios.error):
            termios.tcflush(self.fileno, termios.TCIOFLUSH)
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
        with contextlib.suppress(AttributeError, OSError, ValueError):  # the terminal is gone
            os.write(sys.__stderr__.fileno(), _ALL_OFF.encode())  # type: ignore[union-attr]

    def _get_terminal_size(self) -> tuple[int, int]:
        """Return the columns and lines of the terminal, also after each resize."""
        return terminal_size()

    def _query_in_band_window_resize(self) -> None:
        """Do not ask for sizes among the keys: a late or false one would resize the game.

        So the mouse reports no pixels either, which Textual turns on with it, and never off.
        """

    def _sigcont_application(self, *_: object) -> None:
        """Take the terminal again when the process continues.

        Textual takes it whenever SIGCONT comes, even if it holds it already: then two threads read
        the keyboard, and the terminal is never given back.
        """
        self.call_soon(self._continue)

    def _sigtstp_application(self, *_: object) -> None:
        """Restore the terminal and stop, outside the signal handler, which may hold locks."""
        self.call_soon(self._stop)

    def _stop(self) -> None:
        self.game.app_focus = False  # a run in progress pauses, as in a window without the focus
        if self._holds_terminal:
            self.suspend_application_mode()
        os.kill(os.getpid(), signal.SIGSTOP)

    def _continue(self) -> None:
        if is_ending(self.game):
            return
        if self._holds_terminal:  # stopped by a signal that cannot be handled, or not at all
            if _is_in_background(self.fileno):
                os.kill(os.getpid(), signal.SIGSTOP)
                return
            self.suspend_application_mode()
        self.resume_application_mode()
        self.game.app_focus = True
        self.game.refresh(layout=True)

    def run_input_thread(self) -> None:
        """Read the keyboard until the app ends."""
        use_keyboard(Keyboard, DECODE_ERRORS, linux_driver)
        super().run_input_thread()


def _without_flow_control(terminal: int) -> list[Any] | None:
    """Make Ctrl+Q a key; return the previous modes, or None."""
    try:
        before, modes = termios.tcgetattr(terminal), termios.tcgetattr(terminal)
        modes[0] &= ~termios.IXON
        termios.tcsetattr(terminal, termios.TCSANOW, modes)
    except termios.error:  # it is no terminal
        return None
    return before


def _is_in_background(terminal: int) -> bool:
    """Return whether another group of processes uses the terminal now."""
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    except OSError:  # it is no terminal
        return False

"""The driver: connects the app with the terminal.

It is Textual's, with a keyboard of its own (``keyboard.py``). The keys that end the game overtake
those typed before. Signals that stop and continue the process are handled outside of the signal
handler: with Textual 8.2.8 alone a SIGCONT takes the terminal twice, and the game never ends.
"""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING, Any

from textual import events
from textual.driver import Driver
from textual.drivers import linux_driver

from mazegame.keyboard import Keyboard
from mazegame.screens.base import LEAVE_KEYS
from mazegame.textual_internals import is_ending, use_keyboard

if TYPE_CHECKING:
    from textual.app import App
    from textual.message import Message


class KeyGate(Driver):
    """The part of a driver that passes keys on to the game."""

    def __init__(self, app: App[Any], **options: Any) -> None:
        super().__init__(app, **options)
        self.game: Any = app
        """The ``MazeApp``, which stands above."""
        self.call_soon = asyncio.get_running_loop().call_soon_threadsafe
        """Calls something in the event loop, from any thread."""

    def process_message(self, message: Message) -> None:
        """Pass on an event; a key that ends the game overtakes all others.

        Keys, pastes and the mouse are lost where they come faster than the game handles them, like
        those that a terminal has no room for: else a key that is held down goes on for seconds
        after it is let go.
        """
        if isinstance(message, events.Key) and message.key in LEAVE_KEYS:
            self.call_soon(self.game.exit)
        elif not self.game.admits(message):
            return
        super().process_message(message)


class MazeDriver(KeyGate, linux_driver.LinuxDriver):
    """Textual's driver, with a keyboard that accepts any bytes."""

    _holds_terminal = False
    """Whether the terminal is in application mode: alternate screen, raw keys, mouse."""

    def start_application_mode(self) -> None:
        """Take the terminal."""
        super().start_application_mode()  # type: ignore[no-untyped-call]
        self._holds_terminal = True

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        self._holds_terminal = False
        super().stop_application_mode()

    def _sigcont_application(self, *_: object) -> None:
        """Take the terminal again when the process continues.

        Textual takes it whenever SIGCONT comes, even if it holds it already: then two threads read
        the keyboard, and the terminal is never given back.
        """
        self.call_soon(self._continue)

    def _sigtstp_application(self, *_: object) -> None:
        """Give the terminal back and stop, outside the signal handler, which may hold locks."""
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
        use_keyboard(Keyboard, linux_driver)
        super().run_input_thread()


def _is_in_background(terminal: int) -> bool:
    """Return whether another group of processes uses the terminal now."""
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    except OSError:  # it is no terminal
        return False

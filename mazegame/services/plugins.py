"""Plugins: what packages offer, looked up once the game shows what it was opened for.

What lives here: the look, in a thread of its own. What does not: the registries
(``engine/support/plugins.py``), and loading what a player chooses.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from textual.signal import Signal

if TYPE_CHECKING:
    from textual.app import App


class PluginService:
    """The look at the installed packages.

    Args:
        app: Publishes the signal.
    """

    def __init__(self, app: App[Any]) -> None:
        self._app = app
        self.found: Signal[None] = Signal(app, "plugins found")
        """Published if packages offer algorithms."""

    def look(self) -> None:
        """Look through the installed packages; that takes some 40 ms."""
        threading.Thread(target=self._look, name="plugins", daemon=True).start()

    def _look(self) -> None:
        from mazegame.engine import ALGORITHMS, METHODS
        from mazegame.game.racing.rival_kinds import KINDS

        METHODS.discover()
        KINDS.discover()
        if ALGORITHMS.discover() and self._app.is_running:
            self._app.call_later(self.found.publish, None)

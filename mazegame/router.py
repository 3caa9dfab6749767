"""Router: makes the screen that a route names, and opens it.

Each screen is imported when it is opened for the first time, so that the start loads only the first
one.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

from mazegame.screens.routes import Route

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.app import App

    from mazegame.screens.base import GameScreen
    from mazegame.screens.keys import NamedBinding

Answer = TypeVar("Answer")


def screen_class(route: type[Route[Answer]]) -> type[GameScreen[Answer]]:
    """Return the class of a route's screen."""
    module, _, name = route.screen.rpartition(".")
    found: type[GameScreen[Answer]] = getattr(import_module(f"mazegame.screens.{module}"), name)
    return found


class Router:
    """Opens screens."""

    def __init__(self, app: App[Any]) -> None:
        self._app = app

    def open(
        self, route: Route[Answer], answered: Callable[[Answer | None], None] | None = None
    ) -> None:
        """Open a screen over all others; see ``Opener``."""
        screen = screen_class(type(route))(route)
        # Textual would parse all style sheets of the app anew, and style every widget again.
        for path in screen.css_path:
            if not self._app.stylesheet.has_source(str(path)):
                self._app.stylesheet.add_source(path.read_text("utf-8"), (str(path), ""))
        self._app.push_screen(screen, answered)

    def bindings(self) -> dict[str, NamedBinding]:
        """Return the bindings that players can change, by id, in the order of the routes."""
        from mazegame.screens.keys import named

        return named(screen_class(route) for route in Route.__subclasses__() if route.keys_change)

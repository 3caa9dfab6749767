"""The player's look, and the character set of the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mazegame.capabilities import Characters, terminal_characters
from mazegame.config import DEFAULTS, Config, Look
from mazegame.terminal.textual_internals import current_app

if TYPE_CHECKING:
    from textual.app import App


def look_of(app: App[Any]) -> Look:
    """Return the look of an app's config; the built-in one if it has no config."""
    config = getattr(app, "config", None)
    return config.look if isinstance(config, Config) else DEFAULTS.look


def characters(app: App[Any] | None = None) -> Characters:
    """Return the character set of an app's screens, by default of the current app.

    The terminal and the player decide.
    """
    app = app or current_app()
    if app is not None and look_of(app).walls == "ascii":
        return "ascii"
    return terminal_characters()


def has_unicode(app: App[Any] | None = None) -> bool:
    """Return whether lines and blocks are shown, and not ASCII."""
    return characters(app) != "ascii"


def has_all_signs(app: App[Any] | None = None) -> bool:
    """Return whether all of Unicode is shown, also what a text console's font lacks."""
    return characters(app) == "unicode"

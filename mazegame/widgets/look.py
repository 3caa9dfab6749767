"""The look that widgets and screens draw by: that of the app's config."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mazegame.config import DEFAULTS, Config, Look

if TYPE_CHECKING:
    from textual.app import App


def look_of(app: App[Any]) -> Look:
    """Return the look of an app; the built-in one where the app has no config."""
    config = getattr(app, "config", None)
    return config.look if isinstance(config, Config) else DEFAULTS.look

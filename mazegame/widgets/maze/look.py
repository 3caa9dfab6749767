"""The look with which widgets and screens draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mazegame.config import DEFAULTS, Config, Look

if TYPE_CHECKING:
    from textual.app import App

    from mazegame.game.setup.own_design import OwnDesign


def look_of(app: App[Any]) -> Look:
    """Return the look of an app's config; the built-in one if it has no config."""
    config = getattr(app, "config", None)
    return config.look if isinstance(config, Config) else DEFAULTS.look


def own_designs_of(app: App[Any]) -> tuple[OwnDesign, ...]:
    """Return the designs that the player has named; none where the app has no config."""
    config = getattr(app, "config", None)
    return config.form.designs if isinstance(config, Config) else ()

"""The settings of the pause menu: changes during a game, visible at once.

What lives here: the list, and the effects of changes. What does not: showing them (``pause.py``),
and the screen with all settings (``settings.py``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mazegame.config import DRAWINGS, RUN_SPEEDS, WALLS
from mazegame.screens.routes import LiveSetting
from mazegame.themes import OUR_THEMES
from mazegame.widgets.maze.zooms import look_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import App

    from mazegame.config import Look
    from mazegame.game.rules import Rules


def live_settings(
    app: App[Any],
    rules: Rules,
    *,
    race: bool,
    change_look: Callable[[Look], object],
    change_rules: Callable[[Rules], object],
) -> list[LiveSetting]:
    """Return the settings that the player can change during a game, those that last first.

    Args:
        app: The app, with the present look and theme.
        rules: The rules in force.
        race: Whether the match has a rival.
        change_look: Called with the new look.
        change_rules: Called with the new rules.
    """
    look = look_of(app)
    themes = [name for name in OUR_THEMES if name in app.available_themes]
    if app.theme not in themes:
        themes.append(app.theme)

    def of_look(name: str, options: Sequence[tuple[Any, str]]) -> LiveSetting:
        def apply(value: Any) -> None:
            change_look(replace(look_of(app), **{name: value}))

        return LiveSetting(name.replace("_", " "), options, getattr(look, name), apply)

    def of_rules(name: str, options: Sequence[tuple[Any, str]]) -> LiveSetting:
        def apply(value: Any) -> None:
            nonlocal rules
            rules = replace(rules, **{name: value})
            change_rules(rules)

        label = "see rival" if name == "rival_in_sight" else name
        return LiveSetting(label, options, getattr(rules, name), apply, lasts=False)

    def paint(theme: str) -> None:
        app.theme = theme

    on_off = ((True, "on"), (False, "off"))
    speeds = sorted({*RUN_SPEEDS, look.run_speed})  # the file accepts any value
    settings = [
        of_look("walls", [(name, name) for name in WALLS]),
        of_look("drawing", [(name, name) for name in DRAWINGS]),
        of_look("run_speed", [(speed, f"{speed:g} cells/s") for speed in speeds]),
        of_look("minimap", on_off),
        LiveSetting("theme", [(name, name) for name in themes], app.theme, paint),
        of_rules("compass", on_off),
        of_rules("fog", on_off),
    ]
    if race:
        settings.append(of_rules("rival_in_sight", on_off))
    return settings

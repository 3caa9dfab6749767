"""The settings of the pause: what can be changed in the middle of a game, and is seen at once.

What lives here: which they are, and what changing one does. What does not: how they are shown
(``pause.py``), and the screen on which all settings are (``settings.py``).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mazegame.config import DRAWINGS, RUN_SPEEDS, WALLS
from mazegame.screens.routes import LiveSetting
from mazegame.themes import OUR_THEMES
from mazegame.widgets.look import look_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.game.rules import Rules
    from mazegame.game.run import Run
    from mazegame.screens.play import PlayScreen


def live_settings(screen: PlayScreen, run: Run, rules: Rules) -> list[LiveSetting]:
    """What can be changed in a game.

    Args:
        screen: Where it is played.
        run: How far it is.
        rules: The rules it is played under.
    """
    app = screen.app
    look = look_of(app)
    themes = [name for name in OUR_THEMES if name in app.available_themes]
    if app.theme not in themes:
        themes.append(app.theme)

    def of_look(name: str, options: Sequence[tuple[Any, str]]) -> LiveSetting:
        def apply(value: Any) -> None:
            changed = replace(look_of(app), **{name: value})
            screen.post_message(screen.LookChanged(changed))

        return LiveSetting(name.replace("_", " "), options, getattr(look, name), apply)

    def paint(theme: str) -> None:
        app.theme = theme

    on_off = ((True, "on"), (False, "off"))
    speeds = sorted({*RUN_SPEEDS, look.run_speed})  # the file takes any
    settings = [
        of_look("walls", [(name, name) for name in WALLS]),
        of_look("drawing", [(name, name) for name in DRAWINGS]),
        of_look("run_speed", [(speed, f"{speed:g} cells/s") for speed in speeds]),
        of_look("minimap", on_off),
        LiveSetting("compass", on_off, rules.compass, lambda on: screen.adjust(compass=on)),
        LiveSetting("theme", [(name, name) for name in themes], app.theme, paint),
    ]
    # Fog can come at any time, but go only before the first step: else it would be a peek.
    if not rules.fog or not run.steps:
        off_on = ((False, "off"), (True, "on"))
        fog = LiveSetting("fog", off_on, rules.fog, lambda on: screen.adjust(fog=on))
        settings.insert(5, fog)
    return settings

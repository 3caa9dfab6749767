"""The settings of the pause: what can be changed in the middle of a game, and is seen at once.

What lives here: which they are, and what changing one does. What does not: how they are shown
(``pause.py``), and the screen on which all settings are (``settings.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mazegame.drawing import WALLS
from mazegame.screens.routes import LiveSetting
from mazegame.themes import OUR_THEMES
from mazegame.widgets.preferences import DRAWINGS, RUN_SPEEDS, preferences_of

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
    preferences, app = preferences_of(screen.app), screen.app
    themes = [name for name in OUR_THEMES if name in app.available_themes]
    if app.theme not in themes:
        themes.append(app.theme)

    def preferred(name: str, values: Sequence[Any], labels: Sequence[str]) -> LiveSetting:
        def apply(index: int) -> None:
            setattr(preferences, name, values[index])
            screen.preferences_changed()
            screen.post_message(screen.PreferencesChanged())

        chosen = values.index(getattr(preferences, name))
        return LiveSetting(name.replace("_", " "), labels, chosen, apply)

    def painted(index: int) -> None:
        app.theme = themes[index]

    speeds = sorted({*RUN_SPEEDS, preferences.run_speed})  # the file takes any
    settings = [
        preferred("walls", walls := list(WALLS), walls),
        preferred("drawing", DRAWINGS, DRAWINGS),
        preferred("run_speed", speeds, [f"{speed:g} cells/s" for speed in speeds]),
        preferred("minimap", (True, False), ("on", "off")),
        LiveSetting(
            "compass",
            ("on", "off"),
            0 if rules.compass else 1,
            lambda index: screen.adjust(compass=index == 0),
        ),
        LiveSetting("theme", themes, themes.index(app.theme), painted),
    ]
    # Fog can come at any time, but go only before the first step: else it would be a peek.
    if not rules.fog or not run.steps:
        fog = LiveSetting(
            "fog", ("off", "on"), 1 if rules.fog else 0, lambda index: screen.adjust(fog=index == 1)
        )
        settings.insert(5, fog)
    return settings

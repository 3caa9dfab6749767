"""Textual's themes: those of the game, made of its palettes, and the maze's colours in others.

Every theme gives the variables ``maze-*``, with which the maze view draws.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from textual.theme import Theme

from mazegame.drawing.palette import DARK, LIGHT, PALETTES

if TYPE_CHECKING:
    from mazegame.drawing.palette import Palette

ANSI_COLOURS: Final = {
    "maze-wall": "ansi_default",
    "maze-lit": "ansi_default",
    "maze-heat-near": "ansi_red",
    "maze-heat-middle": "ansi_yellow",
    "maze-heat-far": "ansi_blue",
    "maze-rock": "ansi_bright_black",
    "maze-trail": "ansi_yellow",
    "maze-head": "ansi_bright_yellow",
    "maze-bump": "ansi_bright_white",
    "maze-backtrack": "ansi_bright_black",
    "maze-path": "ansi_cyan",
    "maze-shared": "ansi_green",
    "maze-hint": "ansi_magenta",
    "maze-start": "ansi_green",
    "maze-goal": "ansi_red",
    "maze-on-end": "ansi_black",
    "maze-key": "ansi_bright_yellow",
    "maze-player": "ansi_bright_yellow",
    "maze-runner": "ansi_bright_blue",
    "maze-rival_2": "ansi_bright_cyan",
    "maze-rival_3": "ansi_bright_green",
    "maze-rival_4": "ansi_bright_magenta",
    "maze-current": "ansi_bright_white",
    "maze-stack": "ansi_yellow",
    "maze-frontier": "ansi_cyan",
    "maze-walk": "ansi_magenta",
    "maze-scan": "ansi_bright_black",
    "maze-seen": "ansi_green",
    "maze-filled": "ansi_bright_black",
    "maze-set_1": "ansi_red",
    "maze-set_2": "ansi_yellow",
    "maze-set_3": "ansi_green",
    "maze-set_4": "ansi_cyan",
    "maze-set_5": "ansi_blue",
    "maze-set_6": "ansi_magenta",
    "maze-set_7": "ansi_bright_red",
    "maze-set_8": "ansi_bright_green",
}
"""The colours for terminals that choose their own sixteen."""


def maze_variables(palette: Palette) -> dict[str, str]:
    """Return the ``maze-*`` variables of a palette."""
    near, middle, far = palette.heat
    return {
        **{f"maze-{ink.name.lower()}": colour for ink, colour in palette.inks.items()},
        "maze-on-end": palette.on_end,
        "maze-key": palette.key,
        "maze-heat-near": near,
        "maze-heat-middle": middle,
        "maze-heat-far": far,
    }


def _theme(palette: Palette) -> Theme:
    return Theme(
        name=palette.name,
        dark=palette.dark,
        primary=palette.primary,
        secondary=palette.secondary,
        accent=palette.accent,
        warning=palette.warning,
        error=palette.error,
        success=palette.success,
        foreground=palette.foreground,
        background=palette.background,
        surface=palette.surface,
        panel=palette.panel,
        variables={
            **maze_variables(palette),
            "block-cursor-background": palette.cursor,
            "block-cursor-foreground": palette.on_cursor,
            "block-cursor-text-style": "bold",
            "input-cursor-background": palette.cursor,
        },
    )


THEMES: Final = tuple(map(_theme, PALETTES.values()))
"""Our own themes."""

OUR_THEMES: Final = tuple(PALETTES)
"""The names of ``THEMES``."""

DEFAULT_THEME: Final = DARK.name
"""The theme the game starts with."""

NO_COLOR_THEME: Final = "ansi-dark"
"""The theme under NO_COLOR: the terminal's own two colours; all differences are shapes."""


def maze_colours(theme: Theme) -> dict[str, str]:
    """Return the ``maze-*`` colours that fit a theme."""
    if theme.ansi:
        return dict(ANSI_COLOURS)
    return maze_variables(palette_of(theme))


def palette_of(theme: Theme) -> Palette:
    """Return the palette of a true-colour theme; computed for Textual's own themes."""
    if theme.name in PALETTES:
        return PALETTES[theme.name]
    from mazegame.drawing.contrast import adapted

    base = DARK if theme.dark else LIGHT
    colours = {name: colour[:7] for name, colour in theme.to_color_system().generate().items()}
    own = replace(
        base,
        name=theme.name,
        background=colours["background"],
        surface=colours["surface"],
        panel=colours["panel"],
        foreground=colours["foreground"],
        primary=colours["primary"],
        secondary=colours["secondary"],
        accent=colours["accent"],
        warning=colours["warning"],
        error=colours["error"],
        success=colours["success"],
    )
    return adapted(own, base)

"""Textual's themes: those of the game, made of its palettes, and the maze's colours in others.

Every theme gives the variables ``maze-*``, with which the maze view draws.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from textual.theme import Theme

from mazegame.drawing.contrast import INK_CONTRAST, adapted, contrast
from mazegame.drawing.inks import BANDS, Ink
from mazegame.drawing.palette import (
    DARK,
    LIGHT,
    PALETTES,
    PARTS,
    Palette,
    blend,
    parse_rgb,
    spell,
    with_cast,
)

ANSI_COLOURS: Final = {
    f"maze-{part}": f"ansi_{colour}"
    for colour, parts in {
        "default": "wall lit",
        "red": "band-0 band-1 band-2 goal set_1",
        "yellow": "band-3 band-4 band-5 band-6 trail stack set_2 bronze",
        "blue": "band-7 band-8 band-9 set_5 runner_back",
        "bright_black": "rock backtrack scan filled",
        "bright_yellow": "head key player gold",
        "bright_white": "bump current",
        "white": "silver",
        "cyan": "path frontier set_4 rival_2_back",
        "green": "author shared start seen set_3 rival_3_back",
        "magenta": "hint walk set_6 rival_4_back",
        "black": "on-end",
        "bright_blue": "runner",
        "bright_cyan": "rival_2",
        "bright_green": "rival_3 set_8",
        "bright_magenta": "rival_4",
        "bright_red": "set_7",
    }.items()
    for part in parts.split()
} | {"maze-dim": "ansi_default"}
"""The colours for terminals that choose their own sixteen."""


LEAST_DIM: Final = 60
"""Percent of the foreground in quiet text, where that can be read on every ground."""


def maze_variables(palette: Palette) -> dict[str, str]:
    """Return the ``maze-*`` variables of a palette."""
    return {
        **{f"maze-{ink.name.lower()}": colour for ink, colour in palette.inks.items()},
        "maze-on-end": palette.on_end,
        "maze-key": palette.key,
        "maze-dim": dim(palette),
        **{f"maze-band-{band}": spell(palette.rgb(Ink.BAND + band)) for band in range(BANDS)},
    }


def dim(palette: Palette) -> str:
    """Return the colour of quiet text in a palette: as dim as is readable on every ground."""
    grounds = [parse_rgb(ground) for ground in (palette.background, palette.surface, palette.panel)]
    front = parse_rgb(palette.foreground)
    for percent in range(LEAST_DIM, 100):
        colour = blend(grounds[0], front, percent / 100)
        if all(contrast(colour, ground) >= INK_CONTRAST for ground in grounds):
            return spell(colour)
    return palette.foreground


def _theme(palette: Palette) -> Theme:
    parts: dict[str, Any] = {part: getattr(palette, part) for part in PARTS}
    variables = {
        **maze_variables(palette),
        "block-cursor-background": palette.cursor,
        "block-cursor-foreground": palette.on_cursor,
        "block-cursor-text-style": "bold",
        "input-cursor-background": palette.cursor,
    }
    return Theme(palette.name, dark=palette.dark, variables=variables, **parts)


ON_SCREEN: Final = {name: with_cast(palette) for name, palette in PALETTES.items()}
"""Our palettes by name, as the screen shows them."""

THEMES: Final = tuple(map(_theme, ON_SCREEN.values()))
"""Our own themes."""


def themes_in(color_system: str | None) -> tuple[Theme, ...]:
    """Return our own themes for a color system of Rich: in 256 colours the cast has its own."""
    if color_system != "256":
        return THEMES
    return tuple(_theme(with_cast(palette, few=True)) for palette in PALETTES.values())


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
    if theme.name in ON_SCREEN:
        return ON_SCREEN[theme.name]
    base = ON_SCREEN[(DARK if theme.dark else LIGHT).name]
    colours = theme.to_color_system().generate()
    parts: dict[str, Any] = {part: colours[part][:7] for part in PARTS}
    return adapted(replace(base, name=theme.name, **parts), base)

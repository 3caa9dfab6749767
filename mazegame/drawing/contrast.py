"""Contrast and difference of colours, and palettes made to be read on any background.

Contrast is that of WCAG 2.1 (1:1 to 21:1), difference that of CIE 1976 (L*a*b*, about 2.3 is just
visible). ``adapted`` makes a palette from the colours of any theme of Textual.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from mazegame.drawing.inks import MEDALS, RIVALS, RIVALS_BACK, Ink
from mazegame.drawing.palette import DIMMED, RGB, Palette, blend, parse_rgb, spell

WALL_CONTRAST: Final = 4.5
"""The least contrast ratio of walls against the background."""

INK_CONTRAST: Final = 4.5
"""The least contrast ratio of walkers, paths, hints and keys against the background."""

TRAIL_CONTRAST: Final = 3.0
"""The least contrast ratio of the walked way, A and B against the background."""

LETTER_CONTRAST: Final = 4.5
"""The least contrast ratio of the letters A and B against what fills their cells."""

BACK_CONTRAST: Final = 2.0
"""The least contrast ratio of the lines of rivals against the background, where they went back."""

_BLACK: Final = (0, 0, 0)
_WHITE: Final = (255, 255, 255)
_STEPS: Final = 64
"""Shades tried between a colour and black or white."""

_DISTINCT: Final = 24.0
"""Least perceived difference, in CIE 1976, at which two inks count as distinct."""

_HUES: Final = (
    "#e06c5d", "#e0a458", "#cfc24a", "#7fc25a", "#4ac2a4", "#4ab4d8", "#6f8ce8", "#aa7ae6",
    "#e07ac4",
)  # fmt: skip
"""Fallback colours for an ink, if all others resemble the inks before it."""


def luminance(colour: RGB) -> float:
    """Return the relative luminance of a colour, 0 for black to 1 for white."""
    red, green, blue = map(_linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: RGB, other: RGB) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def difference(one: RGB, other: RGB) -> float:
    """Return the perceived difference of two colours, in CIE 1976."""
    return math.dist(_lab(one), _lab(other))


def readable(colour: RGB, background: RGB, ratio: float) -> RGB:
    """Return a colour, or the nearest one towards white or black with a contrast ratio."""
    light = luminance(background) < 0.18  # there white has more contrast than black
    target = _WHITE if light else _BLACK
    for step in range(_STEPS + 1):
        mixed = blend(colour, target, step / _STEPS)
        if contrast(mixed, background) >= ratio:
            return mixed
    return target


def adapted(palette: Palette, base: Palette) -> Palette:
    """Return a palette whose inks fit its own background.

    The hues of ``base``, a palette for mazes, replace those of the theme that are too similar.
    """
    ground, foreground = parse_rgb(palette.background), parse_rgb(palette.foreground)
    panel = parse_rgb(palette.panel)  # on which the result has the lines of rivals
    chosen: list[RGB] = []

    def choose(names: Iterable[str], fallback: Ink, ratio: float) -> RGB:
        colours = [parse_rgb(name) for name in (*names, base.inks[fallback], *_HUES)]
        fitting = [readable(colour, ground, ratio) for colour in colours]
        # Prefer earlier colours among the distinct ones.
        best = max(
            fitting,
            key=lambda colour: min([_DISTINCT, *(difference(colour, c) for c in chosen)]),
        )
        chosen.append(best)
        return best

    def on_both(colour: RGB, ratio: float) -> RGB:
        """Return a colour that is readable on both background and panel, which are similar."""
        return readable(readable(colour, ground, ratio), panel, ratio)

    goal = choose([palette.error], Ink.GOAL, TRAIL_CONTRAST)
    start = choose([palette.success], Ink.START, TRAIL_CONTRAST)
    player = choose([palette.warning, palette.accent], Ink.PLAYER, INK_CONTRAST)
    runner = choose([palette.primary, palette.secondary, palette.accent], Ink.RUNNER, INK_CONTRAST)
    hint = choose([palette.accent, palette.secondary], Ink.HINT, INK_CONTRAST)
    path = choose([palette.secondary, palette.primary], Ink.PATH, INK_CONTRAST)
    more = [choose([palette.secondary, palette.accent], ink, INK_CONTRAST) for ink in RIVALS[1:]]
    rivals = [readable(colour, panel, TRAIL_CONTRAST) for colour in (runner, *more)]
    ends = goal, start
    on_end = max((_BLACK, _WHITE), key=lambda letter: min(contrast(letter, end) for end in ends))
    inks = {
        Ink.WALL: readable(blend(foreground, ground, 0.5), ground, WALL_CONTRAST),
        Ink.LIT: readable(foreground, ground, 2 * WALL_CONTRAST),
        Ink.ROCK: blend(ground, foreground, 0.2),
        Ink.TRAIL: readable(blend(player, ground, 0.3), ground, TRAIL_CONTRAST),
        Ink.HEAD: readable(blend(player, ground, 0.12), ground, INK_CONTRAST),
        Ink.BACKTRACK: readable(blend(player, ground, 0.55), ground, TRAIL_CONTRAST),
        Ink.PATH: path,
        Ink.SHARED: readable(start, ground, INK_CONTRAST),
        Ink.HINT: hint,
        Ink.START: readable(start, on_end, LETTER_CONTRAST),
        Ink.GOAL: readable(goal, on_end, LETTER_CONTRAST),
        Ink.PLAYER: player,
        **dict(zip(RIVALS, rivals, strict=True)),
        **{
            back: readable(blend(ground, colour, DIMMED), ground, BACK_CONTRAST)
            for back, colour in zip(RIVALS_BACK, rivals, strict=True)
        },
        Ink.BUMP: foreground,
        **{ink: on_both(parse_rgb(base.inks[ink]), TRAIL_CONTRAST) for ink in MEDALS},
    }
    return replace(
        palette,
        inks={**base.inks, **{ink: spell(colour) for ink, colour in inks.items()}},
        on_end=spell(on_end),
        heat=base.heat,
        key=spell(on_both(parse_rgb(palette.accent), INK_CONTRAST)),
    )


def _linear(part: int) -> float:
    share = part / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


def _lab(colour: RGB) -> tuple[float, float, float]:
    red, green, blue = map(_linear, colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)

"""Colours: themes tuned for mazes. Walls quiet, player and goal loud, trail soft.

Every theme gives the variables ``maze-*`` that the maze view draws with; Textual's own themes get
theirs from ``maze_colours``.
"""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

DARK: Final = Theme(
    name="maze-dark",
    primary="#7aa2f7",
    secondary="#9ece6a",
    accent="#f5c542",
    warning="#ff9e64",
    error="#f7768e",
    success="#9ece6a",
    foreground="#d5d9e8",
    background="#12141c",
    surface="#191c27",
    panel="#222636",
    dark=True,
    variables={
        "maze-wall": "#5f6b8f",
        "maze-lit": "#c3cbe6",
        "maze-heat-near": "#f06a5d",
        "maze-heat-middle": "#e8c25a",
        "maze-heat-far": "#3f74b5",
        "maze-rock": "#343b52",
        "maze-trail": "#d0a640",
        "maze-backtrack": "#9a8654",
        "maze-path": "#41b7d8",
        "maze-shared": "#8fd694",
        "maze-hint": "#ff8ad8",
        "maze-start": "#4f9d69",
        "maze-goal": "#e0526b",
        "maze-on-end": "#0d0f15",
        "maze-player": "#ffd75e",
        "maze-runner": "#6fc3ff",
        "block-cursor-background": "#f5c542",
        "block-cursor-foreground": "#12141c",
        "block-cursor-text-style": "bold",
        "input-cursor-background": "#f5c542",
        "footer-key-foreground": "#f5c542",
    },
)

LIGHT: Final = Theme(
    name="maze-light",
    primary="#2f5fd0",
    secondary="#3a7d34",
    accent="#a04a00",
    warning="#b45309",
    error="#b3203f",
    success="#3a7d34",
    foreground="#23283a",
    background="#faf8f3",
    surface="#f1eee6",
    panel="#e6e1d5",
    dark=False,
    variables={
        "maze-wall": "#7d86a3",
        "maze-lit": "#343c55",
        "maze-heat-near": "#e8705f",
        "maze-heat-middle": "#eccb66",
        "maze-heat-far": "#7fa8dd",
        "maze-rock": "#cfcabd",
        "maze-trail": "#a8700a",
        "maze-backtrack": "#96855c",
        "maze-path": "#0b7fa5",
        "maze-shared": "#2f8540",
        "maze-hint": "#b0148a",
        "maze-start": "#2f8f57",
        "maze-goal": "#c92a4b",
        "maze-on-end": "#ffffff",
        "maze-player": "#d2460a",
        "maze-runner": "#1f5fd0",
        "block-cursor-background": "#a04a00",
        "block-cursor-foreground": "#ffffff",
        "block-cursor-text-style": "bold",
    },
)

ANSI_COLOURS: Final = {
    "maze-wall": "ansi_default",
    "maze-lit": "ansi_default",
    "maze-heat-near": "ansi_red",
    "maze-heat-middle": "ansi_yellow",
    "maze-heat-far": "ansi_blue",
    "maze-rock": "ansi_bright_black",
    "maze-trail": "ansi_yellow",
    "maze-backtrack": "ansi_bright_black",
    "maze-path": "ansi_cyan",
    "maze-shared": "ansi_green",
    "maze-hint": "ansi_magenta",
    "maze-start": "ansi_green",
    "maze-goal": "ansi_red",
    "maze-on-end": "ansi_black",
    "maze-player": "ansi_bright_yellow",
    "maze-runner": "ansi_bright_blue",
}
"""The colours for terminals that choose their own sixteen."""

THEMES: Final = (DARK, LIGHT)
"""Our own themes."""

DEFAULT_THEME: Final = DARK.name
"""The theme the game starts with."""

NO_COLOR_THEME: Final = "ansi-dark"
"""The theme under NO_COLOR: the terminal's own two colours, everything told by shape."""


def maze_colours(theme: Theme) -> dict[str, str]:
    """The ``maze-*`` colours that fit a theme; a theme of ours brings its own over them."""
    if theme.ansi:
        return dict(ANSI_COLOURS)
    ours = DARK if theme.dark else LIGHT
    return {name: colour for name, colour in ours.variables.items() if name.startswith("maze-")}

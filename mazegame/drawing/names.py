"""The names of the drawings and of the styles of walls, for code that does not draw.

Settings and the command line know them by these names before NumPy is loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ROOMY: Final = "roomy"
"""The drawing of a maze that has no room in any."""

DRAWING_NAMES: Final = ("grand", "large", ROOMY, "compact", "half-blocks")
"""The drawings of a maze, the largest first."""

POSTS: Final[Mapping[str, str]] = {
    "rounded": " ╵╶╰╷│╭├╴╯─┴╮┤┬┼",
    "light": " ╵╶└╷│┌├╴┘─┴┐┤┬┼",
    "heavy": " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋",
    "double": " ║═╚║║╔╠═╝═╩╗╣╦╬",
    "blocks": " " + "█" * 15,
    "ascii": " |-+||++-+-+++++",
}
"""The styles of walls: 16 characters by the arms of a post, N=1, E=2, S=4, W=8.

Rounded, light and heavy lines end with half-line glyphs; double ones have none. Blocks are for
terminals whose lines do not meet, ASCII for those that have nothing else.
"""

"""The legend of a heat map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

if TYPE_CHECKING:
    from mazegame.drawing.glyphs import Glyphs


def heat_legend(glyphs: Glyphs) -> Content:
    """Return the meaning of a heat map's digits and colours."""
    nearest, farthest = (chr(int(glyphs.bands[band])) for band in (0, -1))
    return Content.assemble(
        (nearest, "bold $maze-heat-near"),
        " near B … ",
        (farthest, "bold $maze-heat-far"),
        " far",
    )

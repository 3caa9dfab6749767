"""The maze of a search as a tree, with the walk of the search on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from mazegame.drawing import Ink
from mazegame.drawing.dendrogram import Dendrogram, draw_dots, draw_lines
from mazegame.widgets.text.characters import characters
from mazegame.widgets.text.ink_canvas import InkCanvas, blank, slices, style_numbers

if TYPE_CHECKING:
    from textual.events import Resize
    from textual.geometry import Region

    from mazegame.drawing.dendrogram import Pixels
    from mazegame.lab.searching import Searching
    from mazegame.widgets.text.canvas import Codes, Numbers

MARGIN: Final = 1
"""Columns that stay free on both sides of a tree."""


class TreePane(InkCanvas):
    """The tree of a search's maze; blank without one."""

    DEFAULT_CSS = "TreePane { width: 1fr; height: 1fr; }"

    why_none: ClassVar[str] = "The maze has loops: only a perfect one is a tree."

    _searching: Searching | None = None
    _tree: Dendrogram | None = None
    _pixels: Pixels | None = None
    _dotted = False

    def show(self, searching: Searching | None) -> None:
        """Show the tree of the maze of a search, or nothing."""
        self._searching = searching
        tree = None if searching is None else searching.tree
        self._tree = None if searching is None or tree is None else Dendrogram(tree, searching.ends)
        self._lay_out()
        self.repaint_all()

    def update(self) -> None:
        """Show the present step of the search."""
        self.repaint_regions([self.size.region])

    def _lay_out(self) -> None:
        width, height = self.size.width - 2 * MARGIN, self.size.height
        self._pixels = None
        if self._tree is None or width < 1 or height < 1:
            return
        fits = self._tree.width * 2 < width and self._tree.height < height
        self._dotted = not fits and characters(self.app) == "unicode"
        across, down = (2, 4) if self._dotted else (1, 1)
        self._pixels = self._tree.pixels(width * across, height * down)

    def on_resize(self, _: Resize) -> None:
        self._lay_out()

    def block(self, region: Region) -> tuple[Codes, Numbers]:
        codes, numbers = blank(self.size)
        searching, pixels = self._searching, self._pixels
        if searching is not None and self._tree is None:
            text = self.why_none[: self.size.width]
            codes[self.size.height // 2, : len(text)] = list(map(ord, text))
        if searching is not None and pixels is not None:
            inks = searching.cell_inks()
            if self._dotted:
                drawn, colours = draw_dots(pixels, inks)
            else:
                drawn, colours = draw_lines(pixels, inks, characters(self.app))
            there = slice(0, drawn.shape[0]), slice(MARGIN, MARGIN + drawn.shape[1])
            codes[there] = drawn
            numbers[there] = style_numbers(colours, np.zeros_like(colours))
            across, down = (2, 4) if self._dotted else (1, 1)
            for cell, mark, ink in searching.marks():
                y, x = pixels.at[cell].tolist()
                if y >= 0:
                    letter = mark or ("●" if characters(self.app) == "unicode" else "@")
                    codes[y // down, MARGIN + x // across] = ord(letter)
                    ground = 0 if ink is Ink.PLAYER else ink
                    numbers[y // down, MARGIN + x // across] = int(ink) << 8 | ground
        here = slices(region)
        return codes[here], numbers[here]

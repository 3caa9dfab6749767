"""The minimap beside a maze: a widget of its own, where there is room for one.

Here: keeping it up to date and painting what changed. Not here: what it shows
(``drawing/minimap.py``), and the one in the window's corner (``overlays.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from textual.message import Message

from mazegame.drawing import Minimap
from mazegame.widgets.ink_canvas import InkCanvas
from mazegame.widgets.zooms import has_unicode

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mazegame.drawing import Scene
    from mazegame.engine import Cell
    from mazegame.widgets.canvas import Codes, Numbers

    Cells = tuple[Cell, Cell]


class MinimapView(InkCanvas):
    """Shows a small map of a scene in the middle of its own ground."""

    DEFAULT_CSS = """
    MinimapView { width: 100%; height: 1fr; }
    """

    @dataclass
    class Wanted(Message):
        """There is something to show, or nothing any more."""

        wanted: bool

    def __init__(self) -> None:
        super().__init__()
        self._scene: Scene | None = None
        self._window: Cells = ((0, 0), (0, 0))
        self._minimap: Minimap | None = None
        self._drawn: tuple[Codes, Numbers] | None = None

    def show_map(self, scene: Scene | None, window: Cells) -> None:
        """Show a scene, or nothing.

        Args:
            scene: The scene; what more is known of it is read from it anew.
            window: The first and the last of its cells in the window.
        """
        before, self._scene, self._window = self._scene, scene, window
        if (scene is None) != (before is None):
            self.post_message(self.Wanted(scene is not None))
        self.draw_anew()

    def draw_anew(self) -> None:
        """Read all of the scene again: more of it may be known than was noted."""
        self._minimap = None
        self._update()

    def note(self, cells: Iterable[Cell], window: Cells) -> None:
        """Show that some cells changed, and which are in the maze's window now."""
        self._window = window
        if self._minimap is not None:
            self._minimap.note(cells)
        self._update()

    def _update(self) -> None:
        if not self.size:
            return
        self._draw()
        self.repaint_regions([self.size.region])

    def _draw(self) -> None:
        self._drawn = None
        if self._scene is None:
            return
        if self._minimap is None:
            self._minimap = Minimap(self._scene, *self.size, braille=has_unicode())
        glyphs, ink, ground = self._minimap.draw(*self._window)
        self._drawn = glyphs, (ink.astype(np.uint16) << 8 | ground).astype(np.uint16)

    def on_resize(self) -> None:
        """Fit the map anew."""
        self.draw_anew()

    def characters(self, y: int, x: int, width: int) -> tuple[Codes, Numbers]:
        """Draw a stretch of one line."""
        codes = np.full(self.size.width, ord(" "), np.uint32)
        numbers = np.zeros(self.size.width, np.uint16)
        if self._drawn is not None:
            glyphs, inks = self._drawn
            high, wide = glyphs.shape
            top, left = (self.size.height - high) // 2, (self.size.width - wide) // 2
            if 0 <= y - top < high and left >= 0:
                codes[left : left + wide] = glyphs[y - top]
                numbers[left : left + wide] = inks[y - top]
        return codes[x : x + width], numbers[x : x + width]

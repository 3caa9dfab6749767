"""The minimap beside a maze, a widget for wide terminals; ``overlays.py`` has that in a corner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from mazegame.drawing import Minimap
from mazegame.widgets.maze.zooms import has_lines
from mazegame.widgets.text.ink_canvas import InkCanvas, are_equal, blank, lay, style_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.geometry import Region

    from mazegame.drawing import Scene
    from mazegame.engine import Cell
    from mazegame.widgets.text.canvas import Codes, Numbers

    Cells = tuple[Cell, Cell]


class MinimapView(InkCanvas):
    """Shows a small map of a scene, centred."""

    DEFAULT_CSS = "MinimapView { width: 100%; height: 1fr; }"

    @dataclass
    class Wanted(Message):
        """The widget has a map to show, or none any more."""

        wanted: bool

    _scene: Scene | None = None
    _window: Cells = ((0, 0), (0, 0))
    _minimap: Minimap | None = None
    _drawn: tuple[Codes, Numbers] | None = None

    def on_mount(self) -> None:
        """Ask for room, if there is a map to show already."""
        if self._scene is not None:
            self.post_message(self.Wanted(wanted=True))

    def show_map(self, scene: Scene | None, window: Cells) -> None:
        """Show a scene as a whole, or nothing, with the first and the last cell in the window."""
        before, self._scene, self._window = self._scene, scene, window
        if self.is_mounted and (scene is None) != (before is None):
            self.post_message(self.Wanted(scene is not None))
        self.draw_anew()

    def draw_anew(self) -> None:
        """Read the whole scene again: changes may have come without a note."""
        self._minimap = None
        self._update()

    def note(self, cells: Iterable[Cell], window: Cells) -> None:
        """Update some changed cells, and the frame of the maze's window."""
        self._window = window
        if self._minimap is not None:
            self._minimap.note(cells)
        self._update()

    def _update(self) -> None:
        if not self.size:
            return
        before, self._drawn = self._drawn, None
        if self._scene is not None:
            if self._minimap is None:
                self._minimap = Minimap(self._scene, *self.size, braille=has_lines(self.app))
            glyphs, ink, ground = self._minimap.draw(*self._window)
            self._drawn = glyphs, style_numbers(ink, ground)
        if not are_equal(before, self._drawn):
            self.repaint_regions([self.size.region])

    def on_resize(self) -> None:
        """Fit the map to the new size."""
        self.draw_anew()

    def block(self, region: Region) -> tuple[Codes, Numbers]:
        """Draw a region."""
        block = blank(region)
        if self._drawn is not None:
            (width, height), (high, wide) = self.size, self._drawn[0].shape
            if high <= height and wide <= width:
                lay(self._drawn, (width - wide) // 2, (height - high) // 2, block, region)
        return block

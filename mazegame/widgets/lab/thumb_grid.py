"""The thumb grid: many small mazes in rows and columns, one of them chosen.

``lab/gallery.py`` makes the mazes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from rich.cells import cell_len
from textual.geometry import Region
from textual.message import Message

from mazegame.drawing import Ink, capacity
from mazegame.widgets.maze.zooms import zooms_for
from mazegame.widgets.text.characters import has_unicode
from mazegame.widgets.text.ink_canvas import InkCanvas, blank, lay, style_numbers
from mazegame.widgets.text.menu_list import BLANK, MARK
from mazegame.widgets.text.segments import truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events

    from mazegame.drawing import Drawing, Scene
    from mazegame.widgets.text.ink_canvas import Block

GAP: Final = 2
"""Columns between two mazes."""

BELOW: Final = 2
"""Lines below each maze: its caption and a blank line."""


@dataclass
class Thumb:
    """One small maze."""

    name: str
    """Its identifier."""
    title: str
    """The left part of its caption."""
    note: str = ""
    """The right part of its caption."""
    scene: Scene | None = None
    """The maze; None while it is being made."""


class ThumbGrid(InkCanvas, can_focus=False):
    """Small mazes in rows and columns, of at most some columns and rows of cells each."""

    @dataclass
    class Chosen(Message):
        """Posted when a maze is clicked."""

        name: str
        again: bool
        """Whether it was chosen already."""

    _thumbs: Sequence[Thumb] = ()
    _chosen = _first_row = 0
    _marked = ""

    def __init__(self, cells: tuple[int, int]) -> None:
        super().__init__()
        self.cells = cells
        """The most columns and rows of each maze."""

    # Contents

    @property
    def chosen(self) -> str:
        """The name of the chosen maze; empty for an empty grid."""
        return self._thumbs[self._chosen].name if self._thumbs else ""

    def show(self, thumbs: Sequence[Thumb], chosen: str = "", marked: str = "") -> None:
        """Show mazes in order; the names tell which is chosen, and which is marked, if any."""
        self._thumbs = thumbs
        names = [thumb.name for thumb in thumbs]
        self._chosen = names.index(chosen) if chosen in names else 0
        self._marked = marked
        self._keep_chosen_in_sight()
        self.repaint_regions([self.size.region])

    def put(self, name: str, scene: Scene, note: str) -> None:
        for number, thumb in enumerate(self._thumbs):
            if thumb.name == name:
                thumb.scene, thumb.note = scene, note
                self._repaint_thumb(number)

    def set_cells(self, cells: tuple[int, int]) -> None:
        """Lay out the grid for mazes of another size."""
        self.cells = cells
        self._keep_chosen_in_sight()
        self.repaint_all()

    def widened(self, cells: tuple[int, int], width: int) -> tuple[int, int]:
        """Return the size of mazes that fill a row with as many as now, at least two."""
        cols, rows = cells
        drawing, room = self._drawing, width - 2 + GAP
        across = max(room // (drawing.size(cols, rows)[0] + GAP), 2)
        return capacity(drawing, room // across - GAP, drawing.size(cols, rows)[1])[0], rows

    def move(self, right: int, down: int) -> None:
        if not self._thumbs:
            return
        target = self._chosen + right + down * self.across
        if not 0 <= target < len(self._thumbs):
            if not down or not 0 <= self._chosen // self.across + down < self._rows:
                return
            target = len(self._thumbs) - 1
        self._choose(target)

    def jump(self, number: int) -> None:
        """Choose a maze by its number; -1 is the last."""
        if self._thumbs:
            self._choose(number % len(self._thumbs))

    def _choose(self, number: int) -> None:
        before, self._chosen = self._chosen, number
        row = self._first_row
        self._keep_chosen_in_sight()
        if row != self._first_row:
            self.repaint_regions([self.size.region])
        else:
            self._repaint_thumb(before)
            self._repaint_thumb(number)

    # Layout

    @property
    def _drawing(self) -> Drawing:
        return zooms_for(self.app)[-1]

    @property
    def _pitch(self) -> tuple[int, int]:
        wide, high = self._drawing.size(*self.cells)
        return wide + GAP, high + BELOW

    @property
    def across(self) -> int:
        return max((self.size.width - 2 + GAP) // self._pitch[0], 1)

    @property
    def _left(self) -> int:
        """The columns before the first maze of a row: rows are centred."""
        row = self.across * self._pitch[0] - GAP
        return max((self.size.width - row) // 2, 1)

    @property
    def _rows(self) -> int:
        return -(-len(self._thumbs) // self.across)

    @property
    def more(self) -> tuple[int, int]:
        """The numbers of mazes hidden above and below."""
        above = min(self._first_row * self.across, len(self._thumbs))
        return above, max(len(self._thumbs) - above - self._fitting * self.across, 0)

    @property
    def _fitting(self) -> int:
        """The number of rows that fit whole, at least one."""
        return max((self.size.height + 1) // self._pitch[1], 1)

    def _keep_chosen_in_sight(self) -> None:
        if not self.size:
            return
        row = self._chosen // self.across
        self._first_row = min(max(self._first_row, row - self._fitting + 1, 0), row)

    def _corner(self, number: int) -> tuple[int, int]:
        row, col = divmod(number, self.across)
        wide, high = self._pitch
        return self._left + col * wide, (row - self._first_row) * high

    def _repaint_thumb(self, number: int) -> None:
        x, y = self._corner(number)
        self.repaint_regions([Region(x, y, *self._pitch)])

    # Painting

    def block(self, region: Region) -> Block:
        block = blank(region.size)
        wide, high = self._pitch
        first = (region.y // high + self._first_row) * self.across
        rows = min((region.bottom - 1) // high + 1, self._fitting)
        last = (self._first_row + rows) * self.across
        for number in range(first, min(last, len(self._thumbs))):
            x, y = self._corner(number)
            lay(self._caption(number, wide - GAP), x, y + high - BELOW, block, region)
            if (scene := self._thumbs[number].scene) is not None:
                lay(self._picture(scene, chosen=number == self._chosen), x, y, block, region)
        return block

    def _picture(self, scene: Scene, *, chosen: bool) -> Block:
        rows, cols = scene.shape
        wide, high = self._drawing.size(cols, rows)
        drawn = self._drawing.block(scene, 0, 0, wide, min(high, self._pitch[1] - BELOW))
        ink, ground = drawn.ink.copy(), drawn.ground.copy()
        if chosen:
            ink[ink == Ink.WALL] = Ink.LIT
            ground[ground == Ink.WALL] = Ink.LIT
        return drawn.glyphs, style_numbers(ink, ground)

    def _caption(self, number: int, width: int) -> Block:
        thumb = self._thumbs[number]
        chosen = number == self._chosen
        mark = MARK if chosen else BLANK
        if thumb.name == self._marked:
            mark = mark[0] + "+"
        note = thumb.note if thumb.scene is not None else "…" if has_unicode() else "..."
        if cell_len(mark + thumb.title) + cell_len(note) >= width:  # the name comes first
            note = ""
        title = truncate(mark + thumb.title, max(width - cell_len(note) - bool(note), 0))
        text = title + " " * (width - cell_len(title) - cell_len(note)) + note
        codes = np.array([[ord(character) for character in text]], np.uint32)
        ink = Ink.PLAYER if chosen else Ink.FLOOR
        return codes, np.full(codes.shape, ink << 8, np.uint16)

    def on_resize(self) -> None:
        self._keep_chosen_in_sight()
        self.repaint_all()

    def on_click(self, event: events.Click) -> None:
        wide, high = self._pitch
        col, row = (event.x - self._left) // wide, event.y // high
        number = (row + self._first_row) * self.across + col
        if 0 <= col < self.across and row < self._fitting and number < len(self._thumbs):
            again = number == self._chosen
            self._choose(number)
            self.post_message(self.Chosen(self._thumbs[number].name, again))

    def on_mouse_scroll_down(self) -> None:
        self.move(0, 1)

    def on_mouse_scroll_up(self) -> None:
        self.move(0, -1)

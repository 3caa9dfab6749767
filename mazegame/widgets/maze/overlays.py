"""Overlays on a maze: texts, the arrow to B and a minimap; or the minimap beside it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from textual.geometry import Region
from textual.message import Message

from mazegame.drawing import Ink, Minimap
from mazegame.widgets.text.characters import has_all_signs
from mazegame.widgets.text.ink_canvas import InkCanvas, blank, lay, style_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from textual.geometry import Size

    from mazegame.drawing import Drawing, Scene
    from mazegame.drawing.drawing import Block as Drawn
    from mazegame.drawing.glyphs import Glyphs
    from mazegame.engine import Cell
    from mazegame.widgets.text.canvas import Codes, Numbers
    from mazegame.widgets.text.ink_canvas import Block

_POINTERS: Final = ("↖↑↗", "← →", "↙↓↘")
"""Arrows by direction: y, then x, from -1 to 1."""

INSET_WINDOW: Final = (60, 16)
"""Fewest columns and lines of a window with a minimap."""


@dataclass(frozen=True, slots=True)
class Window:
    """A window onto a drawing of a scene."""

    scene: Scene
    drawing: Drawing
    camera: tuple[int, int]
    """The character (x, y) of the drawing in the window's upper left corner."""
    size: Size

    @property
    def extent(self) -> tuple[int, int]:
        """The (width, height) of the whole drawing, in characters."""
        rows, cols = self.scene.shape
        return self.drawing.size(cols, rows)

    @property
    def holds_all(self) -> bool:
        """Whether the whole drawing fits the window."""
        width, height = self.extent
        return width <= self.size.width and height <= self.size.height

    @property
    def cells(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The upper left and lower right cell in the window, which may be outside the maze."""
        (left, top), (width, height) = self.camera, self.extent
        rows, cols = self.scene.shape
        row, col = self.drawing.cell_at(
            min(left + self.size.width, width) - 1, min(top + self.size.height, height) - 1
        )
        first = self.drawing.cell_at(max(left, 0), max(top, 0))
        return first, (min(row, rows - 1), min(col, cols - 1))


@dataclass(frozen=True, slots=True)
class Label:
    """A text on one line of a window, in the colours of an ink."""

    x: int
    y: int
    text: str
    ink: Ink = Ink.GOAL
    ground: Ink = Ink.GOAL

    @property
    def region(self) -> Region:
        return Region(self.x, self.y, len(self.text), 1)

    def lay(self, x: int, codes: Codes, numbers: Numbers) -> None:
        """Write it over the part of its line that begins at column x, in place."""
        for at, character in enumerate(self.text, start=self.x - x):
            if 0 <= at < len(codes):
                codes[at], numbers[at] = ord(character), self.ink << 8 | self.ground


def arrow_to_goal(window: Window) -> Label | None:
    """Return the arrow at the edge that points to B; None while B is in sight or unknown.

    Only a scene with a walker and one B has an arrow.
    """
    scene, (width, height) = window.scene, window.size
    if not scene.walkers or len(scene.goals) != 1 or min(window.size) < 3:
        return None
    (goal,) = scene.goals
    if not scene.knows(goal):
        return None
    centre = window.drawing.centre(goal)
    x, y = (at - start for at, start in zip(centre, window.camera, strict=True))
    side = ((x >= width) - (x < 0), (y >= height) - (y < 0))
    if side == (0, 0):
        return None
    text = f"{_POINTERS[side[1] + 1][side[0] + 1]}B"
    return Label(min(max(x, 0), width - len(text)), min(max(y, 0), height - 1), text)


def banner(text: str, size: Size, glyphs: Glyphs) -> list[Label]:
    """Return a framed text for the middle of a window; a single digit is large if it fits.

    The text may have several lines.

    A blank line and column part it from the maze, and no drawing has the characters of its frame:
    it looks like no goal, no rival and no room of the maze, with colours and without.
    """
    plain = tuple(text.split("\n"))
    lines = _LARGE_DIGITS.get(text, plain) if glyphs.has_blocks else plain
    width = max(map(len, lines)) + 4
    top, (left, right), bottom = _BADGE if glyphs.has_blocks else _ASCII_BADGE
    above, below = (edge[0] + edge[1] * width + edge[2] for edge in (top, bottom))
    framed = ["", above, *(left + line.center(width) + right for line in lines), below, ""]
    x, y = (size.width - width - 4) // 2, (size.height - len(framed)) // 2
    return [
        Label(x, y + at, f" {line:{width + 2}} ", Ink.HINT, Ink.FLOOR)
        for at, line in enumerate(framed)
    ]


def frame(region: Region, *, blocks: bool, gaps: Sequence[Region] = ()) -> list[Label]:
    """Return the corners of a rectangle, a text for each piece; no map has walls like them.

    They leave some gaps for what is to stay visible.
    """
    corners, horizontal, sides = ("╔╗╚╝", "═", "║║") if blocks else ("++++", "=", "[]")
    x, y, width, height = region
    across = horizontal * (width - 2)
    edges = {y: corners[0] + across + corners[1], y + height - 1: corners[2] + across + corners[3]}
    pieces = [(x + at, line, one) for line, text in edges.items() for at, one in enumerate(text)]
    pieces += [
        (at, line, one)
        for line in range(y + 1, y + height - 1)
        for at, one in zip((x, x + width - 1), sides, strict=True)
    ]
    return [
        Label(at, line, one, Ink.BUMP, Ink.FLOOR)
        for at, line, one in pieces
        if not any(gap.contains(at, line) for gap in gaps)
        and min(at - x, x + width - 1 - at) <= ARMS[0]
        and min(line - y, y + height - 1 - line) <= ARMS[1]
    ]


ARMS: Final = (3, 1)
"""Columns and lines of the corners of ``frame``, between which the map shows."""

_BADGE: Final = ("▛▀▜", "▌▐", "▙▄▟")
_ASCII_BADGE: Final = ("***", "**", "***")
"""The frame of a countdown: top, both sides and bottom."""

_LARGE_DIGITS: Final = {
    "1": ("▄█ ", " █ ", "▄█▄"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", "▀▀█", "▀▀▀"),
}
"""The digits of a countdown."""


class Inset:
    """A minimap in the upper right corner of a window, or in the left one if the player is near.

    A blank column and a blank line separate its frame from the maze.
    """

    def __init__(self, minimap: Minimap | None) -> None:
        self.minimap = minimap
        self._drawn: Drawn | None = None
        self._x = 0

    @property
    def region(self) -> Region | None:
        """Its region in the window; None while it is hidden."""
        if self._drawn is None:
            return None
        high, wide = self._drawn.ink.shape
        return Region(self._x, 0, wide + 1, high + 1)

    def draw(self, window: Window | None) -> list[Region]:
        """Redraw it if it fits; return the regions that changed."""
        before, drawn = self.region, self._drawn
        self._drawn = None
        if self.minimap is not None and window is not None and _has_room(self.minimap, window):
            self._x = max(_column(self.minimap, window) - 1, 0)
            self._drawn = self.minimap.draw(*window.cells)
        if before == self.region and drawn is self._drawn:
            return []
        return [region for region in (before, self.region) if region is not None]

    def lay(self, onto: Block, region: Region) -> None:
        """Write it over the block of a region of the window, in place."""
        if self._drawn is not None and self.region is not None and region.overlaps(self.region):
            glyphs, ink, ground = self._drawn
            around = (0, 1), (1, 0) if self._x else (0, 1)
            codes = np.pad(glyphs, around, constant_values=ord(" "))
            lay((codes, np.pad(style_numbers(ink, ground), around)), self._x, 0, onto, region)


def _has_room(minimap: Minimap, window: Window) -> bool:
    (width, height), (own_width, own_height) = window.size, minimap.size
    wide, high = INSET_WINDOW
    least_width, least_height = max(wide, own_width * 3), max(high, own_height * 2)
    return not window.holds_all and width >= least_width and height >= least_height


def _column(minimap: Minimap, window: Window) -> int:
    """Return the first column of a minimap in a window, away from the player."""
    width, height = minimap.size
    right = window.size.width - width
    player = window.scene.walker(Ink.PLAYER)
    if player is None or player.cell is None:
        return right
    x, y = window.drawing.centre(player.cell)
    left, top = window.camera
    return 0 if x - left >= right - 4 and y - top <= height + 2 else right


class MinimapView(InkCanvas):
    """Shows a small map of a scene, centred."""

    DEFAULT_CSS = "MinimapView { width: 100%; height: 1fr; }"

    @dataclass
    class Wanted(Message):
        """Posted when the widget gets its first map, or loses its map."""

        wanted: bool

    _scene: Scene | None = None
    _window: tuple[Cell, Cell] = ((0, 0), (0, 0))
    _minimap: Minimap | None = None
    _drawn: Drawn | None = None

    def on_mount(self) -> None:
        """Post ``Wanted`` if there is a map already."""
        if self._scene is not None:
            self.post_message(self.Wanted(wanted=True))

    def show_map(self, scene: Scene | None, window: tuple[Cell, Cell]) -> None:
        """Show the map of a scene, or nothing; ``window`` has the first and the last cell seen."""
        before, self._scene, self._window = self._scene, scene, window
        if self.is_mounted and (scene is None) != (before is None):
            self.post_message(self.Wanted(scene is not None))
        self._minimap = None  # changes may have come without a note
        self._update()

    def note(self, cells: Iterable[Cell], window: tuple[Cell, Cell]) -> None:
        """Update some changed cells, and the frame of the maze's window."""
        self._window = window
        if self._minimap is not None:
            self._minimap.light_up(cells)
        self._update()

    def _update(self) -> None:
        if not self.size:
            return
        before, self._drawn = self._drawn, None
        if self._scene is not None:
            if self._minimap is None:
                self._minimap = Minimap(self._scene, *self.size, braille=has_all_signs(self.app))
            self._drawn = self._minimap.draw(*self._window)
        if before is not self._drawn:
            self.repaint_regions([self.size.region])

    def on_resize(self) -> None:
        self.show_map(self._scene, self._window)

    def block(self, region: Region) -> Block:
        block = blank(region.size)
        if self._drawn is not None:
            glyphs, ink, ground = self._drawn
            (width, height), (high, wide) = self.size, glyphs.shape
            if high <= height and wide <= width:
                codes = glyphs, style_numbers(ink, ground)
                lay(codes, (width - wide) // 2, (height - high) // 2, block, region)
        return block

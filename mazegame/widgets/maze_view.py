"""The maze view: a window onto a scene, drawn line by line.

What lives here: the camera, the colours, and which characters may have changed. What does not:
glyphs (``drawing/``), rules (``game/``), what the keys do (``screens/``), how characters come to
the terminal (``canvas.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
from rich.style import Style
from textual.color import Color as TextualColor
from textual.geometry import Region, Size
from textual.message import Message

from mazegame.drawing import BANDS, Ink, Minimap
from mazegame.widgets.canvas import Canvas

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.color import Color
    from textual import events

    from mazegame.drawing import Drawing, Scene
    from mazegame.engine import Cell
    from mazegame.widgets.canvas import Codes, Numbers

_MARKS: Final = frozenset({Ink.TRAIL, Ink.BACKTRACK, Ink.PATH, Ink.SHARED})

_MANY: Final = 64
"""From so many changed cells on, the whole view is repainted instead of each."""

_POINTERS: Final = {
    (0, -1): "↑",
    (1, -1): "↗",
    (1, 0): "→",
    (1, 1): "↘",
    (0, 1): "↓",
    (-1, 1): "↙",
    (-1, 0): "←",
    (-1, -1): "↖",
}
"""An arrow by the direction (x, y) in which something lies."""

INSET_WINDOW: Final = (60, 16)
"""In a window of fewer columns or lines the minimap would be in the way: it is not shown."""

_MARGIN: Final = 4
"""The camera keeps the followed cell a share of 1 / _MARGIN away from the window's edge."""


class MazeView(Canvas):
    """A window onto a scene.

    The caller owns the scene, changes it and says which cells look different: ``repaint``.

    Args:
        centred: Whether a drawing smaller than the window stands in its middle, else in its
            upper left corner.
        name: As for every widget.
        id: As for every widget.
        classes: As for every widget.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"maze-view--{ink.name.lower()}" for ink in Ink),
        *(f"maze-view--heat-{name}" for name in ("near", "middle", "far")),
    }
    """One part for each ink, and three colours between which a heat map's bands lie."""

    DEFAULT_CSS = """
    MazeView {
        .maze-view--floor { color: $foreground; }
        .maze-view--wall { color: $maze-wall; }
        .maze-view--lit { color: $maze-lit; text-style: bold; }
        .maze-view--band { color: $foreground; }
        .maze-view--heat-near { color: $maze-heat-near; }
        .maze-view--heat-middle { color: $maze-heat-middle; }
        .maze-view--heat-far { color: $maze-heat-far; }
        .maze-view--rock { color: $maze-rock; }
        .maze-view--trail { color: $maze-trail; text-style: bold; }
        .maze-view--backtrack { color: $maze-backtrack; }
        .maze-view--path { color: $maze-path; text-style: bold; }
        .maze-view--shared { color: $maze-shared; text-style: bold; }
        .maze-view--hint { color: $maze-hint; text-style: bold; }
        .maze-view--start { color: $maze-on-end; background: $maze-start; text-style: bold; }
        .maze-view--goal { color: $maze-on-end; background: $maze-goal; text-style: bold; }
        .maze-view--player { color: $maze-player; text-style: bold; }
        .maze-view--runner { color: $maze-runner; text-style: bold; }
        &:nocolor {
            .maze-view--start, .maze-view--goal { text-style: bold reverse; }
            .maze-view--wall, .maze-view--backtrack { text-style: dim; }
        }
    }
    """

    class Resized(Message):
        """The window has another size."""

    class Clicked(Message):
        """A cell was clicked."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    def __init__(
        self,
        *,
        centred: bool = True,
        name: str | None = None,
        id: str | None = None,  # noqa: A002  Textual's name for it
        classes: str | None = None,
    ) -> None:
        super().__init__(name=name, id=id, classes=classes)
        self._centred = centred
        self._scene: Scene | None = None
        self._drawing: Drawing | None = None
        self._camera = (0, 0)
        self._followed: Cell | None = None
        self._moved = False
        self._minimap: Minimap | None = None
        self._inset: tuple[int, tuple[Codes, Numbers]] | None = None
        self._inset_x: int | None = None
        self._banner = ""
        self._note = ""
        self._arrow: tuple[int, int, str] | None = None

    @property
    def scene(self) -> Scene | None:
        """What is shown."""
        return self._scene

    @property
    def drawing(self) -> Drawing | None:
        """How it is drawn."""
        return self._drawing

    @property
    def camera(self) -> tuple[int, int]:
        """The character (x, y) of the drawing in the window's upper left corner.

        Negative where a drawing smaller than the window stands in its middle.
        """
        return self._camera

    def show(self, scene: Scene | None, drawing: Drawing | None, follow: Cell | None) -> None:
        """Show a scene (or nothing), with the camera on a cell (or on the middle)."""
        self._scene, self._drawing, self._followed = scene, drawing, follow
        self._aim(centre=True)
        self.repaint_all()

    def show_minimap(self, minimap: Minimap | None) -> None:
        """Show a map in a corner wherever the maze is larger than the window, or none."""
        before = [] if self._inset is None else [Region(self._inset[0], 0, *self._inset_size)]
        self._minimap = minimap
        self.repaint_regions([*before, *self._draw_inset()])

    def swap(self, scene: Scene) -> None:
        """Show another scene of the same level, with drawing and camera as they are."""
        self._scene = scene
        self.repaint_all()

    def repaint_all(self) -> None:
        """Repaint the whole window, the arrow and the small map with it."""
        self._arrow = self._pointer()
        self._draw_inset()
        super().repaint_all()

    def repaint(self, cells: Iterable[Cell]) -> None:
        """Repaint what may have changed with some cells, after the camera followed."""
        if self._drawing is None:
            return
        changed = set(cells)
        if self._minimap is not None and self._inset is not None:
            self._minimap.note(changed)
        if self._moved:
            self._moved = False
            self.repaint_all()
            return
        if len(changed) > _MANY:
            self._arrow = self._pointer()
            self._draw_inset()
            self.repaint_regions([self.size.region])
            return
        left, top = self._camera
        regions = [
            Region(x - left, y - top, width, height)
            for x, y, width, height in map(self._drawing.extent, changed)
        ]
        if self._inset is not None:
            regions += self._draw_inset()
        if self._scene is not None and self._scene.light is not None:
            before, self._arrow = self._arrow, self._pointer()  # B may have come to light
            if before != self._arrow:
                arrows = (before, self._arrow)
                regions += [Region(at[0], at[1], len(at[2]), 1) for at in arrows if at is not None]
        self.repaint_regions(regions)

    def follow(self, cell: Cell) -> None:
        """Move the camera, if it must, so that a cell stays well inside the window.

        It is not painted before the ``repaint`` that must come next.
        """
        self._followed = cell
        self._moved |= self._aim(centre=False)

    def pan(self, x: int, y: int) -> None:
        """Move the camera by a share of the window, as far as the drawing goes."""
        if self._scene is None or self._drawing is None:
            return
        self._followed = None
        extent = self._drawing.size(self._scene.shape[1], self._scene.shape[0])
        self._camera = tuple(
            now if long <= window else min(max(now + by * max(window // 4, 1), 0), long - window)
            for now, by, window, long in zip(self._camera, (x, y), self.size, extent, strict=True)
        )  # type: ignore[assignment]
        self.repaint_all()

    def show_banner(self, text: str) -> None:
        """Lay a word over the middle of the window; an empty one takes it away."""
        if text != self._banner:
            self._banner = text
            self.repaint_regions([self.size.region])

    def show_note(self, text: str) -> None:
        """Lay a line over the last line of the window; an empty one takes it away."""
        if text != self._note:
            self._note = text
            self.repaint_regions([self.size.region])

    def on_click(self, event: events.Click) -> None:
        """Tell which cell was clicked."""
        if self._scene is None or self._drawing is None:
            return
        row, col = self._drawing.cell_at(event.x + self._camera[0], event.y + self._camera[1])
        if 0 <= row < self._scene.shape[0] and 0 <= col < self._scene.shape[1]:
            self.post_message(self.Clicked((row, col)))

    def sees(self, cell: Cell) -> bool:
        """Whether the middle of a cell lies in the window."""
        if self._drawing is None:
            return False
        x, y = self._drawing.centre(cell)
        left, top = self._camera
        return 0 <= x - left < self.size.width and 0 <= y - top < self.size.height

    def _aim(self, *, centre: bool) -> bool:
        """Point the camera; return whether it moved."""
        if self._scene is None or self._drawing is None:
            return False
        rows, cols = self._scene.shape
        extent = self._drawing.size(cols, rows)
        target = None if self._followed is None else self._drawing.centre(self._followed)
        x, y = (
            _aim_axis(
                now=self._camera[axis],
                window=self.size[axis],
                extent=extent[axis],
                target=extent[axis] // 2 if target is None else target[axis],
                centre=centre or target is None,
            )
            for axis in (0, 1)
        )
        if not self._centred:
            x, y = max(x, 0), max(y, 0)
        moved = (x, y) != self._camera
        self._camera = (x, y)
        return moved

    def on_resize(self, event: events.Resize) -> None:
        """Keep the followed cell in sight."""
        self.post_message(self.Resized())
        del event
        self._aim(centre=True)
        self.repaint_all()

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Take what there is."""
        del viewport
        return container.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Take what there is."""
        del viewport, width
        return container.height

    def characters(self, y: int, x: int, width: int) -> tuple[Codes, Numbers]:
        """Draw a stretch of one line of the window."""
        codes = np.full(width, ord(" "), np.uint32)
        numbers = np.zeros(width, np.uint16)
        if self._scene is None or self._drawing is None:
            return codes, numbers
        rows, cols = self._scene.shape
        wide, high = self._drawing.size(cols, rows)
        left, top = self._camera[0] + x, self._camera[1] + y
        first, last = max(left, 0), min(left + width, wide)
        if 0 <= top < high and last > first:
            line = self._drawing.line(self._scene, top, first, last - first)
            part = slice(first - left, last - left)
            codes[part] = line.glyphs
            numbers[part] = line.ink.astype(np.uint16) << 8 | line.ground
        if self._inset is not None:
            self._lay_inset(y, x, codes, numbers)
        if self._arrow is not None and self._arrow[1] == y:
            _lay_text(self._arrow[2], self._arrow[0] - x, codes, numbers)
        if self._banner and y == self.size.height // 2:
            text = f"  {self._banner}  "
            _lay_text(text, (self.size.width - len(text)) // 2 - x, codes, numbers)
        if self._note and y == self.size.height - 1:
            _lay_text(f" {self._note} ", -x, codes, numbers, Ink.PLAYER, Ink.FLOOR)
        return codes, numbers

    def _draw_inset(self) -> list[Region]:
        """Draw the minimap anew; return where it has changed.

        It stands in the right upper corner, or in the left one while the player is below it.
        """
        drawn, self._inset = self._inset, None
        if self._minimap is None or self._drawing is None or self._scene is None:
            return []
        (left, top), (width, height) = self._camera, self.size
        rows, cols = self._scene.shape
        wide, high = self._drawing.size(cols, rows)
        inset_width, inset_height = self._minimap.size
        if (
            (wide <= width and high <= height)
            or (width < INSET_WINDOW[0] or height < INSET_WINDOW[1])
            or inset_width * 3 > width
            or (inset_height * 2 > height)
        ):
            return []
        x = width - inset_width
        player = self._scene.walker(Ink.PLAYER)
        if player is not None and player.cell is not None:
            at_x, at_y = self._drawing.centre(player.cell)
            if at_x - left >= x - 4 and at_y - top <= inset_height + 2:
                x = 0
        first = self._drawing.cell_at(max(left, 0), max(top, 0))
        last = self._drawing.cell_at(min(left + width, wide) - 1, min(top + height, high) - 1)
        last = (min(last[0], rows - 1), min(last[1], cols - 1))
        glyphs, ink, ground = self._minimap.draw(first, last)
        before = [] if self._inset_x is None else [Region(self._inset_x, 0, *self._minimap.size)]
        self._inset_x = x
        numbers = (ink.astype(np.uint16) << 8 | ground).astype(np.uint16)
        self._inset = x, (glyphs, numbers)
        if (
            drawn is not None
            and drawn[0] == x
            and np.array_equal(drawn[1][0], glyphs)
            and np.array_equal(drawn[1][1], numbers)
        ):
            return []
        return [*before, Region(x, 0, *self._minimap.size)]

    @property
    def _inset_size(self) -> tuple[int, int]:
        """(width, height) of the small map that is drawn now."""
        if self._inset is None:
            return 0, 0
        height, width = self._inset[1][0].shape
        return width, height

    def _lay_inset(self, y: int, x: int, codes: Codes, numbers: Numbers) -> None:
        """Lay the minimap over a stretch of a line, in place."""
        if self._inset is None or y >= self._inset[1][0].shape[0]:
            return
        at, (inset_codes, inset_numbers) = self._inset
        first, last = max(at, x), min(at + inset_codes.shape[1], x + len(codes))
        if first < last:
            codes[first - x : last - x] = inset_codes[y, first - at : last - at]
            numbers[first - x : last - x] = inset_numbers[y, first - at : last - at]

    def _pointer(self) -> tuple[int, int, str] | None:
        """Where at the rim (x, y) to point to B, and the text; None while B is in sight.

        It depends on the camera, and in fog on whether B was seen.
        """
        if self._scene is None or self._drawing is None or not self._scene.walkers:
            return None
        goals = self._scene.goals
        if len(goals) != 1 or not self._scene.knows(goals[0]):
            return None
        if self.sees(goals[0]) or min(self.size) < 3:
            return None
        x, y = (
            at - start
            for at, start in zip(self._drawing.centre(goals[0]), self._camera, strict=True)
        )
        width, height = self.size
        side = ((x >= width) - (x < 0), (y >= height) - (y < 0))
        text = f"{_POINTERS[side]}B"
        return min(max(x, 0), width - len(text)), min(max(y, 0), height - 1), text

    def look(self, number: int) -> Style:
        """The colours of an ink on a ground."""
        ink, ground = number >> 8, number & 255
        if ink >= Ink.BAND or ground >= Ink.BAND:
            return self._mix_heat(ink, ground)
        return self._mix(Ink(ink), Ink(ground))

    def _mix_heat(self, ink: int, ground: int) -> Style:
        """The colours of a heat map: a band behind something, or as a pixel of its own."""
        if self.app.no_color:  # the digits tell it
            return self._mix(*(Ink(min(Ink.BAND, at)) for at in (ink, 0)))
        style = self._mix(Ink(min(ink, Ink.BAND)), Ink.FLOOR)
        if ground >= Ink.BAND:
            style += Style(bgcolor=self._heat_colour(ground))
            if ink >= Ink.BAND and ink != ground:  # a pixel above a pixel
                style += Style(color=self._heat_colour(ink))
            elif ink >= Ink.BAND or ink in _MARKS:
                style += Style(color="black" if self.app.current_theme.ansi else "#000000")
            return style
        style += Style(color=self._heat_colour(ink))
        if ground:
            behind = self.get_component_rich_style(f"maze-view--{Ink(ground).name.lower()}")
            style += Style(bgcolor=behind.color)
        return style

    def _heat_colour(self, number: int) -> Color | None:
        """The colour of a band: between three colours, or one of them where there are 16."""
        share = (number - Ink.BAND) / (BANDS - 1)
        stops = [
            self.get_component_rich_style(f"maze-view--heat-{name}").color
            for name in ("near", "middle", "far")
        ]
        if self.app.current_theme.ansi or None in stops:
            return stops[round(share * 2)]
        near, middle, far = (TextualColor.from_rich_color(stop) for stop in stops)
        mixed = near.blend(middle, share * 2) if share < 0.5 else middle.blend(far, share * 2 - 1)
        return mixed.rich_color

    def blend(self, codes: Codes, numbers: Numbers) -> Numbers:
        """Give a space on the floor the ink before it, if that stands on the floor too."""
        ground = numbers & 255
        bare = (codes == ord(" ")) & (ground == Ink.FLOOR)
        before = np.maximum.accumulate(np.where(bare, 0, np.arange(len(codes))))
        return np.where(bare & (ground[before] == Ink.FLOOR), numbers[before], numbers)

    def _mix(self, ink: Ink, ground: Ink) -> Style:
        """The colours of an ink on a ground."""
        floor = self.rich_style
        front = self.get_component_rich_style(f"maze-view--{ink.name.lower()}")
        if ground is Ink.FLOOR:
            return front + Style(bgcolor=floor.bgcolor)
        behind = self.get_component_rich_style(f"maze-view--{ground.name.lower()}")
        if ground in (Ink.START, Ink.GOAL):
            # Without colour A and B are reversed, and the player's blocks stand out as they are.
            reverse = behind.reverse and ink not in (Ink.PLAYER, Ink.RUNNER)
            return front + Style(bgcolor=behind.bgcolor, reverse=reverse)
        # A pixel of that colour; without colour, an underline tells that there is a mark.
        plain = self.app.no_color
        mixed = front + Style(bgcolor=behind.color)
        if ground in (Ink.PLAYER, Ink.RUNNER, Ink.HINT):
            return mixed + Style(color=floor.bgcolor, reverse=plain)
        return mixed + Style(underline=plain and ground in _MARKS)


def _lay_text(
    text: str, x: int, codes: Codes, numbers: Numbers, ink: Ink = Ink.GOAL, ground: Ink = Ink.GOAL
) -> None:
    """Lay a text over a stretch of a line, from a column on that may lie outside of it."""
    for at, character in enumerate(text, start=x):
        if 0 <= at < len(codes):
            codes[at], numbers[at] = ord(character), ink << 8 | ground


def _aim_axis(*, now: int, window: int, extent: int, target: int, centre: bool) -> int:
    """Place a window along one axis.

    Args:
        now: Where it begins now.
        window: How long it is.
        extent: How long the whole drawing is.
        target: What must be in sight.
        centre: Whether the target goes to the middle even if it is well in sight.

    Returns:
        Where the window begins; negative if the drawing is shorter and stands in its middle.
    """
    if extent <= window:
        return -((window - extent) // 2)
    margin = window // _MARGIN
    # Out of the margin it jumps: a window that moved with each step would be repainted with each.
    if centre or not margin <= target - now < window - margin:
        now = target - window // 2
    return min(max(now, 0), extent - window)

"""The maze view: a window onto a scene, drawn line by line.

What lives here: the camera, the colours, and which characters may have changed. What does not:
glyphs (``drawing/``), rules (``game/``), what the keys do (``screens/``), how characters come to
the terminal (``canvas.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np
from rich.style import Style
from textual.geometry import Region, Size

from mazegame.drawing import Ink
from mazegame.widgets.canvas import Canvas

if TYPE_CHECKING:
    from collections.abc import Iterable

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

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"maze-view--{ink.name.lower()}" for ink in Ink}
    """One part for each ink."""

    DEFAULT_CSS = """
    MazeView {
        .maze-view--floor { color: $foreground; }
        .maze-view--wall { color: $maze-wall; }
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

    def swap(self, scene: Scene) -> None:
        """Show another scene of the same level, with drawing and camera as they are."""
        self._scene = scene
        self.repaint_all()

    def repaint(self, cells: Iterable[Cell]) -> None:
        """Repaint what may have changed with some cells, after the camera followed."""
        if self._drawing is None:
            return
        if self._moved:
            self._moved = False
            self.repaint_all()
            return
        changed = set(cells)
        if len(changed) > _MANY:
            self.repaint_regions([self.size.region])
            return
        left, top = self._camera
        self.repaint_regions(
            Region(x - left, y - top, width, height)
            for x, y, width, height in map(self._drawing.extent, changed)
        )

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
        pointer = self._pointer()
        if pointer is not None and pointer[1] == y:
            for at, character in enumerate(pointer[2], start=pointer[0] - x):
                if 0 <= at < width:
                    codes[at], numbers[at] = ord(character), Ink.GOAL << 8 | Ink.GOAL
        return codes, numbers

    def _pointer(self) -> tuple[int, int, str] | None:
        """Where at the rim (x, y) to point to B, and the text; None while B is in sight.

        It depends on the camera alone, so whatever moves it repaints the whole view.
        """
        if self._scene is None or self._drawing is None or self._scene.player is None:
            return None
        goals = self._scene.level.goals
        if len(goals) > 1 or self.sees(goals[0]) or min(self.size) < 3:
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
        return self._mix(Ink(number >> 8), Ink(number & 255))

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
        if ground in (Ink.PLAYER, Ink.RUNNER):
            return mixed + Style(color=floor.bgcolor, reverse=plain)
        return mixed + Style(underline=plain and ground in _MARKS)


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

"""The maze view: a window onto a scene, and its camera.

Glyphs are in ``drawing/``, colours in ``ink_canvas.py``, zoom and map in ``maze_pane.py``, and
output to the terminal in ``canvas.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from textual.geometry import Offset, Region, Size
from textual.message import Message

from mazegame.drawing import Ink, Walker
from mazegame.drawing.drawing import Map
from mazegame.drawing.faces import colours
from mazegame.drawing.inks import RIVALS
from mazegame.game.racing.signs import signs_of
from mazegame.themes import palette_of
from mazegame.widgets.maze.overlays import Inset, Label, Window, arrow_to_goal, banner
from mazegame.widgets.text.characters import look_of
from mazegame.widgets.text.ink_canvas import InkCanvas, blank, slices, style_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from textual import events

    from mazegame.drawing import Drawing, Scene
    from mazegame.drawing.faces import Face
    from mazegame.engine import Cell
    from mazegame.game.racing.lines import RivalLine
    from mazegame.game.racing.racer import Racer
    from mazegame.game.recording.playback import Retrace
    from mazegame.widgets.text.canvas import Codes, Numbers

MANY_CELLS: Final = 64
"""Most changed cells that are repainted one by one; for more, the whole window is compared."""

MARGIN: Final = 4
"""Divisor of the window's size: the camera keeps the followed cell this far from the edge."""


class MazeView(InkCanvas):
    """A window onto a scene. A drawing smaller than the window is centred.

    The caller owns the scene, changes it, and passes changed cells to ``repaint``.
    """

    @dataclass
    class Clicked(Message):
        """Posted when a cell is clicked."""

        cell: Cell

    DEFAULT_CSS = "MazeView { width: 1fr; height: 1fr; }"

    scene: Scene | None = None
    drawing: Drawing | None = None
    camera = (0, 0)
    """The character (x, y) of the drawing at the window's upper left; negative for a smaller
    one."""
    _followed: Cell | None = None
    _moved = False
    _laid_out_for = Size(0, 0)
    _banner = ""
    _arrow: Label | None = None
    _frame: Sequence[Label] = ()
    _face_shown: tuple[Face | None, bool, bool] | None = None
    inset = Inset(None)
    """The minimap in a corner of the window, if any."""

    @property
    def _window(self) -> Window | None:
        if self.scene is None or self.drawing is None:
            return None
        return Window(self.scene, self.drawing, self.camera, self.size)

    # Contents

    def show(self, scene: Scene | None, drawing: Drawing | None, follow: Cell | None) -> None:
        """Show a scene (or nothing), with the camera on a cell (or on the middle)."""
        self.scene, self.drawing, self._followed = scene, drawing, follow
        self._lay_out()
        self.repaint_all()

    def swap(self, scene: Scene) -> None:
        """Show another scene of the same maze, with the same drawing, camera and heat."""
        if self.scene is not None:
            scene.heat = self.scene.heat
        self.scene = scene
        self.repaint_all()

    def show_banner(self, text: str) -> None:
        """Show a word or a digit over the middle of the window; an empty text removes it."""
        if text != self._banner:
            self._banner = text
            self.repaint_regions([self.size.region])

    # Repainting

    def repaint_all(self) -> None:
        self._draw_overlays()
        super().repaint_all()

    def repaint(self, cells: Iterable[Cell]) -> None:
        """Repaint the characters that depend on some cells, and the window if the camera moved."""
        if self.drawing is None:
            return
        changed = set(cells)
        if self.inset.minimap is not None and self.inset.region is not None:
            self.inset.minimap.light_up(changed)
        if self._moved:
            self._moved = False
            self.repaint_all()
            return
        if len(changed) > MANY_CELLS:
            self._draw_overlays()
            self.repaint_regions([self.size.region])
            return
        regions = [Region(*self.drawing.extent(cell)) - self.camera for cell in changed]
        if self.inset.region is not None:
            regions += self.inset.draw(self._window)
        if self.scene is not None and self.scene.light is not None:
            before, self._arrow = self._arrow, self._pointer()  # B may have become visible
            if before != self._arrow:
                regions += [arrow.region for arrow in (before, self._arrow) if arrow is not None]
        self.repaint_regions(regions)

    def _draw_overlays(self) -> None:
        self._arrow = self._pointer()
        self.inset.draw(self._window)

    def _pointer(self) -> Label | None:
        window = self._window
        return None if window is None else arrow_to_goal(window)

    # The camera

    def follow(self, cell: Cell) -> None:
        """Move the camera so that a cell stays well inside the window; ``repaint`` must follow."""
        self._followed = cell
        self._moved |= self._aim(centre=False)

    def pan(self, x: int, y: int) -> None:
        """Move the camera by a share of the window, within the drawing."""
        window = self._window
        if window is None:
            return
        sides = zip(self.camera, (x, y), self.size, window.extent, strict=True)
        left, top = (
            now if long <= seen else min(max(now + by * max(seen // 4, 1), 0), long - seen)
            for now, by, seen, long in sides
        )
        self.camera = (left, top)
        self.repaint_all()

    def sees(self, cell: Cell) -> bool:
        """Return whether the middle of a cell lies in the window."""
        if self.drawing is None:
            return False
        return self.size.region.contains_point(Offset(*self.drawing.centre(cell)) - self.camera)

    def _lay_out(self) -> None:
        self._laid_out_for = self.size
        self._aim(centre=True)

    def _aim(self, *, centre: bool) -> bool:
        if self.scene is None or self.drawing is None:
            return False
        rows, cols = self.scene.shape
        extent = self.drawing.size(cols, rows)
        target = None if self._followed is None else self.drawing.centre(self._followed)
        x, y = (
            _aim_axis(
                now=self.camera[axis],
                window=self.size[axis],
                extent=extent[axis],
                target=extent[axis] // 2 if target is None else target[axis],
                centre=centre or target is None,
            )
            for axis in (0, 1)
        )
        moved = (x, y) != self.camera
        self.camera = (x, y)
        return moved

    # For Textual

    def on_resize(self) -> None:
        if self._laid_out_for != self.size:
            self._lay_out()
            self.repaint_all()

    def on_click(self, event: events.Click) -> None:
        if self.scene is None or self.drawing is None:
            return
        row, col = self.drawing.cell_at(event.x + self.camera[0], event.y + self.camera[1])
        if 0 <= row < self.scene.shape[0] and 0 <= col < self.scene.shape[1]:
            self.post_message(self.Clicked((row, col)))

    def block(self, region: Region) -> tuple[Codes, Numbers]:
        if self._laid_out_for != self.size:  # Textual paints before it reports a new size
            self._lay_out()
            self._draw_overlays()
        codes, numbers = blank(region.size)
        if self.scene is None or self.drawing is None:
            return codes, numbers
        self._show_face(self.scene, self.drawing)
        if Ink.FLOOR in self.face_inks:
            numbers[:] = Ink.OUTSIDE
        rows, cols = self.scene.shape
        drawing = Region(0, 0, *self.drawing.size(cols, rows))
        if part := region.translate(self.camera).intersection(drawing):
            block = self.drawing.block(self.scene, *part)
            there = slices(part.translate(-(region.offset + self.camera)))
            codes[there] = block.glyphs
            ink, ground = block.ink, block.ground
            if (own := self.scene.path_ink) is not Ink.PATH:
                ink = np.where(ink == Ink.PATH, np.uint8(own), ink)
                ground = np.where(ground == Ink.PATH, np.uint8(own), ground)
            numbers[there] = style_numbers(ink, ground)
        self.inset.lay((codes, numbers), region)
        for text in self._texts():
            if region.y <= text.y < region.bottom:
                at = text.y - region.y
                text.lay(region.x, codes[at], numbers[at])
        return codes, numbers

    def _show_face(self, scene: Scene, drawing: Drawing) -> None:
        """Use the colours of the scene's face, if faces are shown; heat is shown without one."""
        face = None if scene.heat or not look_of(self.app).shows_faces else scene.face
        fog = scene.light is not None and not scene.veiled
        shown = face, fog, drawing.made_of_pixels or isinstance(drawing, Map)
        if shown != self._face_shown:
            self._face_shown = shown
            self.show_inks({} if face is None else self._inks_of(face, fog=fog, filled=shown[2]))

    def _inks_of(self, face: Face, *, fog: bool, filled: bool) -> Mapping[Ink, str]:
        theme, system = self.app.current_theme, self.app.console.color_system
        if theme.ansi or self.app.no_color or system == "standard":
            return {}
        ground = self.background_colors[1].rgb
        few = system == "256"
        return colours(face, palette_of(theme), ground=ground, filled=filled, fog=fog, few=few)

    def notify_style_update(self) -> None:
        """Drop the cached colours: the theme may have changed."""
        super().notify_style_update()
        self._face_shown = None

    def _texts(self) -> list[Label]:
        """Return the texts over the maze, the last on top."""
        texts = [*self._frame, *([] if self._arrow is None else [self._arrow])]
        if self._banner and self.drawing is not None:
            texts += banner(self._banner, self.size, self.drawing.glyphs)
        return texts


def walkers_of(rivals: Sequence[Racer]) -> list[Walker]:
    """Return a walker for each rival of a race, hidden at first."""
    return [Walker(None, RIVALS[colour], letter) for letter, colour in signs_of(rivals)]


def show_lines(scene: Scene, rivals: Sequence[Racer], lines: Iterable[RivalLine | Retrace]) -> None:
    """Show the lines of rivals in their colours."""
    both = zip(signs_of(rivals), lines, strict=True)
    scene.show_lines((colour, line.tracks) for (_, colour), line in both)


def _aim_axis(*, now: int, window: int, extent: int, target: int, centre: bool) -> int:
    """Return the new start of a window on a drawing along one axis, so that it shows a target.

    ``centre`` centres the target. The start is negative for a drawing that is shorter than the
    window.
    """
    if extent <= window:
        return -((window - extent) // 2)
    margin = window // MARGIN
    # At the margin it jumps, since moving with each step would repaint the window each time.
    if centre or not margin <= target - now < window - margin:
        now = target - window // 2
    return min(max(now, 0), extent - window)

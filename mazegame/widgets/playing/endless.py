"""The window that follows the player of a descent down, and the numbers above it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from mazegame.drawing import Scene, Walker, best_fit
from mazegame.drawing.inks import Ink
from mazegame.drawing.scene import End
from mazegame.game.events import Bumped, GameEvent
from mazegame.game.modes.endless import COLS, START
from mazegame.game.words import clock, counted
from mazegame.widgets.maze.maze_pane import MazePane
from mazegame.widgets.maze.session_pane import LEAST_COLUMNS
from mazegame.widgets.maze.zooms import zooms_for
from mazegame.widgets.text.canvas import one_frame
from mazegame.widgets.text.segments import Role, SegmentLines, Segments, justify, length, number

if TYPE_CHECKING:
    from mazegame.game.descent import Descent

LEAST_ROWS: Final = 8
"""Fewest rows that the chosen drawing shows; the smallest drawing may show fewer."""

CLOSE: Final = 4
"""Rows between the collapse and the player at which the number becomes a warning."""


class EndlessPane(MazePane):
    """Shows the rows of a descent that have not collapsed, with the camera below the player."""

    def __init__(self, numbers: EndlessLines) -> None:
        super().__init__()
        self._numbers = numbers

    def show_descent(self, descent: Descent) -> None:
        self._numbers.descent = descent
        scene = Scene(descent.passages, [End(START, "A", Ink.START)])
        scene.walkers = [Walker(descent.position)]
        self._show_rows(scene, descent)
        scene.show_head(descent.route)
        self.show_scene(scene, descent.position)
        self._numbers.repaint_lines()

    def show_events(self, happened: Sequence[GameEvent]) -> None:
        scene, descent = self.scene, self._numbers.descent
        if scene is None or descent is None or not happened:
            return
        cells = {cell for event in happened for cell in event.cells}
        marked = scene.row_offset if np.any(scene.paint) else -1
        for before, now in ((marked, descent.front), (scene.shape[0] - 1, descent.end - 1)):
            rows = range(max(before, 0), now + 1) if before < now else ()
            cells |= {(row, col) for row in rows for col in range(COLS)}
        self._show_rows(scene, descent)
        with one_frame(self.app):
            if cells:
                scene.walkers[0].cell = descent.position
                cells |= scene.show_head(descent.route)
                self.follow(descent.position)
                self.repaint(cells)
            self._numbers.repaint_lines()
        for event in happened:
            if isinstance(event, Bumped) and event.side is not None:
                self.show_bump(descent.position, event.side)

    @staticmethod
    def _show_rows(scene: Scene, descent: Descent) -> None:
        """Show the rows not yet collapsed; the next one to collapse is marked."""
        scene.grid, scene.row_offset = descent.passages, descent.top
        scene.tracks = descent.tracks
        scene.paint = np.zeros_like(scene.grid)
        if descent.front >= 0:
            scene.paint[:1] = Ink.SCAN

    def _preferred(self) -> int:
        """Return the index of the roomiest drawing that shows all columns and enough rows."""
        zooms = zooms_for(self.app)
        return zooms.index(best_fit(zooms, COLS, LEAST_ROWS, *self.size) or zooms[-1])

    def _lay_out(self) -> None:
        """Begin and end the numbers above where the maze does, if they have room there."""
        super()._lay_out()
        if self.drawing is not None:
            self._numbers.limit(max(LEAST_COLUMNS, self.drawing.size(COLS, 1)[0]))

    def _aim(self, *, centre: bool) -> bool:
        """Aim the camera; it jumps when the player reaches the lower half or the upper edge."""
        before = self.camera
        super()._aim(centre=centre)
        if self.drawing is not None and self._followed is not None:
            (_, y), height, top = self.drawing.centre(self._followed), self.size.height, before[1]
            if centre or y - top > height * 3 // 5:
                top = y - height // 4
            elif y - top < height // 8:
                top = y - height // 2
            self.camera = self.camera[0], max(top, 0)
        return self.camera != before


class EndlessLines(SegmentLines):
    """Depth, time and steps of a descent; below them the detour and the collapse."""

    DEFAULT_CSS = "EndlessLines { height: 2; }"

    descent: Descent | None = None

    def lines(self, width: int) -> list[Segments]:
        descent = self.descent
        if descent is None:
            return []
        depth, above = descent.depth, max(descent.position[0] - descent.front, 0)
        steps = (f"   {counted(descent.steps, 'step')}", Role.UNIT)
        time: Segments = [(clock(descent.stopwatch.ms, tenths=False), Role.NUMBER), steps]
        where: Segments = [("row ", Role.UNIT), (f"{depth.rows:,}", Role.NUMBER)]
        seed = (f"   endless {descent.seed}", Role.UNIT)
        if length([*where, seed, *time]) < width:
            where.append(seed)
        mark, role = ("▲ ", Role.WARNING) if above <= CLOSE else ("", Role.NUMBER)
        rows = f"{mark}{counted(above, 'row')}"
        falls: Segments = [(rows, role), (" to the collapse", Role.UNIT)]
        over = number(f"{depth.over:,}", "extra steps")
        if length(over) + length(falls) + 1 > width:
            over = number(f"{depth.over:,}", "extra")
        return [justify(where, time, width), justify(over, falls, width)]

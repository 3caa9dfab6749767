"""The preview: shows how a maze is carved, for a second or two, and then the maze.

Here: the timing. Not here: the making of mazes and carvings.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

from textual.message import Message

from mazegame.drawing import Scene
from mazegame.lab.heads import playhead
from mazegame.widgets.maze.maze_view import MazeView
from mazegame.widgets.text.canvas import one_frame

if TYPE_CHECKING:
    from textual.timer import Timer

    from mazegame.drawing import Drawing
    from mazegame.engine import Level
    from mazegame.game.recording.playhead import Playhead
    from mazegame.lab.carving import Carving

CARVE_SECONDS: Final = 1.5
"""Seconds that the carving takes."""

FRAME_SECONDS: Final = 1 / 30
"""Seconds between two frames."""

MAX_CELLS: Final = 4000
"""Most cells of a maze whose carving is shown."""

MAX_EVENTS: Final = 200_000
"""Most events of a carving that is shown; recording them takes at most half a second."""


class MazePreview(MazeView):
    """A maze view that can show how its maze was carved before it shows the maze."""

    class Carved(Message):
        """The maze is carved."""

    _carving: Carving | None = None
    _level: Level | None = None
    _head: Playhead | None = None
    _shown_at = 0.0
    _timer: Timer | None = None

    @property
    def carves(self) -> bool:
        """Whether the maze is still being carved."""
        return self._carving is not None

    def show_level(self, level: Level, drawing: Drawing, carving: Carving | None) -> None:
        """Show a level.

        Args:
            level: The level.
            drawing: How it is drawn.
            carving: What to show before it; None to show it at once.
        """
        self._level, self._carving = level, carving
        if carving is None:
            self.show(Scene.of(level), drawing, None)
            return
        self._head = playhead(carving.length)
        self._head.speed = max(carving.length / CARVE_SECONDS, 1.0)
        self._head.playing = True
        self._shown_at = time.monotonic()
        self.show(carving.scene, drawing, None)
        if self._timer is None:
            self._timer = self.set_interval(FRAME_SECONDS, self._go_on)
        self._timer.resume()

    def _go_on(self) -> None:
        """Show the next part of the carving; after the last one, the maze with A and B."""
        if self._carving is None or self._head is None or self._level is None:
            if self._timer is not None:
                self._timer.pause()
            return
        now = time.monotonic()
        self._head.advance(now - self._shown_at)
        self._shown_at = now
        if self._head.at_end:
            self._carving = None
            self.swap(Scene.of(self._level))
            self.post_message(self.Carved())
            return
        changed = self._carving.seek(self._head.position)
        with one_frame(self.app):
            if changed is None:
                self.repaint_regions([self.size.region])
            else:
                self.repaint(changed)

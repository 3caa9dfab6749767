"""3, 2, 1: what is counted over the maze before a race."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.timer import Timer

    from mazegame.widgets.maze_view import MazeView

COUNT: Final = ("3", "2", "1")
"""What is counted, a second each."""


class Countdown:
    """Counts on the banner of a maze view.

    Args:
        view: Where it is seen.
        over: Called at the end.
    """

    def __init__(self, view: MazeView, over: Callable[[], None]) -> None:
        self._view = view
        self._over = over
        self._left = 0
        self._timer: Timer | None = None
        self.on = False
        """Whether nobody may go yet: it counts, or rests and will count anew."""

    def begin(self) -> None:
        """Count, from the beginning."""
        self.rest()
        self.on, self._left = True, len(COUNT)
        self._show()

    def rest(self) -> None:
        """Count no further; whoever goes on begins again."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._view.show_banner("")

    def stop(self) -> None:
        """Count no more."""
        self.rest()
        self.on = False

    def _show(self) -> None:
        if self._left:
            self._view.show_banner(COUNT[-self._left])
            self._timer = self._view.set_timer(1.0, self._count)
        else:
            self.stop()
            self._over()

    def _count(self) -> None:
        if self._timer is None:
            return  # stopped, while this was on its way
        self._left -= 1
        self._show()

"""The race lines: the track with the marks of all walkers, and the state of each rival.

Here: the widget, below the player's numbers or in a column beside the maze. Not here: the texts
(``race_track.py``), and the positions of rivals (``game/``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.widgets.hud import Hud
from mazegame.widgets.race_track import field_track, marks_of, race_line, standing, summary
from mazegame.widgets.segment_lines import (
    Role,
    SegmentLines,
    Segments,
    justify,
    length,
    truncate,
)

if TYPE_CHECKING:
    from mazegame.game.run import Run
    from mazegame.game.runner import Rival
    from mazegame.game.session import Session


def race_height(rivals: int, *, stacked: bool = False) -> int:
    """Return the number of lines for a race with some rivals."""
    if not rivals:
        return 0
    return 1 + rivals if stacked else min(rivals, 2)


class RaceLines(SegmentLines):
    """Shows the race of a session. Its height is constant during a match.

    Args:
        stacked: Whether each rival has a line of its own below the track.
        id: As for every widget.
    """

    MOST_COLUMNS = Hud.MOST_COLUMNS

    DEFAULT_CSS = """
    RaceLines { height: 0; }
    """

    def __init__(self, *, stacked: bool = False, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._stacked = stacked
        self._run: Run | None = None
        self._rivals: tuple[Rival, ...] = ()
        self._compass = False

    def show_session(self, session: Session | None, message: str = "") -> None:
        """Show the race of a session. Call it after every change."""
        del message
        rivals = () if session is None else session.rivals
        if len(rivals) != len(self._rivals):
            self.styles.height = race_height(len(rivals), stacked=self._stacked)
        self._rivals = rivals
        if session is not None:
            self._run, self._compass = session.players[0].run, session.rules.compass
        self.repaint_lines()

    def state(self) -> object:
        """Return the distances of all walkers."""
        run, rivals = self._run, self._rivals
        if run is None or not rivals:
            return ()
        seconds = run.stopwatch.seconds
        gone = tuple((rival.left(seconds), rival.arrival <= seconds) for rival in rivals)
        return run, rivals, gone, run.remaining if self._compass else None

    def segments(self, y: int, width: int) -> Segments:
        """Return the segments of a line, from left to right."""
        run, rivals = self._run, self._rivals
        if run is None or not rivals:
            return []
        seconds, path = run.stopwatch.seconds, run.level.dist_min
        remaining = run.remaining if self._compass else None
        if self._stacked and y == 0:
            return field_track(rivals, seconds, path, remaining, width)
        if self._stacked:
            return self._stacked_line(y - 1, seconds, remaining, width)
        if y == 0:
            return race_line(rivals, seconds, path, remaining, width)
        return summary(rivals, seconds, remaining, width)

    def _stacked_line(self, at: int, seconds: float, remaining: int | None, width: int) -> Segments:
        if at >= len(self._rivals):
            return []
        rival, mark = self._rivals[at], marks_of(self._rivals)[at]
        words = standing(rival, seconds, remaining, role=mark[1])
        name = truncate(rival.name, width - length(words) - 3)
        return justify([mark, (f" {name}", Role.NUMBER)], words, width)

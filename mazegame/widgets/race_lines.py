"""The race lines: the track with everybody's mark on it, and how far each rival is.

Here: the widget, below the player's numbers or in a column beside the maze. Not here: what it says
(``race_track.py``), and where a rival is (``game/``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.game.race import letters
from mazegame.widgets.hud import Hud
from mazegame.widgets.race_track import SHORTEST_TRACK, field_track, named, standing, summary
from mazegame.widgets.segment_lines import (
    GAP,
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
    """Return how many lines a race with some rivals takes."""
    if not rivals:
        return 0
    return 1 + rivals if stacked else min(rivals, 2)


class RaceLines(SegmentLines):
    """Shows the race of a session. Its height is the match's: nothing is laid out on the way.

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
        """Show the race of a session; again whenever anything about it changed."""
        del message
        rivals = () if session is None else session.rivals
        if len(rivals) != len(self._rivals):
            self.styles.height = race_height(len(rivals), stacked=self._stacked)
        self._rivals = rivals
        if session is not None:
            self._run, self._compass = session.players[0].run, session.rules.compass
        self.repaint_regions([self.size.region])

    def segments(self, y: int, width: int) -> Segments:
        """Return the segments of a line, from left to right."""
        run, rivals = self._run, self._rivals
        if run is None or not rivals:
            return []
        if self._stacked and 0 < y <= len(rivals):
            return self._stacked_line(run, y - 1, width)
        if y == 1:
            return summary(run, rivals, width, compass=self._compass)
        if y:
            return []
        if self._stacked or len(rivals) > 1:
            return field_track(run, rivals, width, compass=self._compass)
        (rival,) = rivals
        (letter,) = letters([rival.name])
        words = named(run, rival, letter, compass=self._compass, name=20)
        room = width - _widest(run) - GAP
        if room < SHORTEST_TRACK:
            return words
        line = field_track(run, rivals, room, compass=self._compass)
        return justify(line, words, width)

    def _stacked_line(self, run: Run, at: int, width: int) -> Segments:
        rival = self._rivals[at]
        letter = letters([each.name for each in self._rivals])[at]
        words = standing(run, rival, compass=self._compass)
        name = truncate(rival.name, width - length(words) - 3)
        return justify([(letter, Role.RUNNER), (f" {name}", Role.NUMBER)], words, width)


def _widest(run: Run) -> int:
    """The columns for the words beside a track; the same all the time, so that nothing jitters."""
    most = len(f"{run.level.dist_min:,}")
    return len("R random mouse at B after 1234.5 s") if most < 4 else 38 + most

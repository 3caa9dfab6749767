"""The race lines: how far each rival is, and who leads.

Here: what the rivals' lines say, as one line each below the player's numbers, or as two in a column
beside the maze. Not here: where a rival is (``game/``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.widgets.hud import NAME, Hud, bar_width, share_done
from mazegame.widgets.segment_lines import (
    GAP,
    Role,
    SegmentLines,
    Segments,
    bar,
    justify,
    length,
    number,
    row,
    truncate,
)

if TYPE_CHECKING:
    from mazegame.game.run import Run
    from mazegame.game.runner import Rival
    from mazegame.game.session import Session


class RaceLines(SegmentLines):
    """Shows the rivals of a session. Its height is the match's: nothing is laid out on the way.

    Args:
        stacked: Whether a rival has two lines: its numbers, and its bar below them.
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
        """Show the rivals of a session; again whenever anything about them changed."""
        del message
        rivals = () if session is None else session.rivals
        if len(rivals) != len(self._rivals):
            self.styles.height = len(rivals) * (2 if self._stacked else 1)
        self._rivals = rivals
        if session is not None:
            self._run, self._compass = session.players[0].run, session.rules.compass
        self.repaint_regions([self.size.region])

    def segments(self, y: int, width: int) -> Segments:
        """Return the segments of a line, from left to right."""
        at, part = divmod(y, 2) if self._stacked else (y, None)
        if self._run is None or at >= len(self._rivals):
            return []
        run, rival = self._run, self._rivals[at]
        if part == 1:
            left = rival.left(run.stopwatch.seconds)
            return bar(share_done(left, run.level.dist_min), width, Role.RUNNER)
        if part == 0:
            name = truncate(rival.name, width // 2)
            return justify([(name, Role.NUMBER)], self._standing(run, rival, width // 2), width)
        return self._line(run, rival, width)

    def _standing(self, run: Run, rival: Rival, width: int) -> Segments:
        """How far a rival has to go, and who leads.

        Without the compass it tells the rival's own way alone, never the player's distance.
        """
        left = rival.left(run.stopwatch.seconds)
        lead = left - run.remaining
        if left == 0:
            word = [(f"the {rival.name} is there", Role.RUNNER)]
            if self._stacked:
                return word
        elif not self._compass:
            word = []
        elif lead:
            leader = "you lead by" if lead > 0 else "you are behind by"
            word = [
                (f"{leader} ", Role.UNIT),
                (f"{abs(lead):,}", Role.PLAYER if lead > 0 else Role.RUNNER),
            ]
        else:
            word = [("even", Role.UNIT)]
        most = len(f"{run.level.dist_min:,}")
        return row([number(f"{left:,}".rjust(most), "to go"), word], width)

    def _line(self, run: Run, rival: Rival, width: int) -> Segments:
        """Everything about a rival on one line; its bar stands below the player's."""
        standing = self._standing(run, rival, width)
        name = (truncate(rival.name, NAME - 1).ljust(NAME), Role.UNIT)
        long = bar_width(run, width - NAME)
        if not long or NAME + long + GAP + length(standing) > width:
            return [name, *standing]
        share = share_done(rival.left(run.stopwatch.seconds), run.level.dist_min)
        return [name, *bar(share, long, Role.RUNNER), (" " * GAP, Role.UNIT), *standing]

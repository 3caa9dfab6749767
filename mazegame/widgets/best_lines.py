"""The best lines: the player's bests on a level, and the times of the medals.

Here: the lines of the panel beside the maze. Not here: the rule of the medals (``game/medals.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.game.medals import Medal
from mazegame.widgets.medal_words import spell_ms
from mazegame.widgets.segment_lines import Role, SegmentLines, Segments, justify

if TYPE_CHECKING:
    from mazegame.game.run import Run
    from mazegame.game.session import Session
    from mazegame.store.values import ToBeat


class BestLines(SegmentLines):
    """Shows bests and medals; a medal whose time has passed fades."""

    DEFAULT_CSS = """
    BestLines { height: 6; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._found: ToBeat | None = None
        self._run: Run | None = None

    def show(self, found: ToBeat | None) -> None:
        """Show the bests of a level; None while they are unknown."""
        self._found = found
        self.repaint_lines()

    def show_session(self, session: Session | None, message: str = "") -> None:
        """Show which medals the stopwatch still allows."""
        del message
        run = None if session is None else session.players[0].run
        if run is None or self._run is None or run.level is not self._run.level:
            self._found = None
        self._run = run
        self.repaint_lines()

    def state(self) -> object:
        """Return the bests, and the medals that the stopwatch still allows."""
        found, run = self._found, self._run
        if found is None or run is None:
            return ()
        ms = run.stopwatch.seconds * 1000
        return found, run, sum(ms > found.times.ms(medal) for medal in Medal), run.assisted

    def segments(self, y: int, width: int) -> Segments:
        """Return the segments of a line, from left to right."""
        found, run = self._found, self._run
        if found is None or run is None:
            return []
        if y == 0:
            best = "none yet" if found.best is None else f"{found.best.score}"
            return justify([("such mazes", Role.UNIT)], [(best, Role.NUMBER)], width)
        if y == 1:
            best, again = "first walk", found.maze_best
            if again is not None:
                best = f"{again.score} in {spell_ms(again.ms)}"
            return justify([("this maze", Role.UNIT)], [(best, Role.NUMBER)], width)
        medal = list(Medal)[y - 2]
        late = run.stopwatch.seconds * 1000 > found.times.ms(medal)
        role = Role.REST if late or run.assisted else Role.NUMBER
        mark = Role.REST if role is Role.REST else Role.STAR
        name: Segments = [("● ", mark), (medal.value, Role.REST if late else Role.UNIT)]
        return justify(name, [(spell_ms(found.times.ms(medal)), role)], width)

"""The best lines: the player's bests on a level, and the times of the medals.

Here: the lines of the panel beside the maze. Not here: the rule of the medals
(``game/scoring/medals.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.game.scoring.medals import Medal
from mazegame.game.words import spell_time
from mazegame.widgets.playing.medal_words import MEDAL_ROLES
from mazegame.widgets.playing.seat_lines import SeatLines
from mazegame.widgets.text.segments import Role, Segments, justify

if TYPE_CHECKING:
    from mazegame.game.seat import Seat
    from mazegame.store.values import ToBeat


class BestLines(SeatLines):
    """Shows bests and medals; a medal whose time has passed fades."""

    DEFAULT_CSS = """
    BestLines { height: 6; }
    """

    _found: ToBeat | None = None

    def show(self, found: ToBeat | None) -> None:
        """Show the bests of a level; None while they are unknown."""
        self._found = found
        self.repaint_lines()

    def show_seat(self, seat: Seat | None, message: str = "") -> None:
        """Show which medals the stopwatch still allows."""
        if seat is None or self.seat is None or seat.level is not self.seat.level:
            self._found = None
        super().show_seat(seat, message)

    def state_of(self, seat: Seat) -> object:
        """Return the bests, and the medals that the stopwatch still allows."""
        found, run = self._found, seat.run
        if found is None:
            return ()
        ms = run.stopwatch.seconds * 1000
        return found, run, sum(ms > found.times.ms(medal) for medal in Medal), run.assisted

    def lines_of(self, seat: Seat, width: int) -> list[Segments]:
        """Return the bests, and a line for each medal."""
        found, run = self._found, seat.run
        if found is None:
            return []
        best = "none yet" if found.best is None else f"{found.best.score}"
        again = found.maze_best
        here = "first walk" if again is None else f"{again.score} in {spell_time(again.ms)}"
        lines = [
            justify([(name, Role.UNIT)], [(value, Role.NUMBER)], width)
            for name, value in (("such mazes", best), ("this maze", here))
        ]
        for medal in Medal:
            ms = found.times.ms(medal)
            late = run.stopwatch.seconds * 1000 > ms
            gone = late or run.assisted
            left = [
                ("● ", Role.REST if gone else MEDAL_ROLES[medal]),
                (medal.value, Role.REST if late else Role.UNIT),
            ]
            role = Role.REST if gone else Role.NUMBER
            lines.append(justify(left, [(spell_time(ms), role)], width))
        return lines

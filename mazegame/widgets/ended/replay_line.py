"""The time line of a replay: wrong turns on its bar, and how far each walker is from B."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.game.scoring.wrong_turns import spell_costs
from mazegame.game.words import clock
from mazegame.widgets.playing.race_track import joined, race_height, race_line, summary
from mazegame.widgets.text.segments import GAP, Role, Segments, number, row
from mazegame.widgets.text.time_line import TimeLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.game.recording.playback import Playback
    from mazegame.game.recording.playhead import Playhead
    from mazegame.game.scoring.wrong_turns import WrongTurn

LINES: Final = 2
"""Lines of the widget without a race."""


class ReplayLine(TimeLine):
    """The bar, the numbers at the playhead, and the race.

    The wrong turns are those numbered on the map, the costliest first; the name is that of who
    walked, and ``party`` says who raced as well, without walks.
    """

    BEFORE = 15

    def __init__(
        self, playback: Playback, turns: Sequence[WrongTurn], name: str = "you", party: str = ""
    ) -> None:
        super().__init__()
        self._who, self._party = name, party
        self.head = self._playback = playback
        self._turns = turns
        self._ranks = {turn.cell: rank for rank, turn in enumerate(turns, start=1)}
        self._moments = playback.moments(list(self._ranks))
        self.styles.height = LINES + race_height(len(playback.rivals))

    def lines(self, width: int) -> list[Segments]:
        """Return the bar, the numbers at the playhead, and the race."""
        playback = self._playback
        rivals, seconds, left = playback.rivals, playback.seconds, playback.left
        lines = [*super().lines(width), self._numbers(width)]
        if rivals:
            lines.append(race_line(rivals, seconds, playback.run.level.dist_min, left, width))
        if len(rivals) > 1:
            lines.append(summary(rivals, seconds, left, width))
        return lines

    def before(self, head: Playhead) -> Segments:
        """Return state and speed."""
        state = "playing" if head.playing else "paused "
        return [(f"{state} ", Role.UNIT), *number(f"{head.speed:g}x".ljust(self.BEFORE - 8), "")]

    def after(self, head: Playhead) -> str:
        """Return the time of the playhead, and of the end."""
        at, end = (clock(round(1000 * time), tenths=False) for time in (head.at, head.length))
        return " " * GAP + f"{at} / {end}"

    def mark(self, line: Segments, long: int) -> Segments:
        """Return a bar with the numbers of the wrong turns at their times."""
        cells = [(character, role) for text, role in line for character in text]
        for turn, rank in reversed(self._ranks.items()):  # costliest last: visible
            if turn in self._moments and self._playback.length:
                share = self._moments[turn] / self._playback.length
                cells[min(int(share * long), long - 1)] = str(rank), Role.WARNING
        return joined(cells)

    def _numbers(self, width: int) -> Segments:
        left, steps = self._playback.left, self._playback.steps
        walked = number(f"{steps:,}", "step" if steps == 1 else "steps")
        items = [[(f"{self._who} ", Role.PLAYER), *number(f"{left:,}", "to go, "), *walked]]
        if self._party:
            items.append([("party: ", Role.RUNNER), (self._party, Role.UNIT)])
        if self._turns:
            costs = (spell_costs(self._turns), Role.UNIT)
            items.append([("wrong turns: ", Role.WARNING), costs])
        return row(items, width)

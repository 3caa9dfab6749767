"""The race lines: the track with the marks of all walkers, and the state of each rival.

Here: the widget, below the player's numbers or in a column beside the maze. Not here: the texts
(``race_track.py``), and the positions of rivals (``game/``).
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Final

from mazegame.game.racing.field import hunters_in
from mazegame.widgets.playing.race_track import (
    field_track,
    is_fresh,
    marks_of,
    place_words,
    race_line,
    standing,
    summary,
)
from mazegame.widgets.playing.seat_lines import SeatLines
from mazegame.widgets.text.segments import Role, Segments, justify, length, truncate

if TYPE_CHECKING:
    from mazegame.game.runner import Rival
    from mazegame.game.seat import Seat


MOST_LINES: Final = 12
"""Most rivals with a line of their own."""


def race_height(rivals: int, *, stacked: bool = False) -> int:
    """Return the number of lines for a race with some rivals."""
    if not rivals:
        return 0
    return 2 + min(rivals, MOST_LINES) if stacked else min(rivals, 2)


class RaceLines(SeatLines):
    """Shows the race of a session. Its height is constant during a match.

    Args:
        stacked: Whether the place and each rival have lines of their own below the track.
    """

    DEFAULT_CSS = "RaceLines { height: 0; }"

    def __init__(self, *, stacked: bool = False, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._stacked = stacked

    def show_seat(self, seat: Seat | None, message: str = "") -> None:
        """Show a player's race, in as many lines as it takes."""
        before, now = (0 if one is None else len(one.session.rivals) for one in (self.seat, seat))
        if now != before:
            self.styles.height = race_height(now, stacked=self._stacked)
        super().show_seat(seat, message)

    @staticmethod
    def _remaining(seat: Seat) -> int | None:
        """Return the player's distance to B; None if it is hidden."""
        return seat.run.remaining if seat.session.rules.compass else None

    def state_of(self, seat: Seat) -> object:
        """Return the distances of all walkers."""
        rivals, met = seat.session.rivals, seat.session.meetings[seat.number]
        if not rivals:
            return ()
        seconds = seat.run.stopwatch.seconds
        gone: object = tuple((rival.taken(seconds), rival.arrival <= seconds) for rival in rivals)
        fresh = is_fresh(met.last, seconds), is_fresh(met.change, seconds)
        place = met.has_begun(seconds), met.last, met.change, fresh
        for hunter in hunters_in(rivals):
            from mazegame.widgets.playing.hunt_track import gap_of

            gone = gap_of(hunter, seconds)
        return seat.run, rivals, gone, place, self._remaining(seat)

    def lines_of(self, seat: Seat, width: int) -> list[Segments]:
        """Return the track, and the state of the rivals."""
        rivals, met = seat.session.rivals, seat.session.meetings[seat.number]
        if not rivals:
            return []
        seconds, path = seat.run.stopwatch.seconds, seat.level.dist_min
        remaining = self._remaining(seat)
        for hunter in hunters_in(rivals):
            from mazegame.widgets.playing.hunt_track import hunt_line, hunt_track, hunt_words

            if self._stacked:
                return [hunt_track(hunter, seconds, width), hunt_words(hunter, seconds, width)]
            return [hunt_line(hunter, seconds, width)]
        if self._stacked:
            track = field_track(rivals, seconds, path, remaining, width, met)
            marks = islice(zip(rivals, marks_of(rivals), strict=True), MOST_LINES)
            place = place_words(met, rivals, seconds, room=width)
            return [track, place, *(_line(*one, seconds, remaining, width) for one in marks)]
        lines = [race_line(rivals, seconds, path, remaining, width, met)]
        if len(rivals) > 1:
            lines.append(summary(rivals, seconds, remaining, width))
        return lines


def _line(
    rival: Rival, mark: tuple[str, Role], seconds: float, remaining: int | None, width: int
) -> Segments:
    """Return a rival on a line of its own."""
    words = standing(rival, seconds, remaining, role=mark[1])
    name = truncate(rival.name, width - length(words) - 3)
    return justify([mark, (f" {name}", Role.NUMBER)], words, width)

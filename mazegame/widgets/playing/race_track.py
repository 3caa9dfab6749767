"""The race track: the player and the rivals as marks on one line, and their distances in words.

Without the compass the game hides every distance to B, and a rival's distance on the track would
be a compass. So a rival's mark shows the share of its own walk, wrong turns and all. The player's
mark stands where the rival of the latest meeting was in that cell.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import groupby
from math import isfinite
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from mazegame.game.racing.race import lead, named, speed, spell_place, spell_start
from mazegame.game.racing.racer import LAST_SHARE, PHOTO_SECONDS
from mazegame.game.racing.signs import signs_of
from mazegame.game.words import counted, spell_gap, spell_time
from mazegame.widgets.text.segments import (
    GAP,
    RIVALS,
    Role,
    Segments,
    justify,
    length,
    number,
    row,
    truncate,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.game.events import PlaceChanged
    from mazegame.game.racing.meetings import Meeting, Meetings
    from mazegame.game.racing.racer import Racer

    Mark = tuple[str, Role]

YOU: Final = "@"
"""The player's mark."""

FAR: Final = "─"
"""The character of the track."""

NEAR: Final = "═"
"""The character of the track's last tenth."""

SHORTEST_TRACK: Final = 12
"""Fewest columns of a track."""

LONG_TRACK: Final = 20
"""Columns that a track beside text should have."""

CROWD: Final = 8
"""Most walkers whose letters are all on the track."""

DOT: Final = "·"
"""The mark of a walker in a larger crowd, drawn only on free columns.

The first, the player and the player's neighbours keep their letters.
"""

LAST_COLUMNS: Final = 0.25
"""The share of a track's columns that its last tenth takes."""

PLACE_COLUMNS: Final = (
    len("▼ 2nd of 5, the random mouse was here 12.3 s ago"),
    len("▼ 2nd of 5, T was here 12.3 s ago"),
    len("▼ 2nd of 5"),
)
"""The columns for a place in words: with a rival's name, with its letter, alone."""

FRESH_SECONDS: Final = 4.0
"""Seconds for which a meeting is named, and a new place has its colour."""


def track(marks: Sequence[tuple[float, str, Role]], width: int) -> Segments:
    """Return the track from A to B with the marks of all walkers, the most important last.

    A mark is the share of the way done, a letter and a role. At the place of another one it moves
    behind that.
    """
    long = width - 2
    if long < 1:
        return []
    first_near = round(long * (1 - LAST_COLUMNS))
    cells: list[tuple[str, Role]] = [
        (NEAR, Role.UNIT) if at >= first_near else (FAR, Role.REST) for at in range(long)
    ]
    free = set(range(long))
    lettered = marks if len(marks) <= CROWD else _seen_in_a_crowd(marks)
    if lettered is not marks:
        for share, _, _ in marks:
            cells[_column(share, long, first_near)] = (DOT, Role.UNIT)
    for share, letter, role in reversed(lettered[-long:]):
        wanted = _column(share, long, first_near)
        behind = [*range(wanted, -1, -1), *range(wanted + 1, long)]
        at = next(place for place in behind if place in free)
        free.remove(at)
        cells[at] = (letter, role)
    return joined([("A", Role.UNIT), *cells, ("B", Role.UNIT)])


def _seen_in_a_crowd(marks: Sequence[tuple[float, str, Role]]) -> list[tuple[float, str, Role]]:
    """Return the marks of the first, of the player's neighbours, and of the player, who is last."""
    *others, own = marks
    others.sort(key=itemgetter(0))
    behind = bisect_right(others, own[0], key=itemgetter(0))
    return [*dict.fromkeys([*others[max(behind - 1, 0) : behind + 1], others[-1]]), own]


def joined(cells: Segments) -> Segments:
    """Return the same line in as few segments as possible."""
    groups = groupby(cells, key=itemgetter(1))
    return [("".join(text for text, _ in group), role) for role, group in groups]


def _column(share: float, long: int, first_near: int) -> int:
    """Return the column of a share of the way; the last tenth is drawn larger."""
    far = 1 - LAST_SHARE
    if share < far:
        return int(max(share, 0.0) / far * first_near)
    return first_near + round((min(share, 1.0) - far) / LAST_SHARE * (long - 1 - first_near))


@dataclass(frozen=True, slots=True)
class ShownRace:
    """A race at one moment; its methods return it as segments for some columns."""

    rivals: Sequence[Racer]
    seconds: float
    """The time of the race."""
    path: int
    """The length of the shortest path."""
    remaining: int | None
    """The player's distance to B; None if distances are hidden."""
    met: Meetings | None = None
    """The player's meetings with rivals, which decide the order where distances are hidden."""

    def marked(self) -> list[tuple[Racer, Mark]]:
        """Return the rivals with their marks: a letter and a role."""
        marks = ((letter, RIVALS[colour]) for letter, colour in signs_of(self.rivals))
        return list(zip(self.rivals, marks, strict=True))

    def in_front(self) -> list[tuple[Racer, Mark]]:
        """Return the rivals with their marks, leaders first."""
        return sorted(self.marked(), key=lambda one: lead(one[0], self.seconds))

    def lines(self, width: int) -> list[Segments]:
        """Return the track beside words, and below it the states of several rivals."""
        return [self._line(width), *([self.summary(width)] if len(self.rivals) > 1 else [])]

    def track(self, width: int) -> Segments:
        """Return the track of the race."""
        if self.remaining is None:
            shares = [rival.share(rival.taken(self.seconds)) for rival in self.rivals]
            own = 0.0 if self.met is None else self.met.share
        else:
            shares = [self._done(rival.left(self.seconds)) for rival in self.rivals]
            own = self._done(self.remaining)
        marks = [(share, *mark) for share, (_, mark) in zip(shares, self.marked(), strict=True)]
        return track([*marks, (own, YOU, Role.PLAYER)], width)

    def _done(self, left: int) -> float:
        return 1 - left / self.path if self.path else 1.0

    def place(self, width: int) -> Segments:
        """Return the player's place, and a fresh meeting if it fits.

        There is none before anybody's first step.
        """
        met = self.met
        if met is None or not met.has_begun(self.seconds):
            return []
        change, last = met.change, met.last
        place, of = spell_place(met.place, len(self.rivals) + 1).split(" ", 1)
        sign, role = "", Role.NUMBER
        if change is not None and is_fresh(change, self.seconds):
            sign, role = ("▲ ", Role.WARMER) if change.gained else ("▼ ", Role.COLDER)
        words: Segments = [(f"{sign}{place}", role), (f" {of}", Role.UNIT)]
        if last is not None and is_fresh(last, self.seconds):
            rival, (letter, colour) = self.marked()[last.rival]
            for name in (named(rival), ""):
                who = [(", ", Role.UNIT), (name or letter, colour), (_met_words(last), Role.UNIT)]
                if length([*words, *who]) <= width:
                    return [*words, *who]
        return words

    def standing(self, rival: Racer, role: Role = Role.RUNNER, *, brief: bool = False) -> Segments:
        """Return the state of a rival: at B, its lead, or the rest of its own walk."""
        seconds = self.seconds
        left = rival.left(seconds)  # which walks a rival that searches so far
        if isfinite(rival.arrival) and rival.arrival <= seconds:
            words = "at B" if brief else "at B after"
            return [(f"{words} {spell_time(round(rival.arrival * 1000))}", role)]
        if self.remaining is None:
            if not seconds and rival.start is not None:
                return [(spell_start(rival), role)]
            return number(*_own_way(rival, seconds))
        lead = left - self.remaining
        if not lead:
            return [("even", Role.UNIT)]
        word, role = ("behind", Role.PLAYER) if lead > 0 else ("ahead", role)
        pace, far = speed(rival), f"{abs(lead):,}" if brief else counted(abs(lead), "step")
        if pace is not None:
            far += f", {spell_gap(round(1000 * abs(lead) / pace))}"
        return [(far, role), (f" {word}", Role.UNIT)]

    def _titled(self, rival: Racer, mark: Mark, name: int | None) -> Segments:
        """Return a rival's letter, its name cut to a number of columns, and its state.

        Without a number: the letter, and the steps of its walk.
        """
        if name is None:
            at_b = rival.arrival <= self.seconds
            way = "at B" if at_b else _own_way(rival, self.seconds)[0]
            return [mark, (f" {way}", Role.UNIT)]
        title = f" {truncate(rival.name, name)}" if name else ""
        return [mark, (f"{title} ", Role.UNIT), *self.standing(rival, mark[1], brief=not name)]

    def summary(self, width: int) -> Segments:
        """Return the states of all rivals on one line, without names if they do not fit.

        Where not even all letters fit, the leaders are named and the others counted.
        """
        both = self.marked()
        marks = [mark for _, mark in both]
        for columns in (20, 0, None):
            line = row([self._titled(*one, columns) for one in both], width)
            if sum(segment in marks for segment in line) == len(both):
                return line
        for name in (20, 0):
            first: list[Segments] = []
            for one in self.in_front():
                first.append(self._titled(*one, name))
                longer = row([*first, [(f"+{len(both) - len(first)}", Role.UNIT)]], width)
                if not longer or longer[-1][0][0] != "+":
                    break
                line = longer
            if len(first) > 1:
                break
        return line

    def _line(self, width: int) -> Segments:
        """Return the track beside the player's place, or beside the state of the only rival.

        The words have constant columns, so that the track stays still.
        """
        words: Segments = []
        if self.remaining is None and self.met is not None:
            fits = (most for most in PLACE_COLUMNS if width - most - GAP >= LONG_TRACK or most < 12)
            most = next(fits)
            words = self.place(most)
            if len(self.rivals) == 1 and len(words) <= 2:  # the place alone, or nothing
                before: Segments = [*words, (", ", Role.UNIT)] if words else []
                for name in (20, 0):
                    longer = [*before, *self._titled(*self.marked()[0], name)]
                    if length(longer) <= most:
                        words = longer
                        break
        elif len(self.rivals) == 1:
            words = self._titled(*self.marked()[0], 20)
            digits = len(f"{self.path:,}")
            most = len("R random mouse at B after 1234.5 s") if digits < 4 else 38 + digits
        else:
            most = -GAP
        room = width - most - GAP
        return words if room < SHORTEST_TRACK else justify(self.track(room), words, width)


def is_fresh(happened: Meeting | PlaceChanged | None, seconds: float) -> bool:
    """Return whether something happened in the last seconds of a race."""
    return happened is not None and seconds - happened.seconds < FRESH_SECONDS


def _met_words(meeting: Meeting) -> str:
    gap = spell_gap(round(1000 * abs(meeting.gap)))
    if meeting.passing:
        return " is past you"
    if abs(meeting.gap) <= PHOTO_SECONDS:
        return " is beside you"
    return f" was here {gap} ago" if meeting.gap > 0 else f" is {gap} behind"


def _own_way(rival: Racer, seconds: float) -> tuple[str, str]:
    """Return the steps left on a rival's own walk; the steps taken while its end is unknown."""
    taken = rival.taken(seconds)
    rival.share(taken)  # which finds the end of a walk that is near
    steps = rival.steps
    return (f"{taken:,}", "steps") if steps is None else (f"{steps - taken:,}", "to go")

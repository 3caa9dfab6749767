"""The race track: the player and the rivals as marks on one line, and their distances in words.

The order of the marks is that of ``game/racing/order.py``, which the place in words quotes. Without
the compass the game hides every distance to B, and a rival's distance on the track would be a
compass. So a mark shows the length of its walker's route from A, which in a dead end grows as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final, Self

from mazegame.game.racing.order import (
    Measure,
    RacePosition,
    measure_of,
    own_position,
    place_in,
    race_order,
)
from mazegame.game.racing.race import named, speed, spell_place, spell_start
from mazegame.game.racing.racer import PHOTO_SECONDS
from mazegame.game.racing.signs import signs_of
from mazegame.game.words import counted, spell_gap, spell_time
from mazegame.widgets.text.segments import (
    GAP,
    RIVALS,
    Role,
    Segments,
    justify,
    length,
    row,
    truncate,
)

if TYPE_CHECKING:
    from mazegame.game.events import PlaceChanged
    from mazegame.game.racing.meetings import Meeting
    from mazegame.game.racing.racer import Racer
    from mazegame.game.run import Run

    Mark = tuple[str, Role]

YOU: Final = "@"
"""The player's mark."""

FAR: Final = "─"
"""The character of the track."""

NEAR: Final = "═"
"""The character of the track's last tenth."""

LAST_SHARE: Final = 0.1
"""The last part of the way, as a share, which the track draws larger."""

MOST_SHARE: Final = 0.99
"""Largest share of the way that is shown of a walker who is not at B."""

USUAL_STEPS: Final = 2.0
"""Steps for each one of the shortest path that a track shows where all routes are hidden."""

SHORTEST_TRACK: Final = 12
"""Fewest columns of a track."""

LONG_TRACK: Final = 20
"""Columns that a track beside words should have."""

CROWD: Final = 8
"""Most walkers whose letters are all on the track, if it has room for them."""

DOT: Final = "·"
"""The mark of a walker in a larger crowd, where no other mark is.

The first, the player and the player's neighbours keep their letters."""

LAST_COLUMNS: Final = 0.25
"""The share of a track's columns that its last tenth takes."""

PLACE_COLUMNS: Final = (
    len("▼ 2nd of 5, the random mouse was here 12.3 s ago"),
    len("▼ 2nd of 5, T was here 12.3 s ago"),
    len("▼ 2nd of 5"),
)
"""The columns for a place in words: with a rival's name, with its letter, alone."""

FRESH_SECONDS: Final = 4.0
"""Seconds for which a meeting is named, and a new place in its colour."""


def track(marks: Sequence[tuple[float, str, Role]], width: int) -> Segments:
    """Return the track from A to B with the marks of the walkers in order, the leading one first.

    A mark is the share of the way done, a letter and a role. No two are in one column: each is
    behind those before it, as near to its share as they leave room for. In a crowd only the first
    one, the player and those beside the player have letters.
    """
    long = width - 2
    if long < 1:
        return []
    first_near = round(long * (1 - LAST_COLUMNS))
    cells: list[tuple[str, Role]] = [
        (NEAR, Role.UNIT) if at >= first_near else (FAR, Role.REST) for at in range(long)
    ]
    lettered = marks if len(marks) <= min(CROWD, long) else _seen_in_a_crowd(marks)[:long]
    if lettered is not marks:
        for share, _, _ in marks:
            cells[_column(share, long, first_near)] = (DOT, Role.UNIT)
    beyond = long
    for behind, (share, letter, role) in zip(
        range(len(lettered) - 1, -1, -1), lettered, strict=True
    ):
        beyond = max(min(_column(share, long, first_near), beyond - 1), behind)
        cells[beyond] = (letter, role)
    return joined([("A", Role.UNIT), *cells, ("B", Role.UNIT)])


def _seen_in_a_crowd(marks: Sequence[tuple[float, str, Role]]) -> list[tuple[float, str, Role]]:
    """Return the marks of the first one, of the player, and of those beside the player."""
    own = next(at for at, (_, letter, _) in enumerate(marks) if letter == YOU)
    shown = sorted({0, max(own - 1, 0), own, min(own + 1, len(marks) - 1)})
    return [marks[at] for at in shown]


def joined(cells: Segments) -> Segments:
    """Return the same line in as few segments as it takes."""
    groups = groupby(cells, key=itemgetter(1))
    return [("".join(text for text, _ in group), role) for role, group in groups]


def _column(share: float, long: int, first_near: int) -> int:
    """Return the column of a share of the way; the last tenth is drawn larger."""
    far = 1 - LAST_SHARE
    if share < far:
        return int(max(share, 0.0) / far * first_near)
    return first_near + round((min(share, 1.0) - far) / LAST_SHARE * (long - 1 - first_near))


@dataclass(frozen=True)
class ShownRace:
    """A race at one moment; its methods return it as segments for some columns."""

    rivals: Sequence[Racer]
    seconds: float
    """The time of the race."""
    path: int
    """The length of the shortest path."""
    own: RacePosition
    """The player's position."""
    measure: Measure
    """How positions are compared."""
    met: Meeting | None = None
    """The player's latest meeting with a rival."""
    change: PlaceChanged | None = None
    """The latest change of the player's place."""

    @classmethod
    def of(
        cls,
        run: Run,
        rivals: Sequence[Racer],
        seconds: float,
        *,
        compass: bool = False,
        met: Meeting | None = None,
        change: PlaceChanged | None = None,
    ) -> Self:
        """Return the race of a run at a time."""
        measure = measure_of(rivals, compass=compass)
        own = own_position(run, measure)
        return cls(rivals, seconds, run.level.dist_min, own, measure, met, change)

    @cached_property
    def order(self) -> list[RacePosition]:
        """The player and the rivals, the leading one first."""
        return race_order(self.own, self.rivals, self.seconds, self.measure)

    @cached_property
    def _marks(self) -> list[Mark]:
        return [(letter, RIVALS[colour]) for letter, colour in signs_of(self.rivals)]

    def marked(self) -> list[tuple[RacePosition, Mark]]:
        """Return the rivals' positions with their marks, a letter and a role, as they started."""
        return sorted(self.in_front(), key=lambda both: both[0].rival)

    def in_front(self) -> list[tuple[RacePosition, Mark]]:
        """Return the rivals' positions with their marks, who leads first."""
        return [(one, self._marks[one.rival]) for one in self.order if not one.is_player]

    def lines(self, width: int) -> list[Segments]:
        """Return the track beside words, and below it the states of several rivals."""
        return [self._line(width), *([self.summary(width)] if len(self.marked()) > 1 else [])]

    def track(self, width: int) -> Segments:
        """Return the track of the race."""
        you = YOU, Role.PLAYER
        marks = (you if one.is_player else self._marks[one.rival] for one in self.order)
        both = zip(map(self._share, self.order), marks, strict=True)
        return track([(share, *mark) for share, mark in both], width)

    def _share(self, one: RacePosition) -> float:
        """Return the share of the way that the track shows as done."""
        if one.arrived:
            return 1.0
        long = self.path * (USUAL_STEPS if self.measure is Measure.STEPS else 1.0)
        return min(one.progress / long, MOST_SHARE) if long else MOST_SHARE

    def place(self, width: int) -> Segments:
        """Return the player's place on the track, and a fresh meeting if it has room.

        There is none before the first step of anybody.
        """
        if not any(one.steps for one in self.order):
            return []
        change, last = self.change, self.met
        now = place_in(self.order)
        place, of = spell_place(now, len(self.order)).split(" ", 1)
        sign, role = "", Role.NUMBER
        if change is not None and change.place == now and is_fresh(change, self.seconds):
            sign, role = ("▲ ", Role.WARMER) if change.gained else ("▼ ", Role.COLDER)
        words: Segments = [(f"{sign}{place}", role), (f" {of}", Role.UNIT)]
        if last is not None and is_fresh(last, self.seconds):
            rival, (letter, colour) = self.rivals[last.rival], self._marks[last.rival]
            for name in (named(rival), ""):
                who = [(", ", Role.UNIT), (name or letter, colour), (_met_words(last), Role.UNIT)]
                if length([*words, *who]) <= width:
                    return [*words, *who]
        return words

    def standing(self, one: RacePosition, role: Role, *, brief: bool = False) -> Segments:
        """Return the state of a rival: at B, or its lead on the track."""
        rival = self.rivals[one.rival]
        if one.arrived:
            words = "at B" if brief else "at B after"
            return [(f"{words} {spell_time(round(one.arrival * 1000))}", role)]
        if not self.seconds and rival.start is not None:
            return [(spell_start(rival), role)]
        if self.measure is Measure.STEPS:
            return [(f"{one.steps:,}", Role.NUMBER), (" steps", Role.UNIT)]
        lead = one.progress - self.own.progress
        if not lead:
            return [("even", Role.UNIT)]
        word, role = ("ahead", role) if lead > 0 else ("behind", Role.PLAYER)
        pace, far = speed(rival), f"{abs(lead):,}" if brief else counted(abs(lead), "step")
        if pace is not None and self.measure is Measure.NEARNESS:
            far += f", {spell_gap(round(1000 * abs(lead) / pace))}"
        return [(far, role), (f" {word}", Role.UNIT)]

    def _titled(self, one: RacePosition, mark: Mark, name: int | None) -> Segments:
        """Return a rival's letter, its name cut to a number of columns, and its state.

        Without a number: the letter, and the state as short as possible.
        """
        if name is None:
            lead = one.progress - self.own.progress
            return [mark, (" at B" if one.arrived else f" {lead:+,}" if lead else " =", Role.UNIT)]
        title = f" {truncate(self.rivals[one.rival].name, name)}" if name else ""
        return [mark, (f"{title} ", Role.UNIT), *self.standing(one, mark[1], brief=not name)]

    def summary(self, width: int) -> Segments:
        """Return the states of all rivals on one line; drop names if they do not fit.

        Where not even all letters fit, those who lead are named, and the others counted.
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
        """Return the track beside the player's place, and the state of the only rival.

        The words have constant columns, so that the track stays still.
        """
        fits = (most for most in PLACE_COLUMNS if width - most - GAP >= LONG_TRACK or most < 12)
        most = next(fits)
        words = self.place(most)
        racing = self.marked()
        if len(racing) == 1 and len(words) <= 2:  # the place alone, or nothing
            before: Segments = [*words, (", ", Role.UNIT)] if words else []
            for name in (20, 0):
                longer = [*before, *self._titled(*racing[0], name)]
                if length(longer) <= most:
                    words = longer
                    break
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

"""The race lines: a race below the player's numbers, or in a column beside the maze.

A hunter is no rival that races: its lines say how far it is behind the player.
"""

from __future__ import annotations

from math import ceil, isfinite
from typing import TYPE_CHECKING, Final

from mazegame.game.racing.racer import ENTERS_AFTER
from mazegame.game.words import counted
from mazegame.widgets.playing.hud import ParticipantLines
from mazegame.widgets.playing.race_track import (
    FAR,
    NEAR,
    SHORTEST_TRACK,
    YOU,
    ShownRace,
    is_fresh,
    joined,
)
from mazegame.widgets.text.segments import GAP, RIVALS, Role, Segments, justify, length, truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.game.participant import Participant
    from mazegame.game.racing.order import RacePosition
    from mazegame.game.racing.racer import Racer

MOST_LINES: Final = 12
"""Most rivals with a line of their own; of more, only the leaders."""

HUNTER: Final = "H"
"""The hunter's mark."""

NEAR_STEPS: Final = 3
"""Steps at the player's end of the track that are drawn twice as wide."""

WORDS: Final = 34
"""Columns for the words beside a track; a narrow line has shorter ones."""


def race_height(rivals: int, *, stacked: bool = False) -> int:
    """Return the number of lines for a race with some rivals."""
    return 2 + min(rivals, MOST_LINES) if stacked and rivals else min(rivals, 2)


class RaceLines(ParticipantLines):
    """Shows the race of a session. Its height is constant during a match.

    Stacked, the place and each rival have lines of their own below the track.
    """

    DEFAULT_CSS = "RaceLines { height: 0; }"

    def __init__(self, *, stacked: bool = False, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._stacked = stacked

    def show_participant(self, participant: Participant | None, message: str = "") -> None:
        before, now = (
            0 if one is None else len(one.session.rivals) for one in (self.participant, participant)
        )
        if now != before:
            self.styles.height = race_height(now, stacked=self._stacked)
        super().show_participant(participant, message)

    def _state_of(self, participant: Participant) -> object:
        session, seconds = participant.session, participant.run.stopwatch.seconds
        rivals, met = session.rivals, session.meetings[participant.number].last
        change = session.places[participant.number].change
        if (hunter := _hunter_among(rivals)) is not None:
            gone: object = gap_of(hunter, seconds)
        else:
            gone = tuple((rival.taken(seconds), rival.arrival <= seconds) for rival in rivals)
        place = met, change, is_fresh(met, seconds), is_fresh(change, seconds)
        return participant.run, participant.run.steps, rivals, gone, place, session.rules.compass

    def lines_of(self, participant: Participant, width: int) -> list[Segments]:
        session, seconds = participant.session, participant.run.stopwatch.seconds
        rivals = session.rivals
        if not rivals:
            return []
        if (hunter := _hunter_among(rivals)) is not None:
            if self._stacked:
                return [hunt_track(hunter, seconds, width), hunt_words(hunter, seconds, width)]
            return [hunt_line(hunter, seconds, width)]
        race = ShownRace.of(
            participant.run,
            rivals,
            seconds,
            compass=session.rules.compass,
            met=session.meetings[participant.number].last,
            change=session.places[participant.number].change,
        )
        if not self._stacked:
            return race.lines(width)
        shown = race.marked() if len(rivals) <= MOST_LINES else race.in_front()[:MOST_LINES]
        own = [_own_line(race, *one, width) for one in shown]
        return [race.track(width), race.place(width), *own]


def _own_line(race: ShownRace, one: RacePosition, mark: tuple[str, Role], width: int) -> Segments:
    words = race.standing(one, mark[1])
    name = truncate(race.rivals[one.rival].name, width - length(words) - 3)
    return justify([mark, (f" {name}", Role.NUMBER)], words, width)


def _hunter_among(rivals: Sequence[Racer]) -> Racer | None:
    return next((rival for rival in rivals if rival.hunts), None)


def gap_of(hunter: Racer, seconds: float) -> int | None:
    """Return a hunter's gap, or minus the seconds until it enters; None for neither."""
    if seconds >= hunter.enters:
        hunter.taken(seconds)
        return hunter.gap()
    return -ceil(hunter.enters - seconds) if isfinite(hunter.enters) else None


def hunt_words(hunter: Racer, seconds: float, width: int) -> Segments:
    """Return the state of a hunter in words, in some columns."""
    gap, role = gap_of(hunter, seconds), RIVALS[0]
    if seconds < hunter.enters:
        after = f"{ENTERS_AFTER:g} s"
        long, short = f"the hunter enters after {after}", f"comes after {after}"
        if gap is not None:
            long, short = f"the hunter enters in {-gap} s", f"enters in {-gap} s"
    elif not gap and gap is not None:
        long, short, role = "the hunter has caught you", "caught!", Role.WARNING
    elif gap is None:
        long, short = "the hunter searches for you", "searches"
    else:
        role = Role.WARNING if gap <= NEAR_STEPS else role
        long, short = f"the hunter is {counted(gap, 'step')} behind", f"{gap} behind"
    words = long if len(long) + 2 <= width else short
    return [(HUNTER, RIVALS[0]), (f" {truncate(words, width - 2)}", role)]


def hunt_line(hunter: Racer, seconds: float, width: int) -> Segments:
    """Return the track with the player at its end, a column for each step, beside the words."""
    columns = WORDS if width >= WORDS + GAP + SHORTEST_TRACK * 2 else WORDS // 2 + 1
    words = hunt_words(hunter, seconds, columns)
    return justify(hunt_track(hunter, seconds, width - columns - GAP), words, width)


def hunt_track(hunter: Racer, seconds: float, width: int) -> Segments:
    """Return the track; a hunter that is farther away, or searches, is at its beginning."""
    long = width - 1
    if long < SHORTEST_TRACK:
        return []
    far, near = (FAR, Role.REST), (NEAR, Role.UNIT)
    cells = [far] * (long - NEAR_STEPS) + [near] * NEAR_STEPS
    if seconds >= hunter.enters:
        gap = gap_of(hunter, seconds)
        cells[max(long - gap, 0) if gap else -1 if gap == 0 else 0] = (HUNTER, RIVALS[0])
    return joined([*cells, (YOU, Role.PLAYER)])

"""The places of a race, and sentences on it, as functions of a run and its rivals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite
from typing import TYPE_CHECKING, Final

from mazegame.game.racing.racer import PHOTO_SECONDS, Racer
from mazegame.game.words import capital, spell_time

if TYPE_CHECKING:
    from mazegame.engine import Cell
    from mazegame.game.events import PlaceChanged
    from mazegame.game.run import Run


@dataclass(frozen=True)
class Placing:
    """The result of one walker in a race."""

    place: int
    """1 for the winner. Walkers that never arrive share the last place."""
    name: str
    seconds: float
    """The time at B in seconds; infinite for never or unknown."""
    steps: int | None
    """The steps of the whole walk; None if unknown."""
    rival: int | None = None
    """The rival's index in the field; None for the player."""
    photo: bool = False
    """Whether another walker arrived within ``PHOTO_SECONDS``."""

    @property
    def is_player(self) -> bool:
        """Whether it is the player's result."""
        return self.rival is None


ORDINALS: Final = ("first", "second", "third", "fourth", "fifth")
"""The places of a race in words."""


def arrival_news(rivals: Sequence[Racer], arrived: int) -> str:
    """Return a sentence on a rival, by its index, that has arrived at B before the player."""
    rival = rivals[arrived]
    place = sum(other.arrival < rival.arrival for other in rivals)
    when = spell_time(round(rival.arrival * 1000))
    ordinal = ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"
    return f"{capital(rival.name)} is at B: {ordinal}, after {when}"


def spell_start(rival: Racer) -> str:
    """Return the head start of a rival in a pursuit: ``12.3 s ahead``, or ``no head start``."""
    return f"{spell_time(round(rival.start * 1000))} ahead" if rival.start else "no head start"


def start_news(rivals: Sequence[Racer]) -> str:
    """Return a sentence on the head starts in a pursuit; empty for other races."""
    starts = []
    for rival in rivals:
        if rival.start is not None:
            why = ", as it is faster than you" if isfinite(rival.arrival) else ""
            how = f"starts {spell_start(rival)}" if rival.start else f"has no head start{why}"
            starts.append(f"{named(rival)} {how}")
    return f"Pursuit: {'; '.join(starts)}" if starts else ""


def near_news(rival: Racer) -> str:
    """Return a sentence on a rival that has come near the player."""
    return f"{capital(named(rival))} is close to you"


def place_news(event: PlaceChanged, rivals: Sequence[Racer]) -> str:
    """Return a sentence on a new place; empty if no visible rival is to be named."""
    if event.rival is None:
        return ""
    rival, place = rivals[event.rival], spell_place(event.place, len(rivals) + 1)
    if event.gained:
        return f"You overtake {named(rival)}: {place}"
    return f"{capital(named(rival))} overtakes you: {place}"


def spell_place(place: int, of: int) -> str:
    """Return a place in words: ``2nd of 3``."""
    ending = "th" if place // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending} of {of}"


def named(rival: Racer) -> str:
    """Return the name of a racer for the middle of a sentence, with an article unless a person."""
    return rival.name if rival.is_person else with_article(rival.name)


def with_article(name: str) -> str:
    """Return a name with ``the``, unless it is a proper name."""
    return f"the {name}" if name.islower() else name


def way(rival: Racer) -> list[Cell]:
    """Return the cells of a rival's walk, A first; [] if it is endless or above 50,000 steps."""
    steps = rival.steps
    if steps is None or steps > 50_000:
        return []
    return [*rival.last_cells(rival.arrival, steps), rival.cell(rival.arrival)]


def settle(rivals: Sequence[Racer]) -> None:
    """Compute the arrival of each rival, within a limited number of steps."""
    for rival in rivals:
        rival.settle()


def places(run: Run, rivals: Sequence[Racer]) -> list[Placing]:
    """Return the places of a finished race, the winner first; [] if all rivals are hunters.

    It computes the arrivals of all rivals first. Hunters have no place.
    """
    if rivals and all(rival.hunts for rival in rivals):
        return []
    settle(rivals)
    field = [Placing(0, "you", round(run.stopwatch.seconds, 3), run.steps)]
    field += [
        Placing(0, rival.name, round(rival.arrival, 3), rival.steps, at)
        for at, rival in enumerate(rivals)
        if not rival.hunts
    ]
    field.sort(key=lambda one: one.seconds)  # in a tie the player comes first
    times = [one.seconds for one in field]
    for at, one in enumerate(field):
        near = (*times[max(at - 1, 0) : at], *times[at + 1 : at + 2])
        photo = any(abs(seconds - one.seconds) <= PHOTO_SECONDS for seconds in near)
        field[at] = replace(one, place=times.index(one.seconds) + 1, photo=photo)
    return field


def speed(rival: Racer) -> float | None:
    """Return the speed of a rival in cells per second; for a ghost its mean speed.

    None for a ghost that does not reach B.
    """
    if rival.pace is not None:
        return rival.pace
    steps = rival.steps or 0
    return steps / rival.arrival if steps and 0 < rival.arrival < inf else None

"""The order of a race while it runs: one function for the race track, the place and the news.

It uses only what a player may know: arrivals at B, the lengths of routes from A, and with the
compass distances to B. So it reveals nothing about the way to B (``docs/internals/honesty.md``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from math import inf
from typing import TYPE_CHECKING, Final

from mazegame.game.events import PlaceChanged

if TYPE_CHECKING:
    from mazegame.engine import Cell
    from mazegame.game.racing.racer import Racer
    from mazegame.game.run import Run


PLAYER: Final = -1
"""Stands for the player where an index of a rival would."""

CLEAR_STEPS: Final = 2
"""Fewest steps between two walkers for a change of their order to be reported."""


class Measure(Enum):
    """What the race track shows of those who have not arrived."""

    ROUTE = auto()
    """The length of the route: the walk from A without its detours."""
    STEPS = auto()
    """The number of steps, where the cells of others are hidden: in a party in fog."""
    NEARNESS = auto()
    """The length of the shortest path minus the distance to B: with the compass."""


@dataclass(frozen=True, slots=True)
class RacePosition:
    """How far one walker of a race is at a moment."""

    progress: int
    """The steps that the race track shows, by its ``Measure``."""
    since: float
    """The time of the latest step, in seconds; 0.0 before the first one."""
    steps: int
    """The number of steps so far."""
    arrival: float = inf
    """The time of the arrival at B, in seconds; infinite before it."""
    rival: int = PLAYER
    """The index among the rivals, or ``PLAYER``."""

    @property
    def arrived(self) -> bool:
        """Whether the walker is at B."""
        return self.arrival < inf

    @property
    def is_player(self) -> bool:
        """Whether it is the player's position."""
        return self.rival == PLAYER


def measure_of(rivals: Iterable[Racer], *, compass: bool) -> Measure:
    """Return how the walkers of a race are compared."""
    if compass:
        return Measure.NEARNESS
    return Measure.ROUTE if all(rival.shows_route for rival in rivals) else Measure.STEPS


def position_of(
    racer: Racer, seconds: float, measure: Measure, rival: int = PLAYER
) -> RacePosition:
    """Return the position of a racer at a time."""
    steps = racer.taken(seconds)
    since = racer.time_of(steps) if steps else 0.0
    progress = steps
    if measure is Measure.NEARNESS:
        progress = racer.nearness(seconds)
    elif measure is Measure.ROUTE:
        progress = racer.route_length(steps)
    arrival = racer.arrival if racer.arrival <= seconds else inf
    return RacePosition(progress, since, steps, arrival, rival)


def own_position(run: Run, measure: Measure) -> RacePosition:
    """Return the present position of the player."""
    progress = run.steps
    if measure is Measure.NEARNESS:
        progress = run.level.dist_min - run.remaining
    elif measure is Measure.ROUTE:
        progress = len(run.route) - 1
    since = run.times[-1] / 1000 if run.steps else 0.0
    arrival = run.stopwatch.seconds if run.finished else inf
    return RacePosition(progress, since, run.steps, arrival)


def in_order(positions: Iterable[RacePosition]) -> list[RacePosition]:
    """Return the walkers of a race, the leading one first.

    Those at B come first, by arrival; then who has come farther; then who was there first. In a tie
    the player comes first.
    """

    def rank(one: RacePosition) -> tuple[float, int, float, int]:
        return round(one.arrival, 3), -one.progress, round(one.since, 3), one.rival

    return sorted(positions, key=rank)


def race_order(
    own: RacePosition, rivals: Sequence[Racer], seconds: float, measure: Measure
) -> list[RacePosition]:
    """Return the player and the rivals in order. Hunters do not race."""
    racing = (one for one in enumerate(rivals) if not one[1].hunts)
    return in_order([own, *(position_of(one, seconds, measure, at) for at, one in racing)])


def place_in(order: Sequence[RacePosition]) -> int:
    """Return the player's place in an order, 1 for the first."""
    return 1 + next(at for at, one in enumerate(order) if one.is_player)


class PlaceTracker:
    """Reports changes of a player's place in a race once they are clear.

    Walkers who are side by side change places with each step, which is no news.
    """

    def __init__(self, run: Run, rivals: Sequence[Racer], *, compass: bool) -> None:
        self._run = run
        self._rivals = rivals
        self._order = self._find(run.stopwatch.seconds, compass=compass)
        self._ahead = {one.rival for one in self._order[: self.place - 1]}
        """The rivals that were ahead when that was clear the last time."""
        self.change: PlaceChanged | None = None
        """The latest reported change; None before the first one."""

    @property
    def place(self) -> int:
        """The player's place at the latest ``update``."""
        return place_in(self._order)

    def _find(self, seconds: float, *, compass: bool) -> list[RacePosition]:
        measure = measure_of(self._rivals, compass=compass)
        return race_order(own_position(self._run, measure), self._rivals, seconds, measure)

    def update(
        self, seconds: float, seen: Sequence[Cell | None], *, compass: bool
    ) -> list[PlaceChanged]:
        """Return the change of the player's place since the last call, if one is clear.

        It names the rival, unless it is hidden (None in ``seen``) or at B, or the player has not
        begun to walk.
        """
        self._order = self._find(seconds, compass=compass)
        place = self.place
        own = self._order[place - 1]
        changed = [
            one
            for at, one in enumerate(self._order, start=1)
            if not one.is_player
            and (one.rival in self._ahead) != (at < place)
            and (one.arrived or own.arrived or abs(one.progress - own.progress) >= CLEAR_STEPS)
        ]
        if not changed:
            return []
        self._ahead ^= {one.rival for one in changed}
        nearest = min(changed, key=lambda one: abs(one.progress - own.progress))
        gained = nearest.rival not in self._ahead
        named = bool(seen[nearest.rival] and own.steps and not nearest.arrived)
        rival = nearest.rival if named else None
        self.change = PlaceChanged(place=place, gained=gained, rival=rival, seconds=seconds)
        return [self.change]

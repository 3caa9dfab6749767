"""Events: the visible changes in a run or in a session.

A move of ``run.py`` returns one event. ``Session.command`` and ``Session.tick`` return lists of
events in the order in which they happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mazegame.engine import Cell, Direction
    from mazegame.game.rules import Rules


@dataclass(frozen=True, kw_only=True)
class GameEvent:
    """A visible change. A class without fields of its own needs no decorator."""

    cells: tuple[Cell, ...] = ()
    """The cells that look different now."""
    player: int = 0
    """The index of the player in ``Session.players``."""
    shared: ClassVar = False
    """Whether it happens to all players at once."""


class SharedEvent(GameEvent):
    """A change that happens to all players at once."""

    shared = True


class Stepped(GameEvent):
    """The player went to the next cell."""


@dataclass(frozen=True, kw_only=True)
class Bumped(GameEvent):
    """A wall or the end of the run stopped a step; nothing changed."""

    side: Direction | None = None
    """The side of the player's cell with the wall; None for no wall."""


class Arrived(GameEvent):
    """The player is at B: the run is over."""


class Reason(Enum):
    """Reasons for refusing a command to walk, in words; ``{ways}`` is the number of exits."""

    UNSEEN_CELL = "You have not seen that cell yet"
    NO_KNOWN_PATH = "You know no way there yet"
    SEVERAL_EXITS = "{ways} ways lead on: choose one"
    """More than one exit may lead to unseen cells."""
    NOTHING_NEW_HERE = "Nothing new lies behind the exits here"
    NOTHING_NEW = "no new ways from here"
    """No known exit leads to unseen cells."""
    TOO_EARLY = "Wait for the start"


@dataclass(frozen=True, kw_only=True)
class Refused(GameEvent):
    """The session refuses a command."""

    reason: Reason


@dataclass(frozen=True, kw_only=True)
class MarkChanged(GameEvent):
    """A mark was set or removed."""

    dropped: bool


@dataclass(frozen=True, kw_only=True)
class HintShown(GameEvent):
    """A hint is shown; it replaces the one before."""

    path: tuple[Cell, ...]
    """The cells of the hint, from the one after the player's own."""
    distance: int
    """The distance from the player's cell to B."""


class HintHidden(GameEvent):
    """The hint has expired."""


@dataclass(frozen=True, kw_only=True)
class PathShown(GameEvent):
    """The whole shortest path is shown."""

    path: NDArray[np.intp]
    """intp (n, 2): its cells (row, col), the player's own first."""

    __eq__ = object.__eq__  # the generated one would compare arrays by ==
    __hash__ = object.__hash__


@dataclass(frozen=True, kw_only=True)
class HeatShown(GameEvent):
    """The distances of all cells to B are shown, or hidden again."""

    shown: bool


class FogChanged(SharedEvent):
    """Fog came or went: every cell may look different."""


@dataclass(frozen=True, kw_only=True)
class RulesChanged(SharedEvent):
    """Other rules are in force."""

    rules: Rules
    easiest: Rules
    """The rules by which the run is ranked: the easiest so far."""


@dataclass(frozen=True, kw_only=True)
class RivalMoved(SharedEvent):
    """A rival appeared, moved or disappeared; ``cells`` are its visible cells before and now."""

    rival: int
    """The index of the rival in ``Session.rivals``."""


@dataclass(frozen=True, kw_only=True)
class RivalArrived(SharedEvent):
    """A rival is at the end of its walk."""

    rival: int


@dataclass(frozen=True, kw_only=True)
class PlaceChanged(GameEvent):
    """The player's place in the race changed."""

    place: int
    gained: bool
    rival: int | None
    """The index of the visible rival that overtook the player or was overtaken; None for none, or
    for one at B."""
    seconds: float
    """The time of the race, in seconds."""


@dataclass(frozen=True, kw_only=True)
class RivalNear(GameEvent):
    """A visible rival has come within a few cells of the player."""

    rival: int


class Caught(SharedEvent):
    """A hunter or the collapse has caught the player: the match is lost."""


@dataclass(frozen=True, kw_only=True)
class CountdownShown(SharedEvent):
    """The countdown shows another number."""

    left: int
    """Seconds until the start; 0 hides the countdown."""


class RaceStarted(SharedEvent):
    """The countdown is over: the race starts."""


class Covered(SharedEvent):
    """The walls are covered; no screen draws them until ``Revealed``."""


@dataclass(frozen=True, kw_only=True)
class Revealed(SharedEvent):
    """The walls appear, for the first time or again after a pause."""

    at_once: bool
    """Whether all of them appear at once; else they sweep in from A."""


class Paused(SharedEvent):
    """The clock, or the countdown, stopped."""


class Resumed(SharedEvent):
    """The session starts or continues."""


class TimePassed(SharedEvent):
    """The stopwatch shows another time."""

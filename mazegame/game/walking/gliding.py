"""Gliding: automatic walking in time. It knows when each step of a glide is due.

A glide catches up by a few cells only and drops the rest of the lost time, so that the player sees
where it leads.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from math import floor, inf
from typing import TYPE_CHECKING, Final

from mazegame.game.events import GameEvent, Stepped, TimePassed

if TYPE_CHECKING:
    from mazegame.game.commands import Command

RUN_SPEED: Final = 40.0
"""Default speed of a glide, in cells per second."""

FRAME_SECONDS: Final = 1 / 60
"""Shortest time between two frames of a glide in seconds; a fast one takes several cells each."""

MAX_JUMP_CELLS: Final = 4096
"""Most cells that a glide takes at once without animations."""

MAX_CATCH_UP_CELLS: Final = 4
"""Most cells that a glide advances in one tick after a stall."""

ROUNDING: Final = 1e-9
"""Times are equal if they differ by less, in seconds."""


class AutoWalk:
    """A glide in progress since its first step; ``steps`` takes a step at each request."""

    def __init__(self, command: Command, steps: Iterator[GameEvent], began: float) -> None:
        self.command = command
        self.steps = steps
        self.began = began
        self.shown = began
        """The time of the last advance."""
        self.cells = 0
        """The number of its steps so far."""

    def due(self, speed: float) -> float:
        """Return the time of its next step, at a speed in cells per second."""
        return self.began + self.cells / speed

    def let_go(self, now: float, speed: float) -> None:
        """After a stall, keep only the latest ``MAX_CATCH_UP_CELLS`` of the due steps."""
        lost = floor((now + ROUNDING - self.began) * speed) + 1 - self.cells - MAX_CATCH_UP_CELLS
        if lost > 0:
            self.began += lost / speed


class Glider:
    """One who glides at times."""

    walk: AutoWalk | None = None
    """The glide in progress; None for none."""

    @property
    def gliding(self) -> bool:
        """Whether the player walks automatically."""
        return self.walk is not None


class Timed(ABC):
    """What is played by commands and time. It rests until the first ``Resume``.

    A glide goes at ``run_speed`` cells per second; without animations it arrives at once.
    """

    players: Sequence[Glider]
    run_speed = RUN_SPEED
    caught = False
    """Whether a player is caught; nothing happens after it."""

    def __init__(self, *, animations: bool = True) -> None:
        self.animations = animations
        self.resting = True
        """Whether it waits for ``Resume``."""
        self._now = self._shown = 0.0

    def next_wake(self, now: float) -> float | None:
        """Return when, from ``now`` on, ``tick`` has work to do; None while nothing moves."""
        times = [] if self.resting or self.caught else self._wakes()
        return max(min(times), now) if times else None

    @abstractmethod
    def command(self, player: int, command: Command, now: float) -> list[GameEvent]:
        """Carry out a command of a player, by the index in ``players``; return the events."""

    @property
    @abstractmethod
    def running(self) -> bool:
        """Whether any stopwatch runs."""

    def tick(self, now: float) -> list[GameEvent]:
        """Advance to a time; return the events since the last tick or command."""
        self._now = max(self._now, now)
        if self.resting or self.caught:
            return []
        happened = self._advance_walks()
        if self.running:
            happened += [*self._catch_up(), TimePassed()]
            self._shown = self._now
        return happened

    def _wakes(self) -> list[float]:
        """Return the times at which something moves, now that it does not rest."""
        walks = [player.walk for player in self.players if player.walk]
        return [max(walk.due(self.run_speed), walk.shown + FRAME_SECONDS) for walk in walks]

    @abstractmethod
    def _catch_up(self) -> list[GameEvent]:
        """Bring all that moves besides the players to the present time; return the events."""

    def _after_step(self, player: int, event: GameEvent) -> list[GameEvent]:
        """Return the events of a step that a player took or tried, and of what follows from it."""
        del player
        return [event, *self._catch_up()]

    def _accepts(self, player: int, command: Command, now: float) -> bool:
        """Note the time of a command, and end the player's glide; return whether it counts.

        Holding a key neither stops a glide nor makes it faster.
        """
        self._now = max(self._now, now)
        asking = self.players[player]
        if self.caught or (asking.walk is not None and asking.walk.command == command):
            return False
        self._end_glide(asking)
        return True

    def _end_glide(self, gliding: Glider) -> None:
        """End a player's glide, if there is one."""
        gliding.walk = None

    def _next_step(self, steps: Iterator[GameEvent]) -> GameEvent | None:
        """Take the next step of a glide; return its event, None after the last one."""
        return next(steps, None)

    def _glide(self, player: int, command: Command, steps: Iterator[GameEvent]) -> list[GameEvent]:
        """Begin a glide with its first step; without animations take all of them."""
        gliding = self.players[player]
        gliding.walk = AutoWalk(command, steps, self._now)
        if self.animations:
            return self._take(player, 1)
        happened = self._take(player, MAX_JUMP_CELLS)
        self._end_glide(gliding)
        return happened

    def _take(self, player: int, cells: int) -> list[GameEvent]:
        """Take some steps of a glide; it ends at a wall, at B, or when there are no more."""
        gliding = self.players[player]
        happened: list[GameEvent] = []
        for _ in range(cells):
            walk = gliding.walk
            if walk is None:
                break
            event = self._next_step(walk.steps)
            walk.cells += 1
            if not isinstance(event, Stepped):
                self._end_glide(gliding)
            if event is not None:
                happened += self._after_step(player, event)
        return happened

    def _advance_walks(self) -> list[GameEvent]:
        """Take the due steps of all glides, each at its own time, in order of time."""
        now, happened = self._now, []
        for player in self.players:
            if player.walk is not None:
                player.walk.let_go(now, self.run_speed)
        while True:
            walks = [(player.walk, at) for at, player in enumerate(self.players) if player.walk]
            due, at = min(((walk.due(self.run_speed), at) for walk, at in walks), default=(inf, 0))
            if due > now + ROUNDING:
                break
            self._now = min(due, now)
            happened += self._catch_up()
            if self.caught:
                break
            happened += self._take(at, 1)
            walk = self.players[at].walk
            if walk is not None:
                walk.shown = now
        self._now = now
        return happened

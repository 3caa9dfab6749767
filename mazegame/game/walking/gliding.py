"""Gliding: automatic walking, each step at its time; and ``Timed``, the base of what is so played.

After a stall a glide catches up by a few cells only, so that the player sees where it leads.
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
"""Shortest time between two frames of a glide, in seconds; a fast one takes several cells each."""

MAX_JUMP_CELLS: Final = 4096
"""Most cells that a glide takes at once without animations."""

MAX_CATCH_UP_CELLS: Final = 4
"""Most cells that a glide advances in one tick after a stall."""

ROUNDING: Final = 1e-9
"""Times that differ by less, in seconds, are equal."""


class AutoWalk:
    """A glide in progress; ``next(steps)`` takes a step. ``began`` is the time of the first one."""

    def __init__(self, command: Command, steps: Iterator[GameEvent], began: float) -> None:
        self.command = command
        self.steps = steps
        self.began = began
        self.shown = began
        """The time of the last advance."""
        self.cells = 0
        """The number of steps so far."""

    def due(self, speed: float) -> float:
        """Return the time of its next step, at a speed in cells per second."""
        return self.began + self.cells / speed

    def drop_backlog(self, now: float, speed: float) -> None:
        """After a stall, keep only the latest ``MAX_CATCH_UP_CELLS`` of the due steps."""
        lost = floor((now + ROUNDING - self.began) * speed) + 1 - self.cells - MAX_CATCH_UP_CELLS
        if lost > 0:
            self.began += lost / speed


class Glider:
    """The base of players: one who may glide."""

    walk: AutoWalk | None = None
    """The glide in progress, or None."""

    @property
    def gliding(self) -> bool:
        """Whether the player walks automatically."""
        return self.walk is not None


class Timed(ABC):
    """A state machine of commands and time. It is paused until the first ``Resume``.

    A glide takes ``run_speed`` cells per second; without animations it arrives at once.
    """

    players: Sequence[Glider]
    run_speed = RUN_SPEED
    caught = False
    """Whether a player was caught; nothing happens after that."""

    def __init__(self, *, animations: bool = True) -> None:
        self.animations = animations
        self.resting = True
        """Whether it is paused, waiting for ``Resume``."""
        self._now = self._shown = 0.0

    def next_wake(self, now: float) -> float | None:
        """Return the next time at which ``tick`` has work to do; None while nothing moves."""
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
        """Return the next times at which something moves; it is not paused."""
        walks = [player.walk for player in self.players if player.walk]
        return [max(walk.due(self.run_speed), walk.shown + FRAME_SECONDS) for walk in walks]

    @abstractmethod
    def _catch_up(self) -> list[GameEvent]:
        """Move everything but the players to the present time; return the events."""

    def _after_step(self, player: int, event: GameEvent) -> list[GameEvent]:
        """Return the event of a player's step with the events that follow from it."""
        del player
        return [event, *self._catch_up()]

    def _accepts(self, player: int, command: Command, now: float) -> bool:
        """Advance the time to a command and end the player's glide; return whether to carry it out.

        A command that repeats the one of the glide, as by a held key, is ignored.
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
        """Take up to ``cells`` steps of a glide; end it at a wall, at B, or after its last step."""
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
        """Take the due steps of all glides in order of time."""
        now, happened = self._now, []
        for player in self.players:
            if player.walk is not None:
                player.walk.drop_backlog(now, self.run_speed)
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

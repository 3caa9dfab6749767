"""The playhead: where one is in something that has a length, and how fast one goes on.

What lives here: one playhead, and two that go together. What does not: a clock; whoever plays says
how much time has passed.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import Final

SPEEDS: Final = (1, 2, 4, 8, 15, 30, 60, 125, 250, 500, 1000, 2000, 4000, 8000, 16000, math.inf)
"""Steps per second that can be chosen; the last shows the end at once."""

WHOLE_SECONDS: Final = 20.0
"""About how long a whole show takes at the speed that it begins with."""


class Playhead:
    """A position in 0..length that moves on while it plays.

    Attributes:
        length: The last position.
        playing: Whether it moves on.
        speed: Steps per second, one of ``SPEEDS``.
    """

    __slots__ = ("_at", "length", "playing", "speed")

    def __init__(self, length: int, seconds: float = WHOLE_SECONDS) -> None:
        """Begin at 0.

        Args:
            length: The last position.
            seconds: About how long it shall take to the end.
        """
        self.length = length
        self.playing = False
        wanted = length / seconds
        self.speed: float = min(SPEEDS[:-1], key=lambda speed: abs(math.log((wanted or 1) / speed)))
        self._at = 0.0

    @property
    def position(self) -> int:
        """The step it is at."""
        return int(self._at)

    @property
    def share(self) -> float:
        """How much of the way it has gone, 0 to 1."""
        return self._at / self.length if self.length else 1.0

    @property
    def at_end(self) -> bool:
        """Whether there is nothing more to come."""
        return self.position >= self.length

    def advance(self, seconds: float) -> None:
        """Let time pass; at the end it stops."""
        if not self.playing:
            return
        self._at = min(self._at + seconds * self.speed, self.length)
        if self.at_end:
            self.playing = False

    def seek(self, position: float) -> None:
        """Go to a position, the nearest there is."""
        self._at = min(max(position, 0.0), float(self.length))

    def step(self, by: int) -> None:
        """Stop, and go some steps on or back."""
        self.playing = False
        self.seek(self.position + by)

    def toggle(self) -> None:
        """Play or stop; at the end, play once more from the start."""
        if not self.playing and self.at_end:
            self.seek(0)
        self.playing = not self.playing

    def change_speed(self, by: int) -> None:
        """Take one of the next speeds, faster or slower."""
        index = SPEEDS.index(self.speed) + by
        self.speed = SPEEDS[min(max(index, 0), len(SPEEDS) - 1)]


class Lock(Enum):
    """How two playheads go together."""

    STEP = "step"
    """Both are at the same step; the shorter one waits at its end."""
    SHARE = "share"
    """Both are at the same share of their way."""
    NONE = "own speed"
    """Each goes by itself."""


class Heads:
    """One playhead for each show, locked together or not. Keys go to the one that is chosen.

    Attributes:
        heads: The playheads.
        chosen: The index of the one that is chosen.
        lock: How they go together.
    """

    __slots__ = ("chosen", "heads", "lock")

    def __init__(self, lengths: list[int]) -> None:
        self.heads = [Playhead(length) for length in lengths]
        self.chosen = 0
        self.lock = Lock.STEP
        if len(self.heads) > 1:
            self._match_speeds()

    @property
    def leader(self) -> Playhead:
        """The playhead that time and keys move: the longest one if they go by steps."""
        if self.lock is Lock.STEP:
            return max(self.heads, key=lambda head: head.length)
        return self.heads[self.chosen]

    @property
    def playing(self) -> bool:
        """Whether any of them moves on."""
        return any(head.playing for head in self.heads)

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        if self.lock is Lock.NONE:
            for head in self.heads:
                head.advance(seconds)
        else:
            self.leader.advance(seconds)
            self._follow()

    def step(self, by: int) -> None:
        """Go some steps on or back."""
        self.leader.step(by)
        self._follow()

    def seek(self, position: float) -> None:
        """Go to a position of the leader."""
        self.leader.seek(position)
        self._follow()

    def toggle(self) -> None:
        """Play or stop."""
        self.leader.toggle()
        self._follow()

    def change_speed(self, by: int) -> None:
        """Play faster or slower."""
        self.leader.change_speed(by)
        if self.lock is Lock.STEP:
            for head in self.heads:
                head.speed = self.leader.speed

    def turn_lock(self) -> None:
        """Lock them in the next way."""
        ways = list(Lock)
        playing = self.leader.playing
        self.lock = ways[(ways.index(self.lock) + 1) % len(ways)]
        for head in self.heads:
            head.playing = playing and self.lock is Lock.NONE
        if self.lock is not Lock.NONE:
            self.leader.playing = playing
            self._match_speeds()
            self._follow()

    def swap(self) -> None:
        """Let the heads change places."""
        self.heads.reverse()
        self.chosen = len(self.heads) - 1 - self.chosen

    def _match_speeds(self) -> None:
        if self.lock is Lock.STEP:
            for head in self.heads:
                head.speed = self.leader.speed

    def _follow(self) -> None:
        leader = self.leader
        for head in self.heads:
            if head is leader or self.lock is Lock.NONE:
                continue
            head.playing = False
            if self.lock is Lock.STEP:
                head.seek(leader.position)
            else:
                head.seek(leader.share * head.length)

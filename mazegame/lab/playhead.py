"""The playhead: the present step of a show, and the speed at which it moves.

What lives here: one playhead, and two that are coupled. What does not: a clock; the caller passes
the elapsed time.
"""

from __future__ import annotations

import math
from enum import Enum
from typing import Final

SPEEDS: Final = (1, 2, 4, 8, 15, 30, 60, 125, 250, 500, 1000, 2000, 4000, 8000, 16000, math.inf)
"""The available speeds, in steps per second; the last one jumps to the end."""

WHOLE_SECONDS: Final = 20.0
"""Approximate duration of a whole show at its initial speed, in seconds."""


class Playhead:
    """A position in 0..length that moves while it plays.

    Attributes:
        length: The last position.
        playing: Whether it moves.
        speed: Steps per second, one of ``SPEEDS``.
    """

    __slots__ = ("_at", "length", "playing", "speed")

    def __init__(self, length: int, seconds: float = WHOLE_SECONDS) -> None:
        """Begin at 0.

        Args:
            length: The last position.
            seconds: Approximate time to the end at the initial speed.
        """
        self.length = length
        self.playing = False
        wanted = length / seconds
        self.speed: float = min(SPEEDS[:-1], key=lambda speed: abs(math.log((wanted or 1) / speed)))
        self._at = 0.0

    @property
    def position(self) -> int:
        """The present step."""
        return int(self._at)

    @property
    def share(self) -> float:
        """The position as a share of the length, 0 to 1."""
        return self._at / self.length if self.length else 1.0

    @property
    def at_end(self) -> bool:
        """Whether it is at the last position."""
        return self.position >= self.length

    def advance(self, seconds: float) -> None:
        """Move by some seconds of playing; stop at the end."""
        if not self.playing:
            return
        self._at = min(self._at + seconds * self.speed, self.length)
        if self.at_end:
            self.playing = False

    def seek(self, position: float) -> None:
        """Go to a position, limited to 0..length."""
        self._at = min(max(position, 0.0), float(self.length))

    def step(self, by: int) -> None:
        """Stop, and go some steps forwards or back."""
        self.playing = False
        self.seek(self.position + by)

    def toggle(self) -> None:
        """Play or stop; at the end, play again from the start."""
        if not self.playing and self.at_end:
            self.seek(0)
        self.playing = not self.playing

    def change_speed(self, by: int) -> None:
        """Change to a faster or slower speed."""
        index = SPEEDS.index(self.speed) + by
        self.speed = SPEEDS[min(max(index, 0), len(SPEEDS) - 1)]


class Lock(Enum):
    """The coupling of two playheads."""

    STEP = "step"
    """Both are at the same step; the shorter one waits at its end."""
    SHARE = "share"
    """Both are at the same share of their lengths."""
    NONE = "own speed"
    """Each moves independently."""


class Heads:
    """One playhead for each show, coupled or not. Keys control the chosen one.

    Attributes:
        heads: The playheads.
        chosen: The index of the chosen one.
        lock: Their coupling.
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
        """The playhead that time and keys move: the longer one if they are coupled by step."""
        if self.lock is Lock.STEP:
            return max(self.heads, key=lambda head: head.length)
        return self.heads[self.chosen]

    @property
    def playing(self) -> bool:
        """Whether any of them moves."""
        return any(head.playing for head in self.heads)

    def advance(self, seconds: float) -> None:
        """Move by some seconds of playing."""
        if self.lock is Lock.NONE:
            for head in self.heads:
                head.advance(seconds)
        else:
            self.leader.advance(seconds)
            self._follow()

    def step(self, by: int) -> None:
        """Go some steps forwards or back."""
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
        """Change to the next kind of coupling."""
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
        """Exchange the two playheads."""
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

"""Heads: the playheads of shows: at which step each is, and how two are coupled."""

from __future__ import annotations

import math
from enum import Enum
from typing import Final

from mazegame.game.recording.playhead import Playhead

SPEEDS: Final = (
    *(1, 2, 4, 8, 15, 30, 60, 125, 250, 500, 1000, 2000, 4000, 8000, 16000),
    *(16000 * 2**doubled for doubled in range(1, 14)),
    math.inf,
)
"""All speeds, in steps per second; the last one jumps to the end."""


def speeds_for(length: int) -> tuple[float, ...]:
    """Return the available speeds: up to 16000 and to those that take a quarter of a second."""
    highest = max(16000, 4 * length)
    return tuple(speed for speed in SPEEDS if speed <= highest or math.isinf(speed))


def playhead(length: int, *, longest: int | None = None) -> Playhead:
    """Return a playhead for a show of a length, which takes about 20 seconds at first.

    The longest show beside it gives both their speeds.
    """
    wanted = length / 20 or 1
    speeds = speeds_for(length if longest is None else longest)
    speed = min(speeds[:-1], key=lambda speed: abs(math.log(wanted / speed)))
    return Playhead(length, speeds, speed)


class Lock(Enum):
    """The coupling of two playheads."""

    STEP = "same step"
    """Both are at the same step; the shorter one waits at its end."""
    SHARE = "same share"
    """Both are at the same share of their lengths."""
    NONE = "own speed"
    """Each moves independently."""


class Heads:
    """One playhead for each show, coupled or not. Keys control the chosen one."""

    def __init__(self, lengths: list[int]) -> None:
        self.heads = [playhead(length, longest=max(lengths)) for length in lengths]
        self.chosen = 0
        """The index of the chosen one."""
        self.lock = Lock.STEP
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

    def pause(self) -> None:
        """Stop all."""
        for head in self.heads:
            head.pause()

    def jump(self, share: float) -> None:
        """Stop, and go to a share of the leader's length, 0 to 1."""
        self.leader.jump(share)
        self._follow()

    def change_speed(self, by: int) -> None:
        """Play faster or slower."""
        self.leader.change_speed(by)
        self._match_speeds()

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
            same_step = self.lock is Lock.STEP
            head.seek(leader.position if same_step else leader.share * head.length)

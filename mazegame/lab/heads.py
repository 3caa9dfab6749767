"""``Heads``: the playheads of the shows side by side, and their coupling."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import Enum
from typing import Final

from mazegame.game.recording.playhead import Playhead

SPEEDS: Final = (
    *(1, 2, 4, 8, 15, 30, 60, 125, 250, 500, 1000, 2000, 4000, 8000, 16000),
    *(16000 * 2**doubled for doubled in range(1, 14)),
    math.inf,
)
"""All speeds, in steps per second; the last one jumps to the end."""


def playhead(length: int, longest: int) -> Playhead:
    """Return a playhead for a show of a length, which takes about 20 seconds at first.

    The longest show beside it, or itself, gives their speeds: up to 16000 and to those at which it
    takes a quarter of a second.
    """
    wanted = length / 20 or 1
    highest = max(16000, 4 * longest)
    speeds = tuple(speed for speed in SPEEDS if speed <= highest or math.isinf(speed))
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
    """One playhead for each show. Time and keys move the leader; coupled ones follow it."""

    def __init__(self, lengths: Sequence[int], lock: Lock = Lock.STEP, chosen: int = 0) -> None:
        self.heads = [playhead(length, max(lengths)) for length in lengths]
        self.lock = lock
        self.chosen = chosen
        """The index of the selected playhead."""
        self.follow()

    @property
    def leader(self) -> Playhead:
        """The playhead that keys move: the longer one if coupled, else the selected one."""
        if self.lock is Lock.NONE:
            return self.heads[self.chosen]
        return max(self.heads, key=lambda head: head.length)

    @property
    def playing(self) -> bool:
        """Whether any of them moves."""
        return any(head.playing for head in self.heads)

    def advance(self, seconds: float) -> None:
        """Move on by ``seconds`` if they play."""
        for head in self.heads:
            head.advance(seconds)
        self.follow()

    def pause(self) -> None:
        """Stop all."""
        for head in self.heads:
            head.playing = False

    def turn_lock(self) -> None:
        """Change to the next kind of coupling."""
        ways, playing = list(Lock), self.leader.playing
        self.lock = ways[(ways.index(self.lock) + 1) % len(ways)]
        for head in self.heads:
            head.playing = playing
        self.follow()

    def swap(self) -> None:
        """Exchange the two playheads."""
        self.heads.reverse()
        self.chosen = len(self.heads) - 1 - self.chosen

    def follow(self) -> None:
        """Move the other playheads to the leader's position, if they are coupled."""
        leader = self.leader
        for head in self.heads:
            if head is leader or self.lock is Lock.NONE:
                continue
            head.playing = False
            if self.lock is Lock.STEP:
                head.speed = leader.speed
                head.seek(leader.position)
            else:
                head.seek(leader.share * head.length)

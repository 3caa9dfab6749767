"""``Playhead``: a position on a time line that plays at several speeds, steps and seeks.

It has no clock; the caller passes the elapsed time.
"""

from __future__ import annotations

from collections.abc import Sequence


class Playhead:
    """A position from 0 to ``length`` that moves while it plays.

    Speeds are in positions per second; an infinite speed jumps to the end.
    """

    def __init__(self, length: float, speeds: Sequence[float], speed: float) -> None:
        self.length = length
        self.speeds = speeds
        self.speed = speed
        self.at = 0.0
        self.playing = False

    @property
    def position(self) -> int:
        """The position in whole numbers."""
        return int(self.at)

    @property
    def share(self) -> float:
        """The position as a share of the length, 0 to 1."""
        return self.at / self.length if self.length else 1.0

    @property
    def at_end(self) -> bool:
        """Whether it is at the last position."""
        return self.at >= self.length

    def advance(self, seconds: float) -> None:
        """Move on by ``seconds`` if it plays; stop at the end."""
        if self.playing:
            self.seek(self.at + seconds * self.speed)
            self.playing = not self.at_end

    def seek(self, position: float) -> None:
        """Go to a position, clamped to the time line."""
        self.at = min(max(position, 0.0), float(self.length))

    def step(self, by: int) -> None:
        """Stop, and move by a number of positions."""
        self.playing = False
        self.seek(self.position + by)

    def jump(self, share: float) -> None:
        """Stop, and go to a share of the length, 0 to 1."""
        self.playing = False
        self.seek(share * self.length)

    def toggle(self) -> None:
        """Play or stop; at the end, play again from the start."""
        if not self.playing and self.at_end:
            self.seek(0)
        self.playing = not self.playing

    def pause(self) -> None:
        """Stop."""
        self.playing = False

    def change_speed(self, by: int) -> None:
        """Change the speed by a number of places in ``speeds``."""
        index = self.speeds.index(self.speed) + by
        self.speed = self.speeds[min(max(index, 0), len(self.speeds) - 1)]

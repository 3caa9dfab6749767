"""A film: which steps of some shows are shown, and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mazegame.lab.show import Show

SECONDS: Final = 12.0
"""How long a film moves, unless something else is asked for."""

FRAMES_PER_SECOND: Final = 20
"""The most frames in a second."""

LONGEST: Final = 600.0
"""The most seconds that a film moves."""

HOLD_SECONDS: Final = 2.0
"""How long the last frame stands."""


@dataclass(frozen=True)
class Frame:
    """One picture of a film. The shows are at its step while it is looked at."""

    number: int
    """Its number, from 0 on."""
    begins: float
    """When it begins, in seconds."""
    seconds: float
    """How long it stands."""


class Film:
    """Shows that go from their first step to their last, side by side and step by step.

    Args:
        shows: One show, or two.
        seconds: How long they move.
        title: What is watched: a game ID, or the name of a maze.

    Raises:
        ValueError: If the seconds are not above 0, or too many.
    """

    def __init__(self, shows: Sequence[Show], seconds: float = SECONDS, title: str = "") -> None:
        if not 0 < seconds <= LONGEST:
            raise ValueError(f"a film moves for more than 0 and at most {LONGEST:g} seconds")
        self.shows = list(shows)
        self.title = title
        self.seconds = seconds
        self.length = max(show.length for show in shows)
        self._count = max(min(self.length, round(seconds * FRAMES_PER_SECOND)), 1) + 1

    def __len__(self) -> int:
        return self._count

    @property
    def whole_seconds(self) -> float:
        """How long all of it takes, the last frame included."""
        return self.seconds + HOLD_SECONDS

    def schedule(self) -> list[Frame]:
        """When each frame begins, and how long it stands."""
        last = self._count - 1
        each = self.seconds / last
        return [
            Frame(number, number * each, HOLD_SECONDS if number == last else each)
            for number in range(self._count)
        ]

    def frames(self) -> Iterator[Frame]:
        """Yield the frames; before each one the shows are brought to its step."""
        for frame in self.schedule():
            position = round(self.length * frame.number / (self._count - 1))
            for show in self.shows:
                show.seek(min(position, show.length))
            yield frame

    def captions(self) -> list[str]:
        """Return what is said below each show at the step that it is at."""
        return [f"{show.title}   {show.position:,} of {show.length:,}" for show in self.shows]

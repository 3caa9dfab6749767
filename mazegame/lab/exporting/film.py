"""A film: the schedule of the steps of some shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mazegame.lab.show import Show

SECONDS: Final = 12.0
"""Default duration of a film without its last frame, in seconds."""

FRAMES_PER_SECOND: Final = 20
"""Most frames per second."""

LONGEST: Final = 600.0
"""Longest duration of a film, in seconds."""

HOLD_SECONDS: Final = 2.0
"""Duration of the last frame, in seconds."""


class FilmFrame(NamedTuple):
    """One picture of a film. ``Film.frames`` moves the shows to its step.

    Attributes:
        number: Its number, from 0.
        begins: Its start, in seconds.
        seconds: Its duration, in seconds.
    """

    number: int
    begins: float
    seconds: float


class Film:
    """Shows that play side by side from their first step to their last.

    Args:
        shows: One show, or two.
        seconds: The duration without the last frame.
        title: A game ID, or the name of a maze.

    Raises:
        ValueError: If the duration is not above 0, or too long.
    """

    def __init__(self, shows: Sequence[Show], seconds: float = SECONDS, title: str = "") -> None:
        if not 0 < seconds <= LONGEST:
            raise ValueError(
                f"a film moves for more than 0 and at most {LONGEST:g} seconds, not {seconds:g}"
            )
        self.shows = list(shows)
        self.title = title
        self.seconds = seconds
        self.length = max(show.length for show in shows)
        self._count = max(min(self.length, round(seconds * FRAMES_PER_SECOND)), 1) + 1

    def __len__(self) -> int:
        return self._count

    @property
    def whole_seconds(self) -> float:
        """The duration, with the last frame, in seconds."""
        return self.seconds + HOLD_SECONDS

    def schedule(self) -> list[FilmFrame]:
        """Return all frames with their starts and durations."""
        last = self._count - 1
        each = self.seconds / last
        return [
            FilmFrame(number, number * each, HOLD_SECONDS if number == last else each)
            for number in range(self._count)
        ]

    def frames(self) -> Iterator[FilmFrame]:
        """Yield the frames; move the shows to the step of each one before."""
        for frame in self.schedule():
            position = round(self.length * frame.number / (self._count - 1))
            for show in self.shows:
                show.seek(min(position, show.length))
            yield frame

    def captions(self) -> list[str]:
        """Return the caption of each show at its present step."""
        return [f"{show.title}   {show.position:,} of {show.length:,}" for show in self.shows]

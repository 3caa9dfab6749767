"""A stopwatch for any clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Stopwatch:
    """Counts the seconds of a monotonic clock while it runs, from an initial time on."""

    def __init__(self, clock: Callable[[], float], seconds: float = 0.0) -> None:
        self._clock = clock
        self._before = seconds
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether it runs."""
        return self._since is not None

    @property
    def seconds(self) -> float:
        """The time counted so far."""
        now = 0.0 if self._since is None else self._clock() - self._since
        return self._before + now

    def go(self) -> None:
        """Start; do nothing if it runs already."""
        if self._since is None:
            self._since = self._clock()

    def pause(self) -> None:
        """Stop; do nothing if it does not run."""
        self._before = self.seconds
        self._since = None

"""``RateLimit``: a rate limit."""

from __future__ import annotations


class RateLimit:
    """A token bucket: allows ``a_second`` events in a second, and bursts of ``at_once``."""

    def __init__(self, a_second: float, at_once: float) -> None:
        self._a_second, self._at_once = a_second, at_once
        self._free = float(at_once)
        self._counted = 0.0

    def take(self, now: float) -> float:
        """Count an event; return the seconds by which it is too early, 0 if it is allowed."""
        self._free = min(self._free + (now - self._counted) * self._a_second, self._at_once) - 1
        self._free = max(self._free, -1)  # after a flood the next event is due soon
        self._counted = now
        return max(-self._free, 0) / self._a_second

"""Pace: bounds how often something happens in a second."""

from __future__ import annotations


class Pace:
    """Allows something ``a_second`` times in a second, after a quiet time ``at_once``."""

    def __init__(self, a_second: float, at_once: float) -> None:
        self._a_second, self._at_once = a_second, at_once
        self._free = float(at_once)
        self._counted = 0.0

    def take(self, now: float) -> float:
        """Count one more; return by how many seconds it is too early, 0 if it is not."""
        self._free = min(self._free + (now - self._counted) * self._a_second, self._at_once) - 1
        self._free = max(self._free, -1)  # a flood leaves no debt
        self._counted = now
        return max(-self._free, 0) / self._a_second

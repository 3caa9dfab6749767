"""Notice: a line that the player should read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Severity = Literal["information", "warning", "error"]

SECONDS: Final[dict[Severity, float]] = {"information": 4.0, "warning": 10.0, "error": 10.0}
"""Seconds for which a notice is shown."""


@dataclass(frozen=True)
class Notice:
    """A line for the player."""

    text: str
    severity: Severity = "information"

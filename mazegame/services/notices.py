"""Notices: lines that the player should read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Notice:
    """A line for the player."""

    text: str
    severity: Literal["information", "warning", "error"] = "information"
    seconds: float = 3.0
    """Time for which it is shown, in seconds."""

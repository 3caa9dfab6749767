"""The sizes the New game screen offers."""

from __future__ import annotations

from typing import Final

PRESETS: Final = (
    ("small", (12, 8)),
    ("medium", (30, 15)),
    ("large", (60, 30)),
    ("huge", (200, 100)),
    ("giant", (1000, 1000)),
)
"""Name and (cols, rows)."""

FIT: Final = 0
"""The index of "fit this terminal" among the labels."""

LABELS: Final = ("fit this terminal", *(name for name, _ in PRESETS), "custom")
"""What the choice of a size shows."""

CUSTOM: Final = len(LABELS) - 1
"""The index of "custom" among the labels."""

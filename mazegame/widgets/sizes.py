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
"""Names and sizes (cols, rows)."""

FIT: Final = None
"""The choice of a maze that fits the terminal."""

CUSTOM: Final = (0, 0)
"""The choice of a typed size."""

OPTIONS: Final[tuple[tuple[tuple[int, int] | None, str], ...]] = (
    (FIT, "fit this terminal"),
    *((size, name) for name, size in PRESETS),
    (CUSTOM, "custom"),
)
"""The choices of a size and their labels."""

"""How much memory a maze would take, and whether there is that much."""

from __future__ import annotations

import os
from pathlib import Path

_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB")


class NotEnoughMemory(ValueError):  # noqa: N818  reads as what happened
    """Something would need more memory than there is; the message says how much."""


def available() -> int | None:
    """Return how many bytes could be had now, or None where the system does not tell."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def require(size: float, what: str) -> None:
    """Refuse what would not fit.

    Args:
        size: Bytes that it would take.
        what: What would take them, for the message.

    Raises:
        NotEnoughMemory: If the system has less than that.
    """
    if size < 64 << 20:
        return
    there = available()
    if there is not None and size > there:
        raise NotEnoughMemory(
            f"{what} would take {spell(size)} of memory: {spell(there)} is available"
        )


def spell(size: float) -> str:
    """Write a number of bytes for people, for example ``1.5 GiB``."""
    value = float(size)
    for unit in _UNITS[:-1]:
        if value < 1024:
            return f"{value:.0f} {unit}" if unit == "bytes" else f"{value:.1f} {unit}"
        value /= 1024
    return f"{value:,.1f} {_UNITS[-1]}"

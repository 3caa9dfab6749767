"""How much memory a maze would take, and whether there is that much."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final

from mazegame.engine.errors import NotEnoughMemoryError

if TYPE_CHECKING:
    from collections.abc import Iterator

_PROC: Final = Path("/proc")
_CGROUPS: Final = Path("/sys/fs/cgroup")

_UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB")


def available_bytes() -> int | None:
    """Return how many bytes could be had now, or None where the system does not tell.

    The least counts of what the machine has left, what the control groups of this process have
    left (that is how a container is limited) and what its own limit on addresses leaves.
    """
    limits = [left for left in (_of_machine(), *_of_groups(), _of_process()) if left is not None]
    return max(min(limits), 0) if limits else None


def _of_machine() -> int | None:
    """What the machine has left; in all, where it does not tell that."""
    try:
        for line in (_PROC / "meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _of_groups() -> Iterator[int]:
    """What each control group that this process is in has left, those above it included."""
    try:
        lines = (_PROC / "self" / "cgroup").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return
    for line in lines:
        _, controllers, path = (line + "::").split(":")[:3]
        if not controllers:  # version 2
            root, most, now, idle = _CGROUPS, "memory.max", "memory.current", "inactive_file"
        elif "memory" in controllers.split(","):
            root, most, now = _CGROUPS / "memory", "memory.limit_in_bytes", "memory.usage_in_bytes"
            idle = "total_inactive_file"
        else:
            continue
        inner = PurePosixPath("/", path).relative_to("/")
        for group in (inner, *inner.parents):
            left = _of_group(root / group, most, now, idle)
            if left is not None:
                yield left


def _of_group(folder: Path, most: str, now: str, idle: str) -> int | None:
    """What one control group has left, its idle file pages counted as free; None if unlimited."""
    try:
        limit = int((folder / most).read_text(encoding="ascii"))  # "max" is no number
        used = int((folder / now).read_text(encoding="ascii"))
        stat = (folder / "memory.stat").read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return None
    return limit - used + (int(stat[stat.index(idle) + 1]) if idle in stat else 0)


def _of_process() -> int | None:
    """What the limit on this process's addresses leaves; None if there is none."""
    try:
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        if limit == resource.RLIM_INFINITY:
            return None
        pages = int((_PROC / "self" / "statm").read_text(encoding="ascii").split()[0])
        return limit - pages * resource.getpagesize()
    except (ImportError, AttributeError, OSError, ValueError, IndexError):
        return None


def require(size: float, what: str) -> None:
    """Refuse what would not fit.

    Args:
        size: Bytes that it would take.
        what: What would take them, for the message.

    Raises:
        NotEnoughMemoryError: If the system has less than that.
    """
    if size < 64 << 20:
        return
    there = available_bytes()
    if there is not None and size > there:
        raise NotEnoughMemoryError(
            f"{what} would take {format_size(size)} of memory: {format_size(there)} is available"
        )


def format_size(size: float) -> str:
    """Write a number of bytes for people, for example ``1.5 GiB``."""
    value = float(size)
    for unit in _UNITS[:-1]:
        if value < 1024:
            return f"{value:.0f} {unit}" if unit == "bytes" else f"{value:.1f} {unit}"
        value /= 1024
    return f"{value:,.1f} {_UNITS[-1]}"

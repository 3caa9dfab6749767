"""How much memory is available, and the check that something fits."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from mazegame.engine.errors import NotEnoughMemoryError

_PROC: Final = Path("/proc")
_CGROUPS: Final = Path("/sys/fs/cgroup")

ALWAYS_FITS: Final = 64 << 20
"""Fewest bytes of a request that is checked."""


def available_bytes() -> int | None:
    """Return the number of bytes available now, or None if the system does not say.

    The smallest of what the machine has left, what the control groups of this process have left
    (they limit containers) and what the process's own limit on address space leaves.
    """
    limits = (_machine_bytes(), *_group_bytes(), _process_bytes())
    left = min((limit for limit in limits if limit is not None), default=None)
    return None if left is None else max(left, 0)


def _machine_bytes() -> int | None:
    """Return what the machine has left, or its total if it does not say what is left."""
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


def _group_bytes() -> Iterator[int | None]:
    """Yield what each control group of this process has left, including those above it."""
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
            yield _bytes_of_group(root / group, most, now, idle)


def _bytes_of_group(folder: Path, most: str, now: str, idle: str) -> int | None:
    """Return what a control group has left, counting idle file pages as free; None if unlimited."""
    try:
        limit = int((folder / most).read_text(encoding="ascii"))  # "max" is no number
        used = int((folder / now).read_text(encoding="ascii"))
        stat = (folder / "memory.stat").read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return None
    return limit - used + (int(stat[stat.index(idle) + 1]) if idle in stat else 0)


def _process_bytes() -> int | None:
    """Return the bytes left by the limit on this process's address space; None for no limit."""
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
    """Raise NotEnoughMemoryError if something needs more memory than is available."""
    if size < ALWAYS_FITS:
        return
    there = available_bytes()
    if there is not None and size > there:
        raise NotEnoughMemoryError(
            f"{what} would take {format_size(size)} of memory: {format_size(there)} is available"
        )


def format_size(size: float) -> str:
    """Return a number of bytes as text, for example ``1.5 GiB``."""
    if size < 1024:
        return f"{size:.0f} bytes"
    for unit in ("KiB", "MiB", "GiB", "TiB"):
        size /= 1024
        if size < 1024:
            return f"{size:.1f} {unit}"
    return f"{size / 1024:,.1f} PiB"

"""The peak of a process's memory, of one stretch of its work."""

import re
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

_FORGET: Final = Path("/proc/self/clear_refs")

CAN_FORGET: Final = _FORGET.exists()
"""Whether the system can forget the peak so far."""


def traced_peak(make: Callable[[], Iterable[object]]) -> int:
    """Make parts and take one after the other; return the most memory of Python's that it took."""
    tracemalloc.start()
    try:
        for _ in make():
            pass
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def forget_peak() -> int:
    """Forget the peak so far; return the bytes that this process holds now."""
    _FORGET.write_text("5", encoding="ascii")
    return held_bytes("VmRSS")


def held_bytes(key: str = "VmHWM", process: int | str = "self") -> int:
    """Return what a process holds, or with ``VmHWM`` its peak, in bytes."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(rf"^{key}:\s+(\d+) kB$", status, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0

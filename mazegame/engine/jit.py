"""How kernels run: compiled by numba when they can be, as plain Python when that is faster.

What lives here: the ``kernel`` and ``device`` decorators, the compile cache and its warm-up. What
does not: any kernel, and the operations they are made of (``instructions.py``), which can be had
from here as well.

A kernel is written once, over flat one-dimensional buffers and integers, and gives the same
bytes in both ways of running:

* *Compiled*: numba, no GIL, cached on disk. Arrays stay NumPy arrays and every ``int``
  argument arrives as an unsigned 64-bit integer.
* *Plain*: the very same function over ``memoryview``s, whose elements are Python ints. It
  needs neither numba nor a compiler, so a small maze is there in milliseconds while a first
  start is still compiling in the background.

Unsigned on purpose: numba tests every signed index for being negative, which costs the walkers
10 to 37 %. Mixing ``uint64`` with a signed literal would give a float in numba, so a kernel
wraps its literals: ``u64(1)``. In plain Python ``u64`` is ``int``.
"""

from __future__ import annotations

import contextlib
import contextvars
import functools
import hashlib
import os
import platform
import shutil
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np

from mazegame.engine import instructions
from mazegame.engine.errors import NoCompilerError
from mazegame.engine.instructions import (
    MASK64,
    Buffer,
    count_ones,
    prefetch,
    store_sums,
    trailing_zeros,
    u64,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = [
    "MASK64",
    "Buffer",
    "Kernel",
    "count_ones",
    "device",
    "kernel",
    "prefetch",
    "store_sums",
    "trailing_zeros",
    "u64",
]

PLAIN_CELLS: Final = 1 << 16
"""Up to this many elements in its largest buffer a kernel that is not compiled yet runs plain.

A maze of 200x100 takes 0.1 to 0.7 s in plain Python; compiling takes longer."""

_PRUNE_KEEP: Final = 3
"""Compile caches of this many versions of the engine are kept; older ones are deleted."""


Argument: TypeAlias = "np.ndarray[Any, Any] | Buffer | int"

_devices: list[Callable[..., Any]] = []
_kernels: list[Kernel] = []
_compiling = contextvars.ContextVar("compiling", default=False)
_numba_lock = threading.Lock()


def device(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a helper that kernels call: inlined when compiled, itself in plain Python."""
    _devices.append(function)
    return function


class Kernel:
    """One jitted function, compiled at its first use on something large, never at import."""

    def __init__(self, plain: Callable[..., Any]) -> None:
        self.plain = plain
        self.ready = False
        """Whether the compiled form is there, so that calling it never compiles."""
        self._compiled: Callable[..., Any] = plain
        self._lock = threading.Lock()
        functools.update_wrapper(self, plain)
        _kernels.append(self)

    def __call__(self, *args: Argument, work: int | None = None) -> int:
        """Run the kernel: compiled if that is ready or worth it, else plain.

        Args:
            args: One-dimensional C-contiguous arrays (changed in place where the kernel says
                so) and ints. A buffer that is no array (a recorder) makes the call plain.
            work: How many elements it will touch, about; by default those of its largest
                buffer.

        Returns:
            What the kernel returns; 0 for a kernel that returns nothing.
        """
        if self._runs_plain(args, work):
            views = (a.data if isinstance(a, np.ndarray) else a for a in args)
            return int(self.plain(*views) or 0)
        compiled_args = [np.uint64(a) if isinstance(a, int) else a for a in args]
        if not self.ready:
            self._make_ready(compiled_args)
        return int(self._compiled(*compiled_args) or 0)

    def _make_ready(self, args: list[Any]) -> None:
        """Compile for such arguments, or load that from the cache on disk; run nothing yet.

        Raises:
            NoCompilerError: If numba cannot be loaded.
        """
        numba = _numba()
        with self._lock:
            if self.ready:
                return
            types = tuple(numba.typeof(a) for a in args)
            compiled = _through_cache(numba, self.plain, types)
            if compiled is None:
                compiled = numba.njit(nogil=True)(self.plain)
                compiled.compile(types)
            self._compiled = compiled
            self.ready = True

    def _runs_plain(self, args: tuple[Argument, ...], work: int | None = None) -> bool:
        if any(not isinstance(a, (np.ndarray, int)) for a in args) or jit_disabled():
            return True
        if self.ready or _compiling.get():
            return False
        if work is None:
            work = max(a.size for a in args if isinstance(a, np.ndarray))
        return work <= PLAIN_CELLS


def kernel(function: Callable[..., Any]) -> Kernel:
    """Make a function over flat buffers and ints a kernel. Nothing is compiled yet."""
    return Kernel(function)


def _through_cache(numba: Any, plain: Callable[..., Any], types: tuple[Any, ...]) -> Any:
    """Compile a function by way of the cache on disk, or return None where that fails.

    A file of the cache may be cut short or overwritten, and its disk full. Reading what is damaged
    may raise anything; then what the cache holds of this function is dropped and made anew. Other
    functions keep theirs, for another process may be writing them at this very moment.
    """
    if cache_directory() is None:
        return None
    try:
        dispatcher = numba.njit(nogil=True, cache=True)(plain)
    except (OSError, RuntimeError):  # numba finds no place to write to
        return None
    for _ in range(2):
        try:
            dispatcher.compile(types)
        except Exception:  # noqa: BLE001  see above; an error of the function's comes once more
            if dispatcher.signatures:  # only writing it has failed
                break
            with contextlib.suppress(OSError):
                dispatcher.recompile()  # nothing is compiled yet: it empties the cache
        else:
            break
    return dispatcher if dispatcher.signatures else None


def jit_disabled() -> bool:
    """Whether the user switched compilation off (``NUMBA_DISABLE_JIT``)."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0").strip() not in {"", "0"}


@contextlib.contextmanager
def compiling() -> Iterator[None]:
    """Within this block every kernel that runs is compiled first.

    It holds for this thread, and for those that a long call starts to run in (``progress.py``).
    """
    token = _compiling.set(True)
    try:
        yield
    finally:
        _compiling.reset(token)


def engine_fingerprint() -> str:
    """Hash what compiled kernels depend on: the name of their cache.

    That is the engine's sources (numba's own cache notices a change in the kernel's file only; a
    changed helper or constant in another file would leave stale machine code behind), the
    versions of Python and numba, the machine, and whether bounds are checked.
    """
    from importlib.metadata import PackageNotFoundError, version

    try:
        numba_version = version("numba")
    except PackageNotFoundError:
        numba_version = "none"
    digest = hashlib.sha256()
    bounds = os.environ.get("NUMBA_BOUNDSCHECK", "")
    for part in (sys.implementation.cache_tag, numba_version, platform.machine(), bounds):
        digest.update(f"{part}\n".encode())
    root = Path(__file__).parent
    for source in sorted(root.rglob("*.py")):
        digest.update(source.relative_to(root).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@functools.cache
def cache_directory() -> Path | None:
    """Where compiled kernels are kept, or None where nothing can be written.

    A folder named by ``engine_fingerprint``, in ``NUMBA_CACHE_DIR`` if that is set, else in
    ``MAZEGAME_HOME``, else in the user's cache.
    """
    try:
        chosen = os.environ.get("NUMBA_CACHE_DIR")
        root = (Path(chosen) if chosen else _user_cache()) / "kernels"
        directory = root / engine_fingerprint()
        directory.mkdir(parents=True, exist_ok=True)
        if not os.access(directory, os.W_OK):
            return None
    except (OSError, RuntimeError):
        return None
    _prune(root, directory)
    return directory


def warm_marker() -> Path | None:
    """Name the file that says every kernel is in the compile cache (None: no cache)."""
    directory = cache_directory()
    return None if directory is None else directory / "complete"


def is_warm() -> bool:
    """Whether the compile cache on disk already holds every kernel."""
    marker = warm_marker()
    return marker is not None and marker.exists()


def kernels() -> tuple[Kernel, ...]:
    """Every kernel of the rooms imported so far."""
    return tuple(_kernels)


def _user_cache() -> Path:
    home = os.environ.get("MAZEGAME_HOME")
    if home:
        return Path(home) / "cache"
    import platformdirs

    return Path(platformdirs.user_cache_dir("mazegame", appauthor=False))


def _prune(root: Path, current: Path) -> None:
    """Delete the caches of all but the last few versions of the engine."""
    with contextlib.suppress(OSError):
        others = [d for d in root.iterdir() if d.is_dir() and d != current]
        others.sort(key=lambda d: d.stat().st_mtime, reverse=True)
        for old in others[_PRUNE_KEEP - 1 :]:
            shutil.rmtree(old, ignore_errors=True)


@functools.cache
def _load_numba() -> Any:
    """Import numba, point its cache at ours and teach it the casts and instructions."""
    try:
        import numba
        import numba.extending
    except Exception as error:
        raise NoCompilerError(
            "a maze of this size takes numba, which cannot be loaded here "
            f"({type(error).__name__}: {error}): NUMBA_DISABLE_JIT=1 does without, far slower"
        ) from error

    directory = cache_directory()
    if directory is not None:
        numba.config.CACHE_DIR = str(directory)  # type: ignore[attr-defined]
    instructions.teach()
    return numba


def _numba() -> Any:
    with _numba_lock:
        numba = _load_numba()
        while _devices:  # also those of rooms imported since
            numba.extending.register_jitable(_devices.pop())
        return numba

"""The compile cache: machine code of kernels on disk, for later processes.

Numba's own cache does not notice changes in other files than the kernel's, its folder applies to
all modules of a process, and it trusts any file it finds there. A cache file holds a pickle and
machine code, which run with the rights of this process. So it counts only if it and its folder
belong to this user, nobody else can write to them, and it begins with the SHA-256 of its contents
and its key. A kernel whose file fails is compiled again. If the cache cannot be written, there is
none.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import pickle
import platform
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mazegame.engine.support.whole_files import replacing

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SUFFIX: Final = ".kernel"
"""Suffix of the cache files."""

_MAGIC: Final = b"mazegame kernel 1\n"
_DIGEST_BYTES: Final = 32
_FOREIGN_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH

_NEWEST_CHECKED_NUMBA: Final = (0, 68)
"""Up to this version of numba, kernels are loaded without refreshing its registries."""

_PINNED: Final = (int, float, str, tuple)
"""Types of constants that are part of the hash of a function from outside the engine."""

_PRUNE_KEEP: Final = 3
"""Number of engine versions whose compile caches are kept; older caches are deleted."""


class KernelCache:
    """The cache of one kernel, as numba's dispatchers expect it; reading and writing never fail."""

    def __init__(self, plain: Callable[..., Any], directory: Path) -> None:
        """Make the cache of a kernel's function in ``cache_directory()``."""
        self.cache_path = str(directory)  # numba asks for it
        self._directory = directory
        self._name = file_stem(plain)
        self._code = code_digest(plain)

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return the cached form for a signature as numba's ``CompileResult``, None without one."""
        from numba.core import compiler

        _prepare_to_load(target_context)
        try:
            payload = read_checked(*self._place(signature, target_context.codegen()))
            if payload is None:
                return None
            parts = unpickle(payload)
            return compiler.CompileResult._rebuild(target_context, *parts)  # type: ignore[no-untyped-call]
        except Exception:  # noqa: BLE001  another version's layout, an import that is gone: compile
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Write numba's ``CompileResult`` for a signature."""
        from numba.core import serialize

        with contextlib.suppress(Exception):
            if not (result.lifted or result.library.has_dynamic_globals):
                payload = serialize.dumps(result._reduce())  # type: ignore[no-untyped-call]
                write_checked(*self._place(signature, result.codegen), payload)

    def _place(self, signature: Any, codegen: Any) -> tuple[Path, bytes]:
        """Return the file, and its key: what machine code depends on besides the engine."""
        key = repr((self._name, str(signature), codegen.magic_tuple(), self._code)).encode()
        name = f"{self._name}-{hashlib.sha256(key).hexdigest()[:16]}{SUFFIX}"
        return self._directory / name, key


def file_stem(plain: Callable[..., Any]) -> str:
    """Return the first part of the names of a kernel's files.

    ``generators.eller.make.even_pair.silent-0b1c2d3e``: the function, for a variant of a text its
    parts, and the beginning of a hash of its code.
    """
    module = plain.__module__.removeprefix("mazegame.engine.")
    name = f"{module}.{plain.__qualname__}".replace("<", "").replace(">", "")
    return f"{name}-{code_digest(plain)[:8]}"


def is_cached(plain: Callable[..., Any]) -> bool:
    """Return whether the cache has this code for any types; this needs no numba."""
    directory = cache_directory()
    return directory is not None and any(directory.glob(f"{file_stem(plain)}-*{SUFFIX}"))


def read_checked(path: Path, key: bytes) -> bytes | None:
    """Return the payload of a cache file; checks its owner, checksum and key."""
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            status = os.fstat(file.fileno())
            if not (stat.S_ISREG(status.st_mode) and _is_ours(status)):
                return None
            contents = file.read()
    except OSError:
        return None
    begin = len(_MAGIC) + _DIGEST_BYTES
    payload = contents[begin:]
    return payload if contents[:begin] == _MAGIC + _digest(key, payload) else None


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without blocking, even if it is a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def write_checked(path: Path, key: bytes, payload: bytes) -> None:
    """Write a cache file, completely or not at all; raise OSError if it cannot be written."""
    with replacing(path, 0o600, lasting=False) as file:
        file.write(_MAGIC + _digest(key, payload) + payload)


def unpickle(payload: bytes) -> Any:
    """Unpickle a payload, which must have been checked: a pickle can run any code."""
    return pickle.loads(payload)  # noqa: S301  the module's docstring says what was checked


def _digest(key: bytes, payload: bytes) -> bytes:
    return hashlib.sha256(len(key).to_bytes(8, "little") + key + payload).digest()


def _is_ours(status: os.stat_result) -> bool:
    """Return whether only this user owns and can write to a file or folder."""
    if not hasattr(os, "geteuid"):  # on Windows the user's own folder is closed to others
        return True
    return status.st_uid == os.geteuid() and not status.st_mode & _FOREIGN_WRITE


def _make_own(folder: Path) -> bool:
    """Make a folder that only this user can write to; return whether it exists and is one."""
    with contextlib.suppress(PermissionError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    return folder.is_dir() and _is_ours(folder.stat())


def code_digest(function: Callable[..., Any]) -> str:
    """Return a hash of a function's code and of all that it calls or reads through closures.

    Two kernels made of one text with different parts differ in their closures alone. The sources of
    the engine name the folder of the cache; a function from elsewhere is hashed with the functions
    and the numbers that it finds by its module's names.
    """
    digest = hashlib.sha256()
    seen: set[Callable[..., Any]] = set()

    def add_code(code: Any, names: dict[str, Any]) -> None:
        digest.update(code.co_code)
        digest.update(repr(code.co_names).encode())
        for constant in code.co_consts:
            if hasattr(constant, "co_code"):
                add_code(constant, names)
            else:
                digest.update(repr(constant).encode())
        for value in map(names.get, code.co_names):
            if isinstance(value, _PINNED) or hasattr(value, "__code__"):
                add(value)

    def add(value: Any) -> None:
        value = getattr(value, "plain", value)
        if not hasattr(value, "__code__"):
            digest.update(repr(value).encode())
            return
        digest.update(f"{value.__module__}.{value.__qualname__}".encode())
        if value in seen:
            return
        seen.add(value)
        ours = value.__module__.startswith("mazegame.engine.")
        add_code(value.__code__, {} if ours else value.__globals__)
        for cell in value.__closure__ or ():
            add(cell.cell_contents)

    add(function)
    return digest.hexdigest()


def engine_fingerprint() -> str:
    """Return a hash of all that compiled kernels depend on; it names the folder of the cache.

    That is all of the engine's sources, the versions of Python, numba and llvmlite, the machine,
    and whether bounds are checked. Empty if there are no sources to be found: a program that was
    packed without them.
    """
    from importlib.metadata import PackageNotFoundError, version

    versions = []
    for package in ("numba", "llvmlite"):
        try:
            versions.append(version(package))
        except PackageNotFoundError:
            versions.append("none")
    digest = hashlib.sha256()
    bounds = os.environ.get("NUMBA_BOUNDSCHECK", "")
    for part in (sys.implementation.cache_tag, *versions, platform.machine(), bounds):
        digest.update(f"{part}\n".encode())
    root = Path(__file__).parents[1]
    found = sorted(root.rglob("*.py"))
    sources = [(path.relative_to(root).as_posix(), path.read_bytes) for path in found]
    sources = sources or _packed_sources()
    for name, read in sources:
        digest.update(name.encode())
        digest.update(read())
    return digest.hexdigest()[:16] if sources else ""


def _packed_sources() -> list[tuple[str, Callable[[], bytes]]]:
    """Return the names of the engine's sources in an archive (zipapp), and what reads each."""
    from importlib.resources import files

    def walk(folder: Traversable, above: str) -> Iterator[tuple[str, Callable[[], bytes]]]:
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.is_dir():
                yield from walk(entry, f"{above}{entry.name}/")
            elif entry.name.endswith(".py"):
                yield above + entry.name, entry.read_bytes

    with contextlib.suppress(OSError, TypeError, ValueError):
        return list(walk(files("mazegame.engine"), ""))
    return []


def _prepare_to_load(target_context: Any) -> None:
    """Make numba ready to run machine code from the cache.

    The registries that it compiles with take 0.3 s and more. Machine code takes addresses alone,
    which numba registers when a context is made and when its runtime is initialized (and for
    hashing and parallel loops, which no kernel has), in the versions that were looked at.
    """
    import numba

    if tuple(numba.version_info.short) > _NEWEST_CHECKED_NUMBA:
        target_context.refresh()
        return
    from numba.core.runtime import rtsys  # type: ignore[attr-defined]

    rtsys.initialize(target_context)


@functools.cache
def cache_directory() -> Path | None:
    """Return the folder of the compile cache; None if no folder can be written or trusted.

    It is named by ``engine_fingerprint``, in ``NUMBA_CACHE_DIR``, ``MAZEGAME_HOME`` or the user's
    cache. If another user owns the parent folder, this user gets one beside it. Without sources
    there is no cache: machine code of another version could be taken for this one's.
    """
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    try:
        version = engine_fingerprint()
        if not version:
            return None
        above = Path(chosen) if chosen else _user_cache()
        own_name = f"kernels-{os.getuid()}" if hasattr(os, "getuid") else "kernels"
        for name in ("kernels", own_name):
            directory = above / name / version
            if _make_own(directory.parent) and _make_own(directory):
                break
        else:
            return None
    except (OSError, RuntimeError):
        return None
    if not os.access(directory, os.W_OK):
        return None
    _prune(directory.parent, directory)
    return directory


def warm_marker() -> Path | None:
    """Return the file that marks a complete compile cache; None if there is no cache."""
    directory = cache_directory()
    return None if directory is None else directory / "complete"


def is_warm() -> bool:
    """Return whether the compile cache holds every kernel."""
    marker = warm_marker()
    return marker is not None and marker.exists()


def _user_cache() -> Path:
    if home := os.environ.get("MAZEGAME_HOME"):
        return Path(home) / "cache"
    import platformdirs

    return Path(platformdirs.user_cache_dir("mazegame", appauthor=False))


def _prune(root: Path, current: Path) -> None:
    """Delete the caches of all but the newest versions of the engine."""
    with contextlib.suppress(OSError):
        others = [d for d in root.iterdir() if d.is_dir() and d != current]
        others.sort(key=lambda d: d.stat().st_mtime, reverse=True)
        for old in others[_PRUNE_KEEP - 1 :]:
            shutil.rmtree(old, ignore_errors=True)

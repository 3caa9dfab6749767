"""Kernels: compiled by numba when that pays, run as plain Python until then.

A kernel is written once, over flat one-dimensional buffers and integers. Compiled, the buffers are
NumPy arrays, and every ``int`` argument arrives as an unsigned 64-bit integer. Plain, they are
``memoryview`` objects, whose elements are Python ints; that needs no numba. Both give the same
bytes.

Some arguments mean the same in every kernel: ``grid``, uint8, the bordered maze, in which a cell is
an index; ``stride``, from a cell to the one below it; ``cols`` and ``rows``, of cells; ``log``,
uint64 (``emitting.new_log``); ``rng``, uint64 (4,), the random stream; and ``token``, uint64, the
progress words, at ``CANCEL`` and ``DONE``.

Integers are unsigned because numba tests every signed index for being negative, which costs the
walks 10 to 37 %. Numba turns ``uint64`` mixed with a signed literal into a float, so a kernel wraps
its literals: ``u64(1)``. In plain Python ``u64`` returns its argument.

**When a kernel is compiled.** The number of calls of a kernel is unknown in advance. So each kernel
adds up the cost of its plain calls, and is compiled before the call with which the sum reaches the
cost of compiling it, or of loading it from the cache. The total time is then at most twice the
least possible. Costs are estimates from the work of a call, so the same calls always lead to the
same decisions.
"""

from __future__ import annotations

import contextlib
import contextvars
import functools
import os
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

import numpy as np

from mazegame.engine.errors import NoCompilerError
from mazegame.engine.kernels import instructions
from mazegame.engine.kernels.instructions import (
    MASK64,
    Buffer,
    count_ones,
    prefetch,
    store_sums,
    trailing_zeros,
    u64,
)
from mazegame.engine.kernels.kernel_cache import KernelCache, cache_directory, is_cached
from mazegame.engine.support.progress import CANCEL, DONE

__all__ = ["CANCEL", "DONE", "MASK64", "Buffer", "count_ones", "prefetch", "store_sums"]
__all__ += ["trailing_zeros", "u64"]

# Prices are microseconds of a machine of 2023; those of a process are paid once.
PLAIN_COST: Final = 1.2
"""Default time of an element of work in plain Python, in microseconds; measured are 0.1 to 4."""

IMPORT_PRICE: Final = 300_000.0
"""Time to import numba and initialize its runtime, once a process, in microseconds."""

SETUP_PRICE: Final = 350_000.0
"""Additional time before the first compilation of a process, in microseconds; loading kernels from
the compile cache does not need it."""

LOAD_PRICE: Final = 4_000.0
"""Time to load a kernel from the compile cache, in microseconds."""

COMPILE_PRICE: Final = 500_000.0
"""Time to compile a kernel, in microseconds."""

_TABLE_SIZE: Final = 512
"""Most elements of a table of constants; ``direction_tables`` has 512, however small the maze."""

_FORK_SECONDS: Final = 60.0
"""Longest time that a fork waits for a kernel compiled by another thread, in seconds."""

Argument: TypeAlias = "np.ndarray[Any, Any] | Buffer | int | tuple[Argument, ...]"
"""An argument of a kernel: a buffer, an integer, or a tuple of these."""

_devices: list[Callable[..., Any]] = []
"""Device functions that are not registered with numba yet."""
_kernels: list[Kernel] = []
_compiling = contextvars.ContextVar("compiling", default=False)
_this_thread = threading.local()
_set_up = [False]
"""Whether a kernel was compiled in this process, and not loaded from the cache."""


def _announce() -> None:
    """Print on a terminal why a script or a prompt has to wait."""
    if sys.stderr is not None and sys.stderr.isatty():
        print("mazegame compiles, once: some seconds", file=sys.stderr, flush=True)


_before_compiling: list[Callable[[], None]] = [_announce]
"""Called once, before this process compiles its first kernel that is not in the cache."""

_all_spent = [0.0]
"""Time of all plain calls of kernels so far, in microseconds."""

_lock = threading.RLock()
"""Held while numba is imported and while a kernel is compiled or loaded."""


def device(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function that kernels call: inlined when compiled, called directly in plain Python."""
    _devices.append(function)
    return function


class Kernel:
    """A function that numba compiles when that pays. It may call other kernels."""

    def __init__(self, plain: Callable[..., Any], cost: float = PLAIN_COST) -> None:
        """Wrap a function; see ``PLAIN_COST``."""
        self.plain = plain
        self.cost = cost
        self.ready = False
        """Whether the kernel is compiled already, so that a call never compiles."""
        self._compiled: Callable[..., Any] = plain
        self._dispatcher: Any = None
        self._spent = 0.0
        self._check_again_at = LOAD_PRICE
        functools.update_wrapper(self, plain)
        _kernels.append(self)

    def __call__(self, *args: Argument, work: float | None = None) -> int:
        """Run the kernel: compiled if that is ready or pays, else plain; return 0 for its None.

        Args:
            args: One-dimensional C-contiguous arrays, ints, and tuples of such; of the game's own
                kernels the same types at every call.
            work: How many elements it will touch, about: by default those of its largest buffer.

        Raises:
            NoCompilerError: If this call alone is worth compiling and numba cannot be loaded.
        """
        # In plain Python, a kernel hands others its own buffers, the first of them first.
        if isinstance(args[0], memoryview) or jit_disabled():
            return self._run_plain(args)
        if not self.ready:
            cost = self.cost * (_largest(args) if work is None else work)
            if not self._becomes_ready(args, cost):
                result = self._run_plain(args)
                self._spent += cost
                _all_spent[0] += cost
                return result
        return int(self._compiled(*args) or 0)

    def _run_plain(self, args: tuple[Argument, ...]) -> int:
        return int(self.plain(*_as_plain(args)) or 0)

    def _becomes_ready(self, args: tuple[Argument, ...], cost: float) -> bool:
        """Compile for the types of the arguments if that pays against the cost of a plain call."""
        if getattr(_this_thread, "never_waits", False):
            return False
        if _compiling.get():
            self._make_ready(args)
        elif self._pays(cost):
            try:
                self._make_ready(args)
            except NoCompilerError:
                if cost >= COMPILE_PRICE:
                    raise
                self._check_again_at = 2 * (self._spent + cost)
        return self.ready

    def _pays(self, cost: float) -> bool:
        """Return whether the costs of all plain calls, with this one, reach that of compiling."""
        spent = self._spent + cost
        if spent < self._check_again_at and cost < COMPILE_PRICE:
            return False
        if not _load_numba.cache_info().currsize and _all_spent[0] + cost < IMPORT_PRICE:
            return False
        if is_cached(self.plain):
            return True
        first_price = IMPORT_PRICE + SETUP_PRICE + COMPILE_PRICE
        if not _set_up[0] and _all_spent[0] + cost < first_price:
            return False
        if spent >= COMPILE_PRICE:
            return True
        # Another process may be filling the cache.
        self._check_again_at = min(spent + COMPILE_PRICE / 8, COMPILE_PRICE)
        return False

    def _make_ready(self, args: tuple[Argument, ...]) -> None:
        """Compile for the types of the arguments, or load from the cache; do not run it."""
        with _lock:
            if self.ready:
                return
            numba, dispatcher = _numba(), self.dispatcher()
            if _before_compiling and not is_cached(self.plain):
                _before_compiling.pop()()
            # Called by way of the dispatcher, which looks up the types, it takes 2 us more.
            self._compiled = dispatcher.compile(tuple(_type_of(a, numba) for a in args))
            if not self.plain.__module__.startswith("mazegame."):
                # A plugin may change the types, and machine code for others could end the process.
                self._compiled = _by_kinds(dispatcher, numba)
            self.ready = True
            if dispatcher._cache_misses:
                _set_up[0] = True

    def dispatcher(self) -> Any:
        """Return numba's dispatcher, for other kernels that call this one."""
        with _lock:
            if self._dispatcher is None:
                self._dispatcher = _numba().njit(nogil=True)(self.plain)
                directory = cache_directory()
                if directory is not None:
                    self._dispatcher._cache = KernelCache(self.plain, directory)
            return self._dispatcher


kernel: Final = Kernel
"""Decorator for a function of flat buffers and ints; ``partial(kernel, cost=2)`` sets its cost."""


def _type_of(argument: Argument, numba: Any) -> Any:
    """Return numba's type of an argument; integers are unsigned."""
    if isinstance(argument, tuple):
        return numba.types.Tuple([_type_of(part, numba) for part in argument])
    return numba.uint64 if isinstance(argument, int) else numba.typeof(argument)


def _kind_of(argument: Argument, numba: Any) -> Any:
    """Return a cheap cache key of an argument: equal keys mean equal numba types.

    For arrays it takes a hundredth of the time of ``numba.typeof``.
    """
    if isinstance(argument, np.ndarray):
        return argument.dtype, argument.strides, argument.flags.num
    if isinstance(argument, tuple):
        return tuple([_kind_of(part, numba) for part in argument])
    return int if isinstance(argument, int) else _type_of(argument, numba)


def _by_kinds(dispatcher: Any, numba: Any) -> Callable[..., Any]:
    """Return a function that calls the machine code, compiled as needed for its arguments."""
    forms: dict[Any, Callable[..., Any]] = {}

    def call(*args: Argument) -> Any:
        kinds = _kind_of(args, numba)
        if kinds not in forms:
            with _lock:
                forms[kinds] = dispatcher.compile(tuple(_type_of(a, numba) for a in args))
        return forms[kinds](*args)

    return call


def _as_plain(args: tuple[Argument, ...]) -> tuple[Any, ...]:
    """Return arguments for a plain call: arrays become buffers with Python ints as elements."""
    return tuple(
        a.data if isinstance(a, np.ndarray) else _as_plain(a) if isinstance(a, tuple) else a
        for a in args
    )


def _largest(args: tuple[Argument, ...]) -> int:
    """Return the number of elements of the largest buffer, ignoring small read-only tables."""
    most = 0
    for a in args:
        if isinstance(a, tuple):
            most = max(most, _largest(a))
        elif isinstance(a, np.ndarray) and (a.size > _TABLE_SIZE or a.flags.writeable):
            most = max(most, a.size)
    return most


def loading_price(kernels: int) -> float:
    """Return the estimated time to load some kernels from the compile cache, in microseconds."""
    loaded = _load_numba.cache_info().currsize
    return kernels * LOAD_PRICE + (0 if loaded else IMPORT_PRICE)


@functools.cache  # each look into the environment takes a microsecond
def jit_disabled() -> bool:
    """Return whether compilation is switched off (``NUMBA_DISABLE_JIT``); read once."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0").strip() not in {"", "0"}


@contextlib.contextmanager
def compiled() -> Iterator[None]:
    """Compile every kernel that runs within this block, however little work it has.

    It holds for this thread, and for the threads that long calls start.

    Examples:
        >>> from mazegame.engine import compiled, generate
        >>> with compiled():
        ...     maze = generate("wilson", 15, 15, "kite-7")
    """
    token = _compiling.set(True)
    try:
        yield
    finally:
        _compiling.reset(token)


def before_compiling(call: Callable[[], None]) -> None:
    """Register a call before the first kernel that the cache lacks, by the compiling thread."""
    _before_compiling[:] = [call]


def never_wait() -> None:
    """Forbid this thread to compile and load kernels; for the thread that paints a screen.

    Kernels then run as plain Python in it. Their cost counts towards compiling in other threads.
    """
    _this_thread.never_waits = True


def kernels() -> tuple[Kernel, ...]:
    """Return every kernel of the modules imported so far, and every variant made so far."""
    return tuple(_kernels)


@functools.cache
def _load_numba() -> Any:
    """Import numba and register casts, instructions, and calls between kernels."""
    try:
        import numba
        import numba.extending
    except Exception as error:
        raise NoCompilerError(
            "a maze of this size takes numba, which cannot be loaded here "
            f"({type(error).__name__}: {error}): NUMBA_DISABLE_JIT=1 does without, far slower"
        ) from error

    instructions.register_intrinsics()

    @numba.extending.typeof_impl.register(Kernel)
    def _type_of_kernel(called: Kernel, _: Any) -> Any:
        return numba.types.Dispatcher(called.dispatcher())

    return numba


def _numba() -> Any:
    with _lock:
        _guard_forks()
        numba = _load_numba()
        while _devices:  # also those of modules imported since
            numba.extending.register_jitable(_devices.pop())
        return numba


@functools.cache
def _guard_forks() -> None:
    """Delay a fork while a thread compiles: the child would wait for that thread for ever.

    The hook that is registered last is called first before a fork. ``logging`` has a lock of its
    own, which importing numba takes as well, so it registers first.
    """
    import logging  # noqa: F401

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(
            before=_wait_for_compiler,
            after_in_parent=_release_compiler,
            after_in_child=_release_compiler,
        )


def _wait_for_compiler() -> None:
    _this_thread.holds_lock = _lock.acquire(timeout=_FORK_SECONDS)


def _release_compiler() -> None:
    if _this_thread.holds_lock:
        _lock.release()

"""``ProgressToken``: progress and cancelling of long calls.

Kernels see ``ProgressToken.words`` only. At the end of a row, at a refill or every few thousand
cells they write the number of cells done, and return early if they are asked to stop. The result
is then incomplete: the caller runs ``ProgressToken.check`` before it looks at it.
"""

from __future__ import annotations

import contextvars
import threading
from collections.abc import Callable
from typing import Final, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from mazegame.engine.errors import CancelledError

CANCEL: Final = 0
"""Index into ``ProgressToken.words``: non-zero asks the kernels to stop."""

DONE: Final = 1
"""Index into ``ProgressToken.words``: number of cells finished by the kernel in this stage."""

LANES: Final = 8
"""Most threads that work at one stage; lane i counts its cells at ``DONE + i``."""

_POLL_SECONDS: Final = 0.05
"""Interval between two progress reports, in seconds."""

_START_SECONDS: Final = 0.5
"""Longest that a new thread takes to begin."""

DIRECT_CELLS: Final = 1 << 20
"""Calls without ``progress`` on at most this many cells run without a thread. A thread costs some
50 microseconds; these calls end before Ctrl+C needs one."""

Progress: TypeAlias = Callable[[float], object]
"""Called with the share done, in 0..1, which never falls. If it returns False, the call ends with
``CancelledError``; if it raises, so does the call. It runs in the caller's thread."""

T = TypeVar("T")


class ProgressToken:
    """Progress and cancelling of one call, which goes over its cells in several stages.

    Attributes:
        words: uint64 (1 + LANES,), for the kernels: CANCEL, then DONE of every lane.
    """

    __slots__ = ("_passes", "_stage", "words")

    def __init__(self, passes: float = 1) -> None:
        """Begin a call of a duration in passes: the sum over its stages."""
        self.words: NDArray[np.uint64] = np.zeros(DONE + LANES, np.uint64)
        self._passes = passes
        self._stage = (0.0, 0.0, 1)

    def stage(self, cells: int, passes: float = 1) -> None:
        """Begin the next stage, of a duration in the unit of the call's, unless it is cancelled."""
        self.check()
        before, share, _ = self._stage
        # Reset the counts first: a reader in between sees a smaller share, never a larger one.
        self.words[DONE:] = 0
        self._stage = (before + share, passes / self._passes, cells or 1)

    def share(self) -> float:
        """Return the share of the whole call that is done, 0 to 1."""
        before, share, cells = self._stage
        return min(before + share * min(int(self.words[DONE:].sum()) / cells, 1.0), 1.0)

    def cancel(self) -> None:
        """Ask the kernels to stop."""
        self.words[CANCEL] = 1

    def check(self) -> None:
        """Raise CancelledError if the call has been cancelled."""
        if self.words[CANCEL]:
            raise CancelledError


def run_with_progress(
    work: Callable[[ProgressToken], T],
    progress: Progress | None,
    cells: int,
    passes: float = 1,
    *,
    direct_cells: int = DIRECT_CELLS,
) -> T:
    """Run a long call, report its progress, and end it soon if this thread is interrupted.

    The work of a long call runs in its own thread, with the GIL released inside kernels; this
    thread reads the token and calls back, so that ``progress`` always runs in the caller's thread.
    Ctrl+C raises KeyboardInterrupt here, in the main thread, and the kernels stop.

    The call lasts for ``passes`` passes over ``cells`` cells. If nobody asks for progress, one of
    at most ``direct_cells`` runs in this thread. When CancelledError is raised since ``progress``
    returned False, the work has stopped.
    """
    token = ProgressToken(passes)
    if progress is None:
        direct = cells <= direct_cells or threading.current_thread() is not threading.main_thread()
        return work(token) if direct else _run_in_thread(work, token, None)
    result = _run_in_thread(work, token, progress)
    report(progress, 1.0)
    return result


def report(progress: Progress, share: float) -> None:
    """Call ``progress``; raise CancelledError if it returns False, NumPy's or Python's own."""
    answer = progress(share)
    if isinstance(answer, (bool, np.bool_)) and not answer:
        raise CancelledError


def _run_in_thread(
    work: Callable[[ProgressToken], T], token: ProgressToken, progress: Progress | None
) -> T:
    results: list[T] = []
    failures: list[BaseException] = []
    begun = threading.Event()

    def run() -> None:
        begun.set()
        try:
            results.append(work(token))
        except BaseException as error:  # noqa: BLE001  re-raised in the caller's thread
            failures.append(error)

    thread = threading.Thread(
        target=contextvars.copy_context().run, args=(run,), name="mazegame-work", daemon=True
    )
    reported = 0.0
    try:
        thread.start()
        thread.join(_POLL_SECONDS)
        while thread.is_alive():
            if progress is not None:
                reported = max(reported, token.share())
                report(progress, reported)
            thread.join(_POLL_SECONDS)
    except BaseException:
        token.cancel()
        # Interrupted while it starts, a thread cannot be joined yet; where none could start, there
        # is nothing to wait for.
        if begun.wait(_START_SECONDS):
            thread.join()
        raise
    else:
        if failures:
            raise failures.pop()
        return results.pop()
    finally:
        # A failure refers to the frames of the work, and these refer to the list: without this, the
        # arrays of a cancelled call would last until the next garbage collection.
        failures.clear()
        results.clear()

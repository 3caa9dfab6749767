"""Worker: a thread that does one thing after the other."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from queue import SimpleQueue
from typing import Any, TypeVar

T = TypeVar("T")


class Worker:
    """A thread with a queue of jobs."""

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[tuple[Callable[[], Any], Future[Any]] | None] = SimpleQueue()
        self._lock, self._ended = threading.Lock(), False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    def do(self, job: Callable[[], T]) -> Future[T]:
        """Queue a job after all earlier ones; it runs even if the caller has gone.

        After ``end`` no job runs: its future fails at once, so that nobody waits for it for ever.
        """
        future: Future[T] = uncancellable()
        with self._lock:
            if not self._ended:
                self._jobs.put((job, future))
                return future
        future.set_exception(CancelledError("the game ends"))
        return future

    def _work(self) -> None:
        while (entry := self._jobs.get()) is not None:
            job, future = entry
            try:
                future.set_result(job())
            except BaseException as error:  # noqa: BLE001  the caller gets it
                future.set_exception(error)
            del entry, job, future  # while the thread waits, nothing of the last job is kept

    def end(self, seconds: float) -> None:
        """Do the jobs that are left, but wait no longer than that."""
        with self._lock:
            self._ended = True
            self._jobs.put(None)
        self._thread.join(seconds)


def uncancellable() -> Future[Any]:
    """Return a future that counts as running: a screen that closes cannot cancel it."""
    future: Future[Any] = Future()
    future.set_running_or_notify_cancel()
    return future

"""``Worker``: a thread that runs jobs one after the other."""

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
        """Queue a job after all earlier ones; it runs even if nobody waits for its result.

        After ``end`` it does not run, and its future fails at once, so that nobody waits for ever.
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
            del entry, job, future  # free the last job while the thread waits

    def end(self, seconds: float) -> None:
        """End the thread after the queued jobs; wait at most ``seconds`` for that."""
        with self._lock:
            self._ended = True
            self._jobs.put(None)
        self._thread.join(seconds)


def uncancellable() -> Future[Any]:
    """Return a future that is already running, so that a screen that closes cannot cancel it."""
    future: Future[Any] = Future()
    future.set_running_or_notify_cancel()
    return future

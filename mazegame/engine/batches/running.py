"""Cut a batch into parts, make them here or in an executor's workers, and join the results.

Work travels as a plan and some seeds, a few hundred bytes for thousands of mazes. What comes back
is plain arrays, which are written into those of the batch.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import closing, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Generic, TypeVar

import numpy as np

from mazegame.engine.batches.part import Part, Plan, Seeds
from mazegame.engine.batches.part_making import make_part
from mazegame.engine.generation import task_of
from mazegame.engine.generators import ALGORITHMS
from mazegame.engine.kernels.jit import compiled, loading_price
from mazegame.engine.kernels.kernel_cache import is_cached
from mazegame.engine.support.progress import Progress, ProgressToken, report, run_with_progress

EAGER_CELLS: Final = 1 << 17
"""Fewest cells of a batch for which it pays to compile before the first maze."""

_PART_CELLS: Final = 1 << 22
"""Most cells of a part that a worker makes at once, in a tenth of a second."""

_PARTS: Final = 64
"""Fewest parts of a batch, so that workers finish at about the same time; but a part is never
smaller than what is made together."""

_WAITING_BYTES: Final = 1 << 28
"""Most memory for finished results that were not copied into the batch yet, in bytes."""

_POLL_SECONDS: Final = 0.05
"""Seconds between two calls of ``progress`` while workers run."""

_TRIES: Final = 3
"""Number of attempts for a part whose worker was lost."""

T = TypeVar("T")


def make_all(
    plan: Plan, seeds: Seeds, executor: Executor | None, progress: Progress | None
) -> Part:
    """Make all mazes of a batch, in this thread if there is no executor."""
    count = len(seeds)
    eager = is_eager(plan, count)
    if executor is None:
        return run_with_progress(partial(make, plan, seeds, eager), progress, count * plan.cells)
    task = Task(make, import_path_of(plan, executor))
    whole = plan.empty_part(count)
    size = _part_size(plan, count)
    firsts = range(0, count, size)
    window = max(8, min(2 * _PARTS, _WAITING_BYTES // (size * plan.bytes_per_maze + 1)))
    paths: list[Any] = [np.empty((0, 2), np.int32)] * max(len(firsts), 1)
    prepare(plan, seeds, executor)
    work = ((plan, seeds.part(first, size), eager) for first in firsts)
    # Closed at once if anything goes wrong, so that no worker goes on.
    with closing(run_all(executor, task, work, len(firsts), window, progress)) as results:
        for index, made in results:
            there = whole.cut(firsts[index], firsts[index] + size)
            for name, array in made.arrays.items():
                there.arrays[name][:] = array
            paths[index] = made.path_cells
    if plan.paths:
        whole.path_cells = np.concatenate(paths)
    return whole


@dataclass(frozen=True)
class Task(Generic[T]):
    """A function for workers that first registers a plugin's algorithm in their process."""

    function: Callable[..., T]
    algorithm: str
    """The import path of the algorithm; empty if it is built in."""

    def __call__(self, *arguments: Any) -> T:
        """Call the function, in a worker."""
        if self.algorithm:
            ALGORITHMS.provide(self.algorithm)
        return self.function(*arguments)


def import_path_of(plan: Plan, executor: Executor) -> str:
    """Return the path from which workers import the algorithm; "" if they know it.

    Raises:
        PluginError: If they are other processes and cannot import it.
    """
    if isinstance(executor, ThreadPoolExecutor):
        return ""
    return ALGORITHMS.import_path(plan.algorithm)


def make(plan: Plan, seeds: Seeds, eager: bool, token: ProgressToken | None = None) -> Part:
    """Make a part in a worker; with ``eager`` compile its kernels first."""
    if token is not None:
        token.stage(len(seeds) * plan.cells)
    with compiled() if eager else nullcontext():
        return make_part(plan, seeds, token)


def prepare(plan: Plan, seeds: Seeds, executor: Executor) -> None:
    """Compile the kernels here, so that many workers load them from the compile cache."""
    if not isinstance(executor, ThreadPoolExecutor) and is_eager(plan, len(seeds)):
        with compiled():
            make_part(plan, seeds.part(0, 1))


def is_eager(plan: Plan, count: int) -> bool:
    """Return whether it pays to compile before the first of ``count`` mazes.

    Fewer mazes are enough if the compile cache has the loop, and so probably the other kernels.
    """
    cells = count * plan.cells
    if cells >= EAGER_CELLS or not plan.looped:
        return cells >= EAGER_CELLS
    # A cell takes some 6 microseconds in plain Python, and a batch needs some 8 kernels.
    if cells * 6.0 < loading_price(8):
        return False
    task = replace(task_of(plan.sample), batched=True)
    loop = ALGORITHMS[plan.algorithm].text_for(task).variant(looped=True)
    return loop.ready or is_cached(loop.plain)


def _part_size(plan: Plan, count: int) -> int:
    most = max(_PART_CELLS // plan.cells, 1)
    return max(min(-(-count // _PARTS), most), plan.chunk)


def run_all(
    executor: Executor,
    function: Callable[..., T],
    work: Iterable[tuple[Any, ...]],
    count: int,
    window: int,
    progress: Progress | None,
) -> Generator[tuple[int, T]]:
    """Have an executor work; yield the number and the result of each piece when it is done.

    It calls ``function`` with each of the arguments in ``work``, ``count`` in all, of which
    ``window`` are handed out at once; one whose worker is lost again, ``_TRIES`` times in all. In a
    thread the function is given a token besides. If ``progress`` cancels it, what has not begun
    never begins.
    """
    in_threads = isinstance(executor, ThreadPoolExecutor)
    pieces = enumerate(work)
    # Of each its number, its arguments, how often it was handed out, and what cancels it.
    running: dict[Future[T], tuple[int, tuple[Any, ...], int, ProgressToken | None]] = {}
    done = 0

    def hand_out(number: int, arguments: tuple[Any, ...], tries: int = 1) -> None:
        token = ProgressToken() if in_threads else None
        more = () if token is None else (token,)
        future = executor.submit(function, *arguments, *more)
        running[future] = number, arguments, tries, token

    try:
        while True:
            while len(running) < window and (piece := next(pieces, None)) is not None:
                hand_out(*piece)
            if not running:
                break
            timeout = None if progress is None else _POLL_SECONDS
            for future in wait(running, timeout, FIRST_COMPLETED).done:
                number, arguments, tries, _ = running.pop(future)
                try:
                    result = future.result()
                except (ValueError, OSError, MemoryError):
                    raise
                except Exception:  # a lost worker, or what its executor makes of it
                    if in_threads or tries == _TRIES:
                        raise
                    hand_out(number, arguments, tries + 1)
                    continue
                yield number, result
                done += 1
            if progress is not None:
                report(progress, done / count)
    except BaseException:
        for future, (*_, token) in running.items():
            future.cancel()
            if token is not None:
                token.cancel()
        if in_threads:
            wait(running)
        raise

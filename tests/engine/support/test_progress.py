"""Long calls report their progress and can be cancelled; neither changes the result."""

import _thread
import gc
import signal
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from mazegame.engine import (
    CancelledError,
    Level,
    Recipe,
    Trace,
    braid,
    dist_min,
    distances,
    farthest_pair,
    generate,
    shortest_path,
    texture,
    trace,
)
from mazegame.engine.kernels.jit import compiled
from mazegame.engine.support import progress as progress_module
from mazegame.engine.support.progress import (
    CANCEL,
    DIRECT_CELLS,
    DONE,
    LANES,
    ProgressToken,
    run_with_progress,
)
from tests.engine.cases import few, plain
from tests.waiting import LONGEST

LARGE = 1 << 20
COLS, ROWS = few((900, 700), (300, 230))
FAR = ROWS - 1, COLS - 1


def working_threads():
    return [thread for thread in threading.enumerate() if thread.name == "mazegame-work"]


@pytest.fixture(scope="module")
def maze():
    with compiled():
        return generate("recursive-backtracker", COLS, ROWS, "long")


CALLS = {
    "generate": lambda maze, note: generate("kruskal", COLS, ROWS, "x", braid=30, progress=note),
    "distances": lambda maze, note: distances(maze, (0, 0), progress=note),
    "dist_min": lambda maze, note: dist_min(maze, (0, 0), FAR, progress=note),
    "shortest_path": lambda maze, note: shortest_path(maze, (0, 0), FAR, progress=note),
    "farthest_pair": lambda maze, note: farthest_pair(maze, progress=note),
    "braid": lambda maze, note: braid(maze, 1, "x", progress=note),
    "texture": lambda maze, note: texture(maze, (0, 0), FAR, progress=note),
    "Level.of": lambda maze, note: Level.of(
        Recipe.parse(f"wilson:{COLS}x{ROWS}:braid=40,ends=farthest:x"), progress=note
    ),
    "trace": lambda maze, note: trace(Recipe("sidewinder", COLS, ROWS, "x"), progress=note),
}
"""Every call that takes a progress, on a maze of COLS x ROWS or less."""

every_call = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)


def same(one, other):
    """Whether two results of one call are equal."""
    if isinstance(one, np.ndarray):
        return np.array_equal(one, other)
    if isinstance(one, Level):
        return one.maze == other.maze and np.array_equal(one.field, other.field)
    if isinstance(one, Trace):
        return all(
            np.array_equal(getattr(one.log, name), getattr(other.log, name))
            for name in ("kinds", "sides", "cells", "others")
        )
    return one == other


@every_call
def test_every_long_call_reports_its_progress(call, maze, monkeypatch):
    monkeypatch.setattr(progress_module, "_POLL_SECONDS", 0.0005)
    between, threads = set(), set()

    def note(share):
        shares.append(share)
        threads.add(threading.get_ident())

    end = time.monotonic() + LONGEST
    while len(between) < 2:  # on a busy machine nobody may look in time, while the work goes on
        assert time.monotonic() < end, f"of all shares, these are between 0 and 1: {between}"
        shares = []
        with compiled():
            result = call(maze, note)
            assert same(result, call(maze, None))
        assert shares == sorted(shares)
        assert all(0 <= share <= 1 for share in shares)
        assert shares[-1] == 1.0
        between.update(share for share in shares if 0 < share < 1)
        assert threads == {threading.get_ident()}


def fail(share):
    raise KeyError(share)


@every_call
@pytest.mark.parametrize(
    ("note", "error"), [(lambda share: share < 0.2, CancelledError), (fail, KeyError)]
)
def test_a_call_has_stopped_when_it_was_cancelled_or_failed(call, maze, note, error, monkeypatch):
    monkeypatch.setattr(progress_module, "_POLL_SECONDS", 0.0005)
    with compiled(), pytest.raises(error):
        call(maze, note)
    assert working_threads() == []


@every_call
def test_every_kernel_stops_when_cancelled(call, maze, monkeypatch):
    # Without a watcher, the first stage is begun and everything in it asked to stop.
    begin = ProgressToken.stage

    def stage_and_cancel(self, cells, passes=1):
        begin(self, cells, passes)
        self.cancel()

    monkeypatch.setattr(ProgressToken, "stage", stage_and_cancel)
    with compiled(), pytest.raises(CancelledError):
        call(maze, None)


@pytest.fixture
def interruptible():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_ctrl_c_ends_a_long_call_that_nobody_asked_to_report():
    cancelled = threading.Event()

    def work(token):
        _thread.interrupt_main()
        deadline = time.monotonic() + LONGEST
        while not token.words[CANCEL] and time.monotonic() < deadline:
            time.sleep(0.001)
        if token.words[CANCEL]:
            cancelled.set()

    with pytest.raises(KeyboardInterrupt):
        run_with_progress(work, None, DIRECT_CELLS + 1)
    assert cancelled.is_set()
    assert working_threads() == []


def test_calls_off_the_main_thread_and_short_ones_take_no_thread():
    def here(token):
        return threading.current_thread()

    assert run_with_progress(here, None, DIRECT_CELLS) is threading.main_thread()
    with ThreadPoolExecutor(1) as pool:
        seen = pool.submit(
            lambda: (threading.current_thread(), run_with_progress(here, None, LARGE * 2))
        )
    assert seen.result()[0] is seen.result()[1]


def test_the_share_is_that_of_the_cells_done_over_all_stages():
    token = ProgressToken(4)
    assert token.share() == 0
    token.stage(1000)
    assert token.share() == 0
    token.words[DONE] = 500
    assert token.share() == 1 / 8
    token.stage(200, 3)
    assert token.share() == 1 / 4
    token.words[DONE] = 40
    token.words[DONE + LANES - 1] = 60
    assert token.share() == 1 / 4 + 3 / 8
    token.words[DONE] = 999_999
    assert token.share() == 1
    token.stage(0)
    assert token.share() == 1


def test_a_cancelled_call_begins_no_other_stage():
    token = ProgressToken()
    token.check()
    token.cancel()
    assert token.words[CANCEL]
    with pytest.raises(CancelledError):
        token.check()
    with pytest.raises(CancelledError):
        token.stage(10)


def test_the_reported_share_never_falls(monkeypatch):
    monkeypatch.setattr(progress_module, "_POLL_SECONDS", 0.001)
    shares, seen = [], threading.Event()

    def note(share):
        shares.append(share)
        seen.set()

    def work(token):
        token.stage(100)
        for done in (50, 20, 70):
            token.words[DONE] = done
            seen.clear()
            seen.wait(LONGEST)

    run_with_progress(work, note, LARGE)
    assert shares == sorted(shares)
    assert 0.5 in shares
    assert 0.2 not in shares


@pytest.mark.parametrize("cells", [5, LARGE])
def test_cancelling_asks_the_work_and_waits_for_it(cells):
    stopped = []

    def work(token):
        late = time.monotonic() + LONGEST
        while not token.words[CANCEL] and time.monotonic() < late:
            pass
        stopped.append(bool(token.words[CANCEL]))

    with pytest.raises(CancelledError):
        run_with_progress(work, lambda share: False, cells)
    assert stopped == [True]


def test_a_walk_on_a_few_cells_can_be_cancelled(monkeypatch):
    monkeypatch.setattr(progress_module, "_POLL_SECONDS", 0.0005)
    asked = []

    def note(share):
        asked.append(share)
        return share == 1

    recipe = Recipe.parse("aldous-broder:64x1:weights=100-1:x")
    with plain(), pytest.raises(CancelledError):
        generate(recipe, progress=note)
    assert len(asked) == 1


@pytest.mark.parametrize("cells", [1, LARGE])
@pytest.mark.parametrize("answer", [False, np.equal(1, 2)])
def test_false_cancels_also_if_it_is_numpys(cells, answer):
    with pytest.raises(CancelledError):
        run_with_progress(lambda token: 7, lambda share: answer, cells)


@pytest.mark.parametrize("answer", [None, True, np.equal(1, 1), 0, 0.0, ""])
def test_nothing_but_false_cancels(answer):
    assert run_with_progress(lambda token: 7, lambda share: answer, LARGE) == 7


def test_results_and_errors_of_the_work_reach_the_caller():
    assert run_with_progress(lambda token: 7, None, LARGE) == 7

    def fail(token):
        raise MemoryError("in the kernel")

    with pytest.raises(MemoryError, match="in the kernel"):
        run_with_progress(fail, lambda share: None, LARGE)


def test_the_work_is_compiled_where_its_caller_is():
    from mazegame.engine.kernels import jit

    def told(token):
        return jit._compiling.get()

    with compiled():
        assert run_with_progress(told, lambda share: None, LARGE) is True
    assert run_with_progress(told, lambda share: None, LARGE) is False


@pytest.mark.parametrize("fails", [False, True])
def test_what_a_call_held_is_free_as_soon_as_it_was_cancelled_or_failed(fails):
    class Buffer:
        pass

    held = []

    def work(token):
        buffer = Buffer()
        held.append(weakref.ref(buffer))
        while not fails:
            token.check()
        raise ValueError("broken")

    gc.collect()
    gc.disable()
    try:
        with pytest.raises(ValueError if fails else CancelledError) as caught:
            run_with_progress(work, lambda _: not held, 1 << 30)
        del caught
        assert held[0]() is None
    finally:
        gc.enable()

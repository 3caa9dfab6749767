"""Generating: progress, cancelling, threads."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from mazegame.engine import ALGORITHMS, Cancelled, Level, Recipe, generate
from mazegame.engine.generate import prepare, run_watched
from mazegame.engine.jit import compiling
from mazegame.engine.site import CANCEL, DONE
from tests.engine.cases import CASES, IDS

LARGE = Recipe("aldous-broder", 700, 700, "long")


def carving_threads():
    return [thread for thread in threading.enumerate() if thread.name == "mazegame-carve"]


def test_progress_rises_from_nothing_to_one_in_the_callers_thread():
    shares, threads = [], set()

    def note(share):
        shares.append(share)
        threads.add(threading.get_ident())

    watched = generate(LARGE, progress=note)
    assert shares == sorted(shares)
    assert shares[0] >= 0
    assert shares[-1] == 1.0
    assert threads == {threading.get_ident()}
    assert watched == generate(LARGE)


def test_progress_is_the_share_of_cells_that_the_kernel_has_finished():
    site = prepare(LARGE)
    shares = []

    def work():
        for quarter in (1, 2, 3):
            site.pulse[DONE] = quarter * 700 * 700 // 4
            for _ in range(10_000_000):
                if quarter / 4 in shares:
                    break

    run_watched(work, site, shares.append)
    assert list(dict.fromkeys(share for share in shares if share)) == [0.25, 0.5, 0.75, 1.0]


@pytest.mark.parametrize(("name", "options"), CASES, ids=IDS)
def test_watching_does_not_change_the_maze(name, options):
    shares = []
    watched = generate(name, 70, 70, "x", progress=shares.append, **options)
    assert watched == generate(name, 70, 70, "x", **options)
    assert shares[-1] == 1.0
    assert all(0 <= share <= 1 for share in shares)


def test_a_small_maze_reports_its_end_only():
    shares = []
    generate("wilson", 9, 9, "x", progress=shares.append)
    assert shares == [1.0]
    with pytest.raises(Cancelled):
        generate("wilson", 9, 9, "x", progress=lambda share: False)


def test_progress_that_returns_false_cancels_and_the_work_has_stopped():
    with pytest.raises(Cancelled):
        generate(LARGE, progress=lambda share: False)
    assert carving_threads() == []


def test_an_error_in_progress_reaches_the_caller_and_the_work_has_stopped():
    def fail(share):
        raise KeyError(share)

    with pytest.raises(KeyError):
        generate(LARGE, progress=fail)
    assert carving_threads() == []


def test_cancelling_asks_the_kernel_and_waits_for_it():
    site = prepare(LARGE)
    seen = []

    def work():
        for done in range(10_000_000):
            if site.pulse[CANCEL]:
                seen.append("stopped")
                return
            site.pulse[DONE] = min(done, 700 * 700)

    with pytest.raises(Cancelled):
        run_watched(work, site, lambda share: False)
    assert seen == ["stopped"]


def test_an_error_in_the_work_reaches_the_caller():
    def work():
        raise MemoryError("in the kernel")

    with pytest.raises(MemoryError, match="in the kernel"):
        run_watched(work, prepare(LARGE), lambda share: None)


def test_a_level_can_be_cancelled_too():
    with pytest.raises(Cancelled):
        Level.of(LARGE, progress=lambda share: False)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_two_threads_make_two_mazes_as_one_thread_does(name):
    recipes = [Recipe(name, 160, 120, f"thread-{i}") for i in range(6)]
    with compiling():
        alone = [generate(recipe) for recipe in recipes]
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(generate, recipes))
    assert together == alone


def test_an_unknown_algorithm_and_an_unknown_option_are_named():
    with pytest.raises(ValueError, match="there is no algorithm 'wilsom': did you mean wilson"):
        generate("wilsom", 4, 4, "x")
    with pytest.raises(ValueError, match="wilson has no option 'loops': it takes build, braid"):
        generate("wilson", 4, 4, "x", loops=3)

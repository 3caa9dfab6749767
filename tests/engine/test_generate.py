"""Generating: progress, threads, what is refused."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from mazegame.engine import ALGORITHMS, Cancelled, Recipe, generate
from mazegame.engine import pulse as pulses
from mazegame.engine.jit import compiling
from tests.engine.cases import CASES, IDS, few

LARGE = Recipe("aldous-broder", *few((700, 700), (110, 110)), "long")


def test_progress_rises_from_nothing_to_one_in_the_callers_thread(monkeypatch):
    monkeypatch.setattr(pulses, "_POLL_SECONDS", 0.0005)
    shares, threads = [], set()

    def note(share):
        shares.append(share)
        threads.add(threading.get_ident())

    watched = generate(LARGE, progress=note)
    assert len(shares) > 3
    assert shares == sorted(shares)
    assert shares[0] >= 0
    assert shares[-1] == 1.0
    assert threads == {threading.get_ident()}
    assert watched == generate(LARGE)


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


@pytest.mark.parametrize("name", ALGORITHMS)
def test_two_threads_make_two_mazes_as_one_thread_does(name):
    recipes = [Recipe(name, *few((160, 120), (50, 40)), f"thread-{i}") for i in range(6)]
    with compiling():
        alone = [generate(recipe) for recipe in recipes]
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(generate, recipes))
    assert together == alone


def test_an_unknown_algorithm_and_an_unknown_option_are_named():
    with pytest.raises(ValueError, match="there is no algorithm 'wilsom': did you mean wilson"):
        generate("wilsom", 4, 4, "x")
    with pytest.raises(ValueError, match="wilson has no option 'loops': it takes build, weights"):
        generate("wilson", 4, 4, "x", loops=3)

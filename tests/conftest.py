"""Settings and hooks for all tests."""

import compileall
import gc
import os
import sys
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# Tests never touch the user's own folders; the compile cache lasts from one run to the next.
os.environ["MAZEGAME_HOME"] = str(Path(__file__).parents[1] / ".pytest_cache" / "home")

# Processes that tests start read compiled modules, as they do where the game is installed.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# Screens are drawn as on a terminal that shows all characters and all colours.
os.environ.update(LC_ALL="C.UTF-8", TERM="xterm-256color", COLORTERM="truecolor")
for name in ("COLUMNS", "LINES", "TEXTUAL_COLOR_SYSTEM"):
    os.environ.pop(name, None)
sys.dont_write_bytecode = False

RARELY = (200_000, 20, 100)
"""When garbage is collected: every app leaves cycles behind, which are large."""

gc.set_threshold(*RARELY)

# The same examples in every run, so that failures can be repeated; more and others on request.
# Long tests take the profile "mazegame"; .ci/run also draws others, with "random".
slow = [HealthCheck.too_slow]
same = {"deadline": None, "database": None, "suppress_health_check": slow}
settings.register_profile("quick", derandomize=True, max_examples=20, **same)
settings.register_profile("mazegame", derandomize=True, max_examples=60, **same)
settings.register_profile("random", derandomize=False, max_examples=60, **same)
settings.register_profile("many", derandomize=False, max_examples=200, **same)
settings.load_profile("quick")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the package's modules once, before all workers would do so at the same time."""
    if not hasattr(config, "workerinput"):
        compileall.compile_dir(Path(__file__).parents[1] / "mazegame", quiet=2, workers=0)
        if kept := os.environ.get("MAZEGAME_TEST_CACHE"):
            use_compile_cache(Path(kept))


def use_compile_cache(kept: Path) -> None:
    """Take the compile cache of this engine and these libraries from a folder that lasts.

    Each has a folder of its own there, since the game keeps a few of them and deletes older ones.
    """
    from mazegame.engine.kernels.kernel_cache import engine_fingerprint

    place = Path(os.environ["MAZEGAME_HOME"]) / "cache"
    if place.exists() and not place.is_symlink():
        return  # a cache of this folder's own
    own = kept.resolve() / engine_fingerprint()
    own.mkdir(parents=True, exist_ok=True)
    os.utime(own)  # says when it was used last
    place.parent.mkdir(parents=True, exist_ok=True)
    place.unlink(missing_ok=True)
    place.symlink_to(own, target_is_directory=True)


LEFT_OUT = ("long", "soak")
"""The marks of cases that the quick tests leave out."""


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem() -> Generator[None, Any, Any]:
    """Report a mark ``variants`` with a wrong name as an error of its file, in any worker."""
    made = yield
    if isinstance(made, list):  # the cases of a test
        for item in made:
            values_of(item)
    return made


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark most cases of tests with the mark ``variants`` as long."""
    mark_variants(items)


def mark_variants(items: Iterable[pytest.Item]) -> None:
    """Mark most cases of each test with the mark ``variants`` as long.

    Without arguments all but the first one; with names of parameters those that have no value of
    these for the first time, so that each value has a quick case. A case that is long by a mark of
    its own is no quick case of its values.
    """
    begun = set()
    for item in items:
        values = values_of(item)
        if values and not any(map(item.get_closest_marker, LEFT_OUT)):
            if values <= begun:
                item.add_marker(pytest.mark.long)
            begun |= values


def values_of(item: pytest.Item) -> set[tuple[str, ...]]:
    """Return what the mark ``variants`` wants quick cases of: the test, or values of it.

    Empty for an item without the mark.
    """
    mark = item.get_closest_marker("variants")
    if mark is None:
        return set()
    test = item.nodeid.partition("[")[0]
    params = item.callspec.params if hasattr(item, "callspec") else {}
    if wrong := [name for name in mark.args if name not in params]:
        raise pytest.Collector.CollectError(
            f"the mark variants of {test} names {', '.join(wrong)}; "
            f"its parameters are: {', '.join(params) or 'none'}"
        )
    return {(test, name, repr(params[name])) for name in mark.args} or {(test,)}


def pytest_runtest_teardown() -> None:
    """Collect garbage as before the test: the game starts, stops and freezes that."""
    gc.unfreeze()
    gc.enable()
    gc.set_threshold(*RARELY)


def pytest_xdist_auto_num_workers() -> int:
    """Return three workers for two processors: tests of screens wait, and each worker collects."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2
    return (3 * processors + 1) // 2


@pytest.fixture
def open_terminal():
    """Return a function that opens the game in a terminal, as ``tests.terminals.Terminal`` does."""
    from tests.terminals import Terminal

    terminals: list[Terminal] = []

    def start(*words: str, **options) -> Terminal:
        terminals.append(Terminal(*words, **options))
        terminals[-1].beside = terminals
        return terminals[-1]

    yield start
    for terminal in terminals:
        terminal.close()

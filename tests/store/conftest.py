"""Fixtures and helpers for tests of the store: temporary folders, and runs to write."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from mazegame.config import BY_NAME, DEFAULTS, Config
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.record import level_key, record_of
from mazegame.game.run import Run, step
from mazegame.store.journal_lines import Heading
from mazegame.store.places import Places
from mazegame.store.store import Store
from mazegame.store.values import Category, FinishedRun, finished_now, new_uid
from tests.game.mazes import Clock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAME_ID = "recursive-backtracker:8x5:kite-7"


@pytest.fixture
def where(tmp_path: Path) -> Places:
    return Places(tmp_path / "data", tmp_path / "settings.toml", tmp_path / "cache")


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def store(where: Places, said: list[str]) -> Iterator[Store]:
    store = Store(said.append, where)
    yield store
    store.close()


def like(config: Config = DEFAULTS, **values: Any) -> Config:
    """Return a config with other values of some settings, by name."""
    for name, value in values.items():
        config = BY_NAME[name].put(config, value)
    return config


@contextlib.contextmanager
def no_superuser() -> Iterator[None]:
    """Enforce file permissions for this thread, and those it starts, even for root."""
    if os.geteuid() != 0:
        yield
        return
    if sys.platform != "linux":
        pytest.skip("the superuser may write anywhere")
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)  # version 3 of the capabilities, this thread
    before = (ctypes.c_uint32 * 6)()
    assert libc.capget(header, before) == 0
    after = (ctypes.c_uint32 * 6)(*before)
    after[0] &= ~0b110  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH
    assert libc.capset(header, after) == 0
    try:
        yield
    finally:
        assert libc.capset(header, before) == 0


@contextlib.contextmanager
def only_readable(folder: Path) -> Iterator[None]:
    """Make a folder read-only within this block."""
    if not hasattr(os, "geteuid"):
        pytest.skip("needs rights")
    paths = [folder, *folder.rglob("*")]
    for path in paths:
        path.chmod(0o500 if path.is_dir() else 0o400)
    try:
        with no_superuser():
            yield
    finally:
        for path in paths:
            if path.exists():
                path.chmod(0o700 if path.is_dir() else 0o600)


def walked(
    level: Level | str = GAME_ID,
    *,
    short: int = 0,
    detours: int = 0,
    pace: float = 0.1,
    clock: Clock | None = None,
) -> Run:
    """Return a run: steps to and fro, then the shortest path without its last steps."""
    if isinstance(level, str):
        level = Level.of(Recipe.parse(level))
    clock = clock or Clock()
    run = Run(level, clock)
    path = level.path_from(level.start)
    first = Direction.between(*path[:2])
    to_and_fro = [first, first.opposite] * detours
    ahead = [Direction.between(here, there) for here, there in pairwise(path)]
    for direction in (*to_and_fro, *ahead[: len(ahead) - short]):
        step(run, direction)
        clock.now += pace
    return run


def played(run: Run | None = None, *, rules: str = "open", **values: Any) -> FinishedRun:
    """Return a finished run for the score book."""
    run = run or walked()
    return finished_now(
        FinishedRun(
            values.pop("uid", "") or new_uid(),
            record_of(run),
            Category.of(run.level, rules),
            run.level.dist_min,
            **values,
        )
    )


def heading_of(run: Run, **values: Any) -> Heading:
    """Return the heading of a run's journal."""
    category = Category.of(run.level, values.pop("rules", "open"))
    values = {"uid": new_uid(), "level": level_key(run.level), **values}
    return Heading(category=category, dist_min=run.level.dist_min, **values)


def key_of(run: Run) -> str:
    return level_key(run.level)

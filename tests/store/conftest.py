"""Fixtures and helpers for tests of the store: temporary folders, and runs to write."""

import contextlib
import ctypes
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mazegame.config import BY_NAME, DEFAULTS, Config
from mazegame.engine import Level
from mazegame.game.career.statistics import RivalResult
from mazegame.game.match import Match, Series
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.race_choice import GHOST
from mazegame.game.racing.racer import Walk
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.racing.rivals import rivals_of
from mazegame.game.recording.record import level_key, record_of
from mazegame.game.rules import Rules
from mazegame.game.run import Run
from mazegame.store.book.book import ScoreBook
from mazegame.store.places import Places, places
from mazegame.store.records import Category, FinishedRun, Heading, new_uid, now_ms, today
from mazegame.store.store import Store
from tests.game.mazes import walked
from tests.waiting import LONGEST

if TYPE_CHECKING:
    from tests.store.players import Players

HEADING = frozenset({"uid", "origin", "series", "maze", "name", "began"})
"""What ``played`` takes for the heading of a run."""


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


@pytest.fixture
def book(where: Places) -> Iterator[ScoreBook]:
    with contextlib.closing(ScoreBook(where.scores, busy_seconds=0.05)) as book:
        yield book


@pytest.fixture
def killed(store: Store, where: Places, said: list[str]) -> Iterator[Callable[[], Store]]:
    """Return a function that returns the store of the next start, after a kill at that moment.

    It has a copy of what the files hold then, which no process has locked.
    """
    with contextlib.ExitStack() as stack:

        def kill() -> Store:
            settle(store)
            home = where.data.with_name("after the kill")
            if where.data.exists():
                shutil.copytree(where.data, home)
            again = Store(said.append, Places(home, where.settings, where.cache))
            stack.callback(again.close)
            return again

        yield kill


@pytest.fixture
def players() -> "Iterator[Players]":
    from tests.store.players import Players

    players = Players()
    yield players
    players.end()


def settle(store: Store) -> None:
    """Wait until all reports are written."""
    for worker in (store._writer, store._book._worker, store._writer):
        worker.do(lambda: None).result(LONGEST)


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


ODD_HOMES = ("a long name", "no working directory", "a file", "not searchable")
"""Kinds of homes in which nothing can be kept."""


@contextlib.contextmanager
def odd_home(kind: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make a home of one of ``ODD_HOMES`` the player's within this block."""
    monkeypatch.setenv("MAZEGAME_HOME", str(home))
    with contextlib.ExitStack() as stack:
        match kind:
            case "a long name":
                monkeypatch.setenv("MAZEGAME_HOME", str(home.with_name("h" * 300)))
            case "no working directory":
                home.mkdir()
                monkeypatch.chdir(home)
                home.rmdir()
                monkeypatch.setenv("MAZEGAME_HOME", "here")
            case "a file":
                home.touch()
            case _:
                home.mkdir()
                home.chmod(0)
                stack.callback(home.chmod, 0o700)
                stack.enter_context(no_superuser())
        yield


def played(run: Run | None = None, *, rules: str = "open", **values: Any) -> FinishedRun:
    """Return a finished run for the score book."""
    run = run or walked()
    named = {name: values.pop(name) for name in values.keys() & HEADING}
    values = {"done": now_ms(), "day": today(), **values}
    heading = heading_of(run, **{"uid": new_uid(), "rules": rules, **named})
    return FinishedRun(heading, record_of(run), rules, **values)


@dataclass(frozen=True)
class Named(Series):
    """A series of which only the key counts."""

    named: str

    @property
    def key(self) -> str:
        return self.named


def match_named(
    level: Level,
    rivals: tuple[str, ...] = (),
    ghost: Walk | None = None,
    *,
    rules: str = "open",
    series: str = "",
) -> Match:
    """Return a match whose parts have keys as in a journal."""
    names = tuple(name for name in rivals if name != GHOST)
    match = free_play(level, Rules.from_key(rules), rivals_of(level, names, None))
    walks = () if ghost is None else (GhostWalk(bytes(ghost.moves), ghost.times),)
    return replace(match, series=Named(series), rivals=(*match.rivals, *walks))


def leave_behind(run: Run, **options: Any) -> None:
    """Write the journal of a run in the player's home, as a game that ends on the way does."""
    store = Store(print)
    store.begin(run, match_named(run.level, **options))
    store.close()


def finish_game(run: Run, *rivals: RivalResult, **options: Any) -> None:
    """Put a finished run into the score book in the player's home, as a game does."""
    store = Store(print)
    store.begin(run, match_named(run.level, **options))
    store.finish(run, rivals).ranking.result(LONGEST)
    store.close()


def in_the_book(*runs: Run | FinishedRun) -> list[bool]:
    """Add finished runs to the score book in the player's home; return which are ranked."""
    with contextlib.closing(ScoreBook(places().scores)) as book:
        return [book.add(played(run) if isinstance(run, Run) else run).ranked for run in runs]


def heading_of(run: Run, **values: Any) -> Heading:
    """Return the heading of a run's journal."""
    category = Category.of(run.level, values.pop("rules", "open"))
    values = {"uid": new_uid(), "level": level_key(run.level), **values}
    return Heading(category=category, dist_min=run.level.dist_min, **values)

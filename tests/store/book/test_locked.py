"""A score book that other programs lock again and again, and for long, loses nothing."""

import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

import pytest

from mazegame.store.book.book import BUSY_SECONDS, ScoreBook
from tests.programs import start_python

RUNS = 50

WRITER = f"""
import sys, time
from pathlib import Path
from mazegame.store.places import Places
from mazegame.store.store import KEEP_SECONDS, Store
from tests.game.mazes import walked
home = Path(sys.argv[1])
store = Store(print, Places(home, home / "s", home))
rankings = []
for number in range({RUNS}):
    run = walked(f"recursive-backtracker:8x5:{{sys.argv[2]}}-{{number}}")
    store.begin(run)
    rankings.append(store.finish(run).ranking)
while not all(ranking.done() for ranking in rankings):
    store.keep()
    time.sleep(KEEP_SECONDS)
store.close()
"""
"""A game that finishes one run after the other, and goes on until the book has all of them."""


def writer(home: Path, name: str) -> subprocess.Popen[str]:
    return start_python("-c", WRITER, home, name, stderr=subprocess.STDOUT, text=True)


@pytest.mark.long
def test_two_games_keep_every_run_while_another_program_locks_their_book(where):
    where.data.mkdir(parents=True)
    ScoreBook(where.scores).close()
    end = time.monotonic() + 60
    with closing(sqlite3.connect(where.scores, timeout=600, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        games = [writer(where.data, name) for name in ("one", "two")]
        for number in range(1000):
            # Sometimes for longer than SQLite waits.
            time.sleep(BUSY_SECONDS + 1 if number % 5 == 0 else 0.2)
            other.execute("ROLLBACK")
            if time.monotonic() > end:
                break
            other.execute("BEGIN EXCLUSIVE")
        said = [game.communicate()[0] for game in games]
    assert [game.returncode for game in games] == [0, 0], said
    assert list(where.running.glob("*.run")) == []
    with closing(ScoreBook(where.scores)) as book:
        assert book.count() == 2 * RUNS
        assert book.is_whole()

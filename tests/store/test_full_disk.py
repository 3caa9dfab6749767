"""On a disk that takes no more, what was played stays where it is and can be read."""

import errno
import sqlite3
import sys
from contextlib import closing

import pytest

from mazegame.config import DEFAULTS, FormState
from mazegame.store.book import schema
from mazegame.store.book.book import ScoreBook
from mazegame.store.book.errors import DamagedError, ScoreBookError
from mazegame.store.journal.journal import read_abandoned
from mazegame.store.quiz_record import QuizRecord, write_quiz_record
from mazegame.store.settings.form import write_form
from mazegame.store.settings.settings import reset_settings, write_settings
from tests.game.mazes import walked
from tests.programs import run_code
from tests.store.conftest import like, played
from tests.waiting import LONGEST

GAMES = """
import resource, signal, sys
from pathlib import Path
from mazegame.store.places import Places
from mazegame.store.store import Store
from tests.game.mazes import walked
home = Path({home!r})
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
for number, size in enumerate({sizes}):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    said = []
    store = Store(said.append, Places(home, home / "settings.toml", home))
    store.recover().result()
    run = walked(f"recursive-backtracker:8x5:full-{{number}}")
    store.begin(run)
    store.finish(run).durable.wait()
    print(size, store.query_after_writes(lambda book: book.overview().runs), len(store.unkept))
    store.close()
    assert all("cannot be written" in line or "cannot write" in line for line in said), said
    assert said or size > 50_000, size
"""
"""Games, one after the other, each with a limit on the size of files; a run is finished in each."""

SIZES = (1, 500, 4096, 9000, 16_384, 30_000, 33_000, 40_000, 60_000)
"""Limits, in bytes: below a journal, a page, the write-ahead file, the file beside it, the book."""


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits on the size of files")
def test_games_on_a_full_disk_hide_and_lose_nothing(tmp_path):
    home = tmp_path / "home"
    with closing(ScoreBook(home / "scores.sqlite3")) as book:
        for number in range(12):
            book.add(played(walked(f"wilson:8x5:before-{number}")))
    out = run_code(GAMES.format(home=str(home), sizes=SIZES))
    lines = [[*map(int, line.split())] for line in out.splitlines()]
    assert [line[0] for line in lines] == [*SIZES]
    assert all(runs >= 12 for _, runs, _ in lines), lines
    unkept = sum(line[2] for line in lines)
    assert unkept <= 2, "only where not even a journal has room"
    run_code(GAMES.format(home=str(home), sizes=(1 << 30,)))
    with closing(ScoreBook(home / "scores.sqlite3")) as book:
        assert book.is_whole()
        assert len({row.level for row in book.played()}) >= 12 + len(SIZES) - unkept
    names = {path.name for path in home.iterdir()}
    assert names == {"scores.sqlite3", "running"}
    left, problems = read_abandoned(home / "running")
    assert (problems, [saved.finished for saved in left]) == ([], [None] * len(left))
    assert len(left) <= unkept, "whose journals took some of their steps"


CORRUPT = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}

CODES = {
    getattr(sqlite3, name)
    for name in dir(sqlite3)
    if name.startswith("SQLITE_") and isinstance(getattr(sqlite3, name), int)
} & set(range(1, 27))
"""SQLite's primary error codes."""


def failing(code):
    """Return what raises an error of SQLite's with a code."""
    error = sqlite3.DatabaseError if code in CORRUPT else sqlite3.OperationalError

    def fail(*_):
        raised = error("as said")
        raised.sqlite_errorcode = code
        raise raised

    return fail


@pytest.mark.parametrize("code", sorted(CODES))
def test_no_error_of_sqlite_moves_a_book_that_it_finds_whole(store, where, said, monkeypatch, code):
    run = walked("wilson:8x5:before")
    store.finish(run).ranking.result(LONGEST)
    store._book._worker.do(store._book._close).result(LONGEST)
    monkeypatch.setattr(schema, "check", failing(code))
    with pytest.raises(ScoreBookError) as caught:
        store.query_after_writes(lambda book: book.count())
    assert isinstance(caught.value, DamagedError) is (code in CORRUPT)
    later = store.finish(walked("wilson:8x5:later"))
    assert later.durable.wait(LONGEST)
    with pytest.raises(ScoreBookError):
        store.query_after_writes(lambda book: book.count())
    assert store.unkept == []
    assert len(list(where.running.glob("*.run"))) == 1
    assert list(where.data.glob("*damaged*")) == []
    assert any("kept until they can be written" in line for line in said)
    monkeypatch.undo()
    store.keep()
    later.ranking.result(LONGEST)
    assert store.query(lambda book: book.count()).result(LONGEST) == 2


@pytest.mark.parametrize(
    "error", [OSError(5, "a bad block"), MemoryError(), sqlite3.InterfaceError()]
)
def test_other_errors_move_no_book_and_drop_no_run(store, where, monkeypatch, error):
    store.finish(walked("wilson:8x5:before")).ranking.result(LONGEST)
    store._book._worker.do(store._book._close).result(LONGEST)

    def fail(*_):
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(schema, "check", fail)
        later = store.finish(walked("wilson:8x5:later"))
        with pytest.raises(ScoreBookError):
            store.query_after_writes(lambda book: book.count())
    store.keep()
    later.ranking.result(LONGEST)
    assert store.query(lambda book: book.count()).result(LONGEST) == 2
    assert list(where.data.glob("*damaged*")) == []


@pytest.fixture
def full(monkeypatch):
    """Nothing can be written whole, but files can be renamed."""

    def fail(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("mazegame.store.places.replacing", fail)


WRITERS = {
    "settings.toml": lambda path: write_settings(path, like(DEFAULTS, fog=True)),
    "choices.json": lambda path: write_form(path, FormState()),
    "quiz.json": lambda path: write_quiz_record(path, QuizRecord()),
}


@pytest.mark.usefixtures("full")
@pytest.mark.parametrize("name", WRITERS)
@pytest.mark.parametrize("content", [b"\xff\xfe damaged", b"{", b"= 1\n[["])
def test_a_damaged_file_stays_if_no_other_can_be_written(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    path.chmod(0o640)
    with pytest.raises(OSError, match="No space left"):
        WRITERS[name](path)
    assert path.read_bytes() == content
    assert path.stat().st_mode & 0o777 == 0o640
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.usefixtures("full")
def test_the_settings_stay_if_no_others_can_be_written(tmp_path):
    path = tmp_path / "settings.toml"
    path.write_text("fog = true\n")
    with pytest.raises(OSError, match="No space left"):
        reset_settings(path)
    assert path.read_text() == "fog = true\n"
    assert [*tmp_path.iterdir()] == [path]

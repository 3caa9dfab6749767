"""A sound score book that was set aside is found, and its runs are taken back."""

from contextlib import ExitStack, closing
from dataclasses import replace
from random import Random

import pytest

from mazegame.game.career.habits import habits
from mazegame.game.career.statistics import RivalResult
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.store.book import schema
from mazegame.store.book.book import ScoreBook
from mazegame.store.book.errors import ScoreBookError, UnwritableError
from mazegame.store.book.merging import BookAside, books_aside, take_back
from tests.game.mazes import walked
from tests.store.conftest import played

DAY_MS = 86_400_000
FIRST_MS = 20_500 * DAY_MS + 3_600_000
"""An hour of 2026-02-16, UTC."""

LEVELS = [f"wilson:8x6:k{number}" for number in range(3)] + ["kruskal:8x6:one"]

TABLES = {
    "categories": "design, cols, rows, rules, runs, ranked, perfect, round(efficiency, 6),"
    " best_score, round(best_pace, 6)",
    "mazes": "level, first, shown, runs, best_score, best_ms",
    "runs": "runs.id, uid, design, level, maze, runs.ranked, shown, steps, dist_min, ms, hints,"
    " score, stars, medal, series, done, day",
    "dailies": "date, walk, began, late, run",
    "walks": "*",
    "rivals": "*",
    "ghosts": "*",
    "races": "*",
    "habits": "*",
}
"""What is compared of each table: no numbers of categories, and no steps of walks that are not
finished, since a book knows those of its own first walks alone."""


def content(book):
    """All that a book says, with the numbers of its runs in their order."""
    found = {}
    for table, columns in TABLES.items():
        joined = " JOIN categories AS c ON c.id = category" if table == "runs" else ""
        rows = book._base.execute(f"SELECT {columns} FROM {table}{joined}")
        found[table] = sorted(rows.fetchall(), key=repr)
    return found


def note_any(book, random, number, walks):
    """Note a walk, a look at a path or a finished run, as games do."""
    level = random.choice(LEVELS)
    began = FIRST_MS + number // 3 * DAY_MS
    series = random.choice(["", "", f"daily:2026-02-{16 + number // 3:02}", "duel:1-0:left"])
    uid = f"{number:032x}"
    before = random.choice([None, None, *walks.get(level, [])])
    walk = before or uid
    walks.setdefault(level, []).append(walk)
    kind = random.randrange(8)
    if kind == 0:
        book.note_shown(level)
        return
    if before:
        book.note_resumed(level, walk, 3 + number)  # from its last step
    book.note_walk(level, walk, 3 + number, series=series, began=began)
    if kind > 3:
        return
    reading = random.choice([None, 1.0, 5.0])
    run = walked(level, detours=random.choice([0, 0, 2, 4]), reading=reading)
    run.hints = random.choice([0, 0, 1])
    rivals = (RivalResult("tremaux", 8.0, 9000, won=True),) * (kind == 1)
    ghost = GhostWalk.of(walked(level)) if kind == 2 else None
    origin = before or ""
    rules = "open" if reading is None else "reveal"
    entry = played(run, rules=rules, uid=uid, origin=origin, series=series, began=began,
                   rivals=rivals, habits=habits(run), ghost=ghost, medal="gold")  # fmt: skip
    book.add(replace(entry, done=began, day=735_000 + number))


@pytest.mark.parametrize("seed", range(25))
def test_two_books_become_the_one_that_all_runs_would_have_made(tmp_path, seed):
    paths = tmp_path / "scores.sqlite3.damaged-1", tmp_path / "scores.sqlite3"
    with ExitStack() as stack:
        one = stack.enter_context(closing(ScoreBook(tmp_path / "one.sqlite3")))
        old, now = (stack.enter_context(closing(ScoreBook(path))) for path in paths)
        random, walks = Random(seed), {}
        for number in range(30):
            if number == 17:
                walks = {}
            for book in (one, old if number < 17 else now):
                state = random.getstate()
                known = {level: [*names] for level, names in walks.items()}
                note_any(book, random, number, known)
                if book is one:
                    random.setstate(state)
            walks = known
        missing = old.count()
        old.close()
        assert take_back(now, paths[0]) == missing
        assert content(now) == content(one)
        assert now.is_whole()
        assert now._base.execute("PRAGMA foreign_key_check").fetchall() == []
        assert [path.name for path in sorted(tmp_path.glob("*.taken-back-1"))] == [
            "scores.sqlite3.damaged-1.taken-back-1"
        ]


def test_a_walk_of_both_books_stays_the_ranked_try(tmp_path):
    path, old = tmp_path / "scores.sqlite3", tmp_path / "scores.sqlite3.damaged-1"
    series, level = "daily:2026-02-16", LEVELS[0]
    with closing(ScoreBook(old)) as book:
        book.note_walk(level, "w", 5, series=series, began=FIRST_MS)
    with closing(ScoreBook(path)) as book:
        run = played(walked(level), uid="u", origin="w", series=series, began=FIRST_MS)
        assert book.add(run).ranked
        take_back(book, old)
        assert [row.ranked for row in book.played()] == [True]
        assert content(book)["dailies"] == [("2026-02-16", "w", FIRST_MS, 0, 1)]


@pytest.fixture
def books(tmp_path):
    """The book of now with a run, and two that were set aside with two runs and three."""
    for number, runs in ((1, 2), (2, 3)):
        with closing(ScoreBook(tmp_path / f"scores.sqlite3.damaged-{number}")) as book:
            for run in range(runs):
                book.add(played(walked(f"wilson:8x6:k{number}{run}")))
    with closing(ScoreBook(tmp_path / "scores.sqlite3")) as book:
        book.add(played(walked("wilson:8x6:now")))
        yield book


def aside(book, number):
    return book.path.with_name(f"scores.sqlite3.damaged-{number}")


def test_only_sound_books_with_runs_that_are_missing_are_found(books):
    aside(books, 3).write_bytes(b"x" * 5000)
    aside(books, 4).touch()
    books.path.with_name("scores.sqlite3.damaged-1.taken-back-1").write_bytes(b"")
    assert books_aside(books) == [BookAside(aside(books, 2), 3), BookAside(aside(books, 1), 2)]
    take_back(books, aside(books, 2))
    assert books_aside(books) == [BookAside(aside(books, 1), 2)]
    take_back(books, aside(books, 1))
    assert books_aside(books) == []
    assert books.count() == 6
    levels = [row.level[-3:] for row in books.overview(history=9).history]
    assert levels == ["now", "k22", "k21", "k20", "k11", "k10"]


@pytest.mark.parametrize(
    "last",
    ["SELECT nothing FROM nowhere", "UPDATE main.walks SET run = run + 99"],
    ids=["at the last step", "at the end of the transaction"],
)
def test_what_fails_on_the_way_changes_nothing(books, monkeypatch, last):
    before = content(books)
    steps = (*schema.statements("merging.sql"), last)
    monkeypatch.setattr(schema, "statements", lambda _: steps)
    with pytest.raises(ScoreBookError):
        take_back(books, aside(books, 1))
    assert content(books) == before
    assert aside(books, 1).exists()
    monkeypatch.undo()
    assert take_back(books, aside(books, 1)) == 2


def test_a_full_disk_leaves_both_books_as_they_are(books):
    before = content(books)
    pages = books._base.execute("PRAGMA page_count").fetchone()[0]
    books._base.execute(f"PRAGMA max_page_count = {pages}")
    with closing(ScoreBook(aside(books, 1))) as old:
        for number in range(100):
            old.add(played(walked(f"wilson:8x6:more-{number}")))
    with pytest.raises(UnwritableError, match="the disk is full"):
        take_back(books, aside(books, 1))
    books._base.execute("PRAGMA max_page_count = 100000")
    assert content(books) == before
    assert books.is_whole()
    assert take_back(books, aside(books, 1)) == 102


def test_a_damaged_book_is_not_taken(books):
    data = aside(books, 1).read_bytes()
    aside(books, 1).write_bytes(data[: len(data) // 2])
    with pytest.raises(ScoreBookError):
        take_back(books, aside(books, 1))
    assert books.count() == 1

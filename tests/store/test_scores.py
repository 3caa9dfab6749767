import contextlib
import datetime as dt
import sqlite3
import threading
from dataclasses import replace

import pytest

from mazegame.store import scores as book
from mazegame.store.scores import (
    MIGRATIONS,
    VERSION,
    Best,
    Damaged,
    Locked,
    Newer,
    Scores,
    ScoresProblem,
    Unwritable,
    days_in_a_row,
    longest_row,
    set_scores_aside,
    today,
)
from tests.game.mazes import forked
from tests.store.conftest import GAME_ID, only_readable, played, walked


@pytest.fixture
def path(tmp_path):
    return tmp_path / "folder" / "scores.sqlite3"


@pytest.fixture
def scores(path):
    scores = Scores(path, busy_seconds=0.05)
    yield scores
    scores.close()


def add_many(scores):
    for _ in range(100):
        scores.add(played())


def columns(path):
    base = sqlite3.connect(path)
    try:
        return base.execute("SELECT * FROM runs JOIN walks ON run = id").fetchall()
    finally:
        base.close()


class TestWriting:
    def test_everything_about_a_run_is_written_down(self, scores, path):
        run = walked(detours=1)
        run.hints = 2
        entry = played(run, mode="fog", pace=8.0, won=False)
        scores.add(entry)
        ((_, *row),) = columns(path)
        del row[-3:]  # the walk
        assert row == [
            entry.uid, GAME_ID, "recursive-backtracker", 6, 4, "fog", 8.0, 0,
            run.steps, run.level.dist_min, round(run.stopwatch.seconds * 1000), 2, 0,
            run.result.score, run.result.stars, entry.done, today(), "",
        ]  # fmt: skip
        assert abs(entry.done / 1000 - dt.datetime.now(dt.UTC).timestamp()) < 60

    def test_the_walk_comes_back(self, scores):
        entry = played(walked(detours=3))
        scores.add(entry)
        assert scores.walk(1) == replace(entry.record, seconds=round(entry.record.seconds, 3))
        with pytest.raises(ScoresProblem, match="not there"):
            scores.walk(2)

    def test_the_same_run_is_written_once(self, scores):
        entry = played()
        scores.add(entry)
        scores.add(entry)
        assert scores.count() == 1
        assert scores.overview().kinds[0].runs == 1

    def test_a_loaded_maze_is_written_by_its_hash(self, scores):
        entry = played(walked(forked()), maze="forked")
        scores.add(entry)
        line = scores.history(1)[0]
        assert line.level.startswith("maze:")
        assert line.algorithm == "loaded"
        assert line.name == "forked"

    def test_the_file_is_in_write_ahead_mode_and_has_its_version(self, scores, path):
        base = sqlite3.connect(path)
        assert base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert base.execute("PRAGMA user_version").fetchone() == (VERSION,)
        base.close()
        full = 2
        assert scores._base.execute("PRAGMA synchronous").fetchone() == (full,)

    def test_two_books_at_once_lose_nothing(self, path):
        def play(number: int) -> None:
            scores = Scores(path)
            for _ in range(25):
                scores.add(entries[number].pop())
            scores.close()

        entries = [[played() for _ in range(25)] for _ in range(4)]
        threads = [threading.Thread(target=play, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        scores = Scores(path)
        assert scores.count() == 100
        assert scores.whole()
        scores.close()


class TestStanding:
    def test_the_first_run_has_none_before_it(self, scores):
        standing = scores.add(played())
        assert (standing.kind, standing.level) == (None, None)

    def test_the_best_before_it_is_the_one_with_the_most_points_then_the_fastest(self, scores):
        scores.add(played(walked(detours=2)))
        slow = played(walked(pace=0.5))
        fast = played(walked(pace=0.2))
        scores.add(slow)
        scores.add(fast)
        standing = scores.add(played(walked(detours=1)))
        assert standing.kind == standing.level == Best(1000, fast.ms)

    def test_other_kinds_do_not_count(self, scores):
        scores.add(played(walked("wilson:6x4:a")))
        scores.add(played(walked("recursive-backtracker:6x5:a")))
        scores.add(played(mode="fog"))
        assert scores.add(played()).kind is None
        other = scores.add(played(walked("recursive-backtracker:6x4:other")))
        assert other.kind is not None
        assert other.level is None

    def test_a_run_that_was_helped_is_no_best(self, scores):
        run = walked()
        run.assisted = True
        scores.add(played(run))
        assert scores.add(played()).kind is None
        assert scores.overview().kinds[0].runs == 1

    def test_the_best_walk_of_a_level_can_be_raced(self, scores):
        assert scores.best_walk(GAME_ID) is None
        scores.add(played(walked(detours=1)))
        best = played()
        scores.add(best)
        assert scores.best_walk(GAME_ID).moves == best.record.moves


class TestOverview:
    def test_an_empty_book(self, scores):
        overview = scores.overview()
        assert (overview.runs, overview.kinds, overview.history) == (0, (), ())
        assert overview.days_in_a_row == overview.longest_row == 0

    def test_bests_textures_and_paces(self, scores):
        for entry in (
            played(walked(detours=1), pace=8.0, won=True),
            played(walked(), pace=8.0, won=False),
            played(walked(), pace=4.0, won=True),
            played(walked("wilson:6x4:a", detours=5)),
        ):
            scores.add(entry)
        overview = scores.overview()
        assert overview.runs == 4
        assert [(k.algorithm, k.runs, k.best.score) for k in overview.kinds] == [
            ("recursive-backtracker", 3, 1000),
            ("wilson", 1, scores.history(1)[0].score),
        ]
        assert [name for name, _, _ in overview.textures] == ["recursive-backtracker", "wilson"]
        dist_min = walked().level.dist_min
        assert overview.textures[0][2] == pytest.approx((2 + dist_min / (dist_min + 2)) / 3)
        assert overview.paces == ((4.0, 1, 1), (8.0, 2, 1))
        assert overview.days_in_a_row == overview.longest_row == 1

    def test_what_is_counted_as_it_comes_is_what_counting_finds(self, scores):
        for number in range(60):
            run = walked(
                f"{('wilson', 'kruskal')[number % 2]}:6x{4 + number % 3}:k{number}",
                detours=number % 4,
                pace=0.1 + number % 7 / 100,
            )
            run.assisted = number % 5 == 0
            pace = (None, 4.0, 8.0)[number % 3]
            scores.add(
                played(run, mode=("open", "fog")[number % 4 // 2], pace=pace, won=number < 30)
            )
        overview = scores.overview()
        lines = scores.history(1000)
        assert overview.runs == len(lines) == 60
        for kind in overview.kinds:
            same = [
                (-line.score, line.ms)
                for line in lines
                if (line.algorithm, line.cols, line.rows, line.mode)
                == (kind.algorithm, kind.cols, kind.rows, kind.mode)
                and not line.assisted
            ]
            assert (-kind.best.score, kind.best.ms) == min(same)
            assert kind.runs == len(same)
            assert kind.perfect == sum(score == -1000 for score, _ in same)
        for name, runs, efficiency in overview.textures:
            shares = [
                line.efficiency for line in lines if line.algorithm == name and not line.assisted
            ]
            assert runs == len(shares)
            assert efficiency == pytest.approx(sum(shares) / len(shares))
        for pace, races, won in overview.paces:
            assert races == sum(line.pace == pace for line in lines) == 20
            assert won == sum(line.pace == pace and bool(line.won) for line in lines)

    def test_the_latest_run_comes_first_whatever_the_clock_said(self, scores):
        scores.add(replace(played(), done=2_000_000_000_000, day=today() + 400))
        scores.add(played(walked("wilson:6x4:a")))
        assert [line.algorithm for line in scores.history(9)] == ["wilson", "recursive-backtracker"]
        assert scores.overview().days_in_a_row == 1

    def test_every_day_is_seen_once(self, scores):
        for day in (10, 10, 10, 11, 12, 14, 14):
            scores.add(replace(played(), day=day))
        overview = scores.overview(day=15)
        assert (overview.days_in_a_row, overview.longest_row) == (1, 3)


@pytest.mark.parametrize(
    ("days", "day", "row", "longest"),
    [
        ([], 10, 0, 0),
        ([10], 10, 1, 1),
        ([9], 10, 1, 1),
        ([8], 10, 0, 1),
        ([10, 9, 8, 6], 10, 3, 3),
        ([9, 8], 10, 2, 2),
        ([500, 10, 9], 10, 2, 2),
        ([500, 499, 498, 10], 11, 1, 3),
    ],
)
def test_days_in_a_row(days, day, row, longest):
    assert days_in_a_row(days, day) == row
    assert longest_row(days) == longest


class TestTrouble:
    def test_a_locked_book_says_so(self, scores, path):
        other = sqlite3.connect(path)
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Locked, match="locked by another program"):
            scores.add(played())
        other.rollback()
        other.close()
        scores.add(played())
        assert scores.count() == 1

    @pytest.mark.parametrize("version", [VERSION + 1, 900])
    def test_a_newer_book_is_left_as_it_is(self, scores, path, version):
        scores.add(played())
        scores._base.execute(f"PRAGMA user_version = {version}")
        scores.close()
        before = path.read_bytes()
        with pytest.raises(Newer, match="of a newer mazegame: they are left as they are"):
            Scores(path)
        assert path.read_bytes() == before
        assert [p.name for p in path.parent.iterdir()] == [path.name]

    def test_a_newer_version_that_is_still_in_the_write_ahead_file_is_seen(self, scores, path):
        scores._base.execute(f"PRAGMA user_version = {VERSION + 1}")
        with pytest.raises(Newer):
            Scores(path)

    @pytest.mark.parametrize(
        "content",
        [
            b"hello, this is no database at all, but it is long enough to look at" * 40,
            b"SQLite format 3\0" + bytes(range(256)) * 30,
            b"SQLite format 3\0",
        ],
    )
    def test_what_is_no_book_is_damaged(self, path, content):
        path.parent.mkdir()
        path.write_bytes(content)
        with pytest.raises(Damaged, match="are damaged"):
            Scores(path)
        assert path.read_bytes() == content

    def test_another_programs_database_is_not_taken_for_ours(self, path):
        path.parent.mkdir()
        base = sqlite3.connect(path)
        base.execute(f"PRAGMA user_version = {VERSION}")
        base.execute("CREATE TABLE things (a)")
        base.close()
        with pytest.raises(Damaged, match="there is no trigger count_race"):
            Scores(path)

    def test_a_page_that_is_overwritten_is_found_when_it_is_read(self, scores, path):
        for _ in range(300):
            scores.add(played())
        scores.close()
        data = bytearray(path.read_bytes())
        for page in range(4096, len(data), 4096):
            data[page : page + 200] = b"\xaa" * 200
        path.write_bytes(data)
        with pytest.raises(Damaged), contextlib.closing(Scores(path)) as damaged:
            damaged.overview()

    def test_a_damaged_book_is_set_aside_and_never_deleted(self, path):
        path.parent.mkdir()
        path.write_bytes(b"x" * 5000)
        path.with_name(path.name + "-wal").write_bytes(b"wal")
        assert set_scores_aside(path) == path.with_name("scores.sqlite3.damaged-1")
        assert path.with_name("scores.sqlite3.damaged-1").read_bytes() == b"x" * 5000
        assert path.with_name("scores.sqlite3.damaged-1-wal").read_bytes() == b"wal"
        assert not path.exists()

    def test_a_sound_book_is_not_set_aside(self, scores, path):
        scores.add(played())
        assert set_scores_aside(path) is None
        assert path.exists()

    def test_a_full_disk_is_told_and_the_book_stays_whole(self, scores):
        scores.add(played())
        pages = scores._base.execute("PRAGMA page_count").fetchone()[0]
        scores._base.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(Unwritable, match="the disk is full"):
            add_many(scores)
        scores._base.execute("PRAGMA max_page_count = 100000")
        before = scores.count()
        scores.add(played())
        assert scores.count() == before + 1
        assert scores.whole()

    def test_a_book_that_cannot_be_written_is_told(self, scores):
        scores._base.execute("PRAGMA query_only = ON")
        with pytest.raises(Unwritable, match="cannot be written"):
            scores.add(played())

    def test_a_folder_that_cannot_be_is_told(self, tmp_path):
        (tmp_path / "file").touch()
        with pytest.raises(Unwritable, match=r"cannot be written: (Not a directory|File exists)"):
            Scores(tmp_path / "file" / "scores.sqlite3")

    def test_a_read_only_book_can_be_read_and_says_what_it_is(self, scores, path):
        entry = played(walked(detours=1))
        scores.add(entry)
        scores.close()
        with only_readable(path.parent), contextlib.closing(Scores(path)) as book_:
            assert book_.read_only
            assert book_.overview().runs == 1
            assert book_.walk(1).moves == entry.record.moves
            with pytest.raises(Unwritable, match="can only be read"):
                book_.add(played())
            assert len(list(path.parent.iterdir())) == 1

    def test_an_older_read_only_book_can_be_read_too(self, path):
        old_book(path, 1, [played(), played(walked("wilson:6x4:a"))])
        with only_readable(path.parent), contextlib.closing(Scores(path)) as book_:
            assert book_.read_only
            assert [line.name for line in book_.history(9)] == ["wilson:6x4:a", GAME_ID]
            assert len(book_.overview().kinds) == 2
        base = sqlite3.connect(path)
        assert base.execute("PRAGMA user_version").fetchone() == (1,)
        base.close()

    def test_a_read_only_folder_without_a_book_has_an_empty_one(self, tmp_path):
        for path in (tmp_path / "scores.sqlite3", tmp_path / "folder" / "scores.sqlite3"):
            with only_readable(tmp_path), contextlib.closing(Scores(path)) as book_:
                assert book_.read_only
                assert (book_.overview().runs, book_.history(9)) == (0, ())
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("version", range(1, VERSION + 1))
    @pytest.mark.parametrize(
        ("what", "word"),
        [
            ("TABLE kinds", "table kinds"),
            ("TABLE walks", "table walks"),
            ("TRIGGER count_race", "trigger count_race"),
            ("INDEX runs_by_day", "index runs_by_day"),
        ],
    )
    def test_a_book_that_lacks_something_is_set_aside(self, path, version, what, word):
        old_book(path, version, [])
        base = sqlite3.connect(path)
        base.execute(f"DROP {what}")
        base.close()
        with pytest.raises(Damaged, match=f"are damaged: there is no {word}"):
            Scores(path)
        assert set_scores_aside(path) == path.with_name("scores.sqlite3.damaged-1")

    def test_a_table_of_another_make_is_no_book(self, path):
        old_book(path, VERSION, [])
        base = sqlite3.connect(path)
        base.execute("ALTER TABLE races RENAME COLUMN won TO victories")
        base.close()
        with pytest.raises(Damaged, match=r"there is no column races\.won"):
            Scores(path)

    def test_a_file_without_a_version_that_holds_something_is_not_written_to(self, path):
        path.parent.mkdir()
        base = sqlite3.connect(path)
        base.execute("CREATE TABLE things (a)")
        base.close()
        with pytest.raises(Damaged, match="another program's"):
            Scores(path)
        base = sqlite3.connect(path)
        assert base.execute("SELECT name FROM sqlite_master").fetchall() == [("things",)]
        base.close()

    def test_what_others_add_to_a_book_does_no_harm(self, scores, path):
        scores._base.execute("CREATE TABLE notes (a)")
        scores._base.execute("ANALYZE")
        scores.close()
        Scores(path).close()

    def test_a_book_that_was_replaced_is_noticed(self, scores, path):
        assert scores.current
        path.rename(path.with_name("elsewhere"))
        assert not scores.current


def old_book(path, version, entries):
    """Make a book of a version, with these runs."""
    with contextlib.closing(Scores(path)) as scores:
        for entry in entries:
            scores.add(entry)
    rows = sqlite3.connect(path)
    rows.row_factory = sqlite3.Row
    runs = [dict(row) for row in rows.execute("SELECT * FROM runs")]
    walks = rows.execute("SELECT * FROM walks").fetchall()
    rows.close()
    path.unlink()
    base = sqlite3.connect(path)
    base.execute("PRAGMA journal_mode = WAL")
    for script in MIGRATIONS[:version]:
        base.executescript(script)
    columns = [name for (name,) in base.execute("SELECT name FROM pragma_table_info('runs')")]
    for run in runs:
        marks = ", ".join("?" * len(columns))
        base.execute(
            f"INSERT INTO runs ({', '.join(columns)}) VALUES ({marks})",
            [run[column] for column in columns],
        )
    base.executemany("INSERT INTO walks VALUES (?, ?, ?)", walks)
    base.execute(f"PRAGMA user_version = {version}")
    base.commit()
    base.close()


def test_a_book_that_counted_helped_runs_is_counted_anew(path):
    helped = walked("wilson:6x4:b", detours=3)
    helped.assisted = True
    only_helped = walked("kruskal:6x4:b", detours=3)
    only_helped.assisted = True
    fair = walked("wilson:6x4:a", detours=1)
    old_book(path, 1, [played(run) for run in (helped, fair, only_helped)])
    scores = Scores(path)
    overview = scores.overview()
    assert overview.runs == 3
    assert overview.textures == (("wilson", 1, pytest.approx(fair.level.dist_min / fair.steps)),)
    scores.add(played(helped))
    assert scores.overview().textures == overview.textures
    assert scores.overview().runs == 4
    scores.close()


def test_an_older_book_is_brought_up_to_date(path, monkeypatch):
    entry = played()
    scores = Scores(path)
    scores.add(entry)
    scores.close()
    monkeypatch.setattr(book, "MIGRATIONS", (*MIGRATIONS, "ALTER TABLE runs ADD note TEXT"))
    monkeypatch.setattr(book, "VERSION", VERSION + 1)
    scores = Scores(path)
    assert scores._version() == VERSION + 1
    assert scores.walk(1).moves == entry.record.moves
    assert scores._base.execute("SELECT note FROM runs").fetchall() == [(None,)]
    scores.close()


def test_a_migration_that_fails_changes_nothing(path, monkeypatch):
    scores = Scores(path)
    scores.add(played())
    scores.close()
    monkeypatch.setattr(
        book, "MIGRATIONS", (*MIGRATIONS, "ALTER TABLE runs ADD note TEXT; SELECT nonsense")
    )
    monkeypatch.setattr(book, "VERSION", VERSION + 1)
    with pytest.raises(ScoresProblem):
        Scores(path)
    monkeypatch.undo()
    scores = Scores(path)
    assert scores.count() == 1
    scores.close()

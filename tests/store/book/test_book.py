import contextlib
import datetime as dt
import json
import os
import sqlite3
import threading
import time
from contextlib import closing
from dataclasses import replace

import pytest

from mazegame.game.career.habits import Habits
from mazegame.game.career.statistics import RivalResult
from mazegame.game.modes.calendar import Streak
from mazegame.game.modes.chase import SENSES
from mazegame.game.score import MIN_RANKED_PATH
from mazegame.store.book import schema
from mazegame.store.book.book import ScoreBook, set_book_aside
from mazegame.store.book.errors import (
    DamagedError,
    LockedError,
    ScoreBookError,
    StrangeBookError,
    UnwritableError,
)
from mazegame.store.book.report import as_json, as_text, best_line
from mazegame.store.book.schema import VERSION
from mazegame.store.records import Best, Category, MazeBest, RaceCount, Summary, today
from tests.game.mazes import GAME_ID, forked, walked
from tests.store.conftest import only_readable, played
from tests.waiting import LONGEST

pytestmark = pytest.mark.core


@pytest.fixture
def path(where):
    return where.scores


def add_many(book):
    for _ in range(100):
        book.add(played())


JOG = RivalResult("shortest", 8.0, 5000, won=False)
STROLL = RivalResult("shortest", 4.0, None, won=True)


def change(path, *statements):
    """Change a book by another program."""
    with closing(sqlite3.connect(path)) as base:
        for statement in statements:
            base.execute(statement)
        base.commit()


def category_of(row):
    return Category(row.algorithm, row.design, row.cols, row.rows, row.rules)


def level_id(number, algorithm="wilson"):
    """A game ID whose shortest path is long enough to be ranked."""
    return f"{algorithm}:8x6:k{number}"


def rows_of(path, table):
    with closing(sqlite3.connect(path)) as base:
        base.row_factory = sqlite3.Row
        return [dict(row) for row in base.execute(f"SELECT * FROM {table}")]


class TestWriting:
    def test_everything_about_a_run_is_written_down(self, book, path):
        run = walked("wilson:8x5:braid=20:kite-7", detours=1)
        run.hints = 2
        entry = played(
            run,
            rules="fog",
            rivals=(JOG, RivalResult("ghost", ms=900)),
            series="journey:3",
            medal="gold",
            habits=Habits(5, 4, 30, 3000, 6, 900),
        )
        book.add(entry)
        (row,) = rows_of(path, "runs")
        assert row == {
            "id": 1, "uid": entry.heading.uid, "category": 1, "maze": "", "ranked": 1, "shown": 0,
            "level": "wilson:8x5:braid=20:kite-7", "steps": run.steps, "hints": 2,
            "dist_min": run.level.dist_min, "ms": round(run.stopwatch.seconds * 1000),
            "score": run.result.score, "stars": run.result.stars, "medal": "gold",
            "series": "journey:3", "done": entry.done, "day": today(),
        }  # fmt: skip
        assert abs(entry.done / 1000 - dt.datetime.now(dt.UTC).timestamp()) < 60
        (category,) = rows_of(path, "categories")
        names = ("algorithm", "design", "cols", "rows", "rules")
        assert [category[n] for n in names] == ["wilson", "wilson:braid=20", 8, 5, "fog"]
        assert [(r["place"], r["rival"], r["pace"], r["ms"]) for r in rows_of(path, "rivals")] == [
            (0, "shortest", 8.0, 5000),
            (1, "ghost", 0.0, 900),
        ]
        (habits,) = rows_of(path, "habits")
        assert tuple(habits.values()) == (1, 5, 4, 30, 3000, 6, 900)
        (row,), (listed,) = book.played(), book.overview(history=9).history
        assert (category_of(row), row.rivals) == (entry.category, entry.rivals)
        assert (row.medal, row.series, row.habits) == ("gold", "journey:3", entry.habits)
        assert listed == replace(row, day=0, habits=None)

    def test_the_walk_comes_back(self, book):
        entry = played(walked(detours=3))
        book.add(entry)
        assert book.walk(1) == replace(entry.record, seconds=round(entry.record.seconds, 3))
        for number in (2, -1):
            with pytest.raises(ScoreBookError, match="not there"):
                book.walk(number)
            assert book.row(number) is None

    def test_the_same_run_is_written_once(self, book):
        entry = played()
        first = book.add(entry)
        again = book.add(entry)
        assert book.count() == 1
        assert book.overview().categories[0].runs == 1
        assert again.ranked
        assert first.ranked

    def test_the_file_is_in_write_ahead_mode_and_has_its_version(self, book, path):
        with closing(sqlite3.connect(path)) as base:
            assert base.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert base.execute("PRAGMA user_version").fetchone() == (VERSION,)
        full = 2
        assert book._base.execute("PRAGMA synchronous").fetchone() == (full,)

    def test_two_books_at_once_lose_nothing(self, path):
        def play(number: int) -> None:
            # SQLite gives the file to whoever asks at the right moment, not to the first who asked.
            with closing(ScoreBook(path, busy_seconds=LONGEST)) as book:
                for entry in entries[number]:
                    book.add(entry)

        entries = [[played() for _ in range(25)] for _ in range(4)]
        threads = [threading.Thread(target=play, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with closing(ScoreBook(path)) as book:
            assert book.count() == 100
            assert book.is_whole()

    def test_a_book_is_begun_when_another_program_has_written(self, path, monkeypatch):
        path.parent.mkdir()
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            # SQLite itself does not wait here.
            monkeypatch.setattr(time, "sleep", lambda _: other.rollback())
            with closing(ScoreBook(path, busy_seconds=LONGEST)) as book:
                assert book.count() == 0
                assert not other.in_transaction


class TestRanking:
    def test_the_best_is_the_one_with_the_most_points_then_with_the_most_cells_per_second(
        self, book
    ):
        book.add(played(walked(level_id(1), detours=2, pace=0.01)))
        slow, fast = played(walked(level_id(2), pace=0.5)), played(walked(level_id(3), pace=0.2))
        book.add(slow)
        book.add(fast)
        ranking = book.add(played(walked(level_id(4), detours=1)))
        assert ranking.best == Best(1000, pytest.approx(fast.pace))
        assert fast.pace == pytest.approx(5, rel=0.2)
        assert ranking.maze_best is None

    @pytest.mark.parametrize(
        ("level", "rules"),
        [
            ("wilson:8x6:k1", "fog"),
            ("wilson:8x7:k1", "open"),
            ("kruskal:8x6:k1", "open"),
            ("wilson:8x6:braid=20:k1", "open"),
        ],
    )
    def test_a_category_is_design_size_and_rules(self, book, level, rules):
        book.add(played(walked(level_id(1))))
        assert book.add(played(walked(level_id(2)))).best is not None
        assert book.add(played(walked(level), rules=rules)).best is None

    def test_only_the_first_walk_of_a_maze_is_ranked(self, book):
        assert book.add(played(walked(detours=2))).ranked
        ranking = book.add(played(walked(pace=0.3)))
        assert not ranking.ranked
        assert ranking.maze_best.score < 1000
        ranking = book.add(played(walked(pace=0.2)))
        assert ranking.maze_best.score == 1000
        (best,) = book.overview().categories
        assert (best.runs, best.perfect) == (1, 0)
        assert best.best.score < 1000
        assert [row.ranked for row in book.overview(history=9).history] == [False, False, True]

    def test_a_maze_of_a_package_is_practice_and_a_loaded_one_is_not(self, book):
        run = played()
        category = replace(run.category, algorithm="spiral", design="spiral")
        added = replace(run, heading=replace(run.heading, category=category))
        assert not book.add(added).ranked
        loaded = played(walked(forked()))
        assert loaded.category.may_rank

    def test_a_walk_goes_on_whatever_another_one_of_its_maze_has_walked(self, book):
        book.note_walk(GAME_ID, "first", 10)
        book.note_walk(GAME_ID, "another", 50)
        book.note_resumed(GAME_ID, "first", 10)
        assert book.add(played(origin="first")).ranked

    def test_a_walk_that_goes_on_from_an_earlier_step_is_practice(self, book):
        book.note_walk(GAME_ID, "first", 10)
        book.note_walk(GAME_ID, "first", 31)
        book.note_walk(GAME_ID, "first", 20)
        book.note_resumed(GAME_ID, "first", 30)
        assert not book.add(played(origin="first")).ranked

    def test_a_run_in_which_the_path_was_shown_is_not_ranked_nor_any_after_it(self, book):
        run = walked()
        run.assisted = True
        entry = played(run)
        book.note_walk(GAME_ID, entry.heading.walk, 1)
        assert not book.add(entry).ranked
        ranking = book.add(played())
        assert not ranking.ranked
        assert ranking.maze_best is None
        assert book.overview().categories == ()

    def test_a_path_that_was_shown_elsewhere_makes_a_run_practice(self, book):
        book.note_shown(GAME_ID)
        assert not book.add(played()).ranked
        entry = played(walked(level_id(1)))
        book.note_walk(level_id(1), entry.heading.uid, 1)
        book.note_shown(level_id(1))
        assert not book.add(entry).ranked

    def test_a_short_path_is_not_ranked(self, book):
        short = walked("recursive-backtracker:6x4:kite-7")
        assert short.level.dist_min < MIN_RANKED_PATH
        assert not book.add(played(short)).ranked
        assert walked(level_id(3)).level.dist_min >= MIN_RANKED_PATH
        for number, more in ((4, -1), (5, 0)):
            entry = played(walked(level_id(number)))
            heading = replace(entry.heading, dist_min=MIN_RANKED_PATH + more)
            assert book.add(replace(entry, heading=heading)).ranked == (more == 0)

    def test_the_best_walk_of_a_maze_can_be_raced(self, book):
        assert book.best_walk(GAME_ID) is None
        book.add(played(walked(detours=1)))
        best = played()
        book.add(best)
        shown = walked(pace=0.01)
        shown.assisted = True
        book.add(played(shown))
        assert book.best_walk(GAME_ID).moves == best.record.moves
        assert book.best_walk(GAME_ID).seconds == pytest.approx(best.record.seconds)

    def test_a_round_of_a_duel_is_kept_and_ranked_nowhere(self, book):
        duel = {"series": "duel:1-0:left", "ghost": walked(level_id(1), detours=2), "day": 7}
        first = book.add(played(walked(level_id(1)), **duel))
        assert (first.ranked, first.best, first.maze_best) == (False, None, None)
        (row,) = book.played()
        assert (row.ranked, row.won, row.keys) == (False, None, ("ghost",))
        assert book.ghost(row.id).moves == bytes(walked(level_id(1), detours=2).moves)
        category = category_of(row)
        assert book.best_of_maze(level_id(1)) is book.best_walk(level_id(1)) is None
        assert book.best_in(category) is book.usual_pace(category) is None
        overview = book.overview(day=7)
        assert (overview.categories, overview.races, overview.perfect) == ((), (), 0)
        assert (overview.runs, overview.streak) == (1, Streak(1, 1))
        alone = played(walked(level_id(1), detours=2))
        book.add(alone)
        pace = book.usual_pace(category)
        book.add(played(walked(level_id(1)), **duel))
        assert book.best_of_maze(level_id(1)) == MazeBest(alone.score, alone.ms)
        assert book.best_walk(level_id(1)).moves == alone.record.moves
        assert book.usual_pace(category) == pace


class TestOverview:
    def test_an_empty_book(self, book):
        assert book.overview() == Summary()

    def test_what_is_counted_as_it_comes_is_what_counting_finds(self, book):
        for number in range(60):
            run = walked(
                level_id(number % 40, ("wilson", "kruskal")[number % 2]),
                detours=number % 4,
                pace=0.1 + number % 7 / 100,
            )
            run.assisted = number % 5 == 0
            rivals = ((), (STROLL,), (JOG, STROLL))[number % 3]
            book.add(played(run, rules=("open", "fog")[number % 4 // 2], rivals=rivals))
        overview = book.overview()
        rows = book.overview(history=1000).history
        assert overview.runs == len(rows) == 60
        assert 20 < sum(row.ranked for row in rows) < 50
        for best in overview.categories:
            same = [row for row in rows if category_of(row) == best.category and row.ranked]
            score, pace = max((row.score, 1000 * row.dist_min / row.ms) for row in same)
            assert (best.best.score, best.best.pace) == (score, pytest.approx(pace))
            assert best.runs == len(same)
            assert best.perfect == sum(row.score == 1000 for row in same)
        assert sum(best.runs for best in overview.categories) == sum(row.ranked for row in rows)
        for one in overview.algorithms:
            same = [row for row in rows if row.algorithm == one.algorithm]
            shares = [row.efficiency for row in same if row.ranked]
            assert one.runs == len(shares)
            assert one.efficiency == pytest.approx(sum(shares) / len(shares))
        stroll, jog = overview.races
        assert (stroll.races, stroll.won, jog.races, jog.won) == (40, 40, 20, 0)

    def test_hunters_of_a_chase_are_no_races(self, book):
        hunters = [RivalResult(f"{sense}-hunter", 3.0, None, won=True) for sense in SENSES]
        for number, rival in enumerate([JOG, *hunters]):
            book.add(played(walked(level_id(number)), rivals=(rival,)))
        assert [race.rival for race in book.overview().races] == ["shortest"]
        assert book.races_by_rival() == {"shortest": (0, 1)}
        assert all(row.won for row in book.played()[1:])  # the list still says who escaped

    def test_races_with_a_start_count_together_whatever_the_player_s_pace(self, book):
        for number, name in enumerate(("tremaux", "tremaux@2", "tremaux@2.5", "tremaux@2.5")):
            rival = RivalResult(name, 8.0, 9000, won=number == 3)
            book.add(played(walked(level_id(number)), rivals=(rival,)))
        assert book.overview().races == (
            RaceCount("tremaux", 8.0, 1, 0),
            RaceCount("tremaux", 8.0, 3, 1, pursuit=True),
        )
        assert book.races_by_rival() == {"tremaux": (1, 4)}
        assert book.overview(history=9).history[0].keys == ("tremaux@2.5:8",)

    def test_the_latest_run_comes_first_for_any_clock(self, book):
        book.add(replace(played(), done=2_000_000_000_000, day=today() + 400))
        book.add(played(walked(level_id(1))))
        algorithms = [row.algorithm for row in book.overview(history=9).history]
        assert algorithms == ["wilson", "recursive-backtracker"]
        assert book.overview().streak.days == 1

    def test_every_day_is_seen_once(self, book):
        for day in (10, 10, 10, 11, 12, 14, 14):
            book.add(replace(played(), day=day))
        overview = book.overview(day=15)
        assert overview.streak == Streak(1, 3)


class TestTrouble:
    def test_a_locked_book_says_so(self, book, path):
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN EXCLUSIVE")
            with pytest.raises(LockedError, match="locked by another program"):
                book.add(played())
        book.add(played())
        assert book.count() == 1

    @pytest.mark.parametrize("version", [VERSION + 1, 900])
    def test_a_newer_book_stays_unchanged(self, book, path, version):
        book.add(played())
        book._base.execute(f"PRAGMA user_version = {version}")
        book.close()
        before = path.read_bytes()
        with pytest.raises(ScoreBookError, match="newer mazegame: they are left as they are"):
            ScoreBook(path)
        assert path.read_bytes() == before
        assert [p.name for p in path.parent.iterdir()] == [path.name]

    def test_a_newer_version_that_is_still_in_the_write_ahead_file_is_seen(self, book, path):
        book._base.execute(f"PRAGMA user_version = {VERSION + 1}")
        with pytest.raises(ScoreBookError, match="newer"):
            ScoreBook(path)

    @pytest.mark.parametrize(
        "content",
        [
            b"hello, this is no database at all, but it is long enough to look at" * 40,
            b"SQLite format 3\0" + bytes(range(256)) * 30,
            b"SQLite format 3\0",
        ],
    )
    def test_an_invalid_book_is_damaged(self, path, content):
        path.parent.mkdir()
        path.write_bytes(content)
        with pytest.raises(DamagedError, match="are damaged"):
            ScoreBook(path)
        assert path.read_bytes() == content

    def test_reading_detects_an_overwritten_page(self, book, path):
        for _ in range(300):
            book.add(played())
        book.close()
        data = bytearray(path.read_bytes())
        for page in range(4096, len(data), 4096):
            data[page : page + 200] = b"\xaa" * 200
        path.write_bytes(data)
        with pytest.raises(DamagedError), closing(ScoreBook(path)) as damaged:
            damaged.overview()

    def test_a_damaged_book_is_set_aside_and_never_deleted(self, path):
        path.parent.mkdir()
        path.write_bytes(b"x" * 5000)
        path.with_name(path.name + "-wal").write_bytes(b"wal")
        assert set_book_aside(path) == path.with_name("scores.sqlite3.damaged-1")
        assert path.with_name("scores.sqlite3.damaged-1").read_bytes() == b"x" * 5000
        assert path.with_name("scores.sqlite3.damaged-1-wal").read_bytes() == b"wal"
        assert not path.exists()

    def test_a_sound_book_is_not_set_aside(self, book, path):
        book.add(played())
        assert set_book_aside(path) is None
        assert path.exists()

    def test_a_full_disk_is_reported_and_the_book_stays_intact(self, book):
        book.add(played())
        pages = book._base.execute("PRAGMA page_count").fetchone()[0]
        book._base.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(UnwritableError, match="the disk is full"):
            add_many(book)
        book._base.execute("PRAGMA max_page_count = 100000")
        before = book.count()
        book.add(played())
        assert book.count() == before + 1
        assert book.is_whole()

    def test_what_fails_at_the_end_of_a_transaction_leaves_none_open(self, book):
        def add_walk_without_run():
            with book._transaction():
                book._base.execute("PRAGMA defer_foreign_keys = ON")
                book._base.execute("INSERT INTO walks VALUES (99, '', '')")

        with pytest.raises(sqlite3.IntegrityError):
            add_walk_without_run()
        assert not book._base.in_transaction
        assert book.add(played()).ranked

    def test_a_read_only_book_is_reported(self, book):
        book._base.execute("PRAGMA query_only = ON")
        with pytest.raises(UnwritableError, match="cannot be written"):
            book.add(played())

    def test_an_impossible_folder_is_reported(self, tmp_path):
        (tmp_path / "file").touch()
        with pytest.raises(UnwritableError, match=r"written: (Not a directory|File exists)"):
            ScoreBook(tmp_path / "file" / "scores.sqlite3")

    def test_a_read_only_book_can_be_read(self, book, path):
        entry = played(walked(detours=1))
        book.add(entry)
        book.close()
        with only_readable(path.parent), closing(ScoreBook(path)) as book_:
            assert book_.read_only
            assert book_.overview().runs == 1
            assert book_.walk(1).moves == entry.record.moves
            with pytest.raises(UnwritableError, match="can only be read"):
                book_.add(played())
            assert len(list(path.parent.iterdir())) == 1

    def test_a_read_only_folder_without_a_book_has_an_empty_one(self, tmp_path):
        for path in (tmp_path / "scores.sqlite3", tmp_path / "folder" / "scores.sqlite3"):
            with only_readable(tmp_path), closing(ScoreBook(path)) as book_:
                assert book_.read_only
                assert (book_.overview().runs, book_.overview(history=9).history) == (0, ())
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(
        ("statement", "problem"),
        [
            ("DROP TABLE categories", "there is no table categories"),
            ("DROP TABLE walks", "there is no table walks"),
            ("DROP TRIGGER count_race", "there is no trigger count_race"),
            ("DROP INDEX runs_by_day", "there is no index runs_by_day"),
            ("ALTER TABLE races RENAME COLUMN won TO lost", "the table races is not as mazegame"),
        ],
    )
    def test_a_sound_file_that_lacks_something_stays_where_it_is(
        self, book, path, statement, problem
    ):
        book.close()
        change(path, statement)
        with pytest.raises(StrangeBookError, match=f"no book of mazegame's: {problem}"):
            ScoreBook(path)
        assert set_book_aside(path) is None
        assert path.exists()

    def test_a_file_without_a_version_that_holds_something_is_not_written_to(self, path):
        path.parent.mkdir()
        change(path, "CREATE TABLE things (a)")
        with pytest.raises(StrangeBookError, match="another program's"):
            ScoreBook(path)
        assert set_book_aside(path) is None
        assert [row["name"] for row in rows_of(path, "sqlite_master")] == ["things"]

    def test_what_others_add_to_a_book_does_no_harm(self, book, path):
        book._base.execute("CREATE TABLE notes (a)")
        book._base.execute("ANALYZE")
        book.close()
        ScoreBook(path).close()

    def test_a_book_replaced_even_while_it_opens_is_noticed(self, book, path, monkeypatch):
        assert book.is_current
        monkeypatch.setattr(schema, "check", lambda *_: path.rename(path.with_name("elsewhere")))
        with closing(ScoreBook(path)) as other:
            assert not other.is_current
        assert not book.is_current


def overwrite(path, old, new, count=-1):
    """Change bytes of a closed book."""
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, count))


class TestDamage:
    @pytest.mark.parametrize("word", [b"DEFAULT ", b"CREATE TABLE runs", b"INTEGER PRIMARY KEY"])
    @pytest.mark.parametrize("bad", [b"\xf3", b"\x00", b"\xff", b"x"])
    def test_a_bad_byte_in_the_schema_is_damage(self, book, path, word, bad):
        book.add(played())
        book.close()
        overwrite(path, word, bad + word[1:])
        with pytest.raises((DamagedError, StrangeBookError)) as caught:
            ScoreBook(path)
        assert str(caught.value).isprintable()
        assert set_book_aside(path) is not None

    @pytest.mark.parametrize(
        "statement",
        [
            "UPDATE runs SET steps = 'many'",
            "UPDATE runs SET ms = 1e300",
            "UPDATE runs SET score = -5",
            "UPDATE runs SET level = x'ff00ff'",
            "UPDATE runs SET done = 'soon', day = 'x'",
            "UPDATE runs SET category = 99",
            "UPDATE categories SET cols = 'wide', best_score = 'good', best_pace = x'00'",
            "UPDATE categories SET ranked = 'most', perfect = 'all', efficiency = 'high'",
            "UPDATE rivals SET pace = 'fast', ms = 'never', won = 'perhaps'",
            "UPDATE races SET races = 0",
            "UPDATE mazes SET best_score = 'x', best_ms = 'y', shown = 'z'",
            "UPDATE walks SET moves = 5, times = 'x'",
        ],
    )
    def test_rows_of_the_wrong_types_hide_no_others(self, book, path, statement):
        book.add(played(walked(level_id(1)), rivals=(JOG,)))
        change(path, "PRAGMA foreign_keys = OFF", statement)
        sound = played(walked(level_id(2, "kruskal")), rivals=(STROLL,))
        assert book.add(sound).ranked
        assert book.add(played(walked(level_id(1)))) is not None
        overview = book.overview()
        assert sound.category in [best.category for best in overview.categories]
        assert level_id(2, "kruskal") in [row.level for row in overview.history]
        assert json.loads(as_json(overview))["history"]
        assert as_text(overview)
        assert book.walk(2).moves == sound.record.moves
        with contextlib.suppress(ScoreBookError):
            book.walk(1)
        with contextlib.suppress(ScoreBookError):
            book.best_walk(level_id(1))

    def test_a_row_without_its_values_hides_no_others(self, book, path):
        book.add(played(walked(level_id(1))))
        book.add(played(walked(level_id(2))))
        book.close()
        nullable = "UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')"
        change(path, "PRAGMA writable_schema = ON", nullable)
        with closing(sqlite3.connect(path)) as base, closing(sqlite3.connect(":memory:")) as ours:
            names = [row[1] for row in base.execute("PRAGMA table_info(runs)")]
            nulls = ", ".join(f"{name} = NULL" for name in names if name not in {"id", "category"})
            base.execute(f"UPDATE runs SET {nulls} WHERE id = 1")
            base.execute("PRAGMA writable_schema = ON")
            base.commit()
            schema.create(ours)
            for name, sql in ours.execute("SELECT name, sql FROM sqlite_master"):
                base.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (sql, name))
            base.commit()
        with closing(ScoreBook(path)) as damaged:
            assert [row.level for row in damaged.overview(history=9).history] == [level_id(2)]
            assert damaged.overview().runs == 2

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
    def test_a_pipe_in_its_place_is_refused_at_once(self, path):
        path.parent.mkdir()
        os.mkfifo(path)
        with pytest.raises(UnwritableError, match="it is no regular file"):
            ScoreBook(path)


class TestPace:
    """Runs whose clocks started with the reveal are ordered by pace alone."""

    @staticmethod
    def run(number, *, reading, detours=0, hints=0):
        run = walked(level_id(number), detours=detours, pace=0.0, reading=reading)
        run.hints = hints
        return played(run, rules="reveal")

    def test_the_fastest_is_the_best_whatever_its_score(self, book):
        slow, fast = self.run(1, reading=60.0), self.run(2, reading=6.0, detours=4)
        assert slow.score > fast.score
        first, second = book.add(slow), book.add(fast)
        assert best_line(first) == "First ranked run on wilson 8x6"
        assert best_line(second).startswith("New best: ")
        assert best_line(second).endswith(f"cells/s (was {slow.pace:.3g})")
        assert book.best_in(fast.category) == Best(fast.score, pytest.approx(fast.pace))
        third = book.add(self.run(3, reading=30.0))
        assert "cells/s (now" in best_line(third)
        assert book.best_in(fast.category) == Best(fast.score, pytest.approx(fast.pace))
        (category,) = book.overview().categories
        assert category.best == Best(fast.score, pytest.approx(fast.pace))

    def test_each_hint_costs_five_seconds(self, book):
        plain, hinted = self.run(1, reading=10.0), self.run(2, reading=5.0, hints=1)
        dist = hinted.heading.dist_min
        assert hinted.pace == pytest.approx(dist / 10)
        assert plain.pace == pytest.approx(plain.heading.dist_min / 10)
        book.add(hinted)
        assert book.best_in(hinted.category).pace == pytest.approx(dist / 10)
        assert book.usual_pace(hinted.category) == pytest.approx(dist / 10)

    def test_practice_is_no_best(self, book):
        first = self.run(1, reading=10.0)
        book.add(first)
        assert not book.add(self.run(1, reading=1.0)).ranked
        assert book.best_in(first.category).pace == pytest.approx(first.pace)

    def test_walk_first_runs_are_a_class_of_their_own_and_ordered_as_before(self, book):
        perfect = played(walked(level_id(1), pace=1.0))
        hasty = played(walked(level_id(2), detours=4, pace=0.01))
        for run in (perfect, hasty, self.run(3, reading=9.0)):
            book.add(run)
        assert book.best_in(perfect.category) == Best(1000, pytest.approx(perfect.pace))

    def test_the_walk_says_how_its_clock_started(self, book):
        book.add(self.run(1, reading=6.0))
        book.add(played(walked(level_id(2))))
        assert [book.walk(number).reveal for number in (1, 2)] == [True, False]

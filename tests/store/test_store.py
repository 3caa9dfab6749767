import contextlib
import datetime as dt
import errno
import os
import sqlite3
import threading
import time
from concurrent.futures import Future
from dataclasses import replace

import pytest
import time_machine

from mazegame.engine import Level
from mazegame.game.career.habits import habits
from mazegame.game.career.statistics import RivalResult
from mazegame.game.recording.record import record_of, walk_again
from mazegame.game.run import Run, step, undo
from mazegame.game.scoring.medals import medal_of
from mazegame.store import notices
from mazegame.store import store as stores
from mazegame.store.book.book import ScoreBook
from mazegame.store.book.errors import ScoreBookError, UnwritableError
from mazegame.store.book.schema import VERSION
from mazegame.store.journal.journal import Journal, read
from mazegame.store.places import NoHomeError, Places
from mazegame.store.reopening import reopen
from mazegame.store.store import Store
from tests.game.mazes import GAME_ID, Clock, ahead, forked, walked
from tests.store.conftest import heading_of, match_named, only_readable, played, settle
from tests.waiting import LONGEST


def journals(where):
    return sorted(where.running.glob("*.run")) if where.running.exists() else []


def begun(store, run, *rivals, **options):
    """Begin a run; the options are those of ``match_named``."""
    store.begin(run, match_named(run.level, *rivals, **options) if rivals or options else None)
    return run


def covered(store, clock=None, **options):
    """Begin a run of a maze whose walls the player has not seen yet."""
    run = Run(Level.of(GAME_ID), clock or Clock())
    run.reveal = True
    return begun(store, run, rules="reveal", **options)


def ask(store, question):
    return store.query(question).result(LONGEST)


class TestARun:
    def test_a_finished_run_is_in_the_book_and_its_journal_deleted(self, store, where):
        run = walked(detours=1)
        match = match_named(run.level, ("shortest:8",), rules="fog", series="journey:3")
        store.begin(run, match)
        rival = RivalResult("shortest", 8.0, 9000, won=True)
        finish = store.finish(run, (rival,))
        ranking = finish.ranking.result(LONGEST)
        assert finish.durable.is_set()
        assert (ranking.ranked, ranking.best, ranking.maze_best) == (True, None, None)
        settle(store)
        assert journals(where) == []
        (row,) = ask(store, lambda book: book.overview(history=9).history)
        assert (row.level, row.rules, row.rivals) == (GAME_ID, "fog", (rival,))
        assert (row.steps, row.score, row.series) == (run.steps, run.result.score, "journey:3")
        assert row.medal == medal_of(run)
        (row,) = ask(store, ScoreBook.played)
        assert row.habits == habits(run)
        assert finished(store, walked("wilson:8x5:a", pace=9)).run.medal == ""

    @pytest.mark.skipif(os.name == "nt", reason="links need rights there")
    def test_links_to_folders_and_to_the_book_stay_and_lead_to_the_files(self, tmp_path, said):
        real, home = tmp_path / "real", tmp_path / "home"
        real.mkdir()
        home.symlink_to(real)
        (tmp_path / "journals").mkdir()
        (real / "running").symlink_to(tmp_path / "journals")
        (real / "scores.sqlite3").symlink_to(tmp_path / "book.sqlite3")
        where = Places(home, home / "settings.toml", home / "cache")
        with contextlib.closing(Store(said.append, where)) as store:
            run = begun(store, walked())
            finished(store, run)
            left = begun(store, walked(short=2))
        assert read(next((tmp_path / "journals").glob("*.run"))).record.moves == left.moves
        with contextlib.closing(ScoreBook(tmp_path / "book.sqlite3")) as book:
            assert book.count() == 1
        assert (real / "scores.sqlite3").is_symlink()
        assert said == []

    @pytest.mark.skipif(os.name == "nt", reason="a user's own folder is closed to others")
    def test_what_is_kept_is_closed_to_others(self, store, where):
        before = os.umask(0)
        try:
            store.begin(walked())
            store.save(walked(forked()), "a loaded maze").result(LONGEST)
            store.finish(walked()).ranking.result(LONGEST)
            settle(store)
            assert len([*where.data.glob("scores*")]) > 1  # those that SQLite keeps as well
            folders = {path.name for path in where.data.iterdir() if path.is_dir()}
            assert folders == {"running", "saves", "mazes"}
            for path in (where.data, *where.data.rglob("*")):
                assert not path.stat().st_mode & 0o077, path
        finally:
            os.umask(before)

    def test_a_run_in_progress_is_on_the_disk_with_every_keep(self, store, where):
        run = begun(store, walked(short=4))
        for direction in ahead(run.level)[-4:-1]:
            step(run, direction)
            store.keep()
            settle(store)
            (path,) = journals(where)
            saved = read(path).record
            assert (saved.moves, saved.times) == (run.moves, run.times)

    def test_a_run_without_a_step_leaves_nothing(self, store, where):
        store.begin(walked(short=walked().level.dist_min))
        for report in (store.keep, store.leave):
            report()
            settle(store)
            assert journals(where) == []

    def test_a_maze_that_is_seen_is_on_the_disk_before_its_first_wall(self, store, where, killed):
        covered(store)
        settle(store)
        assert journals(where) == []
        assert store.see().wait(LONGEST)
        (path,) = journals(where)
        assert read(path).seen
        assert read(path).steps == 0
        (left,) = killed().recover().result(LONGEST)
        assert (left.heading.level, left.record.reveal, left.steps) == (GAME_ID, True, 0)
        assert store.see().is_set()  # once is enough

    def test_a_walk_of_a_maze_that_was_seen_is_practice(self, store):
        covered(store)
        assert store.see().wait(LONGEST)
        store.leave(discard=True).result(LONGEST)
        assert not finished(store, walked()).ranked

    def test_reading_is_kept_and_goes_on_after_a_kill(self, store, killed):
        clock = Clock()
        run = covered(store, clock)
        run.stopwatch.go()
        assert store.see().wait(LONGEST)
        clock.now += 4
        store.keep()
        again = killed()
        (left,) = again.recover().result(LONGEST)
        assert left.record.seconds == 4
        match, (resumed,) = reopen(again, left, clock)
        assert (match.rules.reveal, resumed.steps) == (True, 0)
        assert (resumed.reveal, resumed.stopwatch.seconds) == (True, 4)
        again.begin(resumed, match, continues=left)
        for direction in ahead(resumed.level):
            step(resumed, direction)
        ranking = again.finish(resumed).ranking.result(LONGEST)
        assert ranking.ranked
        assert ranking.run.category.rules == "reveal"

    def test_a_maze_that_was_seen_is_left_to_be_resumed(self, store):
        covered(store)
        assert store.see().wait(LONGEST)
        assert store.leave().result(LONGEST)
        (left,) = store.recover().result(LONGEST)
        assert left.seen

    def test_a_maze_that_is_not_seen_yet_leaves_nothing(self, store, where):
        covered(store)
        assert not store.leave().result(LONGEST)
        assert journals(where) == []
        assert finished(store, walked()).ranked

    def test_a_full_disk_holds_no_reveal_up(self, store, monkeypatch, said):
        def full(*_: object, **__: object) -> None:
            raise OSError(errno.ENOSPC, "no space left")

        monkeypatch.setattr(stores, "Journal", full)
        covered(store)
        assert store.see().wait(LONGEST)
        assert len(said) == 1

    def test_a_try_counts_for_the_date_on_which_its_maze_is_seen(self, store):
        with time_machine.travel(dt.datetime(2028, 2, 28, 23, 59, tzinfo=dt.UTC), tick=False):
            covered(store, series="daily:2028-02-29")
        with time_machine.travel(dt.datetime(2028, 2, 29, 0, 1, tzinfo=dt.UTC), tick=False):
            assert store.see().wait(LONGEST)
        assert list(store.query_after_writes(lambda book: book.calendar()).tries) == [
            dt.date(2028, 2, 29)
        ]

    def test_nothing_new_writes_nothing(self, store, where):
        run = begun(store, walked(short=3))
        settle(store)
        before = journals(where)[0].stat().st_size
        for _ in range(5):
            store.keep()
        settle(store)
        assert journals(where)[0].stat().st_size == before
        run.hints += 1
        store.keep()
        settle(store)
        assert read(journals(where)[0]).record.hints == 1

    def test_the_time_without_steps_is_kept_as_well(self, store, where):
        clock = Clock()
        begun(store, walked(short=3, pace=0, clock=clock))
        clock.now += 8
        store.keep()
        settle(store)
        assert read(journals(where)[0]).record.seconds == 8.0
        clock.now += 0.5
        store.leave()
        (saved,) = store.recover().result(LONGEST)
        assert saved.record.seconds == 8.5

    def test_an_interrupted_run_can_be_resumed(self, store, where, said):
        run = begun(store, walked(short=3), ("shortest:4",))
        store.leave()
        (saved,) = store.recover().result(LONGEST)
        level = store.level(saved.heading.level)
        again = walk_again(level, saved.record, Clock())
        assert again.position == run.position
        store.begin(again, match_named(again.level, saved.heading.rivals), continues=saved)
        settle(store)
        (path,) = journals(where)
        assert path != saved.path
        assert read(path).record.moves == run.moves
        undo(again)
        store.leave()
        (saved,) = store.recover().result(LONGEST)
        assert saved.steps == run.steps + 1
        assert saved.heading.rivals == ("shortest:4",)
        assert said == []

    def test_beginning_another_run_leaves_the_first_one_and_a_loaded_maze_is_kept(self, store):
        store.begin(walked(short=3))
        run = begun(store, walked(forked(), short=2))
        store.leave()
        mazes = {saved.heading.maze: saved for saved in store.recover().result(LONGEST)}
        assert mazes.keys() == {"", "forked"}
        assert store.level(mazes["forked"].heading.level).maze == run.level.maze


def finished(store, run):
    """Finish a run; return how it ranks."""
    return store.finish(run).ranking.result(LONGEST)


def played_through(store, **options):
    """Walk the shortest path; return how the run ranks."""
    run = walked()
    store.begin(run, **options)
    return finished(store, run)


def kill_during(run, where):
    """Leave the journal of a run behind."""
    with contextlib.closing(Journal(where.running, heading_of(run))) as journal:
        journal.keep(record_of(run), "open")


class TestRanked:
    @pytest.mark.parametrize(
        ("before", "ranked"),
        [
            ("given up", False), ("killed before the book knew", False), ("without a step", True),
            ("resumed without a step", True), ("its path shown before a step", False),
            ("its path shown outside of it", False),
        ],
    )  # fmt: skip
    def test_only_a_first_walk_without_a_look_at_the_path_is_ranked(
        self, store, where, killed, before, ranked
    ):
        if before == "its path shown outside of it":
            store.note_shown(GAME_ID)
        elif before == "given up":
            store.begin(walked(short=3))
            store.leave(discard=True)
        elif before == "killed before the book knew":
            kill_during(walked(short=3), where)
        else:
            run = begun(store, walked(short=walked().steps))
            run.assisted = "shown" in before
            store.keep()
            if "resumed" in before:
                store.save(run, "here").result(LONGEST)
                store.begin(run, continues=store.saved().result(LONGEST)[0])
        again = killed()
        again.recover().result(LONGEST)
        assert played_through(again).ranked == ranked

    def test_a_run_that_was_left_and_resumed_is_ranked(self, store, where):
        store.begin(walked(short=3))
        store.leave()
        (saved,) = store.recover().result(LONGEST)
        ranking = played_through(store, continues=saved)
        assert ranking.ranked
        assert ranking.run.heading.uid != saved.heading.uid == ranking.run.heading.origin
        settle(store)
        assert journals(where) == []

    def test_a_run_that_was_killed_and_resumed_is_ranked(self, store, where):
        kill_during(walked(short=3), where)
        (saved,) = store.recover().result(LONGEST)
        assert played_through(store, continues=saved).ranked

    def test_a_resumed_run_that_was_saved_and_left_again_is_ranked(self, store):
        store.begin(walked(short=5))
        store.leave()
        (left,) = store.recover().result(LONGEST)
        run = walked(short=5)
        store.begin(run, continues=left)
        step(run, ahead(run.level)[-5])
        store.save(run, "here").result(LONGEST)
        store.leave()
        (left,) = store.recover().result(LONGEST)
        assert played_through(store, continues=left).ranked

    def test_a_saved_run_is_ranked_unless_it_was_resumed_before(self, store):
        early = begun(store, walked(short=5))
        store.save(early, "here").result(LONGEST)
        store.leave(discard=True)
        (saved,) = store.saved().result(LONGEST)
        assert played_through(store, continues=saved).ranked
        assert len(store.saved().result(LONGEST)) == 1

    @pytest.mark.parametrize("then", ["left", "discarded", "killed"])
    @pytest.mark.parametrize("saw", ["more cells", "the path"])
    def test_a_saved_run_is_practice_if_more_was_seen_since(self, store, killed, saw, then):
        early = begun(store, walked(short=5))
        store.save(early, "here").result(LONGEST)
        if saw == "the path":
            early.assisted = True
        else:
            step(early, ahead(early.level)[-5])
        if then == "killed":
            store.keep()
            store = killed()
            store.recover().result(LONGEST)
        else:
            store.leave(discard=then == "discarded")
        (saved,) = store.saved().result(LONGEST)
        assert not played_through(store, continues=saved).ranked

    def test_the_category_is_of_the_easiest_moment_also_after_a_kill(self, store, where):
        run = begun(store, walked(short=3), rules="fog")
        store.change_rules("open")
        settle(store)
        assert read(journals(where)[0]).rules == "open"
        store.leave()
        (saved,) = store.recover().result(LONGEST)
        run = walked()
        store.begin(run, match_named(run.level, rules="fog"), continues=saved)
        store.change_rules("fog compass")
        store.change_rules("fog")
        assert finished(store, run).run.category.rules == "compass"


class TestFinishing:
    def test_the_caller_does_not_wait_for_the_disk(self, store):
        disk = threading.Event()
        run = begun(store, walked())
        store.do(lambda: disk.wait(LONGEST))
        finish = store.finish(run)
        assert not finish.durable.wait(stores.DURABLE_SECONDS)
        assert not finish.ranking.done()
        disk.set()
        assert finish.durable.wait(LONGEST)
        assert finish.ranking.result(LONGEST).ranked
        assert stores.DURABLE_SECONDS < 0.005  # the screen's wait at B

    def test_a_finished_run_that_was_not_written_is_written_at_the_next_start(self, store, killed):
        store._book.add = lambda *_: Future()  # killed before the book has it
        run = begun(store, walked())
        store.finish(run).durable.wait(LONGEST)
        again = killed()
        assert len(journals(again.places)) == 1
        assert again.recover().result(LONGEST) == []
        assert ask(again, ScoreBook.count) == 1
        settle(again)
        assert journals(again.places) == []

    def test_a_finished_run_is_synced_even_if_the_book_is_long_in_coming(
        self, store, where, monkeypatch
    ):
        synced = []
        monkeypatch.setattr(Journal, "sync", lambda journal: synced.append(journal.path))
        store._book.add = lambda *_: Future()
        store.finish(walked()).durable.wait(LONGEST)
        settle(store)
        assert synced == journals(where)


def full_disk(*_: object) -> None:
    raise OSError(28, "No space left on device")


def full_book(*_: object) -> None:
    raise UnwritableError("the scores cannot be written: the disk is full")


class TestTrouble:
    def test_a_locked_book_is_written_later_and_waited_for_once(
        self, store, where, said, monkeypatch
    ):
        """So that a question is answered at once, however much waits to be written."""
        monkeypatch.setattr(ScoreBook.__init__, "__kwdefaults__", {"busy_seconds": 0.05})

        def wait(book):
            return book._base.execute("PRAGMA busy_timeout").fetchone()[0]

        assert ask(store, wait) == 50
        with contextlib.closing(sqlite3.connect(where.scores)) as other:
            other.execute("BEGIN EXCLUSIVE")
            finish = store.finish(begun(store, walked()))
            assert finish.durable.wait(LONGEST)
            settle(store)
            assert not finish.ranking.done()
            assert len(journals(where)) == 1
            assert (ask(store, wait), ask(store, ScoreBook.count)) == (0, 0)
        store.keep()
        assert finish.ranking.result(LONGEST).best is None
        assert ask(store, wait) == 50
        settle(store)
        assert journals(where) == []
        (line,) = said
        assert "are locked by another program; finished runs are kept" in line

    def test_a_book_that_is_slow_is_tried_once_however_often_it_is_asked_for(self, store):
        tries, free = [], threading.Event()
        store._book.write_with(lambda _: full_book(tries.append("try")))
        settle(store)
        store._book._worker.do(free.wait)
        for _ in range(5):
            store.keep()
        free.set()
        settle(store)
        assert len(tries) == 2

    def test_a_book_that_is_asked_at_the_end_is_closed(self, store):
        store._book.finish_writing()
        store._book.query(ScoreBook.count)
        store._book.end(LONGEST)
        assert store._book._book is None

    def test_a_damaged_book_is_set_aside_and_the_run_is_in_the_new_one(self, store, where, said):
        where.data.mkdir()
        where.scores.write_bytes(b"garbage" * 1000)
        run = begun(store, walked())
        store.finish(run).ranking.result(LONGEST)
        assert ask(store, ScoreBook.count) == 1
        assert where.scores.with_name("scores.sqlite3.damaged-1").read_bytes() == b"garbage" * 1000
        (line,) = said
        assert "are damaged" in line
        assert "they are now scores.sqlite3.damaged-1, and a new book is begun" in line

    def test_a_newer_book_is_not_touched_and_the_run_waits(self, store, where, said):
        ask(store, ScoreBook.count)
        store.query(lambda book: book._base.execute(f"PRAGMA user_version={VERSION + 1}")).result()
        store._book._worker.do(store._book._close).result(LONGEST)
        before = where.scores.read_bytes()
        run = begun(store, walked())
        store.finish(run).durable.wait(LONGEST)
        settle(store)
        assert where.scores.read_bytes() == before
        assert len(journals(where)) == 1
        (line,) = said
        assert "of a newer mazegame: they are left as they are" in line
        with pytest.raises(ScoreBookError):
            ask(store, ScoreBook.count)

    def test_a_full_disk_is_reported_once_and_the_rest_is_written_later(
        self, store, where, said, monkeypatch
    ):
        real, run = os.write, walked(short=4)
        store.begin(run)
        settle(store)
        monkeypatch.setattr(os, "write", full_disk)
        for direction in ahead(run.level)[-4:-1]:
            step(run, direction)
            store.keep()
            settle(store)
        monkeypatch.setattr(os, "write", real)
        assert said == ["cannot write: No space left on device; the run is not saved as it goes"]
        store.keep()
        settle(store)
        assert read(journals(where)[0]).record.moves == run.moves
        run.hints = 1
        for write in (full_disk, real):
            monkeypatch.setattr(os, "write", write)
            store.keep()
            settle(store)
        assert read(journals(where)[0]).record.hints == 1

    def test_a_run_that_is_discarded_while_the_disk_is_full_is_not_offered_again(
        self, store, monkeypatch
    ):
        store.begin(walked(short=3))
        store.leave()
        (saved,) = store.recover().result(LONGEST)
        with monkeypatch.context() as patch:
            patch.setattr(os, "write", full_disk)
            store.begin(walked(short=2), continues=saved)
            store.leave(discard=True).result(LONGEST)
        assert store.recover().result(LONGEST) == []

    def test_what_neither_book_nor_journal_could_take_is_tried_at_the_end(
        self, store, where, said, monkeypatch
    ):
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "finish", full_disk)
            patch.setattr(ScoreBook, "add", full_book)
            store.finish(walked()).durable.wait(LONGEST)
            settle(store)
            assert len(store.unkept) == 1
        journal, book = said
        assert journal.endswith("; the run is kept in memory until the score book has it")
        assert book.endswith("; finished runs are kept until they can be written")
        store.close()
        assert store.unkept == []
        with contextlib.closing(ScoreBook(where.scores)) as book:
            assert book.count() == 1

    def test_a_run_that_the_book_cannot_hold_keeps_no_other_out_of_it(self, store, said):
        run = replace(played(), done=10**30)
        added = store._book.add(run, lambda: None)
        with pytest.raises(OverflowError):
            added.result(LONGEST)
        other = begun(store, walked("wilson:8x5:b"))
        assert finished(store, other).ranked
        (line,) = said
        assert "does not fit into the scores" in line

    def test_a_clock_before_1970_loses_no_run(self, store, said, monkeypatch):
        monkeypatch.setattr(time, "time_ns", lambda: -5 * 10**18)
        run = begun(store, walked())
        store.save(run, "here").result(LONGEST)
        assert finished(store, run).ranked
        (row,) = ask(store, lambda book: book.overview(history=9).history)
        assert row.done == 0
        assert len(store.saved().result(LONGEST)) == 1
        assert said == []

    @pytest.mark.parametrize(
        "moved", ["1970-01-02", "2262-04-01", "2026-10-25T01:30", "2026-03-29"]
    )
    def test_a_try_counts_for_the_date_of_its_start_wherever_the_clock_goes(
        self, store, said, moved
    ):
        there = dt.datetime(2026, 10, 25, 0, 30, tzinfo=dt.UTC)
        busy, clock = threading.Event(), Clock()
        run = walked(short=3, clock=clock)
        with time_machine.travel(there, tick=False) as traveller:
            store.do(busy.wait)
            store.begin(run, match_named(run.level, series="daily:2026-10-25"))
            traveller.move_to(dt.datetime.fromisoformat(moved).replace(tzinfo=dt.UTC))
            busy.set()
            for direction in ahead(run.level)[-3:]:
                step(run, direction)
                clock.now += 0.1
                store.keep()
            finished(store, run)
            found = ask(store, lambda book: book.calendar())
            assert found.tries[there.date()].run.ranked
            (row,) = ask(store, ScoreBook.played)
            assert row.ms == round(100 * (run.steps - 1))
            assert ask(store, lambda book: book.overview()).streak.longest == 1
        assert said == []

    @pytest.mark.parametrize("new", ["nothing", "another folder", "a file"])
    def test_a_home_that_goes_in_the_middle_of_a_run_takes_nothing_silently(
        self, store, where, said, new
    ):
        run = begun(store, walked(short=3))
        settle(store)
        where.data.rename(where.data.with_name("gone"))
        if new == "another folder":
            where.data.mkdir()
        elif new == "a file":
            where.data.touch()
        for direction in ahead(run.level)[-3:-1]:
            step(run, direction)
            store.keep()
            settle(store)
            assert new == "a file" or read(journals(where)[0]).record.moves == run.moves
        step(run, ahead(run.level)[-1])
        store.finish(run).durable.wait(LONGEST)
        settle(store)
        left = begun(store, walked(short=3))
        kept = store.leave().result(LONGEST)
        if new == "a file":
            assert not kept
            assert store.recover().result(LONGEST) == []
            assert [one.steps for one in store.unkept] == [run.steps]
            assert len(said) == 3
            assert all("Not a directory; " in line and "\n" not in line for line in said)
        else:
            assert kept
            assert ask(store, ScoreBook.count) == 1
            assert [one.steps for one in store.recover().result(LONGEST)] == [left.steps]
            assert (store.unkept, said) == ([], [])

    @pytest.mark.parametrize("more", [0, 1])
    def test_a_home_that_goes_just_before_a_run_is_left_takes_no_step(
        self, store, where, said, more
    ):
        run = begun(store, walked(short=3))
        settle(store)
        where.data.rename(where.data.with_name("gone"))
        for direction in ahead(run.level)[-3:][:more]:
            step(run, direction)
        assert store.leave().result(LONGEST)
        (left,) = store.recover().result(LONGEST)
        assert left.record.moves == run.moves
        assert said == []

    def test_a_finished_run_whose_journal_goes_before_the_book_has_it_is_not_kept(
        self, store, where, said, monkeypatch
    ):
        monkeypatch.setattr(ScoreBook, "add", full_book)
        store.finish(walked())
        settle(store)
        assert store.unkept == []
        journals(where)[0].unlink()
        assert len(store.unkept) == 1

    def test_a_read_only_home_is_reported_in_one_line_and_its_scores_are_shown(self, where, said):
        first = Store(said.append, where)
        first.begin(walked())
        first.finish(walked()).ranking.result(LONGEST)
        first.close()
        with only_readable(where.data):
            store = Store(said.append, where)
            assert store.recover().result(LONGEST) == []
            for _ in range(2):
                run = begun(store, walked(detours=1))
                store.keep()
                assert store.finish(run).durable.wait(LONGEST)
                settle(store)
                store.keep()
            assert store.query(lambda book: book.overview().runs).result(LONGEST) == 1
            store.close()
        assert said == [f"{where.data} can only be read: what is played now is not kept"]

    def test_a_book_that_can_only_be_read_is_written_when_it_can(self, store, where, said):
        ask(store, ScoreBook.count)
        store._book._worker.do(store._book._close).result(LONGEST)
        where.running.mkdir()
        with only_readable(where.scores):
            other = Store(said.append, where)
            finish = other.finish(walked())
            settle(other)
            assert not finish.ranking.done()
            (line,) = said
            assert "finished runs are kept until they can be written" in line
        for path in where.data.glob("scores*"):
            path.chmod(0o600)  # SQLite gave the files beside it the same rights
        other.keep()
        finish.ranking.result(LONGEST)
        assert ask(other, ScoreBook.count) == 1
        other.close()

    def test_without_a_home_the_game_goes_on(self, said, monkeypatch):
        def nowhere() -> Places:
            raise NoHomeError("there is no home folder to keep anything in: set MAZEGAME_HOME")

        monkeypatch.setattr(notices, "places", nowhere)
        store = Store(said.append)
        run = begun(store, walked())
        store.keep()
        assert store.finish(run).durable.wait(LONGEST)
        assert store.recover().result(LONGEST) == []
        with pytest.raises(ScoreBookError, match="no home folder"):
            ask(store, ScoreBook.count)
        assert said
        store.close()
        (line,) = said
        assert line.endswith("set MAZEGAME_HOME; nothing is kept")


def test_what_killed_games_left_half_written_is_swept_at_the_start(store, where):
    folders = (where.data, where.settings.parent, where.saves, where.mazes)
    left = [folder / ".mazegame-0123.part" for folder in folders]
    for path in left:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        os.utime(path, (0, 0))
    young = where.data / ".mazegame-0124.part"
    young.touch()
    store.recover().result(LONGEST)
    assert not [path for path in left if path.exists()]
    assert young.exists()

"""Descents on the disk: written as they go, resumed after a kill, ranked by depth."""

import json
import tracemalloc

import pytest

from mazegame.engine import Level
from mazegame.formats.replay import prove, read_replay, write_replay
from mazegame.game.commands import Pause
from mazegame.game.descent import Descent
from mazegame.game.modes.endless import level_of
from mazegame.store.book import statistics_report
from mazegame.store.book.report import as_json, as_text
from mazegame.store.journal.journal import Journal
from tests.game.descents import descend
from tests.waiting import LONGEST


def came_down(store, seed, rows, pace=100):
    """Play a descent down to a row and give it up; return how it stands."""
    descent = Descent(seed)
    log = store.descent(descent)
    descend(descent, rows, pace)
    return log.finish()()


def test_a_descent_is_a_run_of_the_book_that_can_be_watched(store, where):
    ranking = came_down(store, "kite-7", 40)
    (row,) = store.query(lambda book: book.played()).result(LONGEST)
    assert (row.depth, row.over) == (40, ranking.run.steps - ranking.run.heading.dist_min)
    assert (row.series, row.maze) == ("endless:kite-7", "endless kite-7, 40 deep")
    assert not row.ranked
    assert row.level == str(level_of("kite-7", 40))
    record = store.query(lambda book: book.walk(row.id)).result(LONGEST)
    replay = read_replay(write_replay(record, row.maze))
    run = prove(Level.of(replay.record.level), replay)
    assert run.finished
    assert run.result.dist_min == row.dist_min
    store.close()
    assert not list(where.running.iterdir())


def test_descents_are_ranked_by_depth_then_by_steps_and_only_the_first_of_a_seed(store):
    for seed, rows in (("one", 20), ("two", 30), ("three", 20), ("one", 60)):
        last = came_down(store, seed, rows)
    assert last.run.record.level == str(level_of("one", 60))
    first, *others = last.ranked
    assert (first.series, first.depth) == ("endless:two", 30)
    assert sorted(row.series for row in others) == ["endless:one", "endless:three"]
    assert [row.depth for row in others] == [20, 20]
    assert others[0].over <= others[1].over
    overview = store.query(lambda book: book.overview()).result(LONGEST)
    assert overview.descents == last.ranked
    assert (overview.runs, overview.categories) == (4, ())


def test_scores_and_statistics_name_the_descents(store):
    came_down(store, "kite-7", 30, pace=5)
    came_down(store, "owl", 12)
    overview, rows = store.query(lambda book: (book.overview(), book.played())).result(LONGEST)
    text, content = as_text(overview), json.loads(as_json(overview))
    deep, other = content["descents"]
    assert (deep["seed"], deep["rows"], deep["over"]) == ("kite-7", 30, rows[0].over)
    assert other["seed"] == "owl"
    listed = text.partition("Deepest descents")[2].split()
    assert listed[:5] == ["30", "deep", str(rows[0].over), "over", "kite-7"]
    assert "30 deep" in text.partition("Latest runs")[2]
    assert "Endless: 2 descents, the deepest 30 rows\n" in statistics_report.as_text(rows)
    counts = json.loads(statistics_report.as_json(rows))
    assert (counts["descents"], counts["deepest"], counts["ranked"]) == (2, 30, 0)


def test_the_log_keeps_no_step_in_memory_that_is_on_the_disk(store, where):
    descent = Descent("kite-7")
    log = store.descent(descent)
    now, sizes = 0.0, []
    for rows in range(20, 120, 20):
        now = descend(descent, rows, 50, now=now)
        log.keep()
        store.do(lambda: None).result(LONGEST)
        assert not log.waiting.moves
        (path,) = where.running.iterdir()
        sizes.append(path.stat().st_size)
    assert sizes == sorted(set(sizes))
    log.leave()
    (saved,) = store.recover().result(LONGEST)
    assert saved.steps == descent.steps
    assert saved.heading.maze == "endless kite-7"


@pytest.mark.long
def test_ten_thousand_rows_grow_on_the_disk_and_take_no_more_memory(store, where, capsys):
    """Prints its figures; the end reads the walk from the disk, some bytes for each step."""
    descent = Descent("deep")
    log = store.descent(descent)
    now, walked = descend(descent, 100, 200), []
    tracemalloc.start()
    try:
        for rows in range(1000, 10_001, 1000):
            for row in range(rows - 990, rows + 1, 10):
                now = descend(descent, row, 200, now=now)
                log.keep()
                store.do(lambda: None).result(LONGEST)
            (path,) = where.running.iterdir()
            walked.append((path.stat().st_size, tracemalloc.get_traced_memory()[1]))
        tracemalloc.reset_peak()
        run = log.finish()().run
        end = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    (first, _), (last, walking) = walked[0], walked[-1]
    with capsys.disabled():
        print(
            f"\n{descent.depth.rows:,} rows, {descent.steps:,} steps: journal {last:,} bytes, "
            f"peak of Python's memory {walking:,} bytes on the way, {end:,} at the end"
        )
    assert run.heading.maze == "endless deep, 10,000 deep"
    assert last > 5 * first
    assert walking < 400_000
    assert end < 100 * descent.steps


def test_the_time_without_steps_is_written_as_well(store):
    descent = Descent("kite-7")
    log = store.descent(descent)
    now = descend(descent, 10, 50)
    log.keep()
    descent.tick(now + 3)
    log.keep()
    log.leave()
    (saved,) = store.recover().result(LONGEST)
    assert saved.record.seconds == pytest.approx(descent.stopwatch.seconds, abs=0.001)


def resumed(store):
    """The descent that was left behind, and its log."""
    (saved,) = store.recover().result(LONGEST)
    descent = Descent.resumed(saved.record)
    return descent, store.descent(descent, saved)


def test_a_descent_goes_on_where_it_was_left_and_is_one_walk_in_the_book(store, where):
    descent = Descent("kite-7")
    log = store.descent(descent)
    now = descend(descent, 30, 20)
    descent.command(0, Pause(), now)
    log.leave()
    for rows in (45, 60):
        descent, log = resumed(store)
        assert descent.resting
        now = descend(descent, rows, 20)
        log.keep()
        log.leave()
        store.do(lambda: None).result(LONGEST)
        assert len(list(where.running.iterdir())) == 1
    descent, log = resumed(store)
    run = log.finish()().run
    whole = Descent("kite-7")
    descend(whole, 60, 20)
    assert run.steps == whole.depth.steps
    assert prove(Level.of(level_of("kite-7", 60)), read_replay(write_replay(run.record))).finished


def test_a_descent_that_the_book_has_is_not_added_twice(store, killed, monkeypatch):
    monkeypatch.setattr(Journal, "discard", Journal.close)
    came_down(store, "kite-7", 12)
    again = killed()
    assert list(again.places.running.iterdir())  # as after a kill before it is deleted
    _, log = resumed(again)
    log.finish()()
    assert len(again.query(lambda book: book.played()).result(LONGEST)) == 1


def test_a_killed_descent_is_resumed(store, killed):
    descent = Descent("kite-7")
    log = store.descent(descent)
    descend(descent, 30, 20)
    log.keep()
    again = killed()
    resumed_descent, log = resumed(again)
    assert resumed_descent.depth == descent.depth
    assert resumed_descent.steps == descent.steps
    descend(resumed_descent, 40, 30)
    assert log.finish()().ranked[0].depth == 40

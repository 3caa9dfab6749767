"""A duel that was killed with SIGKILL goes on where both were."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from mazegame.engine import Level, Recipe
from mazegame.game.series.duel import Duel
from mazegame.game.session import Session
from mazegame.store.book.report import describe_saved
from mazegame.store.places import Places
from mazegame.store.reopening import reopen
from mazegame.store.store import Store
from tests.game.mazes import Clock, ahead, walked
from tests.programs import kill_when_kept
from tests.store.conftest import match_named

CHILD = """
import sys, time
from pathlib import Path
from mazegame.engine import Level, Recipe
from mazegame.game.run import Run, step
from mazegame.store.places import Places
from mazegame.store.store import Store
from tests.game.mazes import Clock, ahead
from tests.store.conftest import match_named
home, left, right = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
store = Store(print, Places(home, home / "s", home))
level, clock = Level.of(Recipe.parse("wilson:12x8:kite-7")), Clock()
first, second = Run(level, clock), Run(level, clock)
store.begin(first, match_named(level, series="duel:fewest:1-0"), second=second)
for number in range(max(left, right)):
    for run, steps in ((first, left), (second, right)):
        run.stopwatch.go()
        if number < steps:
            step(run, ahead(level)[number])
    clock.now += 0.25
    store.keep()
store.do(lambda: None).result(20)
print("kept", flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
@pytest.mark.parametrize(("left", "right"), [(5, 3), (0, 4), (4, 0)])
def test_a_duel_after_a_kill_goes_on_where_both_were(tmp_path, left, right):
    kill_when_kept(CHILD, tmp_path, left, right)
    store = Store(print, Places(tmp_path, tmp_path / "s", tmp_path))
    (saved,) = store.recover().result(60)
    assert describe_saved(saved)[0] == "duel, wilson 12x8"
    clock = Clock()
    match, (first, second) = reopen(store, saved, clock)
    store.close()
    path = [int(side) for side in ahead(Level.of(Recipe.parse(saved.heading.level)))]
    assert (list(first.moves), list(second.moves)) == (path[:left], path[:right])
    assert match.series == Duel(fewest=True, wins=(1, 0))
    session = Session(match, first.level, runs=2, resume=first, second=second)
    assert [player.run for player in session.players] == [first, second]
    assert session.seconds == pytest.approx(0.25 * max(left, right))


@pytest.mark.parametrize("won", [0, 1])
def test_a_finished_round_is_a_run_with_both_walks(store, where, won):
    level = Level.of(Recipe.parse("wilson:12x8:kite-7"))
    runs = [walked(level, ahead(level)[:3]), walked(level, ahead(level)[:2])]
    runs[won] = walked(level)
    store.begin(runs[0], match_named(level, series="duel:1-0"), second=runs[1])
    store.keep()
    key = ("duel:2-0:left", "duel:1-1:right")[won]
    finish = store.finish_round(runs[won], runs[1 - won], key)
    assert not finish.ranking.result(60).ranked
    (row,) = store.ask_afterwards(lambda book: book.played())
    assert (row.series, row.medal, row.habits, row.steps) == (key, "", None, level.dist_min)
    walk, other = store.ask_afterwards(lambda book: (book.walk(row.id), book.ghost(row.id)))
    assert (walk.moves, other.moves) == (bytes(runs[won].moves), bytes(runs[1 - won].moves))
    assert store.recover().result(60) == []
    assert not list(where.running.glob("*.run"))


def test_a_finished_round_that_the_book_lost_comes_from_its_journal(tmp_path):
    places = Places(tmp_path, tmp_path / "s", tmp_path)
    store = Store(print, places)
    level = Level.of(Recipe.parse("wilson:12x8:kite-7"))
    left, right = walked(level, ahead(level)[:3]), walked(level)
    places.scores.mkdir()  # no book can be there
    store.begin(left, match_named(level, series="duel:fewest:0-2"), second=right)
    finish = store.finish_round(right, left, "duel:fewest:0-3:right")
    assert finish.durable.wait(60)
    store.close()
    places.scores.rmdir()
    again = Store(print, places)
    assert again.recover().result(60) == []
    (row,) = again.ask_afterwards(lambda book: book.played())
    assert (row.duel.decided, row.duel.won_by, row.ranked) == (True, "right", False)
    again.close()


def test_a_second_walk_that_does_not_fit_is_not_taken(store):
    level = Level.of(Recipe.parse("wilson:12x8:kite-7"))
    first, second = walked(level, ahead(level)[:3]), walked(level, ahead(level)[:2])
    store.begin(first, match_named(level, series="duel:0-0"), second=second)
    store.leave().result(60)
    (saved,) = store.recover().result(60)
    damaged = replace(saved.record.second, moves=bytes(side.opposite for side in ahead(level)[:2]))
    with pytest.raises(ValueError, match="wall"):
        reopen(store, replace(saved, record=replace(saved.record, second=damaged)), Clock())
    alone = replace(saved, heading=replace(saved.heading, series=""))
    assert len(reopen(store, alone, Clock())[1]) == 1
    assert saved.record.second.moves == second.moves

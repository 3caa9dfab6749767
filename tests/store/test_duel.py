"""A duel that was killed goes on where both were."""

from concurrent.futures import Future
from dataclasses import replace

import pytest

from mazegame.engine import Level
from mazegame.game.modes.duel import Duel, duel_of
from mazegame.game.run import Run, step
from mazegame.game.session import Session
from mazegame.store.book.report import describe_saved
from mazegame.store.reopening import reopen
from tests.game.mazes import Clock, ahead, walked
from tests.store.conftest import match_named

LEVEL = Level.of("wilson:12x8:kite-7")
PATH = ahead(LEVEL)


@pytest.mark.parametrize(("left", "right"), [(5, 3), (0, 4), (4, 0), (len(PATH), 3)])
def test_a_duel_after_a_kill_goes_on_where_both_were(store, killed, left, right):
    clock = Clock()
    first, second = Run(LEVEL, clock), Run(LEVEL, clock)
    store.begin(first, match_named(LEVEL, series="duel:fewest:1-0"), second=second)
    first.stopwatch.go()
    second.stopwatch.go()
    for number, side in enumerate(PATH):
        for run, steps in ((first, left), (second, right)):
            if number < steps:
                step(run, side)
        clock.now += 0.25 * (number < max(left, right))
        store.keep()
    again = killed()
    seconds = first.stopwatch.seconds
    (saved,) = again.recover().result(60)
    assert describe_saved(saved)[0] == "duel, wilderness 12x8"
    match, (first, second) = reopen(again, saved, Clock())
    assert (list(first.moves), list(second.moves)) == (PATH[:left], PATH[:right])
    assert match.series == Duel(fewest=True, wins=(1, 0))
    session = Session(match, first.level, runs=2, resume=first, second=second)
    assert [player.run for player in session.players] == [first, second]
    assert session.seconds == pytest.approx(seconds, abs=0.001)


@pytest.mark.parametrize("won", [0, 1])
def test_a_finished_round_is_a_run_with_both_walks(store, where, won):
    runs = [walked(LEVEL, PATH[:3]), walked(LEVEL, PATH[:2])]
    runs[won] = walked(LEVEL)
    store.begin(runs[0], match_named(LEVEL, series="duel:1-0"), second=runs[1])
    store.keep()
    key = ("duel:2-0:left", "duel:1-1:right")[won]
    finish = store.finish_round(runs[won], runs[1 - won], key)
    assert not finish.ranking.result(60).ranked
    (row,) = store.query_after_writes(lambda book: book.played())
    assert (row.series, row.medal, row.habits, row.steps) == (key, "", None, LEVEL.dist_min)
    walk, other = store.query_after_writes(lambda book: (book.walk(row.id), book.ghost(row.id)))
    assert (walk.moves, other.moves) == (bytes(runs[won].moves), bytes(runs[1 - won].moves))
    assert store.recover().result(60) == []
    assert not list(where.running.glob("*.run"))


def test_a_finished_round_that_the_book_has_not_got_comes_from_its_journal(store, killed):
    store._book.add = lambda *_: Future()
    left, right = walked(LEVEL, PATH[:3]), walked(LEVEL)
    store.begin(left, match_named(LEVEL, series="duel:fewest:0-2"), second=right)
    assert store.finish_round(right, left, "duel:fewest:0-3:right").durable.wait(60)
    again = killed()
    assert again.recover().result(60) == []
    (row,) = again.query_after_writes(lambda book: book.played())
    duel = duel_of(row.series)
    assert (duel.decided, duel.won_by, row.ranked) == (True, "right", False)


def test_a_second_walk_that_does_not_fit_is_not_taken(store):
    first, second = walked(LEVEL, PATH[:3]), walked(LEVEL, PATH[:2])
    store.begin(first, match_named(LEVEL, series="duel:0-0"), second=second)
    store.leave().result(60)
    (saved,) = store.recover().result(60)
    damaged = replace(saved.record.second, moves=bytes(side.opposite for side in PATH[:2]))
    with pytest.raises(ValueError, match="wall"):
        reopen(store, replace(saved, record=replace(saved.record, second=damaged)), Clock())
    alone = replace(saved, heading=replace(saved.heading, series=""))
    assert len(reopen(store, alone, Clock())[1]) == 1
    assert saved.record.second.moves == second.moves

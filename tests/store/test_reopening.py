"""Every series that can be resumed comes back from the disk as it was left."""

import pytest

from mazegame.engine import Recipe
from mazegame.game.modes.daily import Stake, daily_match, today
from mazegame.game.modes.table import MODES, mode_of
from mazegame.store.reopening import reopen, with_stake
from tests.game.mazes import Clock, walked
from tests.store.conftest import match_named
from tests.waiting import LONGEST

SERIES = (
    "daily:2026-11-22 journey:12 marathon:2026-W47:kite:2 best-of:5:1-2 chase:both:3:2 "
    "duel:fewest:1-0"
)
KEYS = {f"{key.partition(':')[0]}:": key for key in SERIES.split()}


@pytest.mark.parametrize(
    "prefix", sorted({*KEYS, *(mode.prefix for mode in MODES if mode.prefix and mode.series)})
)
def test_a_series_comes_back_from_its_key(store, prefix):
    key = KEYS[prefix]
    first = walked()
    store.begin(first, match_named(first.level, series="marathon:2026-W47:kite:1"))
    store.finish(first).ranking.result(LONGEST)
    recipe = mode_of(key).maze_of(key)
    run = walked(str(recipe or "wilson:6x4:a"), short=2)
    store.begin(run, match_named(run.level, ("shortest:4",), series=key))
    store.leave()
    (saved,) = store.recover().result(LONGEST)
    match, runs = reopen(store, saved, Clock())
    assert match.series.key == key
    assert len(runs) == (2 if prefix == "duel:" else 1)


@pytest.mark.parametrize(("shown", "stake"), [(False, Stake.RANKED), (True, Stake.PRACTICE)])
def test_the_maze_of_the_day_is_practice_for_who_has_seen_it(store, shown, stake):
    recipe = Recipe.parse("wilson:6x4:a")
    if shown:
        store.note_shown(str(recipe))
    assert with_stake(store, daily_match(today(), recipe)).series.stake is stake

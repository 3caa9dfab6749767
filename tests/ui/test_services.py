"""The services: what they publish, write and remember, without any screen of the game."""

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

import pytest
from textual.app import App

from mazegame.config import DEFAULTS
from mazegame.engine import Level
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.race_choice import one_rival
from mazegame.game.run import Run
from mazegame.services import Services
from mazegame.store.places import places
from mazegame.store.store import Store
from tests.game.mazes import walked
from tests.store.conftest import leave_behind
from tests.ui.conftest import until
from tests.waiting import LONGEST

LEVEL = Level.of("wilson:8x5:kite-7")


class Plain(App[None]):
    """An app that has services, and hears what they publish."""

    def __init__(self):
        super().__init__()
        self.services = Services(self)
        self.configs, self.notices, self.recovered, self.rankings = [], [], [], []

    def on_mount(self):
        services = self.services
        services.settings.changed.subscribe(self, self.configs.append)
        services.notices.subscribe(self, self.notices.append)
        services.autosave.recovered.subscribe(self, self.recovered.append)
        services.score_book.ranked.subscribe(self, self.rankings.append)

    def on_unmount(self):
        self.services.close()


async def test_an_applied_config_is_not_written():
    app = Plain()
    async with app.run_test() as pilot:
        app.services.settings.apply(replace(DEFAULTS, race=one_rival(4.0)))
        await until(lambda: app.configs, pilot)
    assert not places().settings.exists()


@pytest.mark.parametrize("plays", ["never", "now", "before"])
async def test_a_run_that_was_left_is_offered_once_to_who_has_not_played_yet(plays):
    leave_behind(walked(LEVEL, short=3))
    app = Plain()
    async with app.run_test() as pilot:
        autosave = app.services.autosave
        assert autosave.take_offer() is None
        app.services.open()
        if plays != "never":
            autosave.start(Run(LEVEL, lambda: 0.0), free_play(LEVEL), resumed=False)
        await until(lambda: app.recovered, pilot)
        if plays == "before":
            autosave.rest()
        (runs,) = app.recovered
        assert autosave.take_offer() is (runs[0] if plays == "never" else None)
        assert autosave.take_offer() is None


async def test_an_answer_after_the_end_of_the_app_is_dropped():
    app, ranking = Plain(), Future()
    async with app.run_test():
        app.services.score_book.announce(walked(LEVEL), ranking)
    ranking.set_exception(ValueError("nobody hears this"))
    assert app.rankings == []


async def test_threads_that_use_the_store_first_at_once_get_the_same_one(monkeypatch):
    made = []

    class Slow(Store):
        def __init__(self, *args):
            made.append(self)
            time.sleep(0.05)  # so that the other threads come meanwhile
            super().__init__(*args)

    monkeypatch.setattr("mazegame.store.store.Store", Slow)
    app = Plain()
    async with app.run_test():
        together = threading.Barrier(4)

        def use():
            together.wait(LONGEST)
            return app.services.store

        with ThreadPoolExecutor(4) as threads:
            found = [threads.submit(use) for _ in range(4)]
        assert {done.result() for done in found} == set(made)
    assert len(made) == 1


async def test_a_store_that_is_first_used_after_the_end_is_closed():
    app = Plain()
    async with app.run_test():
        pass
    store = app.services.store
    assert not store._writer._thread.is_alive()
    assert not store._book._worker._thread.is_alive()

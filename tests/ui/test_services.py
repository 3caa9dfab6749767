"""The services: what they publish, write and remember, without any screen of the game."""

import errno
import os
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from textual.app import App

from mazegame.config import DEFAULTS
from mazegame.engine import Level
from mazegame.game.descent import Descent
from mazegame.game.modes.calendar import Streak
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.race_choice import one_rival
from mazegame.game.rules import Rules
from mazegame.game.run import Run
from mazegame.services import Services
from mazegame.services.home_status import _of_runs
from mazegame.store.journal.journal import read_abandoned
from mazegame.store.places import places
from mazegame.store.records import Summary
from mazegame.store.store import Store
from tests.game.descents import descend
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


async def test_an_answer_after_the_end_of_the_app_is_dropped(caplog):
    app, ranking = Plain(), Future()
    async with app.run_test():
        app.services.score_book.announce(walked(LEVEL), ranking)
    ranking.set_exception(ValueError("nobody hears this"))
    app.services.autosave.recover()
    assert app.rankings == []
    assert caplog.messages == []  # as errors of callbacks are logged, over the game's screen


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


@pytest.mark.parametrize("endless", [False, True])
async def test_what_was_walked_last_is_kept_although_the_app_stands(endless):
    """As where nobody reads what it paints: no timer of the app fires, and no screen is closed."""
    app = Plain()
    async with app.run_test():
        autosave = app.services.autosave
        if endless:
            descent = Descent("kite-7")
            autosave.descend(descent, None)
            descend(descent, 20, 50)
            steps = descent.steps
        else:
            run = walked(LEVEL, short=3)
            autosave.start(run, free_play(LEVEL), resumed=False)
            steps = run.steps
        closing = threading.Thread(target=app.services.close)
        closing.start()
        closing.join(LONGEST)
        (saved,), problems = read_abandoned(places().running)
        assert (saved.steps, problems) == (steps, [])


async def test_nothing_is_written_over_files_that_could_not_be_read(monkeypatch):
    where = places()
    contents = {
        where.settings: 'walls = "ascii"\n',
        where.choices: '{"designs": [["mine", "wilson", []]]}\n',
        where.quiz: '{"asked": 90, "right": 80}\n',
    }
    for path, content in contents.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    opened, failing = os.open, [True]

    def fail(path, *args, **options):
        if failing and Path(path) in contents:
            raise OSError(errno.EMFILE, "Too many open files", str(path))
        return opened(path, *args, **options)

    monkeypatch.setattr(os, "open", fail)
    app = Plain()
    async with app.run_test() as pilot:
        services = app.services
        services.settings.activate()
        assert services.quiz.asked == 0
        failing.clear()  # from now on they could be read, and written
        config = services.settings.config
        services.settings.save(replace(config, rules=Rules(fog=True)))
        services.settings.save_designs(())
        services.save_quiz(services.quiz.answered(right=True))
        services.store.do(lambda: None).result(LONGEST)
        await until(lambda: len(app.notices) == 2, pilot)
        assert services.quiz.asked == 1, "as long as the game lasts"
    assert {path: path.read_text() for path in contents} == contents
    assert all("it stays as it is" in notice.text for notice in app.notices)


@pytest.mark.parametrize(
    ("runs", "days", "said"),
    [
        (0, 0, ()),
        (1, 1, ("1 finished run",)),
        (3, 2, ("3 finished runs, 2 days in a row", "2 days in a row")),
    ],
)
def test_a_streak_begins_with_its_second_day(runs, days, said):
    assert _of_runs(Summary(runs=runs, streak=Streak(days))) == {"profile": said}

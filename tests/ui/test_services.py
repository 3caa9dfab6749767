"""The services: what they publish, write and remember, without any screen of the game."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import replace

from textual.app import App

from mazegame.config import DEFAULTS, FormState
from mazegame.engine import Level, Recipe
from mazegame.game.race_choice import one_rival
from mazegame.game.rules import Rules
from mazegame.game.run import Run
from mazegame.game.series import free_play
from mazegame.services import Services
from mazegame.services.score_book import RankingReady
from mazegame.store.places import places
from mazegame.store.settings import read_config, write_settings
from mazegame.store.store import Store
from tests.store.conftest import walked
from tests.ui.conftest import until

LEVEL = Level.of(Recipe.parse("wilson:8x5:kite-7"))


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


def left_on_the_way() -> None:
    store = Store(print)
    store.begin(walked(LEVEL, short=3))
    store.close()


class TestSettings:
    async def test_a_config_is_published_and_written(self):
        app = Plain()
        async with app.run_test() as pilot:
            changed = replace(DEFAULTS, race=one_rival(4.0))
            app.services.settings.save(changed)
            await until(lambda: app.configs, pilot)
            assert app.configs == [changed] == [app.services.settings.config]
        assert read_config(places().settings, places().choices)[0] == changed

    async def test_an_applied_config_is_not_written(self):
        app = Plain()
        async with app.run_test() as pilot:
            app.services.settings.apply(replace(DEFAULTS, race=one_rival(4.0)))
            await until(lambda: app.configs, pilot)
        assert not places().settings.exists()

    async def test_the_form_is_remembered_and_its_rules_are_settings(self):
        form, rules = FormState("wilson", (), (9, 7)), Rules(fog=True)
        app = Plain()
        async with app.run_test():
            app.services.settings.save_form(form, rules, one_rival(8.0))
        config, problems = read_config(places().settings, places().choices)
        assert (config.form, config.rules, config.race, problems) == (
            form,
            rules,
            one_rival(8.0),
            [],
        )

    async def test_the_theme_is_known_without_an_app_that_runs(self):
        assert Plain().services.settings.theme() is None
        look = replace(DEFAULTS.look, theme="maze-light")
        write_settings(places().settings, replace(DEFAULTS, look=look))
        assert Plain().services.settings.theme() == "maze-light"


class TestAutosave:
    async def test_a_run_that_was_left_is_offered_once(self):
        left_on_the_way()
        app = Plain()
        async with app.run_test() as pilot:
            assert app.services.autosave.take_offer() is None
            app.services.open()
            await until(lambda: app.recovered, pilot)
            (runs,) = app.recovered
            assert app.services.autosave.take_offer() is runs[0]
            assert app.services.autosave.take_offer() is None

    async def test_who_plays_already_is_offered_nothing(self):
        left_on_the_way()
        app = Plain()
        async with app.run_test() as pilot:
            autosave = app.services.autosave
            app.services.open()
            autosave.start(Run(LEVEL, lambda: 0.0), free_play(LEVEL), resumed=False)
            await until(lambda: app.recovered, pilot)
            assert autosave.take_offer() is None

    async def test_what_was_declined_is_not_offered_at_the_next_start(self):
        left_on_the_way()
        for offered in (True, False):
            app = Plain()
            async with app.run_test() as pilot:
                app.services.open()
                await until(lambda app=app: app.recovered, pilot)
                saved = app.services.autosave.take_offer()
                assert (saved is not None) is offered
                if saved is not None:
                    app.services.autosave.decline(saved)
                assert app.services.autosave.left_behind

    async def test_a_save_is_confirmed(self):
        app = Plain()
        async with app.run_test() as pilot:
            app.services.autosave.save("nothing is played")
            run = walked(LEVEL, short=3)
            app.services.autosave.start(run, free_play(LEVEL), resumed=False)
            app.services.autosave.save("half way")
            await until(lambda: app.notices, pilot)
            assert [notice.text for notice in app.notices] == ["saved as half way"]
            (saved,) = app.services.autosave.saves().result(20)
            assert (saved.heading.name, saved.steps) == ("half way", run.steps)


class TestScoreBook:
    async def test_a_finished_run_is_ranked_and_in_the_book(self):
        app = Plain()
        async with app.run_test() as pilot:
            run = walked(LEVEL)
            app.services.autosave.start(run, free_play(LEVEL), resumed=False)
            app.services.autosave.finish(run)
            await until(lambda: app.rankings, pilot)
            (ranking,) = app.rankings
            assert ranking == RankingReady(run, "First ranked run on wilson 8x5", streak=1)
            assert app.services.score_book.ranking_of(run) == ranking
            assert app.services.score_book.ranking_of(walked(LEVEL)) is None
            (line,) = app.services.score_book.overview().result(20).history
            assert app.services.score_book.walk(line.id).moves == bytes(run.moves)

    async def test_an_answer_after_the_end_of_the_app_is_dropped(self):
        app = Plain()
        standing = Future()
        async with app.run_test():
            app.services.score_book.announce(walked(LEVEL), standing)
        standing.set_exception(ValueError("nobody hears this"))
        assert app.rankings == []

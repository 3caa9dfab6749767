"""Medals on the screen: what there is to beat, what is still possible, and one's best."""

from concurrent.futures import Future

import pytest

from mazegame.engine import Level, Recipe
from mazegame.game.modes.free_play import free_play
from mazegame.game.scoring.medals import Medal, medal_times
from mazegame.store.records import ToBeat
from mazegame.themes import THEMES
from mazegame.widgets.series.journey_map import MEDAL_INKS
from mazegame.widgets.text.segments import COLOURS, Role
from tests.game.mazes import Clock, corridor
from tests.ui.conftest import app_playing, on_match, playing, shows, to_screen, until


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_medal_has_one_colour_on_all_pages(theme):
    colours = theme.variables
    for medal in Medal:
        ink = MEDAL_INKS[medal.value]
        assert colours[COLOURS[Role[medal.name]]] == colours[f"maze-{ink.name.lower()}"], medal


async def test_the_best_run_of_the_same_maze_is_beside_them():
    clock, level = Clock(), corridor(20)
    async with on_match(free_play(level), clock=clock) as (app, screen, pilot):
        for _ in range(18):
            await pilot.press("right")
        clock.now += 7.25
        await until(lambda: app.screen is not screen, pilot, "right")
        await to_screen(pilot, screen, "r")
        await shows(pilot, "your best 7.2 s")


async def test_an_answer_of_the_book_after_the_game_was_left_is_ignored(monkeypatch):
    level = Level.of(Recipe.parse("wilson:9x9:kite-7"))
    app = app_playing(level)
    asked, answer = [], Future()
    monkeypatch.setattr(
        app.services.score_book, "to_beat", lambda *words: asked.append(words) or answer
    )
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await until(lambda: asked, pilot)
        screen.dismiss()
        await until(lambda: not screen.is_attached and not screen.query("Hud"), pilot)
        answer.set_result(ToBeat(medal_times(level), None, None))
        await pilot.pause()
        assert app.is_running

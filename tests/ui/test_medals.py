"""Medals on the screen: what there is to beat, what is still possible, and one's best."""

from concurrent.futures import Future

import pytest

from mazegame.engine import Level, Recipe
from mazegame.game.scoring.medals import Medal, MedalTimes, medal_times
from mazegame.game.series.kinds import free_play
from mazegame.game.words import spell_time
from mazegame.store.values import ToBeat
from mazegame.themes import THEMES
from mazegame.widgets.playing.hud import on_track, to_beat
from mazegame.widgets.series.journey_map import MEDAL_INKS
from mazegame.widgets.text.segments import COLOURS, Role
from tests.game.mazes import Clock, corridor
from tests.ui.conftest import app_playing, on_match, playing, shows, to_screen, until
from tests.ui.widgets.alone import text_of


def test_what_there_is_to_beat_gives_way_from_its_end():
    times = MedalTimes(3_400)
    whole = "your best 9.1 s  author 3.4 s  gold 5.1 s  silver 8.5 s  bronze 13.6 s"
    assert text_of(to_beat(times, 9_100, 80)) == whole
    assert text_of(to_beat(times, 9_100, 45)) == "your best 9.1 s  author 3.4 s  gold 5.1 s"
    assert text_of(to_beat(times, None, 14)) == "author 3.4 s"
    assert text_of(to_beat(times, None, 3)) == ""


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0, "author possible until 3.4 s"),
        (3_400, "author possible until 3.4 s"),
        (3_401, "gold possible until 5.1 s"),
        (13_600, "bronze possible until 13.6 s"),
        (13_601, ""),
    ],
)
def test_the_medal_on_track_for(ms, text):
    assert text_of(on_track(MedalTimes(3_400), ms, 40)) == text
    assert text_of(on_track(MedalTimes(3_400), ms, 24)) == text.replace(" possible", "")


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_medal_has_one_colour_on_all_pages(theme):
    colours = theme.variables
    for medal in Medal:
        ink = MEDAL_INKS[medal.value]
        assert colours[COLOURS[Role[medal.name]]] == colours[f"maze-{ink.name.lower()}"], medal


async def test_medals_are_shown_before_the_run_and_on_the_way():
    clock, level = Clock(), corridor(20)
    gold = spell_time(medal_times(level).ms(Medal.GOLD))
    async with on_match(free_play(level), clock=clock) as (_, screen, pilot):
        await shows(pilot, f"gold {gold}")
        await shows(pilot, "author possible until", "right")
        clock.now += medal_times(level).ms(Medal.AUTHOR) / 1000 + 0.01
        screen.tick()
        await shows(pilot, f"gold possible until {gold}")


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

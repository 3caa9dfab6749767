"""What the form says that waits, and the keys and commands that lead there."""

import pytest

from mazegame.app import MazeApp
from mazegame.screens.daily import DailyScreen
from mazegame.screens.journey import JourneyScreen
from mazegame.screens.new_game import NewGameScreen
from mazegame.screens.palette import PaletteScreen
from mazegame.screens.statistics import StatisticsScreen
from mazegame.widgets.banner import Banner
from tests.ui.conftest import on_form, screen_text, until


async def test_the_form_says_what_waits():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await until(lambda: "daily not played: press 1" in screen_text(app), pilot)
        await until(lambda: "journey 0 of 40: press 2" in screen_text(app), pilot)
        line = "not played: press 1 · journey 0 of 40: press 2"
        await pilot.resize_terminal(200, 60)
        await until(lambda: line in screen_text(app), pilot)
        words = "\n".join(["three words each"] * 20)
        app.screen.query_one(Banner).show_waiting(words)
        await until(lambda: "three words each · three" in screen_text(app), pilot)
        (line,) = (line for line in screen_text(app).splitlines() if "three words" in line)
        assert set(line.strip().split(" · ")) == {"three words each"}, "whole lines or none"


@pytest.mark.parametrize(
    ("key", "kind"), [("1", DailyScreen), ("2", JourneyScreen), ("6", StatisticsScreen)]
)
async def test_a_digit_leads_there_and_escape_back(key, kind):
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await pilot.press(key)
        await until(lambda: isinstance(app.screen, kind) and app.screen.ready, pilot)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, NewGameScreen), pilot)


async def test_the_palette_leads_there_too():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await until(lambda: app.screen.ready, pilot)
        await pilot.press("ctrl+p")
        await until(lambda: isinstance(app.screen, PaletteScreen), pilot)
        await pilot.press(*"journey")
        await until(lambda: "forty levels" in screen_text(app), pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, JourneyScreen), pilot)

"""What the form says that waits, and the keys and commands that lead there."""

import pytest

from mazegame.screens import routes
from mazegame.widgets.form.banner import Banner
from tests.ui.conftest import on_form, screen_text, shows, to_screen


@pytest.mark.long
async def test_the_form_says_what_waits():
    async with on_form() as (app, pilot):
        await shows(pilot, "daily not played: press 2")
        await shows(pilot, "journey 0 of 40: press 3")
        line = "not played: press 2 · journey 0 of 40: press 3"
        await pilot.resize_terminal(200, 60)
        await shows(pilot, line)
        app.screen.query_one(Banner).show_waiting([("three words each", "")] * 20)
        await shows(pilot, "three words each · three")
        (line,) = (line for line in screen_text(app).splitlines() if "three words" in line)
        assert set(line.strip().split(" · ")) == {"three words each"}, "whole lines or none"


async def test_what_waits_opens_at_a_click():
    async with on_form() as (_, pilot):
        await shows(pilot, "journey 0 of 40: press 3")
        await pilot.click(Banner, offset=(75, 1))
        await to_screen(pilot, routes.Journey)


async def test_runs_that_are_found_late_are_counted():
    async with on_form() as (app, pilot):
        await shows(pilot, "daily not played: press 2")
        runs = app.services.autosave.left_behind = ["a run"]
        app.services.autosave.recovered.publish(runs)
        await shows(pilot, "1 saved run: press ^o")

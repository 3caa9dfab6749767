"""Help: rules and keys, side by side where both have room, and the way out."""

import pytest

from mazegame.screens import routes
from tests.ui.conftest import on_form, screen_text, to_screen


@pytest.mark.variants
@pytest.mark.parametrize("size", [(45, 14), (80, 24), (120, 35), (200, 60)])
async def test_help_names_the_key_that_closes_it_in_every_size(size):
    async with on_form(size) as (app, pilot):
        await to_screen(pilot, routes.Help, "question_mark")
        assert "esc closes" in screen_text(app)


async def test_rules_have_the_room_that_few_and_brief_keys_leave():
    async with on_form((120, 35)) as (app, pilot):
        await to_screen(pilot, routes.Scores, "0")
        await to_screen(pilot, routes.Help, "question_mark")
        lines = screen_text(app).splitlines()
    (top,) = (line for line in lines if "Walk from A to B" in line)
    assert "open a replay" in top, "each key and its effect stand in one line beside the rules"
    assert top.index("<") > 60


@pytest.mark.long
async def test_keys_stand_beside_the_rules_on_a_wide_terminal_each_on_one_line():
    async with on_form((120, 35)) as (app, pilot):
        await to_screen(pilot, routes.Help, "question_mark")
        lines = screen_text(app).splitlines()
    assert any(
        "Walk from A to B" in line and "Play: the maze of the form" in line for line in lines
    )
    assert any("Journey: forty levels, each harder than the one before" in line for line in lines)

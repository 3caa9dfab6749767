"""The settings: a maze in the look that they choose, wherever it has room."""

from __future__ import annotations

import pytest

from mazegame.screens import routes
from mazegame.widgets.maze.sample_pane import SamplePane
from tests.ui.conftest import on_form, to_screen


@pytest.mark.variants
@pytest.mark.parametrize("size", [(80, 24), (120, 35), (200, 60)])
async def test_a_maze_in_the_chosen_look_fills_what_the_settings_leave(size):
    async with on_form(size) as (app, pilot):
        await to_screen(pilot, routes.Settings, "o")
        sample = app.screen.query_one(SamplePane)
        assert sample.size.height >= 8
        assert sample.region.bottom <= size[1]
        await pilot.press("3")
        assert not app.screen.query_one("#sample").display

"""What a widget paints of a region is what the whole shows there."""

from random import Random

import numpy as np
import pytest
from textual.geometry import Region

from mazegame.app import MazeApp
from mazegame.engine import Level, Recipe
from mazegame.screens import routes
from mazegame.widgets.text.canvas import Canvas
from tests.ui.conftest import app_playing, to_screen, until

LARGE = Level.of(Recipe.parse("wilson:120x80:kite-7"))


@pytest.mark.parametrize(
    ("route", "make", "widgets"),
    [
        (routes.NewGame, MazeApp, set()),
        (routes.Play, lambda: app_playing(LARGE), {"SessionPane"}),
        (routes.Journey, lambda: MazeApp(routes.Journey), {"JourneyMap"}),
        (routes.Gallery, lambda: MazeApp(lambda: routes.Gallery("kite-7")), {"ThumbGrid"}),
    ],
)
async def test_a_part_is_what_the_whole_shows_there(route, make, widgets):
    app = make()
    async with app.run_test(size=(120, 35)) as pilot:
        screen = await to_screen(pilot, route)

        def shown():
            return [widget for widget in screen.query(Canvas) if widget.region and widget.size]

        await until(lambda: widgets <= {type(widget).__name__ for widget in shown()}, pilot)
        await pilot.pause()
        dice = Random(7)
        for widget in shown():
            width, height = widget.size
            whole = widget.block(Region(0, 0, width, height))
            for _ in range(30):
                x, right = sorted(dice.sample(range(width + 1), 2))
                y, bottom = sorted(dice.sample(range(height + 1), 2))
                part = widget.block(Region(x, y, right - x, bottom - y))
                for layer, of_whole in zip(part, whole, strict=True):
                    assert np.array_equal(layer, of_whole[y:bottom, x:right]), (widget, x, y)

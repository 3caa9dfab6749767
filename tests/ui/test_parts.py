"""What a widget paints of a region is what the whole shows there."""

from random import Random

import numpy as np
import pytest
from textual.geometry import Region

from mazegame.app import MazeApp
from mazegame.engine import Level, Recipe
from mazegame.screens import factory
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.lab.gallery import GalleryScreen
from mazegame.screens.playing.play import PlayScreen
from mazegame.screens.series.journey import JourneyScreen
from mazegame.widgets.text.canvas import Canvas
from tests.ui.conftest import app_playing, to_screen, until

LARGE = Level.of(Recipe.parse("wilson:120x80:kite-7"))


@pytest.mark.parametrize(
    ("kind", "make", "widgets"),
    [
        (HomeScreen, MazeApp, set()),
        (PlayScreen, lambda: app_playing(LARGE), {"SessionPane"}),
        (JourneyScreen, lambda: MazeApp(factory.journey), {"JourneyMap"}),
        (GalleryScreen, lambda: MazeApp(lambda: factory.gallery("kite-7")), {"ThumbGrid"}),
    ],
)
async def test_a_part_is_what_the_whole_shows_there(kind, make, widgets):
    app = make()
    async with app.run_test(size=(120, 35)) as pilot:
        screen = await to_screen(pilot, kind)

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

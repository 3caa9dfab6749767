"""In fog the screen shows nothing that depends on a cell that nobody has seen."""

import asyncio

import numpy as np
import pytest

from mazegame.app import MazeApp
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.rivals import PacedRival
from mazegame.game.rules import Rules
from mazegame.game.scoring.medals import medal_times
from mazegame.game.walking.sight import Fog
from mazegame.screens.match_screen import BEST_AFTER
from mazegame.screens.playing.play import PlayScreen
from mazegame.widgets.maze.session_pane import GLOW_SECONDS
from tests.game.mazes import Clock, walked
from tests.game.walking.dark import other_in_the_dark
from tests.ui.conftest import playing, until
from tests.ui.picture import picture_of


def pair(game_id, seed):
    """Two levels, and a walk on which nobody sees where they differ.

    Both have the same shortest length and the same times for medals: every player reads these.
    """
    level, chance = Level.of(Recipe.parse(game_id)), np.random.default_rng(seed)
    level = Level(level.maze, level.start, level.goals, name="somewhere")
    walk = [Direction(int(value)) for value in 1 << chance.integers(0, 4, 12)]
    light = Fog.during(walked(level, walk)).light
    found = (other_in_the_dark(level, light, chance) for _ in range(100))
    fair = (other for other in found if other and medal_times(other) == medal_times(level))
    return level, next(fair), walk


async def pictures(app, pilot, level, walk):
    """What a walk in fog shows: the maze, then its map, then drawn small, then elsewhere."""
    rules, clock = Rules(fog=True, compass=False), Clock()
    app.push_screen(PlayScreen(free_play(level, rules, (PacedRival(8.0),)), clock=clock))
    screen = await playing(app, pilot)
    found = []
    for direction in walk:
        clock.now += 0.25
        screen.action_move(direction.name)
    screen.tick()
    await asyncio.sleep(BEST_AFTER)
    for keys in (["u"], ["tab"], ["tab", "minus", "minus"], ["v", "right", "down", "down"]):
        await pilot.press(*keys)
        found.append(await still_picture(app, pilot))
    screen.dismiss()
    await until(lambda: app.screen is not screen, pilot)
    return found


async def still_picture(app, pilot):
    """What is shown when the marks of the last keys have gone."""
    before, now = "", picture_of(app)
    while now != before:
        await asyncio.sleep(1.5 * GLOW_SECONDS)
        await pilot.pause()
        before, now = now, picture_of(app)
    return now


@pytest.mark.long
async def test_two_mazes_that_differ_in_the_dark_look_the_same():
    level, other, walk = pair("wilson:40x24:braid=20:dark", 1)
    app = MazeApp()
    async with app.run_test(size=(62, 20)) as pilot:
        one = await pictures(app, pilot, level, walk)
        assert one == await pictures(app, pilot, other, walk)
        assert len(set(one)) == len(one)

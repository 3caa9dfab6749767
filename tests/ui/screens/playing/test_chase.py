"""The chase on the screen: level by level, caught, again, and the replay of both."""

import contextlib
from dataclasses import replace

import pytest

from mazegame.app import MazeApp
from mazegame.engine import Recipe
from mazegame.game.modes.chase import LEVELS, Chase, chase_match
from mazegame.screens.dialogs.questions import CaughtScreen, ConfirmScreen
from mazegame.screens.ended.replay import ReplayScreen
from mazegame.screens.ended.result import ResultScreen
from mazegame.screens.home.home import HomeScreen
from mazegame.store.journal.journal import read_abandoned
from mazegame.store.places import places
from tests.game.mazes import Clock, ahead
from tests.ui.conftest import (
    KEYS,
    finish,
    on_match,
    playing,
    shows,
    to_screen,
    until,
    walk_to_b,
)

RECIPE = Recipe.parse("wilson:9x7:kite-7")


@contextlib.asynccontextmanager
async def on_chase(match=None, *, size=(80, 24)):
    """Begin a chase over the form, with a clock that only the test moves."""
    clock = Clock()
    async with on_match(match or chase_match(RECIPE), clock=clock, size=size) as (app, play, pilot):
        yield app, play, pilot, clock


async def get_caught(play, pilot, clock):
    """Take a step and wait for the hunter."""
    await pilot.press(KEYS[ahead(play.run.level)[0]])
    await until(lambda: play.run.steps == 1, pilot)
    clock.now += 9
    play.tick()
    return await to_screen(pilot, CaughtScreen)


async def walk_to_b_but_one(play, pilot):
    """Walk until the last step before B."""
    path = ahead(play.run.level)[:-1]
    await pilot.press(*(KEYS[side] for side in path))
    await until(lambda: play.run.steps == len(path), pilot)


@pytest.mark.long
async def test_an_escape_leads_to_a_faster_hunter_and_the_last_one_home():
    async with on_chase() as (_, play, pilot, clock):
        clock.now += 1
        result = await finish(play, pilot)
        await shows(pilot, "next: by sight, 4.5 cells a second")
        clock.now += 9
        result.clock = lambda: result._began + 99
        await to_screen(pilot, play, "enter")
        await shows(pilot, "chase 2 of 7, 3 lives, by sight")
        assert [rival.key for rival in play._match.rivals] == ["sight-hunter:4.5"]
    last = Chase(level=LEVELS, lives=1)
    match = replace(chase_match(RECIPE), rivals=(last.hunter,), series=last)
    async with on_chase(match) as (_, play, pilot, clock):
        result = await finish(play, pilot)
        await shows(pilot, "you escaped all 7 hunters")
        result.clock = lambda: result._began + 99
        await to_screen(pilot, HomeScreen, "enter")


async def test_who_is_caught_loses_a_life_and_at_last_the_chase():
    async with on_chase() as (_, play, pilot, clock):
        for left in ("You have 2 lives left", "You have one life left", "The chase is over"):
            caught = await get_caught(play, pilot, clock)
            await shows(pilot, left)
            caught._since -= 9
            await to_screen(pilot, play, "enter")
            await until(lambda: play.session and not play.session.caught, pilot)
        await shows(pilot, "chase 1 of 7, 3 lives, by scent")


@pytest.mark.long
async def test_keys_typed_for_the_walk_do_not_leave_the_card_and_its_replay_shows_both():
    async with on_chase() as (_, play, pilot, clock):
        caught = await get_caught(play, pilot, clock)
        caught._since += 60
        await pilot.press("enter", "space", "m")
        assert pilot.app.screen is caught
        caught._since -= 69
        replay = await to_screen(pilot, ReplayScreen, "space")
        replay.playback.seek(replay.playback.length)
        replay.show_time()
        assert replay.playback.rival_cells == [replay.playback.player]
        assert replay.playback.rivals[0].name == "hunter"
        await to_screen(pilot, caught, "escape")
        await to_screen(pilot, HomeScreen, "escape")


@pytest.mark.long
async def test_a_lost_level_is_not_kept_and_a_level_on_its_way_goes_on():
    async with on_chase() as (app, play, pilot, clock):
        caught = await get_caught(play, pilot, clock)
        app.services.store.do(lambda: None).result()
        assert read_abandoned(places().running) == ([], [])
        caught._since -= 9
        await to_screen(pilot, play, "enter")
        await until(lambda: play.session and not play.session.caught, pilot)
        await walk_to_b_but_one(play, pilot)
        steps = play.run.steps
    app = MazeApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await to_screen(pilot, ConfirmScreen)
        await pilot.press("enter")
        play = await playing(app, pilot)
        await shows(pilot, "chase 1 of 7, 2 lives, by scent")
        assert (play.run.steps, play.session.rivals[0].pace) == (steps, 2.0)
        await walk_to_b(play, pilot)
        await to_screen(pilot, ResultScreen)

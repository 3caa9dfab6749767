"""The map of the journey: walking over it, what is closed, and that a level leads to the next."""

import contextlib

import pytest

from mazegame.engine import Level
from mazegame.game.modes.journey import CHAPTER_LEVELS, CHAPTERS, JOURNEY, MAP, JourneySeries
from mazegame.screens import factory
from mazegame.screens.playing.play import PlayScreen
from mazegame.screens.series.journey import JourneyScreen
from mazegame.widgets.series.journey_map import PITCHES, JourneyMap
from tests.game.mazes import walked
from tests.store.conftest import finish_game, leave_behind
from tests.ui.conftest import (
    finish,
    is_on,
    keys_to_b,
    notices,
    on_screen,
    playing,
    screen_text,
    shows,
    to_screen,
    until,
)
from tests.ui.picture import painted


@contextlib.asynccontextmanager
async def on_map(size=(80, 24)):
    """Run an app that begins with the map."""
    async with on_screen(factory.journey, size=size) as (app, screen, pilot):
        await until(lambda: screen.query(JourneyMap), pilot)
        await shows(pilot, "of 120 stars")
        yield app, screen, pilot


def test_the_map_has_a_room_for_each_level():
    assert len(Level.of(MAP).cells_of_path()) == len(JOURNEY)


def test_every_size_of_room_fits_a_terminal_that_the_game_takes():
    _, cols = Level.of(MAP).maze.shape
    assert cols * PITCHES[-1][0] < 40
    assert list(PITCHES) == sorted(PITCHES, reverse=True)


async def test_keys_walk_from_room_to_room_and_not_through_walls():
    async with on_map() as (_, screen, pilot):
        await pilot.press("right")
        assert screen.level.number == 1  # a dead end leads off there
        await pilot.press("down", "down", "right", "up", "right")
        assert screen.level.number == 6
        await pilot.press("pagedown", "shift+tab")
        assert screen.level.number == 10
        await pilot.press(*["pagedown"] * len(CHAPTERS), *["n"] * CHAPTER_LEVELS)
        assert screen.level.number == len(JOURNEY)
        await pilot.press("home", "shift+tab", "pageup")
        assert screen.level.number == 1


async def test_what_is_closed_says_why():
    async with on_map() as (app, _, pilot):
        await shows(pilot, "closed: you may skip one level, not two", "n", "n")
        assert "   next: " in screen_text(app)
        await pilot.resize_terminal(40, 12)
        await shows(pilot, "0 of 120 stars")
        assert "…" not in screen_text(app).splitlines()[0], "a part that has no room is left out"
        await pilot.resize_terminal(80, 24)
        await shows(pilot, "closed: Bushes opens with 8 more stars", "pagedown")
        (dim,) = reasons(app)
        await pilot.press("enter")
        assert is_on(app, JourneyScreen)
        (lit,) = reasons(app)
        assert not dim.style.bold
        assert lit.style.bold
        assert not notices(app), "it would cover the reason"


def reasons(app):
    """The reason why a level is closed, as it is painted: once at the most."""
    return [part for line in painted(app) for part in line if "closed: " in part.text]


async def test_a_solved_level_leads_to_the_next_and_stands_on_the_map():
    async with on_map() as (app, _, pilot):
        screen = await playing(app, pilot, "enter")
        assert screen.run.level.recipe == JOURNEY[0].recipe
        await finish(screen, pilot)
        await shows(pilot, "next: Slopes 2")
        await until(lambda: app.screen is screen and not screen.run.finished, pilot, "enter")
        assert screen.run.level.recipe == JOURNEY[1].recipe
        screen.dismiss()
        await to_screen(pilot, JourneyScreen)
        await shows(pilot, "1 of 40   3 of 120 stars   next: Slopes 2")
        assert app.screen.level.number == 2


async def test_a_click_chooses_and_a_second_one_plays():
    async with on_map() as (app, screen, pilot):
        await pilot.press("n")
        lines = screen_text(app).splitlines()
        board = screen.query_one(JourneyMap)
        y, x = next(
            (y, x)
            for y, line in enumerate(lines)
            for x in [line.find(" 1")]
            if x >= 0 and board.region.contains(x, y)
        )
        await pilot.click(offset=(x + 1, y))
        assert screen.level.number == 1
        await pilot.click(offset=(x + 1, y))
        await to_screen(pilot, PlayScreen)


async def test_a_level_left_on_its_way_is_gone_on_with_as_part_of_the_journey():
    async with on_map() as (app, _, pilot):
        screen = await playing(app, pilot, "n", "enter")
        await pilot.press(keys_to_b(screen.run)[0])
        screen.dismiss()
        await until(lambda: app.services.autosave.left_behind, pilot)
        (saved,) = app.services.autosave.left_behind
        assert saved.heading.series == "journey:2"
        answers = []
        app.open(factory.reopen(saved), answers.append)
        await until(lambda: answers, pilot)
        assert answers[0][0].series == JourneySeries(JOURNEY[1], {})
        assert answers[0][1][0].steps == 1


@pytest.mark.parametrize("solved", [False, True])
async def test_a_solved_level_is_played_from_a_although_a_run_was_left_in_it(solved):
    level, series = Level.of(JOURNEY[0].recipe), "journey:1"
    if solved:
        finish_game(walked(level), series=series)
    leave_behind(walked(level, short=3), series=series)
    async with on_map() as (app, screen, pilot):
        await until(lambda: app.services.autosave.left_behind, pilot)
        await pilot.press("shift+tab")
        assert screen.level.number == 1
        assert ("unfinished: Enter continues" in screen_text(app)) != solved
        play = await playing(app, pilot, "enter")
        assert (play.run.steps == 0) == solved

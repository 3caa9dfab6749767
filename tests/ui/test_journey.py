"""The map of the journey: walking over it, what is closed, and that a level leads to the next."""

import pytest

from mazegame.app import MazeApp
from mazegame.engine import Direction, Level
from mazegame.game.journey import JOURNEY, MAP
from mazegame.game.series import JourneySeries
from mazegame.screens.journey import JourneyScreen
from mazegame.screens.play import PlayScreen
from mazegame.screens.result import ResultScreen
from mazegame.screens.routes import Journey, Reopen
from mazegame.widgets.journey_map import PITCHES, JourneyMap
from tests.ui.conftest import KEYS, playing, screen_text, until, walk_to_b


async def on_map(app, pilot):
    await until(lambda: isinstance(app.screen, JourneyScreen), pilot)
    await until(lambda: app.screen.query(JourneyMap), pilot)
    await until(lambda: "of 120 stars" in screen_text(app), pilot)
    return app.screen


def test_the_map_has_a_room_for_each_level():
    assert len(Level.of(MAP).cells_of_path()) == len(JOURNEY)


def test_every_size_of_room_fits_a_terminal_that_the_game_takes():
    _, cols = Level.of(MAP).maze.shape
    assert cols * PITCHES[-1][0] < 40
    assert list(PITCHES) == sorted(PITCHES, reverse=True)


async def test_keys_walk_from_room_to_room_and_not_through_walls():
    app = MazeApp(Journey)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await on_map(app, pilot)
        assert screen.level.number == 1
        await pilot.press("right")
        assert screen.level.number == 1  # a dead end leads off there
        for key in ("down", "down", "right", "up", "right"):
            await pilot.press(key)
        assert screen.level.number == 6
        await pilot.press("pagedown", "shift+tab")
        assert screen.level.number == 10
        await pilot.press("home")
        assert screen.level.number == 1


async def test_what_is_closed_says_why():
    app = MazeApp(Journey)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_map(app, pilot)
        await pilot.press("n", "n")
        assert "you may skip one, not two" in screen_text(app)
        assert "   next: " in screen_text(app)
        await pilot.resize_terminal(40, 12)
        await until(lambda: "0 of 120 stars" in screen_text(app), pilot)
        assert "…" not in screen_text(app).splitlines()[0], "a part that has no room is left out"
        await pilot.resize_terminal(80, 24)
        await pilot.press("pagedown")
        assert "closed: Bushes opens with 8 more stars" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, JourneyScreen)


async def test_a_solved_level_leads_to_the_next_and_stands_on_the_map():
    app = MazeApp(Journey)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_map(app, pilot)
        await pilot.press("enter")
        screen = await playing(app, pilot)
        assert screen.run.level.recipe == JOURNEY[0].recipe
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await until(lambda: "next: Slopes 2" in screen_text(app), pilot)
        await pilot.press("enter")
        await until(lambda: app.screen is screen and not screen.run.finished, pilot)
        assert screen.run.level.recipe == JOURNEY[1].recipe
        screen.dismiss()
        await until(lambda: isinstance(app.screen, JourneyScreen), pilot)
        await until(lambda: "1 of 40   3 of 120 stars   next: Slopes 2" in screen_text(app), pilot)
        assert app.screen.level.number == 2


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
async def test_a_click_chooses_and_a_second_one_plays(size):
    app = MazeApp(Journey)
    async with app.run_test(size=size) as pilot:
        screen = await on_map(app, pilot)
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
        await until(lambda: isinstance(app.screen, PlayScreen), pilot)


async def test_the_neighbours_of_a_room_are_those_of_the_path():
    app = MazeApp(Journey)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await on_map(app, pilot)
        board = screen.query_one(JourneyMap)
        for index in range(len(JOURNEY)):
            screen.action_next(index - board.chosen)
            there = {board.neighbour(direction) for direction in Direction} - {None}
            assert there == {n for n in (index - 1, index + 1) if 0 <= n < len(JOURNEY)}


async def test_a_level_left_on_its_way_is_gone_on_with_as_part_of_the_journey():
    app = MazeApp(Journey)
    async with app.run_test(size=(80, 24)) as pilot:
        await on_map(app, pilot)
        await pilot.press("n", "enter")
        screen = await playing(app, pilot)
        path = screen.run.level.path_from(screen.run.level.start)
        await pilot.press(KEYS[Direction.between(*path[:2])])
        screen.dismiss()
        await until(lambda: app.services.autosave.left_behind, pilot)
        (saved,) = app.services.autosave.left_behind
        assert saved.heading.series == "journey:2"
        answers = []
        app.router.open(Reopen(saved), answers.append)
        await until(lambda: answers, pilot)
        assert answers[0].match.series == JourneySeries(JOURNEY[1], {})
        assert answers[0].run.steps == 1

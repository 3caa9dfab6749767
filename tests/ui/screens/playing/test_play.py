import threading

import pytest
from textual.containers import VerticalScroll

from mazegame.drawing import zooms
from mazegame.engine import Level, Maze, Recipe
from mazegame.game.modes.free_play import free_play
from mazegame.game.score import LEAVE_STEPS
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.dialogs.questions import ConfirmScreen
from mazegame.screens.ended.result import ResultScreen
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.playing.pause import PauseScreen
from mazegame.screens.playing.play import PlayScreen
from mazegame.widgets.input.fields import Choice
from mazegame.widgets.maze.maze_view import MazeView
from mazegame.widgets.text.menu_list import MenuList
from tests.game.mazes import Clock, ahead, corridor, forked
from tests.ui.conftest import (
    KEYS,
    app_playing,
    finish,
    hides,
    is_on,
    notices,
    on_level,
    on_match,
    playing,
    screen_text,
    shows,
    to_screen,
    until,
)
from tests.waiting import LONGEST

ZOOMS = zooms("rounded", colour=True, faces=True)

pytestmark = pytest.mark.core


async def test_every_direction_has_four_keys():
    level = Level(Maze.from_floor([[1] * 5] * 5), (2, 2), ((4, 4),))
    directions = {
        "up w k 8": (1, 2), "down s j 2": (3, 2), "left a h 4": (2, 1), "right d l 6": (2, 3),
    }  # fmt: skip
    async with on_level(level) as (_, screen, pilot):
        for keys, there in directions.items():
            for key in keys.split():
                await pilot.press(key)
                assert screen.run.position == there, key
                await pilot.press("backspace")
                assert screen.run.position == (2, 2)


async def test_showing_the_path_asks_first(roomy_cells):
    async with on_level(forked()) as (app, screen, pilot):
        await to_screen(pilot, ConfirmScreen, "b")
        await to_screen(pilot, screen, "n")
        assert not screen.run.assisted
        assert "◇" not in screen_text(app)
        await to_screen(pilot, ConfirmScreen, "b")
        await until(lambda: app.screen is screen and screen.run.assisted, pilot, "y")
        assert "◇" in screen_text(app)
        assert "not ranked" in screen_text(app)
        await finish(screen, pilot)
        assert "not ranked" in screen_text(app)
        assert "★" not in screen_text(app)


async def test_menus_stop_the_clock():
    clock = Clock()
    async with on_match(free_play(corridor(9)), clock=clock) as (_, screen, pilot):
        await pilot.press("right")
        clock.now += 3
        kinds = {"escape": PauseScreen, "p": PauseScreen, "question_mark": HelpScreen}
        for key, kind in kinds.items():
            await to_screen(pilot, kind, key)
            clock.now += 100
            await to_screen(pilot, screen, "escape")
            await until(lambda: screen.run.stopwatch.running, pilot)
        assert screen.run.stopwatch.seconds == 3


async def test_m_says_once_which_key_pauses():
    async with on_level(Recipe.parse("wilson:9x9:first")) as (app, screen, pilot):
        await until(lambda: "esc pauses" in notices(app), pilot, "m", "m")
        await pilot.press("m")
        assert notices(app).count("esc pauses") == 1
        assert app.screen is screen


async def test_a_pause_leads_to_the_same_maze_to_the_next_one_and_to_the_form():
    async with on_level(Recipe.parse("wilson:9x9:first")) as (_, screen, pilot):
        for key, same in (("r", True), ("n", False)):
            run = screen.run
            await to_screen(pilot, PauseScreen, "escape")
            await until(lambda run=run: screen.run and screen.run is not run, pilot, key)
            assert (screen.run.level is run.level) == same
        await to_screen(pilot, PauseScreen, "escape")
        await to_screen(pilot, HomeScreen, "m")


async def test_the_smallest_terminal_shows_the_whole_pause_at_once():
    async with on_level(Recipe.parse("wilson:9x9:first"), size=(45, 14)) as (app, _, pilot):
        await to_screen(pilot, PauseScreen, "escape")
        dialog = app.screen.query_one(VerticalScroll)
        lines = [*app.screen.query(Choice)]
        await until(lambda: lines[0].region.y == app.screen.query_one(MenuList).region.y + 1, pilot)
        assert not dialog.show_vertical_scrollbar
        assert all(dialog.content_region.contains_region(line.region) for line in lines)
        assert all(line.region.right < dialog.region.right - 1 for line in lines), "off the border"


async def test_esc_leaves_the_map_and_pauses_only_then():
    async with on_level(Recipe.parse("wilson:60x40:map")) as (app, screen, pilot):
        await shows(pilot, "map: tab or esc back, + - zoom", "tab")
        line = screen_text(app).rstrip().rpartition("\n")[-1]
        assert line.strip() == "map: tab or esc back, + - zoom", "no key has two meanings"
        await hides(pilot, "map: tab", "escape")
        assert not screen.pane.shows_map
        await to_screen(pilot, PauseScreen, "escape")


async def test_a_terminal_too_small_gets_a_message_until_it_grows():
    async with on_level(corridor()) as (app, screen, pilot):
        await pilot.press("right")
        await pilot.resize_terminal(39, 12)
        await until(lambda: app.screen is not screen, pilot)
        assert "40x12 needed" in screen_text(app)
        assert "39x12" in screen_text(app)
        assert not screen.run.stopwatch.running
        await pilot.press("right")
        assert screen.run.steps == 1
        await pilot.resize_terminal(10, 5)
        await pilot.resize_terminal(40, 12)
        await to_screen(pilot, screen)
        await pilot.press("right")
        assert screen.run.steps == 2


def held_up(monkeypatch, error=None):
    """Let a level with the seed ``slow`` stand at 42 % until the event that is returned."""
    hold, of = threading.Event(), Level.of.__func__

    def slow(cls, recipe, *, progress=None):
        if recipe.seed == "slow":
            progress(0.42)
            hold.wait(LONGEST)
            if error is not None:
                raise error
        return of(cls, recipe, progress=progress)

    monkeypatch.setattr(Level, "of", classmethod(slow))
    return hold


async def test_what_is_typed_while_a_level_is_made_walks_in_it(monkeypatch):
    monkeypatch.setattr("mazegame.screens.match_screen.SOON_SECONDS", LONGEST)
    recipe = Recipe.parse("wilson:4x3:slow")
    sides = ahead(Level.of(recipe))[:3]
    hold = held_up(monkeypatch)
    app = app_playing(recipe)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await to_screen(pilot, PlayScreen)
        await until(lambda: screen.ready, pilot)
        await pilot.press(*(KEYS[side] for side in sides))
        assert screen.session is None
        hold.set()
        await until(lambda: screen.session and screen.run.steps == len(sides), pilot)


async def test_a_large_level_shows_its_progress_and_can_be_given_up(monkeypatch):
    monkeypatch.setattr("mazegame.widgets.input.background.SHOW_AFTER", 0.0)
    hold = held_up(monkeypatch)
    app = app_playing(Recipe.parse("wilson:90x90:slow"))
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "42%")
        assert "carving 90x90" in screen_text(app)
        assert "esc gives up" in screen_text(app)
        await pilot.press("right", "i", "n", "r")
        await to_screen(pilot, HomeScreen, "escape")
        hold.set()


async def test_a_level_where_a_is_b_ends_at_once():
    async with app_playing(Recipe.parse("wilson:1x1:dot")).run_test(size=(80, 24)) as pilot:
        await to_screen(pilot, ResultScreen)
        await shows(pilot, "A is B")


async def test_a_seed_that_looks_like_markup_is_only_text():
    game_id = "wilson:5x5:[b]x[@click"
    app = app_playing(Recipe.parse(game_id))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await playing(app, pilot)
        await shows(pilot, f"copied {game_id}", "c")
        await to_screen(pilot, PauseScreen, "escape")
        await shows(pilot, f" {game_id} ")  # on the frame


@pytest.mark.variants
@pytest.mark.parametrize(("loaded", "by_way_of_pause"), [(True, False), (False, True)])
async def test_help_lists_the_active_keys(loaded, by_way_of_pause):
    source = corridor() if loaded else Recipe.parse("wilson:5x5:help")
    async with on_level(source, size=(80, 60)) as (app, _, pilot):
        if by_way_of_pause:
            await to_screen(pilot, PauseScreen, "escape")
        await to_screen(pilot, HelpScreen, "question_mark")
        await shows(pilot, "1000 x shortest")
        text = screen_text(app)
        told = " ".join(text.replace("│", " ").split())
        assert f"After {LEAVE_STEPS} steps, restart and next ask first." in told
        assert "R walks the shortest path" in told
        assert ("the next maze" in text) == (not loaded)
        assert ("copy the game ID" in text) == (not loaded)


@pytest.mark.variants
@pytest.mark.parametrize("key", ["r", "n"])
async def test_a_long_run_is_not_lost_by_a_slip_of_a_finger(key):
    async with on_level(Recipe.parse("recursive-backtracker:30x15:long")) as (app, screen, pilot):
        run = screen.run
        await pilot.press(*(KEYS[side] for side in ahead(run.level)[:LEAVE_STEPS]))
        await to_screen(pilot, ConfirmScreen, key)
        assert f"{LEAVE_STEPS} steps" in screen_text(app)
        await to_screen(pilot, screen, "n")
        assert screen.run is run
        await to_screen(pilot, ConfirmScreen, key)
        await until(lambda: screen.run is not None and screen.run is not run, pilot, "y")


async def test_a_chosen_zoom_is_kept():
    async with on_level(Recipe.parse("wilson:9x9:zoom")) as (app, screen, pilot):
        view = screen.query_one(MazeView)
        assert view.drawing is ZOOMS[2]
        await pilot.press("plus", "equals_sign", "minus", "minus", "minus", "minus", "r")
        assert view.drawing is ZOOMS[4]
        await pilot.resize_terminal(100, 40)
        assert view.drawing is ZOOMS[4]
        await finish(screen, pilot)
        result = app.screen.query_one(MazeView)
        await until(lambda: result.drawing is ZOOMS[4], pilot)
        await to_screen(pilot, screen, "r")
        assert view.drawing is ZOOMS[4]


async def test_a_failure_behind_another_screen_is_reported_when_it_closes(monkeypatch):
    hold = held_up(monkeypatch, MemoryError())
    app = app_playing(Recipe.parse("wilson:9x9:slow"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await to_screen(pilot, PlayScreen)
        await to_screen(pilot, HelpScreen, "question_mark")
        hold.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert is_on(app, HelpScreen)
        await to_screen(pilot, HomeScreen, "escape")
        await shows(pilot, "not enough memory")

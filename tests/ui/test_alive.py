"""What makes play alive: fog, the mouse, races, the small map, replays, the pause's settings."""

import contextlib
import os
import signal

import pytest
from textual import events

from mazegame.app import MazeApp
from mazegame.drawing import WALLS, Ink
from mazegame.engine import Level, Maze, Recipe
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.rivals import PacedRival
from mazegame.game.rules import DEFAULT_RULES, Rules
from mazegame.screens.dialogs.questions import ConfirmScreen
from mazegame.screens.ended.result import ResultScreen
from mazegame.screens.playing.pause import PauseScreen
from mazegame.services import Services
from mazegame.store.places import places
from mazegame.store.settings.settings import read_settings
from mazegame.terminal.driver import MazeDriver
from mazegame.themes import OUR_THEMES
from mazegame.widgets.input.fields import Choice
from mazegame.widgets.keys import key_line
from mazegame.widgets.maze.maze_view import MazeView
from tests.game.mazes import Clock, corridor, forked, room
from tests.store.conftest import like
from tests.ui.conftest import (
    hides,
    notices,
    on_match,
    screen_text,
    shows,
    to_screen,
    until,
)

BIG = Recipe.parse("kruskal:120x90:alive")


@pytest.fixture(autouse=True)
def no_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the look be that which a test sets."""
    monkeypatch.setattr(Services, "open", lambda self: None)


@contextlib.asynccontextmanager
async def opened(level, *, rules=DEFAULT_RULES, rivals=(), config=None, **options):
    """Play a level over the form."""
    app = MazeApp()
    app.services.settings.apply(config or app.config)
    async with on_match(free_play(level, rules, rivals), app=app, **options) as (_, screen, pilot):
        await pilot.pause()
        yield app, screen, pilot


# Fog


async def test_the_arrow_and_the_small_map_keep_the_secret_too():
    async with opened(Level.of(BIG), rules=Rules(fog=True)) as (app, screen, pilot):
        view = screen.query_one(MazeView)
        assert "B" not in "".join(screen_text(app).splitlines()[2:-1])
        screen.session.players[0].seen.reveal(view.scene.goals)
        view.repaint(view.scene.goals)
        view.repaint_all()
        await pilot.pause()
        assert sum("B" in line for line in screen_text(app).splitlines()[2:-1]) == 2


# The mouse


async def test_a_click_walks_through_cells_that_were_walked_or_are_in_sight():
    async with opened(forked()) as (_, screen, pilot):
        view = screen.query_one(MazeView)

        async def click(cell):
            x, y = view.drawing.centre(cell)
            await pilot.click(MazeView, offset=(x - view.camera[0], y - view.camera[1]))

        await click((1, 1))  # not known yet
        await shows(pilot, "You have not seen that cell yet")
        assert screen.run.steps == 0
        await click((0, 3))  # in sight
        await until(lambda: screen.run.position == (0, 3), pilot)
        await click((0, 0))  # walked
        await until(lambda: screen.run.position == (0, 0), pilot)
        assert screen.run.steps == 6


async def test_on_a_page_that_is_touched_the_key_line_says_tap_and_swipe(monkeypatch):
    monkeypatch.setattr(key_line, "is_touched", lambda: True)
    async with opened(forked(), size=(50, 46)) as (app, _, pilot):
        await shows(pilot, "tap walk  swipe run")
        line = screen_text(app).splitlines()[-1]
        assert "arrows" not in line
        assert "esc pause" in line


# Travel and marks


async def test_one_key_goes_to_the_unexplored():
    maze = Maze.from_floor([[1, 1, 1, 1, 1], [1, 0, 0, 0, 1], [1, 1, 0, 1, 1]])
    async with opened(Level(maze, (0, 2), ((2, 3),))) as (app, screen, pilot):
        await shows(pilot, "2 ways lead on: choose one", "x")
        await until(lambda: screen.run.position == (2, 0), pilot, "left", "x")
        await until(lambda: not screen.session.players[0].gliding, pilot)
        await until(lambda: screen.run.position == (0, 2), pilot, "full_stop", "x")
        await until(lambda: not screen.session.players[0].gliding, pilot)
        assert "*" in screen_text(app)
        await to_screen(pilot, ResultScreen, "x")


async def test_space_says_once_which_key_explores_and_ctrl_with_an_arrow_does_nothing():
    async with opened(forked()) as (app, screen, pilot):
        await pilot.press("ctrl+right", "ctrl+down")
        await until(lambda: "x explores" in notices(app), pilot, "space", "space")
        await pilot.press("space")
        assert notices(app).count("x explores") == 1
        assert screen.run.steps == 0


@pytest.mark.variants
@pytest.mark.parametrize(
    ("word", "keys"),
    [("Russian", "вцфы"), ("Ukrainian", "вцфі"), ("Greek", "δςασ"), ("Hebrew", "ג'שד")],
)
async def test_letters_at_the_places_of_other_alphabets_walk(word, keys):
    del word
    maze = Maze.from_floor([[1, 1], [1, 1]])
    async with opened(Level(maze, (1, 0), ((0, 0),))) as (_, screen, pilot):
        for key, cell in zip(keys[:2], ((1, 1), (0, 1)), strict=True):
            await pilot.press(key)
            assert screen.run.position == cell
        await pilot.press(keys[3], keys[2])
        assert screen.run.position == (1, 0)


# Looking around


async def test_a_cursor_or_the_wheel_looks_around_and_the_next_step_comes_back():
    whole = Level.of(BIG)
    async with opened(Level(whole.maze, (45, 60), whole.goals)) as (_, screen, pilot):
        pane = screen.pane
        pane.camera = before = (pane.camera[0] + 3, pane.camera[1])
        await shows(pilot, "looking around", "v")
        assert pane.camera == before, "the window stands still"
        await pilot.press("down", "down", "right", "D", "D", "S")
        assert (pane.cursor, screen.run.steps) == ((57, 81), 0)
        assert pane.sees((57, 81))
        await hides(pilot, "looking around", "v")
        assert pane.sees(screen.run.position)
        for _ in range(4):
            pane.post_message(
                events.MouseScrollDown(pane, 5, 5, 0, 1, 0, shift=False, meta=False, ctrl=False)
            )
        await until(lambda: not pane.sees(screen.run.position), pilot)
        await until(lambda: screen.run.steps, pilot, "right", "down", "left", "up")
        assert pane.sees(screen.run.position)


async def test_held_keys_are_painted_together_without_loss():
    async with opened(corridor(400)) as (app, screen, pilot):
        painted = []
        view = screen.query_one(MazeView)
        repaint = view.repaint
        view.repaint = lambda cells: (painted.append(len(set(cells))), repaint(cells))
        for _ in range(200):
            app.post_message(events.Key("right", None))
        await until(lambda: screen.run.steps == 200, pilot)
        assert view.scene.walker(Ink.PLAYER).cell == (0, 200)
        assert len(painted) < 200
        assert "█" in screen_text(app)


# Races


async def test_the_clock_stands_while_the_terminal_has_not_got_the_focus():
    clock = Clock()
    async with opened(corridor(12), clock=clock) as (app, screen, pilot):
        await pilot.press("right")
        clock.now += 2
        app.post_message(events.AppBlur())
        await until(lambda: not screen.run.stopwatch.running, pilot)
        await shows(pilot, "paused")
        clock.now += 100
        app.post_message(events.AppFocus())
        await until(lambda: screen.run.stopwatch.running, pilot)
        assert screen.run.stopwatch.seconds == 2
        assert "paused" not in screen_text(app)


async def test_the_clock_stands_while_the_process_is_stopped(monkeypatch):
    clock, signals = Clock(), []
    async with opened(corridor(12), clock=clock) as (app, screen, pilot):
        driver = MazeDriver(app)
        monkeypatch.setattr(driver, "resume_application_mode", lambda: None)
        await pilot.press("right")
        clock.now += 2
        with monkeypatch.context() as patch:
            patch.setattr(os, "kill", lambda _, number: signals.append(number))
            driver._sigtstp_application()
            await until(lambda: signals, pilot)
        assert signals == [signal.SIGSTOP]
        assert not screen.run.stopwatch.running
        clock.now += 100
        driver._sigcont_application()
        await until(lambda: screen.run.stopwatch.running, pilot)
        assert screen.run.stopwatch.seconds == 2


# The small map, the heat map


async def test_a_heat_map_in_play_asks_first_and_counts_as_help():
    async with opened(room()) as (app, screen, pilot):
        await to_screen(pilot, ConfirmScreen, "t")
        await to_screen(pilot, screen, "n")
        assert not screen.run.assisted
        assert " 6 " not in screen_text(app)
        await to_screen(pilot, ConfirmScreen, "t")
        await until(lambda: screen.run.assisted, pilot, "y")
        await shows(pilot, " 6 ")
        assert "steps to B 0=near to 9=far, t hides" in screen_text(app)
        await shows(pilot, "looking around", "v")
        await shows(pilot, "steps to B 0", "v")
        await hides(pilot, " 6 ", "t")
        assert "steps to B" not in screen_text(app)


# Pause


@pytest.mark.long
async def test_settings_in_the_pause_are_seen_at_once():
    async with opened(forked(), size=(80, 30)) as (app, screen, pilot):
        view = screen.query_one(MazeView)

        async def change(name):
            app.screen.query_one(f"#{name}", Choice).focus()
            await pilot.press("right")

        await to_screen(pilot, PauseScreen, "right", "escape")
        await change("walls")
        assert not app.config.look.shows_faces
        await change("walls")
        assert view.drawing.glyphs is WALLS["light"]
        await change("drawing")
        await change("drawing")
        assert view.drawing.name == "large"
        await change("compass")
        await change("run_speed")
        assert app.config.look.run_speed == 60
        await change("fog")
        assert view.scene.light is not None
        assert view.scene.light[0, 0] > 0
        await change("theme")
        assert app.theme == OUR_THEMES[1]
        await to_screen(pilot, screen, "escape")
        assert "to go" in screen_text(app)
        assert "┌" in screen_text(app)
        # Fog may go again; then it was none.
        await to_screen(pilot, PauseScreen, "escape")
        await change("fog")
        await change("compass")
        await to_screen(pilot, screen, "escape")
        await shows(pilot, "counts as compass")
        assert view.scene.light is None


@pytest.mark.long
@pytest.mark.variants
@pytest.mark.parametrize("size", [(10, 5), (40, 12), (45, 13), (200, 60)])
async def test_the_terminal_may_change_its_size_at_any_moment(size):
    race = opened(Level.of(BIG), rules=Rules(fog=True), rivals=(PacedRival(8.0),))
    async with race as (_, screen, pilot):
        await pilot.press("D")
        await pilot.resize_terminal(*size)
        await pilot.press("right", "down")
        await pilot.resize_terminal(80, 24)
        await to_screen(pilot, screen)
        await pilot.press("i", "right", "tab", "tab")
        assert screen.query_one(MazeView).sees(screen.run.position)


async def test_the_pause_shows_any_speed_of_the_settings_file():
    async with opened(forked(), config=like(run_speed=55.0)) as (_, _, pilot):
        await shows(pilot, "55 cells/s", "p")


async def test_the_key_for_the_small_map_is_remembered_as_the_pause_s_setting_is():
    async with opened(BIG) as (app, _, pilot):
        assert "@" in screen_text(app)
        await hides(pilot, "@", "z")
        assert not app.config.look.minimap
        await until(places().settings.exists, pilot)
        assert not read_settings(places().settings)[0].look.minimap

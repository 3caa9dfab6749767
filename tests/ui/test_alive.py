"""What makes play alive: fog, the mouse, races, the small map, replays, the pause's settings."""

from __future__ import annotations

from array import array
from dataclasses import replace

import pytest
from textual import events

from mazegame.app import MazeApp
from mazegame.drawing import WALLS, Ink
from mazegame.engine import Direction, Level, Maze, Recipe
from mazegame.engine.layers import VISITED
from mazegame.game.ghost import GhostWalk
from mazegame.game.rules import DEFAULT_RULES, Rules
from mazegame.game.runner import PaceRunner
from mazegame.game.series import free_play
from mazegame.screens.confirm import ConfirmScreen
from mazegame.screens.pause import PauseScreen
from mazegame.screens.play import PlayScreen
from mazegame.screens.replay import ReplayScreen
from mazegame.screens.result import ResultScreen
from mazegame.services import Services
from mazegame.store.places import places
from mazegame.store.settings import read_settings
from mazegame.themes import OUR_THEMES
from mazegame.widgets.choice import Choice
from mazegame.widgets.maze_view import MazeView
from mazegame.widgets.time_line import TimeLine
from tests.game.mazes import Clock, corridor, forked, room
from tests.ui.conftest import app_playing, on_form, playing, screen_text, until, walk_to_b

BIG = Recipe.parse("kruskal:120x90:alive")


@pytest.fixture(autouse=True)
def no_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the look be that which a test sets."""
    monkeypatch.setattr(Services, "open", lambda self: None)


def set_look(app, **values):
    app.services.settings.apply(replace(app.config, look=replace(app.config.look, **values)))


async def opened(app, pilot, level, *, rules=DEFAULT_RULES, pace=None, ghost=None, **options):
    rivals = (PaceRunner(pace),) if pace else ()
    match = free_play(level, rules, rivals if ghost is None else (ghost,))
    app.push_screen(PlayScreen(match, **options))
    screen = await playing(app, pilot)
    await pilot.pause()
    return screen


# Fog


async def test_in_fog_nothing_is_shown_that_was_not_seen():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await opened(app, pilot, forked(), rules=Rules(fog=True))
        text = screen_text(app)
        assert " B " not in text
        assert " A " not in text  # the player stands on it
        before = text.count("│")
        await pilot.press("right", "down", "right")
        await pilot.press("right")
        await pilot.pause()
        assert " B " not in screen_text(app)
        assert screen_text(app).count("│") > before
        await pilot.press("up", "right")


@pytest.mark.variants
@pytest.mark.parametrize("drawing", ["roomy", "compact", "half-blocks", "overview"])
async def test_fog_keeps_the_secret_in_every_drawing(drawing):
    app = MazeApp()
    set_look(app, drawing=drawing)
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, Level.of(BIG), rules=Rules(fog=True))
        view = screen.query_one(MazeView)
        if drawing != "overview":
            # With the camera on B itself there is still nothing to be seen of it.
            view.show(view.scene, view.drawing, view.scene.goals[0])
            await pilot.pause()
            lines = screen_text(app).splitlines()[2:-1]
            assert not any("B" in line for line in lines)
            view.scene.light = None
            view.repaint_all()
            await pilot.pause()
        else:
            assert "B" not in screen_text(app)
            view.scene.light = None
            view.repaint_all()
            await pilot.pause()
        assert "B" in "".join(screen_text(app).splitlines()[2:-1])


async def test_the_arrow_and_the_small_map_keep_the_secret_too():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, Level.of(BIG), rules=Rules(fog=True))
        view = screen.query_one(MazeView)
        assert "B" not in "".join(screen_text(app).splitlines()[2:-1])
        screen.session.players[0].seen.reveal(view.scene.goals)
        view.repaint(view.scene.goals)
        view.repaint_all()
        await pilot.pause()
        assert sum("B" in line for line in screen_text(app).splitlines()[2:-1]) == 2


async def test_the_arrow_comes_when_b_comes_to_light():
    app = MazeApp()
    maze = Maze.from_walls([[0] * 100, [0] * 100], [[0] + [1] * 99, [1] * 100])
    async with on_form(app, (80, 24)) as pilot:
        await opened(app, pilot, Level(maze, (0, 0), ((1, 99),)), rules=Rules(fog=True))
        assert "→B" not in screen_text(app)
        await pilot.press("down")
        await until(lambda: "B" in "".join(screen_text(app).splitlines()[2:-1]), pilot)
        assert "→B" in screen_text(app)


async def test_a_hint_in_fog_shows_what_it_tells_of():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, forked(), rules=Rules(fog=True))
        assert screen.session.players[0].seen.light[1, 1] == 0
        await pilot.press("i")
        await pilot.pause()
        assert screen.session.players[0].seen.light[1, 1] == 1
        assert screen.session.players[0].seen.light[2].tolist() == [0, 0, 0, 0]


async def test_the_runner_is_visible_only_in_sight():
    clock = Clock()
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, forked(), rules=Rules(fog=True), pace=1.0, clock=clock)
        await pilot.press("right")
        clock.now += 1
        view = screen.query_one(MazeView)
        await until(lambda: view.scene.walker(Ink.RUNNER).cell == (0, 1), pilot)
        await pilot.press("right")
        await until(lambda: "R██▌" in screen_text(app), pilot)
        clock.now += 2
        await until(lambda: view.scene.walker(Ink.RUNNER).cell is None, pilot)
        await until(lambda: "R██▌" not in screen_text(app), pilot)


# The compass


async def test_no_distance_is_shown_without_the_compass():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await opened(app, pilot, forked(), rules=DEFAULT_RULES)
        await pilot.press("right")
        text = screen_text(app)
        for words in ("to go", "detour", "warmer", "━"):
            assert words not in text
        assert "8 shortest" in text
        assert "1 step" in text


# The mouse


async def test_a_click_walks_through_cells_that_were_walked_or_are_in_sight():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, forked())
        view = screen.query_one(MazeView)

        async def click(cell):
            x, y = view.drawing.centre(cell)
            await pilot.click(MazeView, offset=(x - view.camera[0], y - view.camera[1]))

        await click((1, 1))  # not known yet
        await until(lambda: "You have not seen that cell yet" in screen_text(app), pilot)
        assert screen.run.steps == 0
        await click((0, 3))  # in sight
        await until(lambda: screen.run.position == (0, 3), pilot)
        await click((0, 0))  # walked
        await until(lambda: screen.run.position == (0, 0), pilot)
        assert screen.run.steps == 6


async def test_a_key_stops_a_walk_begun_by_a_click():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, corridor(150), clock=Clock())
        view = screen.query_one(MazeView)
        await pilot.click(MazeView, offset=(70, view.drawing.centre((0, 0))[1] - view.camera[1]))
        await until(lambda: screen.session.players[0].gliding, pilot)
        await pilot.press("z")
        assert not screen.session.players[0].gliding
        assert screen.run.steps == 1


@pytest.mark.long
async def test_a_storm_of_clicks_and_wheels_does_no_harm():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, Level.of(BIG), rules=Rules(fog=True))
        for turn in range(60):
            await pilot.click(MazeView, offset=(turn % 79, (turn * 7) % 20))
            screen.query_one(MazeView).post_message(
                events.MouseScrollDown(
                    screen.query_one(MazeView), 5, 5, 0, 1, 0,
                    shift=False, meta=False, ctrl=False,
                )
            )  # fmt: skip
        await pilot.press("right", "down", "left", "up")
        await until(lambda: screen.run.steps, pilot)
        assert app.screen is screen
        assert screen.query_one(MazeView).sees(screen.run.position)


# Travel and marks


async def test_one_key_goes_on_and_one_goes_to_the_unexplored():
    app = MazeApp()
    maze = Maze.from_floor([[1, 1, 1, 1, 1], [1, 0, 0, 0, 1], [1, 1, 0, 1, 1]])
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, Level(maze, (0, 2), ((2, 3),)))
        await pilot.press("space")
        await pilot.pause()
        assert "Several ways lead on: choose one" in screen_text(app)
        await pilot.press("ctrl+left")
        await until(lambda: screen.run.position == (2, 0), pilot)
        await until(lambda: not screen.session.players[0].gliding, pilot)
        await pilot.press("space")
        await until(lambda: "Nothing new lies behind the exits here" in screen_text(app), pilot)
        await pilot.press("full_stop", "x")
        await until(lambda: screen.run.position == (0, 2), pilot)
        await until(lambda: not screen.session.players[0].gliding, pilot)
        assert screen.run.steps == 8
        assert "*" in screen_text(app)
        await pilot.press("space")
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        assert screen.run.steps == 13


async def test_a_mark_is_taken_up_again():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, corridor(9))
        await pilot.press("full_stop", "right")
        await pilot.pause()
        assert screen.query_one(MazeView).scene.labels == {(0, 0): "*"}
        await pilot.press("left", "full_stop")
        assert screen.query_one(MazeView).scene.labels == {}


# Looking around


async def test_looking_around_moves_a_cursor_and_comes_back():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, Level.of(BIG))
        view = screen.query_one(MazeView)
        home = view.camera
        await pilot.press("v", "down", "down", "right")
        assert screen.pane.cursor == (2, 1)
        assert screen.run.steps == 0
        assert "+" in screen_text(app)
        await pilot.press("D", "D", "S")
        assert screen.pane.cursor == (12, 21)
        assert view.sees((12, 21))
        assert view.camera[0] > home[0]
        assert view.camera[1] > home[1]
        assert "looking around" in screen_text(app)
        await pilot.press("v")
        await pilot.pause()
        assert view.camera == home
        assert "looking around" not in screen_text(app)
        assert "+" not in "".join(screen_text(app).splitlines()[2:-1])
        await pilot.press("v", "down", "u")
        assert view.sees(screen.run.position)
        assert screen.pane.cursor is None


async def test_the_cursor_stays_in_the_maze():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, forked())
        await pilot.press("v", "up", "left")
        assert screen.pane.cursor == (0, 0)
        await pilot.press("S", "D", "down", "right")
        assert screen.pane.cursor == (2, 3)
        await pilot.press("enter")
        assert "You have not seen that cell yet" in screen_text(app)
        assert screen.run.steps == 0
        await pilot.press("enter")  # there is no cursor any more
        await pilot.press("v", "right", "right", "enter")
        await until(lambda: screen.run.position == (0, 2), pilot)
        assert "forked" in screen_text(app)


async def test_the_wheel_looks_down_and_the_next_step_comes_back():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, Level.of(BIG))
        view = screen.query_one(MazeView)
        for _ in range(4):
            view.post_message(
                events.MouseScrollDown(view, 5, 5, 0, 1, 0, shift=False, meta=False, ctrl=False)
            )
        await until(lambda: view.camera[1] >= 20, pilot)
        assert not view.sees(screen.run.position)
        await pilot.press("right", "down", "left", "up")
        await until(lambda: screen.run.steps, pilot)
        assert view.sees(screen.run.position)


async def test_held_keys_are_painted_together_without_loss():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, corridor(400))
        painted = []
        view = screen.query_one(MazeView)
        repaint = view.repaint
        view.repaint = lambda cells: (painted.append(len(set(cells))), repaint(cells))
        for _ in range(200):
            app.post_message(events.Key("right", None))
        await until(lambda: screen.run.steps == 200, pilot)
        await pilot.pause()
        assert view.scene.walker(Ink.PLAYER).cell == (0, 200)
        assert len(painted) < 200
        assert "█" in screen_text(app)


async def test_a_run_is_as_fast_as_preferred():
    app = MazeApp()
    set_look(app, run_speed=20.0)
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, corridor(5000))
        assert (screen.session.run_speed, screen.session.animations) == (20.0, True)
        set_look(app, run_speed=200.0, animations=False)
        await until(lambda: screen.session.run_speed == 200.0, pilot)
        assert not screen.session.animations


async def test_a_glide_without_animations_arrives_at_once():
    app = MazeApp()
    set_look(app, animations=False)
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, corridor(300))
        screen.action_glide("E")
        assert screen.run.finished
        assert screen.run.steps == 299
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await pilot.pause()
        await pilot.press("space")
        await until(lambda: "paused" in screen_text(app), pilot)


# Races


async def test_a_race_is_counted_in():
    clock = Clock()
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(
            app, pilot, corridor(12), pace=4.0, rules=Rules(countdown=True), clock=clock
        )
        assert screen_text(app).count("▀▀█") == 2  # a large 3
        await pilot.press("right")
        assert screen.run.steps == 0
        clock.now += 1
        screen.tick()
        await until(lambda: "█▀▀" in screen_text(app), pilot)  # a large 2
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, PauseScreen), pilot)
        await pilot.press("escape")
        await until(lambda: app.screen is screen, pilot)
        await until(lambda: screen_text(app).count("▀▀█") == 2, pilot)
        for _ in range(3):
            clock.now += 1
            screen.tick()
        assert screen.run.stopwatch.running
        await until(lambda: not any(d in screen_text(app) for d in ("▀▀█", "█▀▀", "▄█▄")), pilot)
        await pilot.press("right")
        assert screen.run.steps == 1


async def test_a_ghost_walks_as_it_walked_then():
    clock = Clock()
    app = MazeApp()
    ghost = GhostWalk(bytes([Direction.E] * 5), array("I", [0, 100, 2000, 2100, 2200]))
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, corridor(6), ghost=ghost, clock=clock)
        view = screen.query_one(MazeView)
        await pilot.press("right")
        clock.now += 1.0
        await until(lambda: view.scene.walker(Ink.RUNNER).cell == (0, 2), pilot)
        assert "ghost" in screen_text(app)
        for _ in range(4):
            await pilot.press("right")
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await until(lambda: "You beat the ghost by 1.2 s" in screen_text(app), pilot)


async def test_the_walk_just_done_can_be_raced_at_once():
    app = app_playing(corridor(6))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await pilot.pause()
        await pilot.press("g")
        await until(lambda: app.screen is screen, pilot)
        await until(lambda: "ghost" in screen_text(app), pilot)
        assert screen.run.steps == 0


async def test_the_clock_stands_while_the_terminal_has_not_got_the_focus():
    clock = Clock()
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, corridor(12), clock=clock)
        await pilot.press("right")
        clock.now += 2
        app.post_message(events.AppBlur())
        await until(lambda: not screen.run.stopwatch.running, pilot)
        await until(lambda: "paused" in screen_text(app), pilot)
        clock.now += 100
        app.post_message(events.AppFocus())
        await until(lambda: screen.run.stopwatch.running, pilot)
        assert screen.run.stopwatch.seconds == 2
        assert "paused" not in screen_text(app)


# The small map, the heat map


async def test_a_maze_larger_than_the_window_has_a_small_map():
    app = MazeApp()
    async with on_form(app, (100, 30)) as pilot:
        screen = await opened(app, pilot, Level.of(BIG))
        assert "@" in screen_text(app)
        await pilot.press("z")
        await pilot.pause()
        assert "@" not in screen_text(app)
        await pilot.press("z")
        await pilot.pause()
        assert "@" in screen_text(app)
        screen.dismiss()
        await pilot.pause()
        await opened(app, pilot, corridor(5))
        assert "@" not in screen_text(app)


async def test_a_small_window_has_no_small_map():
    for size, shown in (((59, 30), False), ((60, 30), True), ((100, 17), False)):
        app = MazeApp()
        async with on_form(app, size) as pilot:
            await opened(app, pilot, Level.of(BIG))
            assert ("@" in screen_text(app)) is shown


async def test_a_heat_map_in_play_asks_first_and_counts_as_help():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, room())
        await pilot.press("t")
        await until(lambda: isinstance(app.screen, ConfirmScreen), pilot)
        await pilot.press("n")
        await until(lambda: app.screen is screen, pilot)
        assert not screen.run.assisted
        assert " 6 " not in screen_text(app)
        await pilot.press("t")
        await until(lambda: isinstance(app.screen, ConfirmScreen), pilot)
        await pilot.press("y")
        await until(lambda: screen.run.assisted, pilot)
        await until(lambda: " 6 " in screen_text(app), pilot)
        assert "distance to B: 0 near to 9 far (t hides)" in screen_text(app)
        await pilot.press("v")
        assert "looking around" in screen_text(app)
        await pilot.press("v")
        assert "distance to B" in screen_text(app)
        await pilot.press("t")
        await until(lambda: " 6 " not in screen_text(app), pilot)
        assert "distance to B" not in screen_text(app)


async def test_the_heat_map_of_a_result_needs_no_confirmation():
    app = app_playing(room())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await pilot.pause()
        await pilot.press("t")
        await until(lambda: " 5 " in screen_text(app), pilot)
        assert not screen.run.assisted
        for _ in range(3):
            await pilot.press("y")
            assert " 5 " in screen_text(app)
        await pilot.press("y", "t", "y")
        assert " 5 " not in screen_text(app)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_a_heat_map_has_a_legend(size):
    app = app_playing(room())
    async with app.run_test(size=size) as pilot:
        screen = await playing(app, pilot)
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await pilot.pause()
        for _ in range(2):
            assert "near B" not in screen_text(app)
            await pilot.press("t")
            await until(lambda: "0 near B … 9 far" in screen_text(app), pilot)
            await pilot.press("t")
            await until(lambda: "near B" not in screen_text(app), pilot)
            await pilot.press("space")
            await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)


async def test_a_wrong_turn_is_inverted_where_there_is_heat():
    app = app_playing(forked())
    set_look(app, drawing="roomy")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await pilot.press("right", "right", "left")
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await until(lambda: app.screen.ready, pilot)
        await pilot.press("tab")  # ends the ending, and takes the card off the maze
        await until(lambda: "│ A ━━1 · ·     │" in screen_text(app), pilot)
        view = app.screen.query_one(MazeView)
        hint = view.look(Ink.HINT << 8).color
        inverted = view.look(Ink.HINT << 8 | Ink.HINT)
        assert (inverted.color, inverted.bgcolor) == (view.rich_style.bgcolor, hint)


# Pause


async def change(app, pilot, name, key="right"):
    labels = [str(label.render()) for label in app.screen.query(".setting Label")]
    choice = app.screen.query_one(f"#setting-{labels.index(name)}", Choice)
    choice.focus()
    await pilot.press(key)
    await pilot.pause()


async def test_settings_in_the_pause_are_seen_at_once():
    app = MazeApp()
    async with on_form(app, (80, 30)) as pilot:
        screen = await opened(app, pilot, forked())
        view = screen.query_one(MazeView)
        await pilot.press("right", "escape")
        await until(lambda: isinstance(app.screen, PauseScreen), pilot)
        await pilot.pause()
        await change(app, pilot, "walls")
        assert view.drawing.glyphs is WALLS["light"]
        await change(app, pilot, "drawing")
        await change(app, pilot, "drawing")
        assert view.drawing.name == "large"
        await change(app, pilot, "compass")
        await change(app, pilot, "run speed")
        assert app.config.look.run_speed == 60
        await change(app, pilot, "fog")
        assert view.scene.light is not None
        assert view.scene.light[0, 0] > 0
        await change(app, pilot, "theme")
        assert app.theme == OUR_THEMES[1]
        await pilot.press("escape")
        await until(lambda: app.screen is screen, pilot)
        await pilot.pause()
        assert "to go" in screen_text(app)
        assert "┌" in screen_text(app)
        # Fog may go again; then it was none.
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, PauseScreen), pilot)
        await pilot.pause()
        await change(app, pilot, "fog")
        await change(app, pilot, "compass")
        await pilot.press("escape")
        await until(lambda: app.screen is screen, pilot)
        await until(lambda: "counts as compass" in screen_text(app), pilot)
        assert view.scene.light is None


# Replay


async def test_a_replay_goes_along_the_time_of_the_walk():
    clock = Clock()
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, forked(), pace=2.0, clock=clock)
        for key in ("right", "right", "left", "down", "left", "down"):
            await pilot.press(key)
            clock.now += 1.0
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await pilot.pause()
        await pilot.press("space")
        await until(lambda: isinstance(app.screen, ReplayScreen), pilot)
        replay = app.screen
        view = replay.query_one(MazeView)
        await until(lambda: view.scene is not None and view.drawing is not None, pilot)
        assert "playing" in screen_text(app)
        await pilot.press("home")
        assert view.scene.walker(Ink.PLAYER).cell == (0, 0)
        await pilot.press("right", "right", "right")
        assert (view.scene.walker(Ink.PLAYER).cell, replay.playback.seconds) == ((0, 1), 2.0)
        assert view.scene.walker(Ink.RUNNER).cell == (2, 0)
        await pilot.press("left")
        await pilot.pause()
        assert view.scene.walker(Ink.PLAYER).cell == (0, 2)
        assert "2 steps" in screen_text(app)
        await pilot.press("end")
        await pilot.pause()
        assert view.scene.walker(Ink.PLAYER).cell == (1, 3)
        assert "costly turns  1 +2" in screen_text(app)
        await pilot.press("pagedown")
        assert replay.playback.seconds == 1.0
        await pilot.press("greater_than_sign", "space")
        assert replay.playback.speed == 2.0
        await until(lambda: view.scene.walker(Ink.PLAYER).cell == (1, 3), pilot)
        await pilot.click(TimeLine, offset=(16, 0))
        await pilot.pause()
        assert replay.playback.seconds < 0.5
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)


# The form


async def test_the_rules_are_chosen_on_the_form():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        app.screen.query_one("#mode", Choice).focus()
        await pilot.press("right")
        app.screen.query_one("#start", Choice).focus()
        await pilot.press("right")
        assert app.screen.rules == Rules(fog=True, countdown=True)
        await pilot.press("enter")
        screen = await playing(app, pilot)
        assert screen.query_one(MazeView).scene.light is not None
        await until(lambda: "shortest" in screen_text(app), pilot)
        assert "to go" not in screen_text(app)


@pytest.mark.variants
@pytest.mark.parametrize("size", [(10, 5), (40, 12), (45, 13), (200, 60)])
async def test_the_terminal_may_change_its_size_at_any_moment(size):
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, Level.of(BIG), rules=Rules(fog=True), pace=8.0)
        await pilot.press("D")
        await pilot.resize_terminal(*size)
        await pilot.pause()
        await pilot.press("right", "down")
        await pilot.resize_terminal(80, 24)
        await until(lambda: app.screen is screen, pilot)
        await pilot.press("i", "right", "tab", "tab")
        await pilot.pause()
        assert screen.query_one(MazeView).sees(screen.run.position)


@pytest.mark.variants
@pytest.mark.parametrize("floor", [[[1, 1], [1, 1]], [[1], [1], [1]], [[1, 1]]])
async def test_the_smallest_mazes_are_played(floor):
    maze = Maze.from_floor(floor)
    level = Level(maze, (0, 0), ((maze.rows - 1, maze.cols - 1),))
    app = MazeApp()
    async with on_form(app, (40, 12)) as pilot:
        screen = await opened(app, pilot, level, rules=Rules(fog=True), pace=1000.0)
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)


async def test_the_small_map_of_the_first_maze_has_its_size():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        app.push_screen(PlayScreen(free_play(BIG)))
        await playing(app, pilot)

        def width() -> int:
            """From A, where the player is, to B in the map's other corner."""
            lines = screen_text(app).splitlines()[2:12]
            ends = [[line.rfind(letter) for line in lines] for letter in "@B"]
            return max(ends[1]) - max(ends[0]) if max(ends[0]) >= 0 else 0

        await until(lambda: width() > 8, pilot)


async def test_looking_around_is_noted_and_ended_by_escape():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        screen = await opened(app, pilot, BIG)
        await pilot.press("v", "right", "right")
        await pilot.pause()
        assert "looking around: arrows move, Enter walks there, esc returns" in screen_text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert app.screen is screen
        assert "looking around" not in screen_text(app)


async def test_the_pause_shows_any_speed_of_the_settings_file():
    app = MazeApp()
    set_look(app, run_speed=55.0)
    async with on_form(app, (80, 24)) as pilot:
        await opened(app, pilot, forked())
        await pilot.press("p")
        await until(lambda: "55 cells/s" in screen_text(app), pilot)


async def test_in_a_race_with_the_compass_the_track_stands_below_the_way_left():
    async with on_form(MazeApp(), (80, 24)) as pilot:
        app = pilot.app
        await opened(
            app,
            pilot,
            Level.of(Recipe.parse("wilson:12x6:race")),
            pace=4.0,
            rules=Rules(compass=True),
        )
        lines = screen_text(app).splitlines()
        assert "to go" in lines[1]
        assert lines[2].strip().startswith("A")
        assert "runner" in lines[2]


async def test_the_key_for_the_small_map_is_remembered_as_the_pause_s_setting_is():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await opened(app, pilot, BIG)
        assert app.config.look.minimap
        await pilot.press("z")
        await until(lambda: not app.config.look.minimap, pilot)
        await until(places().settings.exists, pilot)
        assert not read_settings(places().settings)[0].look.minimap


async def test_fog_from_the_pause_hides_at_once_what_is_not_in_sight():
    def walls():
        return sum(screen_text(app).count(character) for character in "─│╭╮╰╯├┤┬┴┼")

    app = MazeApp()
    async with on_form(app, (100, 40)) as pilot:
        screen = await opened(app, pilot, Level.of(Recipe.parse("wilson:20x10:fog")))
        await pilot.pause()
        before = walls()
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, PauseScreen), pilot)
        await pilot.pause()
        await change(app, pilot, "fog")
        await pilot.press("escape")
        await until(lambda: app.screen is screen, pilot)
        await pilot.pause()
        assert 0 < walls() < before / 4


async def test_a_long_jump_in_a_replay_is_drawn_frame_by_frame(monkeypatch):
    monkeypatch.setattr("mazegame.screens.replay.STEPS_AT_ONCE", 3)
    app = app_playing(corridor(30))
    async with app.run_test(size=(130, 24)) as pilot:
        screen = await playing(app, pilot)
        await walk_to_b(screen, pilot)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await pilot.press("space")
        await until(lambda: isinstance(app.screen, ReplayScreen) and app.screen.ready, pilot)
        replay = app.screen
        replay.playback.playing = False
        view = replay.query_one(MazeView)

        def walked() -> int:
            return int((view.scene.tracks & VISITED != 0).sum()) - 1

        await pilot.press("home")
        await until(lambda: walked() < 5, pilot)
        before = walked()
        replay.action_seek(1)
        assert walked() == before + 3
        await until(lambda: walked() == 29, pilot)
        assert view.scene.tracks.tobytes() == bytes(screen.run.tracks)

"""Mazes whose walls are covered until their reveal: what shows the walls, and what covers them."""

import contextlib
import time
from dataclasses import replace

import pytest
from textual import events

from mazegame.app import MazeApp
from mazegame.drawing import Scene
from mazegame.engine import Level, Recipe
from mazegame.game.modes.daily import FIRST_DAY, Stake, daily_match
from mazegame.game.modes.duel import duel_match
from mazegame.game.modes.free_play import FreshSeeds, free_play
from mazegame.game.modes.marathon import MarathonSeries, marathon_match
from mazegame.game.racing.rivals import PacedRival
from mazegame.game.rules import Rules
from mazegame.game.run import Run, step
from mazegame.game.walking.wall_cover import SWEEP_SECONDS, UNCOVER_SECONDS
from mazegame.screens import factory, match_screen
from mazegame.screens.base import CALM_SECONDS
from mazegame.screens.command_palette import PaletteScreen
from mazegame.screens.dialogs.file_dialogs import ExportScreen
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.dialogs.questions import ConfirmScreen
from mazegame.screens.ended.result import ResultScreen
from mazegame.screens.playing.pause import PauseScreen
from mazegame.screens.playing.play import PlayScreen
from mazegame.screens.series.journey import JourneyScreen
from mazegame.screens.too_small import TooSmallScreen
from mazegame.widgets.maze.session_pane import WAITING
from tests.game.mazes import Clock, ahead
from tests.ui.conftest import (
    KEYS,
    finish,
    is_on,
    on_home,
    screen_text,
    shows,
    to_screen,
    until,
)
from tests.ui.widgets.alone import cells_with_walls

pytestmark = [pytest.mark.core, pytest.mark.usefixtures("sweeping")]

RECIPE = Recipe.parse("wilson:14x7:cover")
REVEAL = Rules(reveal=True)
WORDS = WAITING.splitlines()


def a_match(*, waits=False, rules=REVEAL, rivals=(), source=RECIPE):
    match = free_play(source, rules, rivals)
    return replace(match, series=Waits()) if waits else match


class Waits(FreshSeeds):
    """Free play whose mazes wait for a key, as a daily maze does."""

    waits = True


@contextlib.asynccontextmanager
async def opened(match, *, clock=time.monotonic, resume=None, size=(80, 24)):
    """Run an app with a match, and wait until its maze is made."""
    app = MazeApp()
    async with on_home(size, app=app) as (_, pilot):
        app.push_screen(PlayScreen(match, resume, clock=clock))
        screen = await to_screen(pilot, PlayScreen)
        await until(lambda: screen.ready and screen.session, pilot)
        yield app, screen, pilot


@contextlib.asynccontextmanager
async def revealed(clock, **options):
    """Run an app with a match whose walls have just appeared, at a time that the clock says."""
    async with opened(a_match(**options), clock=clock) as (app, screen, pilot):
        assert screen.session.revealed
        clock.now += SWEEP_SECONDS
        screen.tick()
        await until(lambda: screen.pane._sweep is None, pilot)
        yield app, screen, pilot


def walls(screen):
    return cells_with_walls(screen.pane)


def first_key(screen):
    return KEYS[ahead(screen.session.level)[0]]


async def test_the_key_that_asks_for_a_maze_reveals_it():
    async with opened(a_match()) as (app, screen, pilot):
        assert screen.session.revealed
        assert screen.session.running
        await until(lambda: walls(screen), pilot)
        await shows(pilot, "reading 0:0")
        assert WORDS[0] not in screen_text(app)
        first = screen.session
        await until(lambda: not first.appearing(screen.clock()), pilot)
        await until(lambda: screen.session is not first and screen.session, pilot, "n")
        assert screen.session.revealed, "as the key of the next one does"


def marathon_leg():
    return marathon_match(MarathonSeries("2026-W47", "kite", (RECIPE,) * 7))


@pytest.mark.parametrize("make", [lambda: daily_match(FIRST_DAY, RECIPE), marathon_leg, None])
async def test_daily_mazes_and_marathons_wait_for_a_key_which_takes_no_step(make):
    match = a_match(waits=True) if make is None else make()
    match = replace(match, rules=replace(match.rules, reveal=True))
    async with opened(match) as (_, screen, pilot):
        await shows(pilot, WORDS[0])
        assert walls(screen) == set()
        assert not screen.session.running
        await until(lambda: screen.session.revealed, pilot, first_key(screen))
        await until(lambda: walls(screen), pilot)
        assert screen.run.steps == 0
        assert screen.session.running


async def test_a_key_that_was_typed_ahead_does_not_reveal(monkeypatch):
    monkeypatch.setattr(match_screen, "CALM_SECONDS", CALM_SECONDS)
    clock = Clock()
    async with opened(a_match(waits=True), clock=clock) as (_, screen, pilot):
        clock.now += CALM_SECONDS - 0.01
        await pilot.press("enter", "enter")
        await pilot.click(screen.pane)
        assert not screen.session.revealed
        await to_screen(pilot, HelpScreen, "question_mark")
        await to_screen(pilot, screen, "escape")
        clock.now += 0.01
        await until(lambda: screen.session.revealed, pilot, "enter")


@pytest.mark.parametrize("walk_first", [False, True])
async def test_a_page_that_walks_first_opens_mazes_that_lie_open(walk_first):
    app = MazeApp(lambda: factory.by_name("journey", walk_first=walk_first))
    async with app.run_test(size=(80, 24)) as pilot:
        await to_screen(pilot, JourneyScreen)
        await shows(pilot, "of 120 stars")
        screen = await to_screen(pilot, PlayScreen, "enter")
        await until(lambda: screen.session, pilot)
        assert screen.session.match.rules.reveal != walk_first
        assert screen.session.running != walk_first


async def test_a_maze_that_took_long_to_make_waits_for_a_key(monkeypatch):
    monkeypatch.setattr(match_screen, "WAIT_AFTER", -1.0)
    async with opened(a_match()) as (_, screen, pilot):
        await shows(pilot, WORDS[0])
        assert not screen.session.revealed
        await until(lambda: walls(screen), pilot, "tab")
        assert not screen.pane.shows_map, "the key reveals and does nothing else"


async def test_a_resumed_run_waits_for_a_key():
    run = Run(Level.of(RECIPE), time.monotonic)
    for side in ahead(run.level)[:3]:
        step(run, side)
    async with opened(a_match(), resume=run) as (_, screen, pilot):
        await shows(pilot, WORDS[0])
        assert walls(screen) == set()
        await until(lambda: walls(screen), pilot, "enter")
        assert screen.run.steps == 3


@pytest.mark.parametrize(("key", "kind"), [("escape", PauseScreen), ("question_mark", HelpScreen)])
async def test_pause_and_help_work_before_the_reveal_and_show_no_wall(key, kind):
    async with opened(a_match(waits=True)) as (_, screen, pilot):
        await to_screen(pilot, kind, key)
        await to_screen(pilot, screen, "escape")
        await shows(pilot, WORDS[0])
        assert walls(screen) == set()
        assert not screen.session.revealed


async def test_a_click_reveals():
    async with opened(a_match(waits=True)) as (_, screen, pilot):
        await pilot.click(screen.pane, offset=(30, 8))
        await until(lambda: walls(screen), pilot)
        assert screen.run.steps == 0


async def test_keys_do_nothing_while_the_walls_appear_but_the_pause_and_those_that_leave():
    clock = Clock()
    async with opened(a_match(), clock=clock) as (app, screen, pilot):
        session, zoom = screen.session, screen.pane.drawing
        for key in (first_key(screen), "n", "r", "tab", "minus", "i", "question_mark", "v", "b"):
            await pilot.press(key)
        assert is_on(app, screen)
        assert (screen.session, screen.pane.drawing) == (session, zoom)
        assert (screen.run.steps, screen.run.hints) == (0, 0)
        assert (screen.pane.shows_map, screen.pane.looking) == (False, False)
        await to_screen(pilot, PauseScreen, "escape")
        await to_screen(pilot, screen, "escape")
        clock.now += SWEEP_SECONDS
        await until(lambda: screen.run.steps == 1, pilot, first_key(screen))


async def test_ctrl_q_leaves_while_the_walls_appear():
    async with opened(a_match(), clock=Clock()) as (app, _, pilot):
        await pilot.press("ctrl+q")
        assert not app.is_running or app._exit


COVERS = {
    "escape": PauseScreen,
    "question_mark": HelpScreen,
    "ctrl+p": PaletteScreen,
    "b": ConfirmScreen,
}
"""Keys, and what they open over the maze."""


@pytest.mark.variants
@pytest.mark.parametrize("key", COVERS)
async def test_whatever_lies_over_the_maze_covers_its_walls_and_costs_a_second(key):
    clock = Clock()
    async with revealed(clock) as (_, screen, pilot):
        before = walls(screen)
        await to_screen(pilot, COVERS[key], key)
        assert walls(screen) == set()
        clock.now += 100
        await to_screen(pilot, screen, "n" if key == "b" else "escape")
        await until(lambda: walls(screen) == before, pilot)
        assert screen.run.stopwatch.seconds == SWEEP_SECONDS + UNCOVER_SECONDS


async def test_too_small_a_window_covers_the_walls():
    clock = Clock()
    async with revealed(clock) as (_, screen, pilot):
        before = walls(screen)
        await pilot.resize_terminal(30, 8)
        await to_screen(pilot, TooSmallScreen)
        assert walls(screen) == set()
        clock.now += 100
        await pilot.resize_terminal(80, 24)
        await to_screen(pilot, screen)
        await until(lambda: walls(screen) == before, pilot)
        assert screen.run.stopwatch.seconds == SWEEP_SECONDS + UNCOVER_SECONDS


async def test_lost_focus_covers_the_walls_as_a_stopped_process_does():
    clock = Clock()
    async with revealed(clock) as (app, screen, pilot):
        before = walls(screen)
        app.post_message(events.AppBlur())
        await shows(pilot, "paused")
        assert walls(screen) == set()
        clock.now += 100
        app.post_message(events.AppFocus())
        await until(lambda: walls(screen) == before, pilot)
        assert "paused" not in screen_text(app)
        assert screen.run.stopwatch.seconds == SWEEP_SECONDS + UNCOVER_SECONDS


async def test_map_zoom_and_looking_around_cover_nothing():
    clock = Clock()
    async with revealed(clock) as (_, screen, pilot):
        for key in ("tab", "tab", "minus", "plus", "v", "v"):
            await pilot.press(key)
            clock.now += 1
            screen.tick()
            assert not screen.pane.is_covered, key
        assert screen.run.stopwatch.seconds == SWEEP_SECONDS + 6


async def test_a_resized_terminal_keeps_maze_and_clock():
    clock = Clock()
    async with revealed(clock) as (_, screen, pilot):
        await pilot.resize_terminal(100, 30)
        clock.now += 1
        screen.tick()
        assert walls(screen)
        maze = screen.session.level.maze
        assert (maze.cols, maze.rows) == (RECIPE.cols, RECIPE.rows)
        assert screen.run.stopwatch.seconds == SWEEP_SECONDS + 1


async def test_a_restart_shows_all_walls_at_once_without_a_key():
    clock = Clock()
    async with revealed(clock) as (_, screen, pilot):
        before, session = walls(screen), screen.session
        await until(lambda: screen.session is not session, pilot, "r")
        assert walls(screen) == before
        await until(lambda: screen.run.steps == 1, pilot, first_key(screen))


async def test_a_restart_before_the_reveal_still_waits_for_a_key():
    async with opened(a_match(waits=True)) as (_, screen, pilot):
        session = screen.session
        await to_screen(pilot, PauseScreen, "escape")
        await until(lambda: is_on(screen.app, screen) and screen.session is not session, pilot, "r")
        await shows(pilot, WORDS[0])
        assert walls(screen) == set()


async def test_a_restart_of_a_maze_seen_in_an_earlier_game_ends_its_try_and_needs_no_key():
    match = daily_match(FIRST_DAY, RECIPE, Stake.RANKED)
    match = replace(match, rules=replace(match.rules, reveal=True))
    seen = Run(Level.of(RECIPE), time.monotonic)  # without a step
    async with opened(match, resume=seen) as (_, screen, pilot):
        await to_screen(pilot, PauseScreen, "escape")
        await to_screen(pilot, ConfirmScreen, "r")
        await shows(pilot, "one ranked try")
        session = screen.session
        await until(lambda: is_on(screen.app, screen) and screen.session is not session, pilot, "y")
        assert screen.session.match.series.stake is Stake.PRACTICE
        await until(lambda: walls(screen), pilot)


async def test_an_export_before_b_makes_a_run_unranked():
    clock = Clock()
    async with revealed(clock) as (_, screen, pilot):
        await to_screen(pilot, ConfirmScreen, "e")
        await to_screen(pilot, ExportScreen, "y")
        assert screen.run.assisted


async def test_an_export_of_a_maze_that_lies_open_keeps_the_run_ranked():
    async with opened(a_match(rules=Rules())) as (_, screen, pilot):
        await to_screen(pilot, ExportScreen, "e")
        assert not screen.run.assisted


@pytest.mark.parametrize("fog", [False, True])
async def test_the_card_says_how_long_the_player_read_and_walked_but_not_in_fog(fog):
    clock = Clock()
    async with opened(a_match(rules=Rules(reveal=True, fog=fog)), clock=clock) as (
        _,
        screen,
        pilot,
    ):
        clock.now += 6
        await pilot.press(first_key(screen))
        clock.now += 3
        result = await finish(screen, pilot)
        assert isinstance(result, ResultScreen)
        lines = [f"{line.label} {line.value}" for line in result._verdict.lines]
        assert any("reading 6.0 s, walking 3.0 s" in line for line in lines) != fog


async def test_a_race_counts_down_over_the_cover_and_shows_all_walls_at_go():
    match = a_match(rivals=(PacedRival(4.0),))
    clock = Clock()
    async with opened(match, clock=clock) as (app, screen, pilot):
        assert screen.session.counting
        assert WORDS[0] not in screen_text(app)
        for _ in range(3):
            assert walls(screen) == set()
            clock.now += 1
            screen.tick()
        assert not screen.session.counting
        assert walls(screen)
        assert walls(screen) == cells_with_walls_of(screen)
        await until(lambda: screen.run.steps == 1, pilot, first_key(screen))


def cells_with_walls_of(screen):
    """All the walls of the level, in the same window."""
    pane = screen.pane
    shown, pane.scene = pane.scene, Scene.of(screen.session.level)
    found, pane.scene = walls(screen), shown
    return found


async def test_a_duel_is_covered_by_its_card_until_both_start_and_by_a_pause_of_either():
    match = duel_match(RECIPE)
    match = replace(match, rules=replace(match.rules, reveal=True))
    clock = Clock()
    async with on_home((80, 24)) as (app, pilot):
        screen = factory.play(match)
        screen.clock = clock
        app.push_screen(screen)
        await until(lambda: screen.participant and screen.ready, pilot)

        def drawn():
            return [cells_with_walls(pane) for pane in screen._views]

        assert not any(drawn()), "its card says the rules"
        await until(lambda: screen.session.counting and not screen.resting, pilot, "enter")
        assert not any(drawn())
        for _ in range(3):
            clock.now += 1
            screen.tick()
        assert all(drawn())
        await until(lambda: screen.resting, pilot, "escape")
        assert not any(drawn())
        await until(lambda: not screen.resting and all(drawn()), pilot, "enter")

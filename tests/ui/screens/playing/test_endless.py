"""Endless: a descent on its screen, its end, and going on with one."""

from __future__ import annotations

import contextlib
import time
from dataclasses import replace

import numpy as np
import pytest

from mazegame.app import MazeApp
from mazegame.drawing.inks import Ink
from mazegame.engine import Direction, generate
from mazegame.game.descent import Descent
from mazegame.game.modes.endless import COLS
from mazegame.screens import factory
from mazegame.screens.career.scores import ScoresScreen
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.dialogs.questions import ConfirmScreen
from mazegame.screens.ended.replay import ReplayScreen
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.lab.lab import LabScreen
from mazegame.screens.playing.endless import EndlessScreen
from mazegame.store.book.book import ScoreBook
from mazegame.store.journal.journal import read, write_declined
from mazegame.store.journal.journal_lines import head, state
from mazegame.store.places import places
from mazegame.store.store import Store
from tests.game.descents import descend, way_ahead
from tests.game.mazes import Clock
from tests.ui.conftest import (
    KEYS,
    hides,
    notices,
    notified,
    on_home,
    on_screen,
    playing,
    screen_text,
    shows,
    to_screen,
    until,
)
from tests.waiting import LONGEST


@contextlib.asynccontextmanager
async def on_endless(seed="kite-7", *, size=(80, 24), clock=time.monotonic):
    """Begin a descent over the form."""
    async with on_home(size) as (app, pilot):
        screen = factory.endless(seed)
        screen.clock = clock
        app.push_screen(screen)
        await until(lambda: screen.descent and screen.ready, pilot)
        yield app, screen, pilot


async def walk(screen, pilot, rows, clock=None):
    """Walk down to a row with the keys."""
    while screen.descent.depth.rows < rows:
        if clock is not None:
            clock.now += 0.05
        await pilot.press(KEYS[way_ahead(screen.descent)[0]])


async def caught(screen, pilot, clock):
    """Wait in the game's time until the collapse has caught the player."""
    while not screen.descent.caught:
        clock.now += 0.5
        screen.tick()
    await shows(pilot, "The collapse caught you")


def leave_one(seed="kite-7", rows=30):
    """Leave a descent behind, as a killed game does; return its depth."""
    store = Store(print)
    descent = Descent(seed)
    log = store.descent(descent)
    descend(descent, rows, 20)
    log.leave()
    store.close()
    return descent.depth


async def test_a_step_repaints_a_few_cells_and_a_new_row():
    async with on_endless(size=(200, 60), clock=Clock()) as (_, screen, pilot):
        await walk(screen, pilot, 2)
        painted = []
        screen.pane.repaint_regions = painted.extend
        rows = screen.descent.end
        while screen.descent.end == rows:
            painted.clear()
            await pilot.press(KEYS[way_ahead(screen.descent)[0]])
        area = sum(region.area for region in painted)
        assert 0 < area < screen.pane.size.area / 3
        assert len(painted) <= 2 * COLS + 8


async def test_the_end_names_depth_steps_and_place_and_stands_in_the_scores():
    async with on_endless(clock=(clock := Clock())) as (app, screen, pilot):
        await walk(screen, pilot, 5, clock)
        await caught(screen, pilot, clock)
        await shows(pilot, "your first descent")
        depth = screen.descent.depth
        assert f"{depth.rows} rows deep" in screen_text(app)
        assert "more than" in screen_text(app) if depth.over else "by the shortest way down"
        assert "0 rows to the collapse" in screen_text(app)
        await to_screen(pilot, ReplayScreen, "space")
        assert app.screen.walk.run.finished
        await to_screen(pilot, screen, "escape")
        lab = await to_screen(pilot, LabScreen, "f")
        (subject,) = lab.subjects
        carved = generate(subject.recipe).passages[:-1]
        assert np.array_equal(
            carved, generate("eller", COLS, 200, "kite-7").passages[: len(carved)]
        )
        assert len(carved) > depth.rows
        await to_screen(pilot, screen, "escape")
        await to_screen(pilot, HomeScreen, "escape")
        await to_screen(pilot, ScoresScreen, "0")
        assert "Deepest descents" in screen_text(app)
        assert f"{depth.rows} deep" in screen_text(app)
        await to_screen(pilot, ReplayScreen, "enter")
    with contextlib.closing(ScoreBook(places().scores)) as book:
        (row,) = book.played()
    assert (row.depth, row.over, row.seed) == (depth.rows, depth.over, "kite-7")


@pytest.mark.long
async def test_the_same_maze_again_is_practice_and_another_one_is_ranked():
    async with on_endless(clock=(clock := Clock())) as (_, screen, pilot):
        for key, said in (("r", "your first"), ("enter", "practice: the first descent here counts"),
                          (None, "number 2 of your 2 descents, the deepest 3")):  # fmt: skip
            first = screen.descent
            await walk(screen, pilot, 3 if "2" not in said else 1, clock)
            await caught(screen, pilot, clock)
            await shows(pilot, said)
            if key:
                await pilot.press(key)
                await until(lambda first=first: screen.descent is not first, pilot)
                assert (screen.descent.seed == "kite-7") == (key == "r")
                await until(lambda: not screen.resting, pilot)


async def test_a_pause_stops_the_collapse_and_esc_leaves_a_descent_that_goes_on(monkeypatch):
    monkeypatch.setattr("mazegame.store.store.KEEP_SECONDS", 9 * LONGEST)  # the pause saves it
    async with on_endless(clock=(clock := Clock())) as (_, screen, pilot):
        await shows(pilot, "arrows walk  shift+arrows run")
        await shows(pilot, "esc leave")
        await walk(screen, pilot, 4, clock)
        await shows(pilot, "esc pause")
        await shows(pilot, "Paused: 4 rows deep", "escape")
        await until(lambda: list(places().running.glob("*.run")), pilot)
        steps = screen.descent.steps
        clock.now += 600
        screen.tick()
        await pilot.press("down", "up", "left", "right")
        assert screen.descent.steps == steps
        assert not screen.descent.caught
        await hides(pilot, "Paused", "enter")
        await shows(pilot, "Paused", "p")
        await to_screen(pilot, HomeScreen, "escape")
        await until(lambda: pilot.app.services.autosave.left_behind, pilot)
        await pilot.app.screen.run_action("mode('endless')")
        await to_screen(pilot, EndlessScreen)
        await shows(pilot, "Paused: 4 rows deep")
        assert not pilot.app.services.autosave.left_behind
        assert pilot.app.screen.descent.seed == "kite-7"
        assert pilot.app.screen.descent.steps == steps


async def test_a_game_from_the_lab_in_a_pause_does_not_end_the_writing_of_the_descent():
    async with on_endless(clock=(clock := Clock())) as (app, screen, pilot):
        await walk(screen, pilot, 4, clock)
        await shows(pilot, "Paused: 4 rows deep", "escape")
        lab = await to_screen(pilot, LabScreen, "f")
        play = await playing(app, pilot, "enter")
        play.dismiss()
        await to_screen(pilot, lab)
        await to_screen(pilot, screen, "escape")
        await hides(pilot, "Paused", "enter")
        await caught(screen, pilot, clock)
        await shows(pilot, "your first descent")


@pytest.mark.parametrize("seed", ["", "kite-7", "other"])
async def test_a_descent_that_was_left_goes_on(seed):
    depth = leave_one()
    async with on_screen(lambda: factory.endless(seed)) as (app, screen, pilot):
        await until(lambda: screen.descent, pilot)
        if seed == "other":
            assert (screen.descent.seed, screen.descent.steps) == ("other", 0)
            return
        assert screen.descent.depth == depth
        assert screen.descent.stopwatch.seconds > 0
        await shows(pilot, "Paused: 30 rows deep")
        await hides(pilot, "Paused", "enter")
        await walk(screen, pilot, 31)
        assert "row 31" in screen_text(app)


async def test_the_question_at_the_start_leads_back_to_a_descent():
    leave_one()
    app = MazeApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "Resume your last run?")
        assert "endless kite-7" in screen_text(app)
        await to_screen(pilot, EndlessScreen, "y")
        await shows(pilot, "Paused: 30 rows deep")


async def test_another_maze_ends_the_descent_after_a_question():
    leave_one(rows=30)
    async with on_screen(factory.endless) as (app, screen, pilot):
        await until(lambda: screen.descent, pilot)
        before = screen.descent
        await shows(pilot, "Paused: 30 rows deep")
        await to_screen(pilot, ConfirmScreen, "n")
        await to_screen(pilot, screen, "y")
        await until(lambda: screen.descent is not before, pilot)
        assert screen.descent.seed != "kite-7"
        book = app.services.store.query_after_writes(lambda book: book.played())
        assert [row.depth for row in book] == [30]
        assert not notices(app)


@pytest.mark.variants
@pytest.mark.parametrize("key", ["x", "v", "i", "t"])
async def test_a_key_of_another_game_says_what_there_is_not(key):
    async with on_endless(clock=(clock := Clock())) as (app, screen, pilot):
        await walk(screen, pilot, 2, clock)
        steps = screen.descent.steps
        await pilot.press(key)
        await until(lambda: any("no hints, heat" in text for text in notices(app)), pilot)
        assert screen.descent.steps == steps
        assert not screen.resting
        await to_screen(pilot, HelpScreen, "question_mark")
        assert "explore" not in screen_text(app)


async def test_a_glide_runs_by_itself():
    async with on_endless("f") as (_, screen, pilot):
        await pilot.press("S")
        await until(lambda: screen.descent.position[0] >= 2, pilot)


async def test_at_the_end_no_row_is_shown_that_fell_before_the_players_own():
    clock = Clock()
    async with on_endless(clock=clock) as (_, screen, pilot):
        await walk(screen, pilot, 12, clock)
        await caught(screen, pilot, clock)
        scene, descent = screen.pane.scene, screen.descent
        assert (scene.row_offset, descent.front) == (descent.position[0], descent.position[0] + 1)
        assert scene.tracks[0, descent.position[1]]
        assert screen.pane.sees(descent.position)
        assert (scene.paint[0] == Ink.SCAN).all()
        assert not scene.paint[1:].any()


async def test_a_left_descent_that_cannot_have_been_walked_is_named_and_kept():
    leave_one()
    (path,) = places().running.glob("*.run")
    saved = read(path)
    record = replace(saved.record, moves=bytes([Direction.N]) * len(saved.record.moves))
    lines = [*head(saved.heading, None), state(record, 0, saved.rules)]
    path.write_bytes(b"".join(lines))
    write_declined(places().declined, [saved.heading.uid])
    async with on_endless(clock=Clock()) as (app, screen, pilot):
        await until(lambda: notified(app, "the saved descent is damaged: step 1"), pilot)
        assert screen.descent.steps == 0
    assert path.exists()

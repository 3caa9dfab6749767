"""What stands beside the maze in a wide terminal, and where the numbers stand."""

from __future__ import annotations

from collections import Counter

import pytest

from mazegame.app import MazeApp
from mazegame.engine import Level, Recipe
from mazegame.game.commands import TakeHint
from mazegame.game.rules import Rules
from mazegame.game.run import Run
from mazegame.game.runner import PaceRunner
from mazegame.game.series import free_play
from mazegame.screens.play import PlayScreen
from mazegame.widgets.best_lines import BestLines
from mazegame.widgets.hud import Hud
from mazegame.widgets.progress_lines import ProgressLines, most_steps
from mazegame.widgets.race_lines import RaceLines
from mazegame.widgets.segment_lines import Role
from mazegame.widgets.side_column import SIDE_COLUMNS, SideColumn, maze_columns
from tests.game.mazes import Clock
from tests.ui.conftest import app_playing, on_form, playing, screen_text, until

LARGE = Recipe.parse("binary-tree:150x80:kite-7")
SMALL = Recipe.parse("binary-tree:12x8:kite-7")


@pytest.mark.parametrize("recipe", [SMALL, LARGE])
async def test_a_wide_terminal_has_a_column_beside_the_maze(recipe):
    app = app_playing(recipe)
    async with app.run_test(size=(160, 45)) as pilot:
        screen = await playing(app, pilot)
        column = screen.query_one(SideColumn)
        await until(lambda: column.region.width == SIDE_COLUMNS, pilot)
        assert screen.pane.region.right <= column.region.x
        assert screen.pane.size.width == maze_columns(160)
        titles = [panel.border_title for panel in column.children if panel.display]
        await until(lambda: column.has_class("-map") == (recipe is LARGE), pilot)
        assert {"progress", "keys"} <= set(titles)
        assert "race" not in titles
        await pilot.resize_terminal(159, 45)
        await until(lambda: screen.pane.size.width == 159, pilot)
        assert not column.display


async def test_the_column_shows_rivals_and_follows_the_walk():
    app = MazeApp()
    async with on_form(app, (160, 45)) as pilot:
        match = free_play(Level.of(SMALL), Rules(), (PaceRunner(4.0),))
        app.push_screen(PlayScreen(match, clock=Clock()))
        screen = await playing(app, pilot)
        await until(lambda: "race" in screen_text(app), pilot)
        assert screen_text(app).count("to go") == 1, "in the column and not above the maze"
        await pilot.press("down", "right")
        assert f"{screen.run.steps} step" in screen_text(app)
        line = next(line for line in screen_text(app).splitlines() if "from A" in line)
        assert f"{len(screen.run.route) - 1} from A" in line


async def test_numbers_stand_above_the_middle_of_a_wide_maze():
    app = app_playing(SMALL)
    async with app.run_test(size=(150, 40)) as pilot:
        await playing(app, pilot)
        await until(lambda: "shortest" in screen_text(app), pilot)
        first = screen_text(app).splitlines()[0].rstrip()
        left = len(first) - len(first.lstrip())
        assert left > 20
        assert abs(left - (150 - len(first))) <= 2


def test_the_form_fits_mazes_beside_the_column():
    assert maze_columns(159) == 159
    assert maze_columns(160) == 160 - SIDE_COLUMNS


def test_progress_says_how_many_steps_the_stars_still_allow():
    run = Run(Level.of(SMALL), Clock())
    lines = ProgressLines()
    shortest = run.level.dist_min
    assert most_steps(38, 0.95) == 40
    lines.show(run)
    texts = ["".join(text for text, _ in lines.segments(y, 30)) for y in range(6)]
    assert f"{shortest} shortest" in texts[0]
    assert f"{most_steps(shortest, 0.95)} steps left" in texts[2]
    run.hints = 1
    assert "gone" in "".join(text for text, _ in lines.segments(2, 30))
    assert lines.segments(2, 30)[0][1] is Role.REST
    assert "steps left" in "".join(text for text, _ in lines.segments(3, 30))


async def test_marks_are_there_again_after_a_pause_and_a_resume():
    run = Run(Level.of(SMALL), Clock())
    run.marks = {(0, 3), (2, 2)}
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        app.push_screen(PlayScreen(free_play(run.level), resume=run, clock=Clock()))
        screen = await playing(app, pilot)
        await until(lambda: screen.ready, pilot)
        assert screen.pane.scene.labels == {(0, 3): "*", (2, 2): "*"}
        await pilot.press("escape", "escape")
        await until(lambda: app.screen is screen, pilot)
        assert set(screen.pane.scene.labels) == {(0, 3), (2, 2)}
        assert screen_text(app).count("*") == 2


async def test_what_there_is_to_beat_stands_beside_the_maze():
    app = app_playing(SMALL)
    async with app.run_test(size=(160, 45)) as pilot:
        screen = await playing(app, pilot)
        await until(lambda: "first walk" in screen_text(app), pilot)
        assert "none yet" in screen_text(app)
        lines = [line for line in screen_text(app).splitlines() if "● " in line]
        assert len(lines) == 4
        assert screen.query_one(SideColumn).to_beat.display


async def test_a_tick_draws_only_what_is_different(monkeypatch):
    """Numbers that stand still cost nothing while rivals walk."""
    drawn: Counter[str] = Counter()
    for widget in (ProgressLines, BestLines, Hud, RaceLines):

        def counted(self, y, width, name=widget.__name__, real=widget.segments):
            drawn[name] += 1
            return real(self, y, width)

        monkeypatch.setattr(widget, "segments", counted)
    clock, app = Clock(), MazeApp()
    async with on_form(app, (160, 45)) as pilot:
        rivals = (PaceRunner(20.0),)
        app.push_screen(PlayScreen(free_play(Level.of(SMALL), rivals=rivals), clock=clock))
        screen = await playing(app, pilot)
        column = screen.query_one(SideColumn)
        await until(lambda: column.to_beat.size.height and column.race.size.height, pilot)
        await pilot.press("right", "down")
        clock.now += 0.1
        screen.tick()
        await until(lambda: drawn["RaceLines"], pilot)
        drawn.clear()
        clock.now += 0.1
        screen.tick()
        assert set(drawn) == {"RaceLines"}
        drawn.clear()
        screen.tick()
        assert not drawn
        clock.now += 1.0
        screen.tick()
        assert set(drawn) == {"RaceLines", "Hud"}
        drawn.clear()
        screen.do(TakeHint())
        assert {"Hud", "ProgressLines"} <= set(drawn)

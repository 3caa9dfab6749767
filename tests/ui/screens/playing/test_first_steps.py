"""The first steps on the screen: played through, left; and that nothing of them is kept."""

from dataclasses import replace

import pytest
from textual import events

from mazegame.app import MazeApp
from mazegame.cli.commands.play import welcome
from mazegame.screens import keys
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.playing.first_steps import FirstStepsScreen
from mazegame.store.places import claim_first_start, places
from tests.game.mazes import Clock
from tests.ui.conftest import screen_text, shows, to_screen, until, walk_to_b
from tests.waiting import LONGEST


@pytest.fixture
def first_home(monkeypatch, tmp_path):
    """Where nobody has played yet."""
    home = tmp_path / "first"
    monkeypatch.setenv("MAZEGAME_HOME", str(home))
    return home


def caption_lines(app: MazeApp) -> list[str]:
    """Return the lines with captions, and the line of keys below them."""
    lines = [line.strip() for line in screen_text(app).splitlines()]
    return [line for line in lines if line.startswith(("▸", "✓", "★", "Enter"))]


async def test_they_are_played_through_and_lead_to_the_form(first_home):
    app = MazeApp(welcome)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await to_screen(pilot, FirstStepsScreen)
        screen.clock = Clock()
        assert caption_lines(app) == ["▸ arrows walk            ↑ → ↓ ← take one step each"]
        last = screen_text(app).rstrip().splitlines()[-1]
        assert last.strip().startswith("arrows walk  shift+arrows run  esc skip to home  ? help")
        await to_screen(pilot, HelpScreen, "question_mark")
        await pilot.press("escape", "right", "right", "right")
        assert caption_lines(app)[0] == "✓ arrows walk"
        second = "▸ Shift runs             Shift+arrow runs to the next junction"
        assert caption_lines(app)[1] == second
        await pilot.press("left", "right", "shift+down")
        screen.clock.now += 1.0
        await until(lambda: screen.session.players[0].run.steps > 5, pilot)
        for _ in range(9):
            screen.clock.now += 0.1
            screen.tick()
        assert caption_lines(app)[2].startswith("▸ reach B in few steps")
        assert "⏎" not in screen_text(app)
        await walk_to_b(screen, pilot)
        await shows(pilot, "⏎ second maze  r again from A  esc home")
        done = "You reached B in 22 steps. The shortest path has 20."
        assert caption_lines(app)[0] == f"{'★' * screen.run.result.stars} {done}"
        await shows(pilot, "That is the game")
        await shows(pilot, "a runner to beat")
        before = screen.run.level
        await until(lambda: screen.run and screen.run.level is not before, pilot, "enter")
        assert screen.run.level.maze.cols > before.maze.cols
        assert caption_lines(app)[0].startswith("▸ beat the runner to B")
        (runner,) = screen.session.rivals
        assert runner.arrival > 20, "one can beat it"
        await walk_to_b(screen, pilot)
        await shows(pilot, "leads home")
        await shows(pilot, "⏎ home  r again from A")
        await to_screen(pilot, HomeScreen, "enter")
        assert "9x5" not in str(app.screen.recipe)
        assert app.services.autosave.take_offer() is None
        assert app.services.score_book.overview(history=1).result(LONGEST).runs == 0
    assert welcome() is None
    kept = {path.name for path in first_home.iterdir()} - {"cache"}
    assert kept <= {"started-before", "running", "scores.sqlite3"}
    assert not list(places().running.glob("*"))


async def test_their_clock_stands_while_the_terminal_has_not_got_the_focus(first_home):
    app = MazeApp(welcome)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await to_screen(pilot, FirstStepsScreen)
        await pilot.press("right")
        assert screen.session.running
        app.post_message(events.AppBlur())
        await shows(pilot, "paused")
        assert not screen.session.running
        app.post_message(events.AppFocus())
        await until(lambda: screen.session.running, pilot)
        assert "paused" not in screen_text(app)


async def test_their_keys_are_in_the_settings_and_can_be_changed(first_home):
    shown = keys.changeable()
    assert {"first.leave", "first.again", "first.skip"} <= shown.keys()
    assert shown["play.hint"].keys == ("i",), "a key that two screens share is listed once"
    app = MazeApp(welcome)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await to_screen(pilot, FirstStepsScreen)
        app.services.settings.save(
            replace(app.services.settings.config, keys={"first.leave": "f9"})
        )
        await walk_to_b(screen, pilot)
        await shows(pilot, "f9 second maze")


async def test_they_begin_again_at_a_as_wide_as_they_were(first_home):
    app = MazeApp(welcome)
    async with app.run_test(size=(200, 60)) as pilot:
        screen = await to_screen(pilot, FirstStepsScreen)
        screen.clock = Clock()
        await walk_to_b(screen, pilot)
        await shows(pilot, "20 steps")
        await shows(pilot, "▸ arrows walk", "r")
        assert screen.run.steps == 0
        await shows(pilot, "0 steps")  # which a side column would show in their place
        assert "gold" not in screen_text(app), "nothing is to be beaten"
    assert not list(places().running.glob("*"))


@pytest.mark.long
async def test_who_skips_them_is_not_asked_again_and_finds_them_in_the_palette(first_home):
    async with MazeApp(welcome).run_test(size=(80, 24)) as pilot:
        await to_screen(pilot, FirstStepsScreen)
        await to_screen(pilot, HomeScreen, "right", "escape")
        assert not claim_first_start()
        await shows(pilot, "First steps", "ctrl+p", "f", "i", "r", "s", "t")

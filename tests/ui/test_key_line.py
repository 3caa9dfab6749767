"""The line of keys: what it shows first, and where it has little room."""

from __future__ import annotations

from itertools import pairwise

from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from mazegame.app import MazeApp
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.moments import BEGINNER_RUNS
from mazegame.game.run import Run, step
from mazegame.game.series import free_play
from mazegame.screens.play import PlayScreen
from mazegame.screens.result import ResultScreen
from mazegame.widgets.key_line import KeyLine
from tests.game.mazes import Clock, forked
from tests.ui.conftest import on_form, screen_text, until


class Crowded(Screen[None]):
    BINDINGS = (
        Binding("a", "app.bell", "back"),
        *(Binding(key, f"app.focus('{key}')", "something long") for key in "bcdefgh"),
        Binding("escape", "dismiss", "leave", key_display="esc"),
    )

    def compose(self):
        yield KeyLine()


async def test_the_key_that_closes_the_screen_is_always_shown():
    app = App()
    async with app.run_test(size=(40, 3)) as pilot:
        app.push_screen(Crowded())
        await pilot.pause()
        (line,) = filter(None, map(str.strip, screen_text(app).splitlines()))
    assert line == "a back  b something long  esc leave"


def keys_shown(app: App) -> str:
    """Return the last line of the screen."""
    return screen_text(app).rstrip().rpartition("\n")[-1].strip()


async def test_the_keys_of_a_game_begin_with_what_the_moment_needs(monkeypatch):
    drawn = []
    render = KeyLine.render
    monkeypatch.setattr(KeyLine, "render", lambda line: drawn.append(line) or render(line))
    app, clock = MazeApp(), Clock()
    async with on_form(app, (80, 24)) as pilot:
        assert keys_shown(app).startswith("⏎ play  tab next  n new seed  ? help  q quit")
        screen = PlayScreen(free_play(forked()), clock=clock)
        app.push_screen(screen)
        await until(lambda: "arrows walk  shift+arrows run  i hint" in screen_text(app), pilot)
        await pilot.pause()
        drawn.clear()
        await pilot.press("right", "right", "right")
        assert drawn == []
        for _ in range(3):
            clock.now += 0.2
            screen.tick()
        await until(lambda: keys_shown(app).startswith("u last fork  ⌫ walk back one cell"), pilot)
        await pilot.press("left", "left", "down", "left", "down", "right", "right", "up", "right")
        await until(lambda: isinstance(app.screen, ResultScreen) and app.screen.ready, pilot)
        await until(lambda: keys_shown(app).startswith("/ why  ⌫ practise  r again"), pilot)


async def test_the_keys_of_a_player_with_some_runs_are_others():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        store = app.services.store
        for number in range(BEGINNER_RUNS):
            level = Level.of(Recipe.parse(f"wilson:3x2:x{number}"))
            run = Run(level, lambda: 0.0)
            for here, there in pairwise(level.path_from(level.start)):
                step(run, Direction.between(here, there))
            store.finish(run).ranking.result(10)
        app.services.waiting.look()
        await until(lambda: "1 daily  2 journey  3 saved" in keys_shown(app), pilot)
        app.push_screen(PlayScreen(free_play(forked())))
        await until(lambda: keys_shown(app).startswith("tab map  v look around"), pilot)

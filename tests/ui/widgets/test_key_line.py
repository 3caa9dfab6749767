"""The line of keys: what it shows first, and where it has little room."""

import io
import sys

from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from mazegame.app import MazeApp
from mazegame.game.seat import BEGINNER_RUNS
from mazegame.game.series.kinds import free_play
from mazegame.screens import routes
from mazegame.screens.playing.play import PlayScreen
from mazegame.screens.routes import Play
from mazegame.widgets.keys.key_line import KeyLine
from tests.game.mazes import Clock, forked, walked
from tests.ui.conftest import is_on, on_form, screen_text, shows, to_screen, until
from tests.waiting import LONGEST


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


async def test_enter_has_its_name_where_the_terminal_has_no_sign_for_it(monkeypatch):
    monkeypatch.setattr(sys, "__stderr__", io.TextIOWrapper(io.BytesIO(), "ascii"))
    async with on_form() as (app, pilot):
        assert keys_shown(app).startswith("Enter play")
        await to_screen(pilot, routes.CommandPalette, "ctrl+p")
        await shows(pilot, "Enter  Play")
        await to_screen(pilot, routes.NewGame, "escape")
        await to_screen(pilot, routes.Help, "question_mark")
        await shows(pilot, "Enter")
        assert "⏎" not in screen_text(app)


async def test_no_keys_are_shown_below_a_dialog():
    async with on_form() as (app, pilot):
        assert keys_shown(app).startswith("⏎ play")
        await until(lambda: is_on(app, routes.Help), pilot, "question_mark")
        assert "⏎ play" not in screen_text(app).splitlines()[-1]
        await until(lambda: is_on(app, routes.NewGame), pilot, "escape")
        assert keys_shown(app).startswith("⏎ play")


async def test_the_way_out_of_a_game_is_shown_however_small_the_terminal_is():
    async with on_form(size=(45, 14)) as (app, pilot):
        app.push_screen(PlayScreen(Play(free_play(forked())), clock=Clock()))
        await shows(pilot, "arrows walk")
        assert keys_shown(app).endswith("esc pause  ? help")


def keys_shown(app: App) -> str:
    """Return the last line of the screen."""
    return screen_text(app).rstrip().rpartition("\n")[-1].strip()


async def test_the_keys_of_a_game_begin_with_what_the_moment_needs(monkeypatch):
    drawn = []
    render = KeyLine.render
    monkeypatch.setattr(KeyLine, "render", lambda line: drawn.append(line) or render(line))
    app, clock = MazeApp(), Clock()
    async with on_form(app=app) as (_, pilot):
        assert keys_shown(app).startswith("⏎ play  tab next  n new seed  ? help  q quit")
        screen = PlayScreen(Play(free_play(forked())), clock=clock)
        app.push_screen(screen)
        await shows(pilot, "arrows walk  shift+arrows run  i hint")
        drawn.clear()
        await pilot.press("right", "right", "right")
        assert drawn == []
        for _ in range(3):
            clock.now += 0.2
            screen.tick()
        back = "u back to the junction  ⌫ walk back one cell"
        await until(lambda: keys_shown(app).startswith(back), pilot)
        keys = "left left down left down right right up right"
        await to_screen(pilot, routes.Result, *keys.split())
        await until(lambda: keys_shown(app).startswith("/ why  ⌫ practise  r again"), pilot)


async def test_the_keys_of_a_player_with_some_runs_are_others():
    async with on_form() as (app, pilot):
        store = app.services.store
        for number in range(BEGINNER_RUNS):
            store.finish(walked(f"wilson:3x2:x{number}")).ranking.result(LONGEST)
        app.services.waiting.look()
        await until(lambda: "^o saved  o settings  ? help" in keys_shown(app), pilot)
        app.push_screen(PlayScreen(Play(free_play(forked()))))
        await until(lambda: keys_shown(app).startswith("tab map  v look around"), pilot)

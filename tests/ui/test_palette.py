"""The palette: every command of the screen below, nothing first that ends something."""

from mazegame.app import MazeApp
from mazegame.engine import Recipe
from mazegame.screens.palette import PaletteScreen, commands_of
from mazegame.screens.settings import SettingsScreen
from tests.ui.conftest import app_playing, on_form, playing, screen_text, until
from tests.ui.picture import painted


def titles(app):
    screen = app.screen
    return [title for title, _, _ in commands_of(screen, app.get_system_commands(screen))]


async def test_the_form_offers_what_its_keys_do_and_quits_last(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        offered = titles(app)
        assert offered[0] == "Play"
        assert offered[-1] == "Quit"
        assert {"Settings", "Edit the design", "Scores", "Theme", "Help"} <= set(offered)
        assert len(offered) == len(set(offered))
        await until(lambda: app.screen.ready, pilot)
        await pilot.press("ctrl+p")
        await until(lambda: isinstance(app.screen, PaletteScreen), pilot)
        await until(lambda: "key ⏎" in screen_text(app), pilot)
        underlined = "".join(
            segment.text
            for line in painted(app)
            for segment in line
            if segment.style and segment.style.underline
        )
        assert underlined.split() == ["Play", "key", "⏎"], "seen without colours"
        await pilot.press(*"settings")
        await until(lambda: "key o" in screen_text(app), pilot)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, SettingsScreen), pilot)


async def test_a_game_offers_its_own_commands_and_ends_nothing_first():
    app = app_playing(Recipe("wilson", 9, 7, "kite-7"))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        offered = titles(app)
        assert {"Hint", "Copy the game ID", "Show the whole shortest path"} <= set(offered)
        ending = ("Play the same maze again", "The next maze", "Quit")
        assert offered[-len(ending) :] == list(ending)
        run = {title: run for title, _, run in commands_of(screen, ())}
        await run["Hint"]()
        assert screen.run.hints == 1

"""The palette: every command of the screen below, nothing first that ends something."""

from textual.widgets import OptionList

from mazegame.engine import Recipe
from mazegame.screens.command_palette import PaletteScreen, commands_of
from mazegame.screens.settings import SettingsScreen
from tests.ui.conftest import on_form, on_home, on_level, screen_text, shows, to_screen, until
from tests.ui.picture import painted


def titles(app):
    screen = app.screen
    return [command.title for command in commands_of(screen, app.get_system_commands(screen))]


async def test_the_form_offers_what_its_keys_do_and_quits_last(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with on_form() as (app, pilot):
        offered = titles(app)
        assert offered[0] == "Play the maze of the form"
        assert offered[-1] == "Quit"
        assert {"Settings", "Edit the design", "Theme", "Help"} <= set(offered)
        assert len(offered) == len({title.partition(":")[0] for title in offered})
        await until(lambda: app.screen.ready, pilot)
        await to_screen(pilot, PaletteScreen, "ctrl+p")
        await shows(pilot, "Play the maze of the form")
        lines = screen_text(app).splitlines()
        assert sum("Play the maze" in line for line in lines) == 1
        assert any("⏎" in line and "Play the maze of the form" in line for line in lines)
        assert "esc closes" in screen_text(app)
        underlined = "".join(
            segment.text
            for line in painted(app)
            for segment in line
            if segment.style and segment.style.underline
        )
        assert underlined.split()[-2:] == ["the", "form"], "seen without colours"
        await until(lambda: "Play the maze" not in screen_text(app), pilot, *"settings")
        await to_screen(pilot, SettingsScreen, "enter")


async def test_a_game_offers_its_own_commands_and_ends_nothing_first():
    async with on_level(Recipe("wilson", 9, 7, "kite-7")) as (app, screen, _pilot):
        offered = titles(app)
        assert {"Hint", "Copy the game ID", "Show the whole shortest path"} <= set(offered)
        ending = ("Play the same maze again", "The next maze", "Quit")
        assert offered[-len(ending) :] == list(ending)
        keys = {command.title: command.key for command in commands_of(screen, ())}
        assert (keys["Zoom in"], keys["Zoom out"]) == ("+", "-"), "each its own key alone"
        run = {command.title: command.run for command in commands_of(screen, ())}
        await run["Hint"]()
        assert screen.run.hints == 1


async def test_a_narrow_list_has_the_names_alone_and_cuts_none():
    async with on_home((45, 14)) as (app, pilot):
        await to_screen(pilot, PaletteScreen, "ctrl+p")
        await shows(pilot, "Marathon", *"mara")
        rows = [line for line in screen_text(app).splitlines() if line.startswith("│")]
        assert not [row for row in rows[1:] if "…" in row]


async def test_a_page_key_does_nothing_in_a_list_that_is_not_laid_out():
    async with on_home() as (_, pilot):
        palette = await to_screen(pilot, PaletteScreen, "ctrl+p")
        await shows(pilot, "Settings")
        lines = palette.query_one(OptionList)
        lines.display = False
        await until(lambda: not lines.scrollable_content_region, pilot)
        lines.clear_options().add_options(["first", "last"])
        lines.highlighted = 0
        await pilot.press("pagedown")
        assert lines.highlighted == 0
        lines.display = True
        await until(lambda: lines.scrollable_content_region, pilot)
        await pilot.press("pagedown")
        assert lines.highlighted == 1

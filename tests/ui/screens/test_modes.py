"""The modes of the form: one table for the bar, the digits and the palette."""

import pytest
from textual import events

from mazegame.screens import routes
from mazegame.screens.command_palette import commands_of
from mazegame.screens.dialogs.help import keys_of
from mazegame.screens.modes import DIGITS, MODES
from mazegame.widgets.form.banner import ModeBar
from mazegame.widgets.form.design_list import DesignList
from mazegame.widgets.input.fields import InputField
from tests.ui.conftest import is_on, on_form, playing, screen_text, shows, to_screen, until

SCREENS = {
    "Play": routes.Play, "Daily": routes.DailyMaze, "Journey": routes.Journey,
    "Marathon": routes.Play, "Race": routes.Race, "Gallery": routes.Gallery, "Quiz": routes.Quiz,
    "Lab": routes.Lab, "Statistics": routes.Statistics, "Duel": routes.Duel,
    "Endless": routes.Endless, "Chase": routes.Play, "Party": routes.PartyDoor,
}  # fmt: skip
"""What each mode opens."""


def bar(app):
    return app.screen.query_one(ModeBar)


def line_of(widget):
    """Return the text of a widget's only line, its padding included."""
    return "".join(segment.text for segment in widget.render_lines(widget.size.region)[0])


async def back(pilot):
    """Press Escape, or leave the game, until the form is in front."""
    while not is_on(pilot.app, routes.NewGame):
        before = pilot.app.screen
        await pilot.press("escape")
        if is_on(pilot.app, routes.Pause):
            before = pilot.app.screen
            await pilot.press("m")
        await until(lambda before=before: pilot.app.screen is not before, pilot)


@pytest.mark.variants
@pytest.mark.parametrize("way", ["digit", "arrows", "click"])
async def test_every_mode_opens_and_escape_comes_back(way):
    async with on_form((120, 35)) as (app, pilot):
        assert {mode.title for mode in MODES} == set(SCREENS)
        for number, mode in enumerate(MODES[: DIGITS if way == "digit" else None]):
            if way == "digit":
                await pilot.press(str(number + 1))
            elif way == "arrows":
                app.screen.query_one(DesignList).focus()
                await pilot.press(*["right"] * number, "enter")
            else:
                await until(lambda title=mode.title: title in line_of(bar(app)), pilot)
                await pilot.click(ModeBar, offset=(line_of(bar(app)).index(mode.title) + 1, 0))
            await to_screen(pilot, SCREENS[mode.title])
            if SCREENS[mode.title] is routes.Play:
                await playing(app, pilot)
            await back(pilot)
            assert screen_text(app).count("9 Statistics") == 1


async def test_bar_palette_and_help_agree_on_the_modes_and_their_digits():
    async with on_form((120, 35)) as (app, pilot):
        form = app.screen
        offered = {
            one.title.partition(":")[0]: one.key
            for one in commands_of(form, app.get_system_commands(form))
        }
        helped = {name.partition(":")[0].lower(): keys for keys, name in keys_of(form)}
        await until(lambda: "Party" in screen_text(app), pilot)
        line = next(row for row in screen_text(app).splitlines() if "Party" in row)
        for number, mode in enumerate(MODES, start=1):
            if number <= DIGITS:
                key = {"Play": "⏎", "Lab": "space"}.get(mode.title, str(number))
                assert offered[mode.title] == key
                assert f"{number} {mode.title}" in line
                assert str(number) in helped[mode.title.lower()].split()
            else:
                assert offered[mode.title] == ""
                assert f"{MODES[number - 2].title}  {mode.title}" in line
                assert mode.title.lower() not in helped
        await until(lambda: form.ready, pilot)
        await to_screen(pilot, routes.CommandPalette, "ctrl+p")
        await shows(pilot, "a hunter behind you", *"chase")
        await to_screen(pilot, routes.Play, "enter")


@pytest.mark.variants
@pytest.mark.parametrize("width", [40, 45, 64, 80, 120])
async def test_the_highlighted_mode_is_always_in_sight(width):
    async with on_form((width, 24)) as (app, pilot):
        for mode in (*MODES[1:], MODES[0]):
            await shows(pilot, mode.title, "right")
            line = next(row for row in screen_text(app).splitlines() if mode.title in row)
            assert not line.rstrip().endswith(mode.title[:-1])
        await pilot.press("left")
        assert bar(app).action == MODES[-1].action
        await pilot.press("escape")
        assert bar(app).action == "play"


async def test_after_a_pasted_game_id_and_after_a_game_a_digit_is_no_text():
    async with on_form() as (app, pilot):
        seed = app.screen.query_one("#seed", InputField).entry
        seed.focus()
        await pilot.pause()
        seed.post_message(events.Paste("wilson:9x9:a"))
        await until(lambda: str(app.screen.recipe) == "wilson:9x9:a", pilot)
        await to_screen(pilot, routes.DailyMaze, "2")
        await to_screen(pilot, routes.NewGame, "escape")
        seed.focus()
        await playing(app, pilot, "enter")
        await to_screen(pilot, routes.NewGame, "escape", "m")
        assert app.screen.focused is app.screen.query_one(DesignList)
        await to_screen(pilot, routes.Journey, "3")

"""The settings of a texture, and the presets, in the New game screen."""

import pytest

from mazegame.engine import Recipe
from mazegame.game.setup.tuning import spell_options
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.dialogs.questions import ConfirmScreen, NameScreen
from mazegame.screens.new_game import NewGameScreen
from mazegame.store.places import places
from mazegame.widgets.form.design_panel import DesignPanel
from mazegame.widgets.input.fields import Choice
from tests.ui.conftest import (
    hides,
    is_on,
    on_form,
    previewed,
    screen_text,
    shows,
    to_screen,
    until,
)
from tests.ui.screens.test_new_game import fill


def panel(app) -> DesignPanel:
    return app.screen.query_one(DesignPanel)


async def set_to(app, pilot, name, value):
    choice = panel(app).query_one(f"#{name}", Choice)
    choice.choose(value)
    choice.post_message(Choice.Changed(choice))
    await until(lambda: panel(app).tuning.chosen[name] == value, pilot)


async def open_panel(app, pilot, game_id=None):
    if game_id:
        await fill(app, pilot, "game-id", game_id)
    app.screen.set_focus(app.screen.query_one("#textures"))
    await until(lambda: app.screen.editing and panel(app).query(Choice), pilot, "ctrl+e")


async def test_the_settings_go_into_the_game_id_and_the_preview():
    async with on_form() as (app, pilot):
        await open_panel(app, pilot, "wilson:20x10:kite-7")
        for name, value in (("north", "40"), ("south", "40"), ("zones", "checker")):
            await set_to(app, pilot, name, value)
        for name, value in (("braid", "20"), ("ends", "farthest"), ("mask", "heart")):
            await set_to(app, pilot, name, value)
        await pilot.pause()
        wanted = "weights=40-10+10-40,zones=checker,mask=heart,braid=20,ends=farthest"
        assert str(app.screen.recipe) == f"wilson:20x10:{wanted}:kite-7"
        await until(lambda: previewed(app.screen).options == app.screen.recipe.options, pilot)
        assert "turned by 90°" in " ".join(screen_text(app).split())
        await pilot.press("backspace")
        assert app.screen.recipe.options == ()
        await pilot.press("escape")
        assert not app.screen.editing
        assert app.screen.focused is app.screen.query_one("#textures")


@pytest.mark.long
async def test_escape_in_a_field_goes_back_to_the_panel_first():
    async with on_form() as (app, pilot):
        await open_panel(app, pilot)
        await to_screen(pilot, HelpScreen, "question_mark")
        await shows(pilot, "surprise me")
        await to_screen(pilot, NewGameScreen, "escape")
        await pilot.press("slash", "x", "escape")
        assert app.screen.editing
        assert app.screen.focused.id == "north"
        await pilot.press("escape")
        assert not app.screen.editing


@pytest.mark.long
async def test_a_design_is_drawn_kept_under_a_name_and_there_after_a_restart():
    async with on_form() as (app, pilot):
        await open_panel(app, pilot, "wilson:20x10:kite-7")
        await pilot.press("exclamation_mark")
        drawn = app.screen.recipe.options
        assert drawn
        await to_screen(pilot, NameScreen, "ctrl+s")
        assert "Keep this design" in screen_text(app)
        await to_screen(pilot, NewGameScreen, *"my river", "enter")
        assert app.screen.draft.line.title == "my river"
        await until(places().choices.exists, pilot)
    async with on_form() as (app, pilot):
        assert "your own" in screen_text(app)
        app.screen.set_focus(app.screen.query_one("#textures"))
        await until(lambda: app.screen.recipe.options == drawn, pilot, "down")
        assert app.screen.draft.line.title == "my river"
        await to_screen(pilot, ConfirmScreen, "delete")
        await to_screen(pilot, NewGameScreen, "y")
        await hides(pilot, "your own")


async def test_what_does_not_fit_is_said_at_the_setting_or_at_the_size_and_not_taken():
    async with on_form((100, 30)) as (app, pilot):
        await open_panel(app, pilot, "wilson:20x5:kite-7")
        await set_to(app, pilot, "mask", "heart")
        await pilot.pause()
        assert "7x7" in screen_text(app)
        assert app.screen.recipe.options == ()
        await fill(app, pilot, "game-id", "wilson:20x10:mask=heart:kite-7")
        await fill(app, pilot, "size", "5x5")
        assert "mask=heart takes a size of 7x7 or more" in screen_text(app)
        await pilot.press("enter")
        assert is_on(app, NewGameScreen)
        await fill(app, pilot, "size", "9x9")
        assert app.screen.recipe == Recipe.parse("wilson:9x9:mask=heart:kite-7")


@pytest.mark.long
async def test_every_setting_can_be_seen_on_the_smallest_terminal():
    async with on_form((40, 12)) as (app, pilot):
        await open_panel(app, pilot)
        words = ("N ‹", "E ‹", "S ‹", "W ‹", "zones", "shape", "loops", "A and B")
        seen, reached = set(), set()
        for _ in words:
            reached.add(app.focused.id)
            seen |= {word for word in words if word in screen_text(app)}
            await pilot.press("down")
        assert (seen, len(reached)) == ({*words}, len(words))


def test_the_settings_in_a_few_words():
    recipe = Recipe.parse("wilson:40x20:weights=4-1+1-4,zones=rings.2,mask=ring,braid=20:k")
    assert spell_options(recipe) == "rings, ring, 20% loops"
    grain = Recipe.parse("wilson:40x20:weights=4-1,ends=r0c0-r1c1:k")
    assert spell_options(grain) == "grain, ends set"
    assert spell_options(Recipe.parse("wilson:40x20:k")) == ""

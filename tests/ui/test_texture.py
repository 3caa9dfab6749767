"""The settings of a texture, and the presets, in the New game screen."""

from __future__ import annotations

import re

import pytest

from mazegame.app import MazeApp
from mazegame.engine import PRESETS, Recipe
from mazegame.game.option_words import spell_options
from mazegame.screens.confirm import ConfirmScreen
from mazegame.screens.help import HelpScreen
from mazegame.screens.new_game import NewGameScreen
from mazegame.screens.saves import NameScreen
from mazegame.store.places import places
from mazegame.widgets.choice import Choice
from mazegame.widgets.design_panel import DesignPanel
from mazegame.widgets.field import Field
from mazegame.widgets.maze_view import MazeView
from tests.ui.conftest import app_playing, on_form, playing, screen_text, until


def panel(app) -> DesignPanel:
    return app.screen.query_one(DesignPanel)


async def set_to(app, pilot, name, value):
    choice = panel(app).query_one(f"#{name}", Choice)
    choice.choose(value)
    choice.post_message(Choice.Changed(choice))
    await until(lambda: panel(app).tuning.chosen[name] == value, pilot)


async def open_panel(app, pilot, game_id=None):
    if game_id:
        app.screen.query_one("#game-id", Field).entry.value = game_id
        await pilot.pause()
    app.screen.set_focus(app.screen.query_one("#textures"))
    await pilot.press("5")
    await until(lambda: app.screen.editing and panel(app).query(Choice), pilot)
    await pilot.pause()


async def test_a_preset_fills_the_form_and_is_played():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        names = [*PRESETS]
        await pilot.press(*["down"] * (len(names) - 1))
        await until(lambda: app.screen.draft.line.id == names[-2], pilot)
        recipe = app.screen.recipe
        assert dict(recipe.options) == dict(PRESETS[names[-2]].options)
        assert PRESETS[names[-2]].feel[:20] in screen_text(app)
        assert str(recipe)[:30] in screen_text(app)
        await pilot.press("enter")
        screen = await playing(app, pilot)
        assert screen.run.level.recipe == recipe


async def test_leaving_a_preset_leaves_its_settings_behind():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await pilot.press("down")
        await until(lambda: app.screen.draft.line.id == "river-delta", pilot)
        assert app.screen.recipe.options
        await pilot.press("end")
        await until(lambda: app.screen.draft.line.id == "recursive-division", pilot)
        assert app.screen.recipe.options == ()


async def test_a_game_id_that_is_a_preset_shows_it():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        app.screen.query_one("#game-id", Field).entry.value = str(
            PRESETS["grass"].recipe(20, 10, "kite-7")
        )
        await pilot.pause()
        assert app.screen.draft.line.id == "grass"
        assert "▸ grass" in screen_text(app)


async def test_the_settings_go_into_the_game_id_and_the_preview():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await open_panel(app, pilot, "wilson:20x10:kite-7")
        for name, value in (("north", "40"), ("south", "40"), ("zones", "checker")):
            await set_to(app, pilot, name, value)
        for name, value in (("braid", "20"), ("ends", "farthest"), ("mask", "heart")):
            await set_to(app, pilot, name, value)
        await pilot.pause()
        wanted = "weights=40-10+10-40,zones=checker,mask=heart,braid=20,ends=farthest"
        assert str(app.screen.recipe) == f"wilson:20x10:{wanted}:kite-7"
        await until(lambda: app.screen.previewed.options == app.screen.recipe.options, pilot)
        assert "turned by 90°" in " ".join(screen_text(app).split())
        await pilot.press("backspace")
        assert app.screen.recipe.options == ()
        await pilot.press("escape")
        assert not app.screen.editing
        assert app.screen.focused is app.screen.query_one("#textures")


async def test_the_panel_is_worked_by_keys_and_enter_plays():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await open_panel(app, pilot, "growing-tree:20x10:kite-7")
        await pilot.press("right", "down", "left")
        assert app.screen.recipe.options == (("weights", "N15E7S10W10"),)
        await set_to(app, pilot, "pick", "newest.75+random.25")
        await until(lambda: re.search(r"twist +‹ ━+●─+ +25% ›", screen_text(app)), pilot)
        options = {"weights": "N15E7S10W10", "pick": "newest.75+random.25"}
        assert dict(app.screen.recipe.options) == options
        await pilot.press("enter")
        screen = await playing(app, pilot)
        assert dict(screen.run.level.recipe.options) == options


async def test_escape_in_a_field_goes_back_to_the_panel_first():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await open_panel(app, pilot)
        await pilot.press("question_mark")
        await until(lambda: isinstance(app.screen, HelpScreen), pilot)
        await until(lambda: "surprise me" in screen_text(app), pilot)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, NewGameScreen), pilot)
        await pilot.press("slash", "x", "escape")
        assert app.screen.editing
        assert app.screen.focused.id == "north"
        await pilot.press("escape")
        assert not app.screen.editing


@pytest.mark.long
async def test_a_design_is_drawn_kept_under_a_name_and_there_after_a_restart():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await open_panel(app, pilot, "wilson:20x10:kite-7")
        await pilot.press("exclamation_mark")
        drawn = app.screen.recipe.options
        assert drawn
        await pilot.press("ctrl+s")
        await until(lambda: isinstance(app.screen, NameScreen) and app.screen.ready, pilot)
        assert "Keep this design" in screen_text(app)
        await pilot.press(*"my river", "enter")
        await until(lambda: isinstance(app.screen, NewGameScreen), pilot)
        assert app.screen.draft.title == "my river"
        await until(places().choices.exists, pilot)
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        assert "your own" in screen_text(app)
        app.screen.set_focus(app.screen.query_one("#textures"))
        await pilot.press("down")
        await until(lambda: app.screen.recipe.options == drawn, pilot)
        assert app.screen.draft.title == "my river"
        await pilot.press("delete")
        await until(lambda: isinstance(app.screen, ConfirmScreen), pilot)
        await pilot.press("y")
        await until(lambda: isinstance(app.screen, NewGameScreen), pilot)
        await until(lambda: "your own" not in screen_text(app), pilot)


async def test_what_does_not_fit_is_said_and_not_taken():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await open_panel(app, pilot, "wilson:20x5:kite-7")
        await set_to(app, pilot, "mask", "heart")
        await pilot.pause()
        assert "7x7" in screen_text(app)
        assert app.screen.recipe.options == ()


async def test_a_mask_too_large_for_the_size_is_reported_at_the_size():
    app = MazeApp()
    async with on_form(app, (100, 30)) as pilot:
        app.screen.query_one("#game-id", Field).entry.value = "wilson:20x10:mask=heart:kite-7"
        await pilot.pause()
        app.screen.query_one("#size", Field).entry.value = "5x5"
        await pilot.pause()
        assert "mask=heart takes a size of 7x7 or more" in screen_text(app)
        await pilot.press("enter")
        assert isinstance(app.screen, NewGameScreen)
        app.screen.query_one("#size", Field).entry.value = "9x9"
        await pilot.pause()
        assert app.screen.recipe == Recipe.parse("wilson:9x9:mask=heart:kite-7")


async def test_an_algorithm_without_shapes_drops_the_shape():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        app.screen.query_one(
            "#game-id", Field
        ).entry.value = "aldous-broder:20x10:mask=heart,braid=20:kite-7"
        await pilot.pause()
        app.screen.set_focus(app.screen.query_one("#textures"))
        await pilot.press("down")
        await until(lambda: app.screen.recipe.algorithm == "eller", pilot)
        assert app.screen.recipe.options == (("braid", "20"),)
        await open_panel(app, pilot)
        assert panel(app).tuning.values["mask"] == ["none"]


@pytest.mark.long
@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)])
async def test_every_setting_can_be_seen(size):
    app = MazeApp()
    async with on_form(app, size) as pilot:
        await open_panel(app, pilot)
        seen = set()
        for _ in range(8):
            text = screen_text(app)
            seen |= {
                word
                for word in ("N ‹", "E ‹", "S ‹", "W ‹", "zones", "shape", "loops", "A and B")
                if word in text
            }
            await pilot.press("down")
        assert len(seen) == 8


async def test_the_preview_is_measured():
    app = MazeApp()
    async with on_form(app, (80, 30)) as pilot:
        view = app.screen.query_one("#preview", MazeView)
        await until(lambda: view.scene is not None, pilot)
        await pilot.pause()
        text = screen_text(app)
        for words in ("dead ends ━", "corridors ━", "path ", "difficulty: "):
            assert words in text


def test_the_settings_in_a_few_words():
    recipe = Recipe.parse("wilson:40x20:weights=4-1+1-4,zones=rings.2,mask=ring,braid=20:k")
    assert spell_options(recipe) == "rings, ring, 20% loops"
    assert (
        spell_options(Recipe.parse("wilson:40x20:weights=4-1,ends=r0c0-r1c1:k"))
        == "grain, ends set"
    )
    assert spell_options(Recipe.parse("wilson:40x20:k")) == ""


@pytest.mark.parametrize(
    ("size", "head"),
    [
        ((50, 20), "brick wall 19x9   "),
        ((80, 24), "brick wall  sidewinder:19x9:weights=1-6:kite-7"),
    ],
)
async def test_the_name_of_a_design_heads_the_game(size, head):
    app = app_playing(PRESETS["brick-wall"].recipe(19, 9, "kite-7"))
    async with app.run_test(size=size) as pilot:
        await playing(app, pilot)
        await until(lambda: head in screen_text(app).splitlines()[0], pilot)

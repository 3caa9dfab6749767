"""The settings of a texture, and the presets, in the New game screen."""

from __future__ import annotations

import pytest

from mazegame.app import MazeApp
from mazegame.engine import ALGORITHMS, PRESETS, Recipe
from mazegame.game.option_words import spell_options
from mazegame.screens.new_game import NewGameScreen
from mazegame.screens.texture import OWN, TextureScreen
from mazegame.widgets.choice import Choice
from mazegame.widgets.field import Field
from mazegame.widgets.maze_view import MazeView
from tests.ui.conftest import on_form, playing, screen_text, until


def set_to(app, name, value):
    choice = app.screen.query_one(f"#{name}", Choice)
    choice.choose(value)
    choice.post_message(Choice.Changed(choice))


async def open_pad(app, pilot, game_id=None):
    if game_id:
        app.screen.query_one("#game-id", Field).entry.value = game_id
        await pilot.pause()
    app.screen.set_focus(app.screen.query_one("#textures"))
    await pilot.press("5")
    await until(lambda: isinstance(app.screen, TextureScreen) and app.screen.ready, pilot)


async def back(app, pilot, key="enter"):
    await pilot.press(key)
    await until(lambda: isinstance(app.screen, NewGameScreen), pilot)
    await pilot.pause()
    return app.screen.recipe


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


async def test_the_settings_go_into_the_game_id():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await open_pad(app, pilot, "wilson:20x10:kite-7")
        for name, value in (("north", "40"), ("south", "40"), ("zones", "checker")):
            set_to(app, name, value)
        for name, value in (("braid", "20"), ("ends", "farthest"), ("mask", "heart")):
            set_to(app, name, value)
        await pilot.pause()
        assert app.screen.problem == ""
        recipe = await back(app, pilot)
        wanted = "weights=40-10+10-40,zones=checker,mask=heart,braid=20,ends=farthest"
        assert str(recipe) == f"wilson:20x10:{wanted}:kite-7"
        await open_pad(app, pilot)
        assert app.screen.options == recipe.options
        await pilot.press("backspace")
        assert (await back(app, pilot)).options == ()


async def test_keys_move_the_pad_and_escape_changes_nothing():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await open_pad(app, pilot, "prim:20x10:kite-7")
        await pilot.press("right", "down", "left")
        assert app.screen.options == (("weights", "N15E10S10W7"),)
        assert (await back(app, pilot, "escape")).options == ()


@pytest.mark.variants
@pytest.mark.parametrize(
    "options",
    [
        "weights=13-4",
        "weights=9-2+1-5+3-3,zones=rings.3",
        "build=walls,weights=3-1,braid=33",
        "mask=letters.HI,ends=r9c0-r9c9",
    ],
)
async def test_values_that_the_pad_cannot_show_stay_unchanged(options):
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        recipe = Recipe.parse(f"wilson:30x20:{options}:kite-7")
        await open_pad(app, pilot, str(recipe))
        assert set(app.screen.options) == set(recipe.options)
        assert await back(app, pilot) == recipe


async def test_an_invalid_value_is_reported_and_not_taken():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await open_pad(app, pilot, "wilson:20x5:kite-7")
        set_to(app, "mask", "heart")
        await pilot.pause()
        assert "takes a size of 7x7" in " ".join(screen_text(app).split())
        await pilot.press("enter")
        assert isinstance(app.screen, TextureScreen)


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
        await open_pad(app, pilot)
        assert app.screen._values["mask"] == ["none"]


async def test_options_of_a_single_algorithm_are_shown_as_well():
    app = MazeApp()
    async with on_form(app, (80, 30)) as pilot:
        await open_pad(app, pilot, "growing-tree:20x10:pick=last3,removal=ordered:kite-7")
        assert "‹ last3 ›" in screen_text(app)
        set_to(app, "pick", "newest.75+random.25")
        set_to(app, "removal", "swap")
        recipe = await back(app, pilot)
        assert recipe.options == (("pick", "newest.75+random.25"),)
        await open_pad(app, pilot)
        await pilot.press("backspace")
        assert (await back(app, pilot)).options == ()


def test_every_setting_of_a_single_algorithm_can_be_chosen():
    for algorithm in ALGORITHMS.values():
        for option in algorithm.options:
            for value in OWN[option.name]:
                assert option.canonical(value) == value


@pytest.mark.variants
@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)])
async def test_everything_of_the_pad_is_seen(size):
    app = MazeApp()
    async with on_form(app, size) as pilot:
        await open_pad(app, pilot)
        text = screen_text(app)
        for word in ("N ‹", "E ‹", "S ‹", "W ‹", "zones", "shape", "loops", "A and B", "done"):
            assert word in text


async def test_zones_and_shape_have_a_picture():
    app = MazeApp()
    async with on_form(app, (80, 24)) as pilot:
        await open_pad(app, pilot, "wilson:40x20:kite-7")
        assert app.screen._picture() == "\n".join(["█" * 16] * 6)
        set_to(app, "zones", "halves")
        assert app.screen._picture() == "\n".join(["█" * 8 + "░" * 8] * 6)
        set_to(app, "mask", "diamond")
        assert app.screen._picture().splitlines()[0].strip() != "█" * 8 + "░" * 8
        assert app.screen._picture()[0] == " "


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

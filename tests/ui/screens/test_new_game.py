"""The New game screen: its fields and preview."""

import time
from dataclasses import replace

import pytest
from textual import events
from textual.widgets import Label, Static

from mazegame.cli.commands.play import fitted
from mazegame.engine import PRESETS, CancelledError, Level, NoCompilerError, Recipe
from mazegame.game.setup.draft import another_of
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.new_game import NewGameScreen
from mazegame.screens.too_small import TooSmallScreen
from mazegame.widgets.form.design_list import DesignList
from mazegame.widgets.input.fields import Choice, InputField
from mazegame.widgets.maze.maze_view import MazeView
from tests.ui.conftest import (
    is_on,
    notified,
    on_form,
    on_home,
    on_level,
    playing,
    previewed,
    screen_text,
    shows,
    to_screen,
    until,
)


def form(app) -> NewGameScreen:
    assert is_on(app, NewGameScreen)
    return app.screen


async def fill(app, pilot, field, text):
    app.screen.query_one(f"#{field}", InputField).entry.value = text
    await pilot.pause()


async def test_a_picture_that_cannot_be_made_is_said_and_ends_nothing():
    def fails():
        raise ValueError("no picture")

    async with on_form() as (app, pilot):
        app.screen.run_in_thread(fails, lambda _: None)
        await until(lambda: notified(app, "o picture"), pilot)
        assert is_on(app, NewGameScreen)


async def test_rules_that_change_in_the_settings_are_shown_on_the_form():
    async with on_form() as (app, pilot):
        settings, mode = app.services.settings, app.screen.query_one("#mode", Choice)
        assert mode.value == (False, False)
        settings.save(replace(settings.config, rules=replace(settings.config.rules, fog=True)))
        await until(lambda: mode.value == (True, False), pilot)


@pytest.mark.variants
@pytest.mark.parametrize("size", [(45, 14), (46, 14), (80, 24), (120, 35)])
async def test_the_maze_that_fits_keeps_off_both_edges(size):
    async with on_form(size) as (app, pilot):
        recipe = form(app).recipe
        asked = fitted(recipe, *size)
        assert (asked.cols, asked.rows) == (recipe.cols, recipe.rows), "the command line's size"
        await pilot.press("enter")
        view = (await playing(app, pilot)).query_one(MazeView)
        assert view.scene.shape == (recipe.rows, recipe.cols)
        wide, _ = view.drawing.size(recipe.cols, recipe.rows)
        left = view.region.x - view.camera[0]
        assert 0 < left < left + wide < size[0]


async def test_another_size_of_the_terminal_fits_the_maze_unless_it_has_a_size_of_its_own():
    async with on_form() as (app, pilot):
        await pilot.resize_terminal(200, 60)
        await until(lambda: form(app).draft.dimensions == (49, 27), pilot)
        await shows(pilot, "▸ rooms", "end")
        await pilot.resize_terminal(45, 14)
        await shows(pilot, "▸ rooms")
        await fill(app, pilot, "game-id", "wilson:20x9:my-own-seed")
        for size, front in (((30, 9), TooSmallScreen), ((80, 24), NewGameScreen)):
            await pilot.resize_terminal(*size)
            await to_screen(pilot, front)
        assert str(form(app).recipe) == "wilson:20x9:my-own-seed"


async def test_presets_are_chosen_with_the_arrows():
    async with on_form() as (app, pilot):
        form(app).query_one("#presets", Choice).focus()
        sizes = {"right": (12, 8), "space": (30, 15), "left": (12, 8)}
        for key, size in (*sizes.items(), ("left", (19, 9))):
            await pilot.press(key)
            assert form(app).draft.dimensions == size


BAD = [
    ("size", "0x5", "at least 1"), ("size", "100000x100000", "GiB"), ("size", "", "COLSxROWS"),
    ("seed", "a:b", "':'"), ("seed", "x" * 65, "65"), ("seed", "a=1", "'='"),
    ("game-id", "wilsn:9x9:a", "wilson"), ("game-id", "wilson:9x9", "2 parts"),
    ("game-id", "\x1b[31m;rm -rf" * 300, "part"),
]  # fmt: skip


async def test_what_cannot_be_is_said_at_its_field_until_escape_and_starts_nothing():
    async with on_form((130, 30)) as (app, pilot):
        before, top = form(app).recipe, form(app).query_one("#about").region
        for name, text, words in BAD:
            await fill(app, pilot, name, text)
            field = form(app).query_one(f"#{name}", InputField)
            assert field.wrong, text
            assert words in screen_text(app), text
            assert "whole maze visible" in screen_text(app), "the rules are not covered"
            assert form(app).query_one("#about").region == top, "nothing moves"
            assert name == "game-id" or not form(app).query_one("#game-id", InputField).text
            await pilot.press("enter")
            assert is_on(app, NewGameScreen), text
            assert form(app).focused is field.entry
            await pilot.press("escape")
            assert not field.wrong, "it is forgotten"
            assert form(app).focused is form(app).query_one(DesignList)
            assert form(app).query_one("#game-id", InputField).text == str(before)
        assert form(app).recipe == before
        await shows(pilot, "fit this terminal")
        assert "custom" not in screen_text(app), "the choice is as it was"
        await pilot.press("n")
        assert form(app).recipe.seed != before.seed
        await fill(app, pilot, "size", "7")
        form(app).query_one("#mode").focus()
        await shows(pilot, "fog", "right")
        assert "COLSxROWS" in screen_text(app), "it stays while the rules are changed"
        await fill(app, pilot, "size", "8x6")
        assert not form(app).query_one("#size", InputField).wrong
        assert form(app).query_one("#game-id", InputField).text == str(form(app).recipe)
        screen = await playing(app, pilot, "enter")
        assert (screen.run.level.maze.cols, screen.run.level.maze.rows) == (8, 6)


async def test_a_size_that_memory_does_not_hold_is_refused_with_what_it_takes(monkeypatch):
    monkeypatch.setattr("mazegame.engine.support.memory.available_bytes", lambda: 1 << 28)
    async with on_form((100, 30)) as (app, pilot):
        await fill(app, pilot, "size", "40000x40000")
        await pilot.press("enter")
        assert is_on(app, NewGameScreen)
        assert "would take" in screen_text(app)
        assert "256.0 MiB" in screen_text(app)


async def test_a_pasted_game_id_fills_the_form_and_opens_that_level():
    async with on_form() as (app, pilot):
        app.screen.post_message(events.Paste("  wilson:21x9:braid=20,ends=farthest:hello \n"))
        await until(lambda: form(app).recipe.algorithm == "wilson", pilot)
        assert str(form(app).recipe) == "wilson:21x9:braid=20,ends=farthest:hello"
        assert form(app).query_one("#seed", InputField).text == "hello"
        assert form(app).query_one("#size", InputField).text == "21x9"
        assert "▸ wilderness" in screen_text(app)
        screen = await playing(app, pilot, "enter")
        assert screen.run.level.recipe == Recipe.parse("wilson:21x9:braid=20,ends=farthest:hello")


@pytest.mark.variants
@pytest.mark.parametrize("field", ["size", "seed", "game-id"])
async def test_a_game_id_pasted_into_any_field_is_taken(field):
    async with on_form() as (app, pilot):
        entry = form(app).query_one(f"#{field}", InputField).entry
        entry.focus()
        await pilot.pause()
        entry.post_message(events.Paste("wilsn:9x9:a"))
        await until(lambda: form(app).query_one("#game-id .error").display, pilot)
        form(app).focused.post_message(events.Paste("eller:9x9:pasted\n"))
        await until(lambda: str(form(app).recipe) == "eller:9x9:pasted", pilot)
        assert not form(app).query_one("#game-id .error").display


async def test_a_pasted_game_id_of_hexagons_is_refused_with_the_command_that_draws_it():
    async with on_form() as (app, pilot):
        before = form(app).recipe
        app.screen.post_message(events.Paste("wilson:20x12:cells=hexagonal:kite-7"))
        error = form(app).query_one("#game-id .error")
        await until(lambda: error.display, pilot)
        said = " ".join(str(error.render()).split())
        assert "not played yet: mazegame generate wilson:20x12:cells=hexagonal:kite-7" in said
        assert form(app).recipe == before


async def test_a_click_on_a_texture_only_picks_it():
    async with on_form() as (app, pilot):
        await pilot.click("#textures", offset=(5, 7))
        assert form(app).draft.line.id == list(PRESETS)[4]
        assert is_on(app, NewGameScreen)


async def test_the_preview_is_made_again_for_the_room_that_its_panel_gets_later():
    async with on_form() as (app, pilot):
        view = form(app).preview.query_one("#preview")
        before = previewed(form(app))
        view.styles.max_height = 5
        await until(lambda: previewed(form(app)) != before, pilot)
        assert view.drawing.size(*reversed(view.scene.shape))[1] <= 5, "A and B are seen"


@pytest.mark.long
async def test_after_a_level_of_the_command_line_the_form_begins_with_its_texture():
    recipe = Recipe.parse("kruskal:12x8:braid=20,ends=farthest:hello")
    async with on_level(recipe) as (app, _, pilot):
        await to_screen(pilot, HomeScreen, "escape", "m")
        again = app.screen.recipe
        assert (again.algorithm, again.cols, again.rows) == ("kruskal", 12, 8)
        assert again.options == (("braid", "20"), ("ends", "farthest"))
        assert again.seed != "hello"


async def test_everything_is_reached_by_tab():
    async with on_form() as (app, pilot):
        seen = []
        for _ in range(9):
            seen.append(app.screen.focused.id or app.screen.focused.parent.parent.id)
            await pilot.press("tab")
        assert seen == [
            "textures", "presets", "size", "seed", "mode", "start", "runner", "game-id", "textures",
        ]  # fmt: skip


SIZES = [
    (40, 12), (45, 14), (50, 19), (63, 24), (64, 20), (60, 33), (80, 24), (90, 42), (100, 29),
    (120, 35), (132, 50), (200, 60), (250, 70),
]  # fmt: skip


@pytest.mark.long
async def test_nothing_of_the_form_is_cut_off_in_any_size():
    async with on_form(SIZES[0]) as (app, pilot):
        form(app).query_one("#mode", Choice).choose((True, True))
        form(app).query_one("#runner", Choice).choose(32.0)
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            text = screen_text(app)
            assert text.count("⏎") == 1, "the key of Enter is named once"
            assert "⏎ play" in text, size
            typed = {field.entry.region.y for field in form(app).query(InputField)}  # any length
            lines = [line for y, line in enumerate(text.splitlines()) if y not in typed]
            assert "…" not in "\n".join(lines), size
            whole = app.screen.region
            parts = "Choice, Label, Static, InputField, #about, #form"
            for widget in form(app).query(parts):
                if not widget.region.area or widget.has_class("error"):
                    continue
                assert whole.contains_region(widget.region), (size, widget)
                if isinstance(widget, Choice):
                    assert len(widget.render().plain) <= widget.size.width, (size, widget)
                elif isinstance(widget, Static | Label):
                    wanted = widget.get_content_height(whole.size, whole.size, widget.size.width)
                    assert wanted <= widget.size.height, (size, widget)
            for name in ("#size", "#seed", "#mode", "#start", "#runner", "#game-id", "#textures"):
                assert form(app).query_one(name).region.area, (size, name)


@pytest.mark.long
async def test_a_preview_that_is_not_wanted_any_more_is_given_up(monkeypatch):
    async with on_form() as (app, pilot):
        begun, ended = [], []
        real = Level.of.__func__

        def endless(cls, recipe, *, progress=None):
            begun.append(recipe)
            try:
                while progress(0.5):
                    time.sleep(0.005)
            finally:
                ended.append(recipe)
            raise CancelledError

        monkeypatch.setattr(Level, "of", classmethod(endless))
        for _ in range(3):
            before = len(begun)
            await until(lambda before=before: len(begun) > before, pilot, "n")
        await until(lambda: len(ended) == len(begun) - 1, pilot)
        monkeypatch.setattr(Level, "of", classmethod(real))
        await until(lambda: len(ended) == len(begun), pilot, "n")
        await until(lambda: previewed(form(app)) == another_of(form(app).recipe), pilot)


@pytest.mark.variants
@pytest.mark.parametrize(
    "error", [MemoryError(), NoCompilerError("no numba"), ValueError("too large")]
)
async def test_a_preview_that_cannot_be_made_ends_nothing(monkeypatch, error):
    async with on_form() as (app, pilot):

        def refuse(cls, recipe, *, progress=None):
            raise error

        monkeypatch.setattr(Level, "of", classmethod(refuse))
        await pilot.press("n", "n")
        await pilot.pause(0.1)
        assert form(app).is_attached


async def test_the_store_opens_as_soon_as_there_is_a_maze_to_look_at(monkeypatch):
    monkeypatch.setattr("mazegame.app.STORE_LATEST", 1000.0)
    async with on_form() as (app, pilot):
        await until(lambda: app._services_open, pilot)


async def test_after_a_pasted_game_id_and_after_a_game_a_letter_is_no_text():
    async with on_form() as (app, pilot):
        seed = app.screen.query_one("#seed", InputField).entry
        seed.focus()
        await pilot.pause()
        seed.post_message(events.Paste("wilson:9x9:a"))
        await until(lambda: str(app.screen.recipe) == "wilson:9x9:a", pilot)
        await to_screen(pilot, HelpScreen, "question_mark")
        await to_screen(pilot, NewGameScreen, "escape")
        seed.focus()
        await playing(app, pilot, "enter")
        await to_screen(pilot, NewGameScreen, "escape", "m")
        assert app.screen.focused is app.screen.query_one(DesignList)
        await to_screen(pilot, HelpScreen, "question_mark")


async def test_escape_leads_home_which_takes_over_what_was_chosen():
    async with on_home((120, 35)) as (app, pilot):
        home = app.screen
        await to_screen(pilot, NewGameScreen, "d")
        await until(lambda: app.screen.ready, pilot)
        await fill(app, pilot, "size", "21x9")
        form(app).query_one("#mode", Choice).choose((True, False))
        form(app).designs.mark("corn-maze")
        form(app).on_design_list_chosen(DesignList.Chosen("corn-maze"))
        await to_screen(pilot, home, "escape")
        assert (home.recipe.algorithm, home.recipe.cols, home.recipe.rows) == ("eller", 21, 9)
        assert home.rules.fog
        await shows(pilot, "corn maze")
        await shows(pilot, "21x9")

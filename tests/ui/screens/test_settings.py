"""The settings: what is chosen counts at once, is written, and fits every size of terminal."""

import contextlib
import importlib
import os
import pkgutil
import re
from string import punctuation

import pytest
from textual.binding import Binding
from textual.widgets import Static

from mazegame import screens
from mazegame.app import MazeApp
from mazegame.config import LABELS, SETTINGS, Config
from mazegame.drawing import Ink
from mazegame.engine import Level, Maze, Recipe
from mazegame.game.racing.race_choice import one_rival
from mazegame.game.rules import Rules
from mazegame.screens import keys
from mazegame.screens.base import GameDialog, GameScreen
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.dialogs.questions import KeyScreen
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.new_game import NewGameScreen
from mazegame.screens.playing.pause import PauseScreen
from mazegame.screens.settings import TABS, SettingsScreen
from mazegame.store.places import places
from mazegame.store.settings.settings import read_settings
from mazegame.themes import OUR_THEMES
from mazegame.widgets.input.fields import Choice
from mazegame.widgets.text.menu_list import MenuList
from tests.game.mazes import forked
from tests.store.conftest import like
from tests.ui.conftest import (
    hides,
    notices,
    notified,
    on_home,
    on_level,
    playing,
    screen_text,
    shows,
    to_screen,
    until,
    write_settings_text,
)


@contextlib.asynccontextmanager
async def on_settings(size=(80, 24)):
    async with on_home(size) as (app, pilot):
        await to_screen(pilot, SettingsScreen, "o")
        yield app, pilot


def highlight_key(app, name):
    """Choose a binding in the list of keys."""
    menu = app.screen.query_one("#bindings", MenuList)
    menu.focus()
    menu.highlighted = menu.get_option_index(name)


def read_back():
    """Return the text of the settings file."""
    path = places().settings
    return path.read_text() if path.exists() else ""


async def test_what_is_chosen_counts_at_once_and_is_written():
    async with on_settings() as (app, pilot):
        await pilot.press("right")
        assert app.theme == "maze-light"
        app.screen.query_one("#fog", Choice).focus()
        await pilot.press("right")
        assert app.screen_stack[1].rules.fog
        app.screen.query_one("#run_speed", Choice).focus()
        await pilot.press("right")
        assert app.config.look.run_speed == 60.0
        await until(lambda: read_settings(places().settings)[0].look.run_speed == 60.0, pilot)
    settings, problems = read_settings(places().settings)
    assert settings == like(theme="maze-light", fog=True, run_speed=60.0)
    assert problems == []


@pytest.mark.long
async def test_the_smallest_terminal_shows_every_setting_and_the_keys():
    async with on_settings((40, 12)) as (app, pilot):
        await until(lambda: app.screen.focused is not None, pilot)
        for setting in (*TABS["look"], *TABS["play"]):
            await pilot.pause()
            assert app.screen.focused.id == setting.name
            text = screen_text(app)
            label = LABELS.get(setting.name, setting.name)
            assert re.search(rf"^ {label} +‹ .* ›", text, re.MULTILINE)
            assert setting.about.split()[0] in text
            assert re.search(r"^ ← → change .*esc back", text, re.MULTILINE)
            await pilot.press("tab")
        assert app.screen.focused.id == "keyboard"
        await pilot.press("tab")
        assert app.screen.focused.id == "bindings"
        assert "▸ " in screen_text(app)
        assert "esc back" in screen_text(app)
        assert "← → change" not in screen_text(app)
        for size in ((120, 35), (45, 14)):
            await pilot.resize_terminal(*size)
            await shows(pilot, "↑ w k 8")


def test_the_help_of_the_theme_names_all_of_ours():
    about = next(setting.about for setting in SETTINGS if setting.name == "theme")
    assert all(name in about for name in OUR_THEMES)


async def test_the_theme_applies_before_the_first_frame_and_what_does_not_fit_is_named():
    write_settings_text('theme = "maze-light"\n')
    assert MazeApp().theme == "maze-light"
    write_settings_text(
        'theme = "no such theme"\nfog = 7\n'
        '[keys]\n"no.such" = "q"\n"play.hint" = "notakey"\n"play.path" = "u"\n'
    )
    app = MazeApp()
    assert app.theme == "maze-dark"
    async with on_home((120, 50), app=app) as (_, pilot):
        for words in (
            "no theme 'no such theme'", "settings.toml, line 2: fog = 7 does not fit",
            "unknown action", "there is no key 'notakey'", "its key is also for",
        ):  # fmt: skip
            await until(lambda words=words: notified(app, words), pilot)


async def test_digits_lead_to_the_tabs_and_a_wide_screen_shows_a_maze_in_the_look():
    async with on_settings((120, 35)) as (app, pilot):
        sample = app.screen.sample
        await until(lambda: sample.scene is not None, pilot)
        rounded = sample.drawing
        await until(lambda: app.config.look.walls == "light", pilot, "down", "right", "right")
        assert not app.config.look.faces
        assert sample.drawing is not rounded
        own = sample.scene.face is not None, sample.face_inks
        await until(lambda: app.config.look.faces, pilot, "left", "left")
        await until(lambda: sample.face_inks, pilot)
        assert own == (True, {}), "one look for all"
        firsts = {"keys": "keyboard", "play": TABS["play"][0].name, "look": "theme"}
        for key, (tab, first) in zip("321", firsts.items(), strict=True):
            await pilot.press(key)
            await until(lambda tab=tab: bool(sample.region) == (tab != "keys"), pilot)
            assert (app.screen.tab, app.screen.focused.id) == (tab, first)
            assert f" {key} {tab} " in screen_text(app)
        await pilot.resize_terminal(45, 14)
        await until(lambda: not sample.region, pilot)


async def test_a_key_is_changed_lasts_and_goes_with_backspace():
    async with on_level(forked(), size=(100, 40)) as (app, screen, pilot):
        await to_screen(pilot, SettingsScreen, "p", "o")
        highlight_key(app, "play.hint")
        await to_screen(pilot, KeyScreen, "enter")
        await pilot.press("f2")
        assert re.search(r"hint +\*f2", screen_text(app))
        await to_screen(pilot, screen, "escape", "escape")
        await pilot.press("i", "f2")
        assert screen.run.hints == 1
        assert "f2 hint" in screen_text(app)
        await to_screen(pilot, HelpScreen, "question_mark")
        assert re.search(r"f2 +hint", screen_text(app))
        assert not re.search(r"i +hint", screen_text(app))
    assert read_settings(places().settings)[0].keys == {"play.hint": "f2"}
    async with on_level(forked(), size=(100, 40)) as (app, screen, pilot):
        await until(lambda: app.services.settings.is_active, pilot)
        await until(lambda: screen.run.hints == 1, pilot, "f2")
        assert not notices(app)
        await to_screen(pilot, SettingsScreen, "p", "o")
        highlight_key(app, "play.hint")
        await until(lambda: read_settings(places().settings) == (Config(), []), pilot, "backspace")


@pytest.mark.long
async def test_a_conflict_is_shown_and_can_be_undone():
    async with on_settings((120, 40)) as (app, pilot):
        highlight_key(app, "play.hint")
        await shows(pilot, "⏎ rebind")
        await to_screen(pilot, KeyScreen, "plus")
        await shows(pilot, "Its key is also for: the next maze", "n")
        marked = re.findall(r"play +(hint|the next maze) +\*?[\w ]+?  !", screen_text(app))
        assert marked == ["hint", "the next maze"]
        assert not notified(app, "the next maze"), "it would cover the line that says it"
        await hides(pilot, "also for", "backspace")
    assert read_settings(places().settings)[0].keys == {}


async def test_a_letter_of_another_alphabet_means_what_the_player_has_set():
    write_settings_text('[keys]\n"play.hint" = "ц"\n"play.explore" = "f2"\n')
    async with on_level(Level(Maze.from_floor([[1, 1], [1, 1]]), (1, 0), ((0, 1),))) as found:
        app, screen, pilot = found
        await until(lambda: app.services.settings.is_active, pilot)
        await until(lambda: screen.run.hints == 1, pilot, "ц")
        assert screen.run.steps == 0
        await until(lambda: "f2 explores" in notices(app), pilot, "space")
        await until(lambda: screen.run.position == (1, 1), pilot, "В")


async def test_a_keyboard_is_chosen_and_own_keys_stay():
    write_settings_text('[keys]\n"play.hint" = "f2"\n')
    async with on_settings((100, 40)) as (app, pilot):
        await pilot.press("3")
        await shows(pilot, "where w a s d lie")
        for name in ("azerty", "dvorak", "colemak"):
            await pilot.press("right")
            expected = keys.keys_on(keys.changeable(), name)
            assert app.config.keys == {"play.hint": "f2", **expected}
            assert not notices(app)
        await pilot.press("left")
        moves = read_settings(places().settings)[0].keys
        await until(lambda: read_settings(places().settings)[0] == app.config, pilot)
        assert app.config.keys["play.move-N"] == "up,comma,k,8", moves
    async with on_settings((100, 40)) as (app, pilot):
        await shows(pilot, "‹ Dvorak ›", "3")
        await pilot.press("left", "left")
        assert app.config.keys == {"play.hint": "f2"}


@pytest.mark.parametrize(
    ("keyboard", "walks"),
    [("azerty", "z q s d"), ("dvorak", "comma a o e"), ("colemak", "w a r s")],
)
def test_on_every_keyboard_one_walks_by_the_places_of_wasd_and_no_two_keys_meet(keyboard, walks):
    things = keys.changeable()
    changed = keys.keys_on(things, keyboard)
    assert keys.complaints(things, changed) == []
    for room in ("play.move-{}", "endless.move-{}", "duel.left-run-{}"):
        for side, key in zip("NWSE", walks.split(), strict=True):
            assert key in keys.keys_of(things[room.format(side)], changed)
    assert keys.keyboard_of(things, changed) == keyboard
    changed["play.move-N"] = "f9"  # by the player
    assert keys.keyboard_of(things, changed) == keyboard
    left = keys.for_keyboard(things, changed, "qwerty")
    assert left == {"play.move-N": "f9"}


@pytest.mark.parametrize("sign", sorted(set(punctuation) - {","}))
def test_every_sign_is_a_key(sign):
    things = keys.changeable()
    said = keys.complaints(things, {"play.hint": sign})
    assert not [one for one in said if "there is no key" in one]


async def test_keys_of_walking_that_are_gone_cost_one_notice():
    write_settings_text(
        '[keys]\n"play.go-on" = "g"\n"play.travel-N" = "f3"\n"play.travel-S" = "f4"\n'
    )
    async with on_home((120, 40)) as (app, pilot):
        await until(lambda: notified(app, "no longer there"), pilot)
        (said,) = notices(app)
        assert said == (
            "[keys] no longer there: play.go-on, play.travel-N, play.travel-S "
            "(x explores; Shift with an arrow runs)"
        )


async def test_backspace_takes_away_a_line_that_does_not_fit():
    write_settings_text('[keys]\nplay.hint = 7\nplay.undo = "x"\n')
    async with on_settings((100, 40)) as (app, pilot):
        app.screen.query_one("#bindings", MenuList).focus()
        await until(lambda: read_back() == '[keys]\nplay.undo = "x"\n', pilot, "backspace")


@pytest.mark.long
async def test_the_form_and_the_settings_are_one():
    async with on_settings() as (_, pilot):
        pilot.app.screen.query_one("#rivals", Choice).focus()
        await pilot.press("right", "right")
        pilot.app.screen.query_one("#countdown", Choice).focus()
        await to_screen(pilot, HomeScreen, "right", "escape")
        form = pilot.app.screen
        assert (form.race, form.rules) == (one_rival(8.0), Rules(countdown=True, reveal=True))
        await to_screen(pilot, NewGameScreen, "d")
        pilot.app.screen.query_one("#mode", Choice).focus()
        await playing(pilot.app, pilot, "right", "enter")
    async with on_home() as (_, pilot):
        form = pilot.app.screen
        rules = Rules(fog=True, countdown=True, reveal=True)
        assert (form.race, form.rules) == (one_rival(8.0), rules)
        assert pilot.app.config.rules == form.rules
        await to_screen(pilot, SettingsScreen, "o")
        pilot.app.screen.query_one("#rivals", Choice).focus()
        await pilot.press("right")
        pilot.app.screen.query_one("#countdown", Choice).focus()
        await until(lambda: 'countdown = "first-step"' in read_back(), pilot, "left")
    async with on_home() as (_, pilot):
        form = pilot.app.screen
        assert (form.race, form.rules) == (one_rival(16.0), Rules(fog=True, reveal=True))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
async def test_pipes_where_files_are_expected_do_not_stop_the_game():
    places().data.mkdir(parents=True, exist_ok=True)
    for path in (places().settings, places().choices, places().declined):
        os.mkfifo(path)
    async with on_home() as (_, pilot):
        await until(lambda: notified(pilot.app, "it is no regular file"), pilot)
        await to_screen(pilot, SettingsScreen, "o")
        await pilot.press("right")
        kept = "could not be read: it stays as it is, and no change is kept"
        await until(lambda: notified(pilot.app, kept), pilot)


async def test_a_pause_shows_the_keys_in_force_and_writes_down_what_is_changed_in_it():
    write_settings_text('[keys]\n"pause.settings" = "f2"\n')
    async with on_level(Recipe("wilson", 9, 6, "kept")) as (app, _, pilot):
        await until(lambda: app.services.settings.is_active, pilot)
        await to_screen(pilot, PauseScreen, "p")
        await until(lambda: re.search(r"f2 +settings", screen_text(app)), pilot)
        await until(lambda: "faces = " in read_back(), pilot, "tab", "right")
        await until(lambda: app.config.look.walls == "light", pilot, "right")
        await until(lambda: 'walls = "light"' in read_back(), pilot)
        assert "faces = false" in read_back()


async def test_a_theme_is_written_down_and_in_greys_the_ways_have_shapes_at_once():
    async with on_level(Recipe("wilson", 9, 6, "kept")) as (app, screen, pilot):
        await until(lambda: app.services.settings.is_active, pilot)

        def shapes():
            ways = (Ink.TRAIL, Ink.BACKTRACK, Ink.PATH, Ink.SHARED)
            return len({screen.pane.drawing.sample(ink) for ink in ways})

        for theme, wanted in (("maze-colour-blind", 2), ("maze-mono", 4), ("nord", 2)):
            app.theme = theme
            await until(lambda wanted=wanted: shapes() == wanted, pilot)
        await until(lambda: 'theme = "nord"' in read_back(), pilot)


async def test_settings_count_in_a_game_that_began_before_they_were_read(monkeypatch):
    monkeypatch.setattr("mazegame.app.STORE_AFTER", 1.0)
    write_settings_text('walls = "double"\n')
    async with on_level(Recipe("wilson", 9, 6, "kept")) as (_, _, pilot):
        await shows(pilot, "═")


def test_the_named_keys_of_every_screen_are_in_the_list_but_those_of_dialogs():
    for module in pkgutil.walk_packages(screens.__path__, "mazegame.screens."):
        importlib.import_module(module.name)
    known, classes, missing = keys.changeable(), [GameScreen], set()
    while classes:
        one = classes.pop()
        classes += one.__subclasses__()
        if one.__module__.startswith("mazegame.") and not issubclass(one, GameDialog):
            names = {binding.id for binding in Binding.make_bindings(one.BINDINGS)} - {None}
            missing |= {(one.__name__, name.partition(".")[0]) for name in names - known.keys()}
    assert missing == {("SettingsScreen", "settings")}, "which has to be there whatever is bound"


@pytest.mark.parametrize("size", [(45, 14), (80, 24)])
async def test_no_word_on_a_key_is_cut(size):
    """The list has all words where they fit; the line below it has them at any size."""
    write_settings_text('[keys]\n"play.path" = "u"\n')
    async with on_home(size) as (app, pilot):
        screen = await to_screen(pilot, SettingsScreen, "o")
        await pilot.press("3", "tab")
        listed, about = screen.bindings_list, screen.query_one("#about", Static)
        if size[0] == 80:
            assert not [line for _, line in screen._lines() if "…" in line or len(line) > 73]
        listed.highlighted = next(at for at, (_, line) in enumerate(screen._lines()) if "!" in line)
        await until(lambda: "Its key is also for: " in str(about.content), pilot)
        words = str(about.content).split()
        assert words[:5] == ["walk", "back", "to", "the", "junction."]
        assert words[-5:] == ["show", "the", "whole", "shortest", "path"]
        assert all(word in screen_text(app) for word in words)

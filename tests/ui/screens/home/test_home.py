"""The first screen: its doors, the three choices, pasted game IDs, and where old things went."""

import inspect

import pytest
from textual import events

from mazegame.app import MazeApp
from mazegame.engine import Recipe
from mazegame.game.recording.ghost_code import ghost_code
from mazegame.game.setup.draft import another_of
from mazegame.screens import keys
from mazegame.screens.career.scores import ScoresScreen
from mazegame.screens.career.statistics import StatisticsScreen
from mazegame.screens.command_palette import PaletteScreen, commands_of
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.dialogs.questions import ChooseScreen, ConfirmScreen
from mazegame.screens.dialogs.race import RaceScreen
from mazegame.screens.dialogs.saves import SavesScreen
from mazegame.screens.doors import DOORS
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.lab.gallery import GalleryScreen
from mazegame.screens.lab.lab import LabScreen
from mazegame.screens.lab.quiz import QuizScreen
from mazegame.screens.new_game import NewGameScreen
from mazegame.screens.party.friends import HostScreen
from mazegame.screens.playing.duel import DuelScreen
from mazegame.screens.playing.endless import EndlessScreen
from mazegame.screens.playing.first_steps import FirstStepsScreen
from mazegame.screens.playing.play import PlayScreen
from mazegame.screens.series.daily import DailyScreen
from mazegame.screens.series.journey import JourneyScreen
from mazegame.screens.series.marathon import MarathonScreen
from mazegame.screens.settings import SettingsScreen
from mazegame.widgets.home.door_list import DoorList
from mazegame.widgets.home.title import Title
from tests.game.mazes import walked
from tests.store.conftest import leave_behind
from tests.ui.conftest import (
    close_down_to,
    finish,
    hides,
    is_on,
    notices,
    on_home,
    playing,
    previewed,
    screen_text,
    shows,
    to_screen,
    until,
)

SIZES = [(40, 12), (45, 14), (63, 24), (64, 20), (60, 33), (60, 45), (80, 24), (120, 35), (200, 60)]


async def test_enter_plays_and_the_next_arrow_walks():
    async with on_home() as (app, pilot):
        await pilot.press("enter")
        screen = await playing(app, pilot)
        assert screen.run.steps == 0
        await until(lambda: screen.run.steps, pilot, "right", "down")


@pytest.mark.variants
@pytest.mark.parametrize(
    ("digit", "title"), [(str(n), door.title) for n, door in enumerate(DOORS, 1)]
)
async def test_a_digit_and_enter_open_the_same_door(digit, title):
    opened = []
    for keys_pressed in ((digit,), (*["down"] * (int(digit) - 1), "enter")):
        async with on_home() as (app, pilot):
            home = app.screen
            await until(lambda home=home, app=app: app.screen is not home, pilot, *keys_pressed)
            assert title.lower() == home.doors.chosen
            opened.append(type(app.screen))
    assert opened[0] is opened[1]


async def test_a_click_opens_a_door():
    async with on_home() as (app, pilot):
        y = next(y for y, line in enumerate(screen_text(app).splitlines()) if "Journey" in line)
        await pilot.click(offset=(8, y))
        await to_screen(pilot, JourneyScreen)


async def test_arrows_turn_the_texture_whose_preview_is_another_maze_than_the_one_played():
    async with on_home() as (app, pilot):
        home = app.screen
        before = home.recipe
        await pilot.press("right")
        assert home.recipe.seed == before.seed
        assert (home.recipe.algorithm, home.recipe.options) != (before.algorithm, before.options)
        await until(lambda: previewed(home), pilot)
        other = another_of(home.recipe)
        await until(lambda: previewed(home).algorithm == other.algorithm, pilot)
        assert previewed(home).seed == other.seed != home.recipe.seed
        await pilot.press("left")
        assert home.recipe == before
        played = (await playing(app, pilot, "enter")).run.level.recipe
        assert played == before


async def test_size_and_rival_are_chosen_below_the_preview():
    async with on_home((120, 35)) as (app, pilot):
        home = app.screen
        await pilot.press("tab", "tab", "right")
        assert (home.recipe.cols, home.recipe.rows) == (12, 8)
        await pilot.press("down")
        await shows(pilot, "⏎ choose rivals")
        dialog = await to_screen(pilot, RaceScreen, "enter")
        await until(lambda: dialog.ready and dialog.focused is not None, pilot)
        screen = await playing(app, pilot, "1")
        assert home.services.settings.config.race == home.race, "it is kept"
        assert screen.session.rivals
        assert (screen.run.level.maze.cols, screen.run.level.maze.rows) == (12, 8)


async def test_a_wide_terminal_shows_a_large_maze_whole():
    async with on_home((200, 60)) as (app, pilot):
        home = app.screen
        await pilot.press("tab", "tab")
        while (home.recipe.cols, home.recipe.rows) != (60, 30):
            await pilot.press("right")
        await until(lambda: previewed(home) and previewed(home).cols == 60, pilot)
        assert previewed(home).rows == 30
        await shows(pilot, "an example")


@pytest.mark.parametrize(("size", "is_sample"), [((80, 24), True), ((120, 35), False)])
async def test_the_difficulty_is_that_of_the_size_that_is_played(size, is_sample):
    async with on_home(size) as (app, pilot):
        await shows(pilot, "difficulty: ")
        played = app.screen.recipe
        sample = previewed(app.screen)
        assert ((sample.cols, sample.rows) != (played.cols, played.rows)) == is_sample
        assert (f"{played.cols}x{played.rows}, difficulty: " in screen_text(app)) == is_sample


async def test_down_after_the_last_door_leads_to_the_choices_and_up_comes_back():
    async with on_home() as (app, pilot):
        home = app.screen
        await pilot.press(*["down"] * 7)
        assert home.focused is home.choices.texture
        await pilot.press("up")
        assert home.focused is home.doors
        assert home.doors.chosen == "profile"


async def test_another_size_of_the_terminal_fits_the_maze():
    async with on_home() as (app, pilot):
        home = app.screen
        before = home.recipe
        await pilot.resize_terminal(120, 35)
        await until(lambda: home.recipe.cols > before.cols, pilot)
        await shows(pilot, f"{home.recipe.cols}x{home.recipe.rows}")


@pytest.mark.parametrize("focus", ["doors", "texture", "size"])
async def test_a_pasted_game_id_is_taken_anywhere_and_its_walls_are_hidden(focus):
    async with on_home((120, 35)) as (app, pilot):
        home = app.screen
        home.query_one(f"#{focus}").focus()
        await pilot.pause()
        home.focused.post_message(events.Paste(" wilson:21x9:braid=20:hello\n"))
        await until(lambda: str(home.recipe) == "wilson:21x9:braid=20:hello", pilot)
        await shows(pilot, "hidden until you play")
        await shows(pilot, "21x9")
        assert home.focused is home.doors
        screen = await playing(app, pilot, "enter")
        assert str(screen.run.level.recipe) == "wilson:21x9:braid=20:hello"


async def test_a_paste_that_is_no_game_id_is_said_and_changes_nothing():
    async with on_home() as (app, pilot):
        before = app.screen.recipe
        app.screen.post_message(events.Paste("wilsn:9x9:a"))
        await until(lambda: any("wilson" in notice for notice in notices(app)), pilot)
        assert app.screen.recipe == before


async def test_after_a_game_there_is_another_maze_of_the_texture():
    async with on_home() as (app, pilot):
        home = app.screen
        before = home.recipe
        await finish(await playing(app, pilot, "enter"), pilot)
        await to_screen(pilot, home, "m")
        assert home.recipe.seed != before.seed
        assert home.recipe.algorithm == before.algorithm
        await shows(pilot, "1 finished run")


async def test_saved_runs_are_named_in_the_line_of_keys():
    async with on_home() as (_, pilot):
        await hides(pilot, "saved run")
    leave_behind(walked("wilson:6x4:kite-7", short=3))
    async with on_home() as (app, pilot):
        await to_screen(pilot, ConfirmScreen)
        await until(lambda: not is_on(app, ConfirmScreen), pilot, "n")
        await shows(pilot, "^o 1 saved run")


async def test_help_has_each_door_and_its_key():
    async with on_home((120, 50)) as (app, pilot):
        await to_screen(pilot, HelpScreen, "question_mark")
        text = screen_text(app)
        for door in DOORS:
            assert f"{door.title}: {door.about}" in text


OLD_KEYS = {
    "enter": PlayScreen, "1": PlayScreen, "2": DailyScreen, "3": JourneyScreen,
    "4": ChooseScreen, "8": LabScreen, "space": LabScreen, "ctrl+e": NewGameScreen,
    "ctrl+o": SavesScreen, "slash": NewGameScreen, "o": SettingsScreen,
    "question_mark": HelpScreen, "r": RaceScreen, "d": NewGameScreen,
}  # fmt: skip
"""What the keys of the first screen open, the old ones as well; of all others the next tests."""

OLD_COMMANDS = {
    "Play": PlayScreen, "Daily": DailyScreen, "Journey": JourneyScreen,
    "Marathon": MarathonScreen, "Race": RaceScreen, "Gallery": GalleryScreen, "Quiz": QuizScreen,
    "Lab": LabScreen, "Statistics": StatisticsScreen, "Duel": DuelScreen,
    "Endless": EndlessScreen, "Chase": PlayScreen, "Party": HostScreen,
    "First steps": FirstStepsScreen, "Scores": ScoresScreen, "Settings": SettingsScreen,
    "Help": HelpScreen, "Theme": PaletteScreen, "Edit the design": NewGameScreen,
    "Type or paste a game ID": NewGameScreen, "Go on with a saved run": SavesScreen,
    "Achievements": StatisticsScreen,
}  # fmt: skip
"""What the entries of the palette open that the first screen had, and some new ones."""


async def test_an_old_key_leads_to_its_new_place():
    async with on_home() as (app, pilot):
        home = app.screen
        for key, kind in OLD_KEYS.items():
            await to_screen(pilot, kind, key)
            await close_down_to(home, pilot)
            await until(lambda: home.ready, pilot)


@pytest.mark.parametrize(("key", "words"), [("9", "Statistics"), ("0", "Scores")])
async def test_the_old_digits_of_the_profile_lead_there(key, words):
    async with on_home((120, 35)) as (app, pilot):
        home = app.screen
        await until(lambda: app.screen is not home, pilot, key)
        await shows(pilot, words)


@pytest.mark.parametrize("command", OLD_COMMANDS)
async def test_an_old_command_of_the_palette_leads_to_its_new_place(command):
    async with on_home() as (app, pilot):
        home = app.screen
        offered = {
            one.title.partition(":")[0].lower(): one
            for one in commands_of(home, app.get_system_commands(home))
        }
        assert "quit" in offered
        found = offered[command.lower()].run()
        if inspect.isawaitable(found):
            await found
        await to_screen(pilot, OLD_COMMANDS[command])


def test_keys_of_the_settings_that_went_are_named_in_one_notice():
    known = keys.changeable()
    assert not keys.RETIRED.keys() & known.keys()
    told = keys.complaints(known, {"new.daily": "f2", "new.quit": "f3", "play.hint": "f4"})
    assert len(told) == 1
    assert "new.daily" in told[0]
    assert "2 Daily" in told[0]
    assert "new.quit" in told[0]


async def test_nothing_is_cut_off_in_any_size():
    async with on_home(SIZES[0]) as (app, pilot):
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            text = screen_text(app)
            for door in DOORS:
                assert door.title in text, size
            for words in ("texture", "size", "rival", "d design", "? help", "q quit"):
                assert words in text, size
            assert "…" not in text, size
            if size[0] >= 76 and size[1] >= 20:
                for door in DOORS:
                    assert door.about in text, (size, door)
            assert app.screen.query_one(DoorList).max_scroll_y == 0, size
            assert app.screen.query_one(Title).size.height == 1 or size[0] >= 76, size


async def test_a_recipe_begins_with_its_texture():
    recipe = Recipe.parse("kruskal:12x8:braid=20:hello")
    app = MazeApp()
    app._first_screens = lambda: iter([HomeScreen(recipe)])
    async with on_home(app=app) as (_, pilot):
        home = pilot.app.screen
        assert (home.recipe.algorithm, home.recipe.cols) == ("kruskal", 12)
        assert home.recipe.seed != "hello"


async def test_pasted_ghost_codes_open_their_race():
    fast, slow = walked(detours=1), walked(pace=0.3)
    codes = [ghost_code(run.level, run) for run in (fast, slow)]
    async with on_home() as (app, pilot):
        app.screen.post_message(events.Paste(f"mazegame daily  ★★★  {codes[0]}\n{codes[1]}\n"))
        screen = await playing(app, pilot)
        assert screen.run.level == fast.level
        rivals = screen.participant.session.rivals
        assert [rival.steps for rival in rivals] == [fast.steps, slow.steps]
        await finish(screen, pilot)


async def test_a_damaged_ghost_code_is_said_and_changes_nothing():
    run = walked()
    async with on_home() as (app, pilot):
        home = app.screen
        before = home.recipe
        home.post_message(events.Paste(ghost_code(run.level, run)[:-1]))
        await until(lambda: any("is damaged" in notice for notice in notices(app)), pilot)
        assert (app.screen, home.recipe) == (home, before)

"""What lasts, seen from the screen: the run in progress, scores, settings, keys."""

import contextlib
import math
import os
import re
import sqlite3
import time
from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual.widgets import Input

import mazegame.app as app_module
from mazegame.app import MazeApp
from mazegame.config import LABELS, SETTINGS, Config
from mazegame.drawing import Ink
from mazegame.engine import Direction, Level, Recipe
from mazegame.formats.replay import load_replay, prove
from mazegame.game.career.statistics import RivalResult
from mazegame.game.racing.ghost import Ghost, GhostWalk
from mazegame.game.racing.race_choice import one_rival
from mazegame.game.rules import Rules
from mazegame.game.run import Run
from mazegame.screens import routes
from mazegame.screens.career.scores import LISTED, plot
from mazegame.screens.dialogs.saves import rows
from mazegame.screens.routes import NewGame
from mazegame.screens.settings import TABS
from mazegame.screens.splash import SplashScreen
from mazegame.store.book.book import ScoreBook
from mazegame.store.journal.journal import left_behind
from mazegame.store.journal.journal_lines import SavedRun
from mazegame.store.places import places
from mazegame.store.settings.settings import read_settings, write_settings
from mazegame.store.store import KEEP_SECONDS, Store
from mazegame.themes import OUR_THEMES
from mazegame.widgets.input.fields import Choice
from mazegame.widgets.maze.maze_pane import MazePane
from mazegame.widgets.maze.maze_view import MazeView
from mazegame.widgets.text.menu_list import MenuList
from tests.game.mazes import ahead, forked, walked
from tests.store.conftest import (
    ODD_HOMES,
    in_the_book,
    leave_behind,
    like,
    odd_home,
    only_readable,
    played,
)
from tests.ui.conftest import (
    KEYS,
    app_playing,
    finish,
    hides,
    is_on,
    keys_to_b,
    notices,
    on_form,
    on_level,
    playing,
    screen_text,
    shows,
    to_screen,
    until,
    walk_to_b,
    write_settings_text,
)
from tests.waiting import LONGEST

GAME_ID = "wilson:8x5:kite-7"


def leave_run(steps: int = 4, *, name: str = "") -> Run:
    """A run of an earlier game that ended on its way."""
    level = Level.of(Recipe.parse(GAME_ID))
    run = walked(level, ahead(level)[:steps], pace=1.5)
    if name:
        saved_as((run, name))
    else:
        leave_behind(run, rivals=("shortest:8",))
    return run


def saved_as(*named: tuple[Run, str]) -> list[SavedRun]:
    """Save runs under names; return all that are saved, the latest first."""
    store = Store(print)
    for run, name in named:
        store.save(run, name).result(LONGEST)
    saved = store.saved().result(LONGEST)
    store.close()
    return saved


def on_disk() -> list[int]:
    """The steps of the journals that no game holds."""
    return [saved.steps for saved in left_behind(places().running)[0]]


@pytest.fixture(autouse=True)
def lasting_notices(monkeypatch):
    """Let notices stay until a test has read them, however slow the machine is."""
    monkeypatch.setattr(app_module, "SECONDS", dict.fromkeys(app_module.SECONDS, LONGEST))


def notified(app, words: str) -> bool:
    return any(words in notice for notice in notices(app))


@contextlib.asynccontextmanager
async def asked(size=(100, 30)):
    """Run an app that asks at once whether to go on with a run."""
    app = MazeApp()
    async with app.run_test(size=size) as pilot:
        await to_screen(pilot, routes.Confirm)
        yield app, pilot


async def walk(screen, pilot, steps=1):
    """Walk some steps of the shortest path."""
    await pilot.press(*keys_to_b(screen.run)[:steps])


@contextlib.asynccontextmanager
async def on_scores(size=(80, 24)):
    async with on_form(size) as (app, pilot):
        await to_screen(pilot, routes.Scores, "0")
        yield app, pilot


@contextlib.asynccontextmanager
async def on_settings(size=(80, 24)):
    async with on_form(size) as (app, pilot):
        await to_screen(pilot, routes.Settings, "o")
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


async def look_into_lists(pilot):
    """Open saves and settings from the form, change something, and come back."""
    for key, route in (("ctrl+o", routes.Saves), ("o", routes.Settings)):
        await to_screen(pilot, route, key)
        await to_screen(pilot, routes.NewGame, "right", "escape")


class TestRuns:
    async def test_a_finished_run_is_in_the_book_and_shown_as_the_first(self):
        async with on_level(Recipe.parse(GAME_ID), size=(100, 30)) as (_, screen, pilot):
            await walk_to_b(screen, pilot)
            await shows(pilot, "First ranked run on wilson 8x5")
            await to_screen(pilot, screen, "r")
            await until(lambda: not screen.run.finished, pilot)
            path = screen.run.level.path_from((0, 0))
            there = Direction.between(*path[:2])
            await pilot.press(KEYS[there], KEYS[there.opposite])
            await walk_to_b(screen, pilot)
            await shows(pilot, "Practice: your best is")
        book = ScoreBook(places().scores)
        rows = book.overview(history=9).history
        assert [(row.score < 1000, row.ranked) for row in rows] == [(True, False), (False, True)]
        book.close()
        assert on_disk() == []

    async def test_a_run_is_on_the_disk_within_a_second_and_stays_when_the_game_ends(self):
        async with on_level(Recipe.parse(GAME_ID), size=(100, 30)) as (_, screen, pilot):
            await walk(screen, pilot)
            await until(lambda: list(places().running.glob("*.run")), pilot)
            await walk(screen, pilot, 2)
        assert on_disk() == [3]
        assert 2 * KEEP_SECONDS <= 1.0

    async def test_a_run_that_is_begun_again_is_given_up(self):
        async with on_level(Recipe.parse(GAME_ID), size=(100, 30)) as (_, screen, pilot):
            await walk(screen, pilot)
            await pilot.press("r")
            assert screen.run.steps == 0
        assert on_disk() == []


class TestGoingOn:
    async def test_the_start_offers_to_go_on_and_enter_does(self):
        before = leave_run()
        async with asked() as (app, pilot):
            await shows(pilot, "Resume your last run?")
            assert re.search(r"wilson 8x5 .*\n.* 4 steps, 0:06, \d{4}-", screen_text(app))
            screen = await playing(pilot.app, pilot, "enter")
            assert screen.run.moves == before.moves
            assert screen.run.position == before.position
            assert screen.run.stopwatch.seconds >= 4.5
            await finish(screen, pilot)
            await shows(pilot, "First ranked run")
        assert on_disk() == []
        book = ScoreBook(places().scores)
        (line,) = book.overview(history=9).history
        (rival,) = line.rivals
        assert (line.steps, rival.key, rival.won) == (before.level.dist_min, "shortest:8", False)
        assert rival.ms == 125 * before.level.dist_min
        book.close()

    @pytest.mark.long
    async def test_a_race_against_a_ghost_goes_on_where_both_were(self):
        level = Level.of(Recipe.parse(GAME_ID))
        run, ghost = walked(level, short=3), walked(level, detours=30)
        leave_behind(run, rivals=("ghost",), ghost=ghost)
        async with asked() as (_, pilot):
            screen = await playing(pilot.app, pilot, "y")
            assert screen.run.stopwatch.seconds >= run.stopwatch.seconds
            await shows(pilot, "ghost")
            scene = screen.query_one(MazeView).scene
            assert scene.walker(Ink.RUNNER).cell is not None
            assert scene.walker(Ink.RUNNER).cell == Ghost(level, ghost.moves, ghost.times).cell(
                screen.run.stopwatch.seconds
            )
            await to_screen(pilot, routes.Pause, "p")
            await to_screen(pilot, routes.NewGame, "m")
        ((saved,), _) = left_behind(places().running)
        assert saved.ghost.moves == ghost.moves

    @pytest.mark.long
    async def test_a_damaged_ghost_is_reported_and_the_run_continues_alone(self):
        level = Level.of(Recipe.parse(GAME_ID))
        wall = next(d for d in (1, 2, 4, 8) if not level.maze.exits(level.start) & d)
        ghost = GhostWalk(bytes([wall]), [5])
        leave_behind(walked(level, short=3), rivals=("ghost",), ghost=ghost)
        async with asked() as (app, pilot):
            screen = await playing(pilot.app, pilot, "y")
            assert notified(app, "a rival of this run cannot walk this maze: you go on without it")
            assert screen.query_one(MazeView).scene.walker(Ink.RUNNER) is None

    @pytest.mark.long
    async def test_a_run_in_the_fog_goes_on_in_the_fog(self):
        level = Level.of(Recipe.parse(GAME_ID))
        path = level.path_from(level.start)
        leave_behind(walked(level, ahead(level)[:5]), rules="fog compass")
        async with asked() as (app, pilot):
            screen = await playing(pilot.app, pilot, "y")
            light = screen.query_one(MazeView).scene.light
            assert all(light[cell] for cell in path[:6])
            assert not light.all()
            await shows(pilot, "shortest")
            assert "to go" in screen_text(app)
            await walk_to_b(screen, pilot)
            await shows(pilot, "First ranked run on wilson 8x5, fog")

    async def test_the_question_and_the_list_fit_the_smallest_terminals(self):
        leave_run()
        async with asked((40, 12)) as (app, pilot):
            await shows(pilot, "y yes   n no")
            text = screen_text(app)
            assert "Resume your last run?" in text
            assert "No: kept under ^o, saved runs" in text
            assert re.search(r"│ *wilson 8x5 +│", text)
            assert re.search(r"│ *4 steps, 0:06, \d{4}-\d\d-\d\d \d\d:\d\d +│", text)
            await to_screen(pilot, routes.NewGame, "n")
            await pilot.resize_terminal(45, 14)
            await shows(pilot, "Saved runs", "ctrl+o")
            await shows(pilot, "4 steps, 0:06, 20")
            screen = await playing(pilot.app, pilot, "enter")
            assert screen.run.steps == 4

    async def test_what_is_found_before_there_is_a_form_is_offered_on_it(self, monkeypatch):
        leave_run()
        monkeypatch.setattr("mazegame.app.STORE_LATEST", 0.01)
        monkeypatch.setattr(SplashScreen, "_open_next", lambda _: None)
        app = MazeApp()
        async with app.run_test(size=(100, 30)) as pilot:
            await until(lambda: app.services.autosave.left_behind, pilot)
            assert isinstance(app.screen, SplashScreen)
            app.router.open(NewGame())
            await to_screen(pilot, routes.Confirm)

    @pytest.mark.long
    async def test_a_run_is_offered_once(self):
        leave_run()
        async with asked() as (app, pilot):
            await until(places().declined.exists, pilot, "n")
        async with on_form((100, 30)) as (app, pilot):
            await until(lambda: app.services.autosave.left_behind, pilot)
            assert is_on(app, routes.NewGame)
        time.sleep(0.002)  # the next run is the later one
        leave_run(2)
        async with asked() as (app, pilot):
            await shows(pilot, " 2 steps, ")

    async def test_a_given_level_is_not_held_up(self):
        leave_run()
        app = app_playing(forked())
        async with app.run_test(size=(100, 30)) as pilot:
            await until(lambda: app.services.autosave.left_behind, pilot)
            assert is_on(app, routes.Play)

    async def test_a_run_is_saved_under_a_name_resumed_and_deleted(self):
        async with on_level(Recipe.parse(GAME_ID), size=(100, 30)) as (app, screen, pilot):
            await walk(screen, pilot)
            await to_screen(pilot, routes.Pause, "p")
            await to_screen(pilot, routes.SaveName, "ctrl+s")
            app.screen.query_one(Input).value = "at [b]the[/b] door"
            await until(lambda: notified(app, "saved as at [b]the[/b] door"), pilot, "enter")
            assert len([notice for notice in notices(app) if notice.startswith("saved as")]) == 1
            await to_screen(pilot, routes.NewGame, "m")
            await until(lambda: app.services.autosave.left_behind, pilot)
            await shows(pilot, "at [b]the[/b] door: wilson", "ctrl+o")
            await to_screen(pilot, routes.Confirm, "down", "delete")
            await hides(pilot, "at [b]the", "y")
        assert list(places().saves.iterdir()) == []
        assert on_disk() == [1]

    @pytest.mark.parametrize("width", [60, 61, 80, 200])
    def test_a_saved_run_is_one_line_with_its_date_on_the_right(self, width):
        long = walked("wilson:30x20:k", short=3, detours=700)
        wide = (walked(short=3), "迷路" * 20)
        saved = saved_as((walked(short=3), "n" * 40), (long, "here"), wide)
        titles, *lines = rows(saved, width)
        assert titles.split() == ["run", "walked", "time", "begun"]
        assert {cell_len(line) for line in (titles, *lines)} == {width}
        (line,) = (line for line in lines if line.startswith("here: wil"))
        date = r"20\d\d-\d\d-\d\d" + r" \d\d:\d\d" * (width > 120)
        assert re.search(rf"  1,\d{{3}} steps  [\d:]+  {date}$", line)
        assert any("n" * 40 + ": rec" in line for line in lines) == (width > 61)

    def test_on_a_small_terminal_it_has_all_of_its_name_and_the_day(self):
        (line,) = rows(saved_as((walked(short=3), "before the long bridge")), 38)
        assert re.fullmatch(r"before the long bridge +20\d\d-\d\d-\d\d", line), line

    async def test_a_run_without_its_maze_is_reported(self):
        leave_behind(walked(forked(), short=2))
        (maze,) = places().mazes.iterdir()
        maze.unlink()
        async with asked() as (app, pilot):
            await until(lambda: notified(app, "is not kept here"), pilot, "y")
            await to_screen(pilot, routes.NewGame)
        assert len(on_disk()) == 1


class TestScores:
    @pytest.fixture
    def book(self):
        for number in range(12):
            run = walked(f"wilson:8x5:s{number}", detours=number % 3)
            rivals = (RivalResult("shortest", 8.0, 9000, won=number % 4 == 1),) * (number % 2)
            in_the_book(played(run, rivals=rivals))

    async def test_empty_lists_say_so_and_name_no_key_that_does_nothing(self):
        async with on_form() as (app, pilot):
            await shows(pilot, "None yet. In a game press p", "ctrl+o")
            assert "delete it" not in screen_text(app)
            await to_screen(pilot, routes.NewGame, "escape")
            await shows(pilot, "nothing was finished yet", "0")
            await pilot.press("enter", "e", "c")
            assert is_on(app, routes.Scores)

    @pytest.mark.usefixtures("book")
    async def test_a_run_is_watched_exported_and_verified(self):
        async with on_scores((100, 30)) as (app, pilot):
            await until(places().replays.exists, pilot, "tab", "down", "e")
            await until(lambda: list(places().replays.glob("*.replay")), pilot)
            await until(lambda: notified(app, f"written: {places().replays}"), pilot)
            await to_screen(pilot, routes.Replay, "enter")
            assert str(app.screen.playback.run.level.recipe) == "wilson:8x5:s10"
            await to_screen(pilot, routes.Scores, "escape")
            screen = await playing(app, pilot, "g")
            assert str(screen.run.level.recipe) == "wilson:8x5:s10"
            await shows(pilot, "ghost")
        (path,) = places().replays.iterdir()
        assert path.name == "11-wilson-8x5-s10.replay"
        assert prove(Level.of(Recipe.parse("wilson:8x5:s10")), load_replay(path)).finished

    @pytest.mark.long
    @pytest.mark.usefixtures("book")
    async def test_a_wide_screen_has_more_columns_and_a_tall_one_the_walk(self):
        in_the_book(*[walked("wilson:8x5:again")] * 2)
        async with on_scores((200, 60)) as (app, pilot):
            pane = app.screen.query_one(MazePane)
            await until(lambda: pane.scene is not None, pilot)
            assert re.search(r"1000 practice .* 100% ", screen_text(app))
            first = pane.scene
            await pilot.press("down")
            await until(lambda: pane.scene is not None and pane.scene is not first, pilot)
            await pilot.resize_terminal(120, 29)
            await until(lambda: not pane.region, pilot)
            assert "eff." in screen_text(app)
            assert "medal" not in screen_text(app)
            await pilot.resize_terminal(200, 60)  # whose figures are as wide as those of 80 columns
            await shows(pilot, "medal")
            await pilot.resize_terminal(80, 24)
            await hides(pilot, "eff.")
            assert re.search(r" practice .* wilson:8x5:again", screen_text(app))

    @pytest.mark.long
    async def test_what_is_not_in_the_first_frame_is_listed_too(self):
        later = [walked("wilson:8x5:later") for _ in range(LISTED - 1)]
        in_the_book(walked("wilson:8x5:first"), *later)
        async with on_scores() as (app, pilot):
            await shows(pilot, "wilson:8x5:first", "tab", "end")
            assert app.screen.chosen.level == "wilson:8x5:first"

    @pytest.mark.long
    async def test_names_are_cut_and_numbers_never(self):
        design = "recursive-backtracker:19x9:weights=30-1+1-30+1-30+30-1,zones=quarters,braid=30"
        for number in range(12):
            rivals = (RivalResult("shortest", 8.0, 9000, won=False),)
            in_the_book(played(walked(f"{design}:kite-{number}"), rivals=rivals))
            in_the_book(walked(f"wilson:12x8:jade-{number}", detours=number % 3))
        async with on_scores((120, 35)) as (app, pilot):
            for size, wanted in (
                ((120, 35), r"  wilson:12x8:jade-11 +\d\d-\d\d "),
                ((80, 24), r"\.\d\d  recursive-backtracker weights.*… +12 "),
                ((45, 14), r"24 runs   16 perfect   1-day streak +$"),
            ):
                await pilot.resize_terminal(*size)
                found = re.compile(wanted, re.MULTILINE)
                await until(lambda found=found: found.search(screen_text(app)), pilot)
                text = screen_text(app)
                cut = re.findall(r"(\S*)…", text)
                names = ("recursive", "wilson", "weights", "zones", "braid")
                known = {name[: len(word)] for word in cut for name in names}
                unknown = [word for word in cut if word not in known]
                assert [word for word in unknown if not word.startswith(names)] == []
                assert "date" in text or size[0] == 45
                assert "latest runs" in text or "wilson:12x8:jade-11" in text, "what is listed"

    async def test_locked_scores_are_reported_without_a_delay(self):
        ScoreBook(places().scores).close()
        app = app_playing(Recipe.parse(GAME_ID))
        with contextlib.closing(sqlite3.connect(places().scores)) as other:
            other.execute("BEGIN EXCLUSIVE")
            async with app.run_test(size=(100, 30)) as pilot:
                screen = await playing(app, pilot)
                await finish(screen, pilot)
                await until(lambda: notified(app, "are locked by another program"), pilot)
                other.rollback()
                await shows(pilot, "First ranked run")

    @pytest.mark.long
    async def test_the_scores_of_a_read_only_home_are_shown(self, book, own_home):
        app = MazeApp()
        with only_readable(own_home):
            async with on_form(app=app) as (_, pilot):
                await shows(pilot, "12 runs", "0")
                await until(lambda: app.screen.query("#latest"), pilot)
                await pilot.press("e")
                await until(
                    lambda: notified(
                        app, f"nothing can be written to {places().replays}: Permission denied"
                    ),
                    pilot,
                )
                await to_screen(pilot, routes.Settings, "escape", "o")
                await pilot.press("right", "right", "right")
                await until(lambda: notified(app, "the settings cannot be written"), pilot)
                await until(lambda: app.theme == app.config.look.theme, pilot)
                app.services.store.do(lambda: None).result(LONGEST)
                await pilot.pause()
                assert len(notices(app)) == 2

    async def test_a_name_of_wide_characters_takes_its_columns(self):
        in_the_book(*(walked(f"wilson:8x5:{seed}") for seed in ("迷路迷路", "kite-7")))
        async with on_scores((100, 30)) as (app, pilot):
            await shows(pilot, "wilson:8x5:迷路迷路")
            lines = [line for line in screen_text(app).splitlines() if "wilson:8x5:" in line]
            one, other = (cell_len(line[: line.rindex(" 20")]) for line in lines)
            assert one == other


class TestSettings:
    async def test_what_is_chosen_counts_at_once_and_is_written(self):
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
    async def test_the_smallest_terminal_shows_every_setting_and_the_keys(self):
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
            assert app.screen.focused.id == "bindings"
            assert "▸ " in screen_text(app)
            assert "esc back" in screen_text(app)
            assert "← → change" not in screen_text(app)
            for size in ((120, 35), (45, 14)):
                await pilot.resize_terminal(*size)
                await shows(pilot, "↑ w k 8")

    def test_the_help_of_the_theme_names_all_of_ours(self):
        about = next(setting.about for setting in SETTINGS if setting.name == "theme")
        assert all(name in about for name in OUR_THEMES)

    async def test_the_theme_applies_before_the_first_frame_and_what_does_not_fit_is_named(self):
        write_settings_text('theme = "maze-light"\n')
        assert MazeApp().theme == "maze-light"
        write_settings_text(
            'theme = "no such theme"\nfog = 7\n'
            '[keys]\n"no.such" = "q"\n"play.hint" = "notakey"\n"play.path" = "u"\n'
        )
        app = MazeApp()
        assert app.theme == "maze-dark"
        async with on_form((120, 50), app=app) as (_, pilot):
            for words in (
                "no theme 'no such theme'", "settings.toml, line 2: fog = 7 does not fit",
                "unknown action", "there is no key 'notakey'", "its key is also for",
            ):  # fmt: skip
                await until(lambda words=words: notified(app, words), pilot)

    async def test_digits_lead_to_the_tabs_and_a_wide_screen_shows_a_maze_in_the_look(self):
        async with on_settings((120, 35)) as (app, pilot):
            sample = app.screen.sample
            await until(lambda: sample.scene is not None, pilot)
            rounded = sample.drawing
            await until(lambda: app.config.look.walls == "light", pilot, "down", "right")
            assert sample.drawing is not rounded
            firsts = {"keys": "bindings", "play": TABS["play"][0].name, "look": "theme"}
            for key, (tab, first) in zip("321", firsts.items(), strict=True):
                await pilot.press(key)
                await until(lambda tab=tab: bool(sample.region) == (tab != "keys"), pilot)
                assert (app.screen.tab, app.screen.focused.id) == (tab, first)
                assert f" {key} {tab} " in screen_text(app)
            await pilot.resize_terminal(45, 14)
            await until(lambda: not sample.region, pilot)

    async def test_a_key_is_changed_and_the_help_shows_it(self):
        async with on_level(forked(), size=(100, 40)) as (app, screen, pilot):
            await to_screen(pilot, routes.Settings, "p", "o")
            highlight_key(app, "play.hint")
            await to_screen(pilot, routes.AskKey, "enter")
            await pilot.press("x")
            assert re.search(r"hint +\*x", screen_text(app))
            await to_screen(pilot, screen, "escape", "escape")
            await pilot.press("i")
            assert screen.run.hints == 0
            await pilot.press("x")
            assert screen.run.hints == 1
            assert "x hint" in screen_text(app)
            await to_screen(pilot, routes.Help, "question_mark")
            assert re.search(r"x +hint", screen_text(app))
            assert not re.search(r"i +hint", screen_text(app))
        assert read_settings(places().settings)[0].keys == {"play.hint": "x"}

    @pytest.mark.long
    async def test_a_conflict_is_shown_and_can_be_undone(self):
        async with on_settings((120, 40)) as (app, pilot):
            highlight_key(app, "play.hint")
            await shows(pilot, "⏎ rebind")
            await to_screen(pilot, routes.AskKey, "plus")
            await shows(pilot, "Its key is also for: the next maze", "n")
            marked = re.findall(r"play +(hint|the next maze) +\*?[\w ]+?  !", screen_text(app))
            assert marked == ["hint", "the next maze"]
            assert not notified(app, "the next maze"), "it would cover the line that says it"
            await hides(pilot, "also for", "backspace")
        assert read_settings(places().settings)[0].keys == {}

    async def test_another_key_for_walking_survives_a_restart_and_goes_with_backspace(self):
        async with on_settings((100, 40)) as (app, pilot):
            highlight_key(app, "play.move-N")
            await to_screen(pilot, routes.AskKey, "enter")
            await until(lambda: "play.move-N" in read_back(), pilot, "f2")
        async with on_level(forked(), size=(100, 30)) as (app, screen, pilot):
            await until(lambda: app.services.settings.is_active, pilot)
            await pilot.press("right", "down", "f2")
            assert screen.run.moves[-1:] == bytes([Direction.N.value])
            assert not notices(app)
        for path in places().running.iterdir():
            path.unlink()  # nobody is to be asked whether to go on with it
        async with on_settings((100, 40)) as (app, pilot):
            highlight_key(app, "play.move-N")
            await until(lambda: "play.move-N" not in read_back(), pilot, "backspace")
        assert read_settings(places().settings) == (Config(), [])

    async def test_backspace_takes_away_a_line_that_does_not_fit(self):
        write_settings_text('[keys]\nplay.hint = 7\nplay.undo = "x"\n')
        async with on_settings((100, 40)) as (app, pilot):
            app.screen.query_one("#bindings", MenuList).focus()
            await until(lambda: read_back() == '[keys]\n"play.undo" = "x"\n', pilot, "backspace")

    @pytest.mark.long
    async def test_the_form_and_the_settings_are_one(self):
        async with on_settings() as (_, pilot):
            pilot.app.screen.query_one("#rivals", Choice).focus()
            await pilot.press("right", "right")
            pilot.app.screen.query_one("#countdown", Choice).focus()
            await to_screen(pilot, routes.NewGame, "right", "escape")
            form = pilot.app.screen
            assert (form.race, form.rules) == (one_rival(8.0), Rules(countdown=True))
            form.query_one("#mode", Choice).focus()
            await playing(pilot.app, pilot, "right", "enter")
        async with on_form() as (_, pilot):
            form = pilot.app.screen
            assert (form.race, form.rules) == (one_rival(8.0), Rules(fog=True, countdown=True))
            assert pilot.app.config.rules == form.rules
            await to_screen(pilot, routes.Settings, "o")
            pilot.app.screen.query_one("#rivals", Choice).focus()
            await pilot.press("right")
            pilot.app.screen.query_one("#countdown", Choice).focus()
            await until(lambda: 'countdown = "first-step"' in read_back(), pilot, "left")
        async with on_form() as (_, pilot):
            form = pilot.app.screen
            assert (form.race, form.rules) == (one_rival(16.0), Rules(fog=True))

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes")
    async def test_pipes_where_files_are_expected_do_not_stop_the_game(self):
        places().data.mkdir(parents=True, exist_ok=True)
        for path in (places().settings, places().choices, places().declined):
            os.mkfifo(path)
        async with on_form() as (_, pilot):
            await until(lambda: notified(pilot.app, "it is no regular file"), pilot)
            await to_screen(pilot, routes.Settings, "o")
            await pilot.press("right")
            await until(lambda: notified(pilot.app, "the settings cannot be written"), pilot)


class TestChoices:
    async def test_the_form_begins_with_what_was_played_last(self):
        async with on_form() as (app, pilot):
            form = app.screen
            await pilot.press("down", "down")
            form.query_one("#presets", Choice).focus()
            await pilot.press("right")
            form.query_one("#runner", Choice).focus()
            await pilot.press("right", "right")
            chosen = form.recipe
            await playing(app, pilot, "enter")
            await until(places().choices.exists, pilot)
        async with on_form() as (app, pilot):
            form = app.screen
            assert form.recipe.algorithm == chosen.algorithm == "sidewinder"
            assert (form.recipe.cols, form.recipe.rows) == (12, 8)
            assert form.recipe.seed != chosen.seed
            assert form.race == one_rival(8.0)
            assert form.draft.line.title == "brick wall"

    async def test_without_any_that_fit_the_form_begins_as_the_settings_say(self):
        places().data.mkdir(parents=True, exist_ok=True)
        places().choices.write_text('{"algorithm": "no", "size": [9, 9], "options": [["a", "b"]]}')
        chosen = like(rivals=one_rival(4.0).rivals, fog=True, countdown=True)
        write_settings(places().settings, chosen)
        async with on_form() as (app, _):
            assert app.screen.race == one_rival(4.0)
            assert app.screen.rules == Rules(fog=True, countdown=True)
            assert app.screen.recipe.algorithm == "recursive-backtracker"


def test_the_plot_begins_at_the_lowest_tenth_and_leaves_out_who_was_helped(tmp_path):
    book = ScoreBook(tmp_path / "scores")
    helped = walked("wilson:6x4:helped", detours=40)
    helped.assisted = True
    for run in (helped, walked("wilson:20x20:k", detours=5), walked("wilson:20x20:l")):
        book.add(played(run))
    overview = book.overview()
    assert 0.5 < overview.history[1].efficiency < 1
    book.close()
    lines = plot(overview, 40).plain.splitlines()
    assert lines[0].endswith("last 2 runs")
    low = math.floor(overview.history[1].efficiency * 10) * 10
    assert lines[-1].split()[0] == f"{low}%"
    assert lines[1].rstrip().endswith(" █████████"), "the latest, on the right"
    perfect = replace(overview, history=overview.history[:1])
    assert plot(perfect, 40).plain.splitlines()[-1].rstrip() == f" 90% {'█' * 9}"


async def test_a_pause_shows_the_keys_in_force_and_writes_down_what_is_changed_in_it():
    write_settings_text('[keys]\n"pause.settings" = "f2"\n')
    async with on_level(Recipe("wilson", 9, 6, "kept")) as (app, _, pilot):
        await until(lambda: app.services.settings.is_active, pilot)
        await to_screen(pilot, routes.Pause, "p")
        await until(lambda: re.search(r"f2 +settings", screen_text(app)), pilot)
        await until(lambda: "walls = " in read_back(), pilot, "tab", "right")
        changed = app.config.look.walls
        assert changed != "rounded"
        await until(lambda: f'walls = "{changed}"' in read_back(), pilot)


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


@pytest.mark.long
@pytest.mark.variants
@pytest.mark.parametrize("new", ["a file", "nothing"])
async def test_a_home_that_goes_in_the_middle_of_a_game_is_said_and_the_game_goes_on(new):
    home = places().data
    async with on_level(Recipe.parse(GAME_ID), size=(100, 30)) as (app, screen, pilot):
        await walk(screen, pilot, 2)
        app.services.store.do(lambda: None).result(LONGEST)  # all is written
        home.rename(home.with_name("gone"))
        if new == "a file":
            home.touch()
        await walk(screen, pilot, 2)
        await finish(screen, pilot)
        await to_screen(pilot, routes.NewGame, "m")
        await look_into_lists(pilot)
        if new == "a file":
            await until(lambda: notified(app, "Not a directory; "), pilot)
            await until(lambda: app.services.unkept, pilot)
            assert [run.record.level for run in app.services.unkept] == [GAME_ID]
        assert all("\n" not in notice for notice in notices(app))
    if new == "nothing":
        with contextlib.closing(ScoreBook(places().scores)) as book:
            assert book.count() == 1


@pytest.mark.long
@pytest.mark.parametrize("kind", ODD_HOMES)
async def test_the_game_goes_on_and_says_why_nothing_is_kept(kind, monkeypatch, tmp_path):
    with odd_home(kind, tmp_path / "odd", monkeypatch):
        async with on_level(Recipe.parse(GAME_ID), size=(100, 30)) as (app, screen, pilot):
            await finish(screen, pilot)
            await until(lambda: notices(app), pilot)
            assert all("\n" not in notice for notice in notices(app))
            await to_screen(pilot, routes.NewGame, "m")
            await look_into_lists(pilot)
            await playing(app, pilot, "0", "enter")


@pytest.mark.long
async def test_a_journal_under_the_name_of_a_saved_run_is_listed_too():
    leave_run(name="here")
    (saved,) = places().saves.iterdir()
    places().running.mkdir(exist_ok=True)
    for copy in (places().running / saved.name, places().saves / f"copy-{saved.name}"):
        copy.write_bytes(saved.read_bytes())
    async with asked() as (app, pilot):
        await to_screen(pilot, routes.NewGame, "n")
        await until(lambda: screen_text(app).count("here: wilson 8x5") == 3, pilot, "ctrl+o")

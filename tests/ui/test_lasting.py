"""What lasts, seen from the screen: the run in progress, scores, settings, keys."""

import contextlib
import re
import time

import pytest
from rich.cells import cell_len
from textual import events
from textual.widgets import Input

from mazegame.app import MazeApp
from mazegame.drawing import Ink
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.racing.race_choice import one_rival
from mazegame.game.racing.repeaters import Ghost, GhostWalk
from mazegame.game.rules import Rules
from mazegame.game.run import Run
from mazegame.screens import factory
from mazegame.screens.dialogs.questions import ConfirmScreen, NameScreen
from mazegame.screens.dialogs.saves import SavesScreen, rows
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.playing.pause import PauseScreen
from mazegame.screens.playing.play import PlayScreen
from mazegame.screens.settings import SettingsScreen
from mazegame.screens.splash import SplashScreen
from mazegame.store.book.book import ScoreBook
from mazegame.store.journal.journal import read_abandoned, read_declined
from mazegame.store.journal.journal_lines import SavedRun
from mazegame.store.places import places
from mazegame.store.settings.settings import write_settings
from mazegame.store.store import KEEP_SECONDS, Store
from mazegame.widgets.input.fields import Choice
from mazegame.widgets.maze.maze_view import MazeView
from tests.game.mazes import Clock, ahead, corridor, forked, walked
from tests.store.conftest import ODD_HOMES, leave_behind, like, match_named, odd_home
from tests.ui.conftest import (
    KEYS,
    app_playing,
    finish,
    hides,
    is_on,
    keys_to_b,
    notices,
    notified,
    on_form,
    on_home,
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
LEVEL = Level.of(GAME_ID)


def leave_run(steps: int = 4) -> Run:
    """A run of an earlier game that ended on its way."""
    run = walked(LEVEL, ahead(LEVEL)[:steps], pace=1.5)
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
    return [saved.steps for saved in read_abandoned(places().running)[0]]


@contextlib.asynccontextmanager
async def asked(size=(100, 30)):
    """Run an app that asks at once whether to go on with a run."""
    app = MazeApp()
    async with app.run_test(size=size) as pilot:
        await to_screen(pilot, ConfirmScreen)
        yield app, pilot


async def walk(screen, pilot, steps=1):
    """Walk some steps of the shortest path."""
    await pilot.press(*keys_to_b(screen.run)[:steps])


async def look_into_lists(pilot):
    """Open saves and settings from the form, change something, and come back."""
    for key, route in (("ctrl+o", SavesScreen), ("o", SettingsScreen)):
        await to_screen(pilot, route, key)
        await to_screen(pilot, HomeScreen, "right", "escape")


class TestRuns:
    async def test_a_finished_run_is_in_the_book_and_shown_as_the_first(self):
        async with on_level(Recipe.parse(GAME_ID), size=(100, 30)) as (_, screen, pilot):
            await walk_to_b(screen, pilot)
            await shows(pilot, "First ranked run on wilderness 8x5")
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
            assert re.search(r"wilderness 8x5 .*\n.* 4 steps, 0:06, \d{4}-", screen_text(app))
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
        run, ghost = walked(LEVEL, short=3), walked(LEVEL, detours=30)
        leave_behind(run, rivals=("ghost",), ghost=ghost)
        async with asked() as (_, pilot):
            screen = await playing(pilot.app, pilot, "y")
            assert screen.run.stopwatch.seconds >= run.stopwatch.seconds
            await shows(pilot, "ghost")
            scene = screen.query_one(MazeView).scene
            assert scene.walker(Ink.RUNNER).cell is not None
            assert scene.walker(Ink.RUNNER).cell == Ghost(LEVEL, ghost.moves, ghost.times).cell(
                screen.run.stopwatch.seconds
            )
            await to_screen(pilot, PauseScreen, "p")
            await to_screen(pilot, HomeScreen, "m")
        ((saved,), _) = read_abandoned(places().running)
        assert saved.ghost.moves == ghost.moves

    @pytest.mark.long
    async def test_a_damaged_ghost_is_reported_and_the_run_continues_alone(self):
        wall = next(d for d in (1, 2, 4, 8) if not LEVEL.maze.exits(LEVEL.start) & d)
        ghost = GhostWalk(bytes([wall]), [5])
        leave_behind(walked(LEVEL, short=3), rivals=("ghost",), ghost=ghost)
        async with asked() as (app, pilot):
            screen = await playing(pilot.app, pilot, "y")
            assert notified(app, "a rival of this run cannot walk this maze: you go on without it")
            assert screen.query_one(MazeView).scene.walker(Ink.RUNNER) is None

    @pytest.mark.long
    async def test_a_run_in_the_fog_goes_on_in_the_fog(self):
        path = LEVEL.path_from(LEVEL.start)
        leave_behind(walked(LEVEL, ahead(LEVEL)[:5]), rules="fog compass")
        async with asked() as (app, pilot):
            screen = await playing(pilot.app, pilot, "y")
            light = screen.query_one(MazeView).scene.light
            assert all(light[cell] for cell in path[:6])
            assert not light.all()
            await shows(pilot, "shortest")
            assert "to go" in screen_text(app)
            await walk_to_b(screen, pilot)
            await shows(pilot, "First ranked run on wilderness 8x5,")
            await shows(pilot, "fog, compass, walk")

    async def test_the_question_and_the_list_fit_the_smallest_terminals(self):
        leave_run()
        async with asked((40, 12)) as (app, pilot):
            await shows(pilot, "y yes   n no")
            text = screen_text(app)
            assert "Resume your last run?" in text
            assert "n or any other key: later (^o)" in text
            assert re.search(r"│ *wilderness 8x5.* │", text)
            assert re.search(r"│ *4 steps, 0:06, \d{4}-\d\d-\d\d \d\d:\d\d +│", text)
            await to_screen(pilot, HomeScreen, "n")
            await pilot.resize_terminal(45, 14)
            await shows(pilot, "Saved runs", "ctrl+o")
            await shows(pilot, "4 steps, 0:06, 20")
            screen = await playing(pilot.app, pilot, "enter")
            assert screen.run.steps == 4

    async def test_a_key_that_is_no_answer_counts_on_the_screen_below(self):
        leave_run()
        async with asked() as (_, pilot):
            await to_screen(pilot, SettingsScreen, "o")
            await until(places().declined.exists, pilot)
            await to_screen(pilot, HomeScreen, "escape")
            await shows(pilot, "4 steps  0:06", "ctrl+o")

    async def test_a_game_id_pasted_over_the_question_is_taken(self):
        leave_run()
        async with asked() as (app, pilot):
            app.post_message(events.Paste(GAME_ID))
            await to_screen(pilot, HomeScreen)
            await until(lambda: str(app.screen.recipe) == GAME_ID, pilot)

    async def test_of_the_runs_left_the_last_of_each_design_stays(self):
        for seed in "abcdef":
            leave_behind(walked(f"wilson:8x5:{seed}", short=3))
        leave_behind(walked("wilson:12x8:larger", short=4))
        leave_behind(walked("wilson:8x5:day", short=5), series="daily:2026-03-01")
        leave_behind(walked("kruskal:8x5:a", short=2))
        leave_behind(walked(forked(), short=2))
        leave_behind(walked(corridor(), short=2))
        async with on_form((100, 30)) as (app, pilot):
            await until(lambda: app.services.autosave.left_behind, pilot)
            left = {run.heading.level for run in app.services.autosave.left_behind}
            app.services.store.do(lambda: None).result(LONGEST)
        named = {level for level in left if not level.startswith("maze:")}
        assert named == {"wilson:12x8:larger", "wilson:8x5:day", "kruskal:8x5:a"}
        assert len(left) == len(on_disk()) == 5, "loaded mazes are two"

    async def test_a_run_with_steps_outlives_a_later_maze_that_was_only_seen(self):
        leave_behind(walked("wilson:60x40:large", short=9))
        seen, store = Run(Level.of("wilson:8x5:seen"), Clock()), Store(print)
        seen.reveal = True
        store.begin(seen, match_named(seen.level, rules="reveal"))
        assert store.see().wait(LONGEST)
        store.close()
        leave_behind(walked("wilson:9x9:day", short=2), series="daily:2026-03-01")
        leave_behind(walked("wilson:9x9:day", short=1), series="daily:2026-03-01")
        async with on_form((100, 30)) as (app, pilot):
            await until(lambda: app.services.autosave.left_behind, pilot)
            left = [run.heading.level for run in app.services.autosave.left_behind]
        assert sorted(left) == ["wilson:60x40:large", "wilson:9x9:day", "wilson:9x9:day"]

    async def test_the_list_offers_to_clear_the_runs_without_a_name(self):
        saved_as((walked(short=3), "a name"))
        async with on_form((100, 30)) as (app, pilot):
            await shows(pilot, "a name", "ctrl+o")
            assert "clear" not in screen_text(app)
        leave_run()
        leave_behind(walked("kruskal:8x5:a", short=2))
        async with asked() as (app, pilot):
            await shows(pilot, "a name", "ctrl+o")
            await shows(pilot, "Delete 2 runs without a name?", "minus")
            await hides(pilot, "kruskal", "y")
            await hides(pilot, "clear the unnamed")
            assert "a name" in screen_text(app)
            assert app.services.autosave.left_behind == []
            app.services.store.do(lambda: None).result(LONGEST)
        assert on_disk() == []
        assert len(list(places().saves.iterdir())) == 1

    async def test_what_is_found_before_there_is_a_form_is_offered_on_it(self, monkeypatch):
        leave_run()
        monkeypatch.setattr("mazegame.app.STORE_LATEST", 0.01)
        monkeypatch.setattr(SplashScreen, "_open_next", lambda _: None)
        app = MazeApp()
        async with app.run_test(size=(100, 30)) as pilot:
            await until(lambda: app.services.autosave.left_behind, pilot)
            assert isinstance(app.screen, SplashScreen)
            app.open(factory.design())
            await to_screen(pilot, ConfirmScreen)

    @pytest.mark.long
    async def test_a_run_is_offered_once(self):
        leave_run()
        async with asked() as (app, pilot):
            await until(places().declined.exists, pilot, "n")
        async with on_home((100, 30)) as (app, pilot):
            await until(lambda: app.services.autosave.left_behind, pilot)
            assert is_on(app, HomeScreen)
        time.sleep(0.002)  # the next run is the later one
        other = Level.of("kruskal:8x5:a")
        leave_behind(walked(other, ahead(other)[:2]))
        before = read_declined(places().declined)
        async with asked() as (app, pilot):
            await shows(pilot, " 2 steps, ")
            await until(lambda: read_declined(places().declined) != before, pilot, "n")
        assert read_declined(places().declined) > before

    async def test_a_maze_that_was_seen_and_not_walked_is_listed_and_not_asked_about(self):
        run = Run(LEVEL, Clock())
        run.reveal = True
        store = Store(print)
        store.begin(run, match_named(LEVEL, rules="reveal"))
        store.see().wait(LONGEST)
        store.close()
        async with on_home((100, 30)) as (app, pilot):
            await until(lambda: app.services.autosave.left_behind, pilot)
            assert is_on(app, HomeScreen)
            assert app.services.autosave.take_offer() is None

    async def test_a_given_level_is_not_held_up(self):
        leave_run()
        app = app_playing(forked())
        async with app.run_test(size=(100, 30)) as pilot:
            await until(lambda: app.services.autosave.left_behind, pilot)
            assert is_on(app, PlayScreen)

    async def test_a_run_is_saved_under_a_name_resumed_and_deleted(self):
        async with on_level(Recipe.parse(GAME_ID), size=(100, 30)) as (app, screen, pilot):
            await walk(screen, pilot)
            await to_screen(pilot, PauseScreen, "p")
            await to_screen(pilot, NameScreen, "ctrl+s")
            app.screen.query_one(Input).value = "at [b]the[/b] door"
            await until(lambda: notified(app, "saved as at [b]the[/b] door"), pilot, "enter")
            assert len([notice for notice in notices(app) if notice.startswith("saved as")]) == 1
            await to_screen(pilot, HomeScreen, "m")
            await until(lambda: app.services.autosave.left_behind, pilot)
            await shows(pilot, "at [b]the[/b] door: wilderness", "ctrl+o")
            await to_screen(pilot, ConfirmScreen, "down", "delete")
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
        (line,) = (line for line in lines if line.startswith("here: wild"))
        date = r"20\d\d-\d\d-\d\d" + r" \d\d:\d\d" * (width > 120)
        assert re.search(rf"  1,\d{{3}} steps  [\d:]+  {date}$", line)
        assert any("n" * 40 + ": riv" in line for line in lines) == (width > 61)

    def test_on_a_small_terminal_it_has_all_of_its_name_and_the_day(self):
        (line,) = rows(saved_as((walked(short=3), "before the long bridge")), 38)
        assert re.fullmatch(r"before the long bridge +20\d\d-\d\d-\d\d", line), line

    async def test_a_run_without_its_maze_is_reported(self):
        leave_behind(walked(forked(), short=2))
        (maze,) = places().mazes.iterdir()
        maze.unlink()
        async with asked() as (app, pilot):
            await until(lambda: notified(app, "is not kept here"), pilot, "y")
            await to_screen(pilot, HomeScreen)
        assert len(on_disk()) == 1


class TestChoices:
    async def test_the_form_begins_with_what_was_played_last(self):
        write_settings_text("reveal = false\n")  # so that no maze that was seen is to be resumed
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
        async with on_home() as (app, _):
            assert app.screen.race == one_rival(4.0)
            assert app.screen.rules == Rules(fog=True, countdown=True, reveal=True)
            assert app.screen.recipe.algorithm == "recursive-backtracker"


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
        await to_screen(pilot, HomeScreen, "m")
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
            await to_screen(pilot, HomeScreen, "m")
            await look_into_lists(pilot)
            await shows(pilot, "cannot be read", "0")
            await playing(app, pilot, "escape", "enter")


@pytest.mark.long
async def test_a_journal_under_the_name_of_a_saved_run_is_listed_too():
    saved_as((walked(LEVEL, short=3), "here"))
    (saved,) = places().saves.iterdir()
    places().running.mkdir(exist_ok=True)
    for copy in (places().running / saved.name, places().saves / f"copy-{saved.name}"):
        copy.write_bytes(saved.read_bytes())
    async with asked() as (app, pilot):
        await to_screen(pilot, HomeScreen, "n")
        await until(lambda: screen_text(app).count("here: wilderness 8x5") == 3, pilot, "ctrl+o")

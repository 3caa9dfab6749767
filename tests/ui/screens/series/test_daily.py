"""The daily screen: the calendar, the one try, its share line, the solution, the marathon."""

import contextlib
import datetime as dt
import re
import threading
from datetime import date

import pytest
import time_machine

from mazegame.app import MazeApp
from mazegame.drawing.wall_map import WallMap
from mazegame.engine import Level, Recipe
from mazegame.game.modes import daily as rules_module
from mazegame.game.modes import marathon as marathon_module
from mazegame.game.modes.daily import daily_title
from mazegame.game.modes.marathon import MarathonSeries, parse_week
from mazegame.game.recording.ghost_code import parse_ghost_code, walk_of
from mazegame.game.words import capital
from mazegame.screens import factory, match_screen
from mazegame.screens.ended.result import ResultScreen
from mazegame.screens.playing.play import PlayScreen
from mazegame.screens.series import daily as screen_module
from mazegame.screens.series.daily import DailyScreen
from mazegame.screens.series.marathon import MarathonEndScreen, MarathonScreen
from mazegame.screens.series.solution import SolutionScreen
from mazegame.widgets.maze.maze_pane import MazePane
from mazegame.widgets.series.daily import Month
from tests.game.mazes import walked
from tests.store.conftest import finish_game, in_the_book, leave_behind, played
from tests.ui.conftest import (
    finish,
    hides,
    keys_to_b,
    on_screen,
    playing,
    press_at_once,
    screen_text,
    shows,
    to_screen,
    until,
    walk_to_b,
)
from tests.waiting import LONGEST

pytestmark = pytest.mark.core

NOON = dt.datetime(2028, 2, 29, 12, tzinfo=dt.UTC)
GAME_ID = "wilson:7x5:{day}"


@pytest.fixture(autouse=True)
def small_mazes(monkeypatch):
    """Make a small maze for every day, so that no test waits for the choice of a real one."""
    for module in (screen_module, rules_module):
        monkeypatch.setattr(module, "daily", lambda day: Recipe.parse(GAME_ID.format(day=day)))
    legs = tuple(Recipe.parse(f"wilson:6x4:leg-{n}") for n in (1, 2))
    for module in (screen_module, marathon_module):
        monkeypatch.setattr(module, "marathon", lambda week: legs)


@pytest.fixture
def noon():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def play_tries(days: int) -> None:
    """Play the tries of the days before today, one of them not to its end."""
    for number in range(days, 0, -1):
        when = NOON - dt.timedelta(days=number)
        day = when.date().isoformat()
        with time_machine.travel(when, tick=False):
            run = walked(GAME_ID.format(day=day), detours=number % 3 * 3)
            finish_game(run, series=f"daily:{day}")


@contextlib.asynccontextmanager
async def on_daily(size=(80, 24)):
    """Run an app that begins with the calendar."""
    async with on_screen(factory.daily_maze, size=size) as (app, screen, pilot):
        await shows(pilot, "February 2028")
        yield app, screen, pilot


async def test_the_one_try_is_ranked_and_can_be_shared(noon):
    play_tries(3)
    async with on_daily() as (app, _, pilot):
        await shows(pilot, "3 days in a row")
        assert "one ranked try, 12 h 0 min left" in screen_text(app)
        assert "(b: its path)" in screen_text(app)
        screen = await playing(app, pilot, "enter")
        await finish(screen, pilot)
        app.screen.dismiss("menu")
        await shows(pilot, "4 days in a row")
        await shows(pilot, "mazegame daily 2028-02-29")
        assert "★★★" in screen_text(app)
        await pilot.press("space")
        assert app.clipboard.startswith("mazegame daily 2028-02-29, wilderness  ★★★  1,000")
        code = parse_ghost_code(app.clipboard.split()[-1])
        assert str(code.recipe) == "wilson:7x5:2028-02-29"
        assert walk_of(code, screen.run.level).moves == screen.run.moves
        assert "=1" not in screen_text(app), "the shown line is short"


@pytest.mark.usefixtures("noon")
async def test_without_colours_the_invitation_is_reversed(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with on_daily() as (_, screen, pilot):
        line = screen.query_one("#invitation")
        await until(lambda: line.has_class("-ranked"), pilot)
        assert line.styles.text_style.reverse


async def test_two_enters_at_once_play_and_do_not_reveal(noon, monkeypatch):
    monkeypatch.setattr(match_screen, "CALM_SECONDS", LONGEST)
    async with on_daily() as (_, _, pilot):
        await shows(pilot, "wilson:7x5:2028-02-29")
        await press_at_once(pilot, "enter", "enter")
        screen = await to_screen(pilot, PlayScreen)
        await until(lambda: screen.session and screen.session.waits, pilot)
        await pilot.pause()
        assert not screen.session.revealed


async def test_keys_choose_a_day_between_the_first_and_today(noon):
    async with on_daily() as (_, screen, pilot):
        for choose, by, day in (
            (screen.action_go, -29, date(2028, 1, 31)),
            (screen.action_go_month, 1, date(2028, 2, 29)),
            (screen.action_go, -800, date(2026, 1, 1)),
            (screen.action_go_month, -1, date(2026, 1, 1)),
        ):
            choose(by)
            assert screen.chosen == day
        await pilot.press("pageup", "home")
        assert screen.chosen == date(2028, 2, 29)


async def test_days_to_come_are_not_played_and_a_clock_that_was_set_back_is_reported(noon):
    play_tries(1)
    noon.move_to(NOON - dt.timedelta(days=9))
    async with on_daily() as (app, screen, pilot):
        await shows(pilot, "clock was ahead once")
        await shows(pilot, "still to come", "right", "enter")
        assert app.screen is screen
        await pilot.press("pagedown", "pagedown")
        assert screen.chosen == date(2028, 2, 29), "to the end of the month that is begun"


async def test_a_click_chooses_a_day_and_its_solution_can_be_seen(noon):
    play_tries(3)
    async with on_daily() as (app, screen, pilot):
        await shows(pilot, "★")
        lines = screen_text(app).splitlines()
        month = next(one for one in screen.query(Month) if one.region)
        y = next(y for y, line in enumerate(lines) if " 22 " in line[month.region.x :])
        x = lines[y].index(" 22 ", month.region.x) + 1
        await pilot.click(offset=(x, y))
        assert screen.chosen == date(2028, 2, 22)
        await to_screen(pilot, SolutionScreen, "home", "b")
        await shows(pilot, "2028-02-28")
        seen = app.services.store.query_after_writes(
            lambda book: book._base.execute("SELECT shown FROM mazes WHERE shown").fetchall()
        )
        assert seen == [(1,)]


async def test_another_day_is_not_played_because_one_before_it_was_wanted(noon, monkeypatch):
    chosen, small = threading.Event(), screen_module.daily

    def slow(day: date) -> Recipe:
        chosen.wait(LONGEST)
        return small(day)

    monkeypatch.setattr(screen_module, "daily", slow)
    async with on_daily() as (app, screen, pilot):
        await shows(pilot, "choosing the maze", "enter")
        await hides(pilot, "choosing the maze", "left")
        chosen.set()
        await shows(pilot, "wilson:7x5:2028-02-28")
        assert app.screen is screen


@pytest.mark.variants
@pytest.mark.parametrize("moved", [dt.datetime(1970, 1, 2), dt.datetime(2262, 4, 1)])
async def test_a_clock_that_jumps_during_the_try_takes_nothing(noon, moved):
    async with on_daily() as (app, _, pilot):
        screen = await playing(app, pilot, "enter")
        await pilot.press(keys_to_b(screen.run)[0])
        noon.move_to(moved.replace(tzinfo=dt.UTC))
        await finish(screen, pilot)
        assert 0 <= screen.run.stopwatch.seconds < LONGEST
        app.screen.dismiss("menu")
        screen = await to_screen(pilot, DailyScreen)
        for opened, words in ((factory.statistics(), "Days"), (factory.profile(), "wilson")):
            screen.open(opened)
            await to_screen(pilot, opened)
            await shows(pilot, words)
            opened.dismiss()
        await to_screen(pilot, DailyScreen)
        noon.move_to(NOON)
        app.screen.on_screen_resume()
        await shows(pilot, "★★★", "home")


async def test_a_marathon_goes_from_leg_to_leg_and_has_an_end_of_its_own(noon):
    async with on_daily() as (app, screen, pilot):
        await to_screen(pilot, MarathonScreen, "4")
        play = await playing(app, pilot, "enter")
        await shows(pilot, "You leave what it is a part of", "r")
        await to_screen(pilot, play, "n")
        for leg in (1, 2):
            await until(lambda: app.screen is play and not play.run.finished, pilot)
            assert play.run.level.recipe.seed == f"leg-{leg}"
            await walk_to_b(play, pilot)
            await to_screen(pilot, ResultScreen)
            await shows(pilot, ("⏎ next", "⏎ the end")[leg - 1])
            app.screen.dismiss(("next", "menu")[leg - 1])
        await to_screen(pilot, MarathonEndScreen)
        await shows(pilot, "2028-W09: 2,000 of 2,000 points")
        await shows(pilot, "Your first marathon of this week.")
        await shows(pilot, "★★★ 1,000")
        await pilot.press("space")
        assert app.clipboard == "mazegame marathon 2028-W09  2,000 points  ★★★ ★★★"
        await to_screen(pilot, screen, "enter")
        await shows(pilot, "leg 2 of 7 was reached")


@pytest.mark.parametrize("key", ["4", "click"])
async def test_no_marathon_starts_before_it_was_said_what_it_is(noon, key):
    async with on_daily() as (app, screen, pilot):
        if key == "click":
            await pilot.click("#door")
        else:
            await pilot.press(key)
        await to_screen(pilot, MarathonScreen)
        await shows(pilot, "Seven mazes in a row")
        await to_screen(pilot, screen, "escape")
        assert not any(isinstance(one, PlayScreen) for one in app.screen_stack)
        assert "continue leg" not in screen_text(app)


async def test_a_leg_left_on_its_way_is_continued_or_a_new_attempt_begun(noon):
    leave_behind(walked("wilson:6x4:leg-1", short=3), series="marathon:2028-W09:a:1")
    leave_behind(walked("wilson:6x4:old", short=3), series="marathon:2028-W08:b:1")
    async with on_daily() as (app, screen, pilot):
        await until(lambda: len(app.services.autosave.left_behind) == 2, pilot)
        await shows(pilot, "continue leg 1", "4")
        play = await playing(app, pilot, "enter")
        assert play.run.remaining == 3
        play.dismiss()
        await to_screen(pilot, screen)
        await shows(pilot, "new attempt", "4")
        play = await playing(app, pilot, "n")
        assert play.run.steps == 0


@pytest.mark.parametrize("size", [(45, 14), (80, 24), (120, 35), (200, 60)])
async def test_the_end_of_a_marathon_is_whole_in_every_size(size):
    legs = tuple(Recipe.parse(f"wilson:6x4:leg-{n}") for n in range(7))
    for number in range(1, 8):
        in_the_book(
            played(walked(f"wilson:6x4:leg-{number}"), series=f"marathon:2028-W09:b:{number}")
        )
    series = MarathonSeries("2028-W09", "a", legs, (900, 1000, 0, 800, 700, 600))
    run = walked("wilson:6x4:leg-6")
    async with on_screen(lambda: factory.marathon_end(series, run), size=size) as (app, _, pilot):
        await shows(pilot, "Your best of this week is 7,000 points.")
        text = screen_text(app)
        assert "2028-W09: 5,000 of 7,000 points" in text
        assert [
            f"{n}  {capital(daily_title(parse_week('2028-W09') + dt.timedelta(n - 1)))[:12]}"
            in text
            for n in range(1, 8)
        ] == [True] * 7
        assert "share line" in text


@pytest.mark.variants
@pytest.mark.parametrize("size", [(45, 14), (72, 24), (80, 24), (100, 30), (120, 35), (200, 60)])
async def test_the_calendar_is_in_the_middle(noon, size):
    play_tries(2)
    async with on_daily(size) as (app, screen, pilot):
        await shows(pilot, "2 days in a row")
        regions = [w.region for w in screen.query("#middle Static, #card, Month") if w.region]
        left, right = min(r.x for r in regions), max(r.right for r in regions)
        assert abs(left - (size[0] - right)) <= 2
        assert right - left >= min(size[0] - 20, 184) or size[0] < 72
        text = screen_text(app)
        if size[0] >= 80:
            assert "4 runs the week's seven in a row" in text
        assert "4 marathon" in text


@pytest.mark.parametrize(
    ("target", "opens"), [("#invitation", PlayScreen), ("#door", MarathonScreen)]
)
async def test_a_click_on_the_invitation_plays_and_one_on_the_marathon_opens_it(
    noon, target, opens
):
    async with on_daily() as (_, screen, pilot):
        await until(lambda: screen.chosen in screen._recipes, pilot)
        await pilot.click(target)
        await to_screen(pilot, opens)


@pytest.mark.long
async def test_the_command_line_plays_at_once_and_ends_at_the_calendar(noon):
    app = MazeApp(lambda: factory.daily_maze(NOON.date(), play=True))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        await shows(pilot, "Paused", "escape")
        assert "n     next" not in screen_text(app)
        assert "r     restart" in screen_text(app)
        await to_screen(pilot, screen, "n", "escape")
        await shows(pilot, " 1 step ", keys_to_b(screen.run)[0])
        assert "daily 2028-02-29, " in screen_text(app), "the title stays"
        await finish(screen, pilot)
        await shows(pilot, "daily 2028-02-29, ")
        app.screen.dismiss("menu")
        await to_screen(pilot, DailyScreen)


async def test_a_try_left_on_its_way_is_gone_on_with(noon):
    left = walked(GAME_ID.format(day="2028-02-29"), short=3)
    leave_behind(left, series="daily:2028-02-29")
    app = MazeApp(lambda: factory.daily_maze(NOON.date(), play=True))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await playing(app, pilot)
        assert screen.run.remaining == 3
        await shows(pilot, "daily 2028-02-29, one ranked try")
        await finish(screen, pilot)
        app.screen.dismiss("menu")
        await shows(pilot, "1 day in a row")
        assert "★★★" in screen_text(app)


async def test_a_restart_says_that_it_ends_the_one_ranked_try(noon):
    async with on_daily() as (app, calendar, pilot):
        await shows(pilot, "Play today's maze")
        screen = await playing(app, pilot, "enter")
        await shows(pilot, "daily 2028-02-29, one ranked try")
        assert not screen.first_match.series.known
        await pilot.press(keys_to_b(screen.run)[0])
        await shows(pilot, "the day's one ranked try", "r")
        await to_screen(pilot, screen, "n")
        assert screen.run.steps == 1
        await shows(pilot, "the day's one ranked try", "r")
        await shows(pilot, "daily 2028-02-29, practice", "y")
        await pilot.press(keys_to_b(screen.run)[0], "r")
        assert app.screen is screen, "practice is not asked about"
        screen.dismiss()
        await to_screen(pilot, calendar)
        await shows(pilot, "unfinished: the ranked try is used")
        await shows(pilot, "again, as practice")
        screen = await playing(app, pilot, "enter")
        await shows(pilot, "daily 2028-02-29, practice")
        assert screen.run.steps == 0


@pytest.mark.usefixtures("noon")
async def test_the_maze_of_the_day_is_practice_for_who_has_seen_it():
    finish_game(walked(GAME_ID.format(day="2028-02-29")))  # in free play, by its game ID
    async with on_daily() as (app, _, pilot):
        await shows(pilot, "you know this maze: practice")
        assert "Play today's maze" not in screen_text(app)
        screen = await playing(app, pilot, "enter")
        await shows(pilot, "daily 2028-02-29, practice")
        assert screen.first_match.series.known


async def test_a_second_start_shows_the_result_and_the_share_line(noon):
    finish_game(walked(GAME_ID.format(day="2028-02-29")), series="daily:2028-02-29")
    app = MazeApp(lambda: factory.daily_maze(NOON.date(), play=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(pilot, "mazegame daily 2028-02-29")
        await shows(pilot, "★★★  1,000 points")
        await shows(pilot, "again, as practice")
        assert isinstance(app.screen, DailyScreen)
        screen = await playing(app, pilot, "enter")
        await shows(pilot, "daily 2028-02-29, practice")
        assert screen.run.steps == 0
        assert screen.first_match.series.known, "its walls need no second reveal"


async def test_a_past_day_that_was_just_played_needs_no_second_reveal(noon):
    async with on_daily() as (app, calendar, pilot):
        await pilot.press("left")
        await shows(pilot, "wilson:7x5:2028-02-28")
        first = await playing(app, pilot, "enter")
        assert not first.first_match.series.known
        await finish(first, pilot)
        app.screen.dismiss("menu")
        await to_screen(pilot, calendar)
        await until(lambda: calendar.chosen in calendar._known_mazes, pilot)
        second = await playing(app, pilot, "enter")
        assert second.first_match.series.known


async def test_the_month_is_whole_on_low_and_wide_terminals(noon):
    async with on_daily((120, 24)) as (app, _, pilot):
        for size in ((120, 24), (160, 24), (160, 30), (170, 44), (200, 60), (80, 24)):
            await pilot.resize_terminal(*size)
            month, column = app.screen.query_one(Month), app.screen.query_one("#right")

            def is_whole(size=size, month=month, column=column) -> bool:
                return app.screen.size == size and column.region.contains_region(month.region)

            await until(is_whole, pilot)


@pytest.mark.variants
async def test_a_wide_screen_shows_the_week_and_a_maze_once_it_was_walked(noon, monkeypatch):
    longest = "recursive backtracker with loops"
    titles = {28: f"{longest} and a name that is longer"}
    monkeypatch.setattr(
        "mazegame.widgets.series.daily.daily_title", lambda day: titles.get(day.day, longest)
    )
    play_tries(1)
    async with on_daily((120, 35)) as (app, _, pilot):
        await shows(pilot, "points  maze")
        assert longest.capitalize() in screen_text(app)
        cut = re.search(rf"{longest.capitalize()} [a-z ]*…", screen_text(app))
        assert cut, "of another name as much as fits"
        pane = app.screen.query_one(MazePane)
        today = "2028-02-29"
        await shows(pilot, f"wilson:7x5:{today}")
        await until(lambda: pane.scene is not None and pane.scene.veiled, pilot)
        assert sum(map(len, pane.scene.ends.values())) == 2, "A and B"
        await pilot.press("left")  # whose try is over
        await until(lambda: not pane.scene.veiled, pilot)
        assert screen_text(app).count("Mo 28") == 1
        await pilot.press("left", "left", "left", "left", "left")  # a Wednesday, in fog
        await until(lambda: pane.scene.veiled, pilot)
        assert sum(map(len, pane.scene.ends.values())) == 1, "B is not in sight"
        await pilot.resize_terminal(80, 24)
        await until(lambda: not pane.region, pilot)
        await pilot.resize_terminal(45, 14)
        await hides(pilot, "points  maze")


@pytest.mark.usefixtures("noon")
async def test_the_maze_is_drawn_anew_in_another_size(monkeypatch):
    monkeypatch.setattr(screen_module, "daily", lambda _: Recipe.parse("wilson:40x12:a"))
    finish_game(walked("wilson:40x12:a"), series="daily:2028-02-29")
    async with on_daily((120, 30)) as (app, _, pilot):
        await shows(pilot, "points  maze")
        pane = app.screen.query_one(MazePane)
        await until(lambda: isinstance(pane.drawing, WallMap) and pane.sees((11, 39)), pilot)
        await pilot.resize_terminal(200, 60)
        await until(lambda: not isinstance(pane.drawing, WallMap), pilot)
        await until(lambda: pane.sees((11, 39)), pilot)


async def test_a_long_game_id_is_whole(noon, monkeypatch):
    long = Recipe.parse("recursive-backtracker:30x15:weights=N12E2S40W2,braid=25:2028-02-29-3")
    monkeypatch.setattr(screen_module, "daily", lambda _: long)
    async with on_daily() as (app, _, pilot):
        await shows(pilot, "recursive-backtracker:30x15")
        month, rows = app.screen.query_one(Month).region, screen_text(app).splitlines()
        assert str(long) in "".join(row[: month.x].strip(" │") for row in rows)


async def test_a_solution_larger_than_the_window_begins_with_the_map_and_is_zoomed_from_a_on():
    level = Level.of(Recipe.parse("wilson:30x15:a"))
    async with on_screen(lambda: factory.solution(level, "2028-02-28"), size=(45, 14)) as (
        _,
        screen,
        pilot,
    ):
        pane = screen.query_one(MazePane)
        await until(lambda: pane.drawing is not None and pane.sees(level.start), pilot)
        assert pane.sees((14, 29))
        await pilot.press("plus")
        assert pane.sees(level.start)
        assert not pane.sees((14, 29))

"""The scores: runs listed, plotted, watched and exported, on every size of terminal."""

import contextlib
import math
import sqlite3
from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual.content import Content

from mazegame.app import MazeApp
from mazegame.engine import Level, Recipe
from mazegame.formats.replay import load_replay, prove
from mazegame.game.career.achievements import ACHIEVEMENTS
from mazegame.game.career.statistics import RivalResult
from mazegame.screens import factory
from mazegame.screens.career import scores
from mazegame.screens.career.scores import (
    DAY,
    LISTED,
    RATING,
    ScoresScreen,
    cells_of,
    plot,
    run_columns,
)
from mazegame.screens.ended.replay import ReplayScreen
from mazegame.screens.home.home import HomeScreen
from mazegame.screens.settings import SettingsScreen
from mazegame.store.book.book import ScoreBook
from mazegame.store.book.report import maze_title, when
from mazegame.store.places import places
from mazegame.widgets.maze.maze_pane import MazePane
from mazegame.widgets.text.row_table import width_of
from tests.game.mazes import walked
from tests.store.conftest import in_the_book, only_readable, played
from tests.ui.conftest import (
    app_playing,
    finish,
    hides,
    is_on,
    notices,
    notified,
    on_home,
    on_screen,
    playing,
    screen_text,
    shows,
    to_screen,
    until,
)
from tests.waiting import LONGEST

GAME_ID = "wilson:8x5:kite-7"


@contextlib.asynccontextmanager
async def on_scores(size=(80, 24)):
    async with on_home(size) as (app, pilot):
        await to_screen(pilot, ScoresScreen, "0")
        yield app, pilot


@pytest.fixture
def book():
    for number in range(12):
        run = walked(f"wilson:8x5:s{number}", detours=number % 3)
        rivals = (RivalResult("shortest", 8.0, 9000, won=number % 4 == 1),) * (number % 2)
        in_the_book(played(run, rivals=rivals))


async def test_empty_lists_say_so_and_name_no_key_that_does_nothing():
    async with on_home() as (app, pilot):
        await shows(pilot, "None yet. In a game press p", "ctrl+o")
        assert "delete it" not in screen_text(app)
        await to_screen(pilot, HomeScreen, "escape")
        await shows(pilot, "Nothing was finished yet", "0")
        await pilot.press("enter", "e", "c")
        assert is_on(app, ScoresScreen)


@pytest.mark.variants
@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("size", [(45, 14), (80, 24), (120, 35), (200, 60)])
async def test_the_panes_use_the_whole_width(size):
    async with on_screen(factory.profile, size=size) as (_, screen, pilot):
        await shows(pilot, "wilderness 8x5")
        panes = [pane.region for pane in screen.query("#runs, #bests, #figures") if pane.region]
        assert min(region.x for region in panes) == 0
        assert max(region.right for region in panes) == size[0]
        assert len(panes) == (3 if size[0] >= 110 else 2)
        table = screen.runs.region
        assert screen.runs.virtual_size.width >= table.width - 4, "so do its columns"
        assert not screen.runs.max_scroll_x


@pytest.mark.usefixtures("book")
async def test_tab_goes_through_the_panes_and_t_through_the_profile():
    async with on_screen(factory.profile, size=(120, 35)) as (app, screen, pilot):
        await until(lambda: screen.runs.has_focus, pilot)
        for name in ("categories", "figures", "latest"):
            await pilot.press("tab")
            assert screen.focused.id == name
        await shows(pilot, "What to practise", "t")
        await shows(pilot, f"of {len(ACHIEVEMENTS)} achievements", "t")
        await shows(pilot, "personal bests", "t")
        assert len(app.screen_stack) == 2


@pytest.mark.usefixtures("book")
async def test_a_row_is_chosen_by_a_click_and_watched_by_another():
    async with on_screen(factory.profile, size=(100, 30)) as (_, screen, pilot):
        await until(lambda: screen.runs.row_count == 12, pilot)
        await pilot.click("#latest", offset=(20, 3))
        assert screen.runs.cursor_row == 2
        await pilot.click("#latest", offset=(20, 3))
        await to_screen(pilot, ReplayScreen)


@pytest.mark.usefixtures("book")
async def test_a_run_is_watched_exported_and_verified():
    async with on_scores((100, 30)) as (app, pilot):
        await until(lambda: app.screen.runs.row_count, pilot)
        await until(places().replays.exists, pilot, "down", "e")
        await until(lambda: list(places().replays.glob("*.replay")), pilot)
        await until(lambda: notified(app, f"written: {places().replays}"), pilot)
        await to_screen(pilot, ReplayScreen, "enter")
        assert str(app.screen.playback.run.level.recipe) == "wilson:8x5:s10"
        await to_screen(pilot, ScoresScreen, "escape")
        screen = await playing(app, pilot, "g")
        assert str(screen.run.level.recipe) == "wilson:8x5:s10"
        await shows(pilot, "ghost")
    (path,) = places().replays.iterdir()
    assert path.name == "11-wilson-8x5-s10.replay"
    assert prove(Level.of(Recipe.parse("wilson:8x5:s10")), load_replay(path)).finished


@pytest.mark.usefixtures("book")
async def test_in_another_size_runs_have_other_columns_and_the_walk_of_the_chosen_one():
    async with on_scores((200, 60)) as (app, pilot):
        pane = app.screen.query_one(MazePane)
        await until(lambda: pane.scene is not None, pilot)
        assert " medal " in screen_text(app)
        first = pane.scene
        await pilot.press("down")
        await until(lambda: pane.scene is not None and pane.scene is not first, pilot)
        await pilot.resize_terminal(80, 24)
        await until(lambda: not pane.region, pilot)
        await shows(pilot, " medal ")
        await pilot.resize_terminal(45, 14)
        await hides(pilot, "eff.")
        await pilot.resize_terminal(200, 60)
        await shows(pilot, "medal")


@pytest.mark.usefixtures("book")
async def test_the_profile_reads_its_scores_itself():
    async with on_screen(factory.profile) as (app, _, pilot):
        await shows(pilot, "wilson:8x5:s11")  # on the frame
        await shows(pilot, "you", "down", "enter")
        assert is_on(app, ReplayScreen)


@pytest.mark.long
async def test_what_is_not_in_the_first_frame_is_listed_too():
    later = [walked("wilson:8x5:later") for _ in range(LISTED - 1)]
    in_the_book(walked("wilson:8x5:first"), *later)
    async with on_scores() as (app, pilot):
        await until(lambda: app.screen.runs.row_count, pilot)
        await shows(pilot, "wilson:8x5:first", "end")
        assert app.screen.chosen.level == "wilson:8x5:first"


@pytest.mark.parametrize(
    ("width", "longest", "titles", "name"),
    [
        (38, 12, "score time maze", 16),
        (40, 12, "score time maze", 18),
        (43, 12, "score time maze date", 14),
        (60, 40, "score race time maze date", 25),
        (60, 17, "score race time maze date", 20),
        (69, 30, "score race time eff. maze date", 23),
        (75, 60, "score race time eff. maze date", 24),
        (75, 14, "score race time eff. medal maze date", 16),
        (116, 30, "score race time eff. medal maze date", 51),
    ],
)
def test_names_have_room_before_dates_and_more_columns(width, longest, titles, name):
    columns = run_columns(width, longest)
    assert " ".join(one.title for one in columns) == titles
    assert width_of(columns) <= width
    assert next(one.width for one in columns if one.title == "maze") == name


LONG = "recursive-backtracker:19x9:weights=30-1+1-30+1-30+30-1,zones=quarters:kite-7"
NAMED = "river weights=30-1+1-30+1-30+30-1 zones=quarters 19x9"


@pytest.mark.parametrize(
    ("game_id", "width", "line"),
    [
        ("wilson:8x5:kite-7", 58, "★★|won|0:01.4|wilderness 8x5"),
        ("wilson:8x5:kite-7", 43, "★★|0:01.4|wilderness 8x5"),
        ("wilson:8x5:迷路迷路", 75, " 882 ★★|won|0:01.6|88%||wilderness 8x5"),
        (LONG, 100, f" 981 ★★★|won|0:10.7|98%||{NAMED}"),
    ],
)
def test_a_run_has_its_numbers_whole_and_as_much_of_its_name_as_fits(game_id, width, line):
    won, run = (RivalResult("shortest", 8.0, 9000, won=True),), walked(game_id, detours=1)
    in_the_book(played(run, rivals=won), run)
    with contextlib.closing(ScoreBook(places().scores)) as book:
        again, row = book.overview().history
    columns = run_columns(width, cell_len(maze_title(row)))
    assert "|".join(cells_of(row, columns)[:-1]).startswith(line)
    date = cells_of(row, columns)[-1]
    assert date == (when(row.done)[5:10] if columns[-1] == DAY else when(row.done)[: len(date)])
    brief, whole = run_columns(40, 12), run_columns(116, 12)
    assert cells_of(again, brief)[0] == "practice"
    assert whole[0] == RATING
    assert cells_of(again, whole)[0] == f"{again.score:>4} practice"


async def test_locked_scores_are_reported_without_a_delay():
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
async def test_the_scores_of_a_read_only_home_are_shown(book, own_home):
    app = MazeApp()
    with only_readable(own_home):
        async with on_home(app=app) as (_, pilot):
            await shows(pilot, "12 runs", "0")
            await until(lambda: app.screen.runs.row_count, pilot)
            await pilot.press("e")
            await until(
                lambda: notified(
                    app, f"nothing can be written to {places().replays}: Permission denied"
                ),
                pilot,
            )
            await to_screen(pilot, SettingsScreen, "escape", "o")
            await pilot.press("right", "right", "right")
            await until(lambda: notified(app, "the settings cannot be written"), pilot)
            await until(lambda: app.theme == app.config.look.theme, pilot)
            app.services.store.do(lambda: None).result(LONGEST)
            await pilot.pause()
            assert len(notices(app)) == 2


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


async def test_practice_alone_has_no_empty_heading():
    with contextlib.closing(ScoreBook(places().scores)) as book:
        book.note_walk("wilson:8x6:a", "given up", 3)
    in_the_book(walked("wilson:8x6:a"))
    async with on_scores((80, 24)) as (app, pilot):
        await shows(pilot, "None yet: the first walk of a maze is ranked.")
        assert "Efficiency" not in screen_text(app)


async def test_a_name_that_looks_like_markup_is_only_text_on_the_frame():
    name = "maze[/b].txt"
    in_the_book(played(walked("wilson:8x6:a"), maze=name))
    async with on_scores((200, 60)) as (app, pilot):
        await until(lambda: app.screen.chosen is not None, pilot)
        await shows(pilot, name)
        runs = app.screen.query_one("#runs")
        await until(lambda: Content.from_markup(runs.border_subtitle).plain == name, pilot)
        await pilot.resize_terminal(45, 14)
        await until(lambda: Content.from_markup(runs.border_title).plain == name, pilot)


async def test_the_game_id_of_the_chosen_run_stands_on_the_frame():
    names = ("wilson:8x6:a", "recursive-backtracker:10x6:maple")
    in_the_book(*(played(walked(name), rules="reveal") for name in names))
    async with on_scores((45, 14)) as (app, pilot):
        await until(lambda: app.screen.runs.row_count, pilot)
        runs, text = app.screen.query_one("#runs"), screen_text(app)
        assert "river 10x6" in text, "a best has its plain name"
        assert "Efficiency, last" not in text, "no plot"
        for name in (names[1], names[0]):
            await until(lambda name=name: name == runs.border_title, pilot)
            await pilot.press("down")
        await pilot.resize_terminal(200, 60)
        await until(lambda: runs.border_subtitle == names[0], pilot)
        assert runs.border_title == "latest runs"
        await shows(pilot, "wilderness · Wilson")


@pytest.mark.parametrize("size", [(80, 24), (120, 35)])
async def test_names_are_whole_and_come_before_the_column_of_medals(size):
    in_the_book(*(played(walked(f"recursive-backtracker:39x20:k{n}")) for n in range(2)))
    async with on_scores(size) as (_, pilot):
        await shows(pilot, "river 39x20 ")


async def test_an_arrow_key_asks_for_no_other_columns_and_the_same_run_for_no_other_maze(
    monkeypatch,
):
    in_the_book(*(walked(f"wilson:8x6:k{n}") for n in range(3)))
    async with on_scores((120, 35)) as (app, pilot):
        screen = app.screen
        await until(lambda: screen.query_one(MazePane).scene, pilot)
        asked, scene = [], screen.query_one(MazePane).scene
        monkeypatch.setattr(scores, "maze_title", asked.append)
        await until(lambda: screen.chosen.level.endswith("k1"), pilot, "down")
        await until(lambda: screen.query_one(MazePane).scene not in (None, scene), pilot)
        assert asked == []
        scene = screen.query_one(MazePane).scene
        monkeypatch.undo()
        screen._read(replace(screen.overview, history=tuple(map(replace, screen.overview.history))))
        await pilot.pause()
        screen._make_picture(screen.chosen)
        assert screen.query_one(MazePane).scene is scene


async def test_without_a_run_a_card_says_what_will_stand_here():
    async with on_scores((45, 14)) as (app, pilot):
        await shows(pilot, "Press esc, then Enter")
        card = app.screen.query_one("#nothing")
        assert card.region.x == 1
        assert card.region.right == 44
        text = screen_text(app)
        assert "Press esc, then Enter, to play one." in text
        assert "beside your best" in text
        assert "other pane" not in text


async def test_the_runs_of_a_sound_book_that_was_set_aside_are_offered_and_taken_back():
    in_the_book(walked("wilson:8x6:old"), walked("wilson:8x6:older"))
    places().scores.rename(places().data / "scores.sqlite3.damaged-1")
    in_the_book(walked("wilson:8x6:new"))
    async with on_home() as (app, pilot):
        said = "2 runs in scores.sqlite3.damaged-1, a sound book that was set aside"
        await until(lambda: notified(app, said), pilot)
        await shows(pilot, "Take 2 runs back into the scores?", "0")
        await until(lambda: is_on(app, ScoresScreen), pilot, "escape")
        assert app.screen.overview.runs == 1
        await pilot.press("escape")
        await shows(pilot, "Take 2 runs back into the scores?", "0")
        await until(lambda: notified(app, "2 runs added to the scores"), pilot, "y")
        await until(lambda: is_on(app, ScoresScreen), pilot)
        await until(lambda: app.screen.overview.runs == 3, pilot)
        assert [line.level[-3:] for line in app.screen.overview.history] == [
            "new", "der", "old",
        ]  # fmt: skip
        assert app.screen.runs.row_count == 3


async def test_runs_that_are_taken_back_into_an_empty_book_are_shown_at_once():
    in_the_book(walked("wilson:8x6:old"), walked("kruskal:8x6:old"))
    places().scores.rename(places().data / "scores.sqlite3.damaged-1")
    async with on_home((120, 35)) as (app, pilot):
        await until(lambda: notified(app, "a sound book that was set aside"), pilot)
        await shows(pilot, "Take 2 runs back into the scores?", "0")
        await until(lambda: is_on(app, ScoresScreen), pilot, "y")
        await until(lambda: app.screen.runs.row_count == 2, pilot)
        await until(lambda: app.screen.query_one("#categories").row_count == 2, pilot)

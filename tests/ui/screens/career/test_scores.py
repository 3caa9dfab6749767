"""The scores: what a low terminal begins with, and where the maze of a run has room."""

import contextlib

from mazegame.screens import routes
from mazegame.store.book.book import ScoreBook
from mazegame.store.places import places
from tests.game.mazes import walked
from tests.store.conftest import in_the_book
from tests.ui.conftest import on_form, screen_text, shows, to_screen, until


@contextlib.asynccontextmanager
async def on_scores(size):
    async with on_form(size) as (app, pilot):
        await to_screen(pilot, routes.Scores, "0")
        yield app, pilot


async def test_a_low_screen_begins_with_the_bests_in_place_of_the_plot():
    in_the_book(*(walked(f"wilson:8x6:k{number}", detours=number % 3) for number in range(5)))
    async with on_scores((45, 14)) as (app, _):
        assert screen_text(app).index("Personal") < screen_text(app).index("Efficiency")


async def test_practice_alone_has_no_empty_heading():
    with contextlib.closing(ScoreBook(places().scores)) as book:
        book.note_walk("wilson:8x6:a", "given up", 3)
    in_the_book(walked("wilson:8x6:a"))
    async with on_scores((80, 24)) as (app, pilot):
        await shows(pilot, "None yet: the first walk of a maze is ranked.")
        assert "Efficiency" not in screen_text(app)


async def test_where_names_have_no_room_the_whole_one_of_the_chosen_run_stands_above():
    names = ("wilson:8x6:a", "recursive-backtracker:10x6:maple")
    in_the_book(*map(walked, names))
    async with on_scores((45, 14)) as (app, pilot):
        runs = app.screen.query_one("#runs")
        assert "recursive-backtracker 10x6" in screen_text(app), "a best has its whole name"
        for name in (names[1], names[0]):
            await until(lambda name=name: name == runs.border_title, pilot)
            app.screen.query_one("#latest").focus()
            await pilot.press("down")
        await pilot.resize_terminal(80, 24)
        await until(lambda: runs.border_title == "latest runs", pilot)


async def test_without_a_run_a_card_says_what_will_stand_here():
    async with on_scores((45, 14)) as (app, _):
        card = app.screen.query_one("#figures")
        assert card.region.x == 1
        assert card.region.right == 44
        text = screen_text(app)
        assert "Press esc, then Enter, to play one." in text
        assert "beside your best" in text
        assert "other pane" not in text

"""Practice in the game: from the result back to the costliest turn, and why it was one."""

from mazegame.app import MazeApp
from mazegame.game.series import free_play
from mazegame.screens.exits import ExitsScreen
from mazegame.screens.play import PlayScreen
from mazegame.screens.result import ResultScreen
from mazegame.store.book import ScoreBook
from mazegame.store.places import places
from tests.game.mazes import Clock, forked
from tests.ui.conftest import on_form, playing, screen_text, until

TO_B = ("down", "left", "down", "right", "right", "up", "right")
"""The keys from the junction to B."""


async def test_the_exits_of_the_costliest_turn_then_on_from_there_unranked():
    app, clock = MazeApp(), Clock()
    async with on_form(app, (80, 30)) as pilot:
        app.push_screen(PlayScreen(free_play(forked()), clock=clock))
        screen = await playing(app, pilot)
        await pilot.press("right", "right", "left", *TO_B)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        await pilot.press("slash")
        await until(lambda: isinstance(app.screen, ExitsScreen), pilot)
        await until(lambda: "The turn that cost 2 steps" in screen_text(app), pilot)
        assert "a branch of 2 cells, without B" in screen_text(app)
        await pilot.press("enter")
        await until(lambda: app.screen is screen, pilot)
        assert (screen.run.position, screen.run.steps) == ((0, 1), 1)
        await until(lambda: "practice from the costliest turn" in screen_text(app), pilot)
        await pilot.press(*TO_B)
        await until(lambda: isinstance(app.screen, ResultScreen), pilot)
        assert app.screen.run.result.over == 0
        await pilot.press("slash", "backspace")  # nothing went wrong: there is nothing to show
        assert isinstance(app.screen, ResultScreen)
        await pilot.press("r")
        await until(lambda: app.screen is screen and screen.run.steps == 0, pilot)
    book = ScoreBook(places().scores)
    assert [row.steps for row in book.history(9)] == [10]
    book.close()

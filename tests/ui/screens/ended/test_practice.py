"""Practice in the game: from the result back to the costliest turn, and why it was one."""

import contextlib

from mazegame.game.modes.free_play import free_play
from mazegame.screens.dialogs.questions import ExitsScreen
from mazegame.screens.ended.result import ResultScreen
from mazegame.store.book.book import ScoreBook
from mazegame.store.places import places
from tests.game.mazes import Clock, forked
from tests.ui.conftest import is_on, on_match, screen_text, shows, to_screen, until

TO_B = ("down", "left", "down", "right", "right", "up", "right")
"""The keys from the junction to B."""


async def test_the_exits_of_the_costliest_turn_then_on_from_there_unranked():
    async with on_match(free_play(forked()), clock=Clock(), size=(80, 30)) as (app, screen, pilot):
        await to_screen(pilot, ResultScreen, "right", "right", "left", *TO_B)
        await to_screen(pilot, ExitsScreen, "slash")
        await shows(pilot, "The turn that cost 2 steps")
        for words in ("south, correct", "east, yours", "a branch of 2 cells, without B"):
            assert words in screen_text(app)
        await shows(pilot, "where you came from", "end")
        await to_screen(pilot, screen, "enter")
        assert (screen.run.position, screen.run.steps) == ((0, 1), 1)
        await shows(pilot, "practice from the costliest turn")
        await to_screen(pilot, ResultScreen, *TO_B)
        assert app.screen.run.result.over == 0
        await pilot.press("slash", "backspace")  # nothing went wrong: there is nothing to show
        assert is_on(app, ResultScreen)
        await until(lambda: app.screen is screen and screen.run.steps == 0, pilot, "r")
    with contextlib.closing(ScoreBook(places().scores)) as book:
        assert [row.steps for row in book.overview(history=9).history] == [10]

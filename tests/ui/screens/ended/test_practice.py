"""Practice in the game: from the result back to a wrong turn, and why it was one."""

import contextlib
from dataclasses import replace

from mazegame.engine import Level, Maze
from mazegame.game.modes.daily import FIRST_DAY, DailySeries, Stake
from mazegame.game.modes.free_play import free_play
from mazegame.screens.ended.result import ResultScreen
from mazegame.screens.ended.why import WhyScreen
from mazegame.store.book.book import ScoreBook
from mazegame.store.places import places
from tests.game.mazes import Clock, forked
from tests.ui.conftest import is_on, on_match, screen_text, shows, to_screen, until

TO_B = ("down", "left", "down", "right", "right", "up", "right")
"""The keys from the junction to B."""


async def test_why_draws_each_wrong_turn_and_one_can_walk_on_from_any_of_them():
    async with on_match(free_play(forked()), clock=Clock(), size=(80, 30)) as (app, screen, pilot):
        await to_screen(pilot, ResultScreen, "right", "right", "right", "left", "left", *TO_B)
        await to_screen(pilot, WhyScreen, "slash")
        await shows(pilot, "Wrong turn 1 of 1: 4 of 4 extra steps")
        for words in ("east, yours:", "without B", "south, better:", "the way to B"):
            assert words in screen_text(app)
        assert not app.screen_stack[-2].has_class("-card")
        await to_screen(pilot, ResultScreen, "escape")
        assert app.screen.has_class("-card")
        await to_screen(pilot, WhyScreen, "slash")
        await to_screen(pilot, screen, "enter")
        assert (screen.run.position, screen.run.steps) == ((0, 1), 1)
        await shows(pilot, "practice from a wrong turn")
        await to_screen(pilot, ResultScreen, *TO_B)
        assert app.screen.run.result.over == 0
        await pilot.press("slash", "backspace")  # nothing went wrong: there is nothing to show
        assert is_on(app, ResultScreen)
        await until(lambda: app.screen is screen and screen.run.steps == 0, pilot, "r")
    with contextlib.closing(ScoreBook(places().scores)) as book:
        assert [row.steps for row in book.overview(history=9).history] == [12]


async def test_a_restart_of_practice_from_a_is_no_second_try_of_a_daily_maze():
    """Even walk first, where nothing was seen or walked since the practice began."""
    level = Level(Maze.from_floor([[1, 1, 1], [1, 0, 0]]), (0, 1), ((0, 2),))
    match = replace(free_play(level), series=DailySeries(FIRST_DAY, Stake.RANKED))
    async with on_match(match, clock=Clock(), size=(80, 30)) as (_, screen, pilot):
        await to_screen(pilot, ResultScreen, "left", "right", "right")
        await to_screen(pilot, WhyScreen, "slash")
        await to_screen(pilot, screen, "enter")
        practice = screen.session
        assert screen.run.steps == 0
        assert screen.practises
        await until(lambda: screen.session is not practice, pilot, "r")
        assert not screen.practises
        assert screen.session.match.series.stake is Stake.PRACTICE


async def test_the_arrows_lead_through_all_wrong_turns():
    keys = ("right", "right", "left", "down", "left", "right", *TO_B[1:])
    async with on_match(free_play(forked()), clock=Clock(), size=(80, 30)) as (app, screen, pilot):
        await to_screen(pilot, ResultScreen, *keys)
        await to_screen(pilot, WhyScreen, "slash")
        first = [f"Wrong turn {at} of 2" for at in (1, 2, 1)]
        for words, key in zip(first, ("right", "left", "escape"), strict=True):
            await shows(pilot, words)
            await pilot.press(key)
        await to_screen(pilot, WhyScreen, "slash")
        await pilot.press("right")
        await shows(pilot, "Wrong turn 2 of 2")
        cell = app.screen.view.scene.walkers[0].cell
        await to_screen(pilot, screen, "enter")
        assert screen.run.position == cell

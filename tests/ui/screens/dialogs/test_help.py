"""Help: rules and keys, side by side where both have room, and the way out."""

from functools import partial

import pytest

from mazegame.engine import Recipe
from mazegame.game.modes.chase import chase_match
from mazegame.game.modes.duel import duel_match
from mazegame.screens import factory
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.playing.play import PlayScreen
from tests.ui.conftest import (
    on_form,
    on_screen,
    screen_text,
    shows,
    to_screen,
    write_settings_text,
)

RECIPE = Recipe.parse("wilson:9x7:kite-7")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (partial(factory.endless, "kite-7"), "the top collapses behind you"),
        (partial(factory.play, duel_match(RECIPE)), "wins a round"),
        (partial(factory.play, chase_match(RECIPE)), "enters at A behind you"),
    ],
)
async def test_help_has_the_rules_of_what_is_played(make, words):
    async with on_screen(make) as (app, screen, pilot):
        await to_screen(pilot, HelpScreen, "question_mark")
        await shows(pilot, words)
        assert ("Walk from A to B" in screen_text(app)) == isinstance(screen, PlayScreen)


async def test_keys_stand_beside_the_rules_on_a_wide_terminal_each_on_one_line():
    async with on_form((120, 35)) as (app, pilot):
        await to_screen(pilot, HelpScreen, "question_mark")
        (top, *_) = (line for line in screen_text(app).splitlines() if "Walk from A to B" in line)
        assert "Play: the maze of the form" in top
        assert "Journey: forty levels, each harder than the one before" in screen_text(app)


async def test_the_signs_of_the_rules_are_those_of_the_maze():
    write_settings_text('walls = "ascii"\n')
    async with on_form((200, 60)) as (app, pilot):
        await to_screen(pilot, HelpScreen, "question_mark")
        await shows(pilot, "o yours   . backtracked   > hint")
        assert "x shortest path" in screen_text(app)

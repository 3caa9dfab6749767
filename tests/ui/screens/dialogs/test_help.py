"""Help: a sentence, then keys and rules, side by side where both have room, and the way out."""

import re
from functools import partial

import pytest
from textual.containers import VerticalScroll

from mazegame.engine import Recipe
from mazegame.game.modes.chase import chase_match
from mazegame.game.modes.duel import duel_match
from mazegame.game.modes.free_play import free_play
from mazegame.screens import factory
from mazegame.screens.dialogs.help import HelpScreen
from mazegame.screens.playing.play import PlayScreen
from tests.game.mazes import forked
from tests.ui.conftest import (
    on_form,
    on_home,
    on_level,
    on_screen,
    screen_text,
    shows,
    to_screen,
    until,
    write_settings_text,
)

RECIPE = Recipe.parse("wilson:9x7:kite-7")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (partial(factory.endless, "kite-7"), "collapses behind you, faster"),
        (partial(factory.play, duel_match(RECIPE)), "wins a round"),
        (partial(factory.play, chase_match(RECIPE)), "enters at A behind you"),
    ],
)
async def test_help_has_the_rules_of_what_is_played(make, words):
    async with on_screen(make, size=(120, 50)) as (app, screen, pilot):
        await to_screen(pilot, HelpScreen, "question_mark")
        await shows(pilot, words)
        assert ("Walk from A to B" in screen_text(app)) == isinstance(screen, PlayScreen)


async def test_help_begins_with_a_sentence_and_the_keys_of_walking_and_ends_with_the_rules():
    async with on_screen(partial(factory.play, free_play(RECIPE))) as (app, _, pilot):
        help_screen = await to_screen(pilot, HelpScreen, "question_mark")
        shown = re.sub(r" +", " ", screen_text(app))
        sentence, gap, first, second, *_ = (line for line in shown.splitlines() if "│" in line)
        assert "│ Walk from A to B: the fewer steps, the more stars." in sentence
        assert not gap.strip(" │▁▊▌")
        assert "↑←↓→ wasd hjkl 8426 walk one cell" in first
        assert "shift+↑←↓→ WASD HJKL run to the next junction" in second
        assert "v look around; Enter walks there" in shown
        (rules,) = help_screen.query(".rules")
        assert rules.region.y > max(one.region.y for one in help_screen.query(".key"))
        pilot.app.screen.query_one(VerticalScroll).scroll_end(animate=False)
        await shows(pilot, "The clock starts when the walls appear")
        assert "the more stars" not in screen_text(app), "it is said once"


async def test_keys_that_were_changed_for_one_direction_stay_apart():
    write_settings_text('[keys]\n"play.move-N" = "f2"\n')
    async with on_level(forked()) as (app, _, pilot):
        await until(lambda: app.services.settings.is_active, pilot)
        await to_screen(pilot, HelpScreen, "question_mark")
        await shows(pilot, "f2←↓→ asd")


async def test_keys_stand_beside_the_rules_on_a_wide_terminal_each_on_one_line():
    async with on_home((120, 35)) as (app, pilot):
        await to_screen(pilot, HelpScreen, "question_mark")
        text = screen_text(app)
        (top, *_) = (line for line in text.splitlines() if "Your score compares" in line)
        assert top.index("open the door") < top.index("Your score compares")
        assert text.index("Walk from A to B") < text.index("open the door")
        assert "Journey: forty levels, each a bit harder" in screen_text(app)


async def test_the_signs_of_the_rules_are_those_of_the_maze():
    write_settings_text('walls = "ascii"\n')
    async with on_form((200, 60)) as (app, pilot):
        await to_screen(pilot, HelpScreen, "question_mark")
        await shows(pilot, "o yours   . backtracked   > hint")
        assert "x shortest path" in screen_text(app)

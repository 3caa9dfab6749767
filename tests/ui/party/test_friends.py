"""The forms of Friends: what they say, what they open, and what they refuse."""

import contextlib
from dataclasses import replace

import pytest
from textual import events

from mazegame.config import FormState
from mazegame.engine import Recipe
from mazegame.game.modes.duel import Duel
from mazegame.game.rules import Rules
from mazegame.party import opening
from mazegame.party.opening import Opening
from mazegame.screens import factory
from mazegame.screens.party import friends
from mazegame.screens.playing.duel import DuelScreen
from mazegame.widgets.input.fields import InputField
from tests.ui.conftest import (
    on_form,
    shows,
    to_screen,
    until,
)

COMMAND = "mazegame join 192.168.1.5:4747 --room ab3d-9xyz"


@contextlib.asynccontextmanager
async def on_tab(tab, size=(80, 24), form=None):
    """A tab of Friends over the form of an app."""
    async with on_form(size) as (app, pilot):
        settings = app.services.settings
        if form is not None:
            settings.save_form(form, Rules(fog=True), settings.config.race)
        screen = factory.friends(tab)
        app.screen.open(screen)
        await until(lambda: app.screen is screen and screen.ready, pilot)
        yield screen, pilot


@pytest.fixture
def parties(monkeypatch):
    """What would be opened: the arguments of each party."""
    asked = []

    def party(*arguments, **options):
        asked.append((arguments, options))
        return factory.settings()

    monkeypatch.setattr(friends.factory, "party", party)
    return asked


async def opened(pilot, parties, *keys):
    await until(lambda: parties, pilot, *keys)
    ((arguments, options),) = parties
    return arguments, options


@pytest.mark.parametrize(
    ("text", "address", "word"),
    [
        (COMMAND, "192.168.1.5:4747", "ab3d-9xyz"),
        ("mazegame watch maze.example --room w", "maze.example", "w"),
        ("http://maze.example/?room=w", "http://maze.example/?room=w", "w"),
        (" 192.168.1.5 ", "192.168.1.5", ""),
        ("mazegame join --room ab3d-9xyz 192.168.1.5", "192.168.1.5", "ab3d-9xyz"),
        ("mazegame join 192.168.1.5 --room=ab3d-9xyz", "192.168.1.5", "ab3d-9xyz"),
        ("mazegame join", "mazegame join", ""),
        ("join a --room", "a", ""),
        ("", "", ""),
    ],
)
def test_an_invitation_has_an_address_and_a_word(text, address, word):
    assert opening.invitation(text) == (address, word)


@pytest.mark.parametrize("size", [(12, 7), (1 << 24, 1 << 24)])
async def test_a_size_that_no_maze_can_have_is_replaced(size):
    form = FormState(algorithm="wilson", size=size)
    async with on_tab("host", form=form) as (screen, pilot):
        cols, rows = size if size == (12, 7) else (30, 15)
        await shows(pilot, f"wilderness {cols}x{rows}")
        assert screen.maze().algorithm == "wilson"


async def test_the_host_chooses_rounds_and_who_gets_in(parties):
    form = FormState(algorithm="wilson", size=(12, 7))
    async with on_tab("host", form=form) as (screen, pilot):
        await shows(pilot, "wilderness 12x7")
        await shows(pilot, "no other machine")
        await shows(pilot, "from a phone as well", "right", "down", "left")
        await to_field(screen, pilot, "name", "down")
        (plan,), options = await opened(pilot, parties, *"Ada", "enter")
        assert (plan.recipe.algorithm, plan.recipe.cols, plan.recipe.rows) == ("wilson", 12, 7)
        assert (plan.rounds, plan.lan, plan.browsers, plan.fog) == (5, True, True, True)
        assert options == {"name": "Ada"}


async def to_field(screen, pilot, name, *keys):
    await until(
        lambda: screen.focused is screen.query_one(f"#{name}", InputField).entry, pilot, *keys
    )


@pytest.mark.parametrize(("tab", "watch"), [("join", False), ("watch", True)])
async def test_a_typed_address_leads_to_its_room(tab, watch, parties):
    async with on_tab(tab) as (_, pilot):
        arguments, options = await opened(pilot, parties, *"host", "tab", *"w-1", "enter")
        assert arguments == (None, "host", "w-1", "wall" if watch else "")
        assert options == {"watch": watch}


@pytest.mark.parametrize("text", [COMMAND, "http://192.168.1.5:4747/?room=ab3d-9xyz"])
async def test_a_pasted_invitation_fills_both_fields(text, parties):
    async with on_tab("join") as (screen, pilot):
        screen.focused.post_message(events.Paste(text))
        await until(lambda: screen.field("word").text == "ab3d-9xyz", pilot)
        (_, address, word, _), _ = await opened(pilot, parties, "enter")
        assert address == ("192.168.1.5:4747" if text == COMMAND else text)
        assert word == "ab3d-9xyz"


@pytest.mark.parametrize("tab", ["host", "join"])
async def test_a_name_that_is_none_is_refused(tab, parties):
    async with on_tab(tab) as (screen, pilot):
        if tab == "join":
            await pilot.press(*"host", "tab", *"w")
        screen.set_focus(screen.field("name").entry)
        screen.field("name").entry.value = "x" * 40
        await until(lambda: screen.field("name").wrong, pilot, "enter")
        assert not parties


async def test_a_maze_too_large_for_a_party_is_refused(parties, monkeypatch):
    monkeypatch.setattr(opening, "MOST_CELLS", 40)
    async with on_tab("host") as (_, pilot):
        await shows(pilot, "a party's maze has 40 cells at most, not 450", "enter")
        assert not parties


async def test_enter_twice_at_once_opens_one_room(parties):
    async with on_tab("host") as (screen, pilot):
        screen.action_go()
        screen.action_go()
        await until(lambda: pilot.app.screen is not screen, pilot)
        await pilot.pause()
        assert len(pilot.app.screen_stack) == 4
        await to_screen(pilot, screen, "escape")


@pytest.mark.parametrize("fewest", [False, True])
async def test_the_duel_begins_as_chosen_and_leads_back(fewest):
    async with on_tab("duel") as (screen, pilot):
        await shows(pilot, "W A S D")
        playing = await to_screen(pilot, DuelScreen, *["right"] * fewest, "enter")
        assert playing.match.series == Duel(fewest=fewest)
        playing.dismiss()
        await to_screen(pilot, screen)


@pytest.mark.variants
@pytest.mark.parametrize("tab", ["host", "join", "watch", "duel"])
async def test_a_maze_that_nobody_plays_fills_the_rest(tab):
    async with on_tab(tab) as (screen, pilot):
        await until(lambda: screen.sample.scene is not None, pilot)
        letters = {walker.letter for walker in screen.sample.scene.walkers}
        assert letters == set(screen.players)
        assert screen.sample.region.height > 8
        await pilot.resize_terminal(45, 14)
        await until(lambda: not screen.sample.display, pilot)
        await pilot.resize_terminal(120, 35)
        await until(lambda: screen.sample.region.x > 50, pilot)


@pytest.mark.parametrize("tab", ["host", "join", "watch", "duel"])
async def test_all_fields_are_in_sight_and_the_key_line_says_what_enter_does(tab):
    sizes = [(40, 12), (45, 14), (80, 24), (120, 35), (200, 60)]
    async with on_tab(tab, sizes[0]) as (screen, pilot):
        for size in sizes:
            await pilot.resize_terminal(*size)
            await until(lambda size=size: screen.size == size, pilot)
            await shows(pilot, screen.go)
            last = screen.size.height - 1
            for field in screen.query("Choice, InputField"):
                assert 0 < field.region.y < last, size
                assert field.region.bottom <= last, size


@pytest.mark.parametrize(
    ("recipe", "fog"),
    [
        ("wilson:24x11:kite-7", False),
        ("kruskal:9x7:braid=40:kite-7", True),
        ("recursive-backtracker:21x15:braid=10,mask=heart:kite-7", False),
    ],
)
def test_a_guest_knows_the_design_from_the_words_on_it(recipe, fog):
    played = Recipe.parse(recipe)
    design = opening.design_of(Opening(played, fog=fog).about)
    assert design == replace(played, seed=opening.SAMPLE_SEED)


@pytest.mark.parametrize(
    "about", ["", "wilson", "wilson 0x0", "wilson 4x4 x", "wilson 4x4 braid=no", "nothing 9x9, fog"]
)
def test_words_on_no_design_lead_to_none(about):
    assert opening.design_of(about) is None

"""What is seen: quiet text such as labels, and what has the focus, without colour too."""

import pytest
from rich.cells import cell_len
from textual.color import Color
from textual.widgets import DataTable, Input, OptionList, Tabs

from mazegame.drawing import Scene
from mazegame.drawing.contrast import INK_CONTRAST, contrast
from mazegame.drawing.palette import PALETTES
from mazegame.engine import Level
from mazegame.game.modes.free_play import free_play
from mazegame.game.racing.race_choice import NO_RACE
from mazegame.game.rules import Rules
from mazegame.screens import factory
from mazegame.widgets.input.fields import Choice
from tests.game.mazes import walked
from tests.store.conftest import in_the_book
from tests.ui.conftest import on_home, on_screen, shows, to_screen, until
from tests.ui.picture import painted

LEVEL = Level.of("wilson:8x5:kite-7")


def faint_texts(screen):
    """The texts of a screen with letters and too little contrast, and that contrast."""
    found = set()
    for strip in screen._compositor.render_strips():
        for text, style, _ in strip:
            if sum(map(str.isalpha, text)) < 2 or style is None:
                continue
            front, ground = (Color.from_rich_color(one).rgb for one in (style.color, style.bgcolor))
            if style.reverse:
                front, ground = ground, front
            if contrast(front, ground) < INK_CONTRAST - 0.1:  # blended colours are rounded
                found.add((text.strip(), round(contrast(front, ground), 2)))
    return found


def pause():
    below = factory.play(free_play(LEVEL))
    return factory.pause(LEVEL, below, Rules(), print, race=True, has_next=True)


OPENED = {
    "friends": (factory.friends, "placeholder"),
    "watch": (lambda: factory.friends("watch"), "placeholder"),
    "duel": (lambda: factory.friends("duel"), "W A S D"),
    "scores": (factory.scores, "personal bests"),
    "statistics": (factory.statistics, "What to practise"),
    "achievements": (lambda: factory.statistics("achievements"), "First light"),
    "pause": (pause, "save as"),
    "help": (lambda: factory.help_on(factory.friends()), "In a party"),
    "quiz": (lambda: factory.quiz("kite"), "Which texture is this"),
    "settings": (factory.settings, "run speed"),
    "name of a saved run": (factory.save_name, "placeholder"),
    "commands": (factory.command_palette, "placeholder"),
}
"""Screens, each with words that it shows when it is filled."""


@pytest.mark.parametrize("name", OPENED)
async def test_quiet_text_can_be_read(name):
    in_the_book(*(walked(f"wilson:8x5:s{number}", detours=number) for number in range(3)))
    make, words = OPENED[name]
    async with on_screen(make, size=(120, 35)) as (app, screen, pilot):
        for field in screen.query(Input):
            field.value = ""
            field.placeholder = "placeholder"
        for theme in PALETTES:
            app.theme = theme
            await until(lambda: app.screen.styles.background is not None, pilot)
            await pilot.pause()
            await shows(pilot, words)
            assert faint_texts(screen) == set(), theme


# Focus

KINDS = (Choice, DataTable, Input, OptionList, Tabs)
"""What takes keys of its own when it has the focus."""

WITH_FOCUS = {
    "home": lambda _: factory.home(),
    "design": lambda _: factory.design(),
    "settings": lambda _: factory.settings(),
    "pause": lambda below: factory.pause(LEVEL, below, Rules(), print, race=True, has_next=True),
    "race": lambda _: factory.race(LEVEL.recipe, NO_RACE, {}),
    "texture": lambda _: factory.texture(LEVEL.recipe),
    "export": lambda _: factory.export(LEVEL, Scene.of(LEVEL)),
    "open a replay": lambda _: factory.open_replay(),
    "scores": lambda _: factory.scores(),
    "gallery": lambda _: factory.gallery(),
    "lab": lambda _: factory.lab(),
    **{tab: lambda _, tab=tab: factory.friends(tab) for tab in ("host", "join", "watch", "duel")},
}


FAINT = 1.2
"""The contrast between two colours below which they look alike."""


def look_of_part(app, part):
    """The characters of a widget and its frame as they are painted.

    Each has its text, its signs that need no colour, and its colours. That bold is none of these
    signs, as many terminals show it hardly or not at all.
    """
    found, region = [], part.region.grow((1, 1, 1, 1))
    for y, strip in enumerate(painted(app)):
        x = 0
        for segment in strip:
            for character in segment.text:
                if region.contains(x, y):
                    style = segment.style
                    plain = style and (bool(style.reverse), bool(style.underline))
                    colours = [
                        one and Color.from_rich_color(one).rgb
                        for one in (style and style.color, style and style.bgcolor)
                    ]
                    found.append((character, plain, colours))
                x += cell_len(character)
    return found


def differ(one, other, *, colour):
    """Whether two looks of a widget differ in a character that is seen."""
    return any(
        letter != letter_then
        or plain != plain_then
        or (colour and any(map(differ_in_colour, colours, colours_then)))
        for (letter, plain, colours), (letter_then, plain_then, colours_then) in zip(
            one, other, strict=True
        )
    )


def differ_in_colour(one, other):
    return one is not None and other is not None and contrast(one, other) >= FAINT


@pytest.mark.variants("colour", "name")
@pytest.mark.parametrize("colour", [True, False], ids=["colour", "no colour"])
@pytest.mark.parametrize("name", WITH_FOCUS)
async def test_what_has_the_focus_looks_different(name, colour, monkeypatch):
    """The cursor of a field is left out: it blinks."""
    steady = property(lambda _: False, lambda *_: None)
    monkeypatch.setattr(Input, "_cursor_visible", steady)
    monkeypatch.delenv("NO_COLOR", raising=False)
    if not colour:
        monkeypatch.setenv("NO_COLOR", "1")
    in_the_book(walked("wilson:8x5:one"), walked("wilson:8x5:two"))
    async with on_home((120, 35)) as (app, pilot):
        screen = WITH_FOCUS[name](app.screen)
        app.screen.open(screen)
        await to_screen(pilot, screen)
        places = [one for one in screen.focus_chain if isinstance(one, KINDS)]
        assert places
        for place in places:
            screen.set_focus(place)
            await until(lambda place=place: place.has_focus, pilot)
            focused = look_of_part(app, place)
            screen.set_focus(None)
            await until(lambda place=place: not place.has_focus, pilot)
            assert differ(focused, look_of_part(app, place), colour=colour), place

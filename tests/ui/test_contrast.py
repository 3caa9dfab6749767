"""Contrast: text that is quiet, such as labels, dates and placeholders, can still be read."""

import pytest
from textual.color import Color
from textual.widgets import Input

from mazegame.drawing.contrast import INK_CONTRAST, contrast
from mazegame.drawing.palette import PALETTES
from mazegame.engine import Level
from mazegame.game.modes.free_play import free_play
from mazegame.game.rules import Rules
from mazegame.screens import factory
from tests.game.mazes import walked
from tests.store.conftest import in_the_book
from tests.ui.conftest import on_screen, shows, until


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
    level = Level.of("wilson:8x5:kite-7")
    below = factory.play(free_play(level))
    return factory.pause(level, below, Rules(), print, race=True, has_next=True)


OPENED = {
    "friends": (factory.friends, "placeholder"),
    "watch": (lambda: factory.friends("watch"), "placeholder"),
    "duel": (lambda: factory.friends("duel"), "W A S D"),
    "scores": (factory.scores, "personal bests"),
    "statistics": (factory.statistics, "What to practise"),
    "achievements": (lambda: factory.statistics("achievements"), "First light"),
    "pause": (pause, "save as"),
    "help": (lambda: factory.help_on(factory.friends()), "In a party"),
    "quiz": (lambda: factory.quiz("kite"), "carved this maze"),
    "settings": (factory.settings, "run speed"),
    "name of a saved run": (factory.save_name, "placeholder"),
    "commands": (factory.command_palette, "placeholder"),
}
"""Screens, each with words that it shows when it is filled."""


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("name", OPENED)
async def test_quiet_text_can_be_read(name, theme):
    in_the_book(*(walked(f"wilson:8x5:s{number}", detours=number) for number in range(3)))
    make, words = OPENED[name]
    async with on_screen(make, size=(120, 35)) as (app, screen, pilot):
        app.theme = theme
        await until(lambda: app.screen.styles.background is not None, pilot)
        for field in screen.query(Input):
            field.value = ""
            field.placeholder = "placeholder"
        await shows(pilot, words)
        assert faint_texts(screen) == set()

"""Contrast: text that is quiet, such as labels, dates and placeholders, can still be read."""

import pytest
from textual.color import Color
from textual.widgets import Input

from mazegame.drawing.contrast import INK_CONTRAST, contrast
from mazegame.drawing.palette import PALETTES
from mazegame.screens import factory
from tests.ui.conftest import on_screen, until


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


OPENED = {
    "friends": factory.friends,
    "watch": lambda: factory.friends("watch"),
    "statistics": factory.statistics,
    "achievements": lambda: factory.statistics("achievements"),
    "settings": factory.settings,
    "name of a saved run": factory.save_name,
    "commands": factory.command_palette,
}


@pytest.mark.parametrize("theme", PALETTES)
@pytest.mark.parametrize("name", OPENED)
async def test_quiet_text_can_be_read(name, theme):
    async with on_screen(OPENED[name], size=(120, 35)) as (app, screen, pilot):
        app.theme = theme
        await until(lambda: app.screen.styles.background is not None, pilot)
        await pilot.pause()
        for field in screen.query(Input):
            field.value = ""
            field.placeholder = "placeholder"
        await pilot.pause()
        assert faint_texts(screen) == set()

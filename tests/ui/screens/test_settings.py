"""The settings: a maze in the look that they choose, wherever it has room."""

import pytest
from textual.widgets import Static

from mazegame.screens import routes
from tests.ui.conftest import on_form, screen_text, to_screen, until, write_settings_text


@pytest.mark.parametrize("size", [(45, 14), (80, 24)])
async def test_no_word_on_a_key_is_cut(size):
    """The list has all words where they fit; the line below it has them at any size."""
    write_settings_text('[keys]\n"play.path" = "u"\n')
    async with on_form(size) as (app, pilot):
        screen = await to_screen(pilot, routes.Settings, "o")
        await pilot.press("3")
        keys, about = screen.bindings_list, screen.query_one("#about", Static)
        if size[0] == 80:
            assert not [line for _, line in screen._lines() if "…" in line or len(line) > 73]
        keys.highlighted = next(at for at, (_, line) in enumerate(screen._lines()) if "!" in line)
        await until(lambda: "Its key is also for: " in str(about.content), pilot)
        words = str(about.content).split()
        assert words[:5] == ["walk", "back", "to", "the", "junction."]
        assert words[-5:] == ["show", "the", "whole", "shortest", "path"]
        assert all(word in screen_text(app) for word in words)

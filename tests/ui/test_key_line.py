"""The line of keys: what it shows where it has little room."""

from __future__ import annotations

from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from mazegame.widgets.key_line import KeyLine
from tests.ui.conftest import screen_text


class Crowded(Screen[None]):
    BINDINGS = (
        Binding("a", "app.bell", "back"),
        *(Binding(key, f"app.focus('{key}')", "something long") for key in "bcdefgh"),
        Binding("escape", "dismiss", "leave", key_display="esc"),
    )

    def compose(self):
        yield KeyLine()


async def test_the_key_that_closes_the_screen_is_always_shown():
    app = App()
    async with app.run_test(size=(40, 3)) as pilot:
        app.push_screen(Crowded())
        await pilot.pause()
        (line,) = filter(None, map(str.strip, screen_text(app).splitlines()))
    assert line == "a back  b something long  esc leave"

"""Long texts that are drawn as they come into sight, and lists of lines to choose from."""

import contextlib

import pytest
from textual.content import Content

from mazegame.widgets.text.menu_list import LineText, MenuList
from tests.ui.conftest import screen_text
from tests.ui.widgets.alone import Alone

LINES = [f"line {number}" for number in range(100)]


def numbered(texts):
    return [(f"n{number}", text) for number, text in enumerate(texts)]


class ListApp(Alone):
    """Shows one widget, and keeps what is chosen of it."""

    CSS = """
    LineText, MenuList { height: 1fr; width: 1fr; padding: 0 1; }
    MenuList:nocolor:focus > .option-list--option-highlighted { text-style: bold reverse; }
    """

    def __init__(self, widget):
        super().__init__(widget)
        self.chosen = []

    def on_option_list_option_selected(self, message):
        self.chosen.append(message.option_index)

    @property
    def lines(self):
        return screen_text(self).splitlines()


@contextlib.asynccontextmanager
async def on(widget, size=(30, 10)):
    app = ListApp(widget)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield app, widget, pilot


def a_list(lines=LINES):
    return MenuList(numbered(lines), classes="pane")


def a_text():
    return LineText(Content("\n".join(LINES)))


async def test_keys_move_the_highlight_and_scroll_to_it():
    async with on(a_list()) as (app, lines, pilot):
        assert app.lines[0].startswith(" ▸ line 0")
        await pilot.press("down", "j", "up")
        assert lines.highlighted == 1
        await pilot.press("pagedown", "k")
        assert lines.highlighted == 10
        assert " ▸ line 10" in screen_text(app)
        await pilot.press("end")
        assert app.lines[-1].startswith(" ▸ line 99")
        assert app.lines[0].startswith("   line 90")
        await pilot.press("down")
        assert lines.highlighted == 0
        await pilot.press("up", "pagedown", "enter")
        assert app.chosen == [99]
        await pilot.press("home")
        assert app.lines[0].startswith(" ▸ line 0")
        assert screen_text(app).count("▸") == 1
        await pilot.press("down")
        lines.show_lines(numbered(f"other {n}" for n in range(100)))
        await pilot.pause()
        assert app.lines[1].startswith(" ▸ other 1 "), "new texts keep the highlight"


@pytest.mark.parametrize(
    ("count", "steps", "chosen", "highlighted"),
    [
        (100, ["end", 3], [93], 93),
        (2, [2, 5, "pagedown", "enter"], [1], 1),
        (0, ["down", "up", "end", "home", "pageup", "pagedown", "enter"], [], None),
    ],
)
async def test_a_click_chooses_the_line_under_it_if_there_is_one(count, steps, chosen, highlighted):
    async with on(a_list(LINES[:count])) as (app, lines, pilot):
        for step in steps:
            await (pilot.press(step) if isinstance(step, str) else pilot.click(offset=(5, step)))
        assert (app.chosen, lines.highlighted) == (chosen, highlighted)


async def test_lines_with_any_characters_are_cut():
    async with on(a_list(["迷路" * 20, "[b]no markup[/b]", "bell\a tab\x1b[2J."])) as (app, _, _):
        first, second, third = app.lines[:3]
        assert "…" in first
        assert "[b]no markup[/b]" in second
        assert "\a" not in third


async def test_a_text_scrolls_and_is_drawn_anew_in_another_width():
    async with on(a_text(), (12, 10)) as (app, text, pilot):
        await pilot.press("end")
        await pilot.wait_for_scheduled_animations()
        assert app.lines[-1].startswith(" line 99")
        text.show_text(Content("\n".join(f"{line} is longer" for line in LINES)))
        await pilot.pause()
        assert app.lines[-1].startswith(" line 99 …")
        await pilot.resize_terminal(30, 10)
        assert app.lines[-1].startswith(" line 99 is longer ")


async def test_a_text_has_the_colours_of_the_theme():
    async with on(a_text(), (12, 10)) as (app, text, pilot):
        before = app.export_screenshot()
        app.theme = "textual-light"
        await pilot.pause()
        light = text.visual_style.foreground.hex.lower()
        assert light not in before.lower()
        assert light in app.export_screenshot().lower()


async def test_without_colours_the_highlight_tells_who_has_the_focus(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with on(a_list()) as (app, lines, pilot):
        assert next(iter(lines.render_line(0))).style.reverse
        app.set_focus(None)
        await pilot.pause()
        assert not next(iter(lines.render_line(0))).style.reverse


async def test_other_lines_have_the_first_one_highlighted_and_new_texts_keep_the_place():
    async with on(a_list()) as (_, lines, pilot):
        await pilot.press("down", "down")
        lines.show_lines([(name, f"{text}!") for name, text in numbered(LINES)])
        assert lines.highlighted == 2
        lines.show_lines([(f"other {name}", text) for name, text in numbered(LINES)])
        assert lines.highlighted == 0

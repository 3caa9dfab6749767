"""Long texts that are drawn as they come into sight, and lists of lines to choose from."""

from textual.app import App
from textual.content import Content

from mazegame.widgets.text.menu_list import LineText, MenuList
from tests.ui.conftest import screen_text

LINES = [f"line {number}" for number in range(100)]


def numbered(texts):
    return [(f"n{number}", text) for number, text in enumerate(texts)]


class ListApp(App[None]):
    CSS = """
    LineText, MenuList { height: 1fr; width: 1fr; padding: 0 1; }
    MenuList:nocolor:focus > .option-list--option-highlighted { text-style: bold reverse; }
    """

    def __init__(self, lines):
        super().__init__()
        self._shown = lines
        self.chosen = []

    def compose(self):
        yield MenuList(numbered(self._shown), classes="pane")

    def on_option_list_option_selected(self, message):
        self.chosen.append(message.option_index)


class TextApp(ListApp):
    def compose(self):
        yield LineText(Content("\n".join(LINES)))


async def test_keys_move_the_highlight_and_scroll_to_it():
    app = ListApp(LINES)
    async with app.run_test(size=(30, 10)) as pilot:
        lines = app.query_one(MenuList)
        assert screen_text(app).splitlines()[0].startswith(" ▸ line 0")
        await pilot.press("down", "j", "up")
        assert lines.highlighted == 1
        await pilot.press("pagedown", "k")
        assert lines.highlighted == 10
        assert " ▸ line 10" in screen_text(app)
        await pilot.press("end")
        assert screen_text(app).splitlines()[-1].startswith(" ▸ line 99")
        assert screen_text(app).splitlines()[0].startswith("   line 90")
        await pilot.press("down")
        assert lines.highlighted == 0
        await pilot.press("up", "pagedown", "enter")
        assert app.chosen == [99]
        await pilot.press("home")
        assert screen_text(app).splitlines()[0].startswith(" ▸ line 0")
        assert screen_text(app).count("▸") == 1


async def test_a_click_chooses_the_line_under_it():
    app = ListApp(LINES)
    async with app.run_test(size=(30, 10)) as pilot:
        await pilot.press("end")
        await pilot.click(MenuList, offset=(5, 3))
        assert app.chosen == [93]
        assert " ▸ line 93" in screen_text(app)


async def test_below_the_last_line_there_is_nothing_to_click():
    app = ListApp(LINES[:2])
    async with app.run_test(size=(30, 10)) as pilot:
        for line in (2, 5):
            await pilot.click(MenuList, offset=(5, line))
        assert app.chosen == []
        await pilot.press("pagedown", "enter")
        assert app.chosen == [1]


async def test_a_list_without_lines_takes_all_keys():
    app = ListApp([])
    async with app.run_test(size=(30, 10)) as pilot:
        await pilot.press("down", "up", "end", "home", "pageup", "pagedown", "enter")
        assert app.chosen == []


async def test_lines_with_any_characters_are_cut():
    app = ListApp(["迷路" * 20, "[b]no markup[/b]", "bell\a tab\x1b[2J."])
    async with app.run_test(size=(30, 10)) as pilot:
        await pilot.pause()
        first, second, third = screen_text(app).splitlines()[:3]
        assert "…" in first
        assert "[b]no markup[/b]" in second
        assert "\a" not in third


async def test_new_texts_keep_the_highlight():
    app = ListApp(LINES)
    async with app.run_test(size=(30, 10)) as pilot:
        await pilot.press("down")
        app.query_one(MenuList).show_lines(numbered(f"other {n}" for n in range(100)))
        await pilot.pause()
        assert " ▸ other 1 " in screen_text(app)


async def test_a_text_scrolls_and_is_drawn_anew_in_another_width():
    app = TextApp([])
    async with app.run_test(size=(12, 10)) as pilot:
        await pilot.press("end")
        await pilot.wait_for_scheduled_animations()
        assert screen_text(app).splitlines()[-1].startswith(" line 99")
        app.query_one(LineText).show_text(Content("\n".join(f"{line} is longer" for line in LINES)))
        await pilot.pause()
        assert screen_text(app).splitlines()[-1].startswith(" line 99 …")
        await pilot.resize_terminal(30, 10)
        assert screen_text(app).splitlines()[-1].startswith(" line 99 is longer ")


async def test_a_text_has_the_colours_of_the_theme():
    app = TextApp([])
    async with app.run_test(size=(12, 10)) as pilot:
        before = app.export_screenshot()
        app.theme = "textual-light"
        await pilot.pause()
        light = app.query_one(LineText).visual_style.foreground.hex.lower()
        assert light not in before.lower()
        assert light in app.export_screenshot().lower()


async def test_without_colours_the_highlight_tells_who_has_the_focus(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    app = ListApp(LINES)
    async with app.run_test(size=(30, 10)) as pilot:
        lines = app.query_one(MenuList)
        await pilot.pause()
        assert next(iter(lines.render_line(0))).style.reverse
        app.set_focus(None)
        await pilot.pause()
        assert not next(iter(lines.render_line(0))).style.reverse

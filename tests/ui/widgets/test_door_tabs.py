"""The tabs of a group: which screen a click, a key or an arrow wants, and what fits on a line."""

import pytest
from textual.app import App
from textual.widgets import Tab

from mazegame.themes import maze_colours
from mazegame.widgets.door_tabs import DoorTabs, tabs_of

NAMES = {"scores": "Scores", "statistics": "Statistics", "achievements": "Achievements"}


class OneGroup(App[None]):
    """An app with the tabs of one group, and what they wanted."""

    def __init__(self, shown: str = "statistics") -> None:
        super().__init__()
        self.shown = shown
        self.wanted: list[tuple[str, bool]] = []

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return maze_colours(self.current_theme)

    def compose(self):
        yield DoorTabs("Profile", NAMES, self.shown)

    def on_door_tabs_chosen(self, message: DoorTabs.Chosen) -> None:
        self.wanted.append((message.tab, message.by_arrow))


def names(app):
    return [tab.label_text for tab in app.query(Tab) if tab.display and tab.size.width]


async def test_its_own_tab_is_marked_and_wants_nothing():
    app = OneGroup()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert names(app) == ["Profile", "Scores", "Statistics", "Achievements"]
        assert tabs_of(app.screen).active_tab.label_text == "Statistics"
        assert tabs_of(app.screen).size.height == 1
        await pilot.click("#tab-statistics")
        assert app.wanted == []


@pytest.mark.parametrize(
    ("shown", "by", "wanted"),
    [("scores", 1, "statistics"), ("achievements", 1, "scores"), ("scores", -1, "achievements")],
)
async def test_the_next_tab_after_the_last_is_the_first(shown, by, wanted):
    app = OneGroup(shown)
    async with app.run_test() as pilot:
        tabs_of(app.screen).choose_next(by)
        await pilot.pause()
        assert app.wanted == [(wanted, False)]


async def test_a_click_and_an_arrow_choose_a_tab():
    app = OneGroup()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.click("#tab-achievements")
        await pilot.pause()
        assert app.wanted == [("achievements", False)]
        tabs_of(app.screen).mark_shown()
        await pilot.pause()
        assert tabs_of(app.screen).active_tab.label_text == "Statistics"
        app.wanted.clear()
        tabs_of(app.screen).focus()
        await pilot.press("left", "right")
        await pilot.pause()
        assert app.wanted == [("scores", True), ("achievements", True)]


async def test_down_gives_the_keys_back():
    app = OneGroup()
    async with app.run_test() as pilot:
        tabs_of(app.screen).focus()
        await pilot.pause()
        await pilot.press("down")
        assert app.focused is None


@pytest.mark.parametrize(("columns", "has_title"), [(45, True), (43, True), (42, False)])
async def test_where_the_title_has_no_room_the_names_have(columns, has_title):
    app = OneGroup()
    async with app.run_test(size=(columns, 15)) as pilot:
        await pilot.pause()
        assert names(app) == ["Profile"] * has_title + list(NAMES.values())
        right = max(tab.region.right for tab in app.query(Tab))
        assert right <= columns

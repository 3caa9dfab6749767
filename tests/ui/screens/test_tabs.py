"""Groups of screens with tabs: how one goes from tab to tab, and that Esc leads back from each."""

import contextlib

import pytest
from textual.widgets import Tab

from mazegame.app import MazeApp
from mazegame.engine import Recipe
from mazegame.lab.subject import CarvingOf
from mazegame.screens import factory
from mazegame.screens.dialogs.help import keys_of
from mazegame.screens.lab.gallery import GalleryScreen
from mazegame.screens.lab.lab import LabScreen
from mazegame.screens.lab.quiz import QuizScreen
from mazegame.screens.party.friends import (
    DuelDoorScreen,
    HostScreen,
    JoinScreen,
    WatchScreen,
)
from mazegame.screens.tabbed import FRIENDS, STUDY
from mazegame.widgets.door_tabs import tabs_of
from tests.ui.conftest import (
    is_on,
    on_form,
    on_home,
    on_screen,
    screen_text,
    shows,
    to_screen,
    until,
    write_settings_text,
)

GROUPS = {
    STUDY: [LabScreen, GalleryScreen, QuizScreen],
    FRIENDS: [HostScreen, JoinScreen, WatchScreen, DuelDoorScreen],
}
"""The screens of each group, in the order of its tabs."""

TABS = [(group, tab) for group in GROUPS for tab in group.tabs]


def key_of(group):
    """The key that shows the next tab of a group; in text fields a letter is text."""
    return "ctrl+t" if group is FRIENDS else "t"


@contextlib.asynccontextmanager
async def in_group(group, tab, size=(80, 24)):
    """An app with a tab of a group over the form, and how often that was told of its end."""
    async with on_form(size) as (app, pilot):
        form, ends = app.screen, []
        form.open(factory.by_name(group.screen, tab=tab), closed=lambda: ends.append(tab))
        await on_tab(pilot, group, tab)
        yield app, pilot, form, ends


async def on_tab(pilot, group, tab, *keys):
    """Press keys and wait for a tab of a group."""
    kind = GROUPS[group][list(group.tabs).index(tab)]
    screen = await to_screen(pilot, kind, *keys)
    await until(lambda: screen.ready, pilot)
    assert tabs_of(screen).active_tab.label_text == group.tabs[tab]
    return screen


@pytest.mark.variants
@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.screen)
async def test_its_key_shows_one_tab_after_the_other_and_esc_leads_back(group):
    names = list(group.tabs)
    async with in_group(group, names[0]) as (app, pilot, form, ends):
        for tab in [*names[1:], *names[:2]]:
            await on_tab(pilot, group, tab, key_of(group))
            assert len(app.screen_stack) == 3, "no screen is left below another"
        assert ends == []
        await to_screen(pilot, form, "escape")
        await until(lambda: ends == [names[0]], pilot)
        assert len(app.screen_stack) == 2


@pytest.mark.variants
@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.screen)
async def test_a_click_shows_a_tab(group):
    names = list(group.tabs)
    async with in_group(group, names[0]) as (_, pilot, form, _):
        for tab in (names[-1], names[1]):
            await pilot.click(f"#tab-{tab}")
            screen = await on_tab(pilot, group, tab)
            assert not tabs_of(screen).has_focus, "its own keys work at once"
        await to_screen(pilot, form, "escape")


@pytest.mark.variants
@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.screen)
async def test_arrows_go_on_from_tab_to_tab_while_the_tabs_have_the_focus(group):
    names = list(group.tabs)
    async with in_group(group, names[0]) as (app, pilot, form, _):
        app.screen.set_focus(tabs_of(app.screen))
        for tab in names[1:]:
            await on_tab(pilot, group, tab, "right")
            await until(lambda: tabs_of(app.screen).has_focus, pilot)
        await on_tab(pilot, group, names[-2], "left")
        await until(lambda: tabs_of(app.screen).has_focus, pilot)
        await pilot.press("down")
        assert not tabs_of(app.screen).has_focus
        await to_screen(pilot, form, "escape")


@pytest.mark.variants
@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.screen)
async def test_a_tab_that_is_wanted_twice_at_once_is_opened_once(group):
    names = list(group.tabs)
    async with in_group(group, names[0]) as (app, pilot, form, _):
        tabs_of(app.screen).choose_next()
        tabs_of(app.screen).choose_next(2)
        await on_tab(pilot, group, names[1])
        await pilot.pause()
        assert len(app.screen_stack) == 3
        await pilot.press(key_of(group), key_of(group))
        await on_tab(pilot, group, names[3 % len(names)])
        assert len(app.screen_stack) == 3
        await to_screen(pilot, form, "escape")
        assert len(app.screen_stack) == 2


@pytest.mark.parametrize(("group", "tab"), TABS, ids=lambda one: getattr(one, "door", one))
async def test_the_first_line_has_all_tabs_and_the_last_one_their_key(group, tab):
    async with in_group(group, tab, (45, 14)) as (app, pilot, *_):
        named = "^t tab" if key_of(group) == "ctrl+t" else "t tab"
        for size in ((45, 14), (80, 24)):
            await pilot.resize_terminal(*size)
            await until(lambda size=size: app.screen.size == size, pilot)
            await until(lambda: f" {named}" in last_line(app), pilot)
            names = [group.title] * (size[0] > 45) + list(group.tabs.values())
            first = screen_text(app).splitlines()[0].split()
            assert [name for name in first if name != group.title or size[0] > 45] == names
            right = max(one.region.right for one in app.screen.query(Tab))
            assert right <= size[0]
            assert "esc" in last_line(app)


def last_line(app):
    return screen_text(app).splitlines()[-1]


async def test_the_help_names_the_key_and_the_settings_change_it():
    write_settings_text('[keys]\n"lab.tab" = "f6"\n')
    subject = CarvingOf(Recipe.parse("wilson:9x7:kite-7"))
    async with on_screen(lambda: factory.lab((subject,))) as (_, lab, pilot):
        await shows(pilot, "f6 tab")
        assert ("f6", "the next tab") in keys_of(lab)
        await to_screen(pilot, GalleryScreen, "f6")


async def test_a_tab_below_is_shown_again_and_not_opened_twice():
    recipe = Recipe.parse("wilson:9x7:kite-7")
    app = MazeApp()
    async with on_home(app=app) as (_, pilot):
        gallery = factory.gallery("kite-7")
        app.screen.open(gallery)
        await until(lambda: is_on(app, gallery) and gallery.ready, pilot)
        gallery.open(factory.lab((CarvingOf(recipe),)))
        await on_tab(pilot, STUDY, "lab")
        await on_tab(pilot, STUDY, "gallery", "t")
        assert app.screen is gallery, "the tab is there already, below this one"
        gallery.open(factory.lab((CarvingOf(recipe),)))
        await on_tab(pilot, STUDY, "lab")
        await pilot.click("#tab-quiz")
        await on_tab(pilot, STUDY, "quiz")
        await to_screen(pilot, gallery, "escape")


@pytest.mark.parametrize(
    ("tab", "key", "leads_to"), [("lab", "asterisk", "gallery"), ("gallery", "5", "quiz")]
)
async def test_old_keys_lead_to_their_tab(tab, key, leads_to):
    async with in_group(STUDY, tab) as (_, pilot, form, _):
        await on_tab(pilot, STUDY, leads_to, key)
        await to_screen(pilot, form, "escape")

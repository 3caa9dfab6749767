"""The base of screens that share a line of tabs, and the groups of such screens."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on

from mazegame.game.modes.table import BY_NAME
from mazegame.screens import factory
from mazegame.screens.base import GameScreen
from mazegame.widgets.door_tabs import DoorTabs, tabs_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.screen import Screen


@dataclass(frozen=True, eq=False)
class Group:
    """A group of screens that share a line of tabs."""

    title: str
    screen: str
    """The function in ``screens/factory.py`` that makes the screens; it takes the name of a tab."""
    tabs: Mapping[str, str]
    """The titles of the screens, by the names of their tabs."""


STUDY: Final = Group(
    "Study", "study", MappingProxyType({"lab": "Lab", "gallery": "Gallery", "quiz": "Quiz"})
)

FRIENDS: Final = Group(
    "Friends",
    "friends",
    MappingProxyType(
        {"host": "Host", "join": "Join", "watch": "Watch"}
        | ({"duel": "Duel"} if "duel" in BY_NAME else {})
    ),
)

PROFILE: Final = Group(
    "Profile",
    "profile",
    MappingProxyType(
        {"scores": "Scores", "statistics": "Statistics", "achievements": "Achievements"}
    ),
)


class TabbedScreen(GameScreen[None]):
    """A screen of a group. It composes ``self.tabs()`` first, and has a ``tab_key``."""

    GROUP: ClassVar[Group]
    tab: str
    """The name of its tab in the group: an attribute of the class or of the screen."""
    focuses_tabs = False
    """Whether the tabs get the initial focus, since an arrow key led here."""

    def tabs(self) -> DoorTabs:
        """Return the widget of the tabs."""
        return DoorTabs(self.GROUP.title, self.GROUP.tabs, self.tab)

    def action_next_tab(self) -> None:
        tabs_of(self).choose_next()

    @on(DoorTabs.Chosen)
    def _tab_chosen(self, message: DoorTabs.Chosen) -> None:
        *_, opener, _ = (None, *self.app.screen_stack)
        wanted = self.GROUP, message.tab
        if isinstance(opener, TabbedScreen) and (opener.GROUP, opener.tab) == wanted:
            self.dismiss()  # as a gallery has opened the lab for one of its mazes
        else:
            self.show_tab(self.make_tab(message.tab), by_arrow=message.by_arrow)

    def make_tab(self, tab: str) -> Screen[None]:
        """Make the screen of a tab."""
        return factory.by_name(self.GROUP.screen, tab=tab)

    def show_tab(self, screen: Screen[None], *, by_arrow: bool = False) -> None:
        """Replace this screen with another of the group, if this one is in front.

        Esc leads from there where it leads from here, and a second key that follows at once does
        nothing.
        """
        if self.app.screen is not self:
            tabs_of(self).mark_shown()
            return
        if isinstance(screen, TabbedScreen):
            screen.focuses_tabs = by_arrow
        self._game.replace(screen)

    def became_ready(self) -> None:
        super().became_ready()
        if self.focuses_tabs:
            self.set_focus(tabs_of(self))

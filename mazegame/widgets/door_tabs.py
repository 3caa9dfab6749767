"""The tabs in the first line of the screens of a group, such as Study."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Tab, Tabs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.screen import Screen


class DoorTabs(Tabs):
    """The title of a group and the names of its screens, on one line.

    It only says which screen is wanted: the screen in front puts another one in its place.

    Args:
        title: The name of the group.
        tabs: The names of its screens by their ids, from left to right.
        shown: The id of the screen that has these tabs.
    """

    DEFAULT_CSS = """
    DoorTabs {
        dock: top;
        height: 1;
        Underline { display: none; }
        Tab { text-style: none; color: $maze-dim; }
        Tab.-active { text-style: bold; color: $foreground; background: $foreground 15%; }
        Tab.title, Tab.title:disabled { text-style: bold; color: $maze-key; }
        &.-narrow Tab.title { display: none; }
        &:nocolor Tab { text-style: none; color: $foreground; }
        &:nocolor Tab.-active { text-style: reverse; }
        &:nocolor Tab.title { text-style: bold; }
        &:focus Tab.-active { text-style: bold reverse; color: $foreground; }
        &:nocolor:focus Tab.-active { text-style: bold reverse underline; }
    }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,enter", "leave", show=False),
    ]

    class Chosen(Message):
        """Posted when the player chooses another screen of the group."""

        def __init__(self, tab: str, *, by_arrow: bool) -> None:
            self.tab = tab
            self.by_arrow = by_arrow
            """Whether an arrow key chose the tab; then the focus stays in the tabs."""
            super().__init__()

    def __init__(self, title: str, tabs: Mapping[str, str], shown: str) -> None:
        heading = Tab(title, classes="title", disabled=True)
        super().__init__(
            heading, *(Tab(name, id=_id(tab)) for tab, name in tabs.items()), active=_id(shown)
        )
        self._ids = list(tabs)
        self._shown = shown
        self._columns = sum(len(name) + 2 for name in (title, *tabs.values()))

    def validate_active(self, active: str) -> str:
        """Return the tab to mark, or none while there are no tabs."""
        return super().validate_active(active) if self.query(Tab) else ""

    def choose_next(self, by: int = 1, *, by_arrow: bool = False) -> None:
        """Choose the screen some tabs further; after the last one comes the first."""
        at = (self._ids.index(self._shown) + by) % len(self._ids)
        self.post_message(self.Chosen(self._ids[at], by_arrow=by_arrow))

    def mark_shown(self) -> None:
        """Mark the screen in front again, after another one could not be opened."""
        self.active = _id(self._shown)

    @on(Tabs.TabActivated)
    def _clicked(self, event: Tabs.TabActivated) -> None:
        """Choose the screen whose name was clicked."""
        event.stop()
        clicked = next(tab for tab in self._ids if _id(tab) == event.tab.id)
        if clicked != self._shown:
            self.post_message(self.Chosen(clicked, by_arrow=False))

    def on_resize(self) -> None:
        self.set_class(self.size.width < self._columns, "-narrow")

    def action_next_tab(self) -> None:
        self.choose_next(1, by_arrow=True)

    def action_previous_tab(self) -> None:
        self.choose_next(-1, by_arrow=True)

    def action_leave(self) -> None:
        """Move the focus to the first field below, or else to the screen."""
        if self.screen.focus_next() is self:
            self.screen.set_focus(None)


def tab_key(screen: str, *, in_fields: bool = False) -> Binding:
    """Return the key that shows the next screen of a group.

    Args:
        screen: The name of the screen, which begins the id of the binding.
        in_fields: Whether the screen has text fields, where a letter is text.
    """
    keys = "ctrl+t" if in_fields else "t,ctrl+t"
    return Binding(keys, "next_tab", "tab", id=f"{screen}.tab", tooltip="the next tab")


def tabs_of(screen: Screen[Any]) -> DoorTabs:
    """Return the tabs of a screen."""
    return screen.query_one(DoorTabs)


def _id(tab: str) -> str:
    return f"tab-{tab}"

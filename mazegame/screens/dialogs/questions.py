"""Questions: dialogs that ask for yes or no, for a line of a list, for a name, and for a key."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, OptionList, Static

from mazegame.screens.base import GameDialog
from mazegame.widgets.keys.key_line import key_hints
from mazegame.widgets.text.menu_list import MenuList

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from mazegame.screens import routes


class ConfirmScreen(GameDialog[bool]):
    """A question. Dismisses with True for yes. Enter and y agree, all other keys do not."""

    route: routes.Confirm
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "dismiss(True)", "yes", id="confirm.yes"),
        Binding("n,escape,q", "dismiss(False)", "no", id="confirm.no"),
    ]

    def compose(self) -> ComposeResult:
        """Yield the question and the answers."""
        with Vertical(classes="dialog"):
            yield Static(self.route.question, classes="heading")
            for line in self.route.details:
                yield Static(line, classes="detail", markup=False)
            if self.route.consequence:
                yield Static(self.route.consequence, markup=False)
            yield key_hints(("y", "yes"), ("n", "no"))


class ChooseScreen(GameDialog[str]):
    """A list. Dismisses with the name of a line; None for Escape."""

    route: routes.Choose
    CSS_PATH = "../lab/lab.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "back", id="choose.back"),
    ]

    def compose(self) -> ComposeResult:
        """Yield the question and the list."""
        with Vertical(classes="dialog"):
            yield Static(self.route.question, classes="heading")
            yield MenuList(self.route.lines)

    def on_mount(self) -> None:
        """Highlight the chosen line."""
        names = [name for name, _ in self.route.lines]
        if self.route.chosen in names:
            self.query_one(MenuList).highlighted = names.index(self.route.chosen)

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)


class NameScreen(GameDialog[str]):
    """Asks for a name. Dismisses with it."""

    route: routes.SaveName
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "back", id="name.back")]

    def compose(self) -> ComposeResult:
        """Yield the question."""
        with Vertical(classes="dialog"):
            yield Static(self.route.heading, classes="heading")
            yield Input(placeholder="a name", max_length=self.route.longest, compact=True)
            yield key_hints(("⏎", "save"), ("esc", "back"))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        name = "".join(c for c in event.value if c.isprintable()).strip()
        self.dismiss(name or None)


class KeyScreen(GameDialog[str]):
    """A question for a key. Dismisses with its name; None for Escape."""

    route: routes.AskKey

    def compose(self) -> ComposeResult:
        """Yield the question."""
        with Vertical(classes="dialog"):
            yield Static(self.route.about, classes="heading", markup=False)
            yield Static(Content.assemble("Press the key for it, or ", ("esc", "bold $maze-key")))

    def on_key(self, event: events.Key) -> None:
        """Dismiss with the pressed key."""
        event.stop()
        event.prevent_default()
        self.dismiss(None if event.key == "escape" else event.key)

"""Saves: the runs that can be gone on with, a name for a new one, and opening one."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList, Static

from mazegame.game.record import can_be_walked, walk_again
from mazegame.game.words import counted
from mazegame.screens import routes
from mazegame.screens.base import GameDialog
from mazegame.screens.routes import Reopened
from mazegame.store.report import clock, when
from mazegame.widgets.line_list import fitted
from mazegame.widgets.menu_list import MenuList

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.store.journal import Saved
    from mazegame.store.keeper import Keeper

LONGEST_NAME = 40
"""So many characters a name may have."""

NARROW = 50
"""Dialogs in fewer columns than that have all the screen's."""

WIDEST = 110
"""So many columns the list has at most."""

SHORTEST_NAME = 12
"""So many columns are for what a run is called at least, however narrow the list."""


def details(saved: Saved) -> tuple[str, str]:
    """A run in two short lines: its name and its level; how far it got, and when it began."""
    heading = saved.heading
    name = f"{heading.name}: " if heading.name else ""
    steps = counted(saved.steps, "step")
    time_, _, _ = clock(round(saved.record.seconds * 1000)).partition(".")
    return f"{name}{heading.maze or heading.level}", f"{steps}, {time_}, {when(heading.began)}"


def rows(runs: list[Saved], width: int) -> list[str]:
    """The runs of a list, each on one line of so many columns."""
    shown = [(details(saved)[0], counted(saved.steps, "step")) for saved in runs]
    far = max((len(steps) for _, steps in shown), default=0)
    began = [when(saved.heading.began) for saved in runs]
    room = max(width - far - max(map(len, began), default=0) - 4, SHORTEST_NAME)
    room = min(room, max((cell_len(name) for name, _ in shown), default=0))
    return [
        f"{fitted(name, room)}  {steps:>{far}}  {day}"
        for (name, steps), day in zip(shown, began, strict=True)
    ]


class SavesScreen(GameDialog["Saved"]):
    """The list. Dismisses with the run to go on with.

    Args:
        keeper: Knows what was saved.
        left_behind: The runs that were left on their way.
    """

    CSS_PATH = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d,delete", "forget", "delete it", id="saves.forget"),
        Binding("escape,q,l", "dismiss", "back", id="saves.back"),
    ]

    class Found(Message):
        """The saved runs are known."""

        def __init__(self, runs: list[Saved]) -> None:
            super().__init__()
            self.runs = runs

    def __init__(self, keeper: Keeper, left_behind: list[Saved]) -> None:
        super().__init__()
        self._keeper = keeper
        self._saved = list(left_behind)

    def compose(self) -> ComposeResult:
        """The list in a box."""
        with Vertical(classes="dialog", id="saves"):
            yield Static("Go on with", classes="heading")
            yield Vertical(id="list")
            yield Static(
                Content.assemble(
                    ("⏎", "bold $accent"),
                    " go on   ",
                    ("d", "bold $accent"),
                    " delete it   ",
                    ("esc", "bold $accent"),
                    " back",
                ),
                classes="keys",
            )

    async def on_mount(self) -> None:
        """Show what is known, then ask for the rest."""
        await self._show()
        self._keeper.saved().add_done_callback(
            lambda done: self.post_message(self.Found(done.result()))
        )

    async def on_saves_screen_found(self, message: Found) -> None:
        """Show the saved runs as well."""
        self._saved += message.runs
        await self._show()

    @property
    def _columns(self) -> int:
        """The columns of a line: the screen's, but for the box, the mark and the scrollbar."""
        width = self.app.size.width
        columns = min(width * 9 // 10, WIDEST) - 9 if width >= NARROW else width - 5
        return columns - 2 if self.app.no_color else columns  # then the box has a border

    async def _show(self) -> None:
        box = self.query_one("#list", Vertical)
        await box.remove_children()
        if not self._saved:
            await box.mount(Static("Nothing is saved. In a game, p and s save a run."))
            return
        texts = rows(self._saved, self._columns)
        lines = [(saved.path.stem, text) for saved, text in zip(self._saved, texts, strict=True)]
        menu = MenuList(lines)
        await box.mount(menu)
        menu.focus()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._saved[event.option_index])

    def action_forget(self) -> None:
        """Delete the run that is highlighted, after asking."""
        menus = self.query(MenuList)
        index = menus.first().highlighted if menus else None
        if index is None:
            return
        saved = self._saved[index]
        self.open(
            routes.Confirm("Delete this run?", details=details(saved)),
            lambda agreed: self._forget(saved) if agreed else None,
        )

    def _forget(self, saved: Saved) -> None:
        self._keeper.forget(saved)
        self._saved.remove(saved)
        self.run_worker(self._show())


class NameScreen(GameDialog[str]):
    """Asks for a name. Dismisses with it."""

    CSS_PATH = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "back", id="name.back")]

    def compose(self) -> ComposeResult:
        """The question in a box."""
        with Vertical(classes="dialog"):
            yield Static("Save this run", classes="heading")
            yield Input(placeholder="a name", max_length=LONGEST_NAME, compact=True)
            yield Static(
                Content.assemble(
                    ("⏎", "bold $accent"), " save   ", ("esc", "bold $accent"), " back"
                ),
                classes="keys",
            )

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        name = "".join(c for c in event.value if c.isprintable()).strip()
        self.dismiss(name or None)


class OpeningScreen(GameDialog[Reopened]):
    """Makes the level of a saved run and walks to where it was. Dismisses with both.

    Args:
        keeper: Knows the mazes that were kept.
        saved: The run.
    """

    CSS_PATH = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "give up", id="opening.back")
    ]

    class Opened(Message):
        """The run is there."""

        def __init__(self, reopened: Reopened) -> None:
            super().__init__()
            self.reopened = reopened

    class Failed(Message):
        """The run cannot be gone on with."""

        def __init__(self, reason: str) -> None:
            super().__init__()
            self.reason = reason

    def __init__(self, keeper: Keeper, saved: Saved) -> None:
        super().__init__()
        self._keeper = keeper
        self._saved = saved

    def compose(self) -> ComposeResult:
        """What is done meanwhile."""
        with Vertical(classes="dialog"):
            yield Static("opening …", markup=False)

    def on_mount(self) -> None:
        """Begin."""
        self._open()

    @work(thread=True, exclusive=True)
    def _open(self) -> None:
        saved = self._saved
        try:
            level = self._keeper.level(saved.heading.level)
            run = walk_again(level, saved.record, time.monotonic)
            ghost = saved.ghost if saved.ghost and can_be_walked(level, saved.ghost) else None
        except (ValueError, OSError, MemoryError) as error:
            self.post_message(self.Failed(str(error) or "there is not enough memory"))
        else:
            self.post_message(self.Opened(Reopened(run, ghost)))

    def on_opening_screen_opened(self, message: Opened) -> None:
        """Go on."""
        if self._saved.heading.ghost and message.reopened.ghost is None:
            self.notify(
                "the ghost of this run is damaged: you go on alone",
                severity="warning",
                markup=False,
            )
        self.dismiss(message.reopened)

    def on_opening_screen_failed(self, message: Failed) -> None:
        """Say why not."""
        self.notify(message.reason, severity="error", timeout=10, markup=False)
        self.dismiss(None)

"""Saves: the list of runs to resume, the name of a new save, and opening a run."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, OptionList, Static

from mazegame.game.ghost import GhostWalk
from mazegame.game.record import can_be_walked, walk_again
from mazegame.game.rivals import parse_rivals, who_can_walk
from mazegame.game.rules import Rules
from mazegame.game.series import free_play
from mazegame.game.words import counted
from mazegame.screens import routes
from mazegame.screens.base import GameDialog
from mazegame.screens.routes import Reopened
from mazegame.store.report import describe_saved, when
from mazegame.widgets.line_list import fitted
from mazegame.widgets.menu_list import MenuList

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.engine import Level
    from mazegame.game.match import Match, RivalSpec
    from mazegame.store.journal_lines import SavedRun

NARROW = 50
"""Fewest columns of a screen whose dialogs are narrower than itself."""

WIDEST = 110
"""Most columns of the list."""

SHORTEST_NAME = 6
"""Fewest columns for the name of a run."""


def rows(runs: list[SavedRun], width: int) -> list[str]:
    """Return a line for each run, in a number of columns."""
    shown = [(describe_saved(saved)[0], counted(saved.steps, "step")) for saved in runs]
    far = max((len(steps) for _, steps in shown), default=0)
    began = [when(saved.heading.began) for saved in runs]
    room = max(width - far - max(map(len, began), default=0) - 4, SHORTEST_NAME)
    room = min(room, max((cell_len(name) for name, _ in shown), default=0))
    return [
        f"{fitted(name, room)}  {steps:>{far}}  {day}"
        for (name, steps), day in zip(shown, began, strict=True)
    ]


class SavesScreen(GameDialog["SavedRun"]):
    """The list. Dismisses with the run to resume."""

    CSS_PATH = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("delete,backspace", "forget", "delete it", id="saves.forget"),
        Binding("escape,q,3", "dismiss", "back", id="saves.back"),
    ]

    @dataclass
    class Found(Message):
        """The saved runs were read."""

        runs: list[SavedRun]

    def __init__(self) -> None:
        super().__init__()
        self._saved: list[SavedRun] = []

    def compose(self) -> ComposeResult:
        """Yield the list."""
        with Vertical(classes="dialog", id="saves"):
            yield Static("Saved runs", classes="heading")
            yield Vertical(id="list")
            yield Static(
                Content.assemble(
                    ("⏎", "bold $maze-key"),
                    " go on   ",
                    ("del", "bold $maze-key"),
                    " delete it   ",
                    ("esc", "bold $maze-key"),
                    " back",
                ),
                classes="keys",
            )

    async def on_mount(self) -> None:
        """Show the interrupted runs, then read the saved ones."""
        self._saved = list(self.services.autosave.left_behind)
        await self._show()
        self.services.autosave.saves().add_done_callback(
            lambda done: self.post_message(self.Found(done.result()))
        )

    async def on_saves_screen_found(self, message: Found) -> None:
        """Add the saved runs."""
        self._saved += message.runs
        await self._show()

    def on_resize(self) -> None:
        """Write the lines in the new width."""
        for menu in self.query(MenuList):
            menu.show_lines(self._lines)

    @property
    def _lines(self) -> list[tuple[str, str]]:
        """A path and a text for each run."""
        texts = rows(self._saved, self._columns)
        return [(str(saved.path), text) for saved, text in zip(self._saved, texts, strict=True)]

    @property
    def _columns(self) -> int:
        """The columns of a line, without the frame, the mark and the scrollbar."""
        width = self.app.size.width
        columns = min(width * 9 // 10, WIDEST) - 9 if width >= NARROW else width - 5
        return columns - 2 if self.app.no_color else columns  # then the dialog has a border

    async def _show(self) -> None:
        box = self.query_one("#list", Vertical)
        await box.remove_children()
        if not self._saved:
            await box.mount(Static("None yet. In a game press p, then Ctrl+S."))
            return
        menu = MenuList(self._lines)
        await box.mount(menu)
        menu.focus()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._saved[event.option_index])

    def action_forget(self) -> None:
        """Ask, then delete the highlighted run."""
        menus = self.query(MenuList)
        index = menus.first().highlighted if menus else None
        if index is None:
            return
        saved = self._saved[index]
        self.open(
            routes.Confirm("Delete this run?", details=describe_saved(saved)),
            lambda agreed: self._forget(saved) if agreed else None,
        )

    def _forget(self, saved: SavedRun) -> None:
        self.services.autosave.forget(saved)
        self._saved.remove(saved)
        self.run_worker(self._show())


class NameScreen(GameDialog[str]):
    """Asks for a name. Dismisses with it.

    Args:
        heading: What is to be kept.
        longest: Most characters of the name.
    """

    CSS_PATH = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss", "back", id="name.back")]

    def __init__(self, heading: str, longest: int) -> None:
        super().__init__()
        self._heading, self._longest = heading, longest

    def compose(self) -> ComposeResult:
        """Yield the question."""
        with Vertical(classes="dialog"):
            yield Static(self._heading, classes="heading")
            yield Input(placeholder="a name", max_length=self._longest, compact=True)
            yield Static(
                Content.assemble(
                    ("⏎", "bold $maze-key"), " save   ", ("esc", "bold $maze-key"), " back"
                ),
                classes="keys",
            )

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        name = "".join(c for c in event.value if c.isprintable()).strip()
        self.dismiss(name or None)


class OpeningScreen(GameDialog[Reopened]):
    """Makes the level of a saved run and replays its steps. Dismisses with run and match.

    Args:
        saved: The run.
    """

    CSS_PATH = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "give up", id="opening.back")
    ]

    @dataclass
    class Opened(Message):
        """The run is ready."""

        reopened: Reopened

    @dataclass
    class Failed(Message):
        """The run cannot be resumed."""

        reason: str

    def __init__(self, saved: SavedRun) -> None:
        super().__init__()
        self._saved = saved

    def compose(self) -> ComposeResult:
        """Yield a line on the work in progress."""
        with Vertical(classes="dialog"):
            yield Static("opening …", markup=False)

    def on_mount(self) -> None:
        """Start the work."""
        self._open()

    @work(thread=True, exclusive=True)
    def _open(self) -> None:
        saved = self._saved
        try:
            level = self.services.autosave.level(saved)
            run = walk_again(level, saved.record, time.monotonic)
            match = self.services.score_book.match_in_series(saved, match_of(saved, level))
        except (ValueError, OSError, MemoryError) as error:
            self.post_message(self.Failed(str(error) or "there is not enough memory"))
        else:
            self.post_message(self.Opened(Reopened(run, match)))

    def on_opening_screen_opened(self, message: Opened) -> None:
        """Answer with the run."""
        if len(message.reopened.match.rivals) < len(self._saved.heading.rivals):
            self.notify(
                "a rival of this run cannot walk this maze: you go on without it",
                severity="warning",
                markup=False,
            )
        self.dismiss(message.reopened)

    def on_opening_screen_failed(self, message: Failed) -> None:
        """Show why the run cannot be resumed."""
        self.notify(message.reason, severity="error", timeout=10, markup=False)
        self.dismiss(None)


def match_of(saved: SavedRun, level: Level) -> Match:
    """Return the match of a saved run, without rivals that cannot walk the level."""
    rivals: list[RivalSpec] = []
    for key in saved.heading.rivals:
        if key == GhostWalk.key:
            if saved.ghost is not None and can_be_walked(level, saved.ghost):
                rivals.append(GhostWalk.of(saved.ghost))
        else:
            rivals += who_can_walk(parse_rivals([key]), level)[0]
    return free_play(level, Rules.from_key(saved.heading.category.rules), tuple(rivals))

"""Saves: the list of runs to resume, the name of a new save, and opening a run."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static

from mazegame.game.words import counted
from mazegame.screens.base import GameDialog
from mazegame.screens.routes import PLAYERS
from mazegame.store.book.report import describe_saved, when
from mazegame.widgets.keys.key_line import key_hints
from mazegame.widgets.text.menu_list import MenuList, fitted

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.game.match import Match
    from mazegame.game.run import Run
    from mazegame.screens import routes
    from mazegame.store.journal.journal_lines import SavedRun

NARROW, WIDEST, SHORTEST_NAME = 50, 110, 6
"""Fewest columns of a screen whose dialogs are narrower than itself; most columns of the list;
fewest for the name of a run."""


def rows(runs: list[SavedRun], width: int) -> list[str]:
    """Return a line for each run, in a number of columns."""
    shown = [(describe_saved(saved)[0], counted(saved.steps, "step")) for saved in runs]
    far = max((len(steps) for _, steps in shown), default=0)
    began = [when(saved.heading.began) for saved in runs]
    if width < NARROW:
        began = [moment.partition(" ")[0] for moment in began]
    room = max(width - far - max(map(len, began), default=0) - 4, SHORTEST_NAME)
    room = min(room, max((cell_len(name) for name, _ in shown), default=0))
    return [
        f"{fitted(name, room)}  {steps:>{far}}  {day}"
        for (name, steps), day in zip(shown, began, strict=True)
    ]


class SavesScreen(GameDialog["SavedRun"]):
    """The list. Dismisses with the run to resume."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("delete,backspace", "forget", "delete it", id="saves.forget"),
        Binding("escape,q,3", "dismiss", "back", id="saves.back"),
    ]

    def __init__(self, route: routes.Saves) -> None:
        super().__init__(route)
        self._saved: list[SavedRun] = []

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog", id="saves"):
            yield Static("Saved runs", classes="heading")
            yield Vertical(id="list")
            yield key_hints(("⏎", "go on"), ("del", "delete it"), ("esc", "back"))

    async def on_mount(self) -> None:
        """Show the interrupted runs, then read the saved ones."""
        self._saved = list(self.services.autosave.left_behind)
        await self._show()
        self.ask(self.services.autosave.saves().result, self._add)

    async def _add(self, runs: list[SavedRun]) -> None:
        self._saved += runs
        await self._show()

    def on_resize(self) -> None:
        for menu in self.query(MenuList):
            menu.show_lines(self._lines)

    @property
    def _lines(self) -> list[tuple[str, str]]:
        texts = rows(self._saved, self._columns)
        return [(str(saved.path), text) for saved, text in zip(self._saved, texts, strict=True)]

    @property
    def _columns(self) -> int:
        """The columns of a line, without the frame, the mark and the scrollbar."""
        width = self.app.size.width
        columns = min(width * 9 // 10, WIDEST) - 9 if width >= NARROW else width - 7
        return columns - 2 if self.app.no_color else columns  # then the dialog has a border

    async def _show(self) -> None:
        box = self.query_one("#list", Vertical)
        await box.remove_children()
        if self._saved:
            await box.mount(menu := MenuList(self._lines))
            menu.focus()
        else:
            await box.mount(Static("None yet. In a game press p, then Ctrl+S."))

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._saved[event.option_index])

    def action_forget(self) -> None:
        index = next((menu.highlighted for menu in self.query(MenuList)), None)
        if index is not None:
            saved = self._saved[index]
            forget = partial(self._forget, saved)
            self.confirm("Delete this run?", forget, details=describe_saved(saved))

    def _forget(self, saved: SavedRun) -> None:
        self.services.store.forget(saved)
        self._saved.remove(saved)
        self.run_worker(self._show())


class OpeningScreen(GameDialog["routes.Play | routes.Duel"]):
    """Makes the level of a saved run and replays its steps. Dismisses with what plays it on."""

    route: routes.Reopen
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "give up", id="opening.back")
    ]

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static("opening …", markup=False)

    def on_mount(self) -> None:
        reopen = self.services.autosave.reopen
        self.ask(partial(reopen, self.route.saved, time.monotonic), self._reopened)

    def _reopened(self, found: tuple[Match, tuple[Run, ...]]) -> None:
        match, runs = found
        if len(match.rivals) < len(self.route.saved.heading.rivals):
            self.say("a rival of this run cannot walk this maze: you go on without it", "warning")
        self.dismiss(PLAYERS[match.series.players - 1](match, *runs))

    def complain(self, error: Exception) -> None:
        super().complain(error)
        self.dismiss(None)

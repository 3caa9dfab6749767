"""Saves: the list of runs to resume, the name of a new save, and opening a run."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static

from mazegame.screens.base import GameDialog
from mazegame.screens.routes import PLAYERS
from mazegame.store.book.report import describe_saved
from mazegame.widgets.keys.key_line import key_hints, named_keys
from mazegame.widgets.text.menu_list import BLANK, MenuList, fitted

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.game.match import Match
    from mazegame.game.run import Run
    from mazegame.screens import routes
    from mazegame.store.journal.journal_lines import SavedRun

NARROW, WIDEST, SHORTEST_NAME, DAY = 50, 90, 6, 10
"""Fewest columns of a screen whose dialogs are narrower than itself; most columns of the list;
fewest for the name of a run; columns of a date without its time."""

TITLES: Final = ("run", "walked", "time", "begun")


def rows(runs: list[SavedRun], width: int) -> list[str]:
    """Return a line for each run, in a number of columns; the first has titles, if there is room.

    Where there is none a run has its name or else its maze, and the day.
    """
    table = [(name, *done.split(", ")) for name, done in map(describe_saved, runs)]
    if width < NARROW:
        names = [saved.heading.name or row[0] for saved, row in zip(runs, table, strict=True)]
        table = [(name, row[-1]) for name, row in zip(names, table, strict=True)]
    else:
        table.insert(0, TITLES)
    wide = [max(map(cell_len, column)) for column in zip(*table, strict=True)]
    if sum(wide) + 2 * len(wide[1:]) > width:  # the day tells enough
        table = [(*row[:-1], row[-1][:DAY]) for row in table]
        wide[-1] = min(wide[-1], DAY)
    room = max(width - sum(wide[1:]) - 2 * len(wide[1:]), SHORTEST_NAME)
    return [
        "  ".join([fitted(name, room), *map(str.rjust, rest, wide[1:])]) for name, *rest in table
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
        with Vertical(classes="dialog", id="saves") as dialog:
            dialog.border_title = "Saved runs"
            yield Static(id="titles", markup=False)
            yield Vertical(id="list")
            yield Static(id="chosen", markup=False)
            yield key_hints()

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
            menu.show_lines(self._lines())

    def _lines(self) -> list[tuple[str, str]]:
        lines = rows(self._saved, self._columns)
        first = len(lines) - len(self._saved)
        titles, texts = lines[:first], lines[first:]
        self.query_one("#titles", Static).update(BLANK + "".join(titles))
        return [(str(saved.path), text) for saved, text in zip(self._saved, texts, strict=True)]

    @on(OptionList.OptionHighlighted)
    def _tell(self, event: OptionList.OptionHighlighted) -> None:
        """Say all of the chosen run, which a narrow line has no room for."""
        words = describe_saved(self._saved[event.option_index])
        self.query_one("#chosen", Static).update("\n".join(words))

    @property
    def _columns(self) -> int:
        """The columns of a line, without the frame, the mark and the scrollbar."""
        width = self.app.size.width
        columns = min(width * 9 // 10, WIDEST) - 9 if width >= NARROW else width - 7
        return columns - 2 if self.app.no_color else columns  # then the dialog has a border

    async def _show(self) -> None:
        box = self.query_one("#list", Vertical)
        await box.remove_children()
        keys = (("⏎", "go on"), ("del", "delete it")) if self._saved else ()
        self.query_one(".keys", Static).update(named_keys(*keys, ("esc", "back")))
        if self._saved:
            await box.mount(menu := MenuList(self._lines()))
            menu.focus()
        else:
            for words in self.query("#titles, #chosen").results(Static):
                words.update()
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

"""Saves: the list of runs to resume, the name of a new save, and opening a run."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.events import Resize
from textual.widgets import OptionList, Static

from mazegame.game.words import counted
from mazegame.screens.base import GameDialog
from mazegame.store.book.report import describe_saved
from mazegame.store.reopening import reopen
from mazegame.widgets.keys.key_line import key_hints, named_keys
from mazegame.widgets.text.menu_list import BLANK, MenuList, fitted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from mazegame.game.match import Match
    from mazegame.game.run import Run
    from mazegame.store.journal.journal_lines import SavedRun

NARROW: Final = 50
"""Columns of the screen below which the dialog is as wide as the screen."""

WIDEST: Final = 90
"""Most columns of the list."""

SHORTEST_NAME: Final = 6
"""Fewest columns for the name of a run."""

DAY: Final = 10
"""Columns of a date without its time."""

WIDE_KEYS: Final = 66
"""Fewest columns of a screen with all words on the keys."""

TITLES: Final = ("run", "walked", "time", "begun")


def rows(runs: Sequence[SavedRun], width: int) -> list[str]:
    """Return a line for each run in some columns, with titles first if there is room.

    In a narrow list a run has only its name, or else its maze, and the day.
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
        Binding("minus", "clear", "clear the unnamed", id="saves.clear"),
        Binding("escape,q,3", "dismiss", "back", id="saves.back"),
    ]

    _menu = getters.query_one(MenuList)
    _saved: Sequence[SavedRun] = ()

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog", id="saves") as dialog:
            dialog.border_title = "Saved runs"
            yield Static(id="titles", markup=False)
            yield MenuList()
            yield Static("None yet. In a game press p, then Ctrl+S.", id="none")
            yield Static(id="chosen", markup=False)
            yield key_hints()

    def on_mount(self) -> None:
        """Show the interrupted runs, then read the saved ones."""
        self._add(self.services.autosave.left_behind)
        self.run_in_thread(self.services.autosave.saves().result, self._add)

    def _add(self, runs: list[SavedRun]) -> None:
        self._saved = [*self._saved, *runs]
        self._show()

    @on(Resize)
    def _show(self) -> None:
        lines = rows(self._saved, self._columns)
        first = len(lines) - len(self._saved)
        titles, texts = lines[:first], lines[first:]
        self.query_one("#titles", Static).update(BLANK + "".join(titles))
        paths = (str(saved.path) for saved in self._saved)
        self._menu.show_lines(zip(paths, texts, strict=True))
        self.set_class(not self._saved, "-none")
        wide = self.app.size.width >= WIDE_KEYS
        keys = [("⏎", "go on"), ("del", "delete it" if wide else "delete")] if self._saved else []
        keys += [("-", "clear the unnamed" if wide else "clear")] if self._unnamed else []
        self.query_one(".keys", Static).update(named_keys(*keys, ("esc", "back"), gap=2))

    @property
    def _unnamed(self) -> list[SavedRun]:
        """The interrupted runs that were not saved under a name."""
        return [saved for saved in self._saved if not saved.heading.name]

    @on(OptionList.OptionHighlighted)
    def _show_details(self, event: OptionList.OptionHighlighted) -> None:
        """Show the chosen run in full below the list."""
        words = describe_saved(self._saved[event.option_index])
        self.query_one("#chosen", Static).update("\n".join(words))

    @property
    def _columns(self) -> int:
        """The columns of a line, without the frame, the mark and the scrollbar."""
        width = self.app.size.width
        columns = min(width * 9 // 10, WIDEST) - 9 if width >= NARROW else width - 7
        return columns - 2 if self.app.no_color else columns  # then the dialog has a border

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._saved[event.option_index])

    def action_forget(self) -> None:
        if self._menu.highlighted is not None:
            saved = self._saved[self._menu.highlighted]
            forget = partial(self._forget, [saved])
            self.confirm("Delete this run?", forget, details=describe_saved(saved))

    def action_clear(self) -> None:
        if unnamed := self._unnamed:
            question = f"Delete {counted(len(unnamed), 'run')} without a name?"
            stay = "Those that you saved under a name stay."
            if any(run.heading.series for run in unnamed):
                stay = f"Tries of daily mazes and of series go too. {stay}"
            self.confirm(question, partial(self._forget, unnamed), stay)

    def _forget(self, runs: Sequence[SavedRun]) -> None:
        self.services.autosave.forget(runs)
        self._saved = [one for one in self._saved if one not in runs]
        self._show()


class OpeningScreen(GameDialog["tuple[Match, tuple[Run, ...]]"]):
    """Makes the level of a saved run and replays its steps. Dismisses with match and runs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "give up", id="opening.back")
    ]

    def __init__(self, saved: SavedRun) -> None:
        super().__init__()
        self._saved = saved

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static("opening …", markup=False)

    def on_mount(self) -> None:
        work = partial(reopen, self.services.store, self._saved, time.monotonic)
        self.run_in_thread(work, self._reopened)

    def _reopened(self, found: tuple[Match, tuple[Run, ...]]) -> None:
        match, _ = found
        if len(match.rivals) < len(self._saved.heading.rivals):
            self.show_notice(
                "a rival of this run cannot walk this maze: you go on without it", "warning"
            )
        self.dismiss(found)

    def complain(self, error: Exception) -> None:
        super().complain(error)
        self.dismiss(None)

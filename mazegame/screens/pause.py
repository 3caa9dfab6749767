"""Pause: the clock stands, and this is what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static

from mazegame.screens.base import GameDialog
from mazegame.widgets.menu_list import MenuList

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.screen import Screen

    from mazegame.engine import Level


class PauseScreen(GameDialog[str]):
    """The menu of a running game. Dismisses with "resume", "restart", "next" or "menu".

    Args:
        level: The level being played.
        below: The screen that plays it.
    """

    CSS_PATH = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,p", "dismiss('resume')", "go on", id="pause.resume"),
        Binding("r", "dismiss('restart')", "the same maze again", id="pause.restart"),
        Binding("n", "next", "the next maze", id="pause.next"),
        Binding("s", "app.save_run", "save it under a name", id="pause.save"),
        Binding("o", "app.settings", "settings", id="pause.settings"),
        Binding("m", "dismiss('menu')", "menu", id="pause.menu"),
        Binding("question_mark", "help", "help", id="pause.help"),
        Binding("q", "app.quit", "quit", id="pause.quit"),
    ]

    def __init__(self, level: Level, below: Screen[None]) -> None:
        super().__init__()
        self._level = level
        self._below = below

    def compose(self) -> ComposeResult:
        """The list in a box."""
        with Vertical(classes="dialog"):
            yield Static("Paused", classes="heading")
            yield Static(str(self._level.recipe or self._level.name), classes="muted", markup=False)
            yield MenuList(self._choices())

    def _choices(self) -> list[tuple[str, str]]:
        lines = [
            ("resume", "esc  go on"),
            ("restart", "r    the same maze again"),
            ("next", "n    the next maze"),
            ("save", "s    save under a name"),
            ("settings", "o    settings"),
            ("menu", "m    menu"),
            ("help", "?    help"),
            ("quit", "q    quit"),
        ]
        return [line for line in lines if line[0] != "next" or self._level.recipe]

    @on(OptionList.OptionSelected)
    async def _selected(self, event: OptionList.OptionSelected) -> None:
        match event.option.id:
            case "save":
                await self.run_action("app.save_run")
            case "settings":
                await self.run_action("app.settings")
            case "help":
                self.action_help()
            case "quit":
                self.app.exit()
            case chosen:
                self.dismiss(chosen or "resume")

    def action_next(self) -> None:
        """Go on to the next maze, if there is one."""
        if self._level.recipe is not None:
            self.dismiss("next")

    def action_help(self) -> None:
        """Show the keys and the rules."""
        from mazegame.screens.help import HelpScreen

        self.open(HelpScreen(self._below))

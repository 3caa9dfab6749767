"""Pause: the menu of a running game, while the clock stands.

The screen below gives the list of settings. Each is a choice, and a change takes effect at once,
visible behind the dialog.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Label, OptionList, Static

from mazegame.screens import routes
from mazegame.screens.base import GameDialog
from mazegame.widgets.input.choice import Choice
from mazegame.widgets.keys.key_line import key_of
from mazegame.widgets.text.menu_list import MenuList

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.screens.base import GameScreen


class PauseScreen(GameDialog[str]):
    """The menu of a running game. Dismisses with "resume", "restart", "next", "lab" or "menu"."""

    route: routes.Pause
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-short"), (24, "-high")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,p", "dismiss('resume')", "resume", id="pause.resume"),
        Binding("r", "dismiss('restart')", "restart", id="pause.restart"),
        Binding("n", "next", "the next maze", id="pause.next"),
        Binding("space", "dismiss('lab')", "lab", id="pause.lab"),
        Binding("ctrl+s", "save_run", "save it under a name", id="pause.save"),
        Binding("o", "settings", "settings", id="pause.settings"),
        Binding("m", "dismiss('menu')", "menu", id="pause.menu"),
        Binding("question_mark", "help", "help", id="pause.help"),
        Binding("q", "app.quit", "quit", id="pause.quit"),
        Binding("down", "app.focus_next", "next line", show=False, id="pause.down"),
        Binding("up", "app.focus_previous", "previous line", show=False, id="pause.up"),
    ]

    @property
    def _has_next(self) -> bool:
        return self.route.has_next and self.route.level.recipe is not None

    def compose(self) -> ComposeResult:
        """Yield the menu."""
        with VerticalScroll(classes="dialog", can_focus=False):
            level = self.route.level
            name = str(level.recipe or level.name)
            yield Static(
                Content.assemble(("Paused", "bold $maze-key"), (f"  {name}", "$foreground 60%")),
                classes="title",
            )
            with Container(id="parts"):
                yield MenuList(self._choices())
                with Vertical(id="settings"):
                    yield from self._settings()

    def _settings(self) -> ComposeResult:
        """Yield the settings under their headings, a line each."""
        lasts = None
        for number, setting in enumerate(self.route.settings):
            if setting.lasts != lasts:
                lasts = setting.lasts
                yield self._heading(lasts, first=not number)
            with Horizontal(classes="setting"):
                yield Label(setting.name)
                choice = Choice(setting.options, id=f"setting-{number}")
                choice.choose(setting.value)
                yield choice

    @staticmethod
    def _heading(lasts: bool, *, first: bool) -> Static:
        """Return the line that says how long the settings below it hold."""
        name, words = ("display", "all games") if lasts else ("rules", "this game only")
        key = "tab " if first else ""
        return Static(
            Content.assemble((f"{key}{name}", "bold $maze-key"), (f"  {words}", "$foreground 60%")),
            classes="first" if first else "",
        )

    def _choices(self) -> list[tuple[str, str]]:
        """Return the actions to choose from, each with its key and what it does."""
        entries = {
            "dismiss('resume')": "resume",
            "dismiss('restart')": "restart",
            "next": "next",
            "dismiss('lab')": "lab",
            "save_run": "save as…",
            "settings": "settings",
            "dismiss('menu')": "menu",
            "help": "help",
            "app.quit": "quit",
        }
        keys = {action: key_of(self, action) for action in entries}
        width = max(map(len, keys.values()))
        return [
            (action, f"{keys[action]:{width}} {label}")
            for action, label in entries.items()
            if action != "next" or self._has_next
        ]

    @on(OptionList.OptionSelected)
    async def _selected(self, event: OptionList.OptionSelected) -> None:
        await self.run_action(event.option.id or "")

    @on(Choice.Changed)
    def _changed(self, event: Choice.Changed) -> None:
        number = int((event.choice.id or "").removeprefix("setting-"))
        self.route.settings[number].apply(event.choice.value)

    def action_next(self) -> None:
        """Go on to the next maze, if there is one."""
        if self._has_next:
            self.dismiss("next")

    def action_save_run(self) -> None:
        """Ask for a name and save the run under it."""
        self.open(routes.SaveName(), self.services.autosave.save)

    def action_settings(self) -> None:
        """Show all settings."""
        self.open(routes.Settings())

    @property
    def helped(self) -> GameScreen[Any]:
        """The screen that plays the match."""
        return cast("GameScreen[Any]", self.route.below)

"""Pause: the menu of a game while the clock is stopped, with its settings beside it.

A change takes effect at once, visible behind the dialog. Changes of the look hold for all games,
those of the rules for this game alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Label, OptionList, Static

from mazegame.config import DRAWINGS, LABELS, RUN_SPEEDS, WALL_CHOICES
from mazegame.game.texture_names import recipe_name
from mazegame.screens import factory
from mazegame.screens.base import GameDialog
from mazegame.themes import OUR_THEMES
from mazegame.widgets.input.fields import Choice
from mazegame.widgets.keys.key_line import key_of
from mazegame.widgets.text.characters import look_of
from mazegame.widgets.text.fitting_line import with_detail
from mazegame.widgets.text.menu_list import MenuList

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.app import ComposeResult
    from textual.screen import Screen

    from mazegame.engine import Level
    from mazegame.game.rules import Rules

RULES: Final = ("compass", "fog", "rival_in_sight")
"""The rules that can change during a game; the last one only in a race."""

AROUND_TITLE: Final = 6
"""Columns of the frame and the padding of the dialog."""

_ON_OFF: Final = ((True, "on"), (False, "off"))


class PauseScreen(GameDialog[str]):
    """The menu of a running game. Dismisses with "resume", "restart", "next", "lab" or "menu"."""

    VERTICAL_BREAKPOINTS = [(0, "-short"), (24, "-high"), (27, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,p", "dismiss('resume')", "resume", id="pause.resume"),
        Binding("r", "dismiss('restart')", "restart", id="pause.restart"),
        Binding("n", "next", "next", id="pause.next", tooltip="the next maze"),
        Binding("space", "dismiss('lab')", "lab", id="pause.lab"),
        Binding("ctrl+s", "save_run", "save as", id="pause.save", tooltip="save it under a name"),
        Binding("o", "settings", "settings", id="pause.settings"),
        Binding("m", "dismiss('menu')", "menu", id="pause.menu"),
        Binding("question_mark", "help", "help", id="pause.help"),
        Binding("q", "app.quit", "quit", id="pause.quit"),
        Binding("down", "app.focus_next", "next line", show=False, id="pause.down"),
        Binding("up", "app.focus_previous", "previous line", show=False, id="pause.up"),
    ]

    def __init__(
        self,
        level: Level,
        below: Screen[Any],
        rules: Rules,
        change_rules: Callable[[Rules], object],
        *,
        race: bool,
        has_next: bool,
    ) -> None:
        super().__init__()
        self._level = level
        self._below = below
        self._rules = rules
        self._change_rules = change_rules
        self._race = race
        self._has_next = has_next and level.recipe is not None

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog", can_focus=False) as dialog:
            dialog.border_subtitle = Content(str(self._level.recipe or "")).markup
            yield Static(self._title(), classes="title")
            with Container(id="parts"):
                yield MenuList(self._choices())
                with Vertical(id="settings"):
                    yield from self._settings()

    def _title(self) -> Content:
        """Return the plain name of the maze and who carves it; the game ID is on the frame."""
        recipe, paused = self._level.recipe, Content.styled("Paused  ", "bold $maze-key")
        if recipe is None:
            return paused + self._level.name
        room = self.app.size.width * 9 // 10 - AROUND_TITLE - paused.cell_length
        return paused + with_detail(*recipe_name(recipe), room)

    def _settings(self) -> ComposeResult:
        look = look_of(self.app)
        themes = [name for name in OUR_THEMES if name in self.app.available_themes]
        yield Static(_headed("display", "all games (tab)"), classes="first")
        yield _line("walls", WALL_CHOICES, look.wall_choice)
        yield _line("drawing", [(name, name) for name in DRAWINGS], look.drawing)
        speeds = sorted({*RUN_SPEEDS, look.run_speed})  # the file accepts any value
        yield _line("run_speed", [(one, f"{one:g} cells/s") for one in speeds], look.run_speed)
        yield _line("minimap", _ON_OFF, look.minimap)
        yield _line("theme", [(name, name) for name in themes], self.app.theme)
        yield Static(_headed("rules", "this game only"), classes="second")
        for name in RULES if self._race else RULES[:-1]:
            yield _line(name, _ON_OFF, getattr(self._rules, name))

    def _choices(self) -> list[tuple[str, str]]:
        """Return the actions of the menu, each with its key and name."""
        shown = [one for one in Binding.make_bindings(self.BINDINGS) if one.show]
        entries = {one.action: one.description for one in shown}
        if not self._has_next:
            del entries["next"]
        keys = {action: key_of(self, action) for action in entries}
        width = max(map(len, keys.values()))
        return [(action, f"{keys[action]:{width}} {what}") for action, what in entries.items()]

    @on(OptionList.OptionSelected)
    async def _selected(self, event: OptionList.OptionSelected) -> None:
        await self.run_action(event.option.id or "")

    @on(Choice.Changed)
    def _changed(self, event: Choice.Changed) -> None:
        name, value = event.choice.id or "", event.choice.value
        if name == "theme":
            self.app.theme = value
        elif name == "walls":
            self.services.settings.save_look(look_of(self.app).with_walls(value))
        elif name in RULES:
            self._rules = replace(self._rules, **{name: value})
            self._change_rules(self._rules)
        else:
            self.services.settings.save_look(replace(look_of(self.app), **{name: value}))

    def action_next(self) -> None:
        if self._has_next:
            self.dismiss("next")

    def action_save_run(self) -> None:
        self.open(factory.save_name(), self.services.autosave.save)

    def action_settings(self) -> None:
        self.open(factory.settings())

    def action_help(self) -> None:
        self.open(factory.help_on(self._below))


def _headed(name: str, words: str) -> Content:
    return Content.assemble((name, "bold $maze-key"), (f"  {words}", "$maze-dim"))


def _line(name: str, options: Iterable[tuple[Any, str]], value: Any) -> Horizontal:
    label = LABELS.get(name, name)
    choice: Choice[Any] = Choice(options, id=name)
    choice.choose(value, str(value))
    return Horizontal(Label(label), choice, classes="setting")

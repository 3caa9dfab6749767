"""Palette: everything that can be done on the screen below, and the themes; at most one at a time.

Textual's own closes the screen in front at each click beside it, opens a second one over a screen
that came between, and takes keys before its list is laid out; each of these raises an error.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from rich.cells import cell_len
from textual.command import CommandPalette, DiscoveryHit, Hit, Provider
from textual.content import Content
from textual.theme import ThemeProvider
from textual.widgets import OptionList

from mazegame.game.words import capital
from mazegame.screens.base import GameScreen
from mazegame.widgets.keys.key_line import KeyLine, bindings_in_force

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.app import SystemCommand
    from textual.command import Hits
    from textual.screen import Screen

MOVES: Final = frozenset(
    {
        "move", "glide", "pan", "step", "seek", "skip", "go", "go_month", "go_chapter",
        "answer", "focus_next", "focus_previous", "walk_there",
    }
)  # fmt: skip
"""Actions that only make sense as keys: they move something."""

NARROW: Final = 60
"""Columns of a screen below which the list has the names of commands alone."""

LAST: Final = frozenset(
    {
        "quit", "forget", "give_up", "dismiss", "restart", "next", "leave_party", "leave_round",
        "end_round",
    }
)  # fmt: skip
"""Actions that end or delete something; they are listed last."""

LESS: Final = 1e-3
"""Factor by which the search score of such an action is lowered."""


@dataclass(frozen=True)
class ScreenCommand:
    """An action of a screen, as the palette lists it."""

    title: str
    key: str
    """The displayed name of its key; empty for none."""
    about: str
    """A description; empty for none."""
    run: Callable[[], Any]
    ends: bool = False
    """Whether it ends or deletes something."""


class ScreenCommands(Provider):
    """The actions of the screen below; those that end something come last."""

    async def discover(self) -> Hits:
        """Yield every command."""
        for one, key in self._keyed():
            line = Content.assemble(key, one.title, _about(one))
            yield DiscoveryHit(line, one.run, one.title)

    async def search(self, query: str) -> Hits:
        """Yield the commands that match."""
        matcher = self.matcher(query)
        for one, key in self._keyed():
            match = max(matcher.match(one.title), 0.5 * matcher.match(one.about or one.key))
            if match > 0:
                match *= LESS if one.ends else 1  # after all others that match
                line = Content.assemble(key, matcher.highlight(one.title), _about(one))
                yield Hit(match, line, one.run, one.title)

    def _keyed(self) -> Iterable[tuple[ScreenCommand, Content]]:
        """Yield all commands, each with its key in a column as wide as the longest."""
        found = commands_of(self.screen, self.app.get_system_commands(self.screen))
        wide = max((cell_len(one.key) for one in found), default=0) + 2
        for one in found:
            if self.screen.size.width < NARROW:
                one = replace(one, title=one.title.partition(":")[0], about="")  # noqa: PLW2901
            blank = " " * (wide - cell_len(one.key))
            yield one, Content.assemble((one.key, "bold $maze-key"), blank)


def _about(command: ScreenCommand) -> Content:
    return Content.styled(f"  {command.about}" if command.about else "", "$maze-dim")


def commands_of(screen: Screen[Any], others: Iterable[SystemCommand]) -> list[ScreenCommand]:
    """Return all commands of a screen, including those without a key."""
    found: list[ScreenCommand] = []
    seen: set[str] = set()
    renamed = {
        action: what for line in screen.query(KeyLine) for action, what in line.renamed.items()
    }
    for binding, enabled in bindings_in_force(screen):
        name = binding.action.removeprefix("app.").partition("(")[0]
        if not enabled or not binding.description or name in MOVES or binding.action in seen:
            continue
        seen.add(binding.action)
        title = renamed.get(binding.action) or binding.tooltip or binding.description
        run = partial(screen.run_action, binding.action)
        names_more = {"/", " "} & {*(binding.key_display or "")}  # the keys of other actions, too
        key = screen.app.get_key_display(
            replace(binding, key_display=None) if names_more else binding
        )
        found.append(ScreenCommand(capital(title), key, "", run, name in LAST))
    titles = {one.title.partition(":")[0] for one in found}
    found += [
        ScreenCommand(other.title, "", other.help, other.callback, other.title == "Quit")
        for other in others
        if other.title not in titles
    ]
    return sorted(found, key=lambda one: one.ends)


class PaletteScreen(CommandPalette, GameScreen[None]):
    """The list of commands, or of themes."""

    CSS_PATH = "command_palette.tcss"

    def __init__(self, *, themes: bool) -> None:
        self._themes = themes
        if themes:
            super().__init__([ThemeProvider], placeholder="Search for themes…")
        else:
            super().__init__([ScreenCommands])

    def on_mount(self) -> None:
        """Name the key that closes the palette in its frame, as other dialogs do."""
        frame = self.query_one("#--container")
        frame.border_title = "Themes" if self._themes else "Commands"
        frame.border_subtitle = "esc closes"

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        """Return whether a key does something: a list that is not laid out has no pages yet."""
        lists = self.query(OptionList)
        return action != "command_list" or any(one.scrollable_content_region for one in lists)

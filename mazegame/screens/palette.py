"""Palette: everything that can be done on the screen below, and the themes; at most one at a time.

Textual's own closes the screen in front at each click beside it, opens a second one over a screen
that came between, and takes keys before its list is laid out; each of these raises an error.
"""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from textual.command import CommandPalette, DiscoveryHit, Hit, Provider
from textual.theme import ThemeProvider

from mazegame.screens.base import GameScreen
from mazegame.widgets.keys.key_line import bindings_in_force

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from textual.app import SystemCommand
    from textual.command import Hits
    from textual.screen import Screen

    from mazegame.screens import routes

MOVES: Final = frozenset(
    {
        "move", "glide", "go_on", "pan", "step", "seek", "skip", "go", "go_month", "go_chapter",
        "answer", "focus_next", "focus_previous", "walk_there",
    }
)  # fmt: skip
"""Actions that only make sense as keys: they move something."""

LAST: Final = frozenset({"quit", "forget", "give_up", "dismiss", "restart", "next"})
"""Actions that end or delete something: they stand last."""


class ScreenCommands(Provider):
    """The actions of the screen below; those that end something come last."""

    async def discover(self) -> Hits:
        """Yield every command."""
        for title, about, callback in commands_of(self.screen, self._others()):
            yield DiscoveryHit(title, callback, help=about)

    async def search(self, query: str) -> Hits:
        """Yield the commands that match."""
        matcher = self.matcher(query)
        for title, about, callback in commands_of(self.screen, self._others()):
            match = max(matcher.match(title), 0.5 * matcher.match(about))
            if match > 0:
                yield Hit(match, matcher.highlight(title), callback, help=about)

    def _others(self) -> Iterable[SystemCommand]:
        return self.app.get_system_commands(self.screen)


def commands_of(
    screen: Screen[Any], others: Iterable[SystemCommand]
) -> list[tuple[str, str, Callable[[], Any]]]:
    """Return title, explanation and callback of everything that can be done on a screen.

    Args:
        screen: The screen.
        others: Commands that are not bound to keys there.
    """
    first: list[tuple[str, str, Callable[[], Any]]] = []
    last: list[tuple[str, str, Callable[[], Any]]] = []
    seen: set[str] = set()
    for binding, enabled in bindings_in_force(screen):
        name = binding.action.removeprefix("app.").partition("(")[0]
        if not enabled or not binding.description or name in MOVES or binding.action in seen:
            continue
        seen.add(binding.action)
        title = binding.tooltip or binding.description
        run = partial(screen.run_action, binding.action)
        line = (title[0].upper() + title[1:], f"key {screen.app.get_key_display(binding)}", run)
        (last if name in LAST else first).append(line)
    titles = {title for title, _, _ in (*first, *last)}
    for command in others:
        if command.title not in titles:
            place = last if command.title == "Quit" else first
            place.append((command.title, command.help, command.callback))
    return first + last


class PaletteScreen(CommandPalette, GameScreen[None]):
    """The list of commands, or of themes."""

    # Without colours Textual wants the chosen line reversed, but option lists lose that style.
    CSS = """
    PaletteScreen CommandList:nocolor > .option-list--option-highlighted {
        text-style: bold underline;
    }
    """

    def __init__(self, route: routes.Palette) -> None:
        if route.themes:
            super().__init__([ThemeProvider], placeholder="Search for themes…")
        else:
            super().__init__([ScreenCommands])

    def _action_command_list(self, action: str) -> None:
        """Move in the list, once it has lines to move over."""
        with contextlib.suppress(KeyError):
            super()._action_command_list(action)

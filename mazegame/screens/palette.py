"""Palette: Textual's list of commands or themes, at most one at a time.

Textual's own closes the screen in front at each click beside it, opens a second one over a screen
that came between, and takes keys before its list is laid out; each of these raises an error.
"""

from __future__ import annotations

import contextlib

from textual.command import CommandPalette
from textual.theme import ThemeProvider

from mazegame.screens.base import GameScreen


def themes_palette() -> PaletteScreen:
    """Return the list of themes."""
    return PaletteScreen([ThemeProvider], placeholder="Search for themes…")


class PaletteScreen(CommandPalette, GameScreen[None]):
    """The list of commands, or of themes."""

    def _action_command_list(self, action: str) -> None:
        """Move in the list, if it has lines."""
        with contextlib.suppress(KeyError):
            super()._action_command_list(action)

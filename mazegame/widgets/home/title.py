"""The title of the first screen: the name of the game in the walls of mazes.

Each letter of the large title is a maze of the engine, carved inside a mask and stored here as
text, so that the start does not carve it. A test carves them again and compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.widget import Widget

from mazegame.widgets.text.characters import has_unicode

if TYPE_CHECKING:
    from textual.app import RenderResult

SMALL: Final = """\
┏━┳━┓ ┏━━━┓ ╺━━━┓ ┏━━━╸ ┏━━━╸ ┏━━━┓ ┏━┳━┓ ┏━━━╸
┃ ┃ ┃ ┣━━━┫ ┏━━━┛ ┣━━╸  ┃ ╺━┓ ┣━━━┫ ┃ ┃ ┃ ┣━━╸
╹ ╹ ╹ ╹   ╹ ┗━━━╸ ┗━━━╸ ┗━━━┛ ╹   ╹ ╹ ╹ ╹ ┗━━━╸"""
"""The title in the walls of a maze: 47 columns, three lines."""

LARGE: Final = """\
█▀▀▀▀▀▀▀▀▀█ █▀▀▀▀▀▀▀█ █▀▀▀▀▀▀▀█ █▀▀▀▀▀▀▀█ █▀▀▀▀▀▀▀█ █▀▀▀▀▀█▀█ █▀▀▀▀▀▀▀▀▀█ █▀▀▀▀▀▀▀█
█ █▀█ █▀█ █ █ █▀▀▀█ █ ▀▀▀▀█ █ █ █ █▀▀▀▀▀▀ █ █▀▀▀▀▀▀ █ █▀▀▀█ █ █ █▀█ █▀█ █ █ █▀▀▀▀▀▀
█ █ █ █ █ █ █ █▀▀▀▀ █   █▀▀ █▀▀ █ ▀▀▀▀█   █ █ █▀▀▀█ █ ▀▀▀▀▀ █ █ █ █ █ █ █ █ ▀▀▀▀█
█ █ █ █ █ █ █ █▀▀▀█ █ █▀▀ █▀▀   █ █▀▀▀▀   █ █ ▀▀█ █ █ █▀▀▀█ █ █ █ █ █ █ █ █ █▀▀▀▀
█ █ ▀▀▀ █ █ █ █   █ █ █▀▀ ▀▀▀▀█ █ ▀▀▀▀▀▀█ █ ▀▀▀▀▀ █ █ █   █ █ █ █ ▀▀▀ █ █ █ ▀▀▀▀▀▀█
▀▀▀     ▀▀▀ ▀▀▀   ▀▀▀ ▀▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀▀ ▀▀▀▀▀▀▀▀▀ ▀▀▀   ▀▀▀ ▀▀▀     ▀▀▀ ▀▀▀▀▀▀▀▀▀"""
"""The title in half blocks: 83 columns, six lines."""

PLAIN: Final = "mazegame"
"""The title for small terminals, and without Unicode."""


class Title(Widget):
    """Shows the largest title that fits."""

    ALLOW_SELECT = False

    DEFAULT_CSS = "Title { height: 1; width: 100%; color: $maze-key; }"

    def render(self) -> RenderResult:
        return Content(title_for(*self.size))


def title_for(width: int, height: int) -> str:
    """Return the largest title that fits some columns and lines."""
    if has_unicode():
        for title in (LARGE, SMALL):
            lines = title.splitlines()
            if len(lines) <= height and max(map(len, lines)) <= width:
                return title
    return PLAIN

"""The banner: the name of the game as mazes, and the state of the daily maze and the journey.

Each letter of the large title is a maze of the engine, carved inside a mask and stored here as
text, so that the start does not carve it. A test carves them again and compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.containers import Horizontal
from textual.content import Content
from textual.style import Style
from textual.widgets import Static

from mazegame.widgets.keys.key_line import key_of
from mazegame.widgets.maze.zooms import has_unicode
from mazegame.widgets.text.fitting_line import FittingLine, fewer_and_fewer, fitting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult, RenderResult

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


class _Waiting(FittingLine):
    """Lines below each other; where there is only one, as many side by side as have room."""

    def render(self) -> RenderResult:
        """Return the first lines."""
        if self.size.height > 1:
            return Content("\n").join(self._texts[: self.size.height])
        dot = " · " if has_unicode() else ", "
        return fitting(fewer_and_fewer(self._texts, dot), self.size.width)


class Banner(Horizontal):
    """The title, and lines on the daily maze and the journey. The screen's classes set its size."""

    DEFAULT_CSS = """
    Banner {
        height: 3;
        padding: 0 1;

        #title { width: 47; height: 3; color: $maze-key; margin-right: 2; }
        #waiting {
            width: 1fr;
            height: 3;
            content-align: right middle;
            text-align: right;
            color: $foreground;
            link-style: none;
            link-style-hover: bold underline;
            link-color-hover: $maze-key;
            link-background-hover: $background;
        }
    }
    """

    def compose(self) -> ComposeResult:
        """Yield the title and the lines beside it."""
        yield Static(PLAIN, id="title", markup=False)
        yield _Waiting(id="waiting")

    def show_title(self, *, lines: int) -> None:
        """Show the title in 1, 3 or 6 lines."""
        title = {3: SMALL, 6: LARGE}.get(lines, PLAIN) if has_unicode() else PLAIN
        shown = self.query_one("#title", Static)
        shown.update(title)
        shown.styles.width = len(PLAIN) + 1 if lines == 1 else None

    def show_waiting(self, lines: Sequence[tuple[str, str]]) -> None:
        """Show lines beside the title, or below it: words, and an action of the screen or none."""
        self.query_one(_Waiting).show([self._line(*line) for line in lines])

    def _line(self, words: str, action: str) -> Content:
        if not action:
            return Content(words)
        link = Style.from_meta({"@click": f"screen.{action}"})
        return Content.assemble((f"{words}: press {key_of(self.screen, action)}", link))

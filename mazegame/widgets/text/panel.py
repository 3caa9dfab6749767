"""A panel: a frame with a title around some widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Vertical

if TYPE_CHECKING:
    from textual.widget import Widget


class Panel(Vertical):
    """A frame with a title.

    Args:
        title: The text in the upper edge.
        *inside: The widgets, from top to bottom.
    """

    DEFAULT_CSS = """
    Panel {
        width: 100%;
        height: auto;
        border: round $maze-rock;
        border-title-color: $maze-key;
        border-title-style: bold;
        &:nocolor { border: round $foreground; }
    }
    """

    def __init__(self, title: str, *inside: Widget, id: str | None = None) -> None:  # noqa: A002
        super().__init__(*inside, id=id)
        self.border_title = title

"""A table of rows: Textual's, with columns of given widths and our keys and colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widgets import DataTable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Column(NamedTuple):
    """A column of a table."""

    title: str
    width: int
    right: bool = False
    """Whether its cells are aligned right."""


GAP = 2
"""Columns of the terminal between two columns of a table."""


class RowTable(DataTable[Text], inherit_bindings=False):
    """A table whose rows can be chosen, or only read if it is not ``choosable``."""

    DEFAULT_CSS = """
    RowTable {
        background: transparent;
        scrollbar-size-vertical: 1;
        scrollbar-size-horizontal: 0;
        scrollbar-background: $background;
        scrollbar-color: $panel;
        scrollbar-gutter: stable;
        & > .datatable--header { background: transparent; color: $text-muted; text-style: none; }
        &:focus { background-tint: $foreground 0%; }
        & > .datatable--cursor { background: $panel; color: $foreground; text-style: bold; }
        &:focus > .datatable--cursor {
            background: $block-cursor-background;
            color: $block-cursor-foreground;
            text-style: bold;
        }
        &:nocolor > .datatable--cursor { text-style: bold; }
        &:nocolor:focus > .datatable--cursor { text-style: bold reverse; }
    }
    """

    # Enter is left to the screen.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "cursor_up", "up", show=False),
        Binding("down,j", "cursor_down", "down", show=False),
        Binding("pageup", "page_up", "page up", show=False),
        Binding("pagedown", "page_down", "page down", show=False),
        Binding("home", "scroll_top", "first", show=False),
        Binding("end", "scroll_bottom", "last", show=False),
    ]

    def __init__(self, *, choosable: bool = True, **names: Any) -> None:
        kind = "row" if choosable else "none"
        super().__init__(cursor_type=kind, header_height=1, **names)  # type: ignore[arg-type]
        self._shown: object = None
        """The columns and rows that were shown last."""

    def show_rows(self, columns: Sequence[Column], rows: Iterable[Sequence[str | Text]]) -> None:
        """Show rows, with a cell for each column; the cursor keeps its line."""
        shown = [*columns], [[*cells] for cells in rows]
        if shown == self._shown:
            return
        self._shown, at = shown, self.cursor_row
        self.clear(columns=True)
        for column in columns:
            self.add_column(_cell(column.title, right=column.right), width=column.width)
        for cells in shown[1]:
            pairs = zip(cells, columns, strict=True)
            self.add_row(*(_cell(cell, right=one.right) for cell, one in pairs))
        if at < self.row_count:
            self.move_cursor(row=at)


def width_of(columns: Iterable[Column]) -> int:
    """Return the width of a table, in columns of the terminal."""
    return sum(column.width + GAP for column in columns)


def _cell(text: str | Text, *, right: bool) -> Text:
    cell = Text(text) if isinstance(text, str) else text.copy()
    cell.no_wrap, cell.overflow = True, "ellipsis"
    cell.justify = "right" if right else "left"
    return cell

"""The doors of the first screen, one to three lines each."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets.option_list import Option

from mazegame.widgets.text.fitting_line import first_clauses
from mazegame.widgets.text.menu_list import BLANK, MARK, MenuList

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_LINES: Final = 3
"""Most lines of a door: its title, its description, and a blank line."""

TITLE_WIDTH: Final = 9
"""Columns of a title, with the gap behind it."""

_INDENT: Final = len(MARK) + len("1  ")


class DoorList(MenuList, inherit_bindings=False):
    """The doors: titles with their digits, and descriptions where there is room.

    A door is an identifier, a title, and a few words on it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "cursor_down", "down", show=False),
        Binding("up,k", "cursor_up", "up", show=False),
        Binding("home", "first", "first", show=False),
        Binding("end", "last", "last", show=False),
    ]

    DEFAULT_CSS = """
    DoorList {
        scrollbar-size: 0 0;
        padding: 0;
    }
    """

    def __init__(self, doors: Sequence[tuple[str, str, str]], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes="pane")
        self._doors = doors
        self._states: Mapping[str, Sequence[str]] = {}
        self._shape = (0, 0)
        self.add_options(Option(title, id=name) for name, title, _ in doors)
        self.highlighted = 0

    def action_cursor_down(self) -> None:
        """Go to the next door; after the last one leave the list."""
        if self.highlighted == len(self._doors) - 1:
            self.screen.focus_next()
        else:
            super().action_cursor_down()

    def action_cursor_up(self) -> None:
        """Go to the door before; before the first one leave the list."""
        if self.highlighted == 0:
            self.screen.focus_previous()
        else:
            super().action_cursor_up()

    @property
    def chosen(self) -> str:
        """The id of the highlighted door."""
        return self._doors[self.highlighted or 0][0]

    def choose(self, name: str) -> None:
        """Highlight a door."""
        self.highlighted = self.get_option_index(name)

    def show_states(self, states: Mapping[str, Sequence[str]]) -> None:
        """Show the state of some doors, each in versions from long to short."""
        self._states = states
        self._draw_all()

    def on_resize(self) -> None:
        if (shape := (self.size.width, self._lines_each)) != self._shape:
            self._shape = shape
            self._draw_all()

    @property
    def _lines_each(self) -> int:
        return min(max(self.size.height // len(self._doors), 1), MOST_LINES)

    def _draw_all(self) -> None:
        for index in range(len(self._doors)):
            self._draw(index)

    def _draw(self, index: int) -> None:
        if index < self.option_count:
            self.replace_option_prompt_at_index(index, self._prompt(index))

    def _prompt(self, index: int) -> Content:
        name, title, about = self._doors[index]
        marked = index == self._marked
        key, dim = ("", "") if marked else ("bold $maze-key", "$maze-dim")
        head = Content.assemble(
            MARK if marked else BLANK, (str(index + 1), key), "  ", (title, "bold")
        )
        width, lines = self.size.width - 1, self._lines_each
        room = width - _INDENT - TITLE_WIDTH
        states = self._states.get(name, ())
        state = next((text for text in states if cell_len(text) <= room), "")
        if lines == 1:
            words = state or first_clauses(about, room)
            if cell_len(words) > room:
                return head
            gap = " " * (_INDENT + TITLE_WIDTH - head.cell_length)
            return Content.assemble(head, gap, (words, dim))
        if state:
            gap = " " * (width - head.cell_length - cell_len(state))
            head = Content.assemble(head, gap, (state, dim))
        below = Content.assemble(" " * _INDENT, (about, dim))
        return Content("\n").join([head, below, Content()][:lines])

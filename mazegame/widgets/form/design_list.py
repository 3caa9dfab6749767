"""The list of designs, then the algorithms, each by its plain name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from textual import on
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from mazegame.game.setup.designs import OWN_PREFIX, Design
from mazegame.widgets.text.fitting_line import with_detail
from mazegame.widgets.text.menu_list import BLANK, MARK, MenuList


class DesignList(MenuList):
    """Designs, then algorithms, with the algorithm's own name behind where there is room."""

    DEFAULT_CSS = """
    DesignList {
        padding: 0 0 0 1;
        & > .option-list--option-disabled { color: $text-muted; text-style: none; }
    }
    """

    @dataclass
    class Chosen(Message):
        """Posted when the player chooses a design."""

        name: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  Textual's name for it
        super().__init__(id=id, classes="pane")
        self.designs: dict[str, Design] = {}
        """The designs by their ids, in their order; the first one is the last played."""

    @property
    def marked_design(self) -> str | None:
        return None if self.highlighted_option is None else self.highlighted_option.id

    def show_designs(self, designs: Sequence[Design], chosen: str) -> None:
        self.designs = {design.id: design for design in designs}
        options: list[Option] = []
        last, *others = designs
        options.append(Option(self._prompt(last, marked=False), id=last.id))
        for heading, group in groupby(others, heading_of):
            options.append(Option(f"── {heading} ", disabled=True))
            options += [Option(self._prompt(one, marked=False), id=one.id) for one in group]
        self._marked = None
        with self.prevent(OptionList.OptionHighlighted):
            self.clear_options()
            self.add_options(options)
        self.mark(chosen)

    def mark(self, name: str) -> None:
        """Highlight a design without posting a message."""
        index = self.get_option_index(name)
        if index != self.highlighted:
            with self.prevent(OptionList.OptionHighlighted):
                self.highlighted = index

    def _draw(self, index: int) -> None:
        name = self.get_option_at_index(index).id
        if name is not None:  # else it is a heading
            prompt = self._prompt(self.designs[name], marked=index == self._marked)
            self.replace_option_prompt_at_index(index, prompt)

    def _prompt(self, design: Design, *, marked: bool) -> Content:
        mark = MARK if marked else BLANK
        room = self.scrollable_content_region.width - len(mark)
        dim = "" if marked else "$maze-dim"
        return Content(mark) + with_detail(design.plain_name, design.carved_by, room, dim)

    @on(OptionList.OptionHighlighted)
    def _moved(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        # Ignore a message that a later highlight has overtaken.
        if event.option_index == self.highlighted and event.option.id is not None:
            self.post_message(self.Chosen(event.option.id))

    def on_resize(self) -> None:
        """Show the names that fit the new width."""
        for index in range(self.option_count):
            self._draw(index)
        self.scroll_to_highlight()


def heading_of(design: Design) -> str:
    """Return the heading above a design."""
    if design.id.startswith(OWN_PREFIX):
        return "your own"
    return "algorithms" if design.is_algorithm else "presets"

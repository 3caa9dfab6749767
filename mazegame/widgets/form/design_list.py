"""The list of designs, each with a small picture of its texture; then the algorithms.

The pictures are mazes of the engine, carved in a thread after the first frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from textual import on
from textual.content import Content
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from mazegame.drawing.swatch import swatch, swatch_cells
from mazegame.engine import CancelledError, Level, NoCompilerError, Recipe, RecipeError
from mazegame.game.setup.designs import OWN_PREFIX, Design
from mazegame.game.setup.draft import sample_of
from mazegame.widgets.input.background import BackgroundWork, is_wanted
from mazegame.widgets.text.characters import has_all_signs
from mazegame.widgets.text.menu_list import BLANK, MARK, MenuList

NAME_WIDTH: Final = 15
"""Columns for the name of a design with a picture."""

SMALL: Final = (8, 1)
"""Columns and lines of a small picture."""

LARGE: Final = (14, 2)
"""Columns and lines of a large picture."""

HIDDEN: Final = 2
"""Most lines at the end of the list that large pictures may push out of sight."""

SEED: Final = "kite-7"
"""The seed of all pictures, so that they are comparable and never change."""


class DesignList(MenuList, BackgroundWork):
    """Designs with pictures, then algorithms."""

    DEFAULT_CSS = """
    DesignList {
        padding: 0 0 0 1;
        & > .option-list--option-disabled { color: $text-muted; text-style: none; }
    }
    """

    @dataclass
    class Chosen(Message):
        """The player chose a design."""

        name: str

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  Textual's name for it
        super().__init__(id=id, classes="pane")
        self.designs: dict[str, Design] = {}
        """The designs by their ids, in their order; the first one is the last played."""
        self.pictures: dict[str, list[str]] = {}
        """The finished pictures, by the ids of their designs."""
        self._picture_size = SMALL

    @property
    def marked_design(self) -> str | None:
        return None if self.highlighted_option is None else self.highlighted_option.id

    @property
    def lines_with_pictures(self) -> int:
        """The lines of the whole list with large pictures."""
        return self.option_count + len(self._drawn)

    @property
    def _drawn(self) -> list[Design]:
        return [one for one in list(self.designs.values())[1:] if not one.is_algorithm]

    # Contents

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
        """Highlight a design, without a message."""
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
        picture = self.pictures.get(design.id)
        if picture is None:
            return Content(mark + design.title)
        style = "" if marked else "$maze-wall"
        before = (f"{mark}{design.title:{NAME_WIDTH}}", " " * (len(MARK) + NAME_WIDTH))
        lines = zip(before, picture, strict=False)
        return Content("\n").join([Content.assemble(at, (line, style)) for at, line in lines])

    @on(OptionList.OptionHighlighted)
    def _moved(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_index == self.highlighted and event.option.id is not None:  # not too late
            self.post_message(self.Chosen(event.option.id))

    def on_resize(self) -> None:
        self.draw_pictures()
        self.scroll_to_highlight()

    # Pictures

    def draw_pictures(self) -> None:
        drawn = self._drawn
        if not drawn or not has_all_signs() or not self.size:
            return
        wide = self.size.width >= len(MARK) + NAME_WIDTH + LARGE[0] + 1
        size = LARGE if wide and self.lines_with_pictures - HIDDEN <= self.size.height else SMALL
        if size != self._picture_size or any(one.id not in self.pictures for one in drawn):
            self._picture_size = size

            def made() -> dict[str, list[str]]:
                pictures = {one.id: picture_of(one, *size) for one in drawn if is_wanted()}
                return {name: picture for name, picture in pictures.items() if picture}

            self.run_in_thread(made, self._show_pictures)

    def _show_pictures(self, pictures: dict[str, list[str]]) -> None:
        self.pictures = pictures
        for index in range(self.option_count):
            self._draw(index)


def heading_of(design: Design) -> str:
    """Return the heading above a design."""
    if design.id.startswith(OWN_PREFIX):
        return "your own"
    return "algorithms" if design.is_algorithm else "presets"


def picture_of(design: Design, width: int, height: int) -> list[str]:
    """Return a picture of a design's texture, in lines; empty for an invalid design."""
    cols, rows = swatch_cells(width, height)
    try:
        tried = Recipe(design.algorithm, 30, 30, SEED, design.options)  # has room for all options
        level = Level.of(sample_of(tried, cols, rows))
    except (RecipeError, ValueError, MemoryError, CancelledError, NoCompilerError):
        return []
    return swatch(level.maze.passages, width, height)

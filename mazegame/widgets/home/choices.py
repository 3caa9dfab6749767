"""The three choices of the first screen: texture, size and rival."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeVar

from textual import getters
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Label

from mazegame.widgets.form.game_fields import CUSTOM, FIT, SIZE_OPTIONS
from mazegame.widgets.input.fields import Choice, RaceLine
from mazegame.widgets.text.fitting_line import with_detail

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult, RenderResult

    from mazegame.game.setup.designs import Design

T = TypeVar("T")

SIZES: Final = tuple(option for option in SIZE_OPTIONS if option[0] != CUSTOM)
"""The sizes to choose from; a typed size is added."""


class DetailedChoice(Choice[T]):
    """A choice whose values have a dim detail, which is left out where there is no room."""

    details: Mapping[Any, str] = MappingProxyType({})
    """The details by value."""

    def render(self) -> RenderResult:
        room = self.size.width - 4
        dim = "" if self.has_focus else "$maze-dim"
        detail = self.details.get(self.value, "")
        text = with_detail(self._label, detail, room, dim)
        return Content.assemble(("‹ ", "bold"), text, (" ›", "bold"))

    def refill(self, options: Sequence[tuple[T, str]]) -> None:
        """Replace the values; the first one is chosen."""
        self._options, self._index = list(options), 0


class Choices(Vertical):
    """Texture, size and rival of the next game."""

    DEFAULT_CSS = """
    Choices {
        height: 3;
        Horizontal { height: 1; }
        Label { width: 9; color: $text-muted; }
        Choice { width: 1fr; }
    }
    """

    @dataclass
    class TextureChosen(Message):
        """Posted when the player chooses a texture."""

        name: str

    @dataclass
    class SizeChosen(Message):
        """Posted when the player chooses a size; None is one that fits the terminal."""

        size: tuple[int, int] | None

    texture = getters.query_one("#texture", DetailedChoice)
    size_choice = getters.query_one("#size", DetailedChoice)
    rival = getters.query_one(RaceLine)

    def compose(self) -> ComposeResult:
        rows = (
            ("texture", DetailedChoice([("", "")], id="texture")),
            ("size", DetailedChoice(SIZES, id="size")),
            ("rival", RaceLine([(None, "none")], id="rival")),
        )
        for label, choice in rows:
            with Horizontal():
                yield Label(label)
                yield choice

    def show_texture(self, designs: Sequence[Design], chosen: str) -> None:
        """Set the designs to choose from, and the chosen one."""
        self.texture.refill([(one.id, one.plain_name) for one in designs])
        self.texture.details = {one.id: one.carved_by for one in designs}
        self.texture.choose(chosen)

    def show_size(self, dimensions: tuple[int, int], *, fits: bool) -> None:
        """Show the columns and rows of the maze, and whether they are to fit the terminal."""
        words = f"{dimensions[0]}x{dimensions[1]}"
        details = {value: f"{value[0]}x{value[1]}" for value, _ in SIZES if value is not None}
        self.size_choice.details = details | {FIT: words}
        self.size_choice.refill(SIZES)
        self.size_choice.choose(FIT if fits else dimensions, words)

    def on_choice_changed(self, message: Choice.Changed) -> None:
        """Post the message for what was chosen."""
        message.stop()
        if message.choice is self.texture:
            self.post_message(self.TextureChosen(self.texture.value))
        elif message.choice is self.size_choice:
            self.post_message(self.SizeChosen(self.size_choice.value))

"""Texture: the settings of a design in a dialog, for screens without a place beside their maze."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import getters
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from mazegame.screens.base import GameDialog
from mazegame.widgets.form.design_panel import DesignPanel
from mazegame.widgets.keys.key_line import key_hints

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.engine import Recipe


class TextureScreen(GameDialog[tuple[tuple[str, str], ...]]):
    """The settings of a design. Dismisses with the recipe's options; None for no change."""

    CSS_PATH = "texture.tcss"
    AUTO_FOCUS = ""
    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-short"), (18, "-tall")]  # noqa: RUF012
    panel = getters.query_one(DesignPanel)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "apply", "keep", id="texture.apply", priority=True),
        Binding("escape,q", "dismiss(None)", "discard", id="texture.cancel"),
        Binding("backspace", "reset", "reset", id="texture.reset"),
        Binding("exclamation_mark", "surprise", "surprise me", id="texture.surprise"),
        Binding("question_mark", "help", "help", id="texture.help"),
        Binding("down,tab", "app.focus_next", show=False),
        Binding("up,shift+tab", "app.focus_previous", show=False),
    ]  # fmt: skip

    def __init__(self, recipe: Recipe) -> None:
        super().__init__()
        self._recipe = recipe

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "Edit the design"
            yield DesignPanel()
            yield key_hints(("⏎", "keep"), ("esc", "discard"), ("!", "surprise"), gap=2)

    async def on_mount(self) -> None:
        await self.panel.show_recipe(self._recipe)
        self.panel.focus_first()

    def action_apply(self) -> None:
        if not self.panel.tuning.problem:
            self.dismiss(self.panel.tuning.options)

    def action_reset(self) -> None:
        self.panel.reset()

    def action_surprise(self) -> None:
        self.panel.surprise()

"""Actions of the New game screen that edit the design and the player's own designs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from textual import getters
from textual.binding import Binding

from mazegame.config import MAX_DESIGNS
from mazegame.engine import Recipe, RecipeError
from mazegame.game.setup.designs import OWN_PREFIX
from mazegame.game.setup.own_design import LONGEST_NAME, OwnDesign
from mazegame.screens import factory
from mazegame.screens.game_setup import GameSetup
from mazegame.widgets.form.design_list import DesignList
from mazegame.widgets.form.design_panel import DesignPanel

DESIGN_KEYS: Final = (
    Binding("exclamation_mark", "surprise", "surprise me", id="new.surprise"),
    Binding("backspace", "reset", "reset", id="new.reset"),
    Binding("ctrl+s", "keep", "keep", id="new.keep", tooltip="keep the design under a name"),
    Binding("delete", "forget", "delete", id="new.forget", tooltip="delete your own design"),
)
"""The keys that change a design."""


class DesignEditing(GameSetup):
    """A screen with a draft, the list of designs and the settings of a design."""

    panel = getters.query_one(DesignPanel)
    designs = getters.query_one(DesignList)

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        if action == "forget":
            return self.draft.line.id.startswith(OWN_PREFIX)
        return self.editing or action not in {"surprise", "reset", "keep"}

    @property
    def editing(self) -> bool:
        """Whether the design's settings replace the list."""
        return self.has_class("-editing")

    async def action_texture(self) -> None:
        try:
            recipe = self.draft.recipe
        except RecipeError:  # they may fit another size
            recipe = Recipe(self.draft.algorithm, *self.draft.dimensions, self.draft.seed)
        self.panel.border_title = "edit the design"
        self.add_class("-editing")
        await self.panel.show_recipe(recipe)
        self.panel.focus_first()

    def on_design_panel_changed(self, message: DesignPanel.Changed) -> None:
        if not message.problem:
            self.draft.options = message.options
            self.show_draft()

    def action_reset(self) -> None:
        self.panel.reset()

    def action_surprise(self) -> None:
        self.panel.surprise()

    def action_keep(self) -> None:
        self.open(factory.save_name("Keep this design", LONGEST_NAME), self._keep)

    def _keep(self, name: str) -> None:
        one = OwnDesign(name, self.draft.algorithm, self.draft.options)
        kept = [design for design in self.config.form.designs if design.name != name]
        self._keep_designs((*kept, one)[-MAX_DESIGNS:], OWN_PREFIX + name)

    def action_forget(self) -> None:
        line = self.draft.line
        kept = tuple(d for d in self.config.form.designs if OWN_PREFIX + d.name != line.id)
        self.confirm(
            f"Delete the design {line.title}?", partial(self._keep_designs, kept, line.algorithm)
        )

    def _keep_designs(self, designs: tuple[OwnDesign, ...], chosen: str) -> None:
        self.services.settings.save_designs(designs)
        self.config = replace(self.config, form=replace(self.config.form, designs=designs))
        self.draft.keep(designs, chosen)
        self.designs.show_designs(self.draft.designs, self.draft.line.id)
        self.show_draft()
        self.refresh_bindings()

"""The design panel: sliders for weights, twist, braid, mask, zones and ends.

Their values and the resulting options are in ``game/setup/tuning.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Final, TypeVar

from textual import on
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widgets import Label, Static

from mazegame.game.setup.tuning import SIDE_NAMES, TWISTS, Tuning
from mazegame.widgets.input.fields import Choice
from mazegame.widgets.text.characters import has_unicode

if TYPE_CHECKING:
    from textual.app import RenderResult

    from mazegame.engine import Recipe
    from mazegame.game.setup.own_design import Options

T = TypeVar("T")

LABELS: Final = {
    **{side: side[0].upper() for side in SIDE_NAMES},
    "zones": "zones",
    "mask": "shape",
    "braid": "loops",
    "ends": "A and B",
    "pick": "twist",
}
"""The labels of the settings; those of single algorithms have their own names."""


class Slider(Choice[T]):
    """Shows a value as a knob on a rail, and the value beside it."""

    def render(self) -> RenderResult:
        at, last = self.values.index(self.value), len(self.values) - 1
        label = f"{self._label:>3}"
        beside = len(label) + len("‹ ● ") + len(" ›")
        rail = max(min(last, self.size.width - beside), 1)
        at = round(at * rail / max(last, 1))
        full, knob, empty = ("━", "●", "─") if has_unicode() else ("=", "o", "-")
        return Content.assemble(
            ("‹ ", "bold"), full * at, (knob, "bold"), empty * (rail - at), f" {label}",
            (" ›", "bold"),
        )  # fmt: skip


class DesignPanel(VerticalScroll, can_focus=False, inherit_bindings=False):
    """The settings of a design, one below the other."""

    DEFAULT_CSS = """
    DesignPanel {
        height: auto;
        scrollbar-size-vertical: 1;
        scrollbar-background: $background;
        scrollbar-color: $panel;
        .row { height: 1; }
        .row Label { width: 8; color: $text-muted; }
        .row Choice { width: 1fr; }
        .row.-side Label { width: 2; }
        .hint { height: auto; color: $text-muted; }
        .hint.-wrong { color: $error; }
    }
    """

    @dataclass
    class Changed(Message):
        """Posted when the player changes a setting."""

        options: Options
        problem: str
        """A sentence on why the options do not fit together; empty for valid options."""

    tuning: Tuning
    """The settings, once a recipe is shown."""

    async def show_recipe(self, recipe: Recipe) -> None:
        self.tuning = tuning = Tuning(recipe)
        await self.remove_children()
        rows = []
        for name, values in tuning.values.items():
            kind = Slider if name in {*SIDE_NAMES, "braid", "pick"} else Choice
            options = [(value, str(value)) for value in values]
            if name == "pick":  # a share of twist, a name, or a mix
                options = [(v, TWISTS.get(v, "mix" if "+" in v else v)) for v in values]
            choice: Choice[str] = kind(options, id=name)
            choice.choose(tuning.chosen[name])
            label = Label(LABELS.get(name, name))
            rows.append(Horizontal(label, choice, classes="row" + " -side" * (name in SIDE_NAMES)))
        await self.mount_all([*rows, Static(classes="hint", markup=False)])
        self._show_hint()

    def focus_first(self) -> None:
        self.screen.set_focus(self.query(Choice).first())

    def reset(self) -> None:
        """Reset to the plain algorithm."""
        self.tuning.reset()
        self._show_all()

    def surprise(self, random: Random | None = None) -> None:
        self.tuning.surprise(random or Random())
        self._show_all()

    def _show_all(self) -> None:
        for choice in self.query(Choice):
            choice.choose(self.tuning.chosen[choice.id or ""])
        self._show_hint()
        self.post_message(self.Changed(self.tuning.options, self.tuning.problem))

    @on(Choice.Changed)
    def _changed(self, event: Choice.Changed) -> None:
        event.stop()
        self.tuning.choose(event.choice.id or "", event.choice.value)
        self._show_all()

    def _show_hint(self) -> None:
        hint, problem = self.query_one(".hint", Static), self.tuning.problem
        hint.set_class(bool(problem), "-wrong")
        hint.update(problem or self.tuning.hint)

"""Exits: the exits at a wrong turn, the cells behind them, and their differences."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mazegame.game.scoring.practice import difference, exits_at, turn_at
from mazegame.game.words import counted
from mazegame.screens.base import GameDialog
from mazegame.widgets.keys.key_line import key_hints

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.game.scoring.practice import Exit
    from mazegame.screens import routes


class ExitsScreen(GameDialog[bool]):
    """Shows the exits. Dismisses with True to practise from there."""

    route: routes.Exits
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,backspace", "dismiss(True)", "walk on", id="exits.walk-on"),
        Binding("escape,q,slash", "dismiss(False)", "back", id="exits.back"),
    ]

    def compose(self) -> ComposeResult:
        """Yield the exits."""
        run, turn = self.route.run, self.route.turn
        row, col = turn.cell
        exits = exits_at(run, turn)
        with VerticalScroll(classes="dialog wide", can_focus=False):
            lost = counted(turn.cost, "step")
            yield Static(f"The turn that cost {lost}", classes="heading")
            yield Static(
                f"Row {row + 1}, column {col + 1}, after {counted(turn_at(run, turn), 'step')}.",
                markup=False,
            )
            for one in exits:
                with Horizontal(classes="exit"):
                    yield Static(named(one), classes="name", markup=False)
                    yield Static(f"{one.looks}\n{one.leads}", markup=False)
            yield Static(difference(exits), classes="text", markup=False)
            yield key_hints(("⏎", "walk on from there (practice)"), ("esc", "back"))


def named(one: Exit) -> Content:
    """Return the direction of an exit, and whether it was taken or is correct."""
    mark = "yours" if one.taken else "correct" if one.right else ""
    style = "$warning" if one.taken else "$success" if one.right else "$foreground"
    return Content.styled(f"{one.name}, {mark}" if mark else one.name, f"bold {style}")

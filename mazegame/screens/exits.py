"""Exits: the exits at a wrong turn, the cells behind them, and their differences."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mazegame.game.practice import difference, exits_at, turn_at
from mazegame.game.words import counted
from mazegame.screens.base import GameDialog

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.game.practice import Exit
    from mazegame.game.run import Run
    from mazegame.game.wrong_turns import WrongTurn


class ExitsScreen(GameDialog[bool]):
    """Shows the exits. Dismisses with True to practise from there.

    Args:
        run: The finished run.
        turn: The wrong turn.
    """

    CSS_PATH = "dialog.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,backspace", "dismiss(True)", "walk on", id="exits.walk-on"),
        Binding("escape,q,slash", "dismiss(False)", "back", id="exits.back"),
    ]

    def __init__(self, run: Run, turn: WrongTurn) -> None:
        super().__init__()
        self._run, self._turn = run, turn

    def compose(self) -> ComposeResult:
        """Yield the exits."""
        row, col = self._turn.cell
        exits = exits_at(self._run, self._turn)
        with VerticalScroll(classes="dialog wide", can_focus=False):
            lost = counted(self._turn.cost, "step")
            yield Static(f"The turn that cost {lost}", classes="heading")
            yield Static(
                f"Row {row + 1}, column {col + 1}, after "
                f"{counted(turn_at(self._run, self._turn), 'step')}.",
                markup=False,
            )
            for one in exits:
                with Horizontal(classes="exit"):
                    yield Static(named(one), classes="name", markup=False)
                    yield Static(f"{one.looks}\n{one.leads}", markup=False)
            yield Static(difference(exits), classes="text", markup=False)
            yield Static(
                Content.assemble(
                    ("⏎", "bold $maze-key"),
                    " walk on from there (practice)   ",
                    ("esc", "bold $maze-key"),
                    " back",
                ),
                classes="keys",
            )


def named(one: Exit) -> Content:
    """Return the direction of an exit, and whether it was taken or right."""
    mark = "yours" if one.taken else "right" if one.right else ""
    style = "$warning" if one.taken else "$success" if one.right else "$foreground"
    return Content.styled(f"{one.name:6}{mark}", f"bold {style}")

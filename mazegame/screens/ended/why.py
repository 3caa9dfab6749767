"""Why: the wrong turns of a finished run, each drawn with the way taken and the better one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from textual import getters
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from mazegame.drawing import Ink, Scene, Walker, capacity
from mazegame.engine import Direction
from mazegame.game.run import leave_track
from mazegame.game.scoring.wrong_turns import difference, exits_at, way_taken
from mazegame.screens.base import GameDialog
from mazegame.widgets.keys.key_line import named_keys
from mazegame.widgets.maze.maze_view import MazeView
from mazegame.widgets.maze.zooms import zooms_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from mazegame.game.run import Run
    from mazegame.game.scoring.wrong_turns import Exit, WrongTurn

LEAST_COLS: Final = 13
"""Fewest columns of cells around a turn, if some drawing has room for them."""

LEAST_ROWS: Final = 3
"""Fewest rows of cells around a turn."""

BETTER_CELLS: Final = 12
"""Number of cells of the better way that are shown."""


class TurnView(MazeView):
    """The surroundings of a wrong turn, with the way taken and the better one."""

    _run: Run | None = None
    _turn: WrongTurn | None = None

    def show_turn(self, run: Run, turn: WrongTurn) -> None:
        """Show a wrong turn of a run."""
        self._run, self._turn = run, turn
        self._draw()

    def on_resize(self) -> None:
        self._draw()

    def _draw(self) -> None:
        run, turn = self._run, self._turn
        if run is None or turn is None or not self.size:
            return
        level = run.level
        scene = Scene.of(level, Walker(turn.cell))
        tracks, route = bytearray(level.maze.rows * level.maze.cols), [turn.cell]
        for cell in way_taken(run, turn)[1:]:
            leave_track(tracks, level.maze.cols, route, Direction.between(route[-1], cell))
        scene.show_tracks(tracks)
        scene.show_path(level.path_from(turn.cell, BETTER_CELLS))
        drawings = zooms_for(self.app)
        roomy = (one for one in drawings if _has_room(capacity(one, *self.size)))
        self.show(scene, next(roomy, drawings[-1]), turn.cell)


def _has_room(cells: tuple[int, int]) -> bool:
    cols, rows = cells
    return cols >= LEAST_COLS and rows >= LEAST_ROWS


class WhyScreen(GameDialog[int]):
    """Shows wrong turns, the costliest first. Dismisses with the number of one to retry, from 0."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "the turn before", id="exits.before"),
        Binding("right", "turn(1)", "the next turn", id="exits.next"),
        Binding("enter,backspace", "retry", "retry", id="exits.walk-on"),
        Binding("escape,q,slash", "dismiss(None)", "back", id="exits.back"),
    ]

    view = getters.query_one(TurnView)

    def __init__(self, run: Run, turns: Sequence[WrongTurn]) -> None:
        super().__init__()
        self._run = run
        self._turns = turns
        self._shown = 0

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog wide why") as frame:
            keys = [("⏎", "retry"), ("esc", "back")]
            frame.border_subtitle = named_keys(*self._arrows, *keys).markup
            yield TurnView()
            yield Static(id="taken", markup=False)
            yield Static(id="better", markup=False)
            yield Static(id="difference", markup=False)

    @property
    def _arrows(self) -> list[tuple[str, str]]:
        return [("← →", "turns")] if len(self._turns) > 1 else []

    def on_mount(self) -> None:
        self.call_after_refresh(self._show)  # the drawing depends on the size

    def _show(self) -> None:
        run, turn = self._run, self._turns[self._shown]
        self.view.show_turn(run, turn)
        place = f"Wrong turn {self._shown + 1} of {len(self._turns)}"
        cost = f"{turn.cost:,} of {run.detour:,} extra steps"
        self.query_one(".dialog").border_title = f"{place}: {cost}"
        exits = exits_at(run, turn)
        taken = next(one for one in exits if one.taken)
        better = next(one for one in exits if one.right)
        self.query_one("#taken", Static).update(self._line(Ink.TRAIL, taken, "yours"))
        self.query_one("#better", Static).update(self._line(Ink.PATH, better, "better"))
        self.query_one("#difference", Static).update(difference(exits))

    def _line(self, ink: Ink, way: Exit, whose: str) -> Content:
        """Return the line on a way: how it is drawn, its direction, and where it leads."""
        drawing = self.view.drawing or zooms_for(self.app)[0]
        colour = f"bold $maze-{ink.name.lower()}"
        name = f"{way.name}, {whose}:"
        return Content.assemble((f"{drawing.sample(ink)} {name:<15} ", colour), way.leads)

    def action_turn(self, by: int) -> None:
        """Show the next turn, or the one before; after the last comes the first."""
        self._shown = (self._shown + by) % len(self._turns)
        self._show()

    def action_retry(self) -> None:
        self.dismiss(self._shown)

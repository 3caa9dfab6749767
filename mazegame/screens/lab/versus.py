"""Versus: two designs side by side, with their statistics as bars."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from mazegame.lab.gallery import STATISTICS
from mazegame.lab.subject import CarvingOf
from mazegame.screens import routes
from mazegame.screens.base import GameScreen, leave_keys
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.maze.maze_pane import MazePane, PaneActions, zoom_keys
from mazegame.widgets.text.plot import NumberBars

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.lab.gallery import Sample


class VersusScreen(GameScreen[None], PaneActions):
    """Shows two samples."""

    route: routes.Versus
    CSS_PATH = "gallery.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "lab", "carve both", id="versus.lab", tooltip="watch both in the lab"),
        *zoom_keys("versus"),
        *leave_keys("versus"),
    ]  # fmt: skip

    @property
    def _samples(self) -> tuple[Sample, Sample]:
        return self.route.left, self.route.right

    def compose(self) -> ComposeResult:
        """Yield the mazes, and their statistics below."""
        with Horizontal(id="mazes"):
            for name, sample in zip(("left", "right"), self._samples, strict=True):
                with Vertical(id=name, classes="side"):
                    yield Static(sample.design.title, markup=False)
                    yield MazePane()
        yield NumberBars()
        yield KeyLine()

    def on_mount(self) -> None:
        """Show both samples."""
        panes = list(self.query(MazePane))
        for pane, other, sample in zip(panes, reversed(panes), self._samples, strict=True):
            pane.draw_like(other)
            pane.show_scene(sample.scene)
        left, right = self._samples
        self.query_one(NumberBars).show(
            [
                (
                    statistic.label,
                    (statistic.value(left.measured), statistic.text(left.measured)),
                    (statistic.value(right.measured), statistic.text(right.measured)),
                )
                for statistic in STATISTICS
            ]
        )

    def action_lab(self) -> None:
        """Watch how both are carved."""
        self.open(routes.Lab(tuple(CarvingOf(sample.recipe) for sample in self._samples)))

"""A booth: one show, with its caption, its maze and its panel. Two booths side by side compare.

Here: the widgets of one show, and which of their parts to repaint. Not here: when and to which step
a show moves (``screens/lab/lab.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.containers import Container
from textual.widgets import Static

from mazegame.widgets.lab.show_panel import MARK, ShowPanel
from mazegame.widgets.maze.maze_pane import MazePane
from mazegame.widgets.text.segments import Role, SegmentLines, Segments, justify, truncate

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.game.recording.playhead import Playhead
    from mazegame.lab.show import Show


class ShowTitle(SegmentLines):
    """The title of a show and its step, above its maze."""

    DEFAULT_CSS = """
    ShowTitle { height: 1; }
    """

    _title = _step = ""
    _chosen = False

    def show(self, title: str, step: str, *, chosen: bool) -> None:
        """Show a title, a step, and whether keys go to this show."""
        if (title, step, chosen) != (self._title, self._step, self._chosen):
            self._title, self._step, self._chosen = title, step, chosen
            self.repaint_lines()

    def lines(self, width: int) -> list[Segments]:
        """Return the line."""
        mark = MARK if self._chosen else " " * len(MARK)
        title = mark + self._title
        steps = (self._step, self._step.partition(" ")[0])
        step = next((step for step in steps if cell_len(f"{title} {step}") <= width), "")
        right: Segments = [(step, Role.UNIT)]
        title = truncate(title, max(width - len(step) - bool(step), 0))
        return [justify([(title, Role.PLAYER if self._chosen else Role.NUMBER)], right, width)]


class Booth(Container):
    """One show."""

    DEFAULT_CSS = """
    Booth {
        width: 1fr;
        height: 1fr;
        layout: horizontal;
        ShowTitle { display: none; }
        .rule { width: 1; height: 100%; border-left: solid $maze-rock; }
        ShowPanel { width: 39; }
        &.-beside .rule { display: none; }
        &.-beside { layout: vertical; }
        &.-beside ShowTitle { display: block; }
        &.-beside ShowPanel { width: 1fr; height: 2; }
        &.-beside.-tall ShowPanel { height: 9; }
    }
    """

    current: Show | None = None
    """The show; None while there is none yet."""

    def compose(self) -> ComposeResult:
        """Yield the caption, the maze, and the panel beside or below it."""
        yield ShowTitle()
        yield MazePane(minimap=False, notes=False, painted=True)
        yield Static(classes="rule")  # a canvas has no border
        yield ShowPanel()

    @property
    def pane(self) -> MazePane:
        """The maze."""
        return self.query_one(MazePane)

    def put(self, show: Show | None) -> None:
        """Replace the show; None removes it."""
        self.current = show
        if show is None:
            self.pane.show(None, None, None)
            self.query_one(ShowPanel).show(None)
        else:
            self.pane.show_scene(show.scene)

    def go_to(self, position: int, *, follow: bool) -> None:
        """Move the show to a step, and repaint the changed cells of the maze.

        Args:
            position: The step.
            follow: Whether the window follows the changes in a larger maze.
        """
        show = self.current
        if show is None or show.position == position:
            return
        changed = show.seek(position)
        if follow and show.heading is not None and not self.pane.sees(show.heading):
            self.pane.follow(show.heading)
        if changed is None:
            self.pane.repaint_regions([self.pane.size.region])
        else:
            self.pane.repaint(changed)

    def tell(self, head: Playhead, *, chosen: bool) -> None:
        """Update the caption and the panel."""
        show = self.current
        if show is not None:
            step = f"{head.position:,} of {head.length:,}"
            self.query_one(ShowTitle).show(show.title, step, chosen=chosen)
            self.query_one(ShowPanel).show(show, chosen=chosen)

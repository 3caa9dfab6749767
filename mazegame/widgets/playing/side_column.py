"""The side column: framed panels beside the maze in a wide terminal.

Here: the panels, and which of them a level has. Not here: their contents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.containers import Vertical

from mazegame.widgets.keys.key_column import KeyColumn
from mazegame.widgets.maze.minimap_view import MinimapView
from mazegame.widgets.playing.best_lines import BestLines
from mazegame.widgets.playing.progress_lines import ProgressLines
from mazegame.widgets.playing.race_lines import RaceLines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import ComposeResult
    from textual.widget import Widget

    from mazegame.game.seat import Seat

WIDE: Final = 160
"""Fewest columns of a terminal with a column beside the maze."""

SIDE_COLUMNS: Final = 36
"""Columns of the side column, its frames included."""


GAP: Final = 2
"""Columns between a maze and the column beside it, if there are more."""


def draw_near(column: Widget, columns: int) -> None:
    """Move a column at the right edge to a maze of that width in the middle of the rest.

    The margins right of the column and left of the maze become alike.
    """
    margin = (column.screen.size.width - SIDE_COLUMNS - columns) // 2
    column.styles.offset = -max(margin - GAP, 0), 0


class Panel(Vertical):
    """A frame with a title.

    Args:
        title: The text in the upper edge.
        *inside: The widgets, from top to bottom.
    """

    DEFAULT_CSS = """
    Panel {
        width: 100%;
        height: auto;
        border: round $maze-rock;
        border-title-color: $maze-key;
        border-title-style: bold;
        &:nocolor { border: round $foreground; }
    }
    """

    def __init__(self, title: str, *inside: Widget, id: str | None = None) -> None:  # noqa: A002
        super().__init__(*inside, id=id)
        self.border_title = title


class SideColumn(Vertical):
    """Panels for rivals, map, progress and keys, which show a session.

    A terminal that is not wide has no panels: they would take a part of the time of a start.
    """

    DEFAULT_CSS = """
    SideColumn {
        display: none;
        width: 36;
        height: 100%;
        #race-panel { display: none; }
        &.-race #race-panel { display: block; }
        #map-panel { display: none; height: 1fr; max-height: 22; }
        &.-map #map-panel { display: block; }
        #keys-panel { height: 1fr; min-height: 8; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self.race = RaceLines(stacked=True)
        self.map = MinimapView()
        self.progress = ProgressLines()
        self.to_beat = BestLines()
        self.keys = KeyColumn()

    def compose(self) -> ComposeResult:
        """Yield the panels, in a wide terminal."""
        if self.app.size.width >= WIDE:
            yield from self._panels()

    def furnish(self) -> None:
        """Mount the panels, unless they are there."""
        if not self.children:
            self.mount_all(self._panels())

    def _panels(self) -> Iterator[Panel]:
        yield Panel("race", self.race, id="race-panel")
        yield Panel("map", self.map, id="map-panel")
        yield Panel("progress", self.progress)
        yield Panel("to beat", self.to_beat)
        yield Panel("keys", self.keys, id="keys-panel")

    def limit(self, columns: int) -> None:
        """Stand beside a maze of that width, in the middle of its window."""
        draw_near(self, columns)

    def on_minimap_view_wanted(self, message: MinimapView.Wanted) -> None:
        """Show the map, or leave its room to the keys."""
        self.set_class(message.wanted, "-map")

    def show_seat(self, seat: Seat | None, message: str = "") -> None:
        """Show the numbers of a player; panels come and go only with a match."""
        race = seat is not None and bool(seat.session.rivals)
        if race != self.has_class("-race"):
            self.set_class(race, "-race")
        self.race.show_seat(seat, message)
        self.progress.show_seat(seat, message)
        self.to_beat.show_seat(seat, message)

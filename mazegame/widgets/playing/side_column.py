"""The side column: framed panels beside the maze in a wide terminal.

Neither the progress nor the times to beat reveal where B is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.containers import Vertical

from mazegame.game.score import THREE_STARS, TWO_STARS
from mazegame.game.scoring.medals import Medal
from mazegame.game.words import spell_time
from mazegame.terminal.textual_internals import repaint_whole
from mazegame.widgets.keys.key_line import KeyColumn
from mazegame.widgets.maze.overlays import MinimapView
from mazegame.widgets.playing.hud import ParticipantLines
from mazegame.widgets.playing.race_lines import RaceLines
from mazegame.widgets.text.segments import Role, Segments, bar, justify, number

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.app import ComposeResult
    from textual.widget import Widget

    from mazegame.game.participant import Participant
    from mazegame.game.run import Run
    from mazegame.store.records import ToBeat

WIDE: Final = 160
"""Fewest columns of a terminal with a column beside the maze."""

SIDE_COLUMNS: Final = 36
"""Columns of the side column, its frames included."""

GAP: Final = 2
"""Columns between a maze and the column beside it, if there are more."""


def draw_near(column: Widget, columns: int) -> None:
    """Move a column at the right edge next to the maze, and centre both."""
    margin = (column.screen.size.width - SIDE_COLUMNS - columns) // 2
    column.styles.offset = -max(margin - GAP, 0), 0


class ProgressLines(ParticipantLines):
    """Shows the steps on a scale that ends at the limit of the second star."""

    DEFAULT_CSS = "ProgressLines { height: 6; }"

    def lines_of(self, participant: Participant, width: int) -> list[Segments]:
        run = participant.run
        shortest, on_route = run.level.dist_min, len(run.route) - 1
        most = most_steps(shortest, TWO_STARS)
        steps = number(f"{run.steps:,}", "step" if run.steps == 1 else "steps")
        detours = number(f"{run.steps - on_route:,}", "in detours")
        hints = number(run.hints, "hint" if run.hints == 1 else "hints")
        return [
            justify(steps, number(f"{shortest:,}", "shortest"), width),
            bar(min(run.steps / most, 1.0) if most else 1.0, width, Role.PLAYER),
            _stars(run, 3, THREE_STARS, width),
            _stars(run, 2, TWO_STARS, width),
            justify(number(f"{on_route:,}", "from A"), detours, width),
            justify(hints, [("not ranked", Role.WARNING)] if run.assisted else [], width),
        ]


def most_steps(shortest: int, efficiency: float) -> int:
    """Return the most steps that still reach an efficiency of more than 0."""
    return int(shortest / efficiency + 1e-9)


def _stars(run: Run, stars: int, efficiency: float, width: int) -> Segments:
    """Return how many steps are left before each star is lost."""
    left = most_steps(run.level.dist_min, efficiency) - run.steps
    possible = left >= 0 and not (stars == 3 and run.hints) and not run.assisted
    role = Role.NUMBER if possible else Role.REST
    shown = [("★" * stars + "☆" * (3 - stars), role)]
    words = number(f"{left:,}", "steps left") if possible else [("gone", Role.UNIT)]
    return justify(shown, words, width)


class BestLines(ParticipantLines):
    """Shows bests and medals; a medal whose time has passed fades."""

    DEFAULT_CSS = "BestLines { height: 6; }"

    _to_beat: ToBeat | None = None

    def show(self, found: ToBeat | None) -> None:
        self._to_beat = found
        self.repaint_lines()

    def show_participant(self, participant: Participant | None, message: str = "") -> None:
        if (
            participant is None
            or self.participant is None
            or participant.level is not self.participant.level
        ):
            self._to_beat = None
        super().show_participant(participant, message)

    def _state_of(self, participant: Participant) -> object:
        found, run = self._to_beat, participant.run
        times = found and found.times
        return run, run.assisted, times and times.medal(run.stopwatch.ms)

    def lines_of(self, participant: Participant, width: int) -> list[Segments]:
        found, run = self._to_beat, participant.run
        if found is None:
            return []
        best = "none"
        if found.best is not None:  # as runs of this class are ordered
            best = f"{found.best.pace:.3g} cells/s" if run.reveal else f"{found.best.score}"
        again = found.maze_best
        here = "first try" if again is None else f"{again.score} in {spell_time(again.ms)}"
        lines = [
            justify([(name, Role.UNIT)], [(value, Role.NUMBER)], width)
            for name, value in (("best at this size", best), ("this maze", here))
        ]
        if found.times is None:
            return lines
        for medal in Medal:
            ms = found.times.ms(medal)
            late = run.stopwatch.seconds * 1000 > ms
            disc, time = Role[medal.name], Role.NUMBER
            if late or run.assisted:
                disc = time = Role.REST
            left = [("● ", disc), (medal.value, Role.REST if late else Role.UNIT)]
            lines.append(justify(left, [(spell_time(ms), time)], width))
        return lines


class Panel(Vertical):
    """A frame with a title in its upper edge, and some widgets from top to bottom."""

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
    """Panels for rivals, map, progress and keys of a session.

    A terminal that is not wide has no panels: they would take part of the time of a start.
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
        if self.app.size.width >= WIDE:
            yield from self._panels()

    def furnish(self) -> None:
        if not self.children:
            self.mount_all(self._panels())

    def _panels(self) -> Iterator[Panel]:
        yield Panel("race", self.race, id="race-panel")
        yield Panel("map", self.map, id="map-panel")
        yield Panel("progress", self.progress)
        yield Panel("to beat", self.to_beat)
        yield Panel("keys", self.keys, id="keys-panel")

    def limit(self, columns: int) -> None:
        draw_near(self, columns)

    def on_minimap_view_wanted(self, message: MinimapView.Wanted) -> None:
        self.set_class(message.wanted, "-map")
        repaint_whole(self.screen)  # Textual may leave out panels that move

    def show_participant(self, participant: Participant | None, message: str = "") -> None:
        """Show the numbers of a player; the panels change only with the match."""
        self.set_class(participant is not None and bool(participant.session.rivals), "-race")
        for lines in (self.race, self.progress, self.to_beat):
            lines.show_participant(participant, message)

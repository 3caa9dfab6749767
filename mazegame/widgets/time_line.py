"""The time line of a replay: the playhead, and how far each walker is from B at that time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual.message import Message

from mazegame.widgets.hud import clock_text
from mazegame.widgets.race_lines import race_height
from mazegame.widgets.race_track import race_line, summary
from mazegame.widgets.segment_lines import (
    GAP,
    Role,
    SegmentLines,
    Segments,
    bar,
    justify,
    number,
    row,
)

if TYPE_CHECKING:
    from textual import events

    from mazegame.game.playback import Playback
    from mazegame.game.wrong_turns import WrongTurn

LINES: Final = 2
"""Lines of the widget without a race."""

BEFORE: Final = 15
"""Columns before the bar, for the state and the speed."""


class TimeLine(SegmentLines):
    """The bar, the numbers at the playhead, and the race. A click on the bar seeks.

    Args:
        playback: The replay.
        turns: The wrong turns that are numbered on the map, the costliest first.
    """

    @dataclass
    class Sought(Message):
        """The bar was clicked at a time, in seconds."""

        seconds: float

    def __init__(self, playback: Playback, turns: list[WrongTurn]) -> None:
        super().__init__()
        self._playback = playback
        self._turns = turns
        self._ranks = {turn.cell: rank for rank, turn in enumerate(turns, start=1)}
        self._moments = playback.moments(list(self._ranks))
        self.styles.height = LINES + race_height(len(playback.rivals))

    def show(self) -> None:
        """Show the present position of the playhead."""
        self.repaint_lines()

    def segments(self, y: int, width: int) -> Segments:
        """Return the segments of a line."""
        if y < LINES:
            return self._numbers(width) if y else self._bar(width)
        playback = self._playback
        rivals, seconds, left = playback.rivals, playback.seconds, playback.left
        if not rivals:
            return []
        if y == LINES:
            return race_line(rivals, seconds, playback.run.level.dist_min, left, width)
        return summary(rivals, seconds, left, width)

    def _bar(self, width: int) -> Segments:
        playback = self._playback
        share = playback.seconds / playback.length if playback.length else 1.0
        state = "playing" if playback.playing else "paused "
        left: Segments = [
            (f"{state} ", Role.UNIT),
            *number(f"{playback.speed:g}x".ljust(BEFORE - 8), ""),
        ]
        times = f"{clock_text(playback.seconds)} / {clock_text(playback.length)}"
        long = max(width - BEFORE - len(times) - GAP, 0)
        marked = self._marked(bar(share, long, Role.PLAYER), long)
        return justify([*left, *marked], number(times, ""), width)

    def _marked(self, line: Segments, long: int) -> Segments:
        """Return a bar with the numbers of the wrong turns at their times."""
        spots: dict[int, str] = {}
        for turn, rank in reversed(self._ranks.items()):  # costliest last: visible
            if turn in self._moments and self._playback.length:
                share = self._moments[turn] / self._playback.length
                spots[min(int(share * long), max(long - 1, 0))] = str(rank)
        marked: Segments = []
        at = 0
        for text, role in line:
            first = 0
            for offset in range(len(text)):
                if at + offset in spots:
                    marked += [(text[first:offset], role), (spots[at + offset], Role.WARNING)]
                    first = offset + 1
            marked.append((text[first:], role))
            at += len(text)
        return [part for part in marked if part[0]]

    def _numbers(self, width: int) -> Segments:
        playback = self._playback
        items = [
            [
                ("you ", Role.PLAYER),
                *number(f"{playback.left:,}", "to go, "),
                *number(f"{playback.steps:,}", "step" if playback.steps == 1 else "steps"),
            ],
        ]
        turns: Segments = []
        for rank, turn in enumerate(self._turns, start=1):
            turns += [(f"  {rank}", Role.WARNING), (f" +{turn.cost:,}", Role.UNIT)]
        if turns:
            items.append([("costly turns", Role.UNIT), *turns])
        return row(items, width)

    def on_click(self, event: events.Click) -> None:
        """Go to the time under the pointer."""
        times = f"{clock_text(self._playback.seconds)} / {clock_text(self._playback.length)}"
        long = max(self.size.width - 2 - BEFORE - len(times) - GAP, 1)
        share = (event.x - 1 - BEFORE) / long
        if event.y == 0 and 0 <= share <= 1:
            self.post_message(self.Sought(share * self._playback.length))

"""The step line: the step of a show, its speed, and a bar to seek with.

Here: the line and its clicks. Not here: the playhead (``lab/playhead.py``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual.message import Message

from mazegame.widgets.segment_lines import Role, SegmentLines, Segments, bar, number

if TYPE_CHECKING:
    from textual import events

    from mazegame.lab.playhead import Playhead

STATE: Final = 16
"""Columns before the bar, for the state and the speed."""


def spell_speed(speed: float) -> str:
    """Return a number of steps per second in words."""
    return "instant" if math.isinf(speed) else f"{speed:,.0f}/s"


class StepLine(SegmentLines):
    """One line: state, speed, bar, step. A click or a drag on the bar seeks."""

    DEFAULT_CSS = """
    StepLine { height: 1; }
    """

    @dataclass
    class Sought(Message):
        """The bar was clicked or dragged."""

        line: StepLine
        share: float

        @property
        def control(self) -> StepLine:
            """The line."""
            return self.line

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  Textual's name for it
        super().__init__(id=id)
        self._head: Playhead | None = None
        self._note = ""
        self._dragged = False

    def show(self, head: Playhead, note: str = "") -> None:
        """Show a playhead, and a note at the right end."""
        self._head, self._note = head, note
        self.repaint_lines()

    def segments(self, y: int, width: int) -> Segments:
        """Return the segments of the line."""
        del y
        head = self._head
        if head is None:
            return []
        state = "▶ " if head.playing else "❚❚ "
        left: Segments = [
            (state, Role.PLAYER if head.playing else Role.UNIT),
            *number(spell_speed(head.speed).ljust(STATE - len(state)), ""),
        ]
        right = self._right(head)
        return [
            *left,
            *bar(head.share, self._bar_width(width, right), Role.PLAYER),
            *number(right, ""),
        ]

    def _right(self, head: Playhead) -> str:
        width = len(f"{head.length:,}")
        note = f"  {self._note}" if self._note else ""
        return f"  {head.position:>{width},} of {head.length:,}{note}"

    def _bar_width(self, width: int, right: str) -> int:
        return max(width - STATE - len(right), 1)

    # The mouse

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin to drag."""
        self._dragged = True
        self.capture_mouse()
        self._seek(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Continue to drag."""
        if self._dragged:
            self._seek(event.x)

    def on_mouse_up(self) -> None:
        """End dragging."""
        self._dragged = False
        self.release_mouse()

    def _seek(self, x: int) -> None:
        if self._head is not None:
            width = self._bar_width(self.size.width - 2, self._right(self._head))
            share = (x - 1 - STATE + 0.5) / width
            self.post_message(self.Sought(self, min(max(share, 0.0), 1.0)))

"""The time line: position and speed of a playhead, a bar to seek with, and its keys."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.dom import DOMNode
from textual.message import Message

from mazegame.widgets.text.segments import Role, SegmentLines, Segments, bar, number

if TYPE_CHECKING:
    from textual import events

    from mazegame.game.recording.playhead import Playhead


class TimeLine(SegmentLines):
    """One line: state, speed, bar, position. A click or a drag on the bar seeks."""

    BEFORE: ClassVar[int] = 16
    """Columns before the bar, for the state and the speed."""

    DEFAULT_CSS = "TimeLine { height: 1; }"

    @dataclass
    class Sought(Message):
        """Posted when the bar is clicked or dragged, with the share of its length, 0 to 1."""

        share: float

    head: Playhead | None = None
    _note = ""
    _dragged = False

    def show(self, head: Playhead, note: str = "") -> None:
        """Show a playhead, and a note at the right end."""
        self.head, self._note = head, note
        self.repaint_lines()

    def lines(self, width: int) -> list[Segments]:
        head = self.head
        if head is None:
            return []
        after = self.after(head)
        line = bar(head.share, self._bar_width(width, after), Role.PLAYER)
        return [[*self.before(head), *self.mark(line), *number(after, "")]]

    def before(self, head: Playhead) -> Segments:
        """Return state and speed, in ``BEFORE`` columns."""
        state = "▶ " if head.playing else "❚❚ "
        speed = "instant" if math.isinf(head.speed) else f"{head.speed:,.0f}/s"
        role = Role.PLAYER if head.playing else Role.UNIT
        return [(state, role), *number(speed.ljust(self.BEFORE - len(state)), "")]

    def after(self, head: Playhead) -> str:
        """Return the text behind the bar."""
        width = len(f"{head.length:,}")
        note = f"  {self._note}" if self._note else ""
        return f"  {head.position:>{width},} of {head.length:,}{note}"

    def mark(self, line: Segments) -> Segments:
        """Return a bar with its marks."""
        return line

    def _bar_width(self, width: int, after: str) -> int:
        return max(width - self.BEFORE - len(after), 1)

    # The mouse

    def _share(self, x: int) -> float:
        after = "" if self.head is None else self.after(self.head)
        return (x - 0.5 - self.BEFORE) / self._bar_width(self.size.width - 2, after)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        if event.y == 0 and 0 <= self._share(event.x) <= 1:
            self._dragged = True
            self.capture_mouse()
            self.on_mouse_move(event)

    def on_mouse_move(self, event: events.MouseEvent) -> None:
        if self._dragged:
            self.post_message(self.Sought(min(max(self._share(event.x), 0.0), 1.0)))

    def on_mouse_up(self) -> None:
        self._dragged = False
        self.release_mouse()


def time_keys(screen: str) -> list[Binding]:
    """Return the bindings for speed, start and end; ``screen`` begins their ids."""
    return [
        Binding("comma,less_than_sign", "speed(-1)", "slower", show=False, id=f"{screen}.slower"),
        Binding("full_stop,greater_than_sign", "speed(1)", "speed", id=f"{screen}.faster",
                key_display="< >", tooltip="faster"),
        Binding("home,0", "seek(0)", "to the start", show=False, id=f"{screen}.home"),
        Binding("end", "seek(1)", "to the end", show=False, id=f"{screen}.end"),
    ]  # fmt: skip


class TimeActions(DOMNode):
    """The actions of a screen with a time line."""

    _elapsed_from = 0.0
    """When ``take_elapsed`` was called last, in seconds of the monotonic clock."""

    @property
    def time_player(self) -> Playhead:
        """The playhead or playheads that the keys move."""
        raise NotImplementedError

    def show_time(self) -> None:
        raise NotImplementedError

    def take_elapsed(self) -> float:
        """Return the seconds since the last call, and count from now on."""
        before, self._elapsed_from = self._elapsed_from, time.monotonic()
        return self._elapsed_from - before

    def on_time_line_sought(self, message: TimeLine.Sought) -> None:
        self.action_seek(message.share)

    def action_play(self) -> None:
        self.time_player.toggle()
        self.take_elapsed()
        self.show_time()

    def action_step(self, by: int) -> None:
        self.time_player.step(by)
        self.show_time()

    def action_speed(self, by: int) -> None:
        self.time_player.change_speed(by)
        self.show_time()

    def action_seek(self, share: float) -> None:
        self.time_player.jump(share)
        self.show_time()

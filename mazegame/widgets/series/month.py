"""The month: a calendar with a sign for each day, one of them chosen.

Here: the place of each day, and clicks. Not here: the meaning of the signs (the screens).
"""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.message import Message
from textual.widget import Widget

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import RenderResult

CELL_WIDTHS: Final = (8, 5)
"""Columns of a day in a wide and in a narrow terminal."""

WEEKDAYS: Final = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")

MONTHS: Final = calendar.month_name
"""The names of the months, the first one at index 1."""

HEAD_LINES: Final = 2
"""Lines above the first week: the month, and the weekdays."""

WEEKS: Final = 6
"""Most weeks that a month touches."""


@dataclass(frozen=True)
class Sign:
    """The text below the number of a day."""

    text: str = ""
    style: str = ""
    dim: bool = False
    """Whether the number is dim as well, for a day without a maze."""


class Month(Widget, can_focus=False):
    """A month of days.

    Args:
        sign: Returns the sign of a day.
    """

    ALLOW_SELECT = False

    DEFAULT_CSS = "Month { width: auto; height: auto; }"

    @dataclass
    class Chosen(Message):
        """A day was clicked."""

        day: date
        again: bool
        """Whether it was chosen before."""

    _chosen = _today = date.min

    def __init__(self, sign: Callable[[date], Sign]) -> None:
        super().__init__()
        self._sign = sign

    def show(self, chosen: date, today: date) -> None:
        """Show the month of a day, and choose the day."""
        self._chosen, self._today = chosen, today
        self.refresh()

    def get_content_width(self, _: object, __: object) -> int:
        """Return the width of seven days."""
        return 7 * self._pitch[0]

    def get_content_height(self, _: object, __: object, ___: int) -> int:
        """Return the height of six weeks and the lines above them."""
        return HEAD_LINES + WEEKS * self._pitch[1]

    @property
    def _pitch(self) -> tuple[int, int]:
        """The columns and lines of a day."""
        size = self.app.size
        wide = CELL_WIDTHS[0] if size.width >= 120 else CELL_WIDTHS[1]
        return wide, 1 if size.height < 20 else 3 if size.height >= 40 else 2

    def _monday(self) -> date:
        """Return the Monday of the month's first week."""
        first = self._chosen.replace(day=1)
        return first - timedelta(days=min(first.weekday(), first.toordinal() - 1))

    def render(self) -> RenderResult:
        """Draw the month."""
        wide, high = self._pitch
        title = f"{MONTHS[self._chosen.month]} {self._chosen.year}"
        lines = [
            Content.styled(title.center(7 * wide).rstrip(), "bold $maze-key"),
            Content.styled(
                "".join(f"{' ' * ((wide - 2) // 2)}{name}".ljust(wide) for name in WEEKDAYS),
                "$foreground 60%",
            ),
        ]
        monday = self._monday()
        for week in range(WEEKS):
            days = [monday + timedelta(days=7 * week + number) for number in range(7)]
            lines += [Content().join(self._part(day, line) for day in days) for line in range(high)]
        return Content("\n").join(lines)

    def _part(self, day: date, line: int) -> Content:
        """Return one line of a day."""
        wide, high = self._pitch
        if day.month != self._chosen.month or line > 1:
            return Content(" " * wide)
        sign = self._sign(day)
        number, style = str(day.day), "$foreground 60%" if sign.dim else "$foreground"
        if day == self._today:
            style = f"bold underline {style}"
        if high == 1:
            text = f"{number:>2}{sign.text[:1]}"
            style = sign.style or style
        else:
            text, style = (f"{number:>2}", style) if line == 0 else (sign.text, sign.style)
        before = (wide - len(text)) // 2
        inside = Content.assemble(
            " " * (before - 1), " ", (text, style), " ", " " * (wide - len(text) - before - 1)
        )
        if day != self._chosen:
            return inside
        block = "reverse bold" if self.app.no_color else "bold $background on $maze-player"
        span = f"{' ' * (before - 1)}{text}".ljust(wide - 2)
        return Content.assemble(" ", (span, block), " ")

    def on_click(self, event: events.Click) -> None:
        """Choose the day under the pointer."""
        offset = event.get_content_offset(self)
        wide, high = self._pitch
        if offset is None or offset.y < HEAD_LINES or offset.x >= 7 * wide:
            return
        ahead = 7 * ((offset.y - HEAD_LINES) // high) + offset.x // wide
        day = self._monday() + timedelta(days=ahead)
        if day.month == self._chosen.month:
            self.post_message(self.Chosen(day, again=day == self._chosen))

"""Number bars: compares the numbers of two things, each as a bar from the middle outwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from mazegame.widgets.text.segments import Role, SegmentLines, Segments, truncate

if TYPE_CHECKING:
    from collections.abc import Sequence

Number: TypeAlias = "tuple[float, str]"
"""A number and its text."""

LABEL: Final = 17
"""Columns of the label in the middle."""

VALUE: Final = 7
"""Columns of a number."""


class NumberBars(SegmentLines):
    """A line for each number: a bar to the left, the label, a bar to the right."""

    _rows: Sequence[tuple[str, Number, Number]] = ()

    def show(self, rows: Sequence[tuple[str, Number, Number]]) -> None:
        """Show rows of a label, the number at the left, and the number at the right."""
        self._rows = rows
        self.repaint_lines()

    def lines(self, width: int) -> list[Segments]:
        """Return the segments of each line."""
        return [self._line(*row, width) for row in self._rows]

    @staticmethod
    def _line(label: str, one: Number, other: Number, width: int) -> Segments:
        (left, left_text), (right, right_text) = one, other
        room = max((width - LABEL) // 2 - VALUE, 0)
        most = max(abs(left), abs(right), 1e-9)
        left_bar = "━" * round(abs(left) / most * room)
        right_bar = "━" * round(abs(right) / most * room)
        return [
            ("─" * (room - len(left_bar)), Role.REST),
            (left_bar, Role.PLAYER),
            (f"{left_text:>{VALUE - 1}} ", Role.NUMBER),
            (truncate(label, LABEL).center(LABEL), Role.UNIT),
            (f" {right_text:<{VALUE - 1}}", Role.NUMBER),
            (right_bar, Role.RUNNER),
            ("─" * (room - len(right_bar)), Role.REST),
        ]

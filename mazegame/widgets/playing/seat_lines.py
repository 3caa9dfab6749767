"""Lines of numbers on a player of a session: what all widgets of such lines have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mazegame.widgets.text.segments import SegmentLines, Segments

if TYPE_CHECKING:
    from mazegame.game.seat import Seat


class SeatLines(SegmentLines):
    """Shows the numbers of a player; without one it is blank."""

    seat: Seat | None = None
    """The player; None for nothing."""

    def show_seat(self, seat: Seat | None, message: str = "") -> None:
        """Show the numbers of a player. Call it after every change of them."""
        del message
        self.seat = seat
        self.repaint_lines()

    def state(self) -> object:
        """Return all that decides the lines; see ``SegmentLines``."""
        return () if self.seat is None else self.state_of(self.seat)

    def state_of(self, seat: Seat) -> object:
        """Return all that decides the lines of a player; None to draw them anew each time."""
        del seat
        return None

    def lines(self, width: int) -> list[Segments]:
        """Return the lines of the player."""
        return [] if self.seat is None else self.lines_of(self.seat, width)

    def lines_of(self, seat: Seat, width: int) -> list[Segments]:
        """Return the lines of a player."""
        raise NotImplementedError

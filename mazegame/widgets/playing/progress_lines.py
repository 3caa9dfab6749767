"""The progress of a run: the steps taken, and the stars that are still possible.

It reads only the steps, the length of the shortest path and the rules for stars, so it does not
reveal where B is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.game.score import THREE_STARS, TWO_STARS
from mazegame.widgets.playing.seat_lines import SeatLines
from mazegame.widgets.text.segments import Role, Segments, bar, justify, number

if TYPE_CHECKING:
    from mazegame.game.run import Run
    from mazegame.game.seat import Seat

STARS: Final = ((3, THREE_STARS), (2, TWO_STARS))
"""Stars, and the lowest efficiency that earns them."""


class ProgressLines(SeatLines):
    """Shows the steps on a scale that ends at the limit of the second star."""

    DEFAULT_CSS = """
    ProgressLines { height: 6; }
    """

    def state_of(self, seat: Seat) -> object:
        """Return the numbers of all lines."""
        run = seat.run
        return run, run.steps, run.hints, run.assisted

    def lines_of(self, seat: Seat, width: int) -> list[Segments]:
        """Return the steps, their bar, the stars, the detours and the hints."""
        run = seat.run
        shortest, on_route = run.level.dist_min, len(run.route) - 1
        most = most_steps(shortest, TWO_STARS)
        return [
            justify(
                number(f"{run.steps:,}", "step" if run.steps == 1 else "steps"),
                number(f"{shortest:,}", "shortest"),
                width,
            ),
            bar(min(run.steps / most, 1.0) if most else 1.0, width, Role.PLAYER),
            *(_stars(run, *star, width) for star in STARS),
            justify(
                number(f"{on_route:,}", "from A"),
                number(f"{run.steps - on_route:,}", "in detours"),
                width,
            ),
            justify(
                number(run.hints, "hint" if run.hints == 1 else "hints"),
                [("not ranked", Role.WARNING)] if run.assisted else [],
                width,
            ),
        ]


def most_steps(shortest: int, efficiency: float) -> int:
    """Return the most steps that still reach an efficiency.

    Args:
        shortest: The length of the level's shortest path.
        efficiency: The efficiency, more than 0.
    """
    return int(shortest / efficiency + 1e-9)


def _stars(run: Run, stars: int, efficiency: float, width: int) -> Segments:
    """Return how many steps are left until some stars are lost."""
    left = most_steps(run.level.dist_min, efficiency) - run.steps
    possible = left >= 0 and not (stars == 3 and run.hints) and not run.assisted
    role = Role.NUMBER if possible else Role.REST
    shown = [("★" * stars + "☆" * (3 - stars), role)]
    words = number(f"{left:,}", "steps left") if possible else [("gone", Role.UNIT)]
    return justify(shown, words, width)

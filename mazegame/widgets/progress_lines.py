"""The progress of a run: the steps taken, and the stars that are still possible.

It reads only the steps, the length of the shortest path and the rules for stars, so it does not
reveal where B is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.game.score import THREE_STARS, TWO_STARS
from mazegame.widgets.segment_lines import Role, SegmentLines, Segments, bar, justify, number

if TYPE_CHECKING:
    from mazegame.game.run import Run
    from mazegame.game.session import Session

STARS: Final = ((3, THREE_STARS), (2, TWO_STARS))
"""Stars, and the lowest efficiency that earns them."""


class ProgressLines(SegmentLines):
    """Shows the steps on a scale that ends at the limit of the second star."""

    DEFAULT_CSS = """
    ProgressLines { height: 6; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._run: Run | None = None

    def show_session(self, session: Session | None, message: str = "") -> None:
        """Show the progress of a session's first player."""
        del message
        self.show(None if session is None else session.players[0].run)

    def show(self, run: Run | None) -> None:
        """Show the progress of a run; None for nothing."""
        self._run = run
        self.repaint_lines()

    def state(self) -> object:
        """Return the numbers of all lines."""
        run = self._run
        return () if run is None else (run, run.steps, run.hints, run.assisted)

    def segments(self, y: int, width: int) -> Segments:
        """Return the segments of a line, from left to right."""
        run = self._run
        if run is None:
            return []
        shortest = run.level.dist_min
        if y == 0:
            return justify(
                number(f"{run.steps:,}", "step" if run.steps == 1 else "steps"),
                number(f"{shortest:,}", "shortest"),
                width,
            )
        if y == 1:
            most = most_steps(shortest, TWO_STARS)
            return bar(min(run.steps / most, 1.0) if most else 1.0, width, Role.PLAYER)
        if y in (2, 3):
            return _stars(run, *STARS[y - 2], width)
        if y == 4:
            on_route = len(run.route) - 1
            return justify(
                number(f"{on_route:,}", "from A"),
                number(f"{run.steps - on_route:,}", "in detours"),
                width,
            )
        return justify(
            number(run.hints, "hint" if run.hints == 1 else "hints"),
            [("not ranked", Role.WARNING)] if run.assisted else [],
            width,
        )


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

"""The head-up display: the numbers of a run where the eye already is; with a rival, the race."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.widgets.segment_lines import (
    GAP,
    Role,
    SegmentLines,
    Segments,
    bar,
    justify,
    length,
    number,
    row,
    truncate,
)

if TYPE_CHECKING:
    from mazegame.game.run import Run
    from mazegame.game.runner import Rival


LINES_BESIDE_MAZE: Final = 4
"""Lines that are not the maze, at most: three of numbers in a race and in a result, one of keys."""


def lines_beside_maze(*, race: bool) -> int:
    """Lines of the play screen that are not the maze: numbers, the rival's line, keys."""
    return LINES_BESIDE_MAZE if race else LINES_BESIDE_MAZE - 1


ROOMY: Final = 60
"""Fewest columns at which there is room for words."""

NAME: Final = 7
"""Columns for the name before a bar."""


class Hud(SegmentLines):
    """Shows a run's numbers. Its height is a level's: a new number repaints, never lays out."""

    DEFAULT_CSS = """
    Hud {
        height: 2;
        &.-race { height: 3; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._run: Run | None = None
        self._rival: Rival | None = None
        self._compass = False
        self._to_go: int | None = None
        self._counts_as = ""
        self._message = ""

    def show(
        self,
        run: Run | None,
        rival: Rival | None = None,
        *,
        compass: bool = False,
        to_go: int | None = None,
        counts_as: str = "",
        message: str = "",
    ) -> None:
        """Show a run, and whom it is a race with; again whenever the numbers changed.

        Args:
            run: The run; None for nothing.
            rival: The runner or ghost; None for nobody.
            compass: Whether to show how far B is: the numbers, the bars, warmer and colder.
            to_go: The distance to B that a hint tells, without the compass.
            counts_as: As what the run counts, where that is not what is seen; empty for nothing.
            message: What the player should read; it stands in the place of the game ID.
        """
        self._run, self._rival, self._compass = run, rival, compass
        self._to_go, self._counts_as, self._message = to_go, counts_as, message
        self.set_class(rival is not None, "-race")
        self.repaint_regions([self.size.region])

    def segments(self, y: int, width: int) -> Segments:
        """The segments of a line, from left to right."""
        if self._run is None:
            return []
        if y == 0:
            return _identity(self._run, width, compass=self._compass, message=self._message)
        if y == 1:
            return self._progress(self._run, width)
        if self._rival is not None:
            return _race(self._run, self._rival, width, compass=self._compass)
        return []

    def _progress(self, run: Run, width: int) -> Segments:
        """The second line: what to reach, and with the compass how far B is, as a bar too."""
        dist_min, race = run.level.dist_min, self._rival is not None
        shown: list[Segments] = []
        if run.assisted:
            shown.append([("not ranked", Role.WARNING)])
        elif self._counts_as:
            shown.append([(f"counts as {self._counts_as}", Role.WARNING)])
        shortest = number(f"{dist_min:,}", "shortest")
        hints = number(run.hints, "hint" if run.hints == 1 else "hints")
        name = "you".ljust(NAME) if race else ""
        if not self._compass:
            if self._to_go is not None:
                shown.append(number(f"{self._to_go:,}", "to go"))
            return justify([(name, Role.UNIT)], row([*shown, shortest, hints], width), width)
        to_go = number(f"{run.remaining:,}".rjust(len(f"{dist_min:,}")), "to go")
        rest = [*shown, shortest, number(f"{run.detour:,}", "detour"), hints]
        long = _bar_width(run, width - len(name))
        if not long:
            return row([to_go, *rest], width)
        done = _share_done(run.remaining, dist_min)
        left = [(name, Role.UNIT), *bar(done, long, Role.PLAYER)]
        if race:  # below each other, the player's and the rival's can be compared at a glance
            left += [(" " * GAP, Role.UNIT), *to_go]
        else:
            rest.insert(0, to_go)
        return justify(left, row(rest, width - length(left) - GAP), width)


def clock_text(seconds: float) -> str:
    """Write a duration as m:ss, or h:mm:ss from an hour on."""
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    if hours:
        return f"{hours}:{rest // 60:02d}:{rest % 60:02d}"
    return f"{rest // 60}:{rest % 60:02d}"


def _identity(run: Run, width: int, *, compass: bool, message: str) -> Segments:
    """The first line: which level, how long, how many steps. The game ID gives way first."""
    level = run.level
    items = [
        number(f"{run.steps:,}", "step" if run.steps == 1 else "steps"),
        number(clock_text(run.stopwatch.seconds), ""),
    ]
    if run.trend and compass and width >= ROOMY:
        warmer = ("warmer", Role.WARMER) if run.trend < 0 else ("colder", Role.COLDER)
        items.insert(0, [warmer])
    numbers = row(items, width)
    room = max(width - length(numbers) - GAP, 0)
    left = (str(level.recipe or level.name), Role.NUMBER)
    if message:
        left = (message, Role.WARNING)
    return justify([(truncate(left[0], room), left[1])], numbers, width)


def _race(run: Run, rival: Rival, width: int, *, compass: bool) -> Segments:
    """The rival's line: its bar below the player's, how far it has to go, and who leads.

    Without the compass it tells the rival's own way alone, never the player's distance.
    """
    left = rival.left(run.stopwatch.seconds)
    lead = left - run.remaining
    if left == 0:
        word = [(f"the {rival.name} is there", Role.RUNNER)]
    elif not compass:
        word = []
    elif lead:
        leader = "you lead by" if lead > 0 else "you are behind by"
        word = [
            (f"{leader} ", Role.UNIT),
            (f"{abs(lead):,}", Role.PLAYER if lead > 0 else Role.RUNNER),
        ]
    else:
        word = [("even", Role.UNIT)]
    most = len(f"{run.level.dist_min:,}")
    right = row([number(f"{left:,}".rjust(most), "to go"), word], width)
    name = (truncate(rival.name, NAME - 1).ljust(NAME), Role.UNIT)
    long = _bar_width(run, width - NAME)
    if not long or NAME + long + GAP + length(right) > width:
        return [name, *right]
    share = _share_done(left, run.level.dist_min)
    return [name, *bar(share, long, Role.RUNNER), (" " * GAP, Role.UNIT), *right]


def _share_done(left: int, dist_min: int) -> float:
    return max(0.0, 1 - left / dist_min) if dist_min else 1.0


def _bar_width(run: Run, width: int) -> int:
    """How long a bar is; that does not depend on the digits beside it, so that nothing jitters.

    0 where there is no room for one.
    """
    most = len(f"{run.level.dist_min:,}")
    words = len(" to go shortest detour 99 hints") + 3 * most + 4 * GAP
    long = min(width - words, 40)
    return long if long >= 10 else 0

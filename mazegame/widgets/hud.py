"""The head-up display: the numbers of a run where the eye already is; with a runner, the race."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.widget import Widget

if TYPE_CHECKING:
    from textual.app import RenderResult

    from mazegame.game.run import Run
    from mazegame.game.runner import Runner


def lines_beside_maze(*, race: bool) -> int:
    """Lines of the play screen that are not the maze: numbers, the runner's line, keys."""
    return 4 if race else 3


GAP: Final = 3
"""Columns between two numbers, where there is room."""

ROOMY: Final = 60
"""From so many columns on there is room for words."""

_WARMER: Final = Content.styled("warmer", "$success")
_COLDER: Final = Content.styled("colder", "$maze-runner")

NAME: Final = 7
"""Columns for the name before a bar."""


class Hud(Widget, can_focus=False):
    """Shows a run's numbers. Its height is a level's: a new number repaints, never lays out."""

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    Hud {
        height: 2;
        padding: 0 1;
        color: $text-muted;
        &.-race { height: 3; }
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._run: Run | None = None
        self._runner: Runner | None = None

    def show(self, run: Run | None, runner: Runner | None = None) -> None:
        """Show a run, and the runner it is a race with; again whenever the numbers changed."""
        self._run, self._runner = run, runner
        self.set_class(runner is not None, "-race")
        self.refresh()

    def render(self) -> RenderResult:
        """Draw the lines."""
        run = self._run
        if run is None:
            return Content()
        width = self.content_size.width
        lines = [_identity(run, width), _progress(run, width, race=self._runner is not None)]
        if self._runner is not None:
            lines.append(_rival(run, self._runner, width))
        return Content("\n").join(lines)


def clock_text(seconds: float) -> str:
    """Write a duration as m:ss, or h:mm:ss from an hour on."""
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    if hours:
        return f"{hours}:{rest // 60:02d}:{rest % 60:02d}"
    return f"{rest // 60}:{rest % 60:02d}"


def _identity(run: Run, width: int) -> Content:
    """The first line: which level, how long, how many steps. The game ID gives way first."""
    level = run.level
    items = [
        _number(f"{run.steps:,}", "step" if run.steps == 1 else "steps"),
        _number(clock_text(run.stopwatch.seconds), ""),
    ]
    if run.trend and width >= ROOMY:
        items.insert(0, _WARMER if run.trend < 0 else _COLDER)
    numbers = _row(items, width)
    room = max(width - numbers.cell_length - GAP, 0)
    name = Content.styled(str(level.recipe or level.name), "bold $foreground")
    name = name.truncate(room, ellipsis=True)
    return Content.assemble(name, " " * (width - name.cell_length - numbers.cell_length), numbers)


def _progress(run: Run, width: int, *, race: bool) -> Content:
    """The second line: how far B is, as a bar and as numbers."""
    dist_min, remaining = run.level.dist_min, run.remaining
    most = len(f"{dist_min:,}")
    numbers = [
        _number(f"{remaining:,}".rjust(most), "to go"),
        _number(f"{dist_min:,}", "shortest"),
        _number(f"{run.detour:,}", "detour"),
        _number(run.hints, "hint" if run.hints == 1 else "hints"),
    ]
    if run.assisted:
        numbers.insert(1, Content.styled("path shown", "$warning"))
    right = _row(numbers, width)
    name = "you".ljust(NAME) if race else ""
    bar = _bar_width(run, width - len(name))
    if not bar or len(name) + bar + GAP + right.cell_length > width:
        return right
    left = Content.assemble(name, _bar(_share_done(remaining, dist_min), bar, "$maze-player"))
    return Content.assemble(left, " " * (width - left.cell_length - right.cell_length), right)


def _rival(run: Run, runner: Runner, width: int) -> Content:
    """The runner's line: its bar below the player's, how far it has to go, and who leads."""
    left = runner.left(run.stopwatch.seconds)
    lead = left - run.remaining
    if left == 0:
        word = Content.styled("the runner is there", "bold $maze-runner")
    elif lead:
        leader = "you lead by" if lead > 0 else "you are behind by"
        colour = "$maze-player" if lead > 0 else "$maze-runner"
        word = Content.assemble(f"{leader} ", (f"{abs(lead):,}", f"bold {colour}"))
    else:
        word = Content("level")
    most = len(f"{run.level.dist_min:,}")
    right = _row([_number(f"{left:,}".rjust(most), "to go"), word], width)
    name = "runner".ljust(NAME)
    bar = _bar_width(run, width - NAME)
    share = _share_done(left, run.level.dist_min)
    if not bar or NAME + bar + GAP + right.cell_length > width:
        return Content.assemble(name, right)
    return Content.assemble(name, _bar(share, bar, "$maze-runner"), " " * GAP, right)


def _share_done(left: int, dist_min: int) -> float:
    return max(0.0, 1 - left / dist_min) if dist_min else 1.0


def _bar_width(run: Run, width: int) -> int:
    """How long a bar is; that does not depend on the digits beside it, so that nothing jitters.

    0 where there is no room for one.
    """
    most = len(f"{run.level.dist_min:,}")
    words = len(" to go shortest detour 99 hints") + 3 * most + 4 * GAP
    bar = min(width - words, 40)
    return bar if bar >= 10 else 0


def _number(value: object, unit: str) -> Content:
    return Content.assemble((str(value), "bold $foreground"), f" {unit}" if unit else "")


def _bar(share: float, width: int, colour: str) -> Content:
    """A bar of a length that does not depend on colour: heavy for done, light for the rest."""
    halves = round(share * width * 2)
    full, half = divmod(halves, 2)
    done = "━" * full + "╸" * half
    return Content.assemble((done, colour), ("─" * (width - len(done)), "$maze-rock"))


def _row(items: list[Content], width: int) -> Content:
    """Items side by side, the most important first; what has no room is left out."""
    for gap in (GAP, GAP - 1):
        row = Content(" " * gap).join(items)
        if row.cell_length <= width:
            return row
    return _row(items[:-1], width) if len(items) > 1 else items[0].truncate(width)

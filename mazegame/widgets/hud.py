"""The head-up display: the numbers of a run, on two lines where the eye already is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.widget import Widget

if TYPE_CHECKING:
    from textual.app import RenderResult

    from mazegame.game.run import Run


HUD_LINES: Final = 3
"""Lines of the play screen that are not the maze: two of numbers, one of keys."""

GAP: Final = 3
"""Columns between two numbers, where there is room."""


class Hud(Widget, can_focus=False):
    """Shows a run's numbers. Its height never changes: a new number repaints, never lays out."""

    ALLOW_SELECT = False

    DEFAULT_CSS = """
    Hud {
        height: 2;
        padding: 0 1;
        color: $text-muted;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._run: Run | None = None

    def show(self, run: Run | None) -> None:
        """Show a run; call it again whenever its numbers changed."""
        self._run = run
        self.refresh()

    def render(self) -> RenderResult:
        """Draw the two lines."""
        run = self._run
        if run is None:
            return Content()
        width = self.content_size.width
        return Content("\n").join([_identity(run, width), _progress(run, width)])


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
    numbers = _row(
        [
            _number(f"{run.steps:,}", "step" if run.steps == 1 else "steps"),
            _number(clock_text(run.stopwatch.seconds), ""),
        ],
        width,
    )
    room = max(width - numbers.cell_length - GAP, 0)
    name = Content.styled(str(level.recipe or level.name), "bold $foreground")
    name = name.truncate(room, ellipsis=True)
    return Content.assemble(name, " " * (width - name.cell_length - numbers.cell_length), numbers)


def _progress(run: Run, width: int) -> Content:
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
    # The bar's length does not depend on the digits beside it, so that nothing jitters.
    bar = min(width - 2 * most - 36, 40)
    if bar < 10 or bar + GAP + right.cell_length > width:
        return right
    done = max(0.0, 1 - remaining / dist_min) if dist_min else 1.0
    left = _bar(done, bar)
    return Content.assemble(left, " " * (width - bar - right.cell_length), right)


def _number(value: object, unit: str) -> Content:
    return Content.assemble((str(value), "bold $foreground"), f" {unit}" if unit else "")


def _bar(share: float, width: int) -> Content:
    """A bar of a length that does not depend on colour: heavy for done, light for the rest."""
    halves = round(share * width * 2)
    full, half = divmod(halves, 2)
    done = "━" * full + "╸" * half
    return Content.assemble((done, "$maze-player"), ("─" * (width - len(done)), "$maze-rock"))


def _row(items: list[Content], width: int) -> Content:
    """Items side by side, the most important first; what has no room is left out."""
    for gap in (GAP, GAP - 1):
        row = Content(" " * gap).join(items)
        if row.cell_length <= width:
            return row
    return _row(items[:-1], width) if len(items) > 1 else items[0].truncate(width)

"""The head-up display: the numbers of a run, on two lines where the eye already is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content
from textual.widget import Widget

if TYPE_CHECKING:
    from textual.app import RenderResult

    from mazegame.game.run import Run


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
        level = run.level
        return Content("\n").join(
            [
                _spread(
                    [Content.styled(str(level.recipe or level.name), "bold $foreground")],
                    [
                        _number(clock_text(run.stopwatch.seconds), ""),
                        _number(run.steps, "step" if run.steps == 1 else "steps"),
                    ],
                    width,
                ),
                _progress(run, width),
            ]
        )


def clock_text(seconds: float) -> str:
    """Write a duration as m:ss, or h:mm:ss from an hour on."""
    whole = int(seconds)
    hours, rest = divmod(whole, 3600)
    if hours:
        return f"{hours}:{rest // 60:02d}:{rest % 60:02d}"
    return f"{rest // 60}:{rest % 60:02d}"


def _progress(run: Run, width: int) -> Content:
    """The second line: how far B is, as a bar and as numbers."""
    dist_min, remaining = run.level.dist_min, run.remaining
    left = [_number(f"{remaining:,}", "to go")]
    right = [
        _number(f"{dist_min:,}", "shortest"),
        _number(f"{run.detour:,}", "detour"),
        _number(run.hints, "hint" if run.hints == 1 else "hints"),
    ]
    if run.assisted:
        right.append(Content.styled("path shown", "$warning"))
    words = sum(item.cell_length + 3 for item in (*left, *right))
    bar = width - words
    if bar >= 10:
        done = max(0.0, 1 - remaining / dist_min) if dist_min else 1.0
        left.insert(0, _bar(done, min(bar, 40)))
    return _spread(left, right, width)


def _number(value: object, unit: str) -> Content:
    return Content.assemble((str(value), "bold $foreground"), f" {unit}" if unit else "")


def _bar(share: float, width: int) -> Content:
    """A bar of a length that does not depend on colour: heavy for done, light for the rest."""
    halves = round(share * width * 2)
    full, half = divmod(halves, 2)
    done = "━" * full + "╸" * half
    return Content.assemble((done, "$maze-player"), ("─" * (width - len(done)), "$maze-rock"))


def _spread(left: list[Content], right: list[Content], width: int) -> Content:
    """Put some items at the left edge and some at the right; what has no room is left out."""
    gap = Content("   ")
    while True:
        a, b = gap.join(left), gap.join(right)
        room = width - a.cell_length - b.cell_length
        if room >= 2 or not right:
            return Content.assemble(a, " " * max(room, 0), b)
        right = right[:-1]

"""Marathon: the dialog before its first leg, and the end after its last one."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from mazegame.game.modes.daily import WEEK, daily_title
from mazegame.game.modes.marathon import LEGS, parse_week, points_of
from mazegame.game.score import PERFECT
from mazegame.game.words import capital, clock
from mazegame.screens.base import GameDialog
from mazegame.widgets.keys.key_line import key_hints
from mazegame.widgets.series.daily import about_marathon
from mazegame.widgets.text.characters import has_unicode
from mazegame.widgets.text.menu_list import fitted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult

    from mazegame.game.career.statistics import Played
    from mazegame.game.modes.marathon import MarathonSeries
    from mazegame.game.run import Run

    Attempts = Mapping[str, Mapping[int, int]]
    """The points of a week's marathons by attempt and leg."""

NARROW: Final = 50
"""Fewest columns of a screen with long names and times."""

TITLE_WIDTH: Final = 32
"""Columns of the name of a leg's maze."""

NARROW_TITLE: Final = 20
"""Columns of that name in a narrow terminal."""


class MarathonScreen(GameDialog[str]):
    """Says what a marathon is. Dismisses with "start" or "continue"."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "begin", "start", id="marathon.start"),
        Binding("n", "dismiss('start')", "new attempt", id="marathon.new"),
        Binding("escape,q", "dismiss", "back", id="marathon.back"),
    ]

    def __init__(self, week: str, attempts: Attempts, left_leg: int) -> None:
        super().__init__()
        self._week, self._attempts, self._left_leg = week, attempts, left_leg

    def compose(self) -> ComposeResult:
        left = self._left_leg
        with Vertical(classes="dialog marathon") as dialog:
            dialog.border_title = f"Marathon {self._week}"
            yield Static(
                "Seven mazes in a row, the same for everybody this week. "
                "The points of all legs count; a restart leaves the marathon.",
                classes="prose",
            )
            yield Static(Content("\n").join(self._legs()), id="legs")
            if self._attempts:
                yield Static(capital(about_marathon(self._attempts)), classes="best", markup=False)
            begin = (
                [("⏎", f"continue leg {left}"), ("n", "new attempt")] if left else [("⏎", "start")]
            )
            yield key_hints(*begin, ("esc", "back"))

    def _legs(self) -> list[Content]:
        room = NARROW_TITLE if self.app.size.width < NARROW else TITLE_WIDTH
        return [
            _leg_line(self._week, number, room, (f"  {leg.cols:>2}x{leg.rows}", "$maze-dim"))
            for number, leg in enumerate(WEEK, start=1)
        ]

    def action_begin(self) -> None:
        self.dismiss("continue" if self._left_leg else "start")


class MarathonEndScreen(GameDialog[None]):
    """Shows a finished marathon: its points, its legs, and how it compares."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,escape,q,m", "dismiss", "calendar", id="marathon-end.back"),
        Binding("space", "share", "copy share line", id="marathon-end.share"),
    ]

    def __init__(self, series: MarathonSeries, run: Run) -> None:
        super().__init__()
        self._series = series
        self._points = (*series.scores, points_of(run))
        self._walked: Mapping[int, Played] = {}

    @property
    def _total(self) -> int:
        return sum(self._points)

    def compose(self) -> ComposeResult:
        total = f"{self._total:,} of {len(self._points) * PERFECT:,} points"
        with Vertical(classes="dialog marathon") as dialog:
            dialog.border_title = "You finished the marathon"
            yield Static(
                Content.styled(f"{self._series.week}: {total}", "bold $maze-key"), classes="total"
            )
            yield Static(id="compared", markup=False)
            yield Static(Content("\n").join(self._legs()), id="legs")
            yield key_hints(("⏎", "calendar"), ("space", "copy share line"))

    def on_mount(self) -> None:
        """Read the legs and the other attempts of this week."""
        prefix, week = self._series.prefix, self._series.week
        asked = partial(
            self.services.store.query_after_writes,
            lambda book: (book.walked_legs(prefix), book.marathons().get(week, {})),
        )
        self.run_in_thread(asked, lambda found: self._show(*found))

    def _show(self, walked: Mapping[int, Played], attempts: Attempts) -> None:
        self._walked = walked
        self.query_one("#legs", Static).update(Content("\n").join(self._legs()))
        others = [
            sum(legs.values())
            for attempt, legs in attempts.items()
            if attempt != self._series.attempt and len(legs) == len(self._points)
        ]
        self.query_one("#compared", Static).update(compared(self._total, others))

    def _legs(self) -> list[Content]:
        narrow = self.app.size.width < NARROW
        room = NARROW_TITLE if narrow else TITLE_WIDTH
        lines = []
        for number, points in enumerate(self._points, start=1):
            run = self._walked.get(number)
            stars = "" if run is None or run.shown else "★" * run.stars
            time = "" if run is None or narrow else f"  {clock(run.ms):>8}"
            lines.append(
                _leg_line(
                    self._series.week,
                    number,
                    room,
                    (f"  {stars:3}", "bold $maze-key"),
                    (f" {points:>5,}", "bold $foreground"),
                    (time, "$maze-dim"),
                )
            )
        return lines

    def action_share(self) -> None:
        """Copy the marathon as one line that shows none of its paths."""
        star = "★" if has_unicode() else "*"
        walked = (self._walked.get(number) for number in range(1, LEGS + 1))
        stars = " ".join(star * run.stars for run in walked if run is not None and not run.shown)
        parts = [f"mazegame marathon {self._series.week}", f"{self._total:,} points", stars]
        self.app.copy_to_clipboard("  ".join(filter(None, parts)))
        self.show_notice("copied the share line")


def _leg_line(week: str, number: int, room: int, *figures: tuple[str, str]) -> Content:
    """Return a leg's number, the title of its maze in ``room`` columns, and figures with styles."""
    title = capital(daily_title(parse_week(week) + timedelta(number - 1)))
    return Content.assemble((f"{number}  ", "$maze-dim"), fitted(title, room), *figures)


def compared(points: int, others: Sequence[int]) -> str:
    """Return how an attempt compares with the other complete ones of its week."""
    if not others:
        return "Your first marathon of this week."
    best = max(others)
    if points > best:
        return f"Your best of this week: {points - best:,} more than before."
    return f"Your best of this week is {best:,} points."

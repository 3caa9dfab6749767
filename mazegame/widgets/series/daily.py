"""The daily screen: a calendar with a sign for each day, and what is known of a day in words."""

from __future__ import annotations

from calendar import day_name, month_name
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from rich.text import Text
from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widget import Widget

from mazegame.game.modes.calendar import Streak
from mazegame.game.modes.daily import FIRST_DAY, WEEK, Stake, daily_title
from mazegame.game.modes.marathon import LEGS
from mazegame.game.score import PERFECT
from mazegame.game.words import capital, clock, counted
from mazegame.widgets.text.plot import difficulty_line
from mazegame.widgets.text.row_table import GAP, Column, width_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import RenderResult

    from mazegame.engine import Recipe
    from mazegame.game.modes.calendar import Calendar, DailyTry

CELL_WIDTHS: Final = {"-large": 12, "-roomy": 8}
"""Columns of a day, by the class of a screen that has room for them."""

USUAL_CELL_WIDTH: Final = 5
"""Columns of a day on another screen."""

CELL_LINES: Final = ((56, 5), (50, 4), (34, 3), (20, 2), (0, 1))
"""Lines of a day, by the fewest lines of the terminal: its number, its sign, its points, a gap."""

NEW_EACH_DAY: Final = "one a day, the same for all"
"""What the daily maze is, for who has not walked a maze yet."""

WEEKDAYS: Final = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")

NO_LEGS: Final[Mapping[int, int]] = MappingProxyType({})
"""The points of a marathon of which no leg was walked."""

DAY: Final = Column("week", 5)
TRY: Final = Column("try", 5)
POINTS: Final = Column("points", 6, right=True)
LEGS_OF_WEEK: Final = Column("legs", 5, right=True)
"""The columns of a week; the name of the maze has the rest."""

LEAST_NAME: Final = 8
"""Fewest columns of that name."""

HEAD_LINES: Final = 2
"""Lines above the first week: the month and the weekdays."""

WEEKS: Final = 6
"""Most weeks that a month touches."""


@dataclass(frozen=True)
class Sign:
    """The texts below the number of a day."""

    text: str = ""
    style: str = ""
    points: str = ""
    dim: bool = False
    """Whether the number is dim as well, for a day without a maze."""


class Month(Widget, can_focus=False):
    """A month of days, each with the sign that a function returns."""

    ALLOW_SELECT = False

    DEFAULT_CSS = "Month { width: auto; height: auto; }"

    @dataclass
    class Chosen(Message):
        """A day was clicked."""

        day: date
        again: bool
        """Whether it was chosen already."""

    _chosen = _today = FIRST_DAY

    def __init__(self, sign: Callable[[date], Sign], *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._sign = sign

    def show(self, chosen: date, today: date) -> None:
        self._chosen, self._today = chosen, today
        self.refresh()

    def get_content_width(self, _: object, __: object) -> int:
        return 7 * self._pitch[0]

    def get_content_height(self, _: object, __: object, ___: int) -> int:
        return HEAD_LINES + WEEKS * self._pitch[1]

    @property
    def _pitch(self) -> tuple[int, int]:
        """Columns and lines of a day."""
        sizes = (wide for name, wide in CELL_WIDTHS.items() if self.screen.has_class(name))
        high = next(lines for least, lines in CELL_LINES if self.app.size.height >= least)
        return next(sizes, USUAL_CELL_WIDTH), high

    def _monday(self) -> date:
        first = self._chosen.replace(day=1)
        return first - timedelta(days=first.weekday())

    def render(self) -> RenderResult:
        wide, high = self._pitch
        title = f"{month_name[self._chosen.month]} {self._chosen.year}"
        weekdays = "".join(f"{' ' * ((wide - 2) // 2)}{name}".ljust(wide) for name in WEEKDAYS)
        lines = [
            Content.styled(title.center(7 * wide).rstrip(), "bold $foreground"),
            Content.styled(weekdays, "$maze-dim"),
        ]
        monday = self._monday()
        for week in range(WEEKS):
            days = [monday + timedelta(days=7 * week + number) for number in range(7)]
            lines += [Content().join(self._part(day, line) for day in days) for line in range(high)]
        return Content("\n").join(lines)

    def _part(self, day: date, line: int) -> Content:
        wide, high = self._pitch
        if day.month != self._chosen.month:
            return Content(" " * wide)
        sign = self._sign(day)
        number, style = str(day.day), "$maze-dim" if sign.dim else "$foreground"
        if day == self._today:
            style = f"bold underline {style}"
        if high == 1:
            text = f"{number:>2}{sign.text[:1]}"
            style = sign.style or style
        else:
            dim = "$maze-dim"
            points = sign.points * (high > 3)  # else the next week is on the next line
            lines = (f"{number:>2}", style), (sign.text, sign.style), (points, dim)
            text, style = lines[line] if line < len(lines) else ("", "")
        before = (wide - len(text)) // 2
        part = Content.assemble(" " * before, (text, style), " " * (wide - before - len(text)))
        if day == self._chosen and (line < 2 or (line == 2 and high > 3 and sign.points)):
            block = "reverse bold" if self.app.no_color else "bold $background on $maze-player"
            part = Content.assemble(" ", (part.plain[1:-1], block), " ")
        return part.stylize(Style.from_meta({"day": day.toordinal()}))

    def on_click(self, event: events.Click) -> None:
        if number := event.style.meta.get("day"):
            day = date.fromordinal(number)
            self.post_message(self.Chosen(day, again=day == self._chosen))


def headline(calendar: Calendar, own_day: int) -> Content:
    """Return the streak up to the player's own date, as ``datetime.date.toordinal`` counts."""
    streak = Streak.of(calendar.days, own_day)
    words = str(streak) if streak.longest else NEW_EACH_DAY
    return Content.assemble(("Daily maze  ", "bold $maze-key"), (words, "bold $foreground"))


def sign_of(calendar: Calendar, day: date, now: date) -> Sign:
    """Return the calendar's sign of a day, by the result of its try."""
    one = calendar.tries.get(day)
    if one is None:
        practised = day in calendar.practice
        return Sign("○" if practised else "", "$maze-dim", dim=not practised and day != now)
    late = "~" if one.late else ""
    if one.run is None:
        return Sign(f"…{late}", "$warning")
    if not one.run.ranked:
        return Sign(f"·{late}", "$foreground")
    return Sign("★" * one.run.stars + late, "bold $maze-key", f"{one.run.score:,}")


def about(
    day: date, now: date, calendar: Calendar, found: Recipe | None, *, stake: Stake, left: bool
) -> list[Content]:
    """Return the lines on a day: its maze, and the result of its try.

    ``stake`` is what a new walk counts for, ``left`` whether an unfinished run of the try can be
    resumed.
    """
    asked = WEEK[day.weekday()]
    when = ", today" if day == now else ""
    lines = [
        Content(f"{day_name[day.weekday()]} {day.isoformat()}{when}"),
        Content.styled(capital(daily_title(day)) if day <= now else "?", "bold $foreground"),
        Content.assemble(
            (f"{asked.cols}x{asked.rows}, ", "$maze-dim"), difficulty_line(asked.difficulty)
        ),
    ]
    lines += outcome(day, now, calendar, stake=stake, left=left)
    if found is not None:
        lines.append(Content.styled(str(found), "$maze-dim"))
    return lines


def yesterday(day: date, now: date, calendar: Calendar) -> list[Content]:
    """Return the result of yesterday's try, for today."""
    before = now - timedelta(days=1)
    if day != now or before < FIRST_DAY:
        return []
    words = f"yesterday: {calendar.state(before, now)} (b: its path)"
    return [Content.styled(words, "$maze-dim")]


def week_of_tries(
    chosen: date, now: date, calendar: Calendar, legs: Mapping[int, int], width: int
) -> tuple[list[Column], list[list[Text]]]:
    """Return the columns and rows of a week: each day's try, its points, its leg and its maze.

    ``legs`` are the points of an attempt at the marathon by leg; the last row has their sum.
    ``width`` has the columns of the table.
    """
    monday = chosen - timedelta(days=chosen.weekday())
    columns = [DAY, TRY, POINTS, *([LEGS_OF_WEEK] if legs else [])]
    columns.append(Column("maze", max(width - width_of(columns) - GAP, LEAST_NAME)))
    rows = []
    for number in range(7):
        day = monday + timedelta(days=number)
        sign, leg = sign_of(calendar, day, now), legs.get(number + 1)
        points = [sign.points, *([f"{leg:,}" if leg is not None else ""] if legs else [])]
        maze = capital(daily_title(day)) if FIRST_DAY <= day <= now else "?"
        cells = f"{WEEKDAYS[day.weekday()]} {day.day:>2}", sign.text, *points, maze
        rows.append([Text(cell, "bold" if day == chosen else "") for cell in cells])
    if legs:
        total = f"{sum(legs.values()):,}"
        rows.append([Text(cell, "bold") for cell in ("", "", "", total, "")])
    return columns, rows


def what_enter_does(day: date, calendar: Calendar, stake: Stake, *, left: bool) -> str:
    """Return the label of Enter on a day, for the key line."""
    if left:
        return "continue"
    if stake is Stake.RANKED:
        return "play"
    one = calendar.tries.get(day)
    return "practice" if one is None else "again, as practice"


def invitation(day: date, now: date, calendar: Calendar, stake: Stake, *, left: bool) -> str:
    """Return what Enter does, where that invites to play: on a day whose try did not reach B."""
    one = calendar.tries.get(day)
    if day > now or (one is not None and one.run is not None):
        return ""
    if left:
        return "Continue your run"
    return "Play today's maze" if stake is Stake.RANKED else "Play it as practice"


def outcome(day: date, now: date, calendar: Calendar, *, stake: Stake, left: bool) -> list[Content]:
    """Return the result of a day's try, or the rules for it."""
    one: DailyTry | None = calendar.tries.get(day)
    if one is not None and one.run is not None:
        run = one.run
        stars = "★" * run.stars + "☆" * (3 - run.stars) if run.ranked else "not ranked"
        medal = f", {run.medal} medal" if run.medal else ""
        return [
            Content.assemble((stars, "bold $maze-key"), f"  {run.score:,} points{medal}"),
            Content(f"{clock(run.ms)}, {run.steps:,} steps for {run.dist_min:,}"),
        ]
    if left:
        return [Content("unfinished: Enter continues")]
    state = calendar.state(day, now)
    if day == now and one is None and stake is not Stake.RANKED:
        return [Content("you know this maze: practice")]
    if day == now and one is None:
        return [Content(f"one ranked try, {spell_wait(now + timedelta(days=1))} left")]
    if one is not None and day <= now:
        return [Content("unfinished: the ranked try is used")]
    return [Content(f"{state}; now it is practice" if day < now else state)]


def best_legs(attempts: Mapping[str, Mapping[int, int]]) -> Mapping[int, int]:
    """Return the points by leg of the best whole attempt; else of the one that got farthest."""
    return max(attempts.values(), key=lambda legs: (len(legs), sum(legs.values())), default=NO_LEGS)


def about_marathon(attempts: Mapping[str, Mapping[int, int]]) -> str:
    """Return the best complete attempt at a week's marathon, or how far one came, in words."""
    done = [sum(legs.values()) for legs in attempts.values() if len(legs) == LEGS]
    if done:
        best = f"{max(done):,} of {LEGS * PERFECT:,} points"
        return f"run {counted(len(done), 'time')}, best {best}"
    if attempts:
        return f"leg {max(map(len, attempts.values()))} of {LEGS} was reached"
    return "not run yet"


def spell_wait(day: date) -> str:
    """Return the time until a UTC day begins, in words."""
    wait = datetime.combine(day, time(), UTC) - datetime.now(UTC)
    if wait.days:
        return counted(wait.days, "day")
    hours, minutes = divmod(wait.seconds // 60, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"

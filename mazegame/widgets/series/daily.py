"""The daily screen: a calendar with a sign for each day, and what is known of a day in words."""

from __future__ import annotations

from calendar import day_name, month_name
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.message import Message
from textual.style import Style
from textual.widget import Widget

from mazegame.game.modes.calendar import Streak
from mazegame.game.modes.daily import FIRST_DAY, WEEK, Stake, daily_title
from mazegame.game.modes.marathon import LEGS
from mazegame.game.score import PERFECT
from mazegame.game.words import capital, clock, counted
from mazegame.widgets.text.fitting_line import fewer_and_fewer
from mazegame.widgets.text.plot import difficulty_line

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import RenderResult

    from mazegame.engine import Recipe
    from mazegame.game.modes.calendar import Calendar, DailyTry

CELL_WIDTHS: Final = (8, 5)
"""Columns of a day in a wide and in a narrow terminal."""

WEEKDAYS: Final = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")

NO_LEGS: Final[Mapping[int, int]] = MappingProxyType({})
"""The points of a marathon of which no leg was walked."""

HEAD_LINES: Final = 2
"""Lines above the first week: the month and the weekdays."""

WEEKS: Final = 6
"""Most weeks that a month touches."""


@dataclass(frozen=True)
class Sign:
    """The text below the number of a day."""

    text: str = ""
    style: str = ""
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
        """Whether it was chosen before."""

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
        size = self.app.size
        wide = CELL_WIDTHS[0] if size.width >= 120 else CELL_WIDTHS[1]
        return wide, 1 if size.height < 20 else 3 if size.height >= 40 else 2

    def _monday(self) -> date:
        first = self._chosen.replace(day=1)
        return first - timedelta(days=first.weekday())

    def render(self) -> RenderResult:
        wide, high = self._pitch
        title = f"{month_name[self._chosen.month]} {self._chosen.year}"
        weekdays = "".join(f"{' ' * ((wide - 2) // 2)}{name}".ljust(wide) for name in WEEKDAYS)
        lines = [
            Content.styled(title.center(7 * wide).rstrip(), "bold $maze-key"),
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
            lines = (f"{number:>2}", style), (sign.text, sign.style), ("", "")
            text, style = lines[line]
        before = (wide - len(text)) // 2
        part = Content.assemble(" " * before, (text, style), " " * (wide - before - len(text)))
        if day == self._chosen and line < 2:
            block = "reverse bold" if self.app.no_color else "bold $background on $maze-player"
            part = Content.assemble(" ", (part.plain[1:-1], block), " ")
        return part.stylize(Style.from_meta({"day": day.toordinal()}))

    def on_click(self, event: events.Click) -> None:
        if number := event.style.meta.get("day"):
            day = date.fromordinal(number)
            self.post_message(self.Chosen(day, again=day == self._chosen))


def headline(calendar: Calendar, day: date, own_day: int, *, today: bool) -> list[Content]:
    """Return the streak, and the state of the day's maze; then the streak alone.

    ``own_day`` is the player's own date, as ``datetime.date.toordinal`` counts; ``today`` is
    whether that state is on the screen anyway.
    """
    streak = Streak.of(calendar.days, own_day)
    row = Content.assemble(("Daily maze  ", "bold $maze-key"), (str(streak), "bold $foreground"))
    if today:
        return [row]
    return fewer_and_fewer([row, Content(f"{daily_title(day)}: {calendar.state(day, day)}")])


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
    return Sign("★" * one.run.stars + late, "bold $maze-key")


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
        Content.styled(f"{day_name[day.weekday()]} {day.isoformat()}{when}", "bold $maze-key"),
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
    words = f"yesterday: {calendar.state(before, now)} (b shows its path)"
    return [Content.styled(words, "$maze-dim")]


def week_of_tries(
    chosen: date, now: date, calendar: Calendar, legs: Mapping[int, int] = NO_LEGS
) -> list[Content]:
    """Return a line on each day of a week: its try, its points, those of its leg, and its maze.

    ``legs`` are the points of an attempt at the marathon by leg; the last line has their sum.
    """
    monday = chosen - timedelta(days=chosen.weekday())
    legs_head = f"{'legs':>7}" if legs else ""
    heads = f"{'daily':>8}{legs_head}", "$maze-dim"
    lines = [Content.assemble(("Your week", "bold $maze-key"), heads)]
    for number in range(7):
        day = monday + timedelta(days=number)
        sign, one = sign_of(calendar, day, now), calendar.tries.get(day)
        points = f"{one.run.score:,}" if one and one.run and one.run.ranked else ""
        leg = f"{legs[number + 1]:,}" if number + 1 in legs else ""
        leg = f"{leg:>7}" if legs else ""
        style = "bold $foreground" if day == chosen else "$maze-dim"
        maze = capital(daily_title(day)) if FIRST_DAY <= day <= now else "?"
        start = f"{WEEKDAYS[day.weekday()]} {day.day:>2}  "
        end = f"{points:>5}{leg}  {maze}"
        lines.append(Content.assemble((start, style), (f"{sign.text:5}", sign.style), (end, style)))
    if legs:
        lines.append(Content.styled(f"{sum(legs.values()):>24,}", "bold $foreground"))
    return lines


def what_enter_does(day: date, calendar: Calendar, stake: Stake, *, left: bool) -> str:
    """Return what Enter does on a day, for the line of keys."""
    if left:
        return "continue"
    if stake is Stake.RANKED:
        return "play, ranked once"
    one = calendar.tries.get(day)
    return "practice" if one is None else "again, as practice"


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
        return [Content(state), Content("you know this maze: practice")]
    if day == now and one is None:
        wait = spell_wait(now + timedelta(days=1))
        return [Content(state), Content(f"one ranked try, {wait} left")]
    if one is not None and day <= now:
        return [Content("unfinished: the ranked try is used")]
    return [Content(f"{state}; now it is practice" if day < now else state)]


def best_legs(attempts: Mapping[str, Mapping[int, int]]) -> Mapping[int, int]:
    """Return the points by leg of the best whole attempt; else of the one that got farthest."""
    return max(attempts.values(), key=lambda legs: (len(legs), sum(legs.values())), default=NO_LEGS)


def about_marathon(attempts: Mapping[str, Mapping[int, int]]) -> str:
    """Return the best whole attempt at a week's marathon, or how far one came, in words."""
    done = [sum(legs.values()) for legs in attempts.values() if len(legs) == LEGS]
    if done:
        best = f"{max(done):,} of {LEGS * PERFECT:,} points"
        return f"run {counted(len(done), 'time')}, best {best}"
    if attempts:
        return f"leg {max(map(len, attempts.values()))} of {LEGS} was reached"
    return "seven mazes in a row, not run yet"


def spell_wait(day: date) -> str:
    """Return the time until a UTC day begins, in words."""
    wait = datetime.combine(day, time(), UTC) - datetime.now(UTC)
    if wait.days:
        return counted(wait.days, "day")
    hours, minutes = divmod(wait.seconds // 60, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"

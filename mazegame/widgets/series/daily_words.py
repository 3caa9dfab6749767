"""Words of the daily screen: a day, its try, the calendar's signs, the marathon.

What lives here: texts as functions of what is known. What does not: the screen that shows them
(``screens/series/daily.py``).
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from textual.content import Content

from mazegame.game.score import PERFECT
from mazegame.game.series.daily import FIRST_DAY, WEEK, Daily, daily_title, today, until_tomorrow
from mazegame.game.series.marathon import LEGS
from mazegame.game.words import clock, counted
from mazegame.widgets.series.month import WEEKDAYS, Sign
from mazegame.widgets.text.fitting_line import fewer_and_fewer
from mazegame.widgets.text.plot import difficulty_line
from mazegame.widgets.text.segments import truncate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.game.series.calendar import Calendar, DailyTry

NAMES: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
"""The weekdays, by ``datetime.date.weekday``."""


def headline(calendar: Calendar, day: date) -> list[Content]:
    """Return the streak, and the state of the day's maze; then the streak alone."""
    streak = calendar.streak(day)
    row = Content.assemble(
        ("Daily maze  ", "bold $maze-key"),
        (f"{counted(streak, 'day')} in a row", "bold $foreground"),
        f" (best {calendar.longest})",
    )
    return fewer_and_fewer([row, Content(f"{daily_title(day)}: {calendar.state(day, day)}")])


def sign_of(calendar: Calendar, day: date, now: date) -> Sign:
    """Return the calendar's sign of a day, by the result of its try."""
    one = calendar.tries.get(day)
    if one is None:
        practised = day in calendar.practice
        return Sign("○" if practised else "", "$foreground 60%", dim=not practised and day != now)
    late = "~" if one.late else ""
    if one.run is None:
        return Sign(f"…{late}", "$warning")
    if not one.run.ranked:
        return Sign(f"·{late}", "$foreground")
    return Sign("★" * one.run.stars + late, "bold $maze-key")


def about(day: date, now: date, calendar: Calendar, found: Daily | None) -> list[Content]:
    """Return the lines on a day: its maze, and the result of its try."""
    asked = WEEK[day.weekday()]
    when = ", today" if day == now else ""
    lines = [
        Content.styled(f"{NAMES[day.weekday()]} {day.isoformat()}{when}", "bold $maze-key"),
        Content.styled(_capital(daily_title(day)) if day <= now else "?", "bold $foreground"),
        Content.assemble(
            (f"{asked.cols}x{asked.rows}, ", "$foreground 60%"), difficulty_line(asked.difficulty)
        ),
    ]
    lines += outcome(day, now, calendar)
    if found is not None:
        lines.append(Content.styled(str(found.recipe), "$foreground 60%"))
    return lines


def yesterday(day: date, now: date, calendar: Calendar) -> list[Content]:
    """Return the result of yesterday's try, for today."""
    before = now - timedelta(days=1)
    if day != now or before < FIRST_DAY:
        return []
    words = f"yesterday: {calendar.state(before, now)} (b shows its path)"
    return [Content.styled(words, "$foreground 60%")]


def week_of_tries(chosen: date, now: date, calendar: Calendar, width: int) -> list[Content]:
    """Return a line on each day of a week: the sign and the points of its try, and its maze."""
    monday = chosen - timedelta(days=chosen.weekday())
    lines = [Content.styled("Your week", "bold $maze-key")]
    for day in (monday + timedelta(days=number) for number in range(7)):
        sign, one = sign_of(calendar, day, now), calendar.tries.get(day)
        points = f"{one.run.score:,}" if one and one.run and one.run.ranked else ""
        style = "bold $foreground" if day == chosen else "$foreground 60%"
        maze = _capital(daily_title(day)) if FIRST_DAY <= day <= now else "?"
        start = f"{WEEKDAYS[day.weekday()]} {day.day:>2}  "
        rest = f"{points:>5}  {maze}"
        lines.append(
            Content.assemble(
                (start, style),
                (f"{sign.text:5}", sign.style),
                (truncate(rest, width - len(start) - 5), style),
            )
        )
    return lines


def outcome(day: date, now: date, calendar: Calendar) -> list[Content]:
    """Return the result of a day's try, or the rules for it."""
    one: DailyTry | None = calendar.tries.get(day)
    if one is not None and one.run is not None:
        run = one.run
        stars = "★" * run.stars + "☆" * (3 - run.stars) if run.ranked else "not ranked"
        medal = f", {run.medal} medal" if run.medal else ""
        steps = f"{run.steps:,} steps for {run.dist_min:,}"
        return [
            Content.assemble((stars, "bold $maze-key"), f"  {run.score:,} points{medal}"),
            Content(f"{clock(run.ms)}, {steps}"),
        ]
    state = calendar.state(day, now)
    if day == now and one is None:
        left = spell_wait(now + timedelta(days=1))
        return [Content(state), Content(f"one ranked try, {left} left")]
    if day == now:
        state = f"{state}: Enter goes on"
    elif day < now:
        state = f"{state}; now it is practice"
    return [Content(state)]


def about_marathon(week: str, attempts: Mapping[str, Mapping[int, int]]) -> list[Content]:
    """Return the lines on a week's marathon, with the best complete attempt."""
    done = [sum(legs.values()) for legs in attempts.values() if len(legs) == LEGS]
    if done:
        times = counted(len(done), "time")
        what = f"run {times}, best {max(done):,} of {LEGS * PERFECT:,} points"
    elif attempts:
        most = max(len(legs) for legs in attempts.values())
        what = f"leg {most} of {LEGS} was reached"
    else:
        what = "seven mazes in a row, not run yet"
    return [Content.styled(f"Marathon {week}", "bold $maze-key"), Content(what)]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def spell_wait(day: date) -> str:
    """Return the time until a UTC day begins, in words."""
    wait = until_tomorrow() + (day - today() - timedelta(days=1))
    if wait.days:
        return counted(wait.days, "day")
    hours, minutes = divmod(wait.seconds // 60, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"

"""Marathon: seven mazes in a row, the same for all players in an ISO week of UTC dates.

What lives here: the frozen rule that turns a week into seven levels. What does not: the order of
the legs (``kinds.py``), and the attempts (``store/``).

The legs have the designs, sizes and rules of the week's seven days, Monday first, with other seeds,
so that a marathon shows no daily maze before its day.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from mazegame.game.rules import Rules
from mazegame.game.series.daily import FIRST_DAY, WEEK, choose, title_of, week_order

if TYPE_CHECKING:
    from mazegame.engine import Recipe

LEGS: Final = len(WEEK)
"""Mazes in a marathon."""


@dataclass(frozen=True, slots=True)
class Leg:
    """One maze of a marathon."""

    number: int
    """From 1 to ``LEGS``."""
    title: str
    """The displayed name of the design, with the leg's rules."""
    recipe: Recipe
    rules: Rules


def week_of(day: date) -> str:
    """Return the ISO week of a day: ``2026-W47``."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02d}"


def parse_week(text: str) -> date:
    """Return the Monday of a week that ``week_of`` wrote.

    Raises:
        ValueError: If it is not a week, or begins before ``FIRST_DAY``.
    """
    year, mark, week = text.partition("-W")
    try:
        monday = date.fromisocalendar(int(year), int(week), 1) if mark else None
    except ValueError:
        monday = None
    if monday is None or week_of(monday) != text:
        raise ValueError(f"not a week: {text[:40]!r}. Write it as YYYY-Www, like 2026-W47")
    if monday < FIRST_DAY:
        raise ValueError(f"the first marathon is that of {week_of(FIRST_DAY + timedelta(7))}")
    return monday


@functools.lru_cache(maxsize=8)
def marathon(week: str) -> tuple[Leg, ...]:
    """Return the seven legs of a week.

    It measures seven times as many small mazes as a daily maze takes: some seconds in plain Python.

    Raises:
        ValueError: If it is not a week, or begins before ``FIRST_DAY``.
    """
    order = week_order(parse_week(week))
    return tuple(
        Leg(
            number,
            title_of(design, asked),
            choose(f"{week}-{number}", design, asked),
            Rules(fog=asked.fog),
        )
        for number, (design, asked) in enumerate(zip(order, WEEK, strict=False), start=1)
    )

"""Daily maze: one maze per UTC date, the same for all players, found without a network.

``daily`` follows a frozen rule. ``tests/game/modes/test_daily.py`` pins its results for dates of a
whole year, and the weekly marathon (``marathon.py``) finds its mazes by the same rule.
"""

from __future__ import annotations

import functools
import threading
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from mazegame.game.match import Match, Series
from mazegame.game.modes.achievement import Achievement, first, reaching
from mazegame.game.modes.mode import CommandOption, CommandSpec, Mode
from mazegame.game.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mazegame.engine import Recipe
    from mazegame.game.modes.mode import BookRow, EarlierResults, Options
    from mazegame.game.run import Run

PREFIX: Final = "daily:"
"""Prefix of the series' keys."""

FIRST_DAY: Final = date(2026, 1, 1)
"""The first date that has a maze."""

CANDIDATES: Final = 16
"""Number of seeds measured for a day."""

MIN_PATH_FACTOR: Final = 1.1
"""Least length of the shortest path, as a multiple of columns plus rows."""

MIN_DECISIONS: Final = 5
"""Fewest wrong exits along the shortest path."""

MIN_DEAD_END_SHARE: Final = 0.04
"""Least share of cells that are dead ends; mazes with loops are exempt."""


@dataclass(frozen=True, slots=True)
class Day:
    """The size, difficulty and rules of a weekday."""

    cols: int
    rows: int
    difficulty: float
    """The target of ``Texture.difficulty``."""
    fog: bool = False
    braid: bool = False
    """Whether to open a quarter of the dead ends, if the design itself has no loops."""

    @property
    def rules(self) -> Rules:
        """The rules of its mazes."""
        return Rules(fog=self.fog)


WEEK: Final = (
    Day(19, 9, 12.4),
    Day(24, 12, 13.8),
    Day(24, 12, 14.0, fog=True),
    Day(30, 15, 15.0),
    Day(30, 15, 15.2, braid=True),
    Day(30, 15, 15.6, fog=True),
    Day(38, 18, 16.6, fog=True),
)
"""The weekdays, Monday first."""

_DESIGNS: Final = (
    "recursive-backtracker", "hunt-and-kill", "growing-tree", "prim", "simple-prim", "kruskal",
    "wilson", "eller", "sidewinder", "binary-tree", "recursive-division", "river-delta",
    "brick-wall", "grass", "crosstown", "parquet", "corn-maze", "ant-hill", "catacombs", "tide",
    "roots", "tree-rings", "valentine", "roundabout",
)  # fmt: skip
"""The designs, in the order before the shuffle."""


def daily_title(day: date) -> str:
    """Return the displayed name of a day's design with its rules: ``thicket in fog``."""
    from mazegame.game.texture_names import plain_name

    design, asked = week_order(day)[day.weekday()], WEEK[day.weekday()]
    loops = " with loops" if asked.braid else ""
    fog = " in fog" if asked.fog else ""
    return f"{plain_name(design)}{loops}{fog}"


def daily_name(day: date) -> str:
    """Return the name of a day's maze: ``2026-11-22, thicket in fog``."""
    return f"{day.isoformat()}, {daily_title(day)}"


def today() -> date:
    """Return the present UTC date."""
    return datetime.now(UTC).date()


def parse_day(text: str) -> date:
    """Read a date as ``YYYY-MM-DD``; ValueError if it is not one, or is before ``FIRST_DAY``."""
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        day = None
    if day is None or text.strip() != day.isoformat():
        raise ValueError(f"not a date: {text[:40]!r}. Write it as YYYY-MM-DD, like 2026-11-22")
    if day < FIRST_DAY:
        raise ValueError(f"the first daily maze is that of {FIRST_DAY.isoformat()}, not {text}")
    return day


class Stake(StrEnum):
    """What a walk of a daily maze is worth; the value is part of the run's title."""

    RANKED = "one ranked try"
    PRACTICE = "practice"
    UNKNOWN = ""


@dataclass(frozen=True)
class DailySeries(Series):
    """The maze of a day, without a next one."""

    day: date
    waits = True
    stake: Stake = field(default=Stake.UNKNOWN, compare=False)
    known: bool = field(default=False, compare=False)

    @property
    def key(self) -> str:
        """``daily:2026-11-22``."""
        return daily_key(self.day)

    def about(self, finished: Run | None) -> str:
        """Return the day, what a run counts for before it is finished, the design and the rules."""
        words = [f"daily {self.day.isoformat()}", daily_title(self.day)]
        if self.stake and finished is None:
            words.insert(1, self.stake)
        return ", ".join(words)

    def again(self, match: Match) -> Match:
        """Return the match for practice: only the first walk of a day's maze is ranked."""
        return replace(match, series=replace(self, stake=Stake.PRACTICE))

    @property
    def lost_by_restart(self) -> str:
        """A sentence on what a restart gives up; empty for practice."""
        if self.stake is Stake.PRACTICE:
            return ""
        return "This is the day's one ranked try: it ends here, and what follows is practice."


def daily_match(
    day: date, recipe: Recipe, stake: Stake = Stake.UNKNOWN, *, known: bool = False
) -> Match:
    """Return the match of a day's maze, under the day's rules.

    ``known`` is whether the player has seen the maze before.
    """
    return Match(
        source=recipe, rules=WEEK[day.weekday()].rules, series=DailySeries(day, stake, known)
    )


def daily_key(day: date) -> str:
    """Return the key of the maze of a day."""
    return f"{PREFIX}{day.isoformat()}"


def day_of(key: str) -> date | None:
    """Return the day of a daily maze's key; None for another key."""
    text = key.removeprefix(PREFIX)
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if daily_key(day) == key and day >= FIRST_DAY else None


def daily_of(key: str, past: EarlierResults | None = None) -> DailySeries | None:
    """Return the series of a daily maze's key; None for another key."""
    day = day_of(key)
    if day is None:
        return None
    if past is None:
        return DailySeries(day)
    return DailySeries(day, Stake.RANKED if past.is_ranked_try() else Stake.PRACTICE)


def daily(day: date) -> Recipe:
    """Return the maze of a day; ValueError before ``FIRST_DAY``.

    The rule is frozen for ever, like a generator's stream:

    1. The ISO week decides an order of the designs: a Fisher-Yates shuffle whose numbers are
       SHA-256 hashes. Each weekday takes the next design of it, so a week never repeats one.
    2. The weekday decides size, rules and the difficulty to reach: Monday is the easiest, Sunday
       the hardest.
    3. ``CANDIDATES`` seeds of the date are measured, and the dull ones are left out: those whose
       path is hardly longer than the grid is wide and high, with few decisions or few dead ends.
       Of the others, the one nearest to the difficulty of the day is the maze of the day.

    Measuring takes some tenths of a second in plain Python. A second thread that calls meanwhile
    waits for the result of the first.
    """
    if day < FIRST_DAY:
        raise ValueError(f"the first daily maze is that of {FIRST_DAY.isoformat()}")
    with _CHOOSING:
        return _chosen(day)


def day_of_maze(recipe: Recipe) -> date | None:
    """Return the day whose daily maze a recipe is; None for another maze.

    The seeds of daily mazes begin with their dates, so ``daily`` runs for few others.
    """
    day = day_of(f"{PREFIX}{recipe.seed.rpartition('-')[0]}")
    return day if day is not None and daily(day) == recipe else None


_CHOOSING: Final = threading.Lock()


@functools.lru_cache(maxsize=64)
def _chosen(day: date) -> Recipe:
    return choose(day.isoformat(), day)


def choose(name: str, day: date) -> Recipe:
    """Return, of a day's design, the candidate nearest to the day's difficulty and not dull.

    The seeds of the candidates begin with the name.
    """
    from mazegame.engine import PRESETS, Recipe

    design, asked = week_order(day)[day.weekday()], WEEK[day.weekday()]
    preset = PRESETS.get(design)
    algorithm = preset.algorithm if preset else design
    options = tuple(preset.options) if preset else ()
    if asked.braid and all(option != "braid" for option, _ in options):
        options = (*options, ("braid", "25"))
    seeds = (f"{name}-{number}" for number in range(1, CANDIDATES + 1))
    candidates = (Recipe(algorithm, asked.cols, asked.rows, seed, options) for seed in seeds)
    return min(candidates, key=lambda recipe: _distance(recipe, asked.difficulty))


def week_order(day: date) -> tuple[str, ...]:
    """Return the designs in the order of the ISO week of a day; Monday's comes first."""
    import hashlib  # takes a millisecond at the start

    year, week, _ = day.isocalendar()
    order = list(_DESIGNS)
    for last in range(len(order) - 1, 0, -1):
        text = f"mazegame daily {year}-W{week:02d} {last}"
        other = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _distance(recipe: Recipe, difficulty: float) -> tuple[int, float, str]:
    """Return a sort key: the distance to the target difficulty; dull mazes come last."""
    from mazegame.engine import Level, RecipeError, texture

    try:
        level = Level.of(recipe)
    except RecipeError:
        return 2, 0.0, recipe.seed
    row, col = level.cells_of_path()[-1].tolist()
    measured = texture(level.maze, level.start, (row, col))
    loops = any(name == "braid" for name, _ in recipe.options)
    dull = (
        measured.dist_min < MIN_PATH_FACTOR * (recipe.cols + recipe.rows)
        or measured.wrong_exits < MIN_DECISIONS
        or (measured.dead_end_share < MIN_DEAD_END_SHARE and not loops)
    )
    return int(dull), abs(measured.difficulty - difficulty), recipe.seed


# The row


def _day(options: Options) -> date:
    return today() if options["day"] is None else parse_day(options["day"])


def _check(options: Options) -> None:
    day = _day(options)
    if day > today() and not options["id"]:
        raise ValueError(f"the maze of {day.isoformat()} can be played from that day on, UTC")


@reaching
def _days(rows: Sequence[BookRow]) -> Iterator[tuple[BookRow, int]]:
    """Count the consecutive dates around each daily try, of all tries so far."""
    days: set[int] = set()
    for row in rows:
        day = day_of(row.series)
        if day is None or not row.ranked:
            continue
        days.add(day.toordinal())
        earliest = latest = day.toordinal()
        while earliest - 1 in days:
            earliest -= 1
        while latest + 1 in days:
            latest += 1
        yield row, latest - earliest + 1


def _sunday(row: BookRow) -> bool:
    day = day_of(row.series)
    return day is not None and row.ranked and row.stars == 3 and day.weekday() == 6


MODE: Final = Mode(
    name="daily",
    title="Daily",
    about="the maze of the day, and the calendar",
    door="daily",
    command=CommandSpec(
        examples=("", "2026-11-22", "--id", "--words"),
        options=(
            CommandOption(
                "day",
                "the day in UTC, from 2026-01-01 on (default: today)",
                metavar="YYYY-MM-DD",
            ),
        ),
        check=_check,
        ids=("--id", "print its game ID and do not play"),
        game_ids=lambda options: [daily(_day(options))],
        opens=lambda options: {"day": _day(options), "play": True},
        resume_series=lambda options: daily_key(_day(options)),
    ),
    screen="daily_maze",
    first=lambda options: daily_match(_day(options), daily(_day(options))),
    prefix=PREFIX,
    series=daily_of,
    maze_of=lambda key: None if (day := day_of(key)) is None else daily(day),
    achievements=(
        Achievement("week", "Seven days", "seven daily tries in a row", _days(7)),
        Achievement("month", "Thirty days", "thirty daily tries in a row", _days(30)),
        Achievement("sunday", "Sunday's child", "three stars on a Sunday's daily maze",
                    first(_sunday)),
    ),
)  # fmt: skip

"""Statistics: the player's efficiency, habits, days and achievements."""

from __future__ import annotations

import datetime as dt
import textwrap
from calendar import month_name
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.content import Content

from mazegame.game.career.achievements import ACHIEVEMENTS, earned
from mazegame.game.career.statistics import (
    LATEST,
    Statistics,
    advice,
)
from mazegame.game.modes.calendar import Streak
from mazegame.game.words import tally
from mazegame.screens.base import GameScreen, leave_keys
from mazegame.store.book import statistics_report
from mazegame.store.records import today
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.text.fitting_line import FittingLine, fewer_and_fewer
from mazegame.widgets.text.menu_list import LineText, fitted
from mazegame.widgets.text.plot import bar_row, buckets, heading, labelled_curve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult

    from mazegame.game.career.statistics import Played

WIDE, DATED = 130, 60
"""Fewest columns of a screen with the achievements beside the figures, and of one with the dates of
achievements."""

HIGH: Final = 20
"""Fewest lines of a screen with the curve above the habits."""

LISTED: Final = 12
"""Most textures in the list."""

NAME_WIDTH, BAR, SPARK = 24, (20, 48), 32
"""Columns for the name of a texture, fewest and most of a bar where there is room, and most columns
of a small curve."""

BESIDE_BAR: Final = 38
"""Columns beside a bar and a small curve: name, share, number of runs."""

ABOUT: Final = max(len(one.about) for one in ACHIEVEMENTS)
"""Columns for the words on an achievement beside its name; in fewer they stand below it."""

SPACED: Final = 2 * len(ACHIEVEMENTS) + 5
"""Fewest lines of a screen with a blank line between two achievements."""

SPARKS, SPARK_LOW = "▁▂▃▄▅▆▇", 0.5
"""The blocks of a small curve, and the efficiency at its lower edge."""

SHADES, SHADE_FROM = "·░▒▓█", (1, 2, 4, 7)
"""The signs of days by their number of runs, none first, and the least runs for each after it."""

_WEEKDAYS: Final = ("Mo", "  ", "We", "  ", "Fr", "  ", "Su")


@dataclass
class Known:
    """What the runs say."""

    rows: Sequence[Played]
    found: Statistics
    names: Mapping[str, str]
    earned: Mapping[str, Played]


class StatisticsScreen(GameScreen[None]):
    """Shows the statistics of all runs."""

    CSS_PATH = "statistics.tcss"
    AUTO_FOCUS = "#figures"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "other", "achievements", id="statistics.other",
                tooltip="the figures, or the achievements"),
        Binding("e", "export", "export", id="statistics.export", tooltip="write CSV and JSON"),
        *leave_keys("statistics"),
    ]  # fmt: skip

    _known: Known | None = None

    def compose(self) -> ComposeResult:
        yield FittingLine([Content.styled("Statistics", "bold $maze-key")], id="title")
        yield LineText(Content(), id="figures")
        yield LineText(Content(), id="achievements")
        yield KeyLine()

    def on_mount(self) -> None:
        def count() -> Known:
            rows = self.read(lambda book: book.played()) or []
            return Known(rows, Statistics(rows), statistics_report.design_names(rows), earned(rows))

        def show(known: Known) -> None:
            self._known = known
            self._show()

        self.ask(count, show)

    def on_resize(self) -> None:
        self.when_painted(self._show)

    def _show(self) -> None:
        known = self._known
        if known is None:
            return
        if not known.rows:  # two panes would leave one empty
            self.remove_class("-wide").add_class("-narrow")
        width, height = self.app.size
        width = (width // 2 - 2 if self.has_class("-wide") else width) - 4
        self.query_one("#title", FittingLine).show(headline(known.found, len(known.earned)))
        numbers = figures(known.found, known.names, width, today(), short=height < HIGH)
        goals = achievements(known.earned, width, spaced=height >= SPACED)
        if not known.rows:
            numbers = Content("\n").join([numbers, goals])
        self.query_one("#figures", LineText).show_text(numbers)
        self.query_one("#achievements", LineText).show_text(goals)

    def action_other(self) -> None:
        """Move to the other half; on a narrow screen show it instead."""
        if not self.has_class("-narrow"):
            self.focus_next()
            return
        self.toggle_class("-second")
        shown, other = "figures", "achievements"
        if self.has_class("-second"):
            shown, other = other, shown
        self.query_one(f"#{shown}").focus()
        self.query_one(KeyLine).rename("other", other)

    def action_export(self) -> None:
        if self._known is not None:
            self.ask(partial(self._export, self._known.rows), self.say, group="export")

    def _export(self, rows: Sequence[Played]) -> str:
        path = self.services.store.places.replays.parent / "statistics.json"
        said = self.give(path, statistics_report.as_json(rows))
        self.give(path.with_suffix(".csv"), statistics_report.as_csv(rows))
        return f"{said} and .csv"


def headline(found: Statistics, done: int) -> list[Content]:
    """Return the counts of runs and achievements, and the efficiency; then fewer of them."""
    runs, *words = tally(found.runs, found.ranked, found.perfect)
    named = Content.assemble(("Statistics  ", "bold $maze-key"), (runs, "bold $foreground"))
    words += [] if found.efficiency is None else [f"{found.efficiency:.0%} efficient"]
    words.append(f"{done} of {len(ACHIEVEMENTS)} achievements")
    return fewer_and_fewer([named, *map(Content, words)])


def figures(
    found: Statistics, names: Mapping[str, str], width: int, day: int, *, short: bool = False
) -> Content:
    """Return the advice, then the numbers; if few lines are seen, habits come before the curve."""
    curve, habits = [], _habits(found, width)
    if len(found.efficiencies) > 1:
        curve = [heading("Efficiency over time"), *labelled_curve(found.efficiencies, width)]
    advised = textwrap.wrap(advice(found, names), max(width, 20))
    parts = [
        [heading("What to practise"), *map(Content, advised)],
        *((habits, curve) if short else (curve, habits)),
        _textures(found, names, width),
        _hardest(found, names),
        *([Content(line)] for line in found.lines),
        days_map(found.days, day, width),
    ]
    return Content("\n").join(line for part in parts if part for line in (*part, Content()))


def _bar_width(width: int) -> int:
    half = min(max((width - BESIDE_BAR) // 2, BAR[0]), BAR[1])
    return max(min(half, width - NAME_WIDTH - 6), 0)


def _habits(found: Statistics, width: int) -> list[Content]:
    habits, latest = found.habits, found.latest
    if habits.right_share is None:
        return []
    rows = [heading(f"Reading the maze, and the latest {LATEST} runs")]
    name, long = f"{'correct exit taken':{NAME_WIDTH}}", _bar_width(width)
    share = bar_row(name, habits.right_share, long, "$maze-path")
    rows.append(_with_latest(share, latest.right_share, "{:.0%}", width))
    if found.thinking_share is not None:
        name = f"{'time spent at junctions':{NAME_WIDTH}}"
        rows.append(bar_row(name, found.thinking_share, long, "$maze-hint"))
    for name, value, before, own, other in (
        ("at a junction", habits.junction_seconds, latest.junction_seconds, "{:.2f} s", "{:.2f} s"),
        ("in corridors", habits.corridor_pace, latest.corridor_pace, "{:.1f} cells/s", "{:.1f}"),
    ):
        if value is not None:
            text = (own.format(value), "bold $foreground")
            row = Content.assemble(f"{name:{NAME_WIDTH}}", text)
            rows.append(_with_latest(row, before, other, width))
    return rows


def _with_latest(content: Content, latest: float | None, spelling: str, width: int) -> Content:
    """Return a line with the value of the latest runs, if there is room for it."""
    if latest is None:
        return content
    words = f"   latest {spelling.format(latest)}", "$foreground 60%"
    whole = Content.assemble(content, words)
    return whole if whole.cell_length <= width else content


def _textures(found: Statistics, names: Mapping[str, str], width: int) -> list[Content]:
    if not found.textures:
        return []
    rows = [heading("Efficiency by texture, over time")]
    spark = min(SPARK, max(width - BESIDE_BAR - _bar_width(width), 0))
    for one in found.textures[:LISTED]:
        line = small_curve(buckets(one.efficiencies, spark))
        name, runs = f"{fitted(names[one.design], NAME_WIDTH - 1)} ", f" {one.runs:>5,}  "
        row = bar_row(name, one.efficiency, _bar_width(width), "$maze-path", runs)
        rows.append(Content.assemble(row, (line, "$maze-path")))
    if (more := len(found.textures) - LISTED) > 0:
        rows.append(Content.styled(f"and {more} more", "$foreground 60%"))
    return rows


def small_curve(shares: Sequence[float]) -> str:
    """Return shares as a line of blocks lower than a full line."""
    high = len(SPARKS) - 1
    scaled = ((share - SPARK_LOW) / (1 - SPARK_LOW) for share in shares)
    return "".join(SPARKS[min(max(round(share * high), 0), high)] for share in scaled)


def _hardest(found: Statistics, names: Mapping[str, str]) -> list[Content]:
    if len(found.hardest) < 2:
        return []
    words = [f"{names[one.design]} {one.efficiency:.0%}" for one in found.hardest[:3]]
    return [heading("Hardest for you"), Content(", ".join(words))]


def days_map(days: Mapping[int, int], day: int, width: int) -> list[Content]:
    """Return the days as a heat map: a column for each week, a line for each weekday.

    Days, today among them, are numbers as ``datetime.date.toordinal`` counts.
    """
    if not days:
        return []
    pitch = 2 if width >= 64 else 1
    weeks = min((width - 4) // pitch, 53)
    monday = day - dt.date.fromordinal(day).weekday()
    first = monday - 7 * (weeks - 1)
    names = _months([dt.date.fromordinal(max(first + 7 * week, 1)) for week in range(weeks)], pitch)
    title = f"Days, {Streak.of(days, day)}"
    rows = [heading(title), Content.styled(f"    {names}", "$foreground 60%")]
    for weekday in range(7):
        line = [(f"{_WEEKDAYS[weekday]}  ", "$foreground 60%")]
        for here in range(first + weekday, first + weekday + 7 * weeks, 7):
            shade = sum(days.get(here, 0) >= least for least in SHADE_FROM)
            glyph = SHADES[shade] if here <= day else " "
            filled = glyph * pitch if shade else glyph.ljust(pitch)
            line.append((filled, "$maze-path" if shade else "$maze-rock"))
        rows.append(Content.assemble(*line))
    return rows


def _months(weeks: Sequence[dt.date], pitch: int) -> str:
    """Return the name of each month above its first week, unless the next name is too near."""
    starts = [
        (at * pitch, week)
        for at, week in enumerate(weeks)
        if not at or week.month != weeks[at - 1].month
    ]
    line = ""
    for (at, week), (following, _) in pairwise([*starts, (len(weeks) * pitch + 1, weeks[-1])]):
        if following - at > 3:
            line = f"{line:{at}}{month_name[week.month][:3]}"
    return line


def achievements(done: Mapping[str, Played], width: int, *, spaced: bool = False) -> Content:
    """Return all achievements, those that runs have earned with their dates."""
    rows = [heading(f"Achievements, {len(done)} of {len(ACHIEVEMENTS)}")]
    wide = max(len(one.title) for one in ACHIEVEMENTS) + 2
    for one in ACHIEVEMENTS:
        row = done.get(one.name)
        date = "" if row is None else f" {statistics_report.spell_date(row)}"
        room = width - wide - 3
        if width >= DATED and len(one.about) <= room - 11:
            about = fitted(one.about, room - 11)
        else:  # the words count more than the day
            about, date = fitted(one.about, max(room, 0)), ""
        if room < ABOUT:
            about = "\n  " + "\n  ".join(textwrap.wrap(one.about, max(width - 4, 10)))
        style = "$foreground 60%" if row is None else "bold $foreground"
        if spaced and len(rows) > 1:
            rows.append(Content())
        rows.append(
            Content.assemble(
                ("★ " if row is not None else "☆ ", "$maze-key" if row else "$foreground 40%"),
                (fitted(one.title, wide), style),
                (about + date, "$foreground 60%"),
            )
        )
    return Content("\n").join(rows)

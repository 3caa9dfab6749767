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
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mazegame.game.career.achievements import ACHIEVEMENTS, earned
from mazegame.game.career.statistics import (
    LATEST,
    Statistics,
    advice,
)
from mazegame.game.modes.calendar import Streak
from mazegame.game.words import tally
from mazegame.screens.base import leave_keys
from mazegame.screens.tabbed import PROFILE, TabbedScreen
from mazegame.store.book import statistics_report
from mazegame.store.book.report import design_title
from mazegame.store.records import today
from mazegame.widgets.door_tabs import tab_key
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.text.fitting_line import (
    FittingLine,
    detailed,
    fewer_and_fewer,
    fitting,
    with_detail,
)
from mazegame.widgets.text.menu_list import LineText, fitted
from mazegame.widgets.text.plot import bar_row, buckets, heading, labelled_curve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult
    from textual.screen import Screen

    from mazegame.game.career.statistics import Played
    from mazegame.game.modes.achievement import Achievement
    from mazegame.game.texture_names import TextureName

TWO: Final = 110
"""Fewest columns of a screen with the figures in two columns."""

DATED: Final = 60
"""Fewest columns of a screen with the dates of achievements."""

TILE: Final = 52
"""Fewest columns of an achievement where several are beside each other."""

BETWEEN: Final = 3
"""Columns between two achievements."""

BESIDE_COLUMN: Final = 2
"""Columns of the terminal between two columns of figures."""

CURVES: Final = (4, 24)
"""Fewest and most lines of the curve."""

BELOW_CURVE: Final = 22
"""Lines of a screen with columns that are left for what stands beside the curve in its column."""

HIGH: Final = 20
"""Fewest lines of a screen with the curve above the habits."""

LISTED: Final = 24
"""Most textures in the list."""

HABIT_COLUMNS: Final = (16, 5, 11)
"""Columns of the name of a habit, of its value in all runs, and in the latest ones."""

SHARE_COLUMNS: Final = 12
"""Columns of the heading of the efficiency of a texture, and of its bar at least."""

MOST_SHARE: Final = 40
"""Most columns of the efficiency of a texture."""

RUNS_COLUMNS: Final = 6
"""Columns of the number of runs of a texture with the gap before it."""

SPARK_COLUMNS: Final = 16
"""Columns of a small curve with the gap before it."""

NAMES: Final = (20, 44)
"""Fewest and most columns of the name of a texture."""

ABOUT: Final = max(len(one.about) for one in ACHIEVEMENTS)
"""Columns for the words on an achievement beside its name; in fewer they are below it."""

SPARKS: Final = "▁▂▃▄▅▆▇"
"""The blocks of a small curve, lowest first."""

SPARK_LOW: Final = 0.5
"""The efficiency at the lower edge of a small curve."""

SHADES: Final = "·░▒▓█"
"""The signs of days by their number of runs, none first."""

SHADE_FROM: Final = (1, 2, 4, 7)
"""Least runs for each sign of ``SHADES`` after the first."""

_WEEKDAYS: Final = ("Mo", "  ", "We", "  ", "Fr", "  ", "Su")


@dataclass
class Known:
    """Statistics and achievements, as read from the score book."""

    rows: Sequence[Played]
    found: Statistics
    names: Mapping[str, TextureName]
    """The names of each design in the rows."""
    earned: Mapping[str, Played]


class StatisticsScreen(TabbedScreen):
    """Shows the statistics of all runs, or the achievements; both are read at once."""

    CSS_PATH = "statistics.tcss"
    GROUP = PROFILE

    BINDINGS: ClassVar[list[BindingType]] = [
        tab_key("statistics"),
        Binding("e", "export", "export", id="statistics.export", tooltip="write CSV and JSON"),
        *leave_keys("statistics"),
    ]  # fmt: skip

    def __init__(self, tab: str = "statistics", known: Known | None = None) -> None:
        """Open a tab, "statistics" or "achievements"; ``known`` is data read before, if any."""
        super().__init__()
        self.tab = tab
        self._known = known

    def compose(self) -> ComposeResult:
        yield self.tabs()
        yield FittingLine(id="title")
        if self.tab == "achievements":
            yield LineText(Content(), id="achievements")
        else:
            with VerticalScroll(id="figures"), Horizontal():
                yield from (Static(classes="column") for _ in range(2))
        yield KeyLine()

    def on_mount(self) -> None:
        def count() -> Known:
            rows = self.read(lambda book: book.played()) or []
            algorithms = {row.design: row.algorithm for row in rows}
            names = {one: design_title(name, one) for one, name in algorithms.items()}
            return Known(rows, Statistics(rows), names, earned(rows))

        if self._known is None:
            self.run_in_thread(count, self._read)
        else:
            self.when_painted(self._show)
        if not self.focuses_tabs:
            self.query_one("#figures, #achievements").focus()

    def _read(self, known: Known) -> None:
        self._known = known
        self._show()

    def make_tab(self, tab: str) -> Screen[None]:
        """Return the screen of a tab; a twin gets the data that is read already."""
        if tab == "scores":
            return super().make_tab(tab)
        return StatisticsScreen(tab, self._known)

    def on_resize(self) -> None:
        self.when_painted(self._show)

    def _show(self) -> None:
        known = self._known
        if known is None:
            return
        width, height = self.app.size
        done = len(known.earned)
        if self.tab == "achievements":
            title = [
                Content.styled(f"{done} of {len(ACHIEVEMENTS)} achievements", "bold $maze-key")
            ]
            text = self.query_one("#achievements", LineText)
            text.show_text(goals(known.earned, *text.scrollable_content_region.size))
        else:
            title = headline(known.found, done)
            columns = [*self.query(".column").results(Static)]
            count = 2 if width >= TWO and known.rows else 1
            whole = self.query_one("#figures").scrollable_content_region.width
            room = whole // count - BESIDE_COLUMN
            shown = figures(known.found, known.names, room, today(), columns=count, height=height)
            for column in columns:
                column.display = bool(shown)
                column.update(shown.pop(0) if shown else "")
        self.query_one("#title", FittingLine).show(title)

    def action_export(self) -> None:
        if self._known is not None:
            self.run_in_thread(
                partial(self._export, self._known.rows), self.show_notice, group="export"
            )

    def _export(self, rows: Sequence[Played]) -> str:
        path = self.services.store.places.replays.parent / "statistics.json"
        said = self.give(path, statistics_report.as_json(rows))
        self.give(path.with_suffix(".csv"), statistics_report.as_csv(rows))
        return f"{said} and .csv"


def headline(found: Statistics, done: int) -> list[Content]:
    """Return the counts of runs and achievements, and the efficiency; then fewer of them."""
    runs, *words = tally(found.runs, found.ranked, found.perfect)
    words += [] if found.efficiency is None else [f"{found.efficiency:.0%} efficient"]
    words.append(f"{done} of {len(ACHIEVEMENTS)} achievements")
    return fewer_and_fewer([Content.styled(runs, "bold $foreground"), *map(Content, words)])


def figures(
    found: Statistics,
    names: Mapping[str, TextureName],
    width: int,
    day: int,
    *,
    columns: int = 1,
    height: int = HIGH,
) -> list[Content]:
    """Return the advice and the numbers in columns of a width, for a screen of a height.

    If few lines are seen, habits come before the curve.
    """
    titles = {design: name.plain for design, name in names.items()}
    advised = textwrap.wrap(advice(found, titles), max(width, 20))
    practise = [heading("What to practise"), *map(Content, advised)]
    fewest, most = CURVES
    lines = fewest if columns == 1 else min(max(height - BELOW_CURVE, fewest), most)
    curve, habits, days = (
        _curve(found, width, lines),
        _habits(found),
        days_map(found.days, day, width),
    )
    textures, modes = _textures(found, names, width), _modes(found, width)
    parts = [[practise, curve, days], [textures, habits, modes]]
    if columns == 1:
        first = [habits, curve] if height < HIGH else [curve, habits]
        parts = [[practise, *first, textures, modes, days]]
    return [
        Content("\n").join(line for part in column if part for line in (*part, Content()))
        for column in parts
    ]


def _curve(found: Statistics, width: int, lines: int) -> list[Content]:
    if len(found.efficiencies) < 2:
        return []
    runs = f"{found.ranked:,} ranked runs"
    titles = (f"Efficiency (shortest path / steps) of {runs}", f"Efficiency of {runs}")
    title = fitting([heading(text) for text in titles], width)
    return [title, *labelled_curve(found.efficiencies, width, lines)]


def _habits(found: Statistics) -> list[Content]:
    """Return a table of the habits: of all runs, of the latest ones, and their unit."""
    habits, latest = found.habits, found.latest
    if habits.right_share is None:
        return []
    name, own, recent = HABIT_COLUMNS
    titles = f"{'all':>{own}}{f'latest {LATEST}':>{recent}}"
    rows = [heading(f"{'Reading the maze':{name}}") + Content.styled(titles, "$maze-dim")]
    for what, unit, spelling, values in (
        (
            "correct exits",
            "%",
            "{:.0f}",
            (_percent(habits.right_share), _percent(latest.right_share)),
        ),
        ("junction time", "%", "{:.0f}", (_percent(found.thinking_share), None)),
        (
            "per junction",
            "seconds",
            "{:.2f}",
            (habits.junction_seconds, latest.junction_seconds),
        ),
        ("in corridors", "cells/s", "{:.1f}", (habits.corridor_pace, latest.corridor_pace)),
    ):
        if values[0] is not None:
            first, second = ("" if one is None else spelling.format(one) for one in values)
            rows.append(
                Content.assemble(
                    f"{what:{name}}",
                    (f"{first:>{own}}{second:>{recent}}", "bold $foreground"),
                    (f" {unit}", "$maze-dim"),
                )
            )
    return rows


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def _textures(found: Statistics, names: Mapping[str, TextureName], width: int) -> list[Content]:
    """Return a table of the textures: efficiency with a bar, number of runs, a small curve."""
    shown = found.textures[:LISTED]
    if not shown:
        return []
    least, most = NAMES
    wanted = max(detailed(*names[one.design])[0].cell_length for one in shown)
    name = max(min(wanted + 2, most, width - SHARE_COLUMNS - RUNS_COLUMNS), least)
    spark = SPARK_COLUMNS if width - name - SHARE_COLUMNS - RUNS_COLUMNS >= SPARK_COLUMNS else 0
    share = max(min(width - name - RUNS_COLUMNS - spark, MOST_SHARE), SHARE_COLUMNS)
    titles = f"{'efficiency':{share}}{'runs':>{RUNS_COLUMNS}}{'  over time' * bool(spark)}"
    rows = [heading(f"{'Textures':{name}}") + Content.styled(titles, "$maze-dim")]
    for one in shown:
        line = small_curve(buckets(one.efficiencies, spark - 2)) if spark else ""
        plain, carved_by = names[one.design]
        title = with_detail(plain, carved_by, name - 2)
        bar = bar_row("", one.efficiency, share - 5, "$maze-path")
        rows.append(
            Content.assemble(
                title,
                " " * (name - title.cell_length),
                bar,
                (f"{one.runs:>{RUNS_COLUMNS},}", "$maze-dim"),
                (f"  {line}" * bool(spark), "$maze-path"),
            )
        )
    if (more := len(found.textures) - LISTED) > 0:
        rows.append(Content.styled(f"and {more} more", "$maze-dim"))
    return rows


def small_curve(shares: Sequence[float]) -> str:
    """Return shares as a line of blocks lower than a full line."""
    high = len(SPARKS) - 1
    scaled = ((share - SPARK_LOW) / (1 - SPARK_LOW) for share in shares)
    return "".join(SPARKS[min(max(round(share * high), 0), high)] for share in scaled)


def _modes(found: Statistics, width: int) -> list[Content]:
    """Return the lines of the modes, each in as many lines as it takes."""
    lines = [part for line in found.lines for part in textwrap.wrap(line, max(width, 20))]
    return [heading("Other ways to play"), *map(Content, lines)] if lines else []


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
    rows = [heading(title), Content.styled(f"    {names}", "$maze-dim")]
    for weekday in range(7):
        line = [(f"{_WEEKDAYS[weekday]}  ", "$maze-dim")]
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


def goals(done: Mapping[str, Played], width: int, height: int) -> Content:
    """Return all achievements, beside each other where there is room for that."""
    count = (width + BETWEEN) // (TILE + BETWEEN)
    if count < 2:
        return achievements(done, width, spaced=height >= 2 * len(ACHIEVEMENTS))
    return tiles(done, width, count, spaced=height >= 3 * -(-len(ACHIEVEMENTS) // count))


def tiles(done: Mapping[str, Played], width: int, count: int, *, spaced: bool) -> Content:
    """Return all achievements as tiles of two lines, some beside each other."""
    wide = (width - BETWEEN * (count - 1)) // count
    lines: list[Content] = []
    for at in range(0, len(ACHIEVEMENTS), count):
        row = [_tile(one, done.get(one.name), wide) for one in ACHIEVEMENTS[at : at + count]]
        lines += [Content(" " * BETWEEN).join(parts) for parts in zip(*row, strict=True)]
        lines += [Content()] * spaced
    return Content("\n").join(lines)


def _tile(one: Achievement, row: Played | None, wide: int) -> tuple[Content, Content]:
    date = "" if row is None else statistics_report.spell_date(row)
    title = fitted(one.title, wide - 2 - len(date))
    head = Content.assemble(
        ("★ " if row else "☆ ", "$maze-key" if row else "$maze-dim"),
        (title, "bold $foreground" if row else "$maze-dim"),
        (date, "$maze-dim"),
    )
    return head, Content.styled(f"  {fitted(one.about, wide - 2)}", "$maze-dim")


def achievements(done: Mapping[str, Played], width: int, *, spaced: bool = False) -> Content:
    """Return all achievements, those that runs have earned with their dates."""
    rows: list[Content] = []
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
        style = "$maze-dim" if row is None else "bold $foreground"
        if spaced and rows:
            rows.append(Content())
        rows.append(
            Content.assemble(
                ("★ " if row is not None else "☆ ", "$maze-key" if row else "$maze-dim"),
                (fitted(one.title, wide), style),
                (about + date, "$maze-dim"),
            )
        )
    return Content("\n").join(rows)

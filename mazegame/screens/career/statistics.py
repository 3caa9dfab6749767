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
from mazegame.store.records import today
from mazegame.widgets.door_tabs import tab_key
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.text.fitting_line import FittingLine, fewer_and_fewer
from mazegame.widgets.text.menu_list import LineText, fitted
from mazegame.widgets.text.plot import bar_row, buckets, heading, labelled_curve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult
    from textual.screen import Screen

    from mazegame.game.career.statistics import Played
    from mazegame.game.modes.achievement import Achievement

TWO: Final = 110
"""Fewest columns of a screen with the figures in two columns."""

DATED: Final = 60
"""Fewest columns of a screen with the dates of achievements."""

TILE: Final = 52
"""Fewest columns of an achievement where several are beside each other."""

BETWEEN: Final = 3
"""Columns between two achievements."""

TALL: Final = 40
"""Fewest lines of a screen with a higher curve and more textures."""

BESIDE_COLUMN: Final = 2
"""Columns of the terminal between two columns of figures."""

CURVES: Final = (4, 16)
"""Lines of the curve, and on a tall screen."""

HIGH: Final = 20
"""Fewest lines of a screen with the curve above the habits."""

LISTED: Final = (12, 30)
"""Most textures in the list, and on a tall screen."""

NAME_WIDTH: Final = 24
"""Columns for the name of a texture."""

BAR: Final = (20, 48)
"""Fewest and most columns of a bar, where there is room for one."""

SPARK: Final = 32
"""Most columns of a small curve."""

BESIDE_BAR: Final = 38
"""Columns beside a bar and a small curve: name, share, number of runs."""

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
    names: Mapping[str, str]
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
            return Known(rows, Statistics(rows), statistics_report.design_names(rows), earned(rows))

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
            room = (
                self.query_one("#figures").scrollable_content_region.width // count - BESIDE_COLUMN
            )
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
    """Return the first line in versions from long to short: runs, achievements, efficiency."""
    runs, *words = tally(found.runs, found.ranked, found.perfect)
    named = Content.assemble(("Statistics  ", "bold $maze-key"), (runs, "bold $foreground"))
    words += [] if found.efficiency is None else [f"{found.efficiency:.0%} efficient"]
    words.append(f"{done} of {len(ACHIEVEMENTS)} achievements")
    return fewer_and_fewer([named, *map(Content, words)])


def figures(
    found: Statistics,
    names: Mapping[str, str],
    width: int,
    day: int,
    *,
    columns: int = 1,
    height: int = TALL - 1,
) -> list[Content]:
    """Return advice and figures in columns for a width; ``height`` decides on their order."""
    curve, habits, tall = [], _habits(found, width), height >= TALL
    if len(found.efficiencies) > 1:
        lines = labelled_curve(found.efficiencies, width, CURVES[tall])
        curve = [heading("Efficiency over time"), *lines]
    advised = textwrap.wrap(advice(found, names), max(width, 20))
    first = [
        [heading("What to practise"), *map(Content, advised)],
        *((habits, curve) if height < HIGH else (curve, habits)),
    ]
    textures = [_textures(found, names, width, LISTED[tall]), _hardest(found, names)]
    modes = [[Content(line)] for line in found.lines]
    days = [days_map(found.days, day, width)]
    parts = [[*first, *days], [*textures, *modes]]
    if columns == 1:
        parts = [[*first, *textures, *modes, *days]]
    return [
        Content("\n").join(line for part in column if part for line in (*part, Content()))
        for column in parts
    ]


def _bar_width(width: int) -> int:
    half = min(max((width - BESIDE_BAR) // 2, BAR[0]), BAR[1])
    return max(min(half, width - NAME_WIDTH - 6), 0)


def _habits(found: Statistics, width: int) -> list[Content]:
    habits, latest = found.habits, found.latest
    if habits.right_share is None:
        return []
    rows = [heading(f"Reading the maze (latest {LATEST} runs)")]
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
    words = f"   latest {spelling.format(latest)}", "$maze-dim"
    whole = Content.assemble(content, words)
    return whole if whole.cell_length <= width else content


def _textures(found: Statistics, names: Mapping[str, str], width: int, most: int) -> list[Content]:
    if not found.textures:
        return []
    rows = [heading("Efficiency by texture, over time")]
    spark = min(SPARK, max(width - BESIDE_BAR - _bar_width(width), 0))
    for one in found.textures[:most]:
        line = small_curve(buckets(one.efficiencies, spark))
        name, runs = f"{fitted(names[one.design], NAME_WIDTH - 1)} ", f" {one.runs:>5,}"
        line = f"  {line}" if spark else ""
        row = bar_row(name, one.efficiency, _bar_width(width), "$maze-path", runs)
        rows.append(Content.assemble(row, (line, "$maze-path")))
    if (more := len(found.textures) - most) > 0:
        rows.append(Content.styled(f"and {more} more", "$maze-dim"))
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

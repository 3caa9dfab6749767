"""Statistics: the player's efficiency, habits, days and achievements."""

from __future__ import annotations

import datetime as dt
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message

from mazegame.game.achievements import ACHIEVEMENTS, earned
from mazegame.game.statistics import LATEST, Statistics, advice, buckets, statistics
from mazegame.game.words import counted
from mazegame.screens import routes
from mazegame.screens.base import GameScreen
from mazegame.store import statistics_report
from mazegame.store.errors import ScoreBookError
from mazegame.store.places import write_whole
from mazegame.store.values import today
from mazegame.widgets.fitting_line import FittingLine, fewer_and_fewer
from mazegame.widgets.key_line import KeyLine
from mazegame.widgets.line_list import LineText, fitted
from mazegame.widgets.plot import bar, curve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult

    from mazegame.game.statistics import Played

WIDE: Final = 130
"""Fewest columns of a screen with the achievements beside the figures."""

DATED: Final = 60
"""Fewest columns at which an achievement stands with its date."""

LISTED: Final = 12
"""Most textures in the list."""

NAME_WIDTH: Final = 24
"""Columns for the name of a texture."""

BAR: Final = 20
"""Columns of a bar."""

SPARK: Final = 16
"""Most columns of a small curve."""

SPARKS: Final = "▁▂▃▄▅▆▇"
"""The blocks of a small curve."""

SPARK_LOW: Final = 0.5
"""The efficiency at the lower edge of a small curve."""

CURVE_HEIGHT: Final = 4
"""Lines of the curve of all runs."""

SHADES: Final = "·░▒▓█"
"""The signs of days by their number of runs, none first."""

SHADE_FROM: Final = (1, 2, 4, 7)
"""Least runs of a day for each shade after the first."""

_WEEKDAYS: Final = ("Mo", "  ", "We", "  ", "Fr", "  ", "Su")


class StatisticsScreen(GameScreen[None]):
    """Shows the statistics of all runs."""

    CSS_PATH = "statistics.tcss"
    AUTO_FOCUS = "#figures"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "other", "achievements", id="statistics.other", key_display="tab",
                tooltip="the figures, or the achievements"),
        Binding("e", "export", "export", id="statistics.export", tooltip="write CSV and JSON"),
        Binding("escape,q", "dismiss", "back", id="statistics.back", key_display="esc"),
        Binding("question_mark", "help", "help", id="statistics.help", key_display="?"),
    ]  # fmt: skip

    @dataclass
    class Known(Message):
        """The statistics were computed."""

        rows: Sequence[Played]
        found: Statistics
        names: Mapping[str, str]
        earned: Mapping[str, Played]
        problem: str = ""

    @dataclass
    class Written(Message):
        """Files were written, or not."""

        line: str
        failed: bool = False

    def __init__(self) -> None:
        super().__init__()
        self._known: StatisticsScreen.Known | None = None

    def compose(self) -> ComposeResult:
        """Yield the headline, the figures, the achievements."""
        title = FittingLine(id="title")
        title.show([Content.styled("Statistics", "bold $maze-key")])
        yield title
        yield LineText(Content(), id="figures")
        yield LineText(Content(), id="achievements")
        yield KeyLine()

    def on_mount(self) -> None:
        """Read the score book."""
        self._ask()

    @work(thread=True, exclusive=True, group="ask")
    def _ask(self) -> None:
        rows: Sequence[Played] = ()
        problem = ""
        try:
            rows = self.services.score_book.played()
        except ScoreBookError as error:
            problem = str(error)
        names = statistics_report.design_names(rows)
        self.post_message(self.Known(rows, statistics(rows), names, earned(rows), problem))

    def on_statistics_screen_known(self, message: Known) -> None:
        """Show the statistics."""
        if message.problem:
            self.notify(message.problem, severity="warning", timeout=10, markup=False)
        self._known = message
        self._show()

    def on_resize(self) -> None:
        """Fit the curves to the width."""
        self.when_painted(self._show)

    def _show(self) -> None:
        known = self._known
        if known is None:
            return
        width = self.app.size.width
        width = (width // 2 if width >= WIDE else width) - 4
        self.query_one("#title", FittingLine).show(headline(known.found, len(known.earned)))
        self.query_one("#figures", LineText).show_text(
            figures(known.found, known.names, width, today())
        )
        self.query_one("#achievements", LineText).show_text(achievements(known.earned, width))

    def action_other(self) -> None:
        """Move to the other half; on a narrow screen show it instead."""
        if self.has_class("-narrow"):
            self.toggle_class("-second")
            shown = "#achievements" if self.has_class("-second") else "#figures"
            self.query_one(shown).focus()
        else:
            self.focus_next()

    def action_export(self) -> None:
        """Write the statistics to files."""
        if self._known is not None:
            self._export(self._known.rows)

    @work(thread=True, exclusive=True, group="export")
    def _export(self, rows: Sequence[Played]) -> None:
        folder = self.services.score_book.exports.parent
        path = folder / "statistics.json"
        try:
            write_whole(path, statistics_report.as_json(rows))
            write_whole(path.with_suffix(".csv"), statistics_report.as_csv(rows))
        except OSError as error:
            line = f"nothing can be written to {folder}: {error.strerror or error}"
            self.post_message(self.Written(line, failed=True))
        else:
            self.post_message(self.Written(f"written: {path} and .csv"))

    def on_statistics_screen_written(self, message: Written) -> None:
        """Report the written files."""
        self.notify(
            message.line,
            severity="error" if message.failed else "information",
            timeout=6,
            markup=False,
        )

    def action_help(self) -> None:
        """Show the keys and the rules."""
        self.open(routes.Help(self))


def headline(found: Statistics, done: int) -> list[Content]:
    """Return the counts of runs and achievements, and the efficiency; then fewer of them."""
    ranked = Content.assemble(
        ("Statistics  ", "bold $maze-key"),
        (counted(found.ranked, "ranked run"), "bold $foreground"),
    )
    words = [] if found.efficiency is None else [f"{found.efficiency:.0%} efficient"]
    words.append(f"{done} of {len(ACHIEVEMENTS)} achievements")
    return fewer_and_fewer([ranked, *map(Content, words)])


def figures(found: Statistics, names: Mapping[str, str], width: int, day: int) -> Content:
    """Return the advice, then the numbers.

    Args:
        found: The statistics.
        names: The displayed name of each design.
        width: The columns available.
        day: Today, as ``datetime.date.toordinal`` counts.
    """
    parts = [
        [
            _heading("What to practise"),
            *(Content(line) for line in textwrap.wrap(advice(found, names), max(width, 20))),
        ],
        _over_time(found, width),
        _habits(found, width),
        _textures(found, names, width),
        _hardest(found, names),
        days_map(found.days, day, width),
    ]
    lines: list[Content] = []
    for part in parts:
        if part:
            lines += [*part, Content()]
    return Content("\n").join(lines)


def _over_time(found: Statistics, width: int) -> list[Content]:
    """Return a curve of the runs' efficiency, the latest on the right."""
    if len(found.efficiencies) < 2:
        return []
    low = min(int(min(found.efficiencies) * 10), 9) / 10
    lines = curve(found.efficiencies, width - 6, CURVE_HEIGHT, low=low)
    labels = ["100%", *[""] * (CURVE_HEIGHT - 2), f"{low:.0%}"]
    return [
        _heading("Efficiency over time"),
        *(
            Content.assemble((f"{label:>4} ", "$foreground 60%"), (line, "$maze-path"))
            for label, line in zip(labels, lines, strict=True)
        ),
    ]


def _bar_width(width: int) -> int:
    """Return the columns of a bar beside a name and a percentage."""
    return max(min(BAR, width - NAME_WIDTH - 6), 0)


def _habits(found: Statistics, width: int) -> list[Content]:
    """Return the habits of all runs and of the latest ones."""
    habits, latest = found.habits, found.latest
    if habits.right_share is None:
        return []
    rows = [_heading(f"Reading the maze, and the latest {LATEST} runs")]
    share = Content.assemble(
        f"{'junctions left right':{NAME_WIDTH}}",
        bar(habits.right_share, _bar_width(width), "$maze-path"),
        (f" {habits.right_share:4.0%}", "bold $foreground"),
    )
    rows.append(_with_latest(share, latest.right_share, "{:.0%}"))
    if found.thinking_share is not None:
        rows.append(
            Content.assemble(
                f"{'time spent at junctions':{NAME_WIDTH}}",
                bar(found.thinking_share, _bar_width(width), "$maze-hint"),
                (f" {found.thinking_share:4.0%}", "bold $foreground"),
            )
        )
    if habits.junction_seconds is not None:
        seconds = Content.assemble(
            f"{'at a junction':{NAME_WIDTH}}",
            (f"{habits.junction_seconds:.2f} s", "bold $foreground"),
        )
        rows.append(_with_latest(seconds, latest.junction_seconds, "{:.2f} s"))
    if habits.corridor_pace is not None:
        pace = Content.assemble(
            f"{'in corridors':{NAME_WIDTH}}",
            (f"{habits.corridor_pace:.1f} cells/s", "bold $foreground"),
        )
        rows.append(_with_latest(pace, latest.corridor_pace, "{:.1f}"))
    return rows


def _with_latest(content: Content, latest: float | None, spelling: str) -> Content:
    if latest is None:
        return content
    return Content.assemble(content, (f"   latest {spelling.format(latest)}", "$foreground 60%"))


def _textures(found: Statistics, names: Mapping[str, str], width: int) -> list[Content]:
    """Return the efficiency in each texture, with a small curve over time."""
    if not found.textures:
        return []
    rows = [_heading("Efficiency by texture, over time")]
    spark = min(SPARK, max(width - NAME_WIDTH - BAR - 14, 0))
    for one in found.textures[:LISTED]:
        line = small_curve(buckets(one.efficiencies, spark))
        rows.append(
            Content.assemble(
                fitted(names[one.design], NAME_WIDTH - 1),
                " ",
                bar(one.efficiency, _bar_width(width), "$maze-path"),
                (f" {one.efficiency:4.0%}", "bold $foreground"),
                (f" {one.runs:>5,}  ", "$foreground 60%"),
                (line, "$maze-path"),
            )
        )
    if len(found.textures) > LISTED:
        more = len(found.textures) - LISTED
        rows.append(Content.styled(f"and {more} more", "$foreground 60%"))
    return rows


def small_curve(shares: Sequence[float]) -> str:
    """Return shares as a line of blocks lower than a full line."""
    high = len(SPARKS) - 1
    scaled = ((share - SPARK_LOW) / (1 - SPARK_LOW) for share in shares)
    return "".join(SPARKS[min(max(round(share * high), 0), high)] for share in scaled)


def _hardest(found: Statistics, names: Mapping[str, str]) -> list[Content]:
    """Return the textures with the longest detours."""
    if len(found.hardest) < 2:
        return []
    words = [f"{names[one.design]} {one.efficiency:.0%}" for one in found.hardest[:3]]
    return [_heading("Hardest for you"), Content(", ".join(words))]


def days_map(days: Mapping[int, int], day: int, width: int) -> list[Content]:
    """Return the days as a heat map: a column for each week, a line for each weekday.

    Args:
        days: Finished runs by day, as ``datetime.date.toordinal`` counts.
        day: Today.
        width: The columns available.
    """
    if not days:
        return []
    pitch = 2 if width >= 64 else 1
    weeks = min((width - 4) // pitch, 53)
    monday = day - dt.date.fromordinal(day).weekday()
    first = monday - 7 * (weeks - 1)
    head = [" "] * (weeks * pitch)
    before = 0
    for week in range(weeks):
        month = dt.date.fromordinal(max(first + 7 * week, 1)).month
        if month != before and week * pitch + 3 <= len(head):
            head[week * pitch : week * pitch + 3] = f"{dt.date(2000, month, 1):%b}"
        before = month
    rows = [_heading("Days"), Content.styled(f"    {''.join(head)}".rstrip(), "$foreground 60%")]
    for weekday in range(7):
        cells = []
        for week in range(weeks):
            here = first + 7 * week + weekday
            shade = sum(days.get(here, 0) >= least for least in SHADE_FROM)
            glyph = SHADES[shade] if here <= day else " "
            cells.append((glyph * pitch if shade else glyph.ljust(pitch), shade))
        line = Content.assemble(
            (f"{_WEEKDAYS[weekday]}  ", "$foreground 60%"),
            *((text, "$maze-path" if shade else "$maze-rock") for text, shade in cells),
        )
        rows.append(line)
    return rows


def achievements(done: Mapping[str, Played], width: int) -> Content:
    """Return all achievements, earned ones with their dates."""
    rows = [_heading(f"Achievements, {len(done)} of {len(ACHIEVEMENTS)}")]
    wide = max(len(one.title) for one in ACHIEVEMENTS) + 2
    for one in ACHIEVEMENTS:
        row = done.get(one.name)
        date = "" if row is None else statistics_report.spell_date(row)
        dated = width >= DATED
        about = fitted(one.about, max(width - wide - (14 if dated else 3), 10))
        style = "$foreground 60%" if row is None else "bold $foreground"
        rows.append(
            Content.assemble(
                ("★ " if row is not None else "☆ ", "$maze-key" if row else "$foreground 40%"),
                (fitted(one.title, wide), style),
                (about, "$foreground 60%"),
                (f" {date}" if dated else "", "$foreground 60%"),
            )
        )
    return Content("\n").join(rows)


def _heading(text: str) -> Content:
    return Content.styled(text, "bold $maze-key")

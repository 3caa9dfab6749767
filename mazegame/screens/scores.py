"""Scores: the player's bests, efficiency, races and latest runs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from textual import on, work
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from mazegame.formats.replay import Replay, prove, write_replay
from mazegame.game.rivals import rivals_on
from mazegame.game.words import counted
from mazegame.game.wrong_turns import MARKED_TURNS, wrong_turns
from mazegame.screens import routes
from mazegame.screens.base import GameScreen
from mazegame.store.places import write_whole
from mazegame.store.ranking import algorithm_name, category_name
from mazegame.store.report import clock, rival_name, when
from mazegame.widgets.fitting_line import FittingLine, fewer_and_fewer
from mazegame.widgets.key_line import KeyLine
from mazegame.widgets.line_list import LineList, LineText, fitted
from mazegame.widgets.plot import bar, curve

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from mazegame.store.values import Overview, RunRow

LISTED: Final = 100
"""Most runs in the list."""

WIDE: Final = 110
"""Fewest columns of a screen with the runs beside the figures."""

CURVE_HEIGHT: Final = 4
"""Lines of the plot of efficiency."""

BESIDE_LEVEL: Final = 30
"""Columns of a listed run beside the name of its level and its date."""

NO_DATE, DAY, DATE, DATE_AND_TIME = 0, 5, 10, 16
"""Columns of no date, of month and day, of a whole date, and of one with the time of day."""

ROOMY: Final = 90
"""From this many columns of a pane on, dates have the time of day."""

FRAMED: Final = 20
"""From this many lines on, the panes have frames."""

LEVEL_WIDE: Final = 12
"""Fewest columns for the name of a level."""

BAR: Final = 20
"""Most columns of a bar."""

BESIDE_BEST: Final = 23
"""Columns of a personal best beside its name and the number of its runs."""

RUNS: Final = 10
"""Columns of a number of runs, which is left out where no name has room beside it."""

BESIDE_BAR: Final = (15, 24)
"""Columns beside the name and the bar of an algorithm, and of a rival."""


class ScoresScreen(GameScreen[None]):
    """Shows the score book.

    Args:
        overview: The book's summary. The caller reads it before it opens the screen, so that one
            layout is enough.
    """

    CSS_PATH = "scores.tcss"
    AUTO_FOCUS = "#figures"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", "other pane", id="scores.next", key_display="tab"),
        Binding(
            "enter",
            "watch",
            "watch",
            id="scores.watch",
            key_display="⏎",
            tooltip="watch the run",
        ),
        Binding("g", "race", "race", id="scores.race", tooltip="race the run as a ghost"),
        Binding(
            "e",
            "export",
            "export",
            id="scores.export",
            tooltip="write the run to a file",
        ),
        Binding(
            "less_than_sign",
            "open_replay",
            "import",
            id="scores.import",
            key_display="<",
            tooltip="open a replay",
        ),
        Binding("question_mark", "help", "help", id="scores.help", key_display="?"),
        Binding("c", "copy", "copy game ID", id="scores.copy"),
        Binding("escape,q,4", "dismiss", "back", id="scores.back", key_display="esc"),
    ]

    @dataclass
    class Refused(Message):
        """A file cannot be read or written."""

        reason: str

    @dataclass
    class Done(Message):
        """A file was written."""

        line: str

    @dataclass
    class Walked(Message):
        """A run was verified and can be shown."""

        walk: routes.ProvenWalk
        race: bool

    def __init__(self, overview: Overview) -> None:
        super().__init__()
        self._overview = overview
        self._plotted = 0

    def compose(self) -> ComposeResult:
        """Yield the headline, the figures, and the latest runs."""
        overview = self._overview
        # Set here, since Textual checks breakpoints after the first layout and would lay out twice.
        self.add_class("-wide" if self.app.size.width >= WIDE else "-narrow")
        self._plotted = self._plot_width
        title = FittingLine(id="title")
        title.show(headline(overview))
        yield title
        self.add_class("-framed" if self._framed else "-low")
        figured = LineText(figures(overview, self._plot_width), id="figures")
        figured.border_title = "figures"
        yield figured
        if overview.history:
            runs = Vertical(id="runs")
            runs.border_title = "latest runs"
            with runs:
                yield Static(self._heading, id="heading", markup=False)
                yield LineList(self._lines(), id="latest")
        else:
            self.add_class("-empty")
        yield KeyLine()

    def _lines(self) -> list[str]:
        """Return the lines of the listed runs."""
        listed = self._overview.history[:LISTED]
        return [of_run(line, self._level_width, self._date_width) for line in listed]

    @property
    def _heading(self) -> str:
        """The headings of the columns of runs."""
        date = "date" if self._date_width else ""
        return columns("score", "race", "time", "maze", date, self._level_width)

    @property
    def _date_width(self) -> int:
        """The columns of a date: as much of it as leaves room for the names of levels."""
        room = self._pane_width - BESIDE_LEVEL
        if room >= ROOMY - BESIDE_LEVEL and room - DATE_AND_TIME >= self._longest_name:
            return DATE_AND_TIME
        if room - DATE >= self._longest_name:
            return DATE
        return DAY if room - DAY >= LEVEL_WIDE else NO_DATE

    @property
    def _longest_name(self) -> int:
        names = (cell_len(line.name) for line in self._overview.history[:LISTED])
        return max(names, default=0)

    @property
    def _level_width(self) -> int:
        """The columns for the name of a level."""
        beside = BESIDE_LEVEL + self._date_width - 2 * (not self._date_width)
        return min(self._longest_name, max(self._pane_width - beside, LEVEL_WIDE))

    @property
    def _framed(self) -> bool:
        return self.app.size.height >= FRAMED

    @property
    def _pane_width(self) -> int:
        """The columns of the figures and of the runs: half the screen, or all of a narrow one."""
        width = self.app.size.width
        return (width // 2 if width >= WIDE else width) - (5 if self._framed else 3)

    @property
    def _plot_width(self) -> int:
        """The columns of the plot."""
        return max(self._pane_width - 1, 20)

    def on_resize(self) -> None:
        """Draw plot and list in the new width."""
        self.set_class(self._framed, "-framed")
        self.set_class(not self._framed, "-low")
        if self._plotted == self._plot_width:
            return
        self._plotted = self._plot_width
        for text in self.query(LineText):
            text.show_text(figures(self._overview, self._plotted))
        for runs in self.query(LineList):
            runs.show_lines(self._lines())
            self.query_one("#heading", Static).update(self._heading)

    # Actions on a run

    @property
    def chosen(self) -> RunRow | None:
        """The highlighted run; None for none."""
        if not self._overview.history:
            return None
        return self._overview.history[self.query_one(LineList).highlighted]

    @on(LineList.Chosen)
    def action_watch(self) -> None:
        """Verify a run and show its replay."""
        if self.chosen is not None:
            self._walk(self.chosen, race=False)

    def action_race(self) -> None:
        """Race a run as a ghost."""
        if self.chosen is not None:
            self._walk(self.chosen, race=True)

    @work(thread=True, exclusive=True, group="walk")
    def _walk(self, line: RunRow, *, race: bool) -> None:
        book = self.services.score_book
        try:
            record = book.walk(line.id)
            run = prove(book.level(record.level), Replay(record))
            rivals = rivals_on(run.level, line.keys, book.ghost(line.id))
        except Exception as error:  # noqa: BLE001  no error of a stored run may end the game
            self.post_message(self.Refused(str(error)))
        else:
            walk = routes.ProvenWalk(run, wrong_turns(run), rivals)
            self.post_message(self.Walked(walk, race=race))

    def on_scores_screen_walked(self, message: Walked) -> None:
        """Show the replay of the run, or race it."""
        run = message.walk.run
        if message.race:
            from mazegame.game.ghost import GhostWalk
            from mazegame.game.series import free_play

            self.open(routes.Play(free_play(run.level, rivals=(GhostWalk.of(run),))))
            return
        self._show_replay(message.walk)

    def _show_replay(self, walk: routes.ProvenWalk) -> None:
        self.open(routes.Replay(walk.run, walk.rivals, walk.turns[:MARKED_TURNS], race=True))

    def action_open_replay(self) -> None:
        """Ask for a replay file, and show it."""
        self.open(routes.OpenReplay(), self._opened)

    def _opened(self, opened: routes.ProvenWalk | None) -> None:
        if opened is not None:
            self._show_replay(opened)

    def action_export(self) -> None:
        """Write a run to a replay file."""
        if self.chosen is not None:
            self._export(self.chosen)

    @work(thread=True, group="export")
    def _export(self, line: RunRow) -> None:
        book = self.services.score_book
        try:
            record = book.walk(line.id)
            ghost = book.ghost(line.id)
            path = book.exports / f"{file_name(line)}.replay"
            write_whole(path, write_replay(record, line.maze, line.keys, ghost))
        except OSError as error:
            folder, why = book.exports, error.strerror or error
            self.post_message(self.Refused(f"nothing can be written to {folder}: {why}"))
        except Exception as error:  # noqa: BLE001  no error of a stored run may end the game
            self.post_message(self.Refused(str(error)))
        else:
            self.post_message(self.Done(f"written: {path}"))

    def on_scores_screen_refused(self, message: Refused) -> None:
        """Show the error."""
        self.notify(message.reason, severity="error", timeout=10, markup=False)

    def on_scores_screen_done(self, message: Done) -> None:
        """Show the result."""
        self.notify(message.line, timeout=5, markup=False)

    def action_copy(self) -> None:
        """Copy the game ID of a run."""
        if self.chosen is not None:
            self.app.copy_to_clipboard(self.chosen.level)
            self.notify(f"copied {self.chosen.level}", timeout=3, markup=False)

    def action_help(self) -> None:
        """Show the keys and the rules."""
        self.open(routes.Help(self))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something; some need a highlighted run."""
        del parameters
        return action not in {"watch", "race", "export", "copy"} or bool(self._overview.history)


def headline(overview: Overview) -> list[Content]:
    """Return the counts of runs, perfect runs, and consecutive days; then shorter ones."""
    if not overview.runs:
        return [Content.styled("Scores: nothing was finished yet", "bold $maze-key")]
    runs = counted(overview.runs, "run")
    streak = Content.styled(f"{overview.streak}-day streak", "bold $foreground")
    start = [
        Content.assemble(("Scores  ", "bold $maze-key"), runs),
        Content(f"{overview.perfect:,} perfect"),
    ]
    best = Content.assemble(streak, f" (best {overview.longest_streak})")
    return [Content("   ").join([*start, best]), *fewer_and_fewer([*start, streak])]


def figures(overview: Overview, width: int) -> Content:
    """Return the plot, and the lists below it."""
    return Content("\n").join(
        part for part in (plot(overview, width), lists(overview, width)) if part
    )


def plot(overview: Overview, width: int) -> Content:
    """Return a plot of the efficiency of the latest ranked runs, the latest on the right.

    The lower edge is the lowest value rounded down to a tenth, at most 90 %.
    """
    shares = [line.efficiency for line in reversed(overview.history) if line.ranked]
    if not shares:
        return Content()
    low = min(math.floor(min(shares) * 10), 9) / 10
    lines = curve(shares, width - 6, CURVE_HEIGHT, low=low)
    labels = ["100%", *[""] * (CURVE_HEIGHT - 2), f"{low:.0%}"]
    rows = [
        Content.assemble((f"{label:>4} ", "$foreground 60%"), (line, "$maze-path"))
        for label, line in zip(labels, lines, strict=True)
    ]
    latest = "run" if len(shares) == 1 else counted(len(shares), "run")
    title = _heading(f"Accuracy, last {latest}")
    return Content("\n").join([title, *rows, Content()])


def lists(overview: Overview, width: int) -> Content:
    """Return bests, accuracy and races, one below the other, with no number cut."""
    if not overview.runs:
        return Content("Finish a maze, and it stands here.")
    rows = [_heading("Personal bests")]
    if overview.categories:
        rows.append(_columns(f"{'score':>5} {'speed':>13}  design, size, rules"))
    bests = [(category_name(best.category), best) for best in overview.categories[:50]]
    wide = max((cell_len(name) for name, _ in bests), default=0)
    has_runs = width - BESIDE_BEST - RUNS >= LEVEL_WIDE
    wide = min(wide, width - BESIDE_BEST - RUNS * has_runs)
    for name, best in bests:
        rows.append(
            Content.assemble(
                (f"{best.best.score:>5}", "bold $foreground"),
                f"  {best.best.pace:>6.3g} cells/s  {fitted(name, wide)}",
                (f"  {counted(best.runs, 'run'):>8}" * has_runs, "$foreground 60%"),
            )
        )
    if not bests:
        rows.append(Content("None yet: the first walk of a maze is ranked."))
    rows += [Content(), _heading("Accuracy by algorithm, and runs")]
    shares = [(algorithm_name(one.algorithm), one) for one in overview.algorithms]
    races = [(rival_name(race), race) for race in overview.races]
    wide = max((len(name) for name, _ in (*shares, *races)), default=0)
    beside = BESIDE_BAR[bool(races)]
    long = min(max(width - wide - beside, 0), BAR)
    wide = min(wide, width - long - beside)
    for name, one in shares:
        rows.append(
            Content.assemble(
                f"{fitted(name, wide)}  ",
                bar(one.efficiency, long, "$maze-path"),
                (f" {one.efficiency:4.0%}", "bold $foreground"),
                (f"  {one.runs:>6,}", "$foreground 60%"),
            )
        )
    if races:
        rows += [Content(), _heading("Races won, by rival")]
        for name, race in races:
            rows.append(
                Content.assemble(
                    f"{fitted(name, wide)}  ",
                    bar(race.won / race.races, long, "$maze-runner"),
                    (f" {race.won / race.races:4.0%}", "bold $foreground"),
                    (f"  {race.won:>6,} of {race.races:,}", "$foreground 60%"),
                )
            )
    return Content("\n").join(rows)


def columns(score: str, race: str, time: str, maze: str, date: str, wide: int) -> str:
    """Return the parts of a line of the list of runs, each in its column."""
    return f"{score:8} {race:4} {time:>8}  {fitted(maze, wide)}  {date}".rstrip()


def of_run(row: RunRow, wide: int, date: int) -> str:
    """Return a run on one line.

    Args:
        row: The run.
        wide: Columns for its level.
        date: Columns for its date.
    """
    stars = "★" * row.stars if row.ranked else "·"  # practice
    rating = "shown" if row.shown else f"{row.score:>4} {stars:3}"
    race = "" if row.won is None else ("won" if row.won else "lost")
    done = when(row.done)
    shown = done[DATE - DAY : DATE] if date == DAY else done[:date]
    return columns(rating, race, clock(row.ms), row.name, shown, wide)


def file_name(line: RunRow) -> str:
    """Return a file name for a run that is valid on all systems."""
    name = "".join(c if c.isalnum() or c in "-x" else "-" for c in line.name)[:60]
    return f"{line.id}-{name}"


def _columns(text: str) -> Content:
    return Content.styled(text, "$foreground 60%")


def _heading(text: str) -> Content:
    return Content.styled(text, "bold $maze-key")

"""Scores: the player's bests, efficiency, races and latest runs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.content import Content
from textual.widgets import Static

from mazegame.drawing import Scene
from mazegame.formats.replay import Replay, prove, replay_name, write_replay
from mazegame.game.racing.rivals import rivals_on
from mazegame.game.scoring.finished_walk import FinishedWalk
from mazegame.game.scoring.wrong_turns import MARKED_TURNS, wrong_turns
from mazegame.game.words import clock, counted, tally
from mazegame.screens import factory
from mazegame.screens.tabbed import PROFILE, TabbedScreen
from mazegame.services.score_book import HISTORY
from mazegame.store.book.merging import books_aside, take_back
from mazegame.store.book.report import (
    category_title,
    descent_line,
    design_title,
    maze_title,
    rival_with_pace,
    when,
)
from mazegame.widgets.door_tabs import tab_key
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.maze.maze_pane import MazePane
from mazegame.widgets.text.fitting_line import FittingLine, fewer_and_fewer, with_detail
from mazegame.widgets.text.menu_list import LineText, fitted
from mazegame.widgets.text.plot import CURVE_HEIGHT, bar_row, heading, labelled_curve
from mazegame.widgets.text.row_table import GAP, Column, RowTable, width_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult
    from textual.events import Resize
    from textual.geometry import Size

    from mazegame.game.career.statistics import Played
    from mazegame.game.racing.repeaters import GhostWalk
    from mazegame.game.recording.record import Record
    from mazegame.store.book.book import ScoreBook
    from mazegame.store.book.merging import BookAside
    from mazegame.store.records import Summary

NOTHING: Final = (
    "After your first maze you see here",
    "  its score, beside your best",
    "  your walk, to watch it again",
    "  your ghost, to race it",
    "",
    "Press esc, then Enter, to play one.",
)
"""Text of the list while there are no runs."""

UNREAD: Final = "The scores cannot be read; your runs go on."
"""Text of the list if the score book cannot be read."""

NO_BESTS: Final = "None yet: the first walk is ranked"
"""Text of the personal bests while no ranked run is finished."""

LISTED: Final = 100
"""Most runs in the list."""

WIDE: Final = 110
"""Fewest columns of a screen with the runs on the left and the figures on the right."""

MOST_BESTS: Final = 60
"""Most lines of the personal bests, in percent of those beside the runs."""

SHOWN_BESTS: Final = 50
"""Most personal bests that are listed."""

FRAMED: Final = 20
"""Fewest lines of a screen whose panes have frames, and where the plot comes before the lists."""

PICTURED: Final = 30
"""Fewest lines of a wide screen that shows the maze of the chosen run."""

LOOK_SECONDS: Final = 0.15
"""Seconds after which the maze of a newly chosen run is made."""

LOOK_CELLS: Final = 20_000
"""Most cells of a maze that is shown beside the runs."""

BRIEF_RATING: Final = Column("score", 8)
"""The stars of a run, or a few words in their place."""

RATING: Final = Column("score", 13)
"""The score of a run with its stars, or words in their place."""

TIME: Final = Column("time", 8, right=True)
RACE: Final = Column("race", 4)
EFFICIENCY: Final = Column("eff.", 4, right=True)
MEDAL: Final = Column("medal", 6)

DAY: Final = Column("date", 5)
"""Month and day."""

DATE: Final = Column("date", 10)

DATE_AND_TIME: Final = Column("date", 16)

LEAST_NAME: Final = 12
"""Fewest columns for the name of a maze."""

MOST_NAME: Final = 22
"""Columns that the longest name may take from other columns."""

RUNS: Final = Column("runs", 5, right=True)
"""The number of runs in a category, left out where its name needs the room."""

NAMED: Final = 26
"""Columns that most names of categories need."""

TALLEST: Final = 16
"""Most lines of the plot."""

BESIDE_BAR: Final = 9
"""Columns of a bar's gaps and its share."""


def run_columns(width: int, longest: int) -> tuple[Column, ...]:
    """Return the columns of the list of runs in a width, for names of at most some columns.

    The more room there is, the more of a run is listed; names have room first.
    """
    wanted = max(min(longest, MOST_NAME), LEAST_NAME)
    rating, date = BRIEF_RATING, None
    middle: list[Column] = []

    def room(*more: Column | None) -> int:
        return width - width_of([rating, TIME, *middle, *filter(None, more)]) - GAP

    if room(DAY) >= LEAST_NAME:
        date = DAY
    for column in (RACE, EFFICIENCY, MEDAL) if date else ():
        if (
            room(column, date) - (RATING.width - BRIEF_RATING.width) * (column is EFFICIENCY)
            < wanted
        ):
            break
        middle.append(column)
        if column is EFFICIENCY:
            rating = RATING
    for more in (DATE, DATE_AND_TIME):
        if room(more) >= wanted:
            date = more
    name = Column("maze", max(room(date), LEAST_NAME))
    return tuple(filter(None, (rating, *middle[:1], TIME, *middle[1:], name, date)))


class ScoresScreen(TabbedScreen):
    """Shows the score book."""

    CSS_PATH = "scores.tcss"
    GROUP = PROFILE
    tab = "scores"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "watch", "watch", id="scores.watch", tooltip="watch the run"),
        Binding("g", "race", "race", id="scores.race", tooltip="race the run as a ghost"),
        Binding("tab", "other_pane", "other pane", id="scores.next"),
        tab_key("scores"),
        Binding("e", "export", "export", id="scores.export", tooltip="write the run to a file"),
        Binding("less_than_sign", "open_replay", "import", id="scores.import",
                tooltip="open a replay"),
        Binding("question_mark", "help", "help", id="scores.help"),
        Binding("c", "copy", "copy game ID", id="scores.copy"),
        Binding("escape,q", "dismiss", "back", id="scores.back", key_display="esc"),
    ]  # fmt: skip

    runs = getters.query_one("#latest", RowTable)

    overview: Summary | None = None
    """The summary of the score book; None until it is read."""
    _longest_name = 0
    """Columns of the longest name in the list."""
    _pictured: int | None = None
    """The number of the run whose maze is shown."""

    def compose(self) -> ComposeResult:
        # Set here, since otherwise all widgets would be styled again after the first layout.
        self.add_class("-wide" if self.app.size.width >= WIDE else "-narrow")
        self._set_classes(self.app.size)
        yield self.tabs()
        yield FittingLine(id="title")
        with Container(id="panes"):
            with Vertical(id="runs", classes="pane"):
                yield RowTable(id="latest")
                yield MazePane(whole=True)
            with Vertical(id="side"):
                with Vertical(id="bests", classes="pane"):
                    yield RowTable(choosable=False, id="categories")
                yield LineText(Content(), id="figures")
        yield Static(id="nothing", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        self.run_in_thread(
            self.services.score_book.overview().result, self._read, on_error=self._refused
        )

    def _refused(self, error: Exception) -> None:
        """Show why there are no scores."""
        self.complain(error)
        self.add_class("-empty")
        self.query_one("#nothing", Static).update(UNREAD)

    def _read(self, overview: Summary) -> None:
        self.overview = overview
        names = (cell_len(maze_title(line)) for line in self._listed)
        self._longest_name = max(names, default=0)
        self.set_class(not overview.runs, "-empty")
        self.query_one("#title", FittingLine).show(headline(overview))
        self.query_one("#nothing", Static).update("\n".join(NOTHING))
        for name, title in (("bests", "personal bests"), ("figures", "figures")):
            self.query_one(f"#{name}").border_title = title
        self.when_painted(self._resized)
        self.refresh_bindings()
        if overview.history and not self.focuses_tabs:
            self.runs.focus()
        query, ignore = partial(self.services.store.query_after_writes, books_aside), lambda _: None
        self.run_in_thread(query, self._offer, on_error=ignore, group="aside")

    # Books that were set aside

    def _offer(self, asides: list[BookAside]) -> None:
        """Ask whether the runs of sound books that were set aside are to be taken back."""
        if asides:
            runs = counted(sum(aside.runs for aside in asides), "run")
            lines = [aside.line for aside in asides]
            self.confirm(f"Take {runs} back into the scores?", self._take_back, details=lines)

    def _take_back(self) -> None:
        def work(book: ScoreBook) -> tuple[int, Summary]:
            runs = sum(take_back(book, aside.path) for aside in books_aside(book))
            return runs, book.overview(history=HISTORY)

        query = partial(self.services.store.query_after_writes, work)
        self.run_in_thread(query, lambda found: self._taken(*found), group="aside")

    def _taken(self, runs: int, overview: Summary) -> None:
        self.show_notice(f"{counted(runs, 'run')} added to the scores")
        self._read(overview)

    def action_other_pane(self) -> None:
        """Move the focus to the next pane, skipping the tabs."""
        panes = [pane for pane in self.query("#latest, #categories, #figures") if pane.region]
        at = next((n for n, pane in enumerate(panes) if pane.has_focus), -1)
        if panes:
            panes[(at + 1) % len(panes)].focus()

    # The chosen run

    @on(RowTable.RowHighlighted, "#latest")
    def _choose(self) -> None:
        self._name_chosen()
        self.set_timer(LOOK_SECONDS, partial(self._make_picture, self.chosen))

    def _name_chosen(self) -> None:
        """Show the game ID of the chosen run on the frame of the list."""
        pane = self.query_one("#runs")
        name = "" if self.chosen is None else Content(self.chosen.name).markup
        if self.has_class("-framed"):
            pane.border_title, pane.border_subtitle = "latest runs", name
        else:
            pane.border_title = name or "latest runs"

    def _make_picture(self, line: Played | None) -> None:
        wanted = line is self.chosen and self.has_class("-pictured")
        if line is None or line.id == self._pictured or not wanted:
            return
        self._pictured = line.id
        self.query_one(MazePane).show(None, None, None)
        if line.cells <= LOOK_CELLS:
            prove, ignore = partial(self._walk_of, line), lambda _: None
            self.run_in_thread(prove, self._show_picture, on_error=ignore, group="picture")

    def _show_picture(self, walk: FinishedWalk) -> None:
        scene = Scene.of(walk.run.level)
        scene.show_tracks(walk.run.tracks)
        self.query_one(MazePane).show_scene(scene)

    # The panes

    @property
    def _listed(self) -> Sequence[Played]:
        return () if self.overview is None else self.overview.history[:LISTED]

    def _show(self) -> None:
        """Fill the panes for their present size."""
        overview = self.overview
        if overview is None or not overview.runs or not self.runs.region:
            return  # without a size the panes are filled after the first layout
        columns = run_columns(self.runs.scrollable_content_region.width, self._longest_name)
        self.runs.show_rows(columns, (cells_of(line, columns) for line in self._listed))
        self._name_chosen()
        side, pane = self.query_one("#side"), self.query_one("#bests")
        height, frame = side.size.height, 2 * self.has_class("-framed")
        pane.border_subtitle = "" if overview.categories else NO_BESTS
        if wide := self.has_class("-wide"):
            table = self.query_one("#categories", RowTable)
            titles, rows = bests(overview, side.size.width - frame - table.scrollbar_size_vertical)
            table.show_rows(titles, rows)
            lines = min(len(rows) + 1 + frame, height * MOST_BESTS // 100)
            pane.styles.height = lines
            height -= lines
        figures = self.query_one("#figures", LineText)
        width = max(figures.scrollable_content_region.width, 20)
        below = lists(overview, width, with_bests=not wide)
        parts = [below]
        if self.app.size.height >= FRAMED:
            spare = height - frame - below.plain.count("\n") - 3
            efficiency = plot(overview, width, min(max(spare, CURVE_HEIGHT), TALLEST))
            # Without room for all, the curve comes last: no heading ends the pane.
            parts.insert(0 if spare >= CURVE_HEIGHT else 1, efficiency)
        figures.show_text(Content("\n").join(filter(None, parts)))

    def on_resize(self, event: Resize) -> None:
        self._set_classes(event.size)
        self.when_painted(self._resized)

    def _set_classes(self, size: Size) -> None:
        wide, high = size.width >= WIDE, size.height >= FRAMED
        self.set_class(wide and size.height >= PICTURED, "-pictured")
        self.set_class(high, "-framed").set_class(not high, "-low")

    def _resized(self) -> None:
        self._show()
        self._make_picture(self.chosen)

    # Actions on a run

    @property
    def chosen(self) -> Played | None:
        """The highlighted run, or None."""
        return self._listed[self.runs.cursor_row] if self.runs.row_count else None

    @on(RowTable.RowSelected, "#latest")
    def action_watch(self) -> None:
        self._prove(self._watch)

    def _watch(self, walk: FinishedWalk) -> None:
        self.open(factory.replay(walk, race=True))

    def action_race(self) -> None:
        self._prove(lambda walk: self.race_walk(walk.run))

    def _prove(self, known: Callable[[FinishedWalk], object]) -> None:
        if self.chosen is not None:
            self.run_in_thread(partial(self._walk_of, self.chosen), known)

    def _walk_and_ghost(self, line: Played) -> tuple[Record, GhostWalk | None]:
        query = self.services.store.query_after_writes
        return query(lambda book: (book.walk(line.id), book.ghost(line.id)))

    def _walk_of(self, line: Played) -> FinishedWalk:
        """Verify a run and return its walk; for threads."""
        record, ghost = self._walk_and_ghost(line)
        run = prove(self.services.store.level(record.level), Replay(record))
        name, other = line.walkers
        ghost = ghost and replace(ghost, name=other)
        rivals = rivals_on(run.level, line.keys, ghost, run)
        turns = wrong_turns(run)[:MARKED_TURNS]
        return FinishedWalk(run, rivals, turns, name, line.party)

    def action_open_replay(self) -> None:
        self.open(factory.open_replay(), self._watch)

    def action_export(self) -> None:
        if self.chosen is not None:
            self.run_in_thread(partial(self._export, self.chosen), self.show_notice, group="export")

    def _export(self, line: Played) -> str:
        record, ghost = self._walk_and_ghost(line)
        text = write_replay(record, line.maze, line.keys, ghost)
        path = self.services.store.places.replays / replay_name(line.id, line.name)
        return self.give(path, text)

    @property
    def game_id(self) -> str:
        return "" if self.chosen is None else self.chosen.level

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        if action in {"watch", "race", "export", "copy", "other_pane"}:
            return bool(self._listed)
        return action != "open_replay" or not self.app.is_web


def headline(overview: Summary) -> list[Content]:
    """Return the first line in versions from long to short: runs, perfect runs, streak."""
    if not overview.runs:
        return [Content.styled("Nothing was finished yet", "bold $maze-key")]
    runs, *counts = tally(overview.runs, overview.ranked, overview.perfect)
    start = [Content.styled(runs, "bold $foreground"), *map(Content, counts)]
    streak = counted(overview.streak.days, "day"), "bold $foreground"
    whole = Content.assemble(streak, f" in a row (best {overview.streak.longest:,})")
    brief = Content.assemble(streak, " in a row")
    return [Content("   ").join([*start, whole]), *fewer_and_fewer([*start, brief])]


def plot(overview: Summary, width: int, height: int = CURVE_HEIGHT) -> Content:
    """Return a plot of the efficiency of the latest ranked runs, the latest on the right."""
    shares = [line.efficiency for line in reversed(overview.history) if line.ranked]
    if not shares:
        return Content()
    latest = "run" if len(shares) == 1 else counted(len(shares), "run")
    title = heading(f"Efficiency, last {latest}")
    return Content("\n").join([title, *labelled_curve(shares, width, height), Content()])


def bests(overview: Summary, width: int) -> tuple[list[Column], list[list[str | Text]]]:
    """Return the personal bests as columns and rows of a table."""
    names = [category_title(best.category) for best in overview.categories[:SHOWN_BESTS]]
    columns = [Column("score", 5, right=True), Column("cells/s", 7, right=True)]
    room = width - width_of(columns) - GAP
    has_runs = room - RUNS.width - GAP >= min(max(map(cell_len, names), default=0), NAMED)
    columns.append(Column("maze, rules", room - (RUNS.width + GAP) * has_runs))
    columns += [RUNS] * has_runs
    rows: list[list[str | Text]] = []
    for name, best in zip(names, overview.categories, strict=False):
        score = Text(str(best.best.score), style="bold")
        runs = [f"{best.runs:,}"] * has_runs
        rows.append([score, f"{best.best.pace:.2f}", name, *runs])
    return columns, rows


def lists(overview: Summary, width: int, *, with_bests: bool) -> Content:
    """Return the lines of bests (if wanted), descents, efficiency and races."""
    rows = best_lines(overview, width) if with_bests else []
    if overview.descents:
        rows += [Content(), heading("Deepest descents")][not rows :]
        rows += [Content(fitted(descent_line(row), width)) for row in overview.descents]
    shares = [
        (design_title(a.algorithm, a.algorithm), a.efficiency, counted(a.runs, "run"))
        for a in overview.algorithms
    ]
    races = [
        ((rival_with_pace(r), ""), r.won / r.races, f"{r.won:,} of {r.races:,}")
        for r in overview.races
    ]
    most = width // 2
    names = [with_detail(*name, most) for name, *_ in (*shares, *races)]
    wide = max((name.cell_length for name in names), default=0)
    far = max((len(note) for *_, note in (*shares, *races)), default=0)
    long = max(width - wide - far - BESIDE_BAR, 0)
    wide = min(wide, width - long - far - BESIDE_BAR)
    for title, bars, colour in (
        ("Efficiency by texture", shares, "$maze-path"),
        ("Races won, by rival", races, "$maze-runner"),
    ):
        if bars:
            rows += [Content(), heading(title)][not rows :]
        for name, share, note in bars:
            text = with_detail(*name, wide)
            gap = " " * (wide + 2 - text.cell_length)
            rows.append(text + bar_row(gap, share, long, colour, f"  {note:>{far}}"))
    return Content("\n").join(rows)


def best_lines(overview: Summary, width: int) -> list[Content]:
    """Return the personal bests as lines of text, for a pane without a table of its own."""
    rows = [heading("Personal bests, speed in cells/s")]
    if not overview.categories:
        return [*rows, Content("None yet: the first walk of a maze is ranked.")]
    columns, table = bests(overview, width + GAP)
    titles: list[str | Text] = [column.title for column in columns]
    for cells in (titles, *table):
        texts = zip(map(str, cells), columns, strict=True)
        line = [
            text.rjust(one.width) if one.right else fitted(text, one.width) for text, one in texts
        ]
        rows.append(Content("  ".join(line)))
    return rows


def cells_of(row: Played, columns: Sequence[Column]) -> list[str | Text]:
    """Return a run as the cells of some columns."""
    stars = "★" * row.stars if row.ranked else "practice"
    done = when(row.done)
    cells: list[str | Text] = []
    for column in columns:
        match column.title:
            case "score" if column == RATING:
                cells.append(row.words[0] or f"{row.score:>4} {stars}")
            case "score":
                cells.append(row.words[1] or stars)
            case "race":
                cells.append(row.race)
            case "time":
                cells.append(clock(row.ms))
            case "eff.":
                cells.append(f"{row.efficiency:.0%}")
            case "medal":
                cells.append(row.medal)
            case "maze":
                cells.append(maze_title(row))
            case _:
                cells.append(done[5:10] if column == DAY else done[: column.width])
    return cells

"""Scores: the player's bests, efficiency, races and latest runs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.widgets import OptionList, Static

from mazegame.drawing import Scene
from mazegame.formats.replay import Replay, prove, replay_name, write_replay
from mazegame.game.racing.rivals import rivals_on
from mazegame.game.scoring.finished_walk import FinishedWalk
from mazegame.game.scoring.wrong_turns import MARKED_TURNS, wrong_turns
from mazegame.game.words import clock, counted, tally
from mazegame.screens import factory
from mazegame.screens.base import GameScreen
from mazegame.services.score_book import HISTORY
from mazegame.store.book.merging import books_aside, take_back
from mazegame.store.book.report import algorithm_name, category_name, descent_line, rival_name, when
from mazegame.store.records import Summary
from mazegame.widgets.keys.key_line import KeyLine
from mazegame.widgets.maze.maze_pane import MazePane
from mazegame.widgets.text.fitting_line import FittingLine, fewer_and_fewer
from mazegame.widgets.text.menu_list import LineText, MenuList, fitted
from mazegame.widgets.text.plot import CURVE_HEIGHT, bar_row, heading, labelled_curve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult

    from mazegame.game.career.statistics import Played
    from mazegame.game.racing.repeaters import GhostWalk
    from mazegame.game.recording.record import Record
    from mazegame.store.book.book import ScoreBook
    from mazegame.store.book.merging import BookAside

NOTHING: Final = (
    "Walk a maze to B, and here stand",
    "  its score, beside your best",
    "  your walk, to watch it again",
    "  your ghost, to race it",
    "",
    "Press esc, then Enter, to play one.",
)
"""What stands in place of runs while there are none."""

LISTED: Final = 100
"""Most runs in the list."""

WIDE, ROOMY, FRAMED = 110, 90, 20
"""Fewest columns of a screen with the runs beside the figures, of a pane whose dates have the time
of day, and fewest lines of a screen whose panes have frames."""

BESIDE_LEVEL, LEVEL_WIDE = 30, 12
"""Columns of a listed run beside the name of its level and its date; fewest for that name."""

FULL, MEDALS, PICTURED = 120, 150, 30
"""Fewest columns of a screen with a column for efficiency, and of one for medals as well; fewest
lines of one that shows the maze of the chosen run."""

LOOK_SECONDS, LOOK_CELLS = 0.15, 20_000
"""Seconds for which a run is chosen before its maze is made, and most cells of that maze."""

RATING, EFFICIENCY, MEDAL = (8, 13), 6, 8
"""Columns of a rating without and with room for all of it, of an efficiency, and of a medal."""

NO_DATE, DAY, DATE, DATE_AND_TIME = 0, 5, 10, 16
"""Columns of no date, of month and day, of a whole date, and of one with the time of day."""

BESIDE_BEST, RUNS, NAMED = 15, 6, 26
"""Columns of a personal best beside its name and the number of its runs; those of that number,
which is left out where a name needs them; and as many as most names need."""

TALLEST, BESIDE_BAR = 16, 9
"""Most lines of the plot, which takes what the lists below it leave; columns of a bar's gaps and
its share."""


class Layout(NamedTuple):
    """The columns of the parts of the screen."""

    figures: int
    """Those of the figures, inside their frame."""
    more: int
    """How many more columns a run has room for: efficiency, then medal."""
    level: int
    """Those of the name of a run's level."""
    date: int
    """Those of a run's date: as much of it as leaves room for the names of levels."""

    @classmethod
    def of(cls, size: Size, longest: int) -> Layout:
        """Return the columns for a terminal, and for names of levels of at most some columns."""
        more = sum(size.width >= least for least in (FULL, MEDALS))
        if more:
            figures = min(size.width * 2 // 5, 80) - 5
            runs = size.width - figures - 10
        else:
            beside = 5 if size.height >= FRAMED else 3
            runs = figures = (size.width // 2 if size.width >= WIDE else size.width) - beside
        room = runs - BESIDE_LEVEL - sum((RATING[1] - RATING[0] + EFFICIENCY, MEDAL)[:more])
        date = DAY if room - DAY >= LEVEL_WIDE else NO_DATE
        if room >= ROOMY - BESIDE_LEVEL and room - DATE_AND_TIME >= longest:
            date = DATE_AND_TIME
        elif room - DATE >= longest:
            date = DATE
        return cls(figures, more, max(room - date + 2 * (not date), LEVEL_WIDE), date)


class ScoresScreen(GameScreen[None]):
    """Shows the score book."""

    CSS_PATH = "scores.tcss"
    AUTO_FOCUS = "#figures"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "other_pane", "other pane", id="scores.next"),
        Binding("enter", "watch", "watch", id="scores.watch", tooltip="watch the run"),
        Binding("g", "race", "race", id="scores.race", tooltip="race the run as a ghost"),
        Binding("e", "export", "export", id="scores.export", tooltip="write the run to a file"),
        Binding("less_than_sign", "open_replay", "import", id="scores.import",
                tooltip="open a replay"),
        Binding("question_mark", "help", "help", id="scores.help"),
        Binding("c", "copy", "copy game ID", id="scores.copy"),
        Binding("escape,q,4", "dismiss", "back", id="scores.back", key_display="esc"),
    ]  # fmt: skip

    _layout: Layout
    _drawn_for = Size()
    _pictured: Played | None = None

    def __init__(self, overview: Summary | None = None) -> None:
        """``overview`` is the summary of the book; None to read it here."""
        super().__init__()
        self._is_read = overview is not None
        self.overview = overview or Summary()

    def compose(self) -> ComposeResult:
        overview = self.overview
        if not self._is_read:
            yield KeyLine()
            return
        # Set here, since Textual checks breakpoints after the first layout and would lay out twice.
        self.add_class("-wide" if self.app.size.width >= WIDE else "-narrow")
        self._lay_out()
        self._drawn_for = self.app.size
        yield FittingLine(headline(overview), id="title")
        figured = LineText(self._figures(), id="figures")
        figured.border_title = "figures" if overview.runs else ""
        yield figured
        if overview.history:
            with Vertical(id="runs"):
                yield Static(self._heading, id="heading", markup=False)
                yield MenuList(self._lines(), id="latest", classes="pane")
                yield MazePane()
        else:
            self.add_class("-empty")
        yield KeyLine()

    def on_mount(self) -> None:
        if self._is_read:
            self._begin()
        else:
            self.ask(self.services.score_book.overview().result, self._read)

    async def _read(self, overview: Summary) -> None:
        self.overview, self._is_read = overview, True
        await self.recompose()
        self._begin()
        self.query_one("#figures").focus()

    def _begin(self) -> None:
        """Show the maze of the chosen run, and of each that stays chosen for a moment."""
        for runs in self.query(MenuList):
            runs.highlighted = 0
            if self.has_class("-pictured"):  # then the arrows go through the mazes
                runs.focus()
            self.watch(runs, "highlighted", self._choose, init=False)
        self._name_chosen()
        self._make_picture(self.chosen)
        ask, ignore = partial(self.services.store.ask_afterwards, books_aside), lambda _: None
        self.ask(ask, self._offer, refused=ignore, group="aside")

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

        ask = partial(self.services.store.ask_afterwards, work)
        self.ask(ask, lambda found: self._taken(*found), group="aside")

    def _taken(self, runs: int, overview: Summary) -> None:
        self.say(f"{counted(runs, 'run')} added to the scores")
        self.dismiss()
        self.open_over_all(factory.scores(overview), lambda _: None)

    def action_other_pane(self) -> None:
        self.focus_next()

    # The chosen run

    def _choose(self) -> None:
        self._name_chosen()
        self.set_timer(LOOK_SECONDS, partial(self._make_picture, self.chosen))

    def _name_chosen(self) -> None:
        """Show the whole name of the chosen run above the list, if that has no room for names."""
        cut = self._longest_name > self._layout.level
        for runs in self.query("#runs"):
            runs.border_title = self.chosen.name if cut and self.chosen else "latest runs"

    def _make_picture(self, line: Played | None) -> None:
        wanted = line is self.chosen and self.has_class("-pictured")
        if line is None or line is self._pictured or not wanted:
            return
        self._pictured = line
        self.query_one(MazePane).show(None, None, None)
        if line.cells <= LOOK_CELLS:
            prove, ignore = partial(self._walk_of, line), lambda _: None
            self.ask(prove, self._show_picture, refused=ignore, group="picture")

    def _show_picture(self, walk: FinishedWalk) -> None:
        scene = Scene.of(walk.run.level)
        scene.show_tracks(walk.run.tracks)
        self.query_one(MazePane).show_scene(scene)

    # The columns

    @property
    def _longest_name(self) -> int:
        listed = self.overview.history[:LISTED]
        return max((cell_len(line.name) for line in listed), default=0)

    def _lines(self) -> list[tuple[str, str]]:
        listed = self.overview.history[:LISTED]
        return [(str(line.id), of_run(line, self._layout)) for line in listed]

    @property
    def _heading(self) -> str:
        date = "date" if self._layout.date else ""
        more = ("eff.", "medal")[: self._layout.more]
        return columns("score", "race", "time", more, "maze", date, self._layout.level)

    def _figures(self) -> Content:
        """Return the figures; a low screen begins with the bests, in place of the plot."""
        width, overview = max(self._layout.figures - 1, 20), self.overview
        wide, height = self.app.size
        below = lists(overview, width)
        if height < FRAMED:
            return below
        spare = (height if wide >= WIDE else height * 3 // 5) - below.plain.count("\n") - 7
        above = plot(overview, width, min(max(spare, CURVE_HEIGHT), TALLEST))
        return Content("\n").join(filter(None, (above, below)))

    def _lay_out(self) -> None:
        self._layout = Layout.of(self.app.size, self._longest_name)
        full, height = self._layout.more > 0, self.app.size.height
        self.set_class(full, "-full").set_class(full and height >= PICTURED, "-pictured")
        self.set_class(height >= FRAMED, "-framed").set_class(height < FRAMED, "-low")
        self.styles.grid_columns = f"{self._layout.figures + 5} 1fr" if full else None

    def on_resize(self) -> None:
        if not self._is_read:
            return
        self._lay_out()
        self._make_picture(self.chosen)
        if self._drawn_for == self.app.size:
            return
        self._drawn_for = self.app.size
        for text in self.query(LineText):
            text.show_text(self._figures())
        for runs in self.query(MenuList):
            runs.show_lines(self._lines())
            self.query_one("#heading", Static).update(self._heading)
        self._name_chosen()

    # Actions on a run

    @property
    def chosen(self) -> Played | None:
        """The highlighted run; None for none."""
        at = next((runs.highlighted for runs in self.query(MenuList)), None)
        return None if at is None else self.overview.history[at]

    @on(OptionList.OptionSelected)
    def action_watch(self) -> None:
        self._prove(self._watch)

    def _watch(self, walk: FinishedWalk) -> None:
        self.open(factory.replay(walk, race=True))

    def action_race(self) -> None:
        self._prove(lambda walk: self.race_walk(walk.run))

    def _prove(self, known: Callable[[FinishedWalk], object]) -> None:
        if self.chosen is not None:
            self.ask(partial(self._walk_of, self.chosen), known)

    def _walk_and_ghost(self, line: Played) -> tuple[Record, GhostWalk | None]:
        ask = self.services.store.ask_afterwards
        return ask(lambda book: (book.walk(line.id), book.ghost(line.id)))

    def _walk_of(self, line: Played) -> FinishedWalk:
        """Verify a run, and return what shows its walk. For threads."""
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
            self.ask(partial(self._export, self.chosen), self.say, group="export")

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
            return bool(self.overview.history)
        return action != "open_replay" or not self.app.is_web


def headline(overview: Summary) -> list[Content]:
    """Return the counts of runs, perfect runs, and consecutive days; then shorter ones."""
    if not overview.runs:
        return [Content.styled("Scores: nothing was finished yet", "bold $maze-key")]
    runs, *counts = tally(overview.runs, overview.ranked, overview.perfect)
    start = [Content.assemble(("Scores  ", "bold $maze-key"), runs), *map(Content, counts)]
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


def lists(overview: Summary, width: int) -> Content:
    """Return bests, efficiency and races, one below the other, as tables of all columns."""
    if not overview.runs:
        return Content("\n".join(NOTHING))
    bests = [(category_name(best.category), best) for best in overview.categories[:50]]
    wide = max((cell_len(name) for name, _ in bests), default=0)
    has_runs = width - BESIDE_BEST - RUNS >= min(wide, NAMED)
    wide = width - BESIDE_BEST - RUNS * has_runs
    rows = [heading("Personal bests, speed in cells/s")]
    if bests:
        titles = f"score   speed  {'design, size, rules':{wide}}{'  runs' * has_runs}"
        rows.append(Content.styled(titles, "$foreground 60%"))
    for name, best in bests:
        score = f"{best.best.score:>5}", "bold $foreground"
        middle = f"  {best.best.pace:>6.2f}  {fitted(name, wide)}"
        runs = f"  {best.runs:>4,}" * has_runs, "$foreground 60%"
        rows.append(Content.assemble(score, middle, runs))
    if not bests:
        rows.append(Content("None yet: the first walk of a maze is ranked."))
    if overview.descents:
        rows += [Content(), heading("Deepest descents")]
        rows += [Content(fitted(descent_line(row), width)) for row in overview.descents]
    shares = [
        (algorithm_name(a.algorithm), a.efficiency, f"{a.runs:,}") for a in overview.algorithms
    ]
    races = [(rival_name(r), r.won / r.races, f"{r.won:,} of {r.races:,}") for r in overview.races]
    wide = max((cell_len(name) for name, *_ in (*shares, *races)), default=0)
    far = max((len(note) for *_, note in (*shares, *races)), default=0)
    long = max(width - wide - far - BESIDE_BAR, 0)
    wide = min(wide, width - long - far - BESIDE_BAR)
    for title, bars, colour in (
        ("Efficiency by algorithm, and runs", shares, "$maze-path"),
        ("Races won, by rival", races, "$maze-runner"),
    ):
        if bars:
            rows += [Content(), heading(title)]
        for name, share, note in bars:
            rows.append(bar_row(f"{fitted(name, wide)}  ", share, long, colour, f"  {note:>{far}}"))
    return Content("\n").join(rows)


def columns(
    score: str, race: str, time: str, more: Sequence[str], maze: str, date: str, wide: int
) -> str:
    """Return the parts of a line of the list of runs, each in its column.

    ``more`` is efficiency and medal, as far as they have room.
    """
    widths = f">{EFFICIENCY - 2}", f"{MEDAL - 2}"
    extra = "".join(f"  {text:{width}}" for text, width in zip(more, widths, strict=False))
    rating = f"{score:{RATING[bool(more)]}}"
    if cell_len(maze) > wide:
        maze = maze.rpartition(":")[0] or maze  # its seed tells least
    return f"{rating} {race:4} {time:>8}{extra}  {fitted(maze, wide)}  {date}".rstrip()


def of_run(row: Played, layout: Layout) -> str:
    """Return a run on one line."""
    more = layout.more
    stars = "★" * row.stars if row.ranked else "practice"
    rating = f"{row.score:>4} {stars}" if more or row.ranked else stars
    rating = row.words[not more] or rating
    done = when(row.done)
    shown = done[DATE - DAY : DATE] if layout.date == DAY else done[: layout.date]
    values = (f"{row.efficiency:.0%}", row.medal)[:more]
    return columns(rating, row.race, clock(row.ms), values, row.name, shown, layout.level)

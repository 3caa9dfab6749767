"""Daily maze: today's maze, the calendar of tries, solutions, and the marathon."""

from __future__ import annotations

import contextlib
import time
from calendar import monthrange
from datetime import date, timedelta
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import getters, on
from textual.binding import Binding, BindingType
from textual.containers import Container, Grid, Vertical
from textual.content import Content
from textual.events import Click
from textual.widgets import Static

from mazegame.drawing import End, Ink, Scene
from mazegame.engine import Level
from mazegame.formats.replay import Replay, prove
from mazegame.game.modes.calendar import Calendar
from mazegame.game.modes.daily import (
    FIRST_DAY,
    WEEK,
    Stake,
    daily,
    daily_key,
    daily_match,
    daily_name,
    today,
)
from mazegame.game.modes.marathon import (
    MarathonSeries,
    marathon,
    marathon_match,
    marathon_of,
    parse_week,
    week_of,
)
from mazegame.game.recording.ghost_code import GhostCodeError, ghost_code
from mazegame.game.scoring.verdict import share_line
from mazegame.screens import factory
from mazegame.screens.base import GameScreen, leave_keys
from mazegame.store.book.errors import ScoreBookError
from mazegame.store.records import new_uid
from mazegame.store.records import today as own_today
from mazegame.widgets.keys.key_line import KeyLine, key_of, named_keys, shown_key
from mazegame.widgets.maze.maze_pane import MazePane
from mazegame.widgets.series.daily import (
    Month,
    about,
    about_marathon,
    best_legs,
    headline,
    invitation,
    sign_of,
    spell_wait,
    week_of_tries,
    what_enter_does,
    yesterday,
)
from mazegame.widgets.text.characters import has_unicode
from mazegame.widgets.text.row_table import RowTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult

    from mazegame.engine import Recipe
    from mazegame.game.modes.calendar import DailyRun
    from mazegame.store.journal.journal_lines import SavedRun

    Marathons = Mapping[str, Mapping[str, Mapping[int, int]]]
    """The points of marathons by week, attempt and leg."""

ROOMY: Final = (120, 30)
"""Fewest columns and lines of a screen with the maze of a day."""

LARGE: Final = (160, 45)
"""Fewest columns and lines of a screen with a margin."""

LOOK_UP_SECONDS: Final = 0.15
"""Seconds after which the maze of a newly chosen day is computed."""


class DailyScreen(GameScreen[None]):
    """Shows the maze of the day and the calendar."""

    CSS_PATH = "daily.tcss"
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (72, "-wide")]  # noqa: RUF012

    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-short"), (20, "-high")]  # noqa: RUF012

    key_line = getters.query_one(KeyLine)

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "play", id="daily.play"),
        Binding("space", "share", "copy share line", id="daily.share"),
        Binding("4", "marathon", "marathon", id="daily.marathon",
                tooltip="the week's seven mazes in a row"),
        Binding("b", "show_path", "solution", id="daily.solution",
                tooltip="the solution of a day that is over; else yesterday's"),
        Binding("left,a,h", "go(-1)", "day before", show=False, id="daily.before"),
        Binding("right,d,l", "go(1)", "next day", show=False, id="daily.next"),
        Binding("up,w,k", "go(-7)", "week before", show=False, id="daily.week-before"),
        Binding("down,s,j", "go(7)", "next week", show=False, id="daily.week"),
        Binding("pageup", "go_month(-1)", "month before", show=False, id="daily.month-before"),
        Binding("pagedown", "go_month(1)", "next month", show=False, id="daily.month"),
        Binding("home", "go_home", "today", show=False, id="daily.today"),
        Binding("c", "copy", "copy game ID", id="daily.copy"),
        *leave_keys("daily"),
    ]  # fmt: skip

    def __init__(self, day: date | None, *, play: bool, marathon: bool) -> None:
        super().__init__()
        self._today = today()
        self.chosen = day or self._today
        played = self.action_play if play else None
        self._at_once = self.action_marathon if marathon else played
        self._calendar = Calendar()
        self._marathons: Marathons = {}
        self._recipes: dict[date, Recipe] = {}
        self._share: dict[date, str] = {}
        self._codes: dict[date, str] = {}
        """The ghost codes of the walks; copied share lines contain them instead of the game ID."""
        self._known_mazes: set[date] = set()
        """The days whose mazes the player has seen anywhere."""
        self._wanted = self._tries_read = self._recovered = False
        self._drawn: tuple[date, bool] | None = None
        """The day whose maze is shown, and whether its walls are covered."""

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        yield Static(id="note", markup=False)
        with Grid(id="middle"):
            with Vertical(id="left"):
                with Vertical(id="card"):
                    yield Static(id="day")
                    with Container(id="picture"):
                        yield MazePane(whole=True)
                        yield Static(id="invitation", markup=False)
                yield RowTable(choosable=False, id="week")
            with Vertical(id="right"):
                yield Month(lambda day: sign_of(self._calendar, day, self._today))
                yield Static(id="door")
            yield Static(id="share", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Look for interrupted runs before a maze is played."""
        self.listen(self.services.autosave.recovered, lambda _: self._saved_runs_known())

    def _saved_runs_known(self) -> None:
        self._recovered = True
        self._show()
        self._play_at_once()

    def _play_at_once(self) -> None:
        """Play what the screen was opened for; if the try is used, show its result instead."""
        if not (self._recovered and self._tries_read):
            return
        wanted, self._at_once = self._at_once, None
        used = self.chosen in self._calendar.tries and self._left(self.chosen) is None
        if wanted is not None and not (wanted == self.action_play and used):
            wanted()

    def on_resize(self) -> None:
        width, height = self.app.size
        self.set_class(width >= ROOMY[0] and height >= ROOMY[1], "-roomy")
        self.set_class(width >= LARGE[0] and height >= LARGE[1], "-large")
        self.query_one(Month).refresh(layout=True)
        self.when_painted(self._show_sized)

    def _show_sized(self) -> None:
        """Show what depends on the size of the terminal."""
        self._show_week()
        self._show_maze()

    # Tries

    def on_screen_resume(self) -> None:
        """Read the score book again: a maze may be finished, and the date may have changed."""
        if self.chosen == self._today:
            self.chosen = today()
        self._today = today()
        self._share.pop(self.chosen, None)
        self.services.autosave.recover()
        self._show()

        self.run_in_thread(
            lambda: self.read(lambda book: (book.calendar(), book.marathons())), self._show_tries
        )

    def _show_tries(self, tries: tuple[Calendar, Marathons] | None) -> None:
        self._calendar, self._marathons = tries or (Calendar(), {})
        self._tries_read = True
        self._show()
        if FIRST_DAY <= self.chosen <= self._today:  # its maze may have been played meanwhile
            self._load_day(self.chosen, self._run(self.chosen))
        self._play_at_once()

    def _show(self) -> None:
        dates = self.chosen, self._today, self._calendar
        self.query_one(Month).show(self.chosen, self._today)
        self.query_one("#title", Static).update(headline(self._calendar, own_today()))
        note = self._calendar.clock_note(time.time_ns() // 1_000_000)
        self.query_one("#note", Static).update(note)
        self.set_class(bool(note), "-noted")
        left = self._left(self.chosen) is not None
        lines = about(*dates, self._recipes.get(self.chosen), stake=self._stake, left=left)
        lines += yesterday(*dates)
        self.query_one("#day", Static).update(Content("\n").join(lines))
        week = week_of(self.chosen)
        attempts = self._marathons.get(week, {})
        head = Content.styled(f"Marathon {week}", "bold $foreground")
        door = [head, Content(about_marathon(attempts)), key_of_marathon(self)]
        self.query_one("#door", Static).update(Content("\n").join(door))
        share = self._share.get(self.chosen, "")
        self.query_one("#share", Static).update(share)
        self.set_class(bool(share), "-shared")
        self.key_line.rename(
            "play", what_enter_does(self.chosen, self._calendar, self._stake, left=left)
        )
        self._invite(invitation(*dates, self._stake, left=left))
        self._show_sized()
        self.refresh_bindings()

    def _show_week(self) -> None:
        """Show the tries of the chosen day's week, with the legs of its marathon."""
        legs = best_legs(self._marathons.get(week_of(self.chosen), {}))
        table = self.query_one("#week", RowTable)
        room = table.scrollable_content_region.width
        columns, rows = week_of_tries(self.chosen, self._today, self._calendar, legs, room)
        table.show_rows(columns, rows)
        table.styles.height = 1 + len(rows)

    def _invite(self, words: str) -> None:
        """Show some words as what Enter does; empty words for no invitation."""
        line = self.query_one("#invitation", Static)
        line.display = bool(words)
        line.update(f"{shown_key(key_of(self, 'play'))}  {words}")
        line.set_class(self._stake is Stake.RANKED, "-ranked")

    def _show_maze(self) -> None:
        """Show the chosen day's maze where there is room; its walls only once it was walked."""
        found = self._recipes.get(self.chosen)
        covered = self._run(self.chosen) is None
        self.set_class(found is None, "-hidden")
        wanted = self.chosen, covered
        if found is None or not self.has_class("-roomy") or self._drawn == wanted:
            return
        self._drawn = wanted
        fog = WEEK[self.chosen.weekday()].fog

        def show(level: Level) -> None:
            if self._drawn == wanted:
                scene = covered_scene(level, fog=fog) if covered else Scene.of(level)
                self.query_one(MazePane).show_scene(scene)

        self.run_in_thread(partial(Level.of, found), show, group="maze")

    def _look_up(self, day: date) -> None:
        """Load a day once the player has stayed on it."""
        known = day in self._recipes and (day in self._share or self._run(day) is None)
        if day == self.chosen and FIRST_DAY <= day <= self._today and not known:
            self._load_day(day, self._run(day))

    def _run(self, day: date) -> DailyRun | None:
        """Return the finished try of a day, or None."""
        one = self._calendar.tries.get(day)
        return one.run if one is not None else None

    @property
    def _stake(self) -> Stake:
        """What a walk of the chosen day's maze counts for: a try, or practice."""
        stake = self._calendar.stake(self.chosen, self._today)
        return Stake.PRACTICE if self.chosen in self._known_mazes else stake

    def _left(self, day: date) -> SavedRun | None:
        """Return the interrupted run of a day's try, or None."""
        one, key = self._calendar.tries.get(day), daily_key(day)
        if one is not None and one.run is not None:
            return None
        walks = (run for run in self.services.autosave.left_behind if run.heading.series == key)
        return next((run for run in walks if one is None or run.heading.walk == one.walk), None)

    def _load_day(self, day: date, run: DailyRun | None) -> None:
        """Find the recipe of a day, the share line of its try, and whether its maze is known."""

        def find() -> tuple[Recipe, str, bool]:
            found, known = daily(day), False
            with contextlib.suppress(ScoreBookError, ValueError, OSError):  # there is no such walk
                query = self.services.store.query_after_writes
                known = query(lambda book: book.is_known(str(found)))
                if run is not None:
                    return found, self._share_line(day, run), known
            return found, "", known

        self.run_in_thread(find, partial(self._take_recipe, day), group="find")

    def _share_line(self, day: date, run: DailyRun) -> str:
        record = self.services.store.query_after_writes(lambda book: book.walk(run.number))
        walked = prove(self.services.store.level(record.level), Replay(record))
        with contextlib.suppress(GhostCodeError):
            self._codes[day] = "" if record.assisted else ghost_code(walked.level, walked)
        title = f"mazegame daily {daily_name(day)}"
        return share_line(walked, title, medal=run.medal, plain=not has_unicode())

    def _take_recipe(self, day: date, answer: tuple[Recipe, str, bool]) -> None:
        self._recipes[day], share, known = answer
        if known:
            self._known_mazes.add(day)
        if share:
            self._share[day] = share
        if day == self.chosen:
            self._show()
            self._play_if_wanted()

    # Actions

    def _choose(self, day: date) -> None:
        self.chosen = min(max(day, FIRST_DAY), _last_of_month(self._today))
        if self._wanted:  # that was another day
            self._wanted = False
            self.key_line.show_note("")
        self._show()
        self.set_timer(LOOK_UP_SECONDS, partial(self._look_up, self.chosen))

    def action_go(self, days: int) -> None:
        self._choose(self.chosen + timedelta(days=days))

    def action_go_month(self, months: int) -> None:
        """Choose the same day of another month, or its last one."""
        first = self.chosen.replace(day=1)
        last = _last_of_month(first + timedelta(days=31 if months > 0 else -1))
        self._choose(last.replace(day=min(self.chosen.day, last.day)))

    def action_go_home(self) -> None:
        self._choose(self._today)

    def on_month_chosen(self, message: Month.Chosen) -> None:
        self._choose(message.day)
        if message.again:
            self.action_play()

    def action_play(self) -> None:
        day = self.chosen
        if day > today():
            self.show_notice(f"this maze comes in {spell_wait(day)}")
        elif (left := self._left(day)) is not None:
            self.go_on(left)
        elif day in self._recipes:
            self._wanted = True
            self._play_if_wanted()
        else:
            self._wanted = True
            self._load_day(day, None)
            self.key_line.show_note("choosing the maze …")

    def _play_if_wanted(self) -> None:
        found = self._recipes.get(self.chosen)
        if found is None or not self._wanted or self.app.screen is not self:
            return
        self._wanted = False
        self.key_line.show_note("")
        known = self.chosen in {*self._known_mazes, *self._calendar.tries}
        match = daily_match(self.chosen, found, self._stake, known=known)
        self.open(factory.play(self.new_match(match)))

    @property
    def game_id(self) -> str:
        found = self._recipes.get(self.chosen)
        return "" if found is None else str(found)

    def action_share(self) -> None:
        """Copy the share line, with the ghost code of the walk in place of the game ID.

        Without the code it stays on the screen, for terminals that cannot copy.
        """
        share, code = self._share.get(self.chosen), self._codes.get(self.chosen)
        if share:
            if code:
                share = share.removesuffix(self.game_id) + code
            self.app.copy_to_clipboard(share)
            self.show_notice("copied the share line")

    def action_show_path(self) -> None:
        """Show the solution of the chosen day if the day is over, else yesterday's."""
        day = min(self.chosen, today() - timedelta(days=1))

        def solve() -> Level:
            from mazegame.game.recording.record import level_key

            level = Level.of(daily(day))
            self.services.store.note_shown(level_key(level))
            return level

        if day >= FIRST_DAY:
            show = partial(factory.solution, title=daily_name(day))
            self.run_in_thread(solve, lambda level: self.open(show(level)), group="solve")

    @on(Click, "#invitation")
    def _accept(self) -> None:
        self.action_play()

    @on(Click, "#door")
    def action_marathon(self) -> None:
        """Describe the marathon, and start it if the player agrees."""
        week = week_of(min(self.chosen, today()))
        try:
            parse_week(week)
        except ValueError as error:
            self.show_notice(str(error))
            return
        left = self._left_marathon(week)
        key = left and marathon_of(left.heading.series)

        def answered(answer: str) -> None:
            if answer == "continue" and left is not None:
                self.go_on(left)
            else:
                self._start_marathon(week)

        attempts = self._marathons.get(week, {})
        self.open(factory.marathon(week, attempts, key.leg if key else 0), answered)

    def _left_marathon(self, week: str) -> SavedRun | None:
        """Return the latest interrupted leg of a week, or None."""
        for run in self.services.autosave.left_behind:
            key = marathon_of(run.heading.series)
            if key is not None and key.week == week:
                return run
        return None

    def _start_marathon(self, week: str) -> None:
        self.key_line.show_note("choosing seven mazes …")

        def start(legs: tuple[Recipe, ...]) -> None:
            self.key_line.show_note("")
            match = marathon_match(MarathonSeries(week, new_uid()[:8], legs))
            self.open(factory.play(self.new_match(match)))

        self.run_in_thread(partial(marathon, week), start, group="marathon")

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        return action != "share" or self.chosen in self._share


def covered_scene(level: Level, *, fog: bool) -> Scene:
    """Return the frame of a maze with A and, where it is not in fog, B."""
    scene = Scene.of(level)
    if fog:
        scene.show_ends([End(level.start, "A", Ink.START)])
    return scene.cover(())


def key_of_marathon(screen: DailyScreen) -> Content:
    """Return the line that opens the marathon, with its key."""
    return named_keys((key_of(screen, "marathon"), "runs the week's seven in a row"))


def _last_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])

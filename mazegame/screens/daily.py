"""Daily maze: today's maze, the calendar of tries, solutions, and the marathon."""

from __future__ import annotations

import time
from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from mazegame.formats.replay import Replay, prove
from mazegame.game.calendar import EMPTY_CALENDAR, Calendar
from mazegame.game.daily import (
    FIRST_DAY,
    Daily,
    daily,
    daily_title,
    today,
)
from mazegame.game.marathon import marathon, parse_week, week_of
from mazegame.game.series import MarathonSeries, daily_match, marathon_match
from mazegame.game.series_keys import daily_key
from mazegame.game.share import share_line
from mazegame.screens import routes
from mazegame.screens.base import GameScreen
from mazegame.store.errors import ScoreBookError
from mazegame.store.values import new_uid
from mazegame.widgets.daily_words import (
    about,
    about_marathon,
    headline,
    sign_of,
    spell_wait,
    yesterday,
)
from mazegame.widgets.fitting_line import FittingLine
from mazegame.widgets.key_line import KeyLine
from mazegame.widgets.month import Month, Sign
from mazegame.widgets.zooms import has_unicode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult

    from mazegame.engine import Level
    from mazegame.game.marathon import Leg

LOOK_UP_SECONDS: Final = 0.15
"""Seconds for which a day is chosen before its maze is computed."""

ROOMY: Final = (130, 36)
"""Fewest columns and lines of a screen with texts and calendar together in the middle."""


class DailyScreen(GameScreen[None]):
    """Shows the maze of the day and the calendar.

    Args:
        day: The initially chosen day; today if None.
        play: Whether to play its maze at once.
    """

    CSS_PATH = "daily.tcss"
    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-narrow"), (72, "-wide")]  # noqa: RUF012

    VERTICAL_BREAKPOINTS: list[tuple[int, str]] | None = [(0, "-short"), (20, "-high")]  # noqa: RUF012

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "play", id="daily.play", key_display="⏎"),
        Binding("space", "share", "copy share line", id="daily.share", key_display="space"),
        Binding("b", "show_path", "solution", id="daily.solution",
                tooltip="the solution of a day that is over; else yesterday's"),
        Binding("7", "marathon", "marathon", id="daily.marathon",
                tooltip="the week's seven mazes in a row"),
        Binding("left,a,h", "go(-1)", "day before", show=False, id="daily.before"),
        Binding("right,d,l", "go(1)", "next day", show=False, id="daily.next"),
        Binding("up,w,k", "go(-7)", "week before", show=False, id="daily.week-before"),
        Binding("down,s,j", "go(7)", "next week", show=False, id="daily.week"),
        Binding("pageup", "go_month(-1)", "month before", show=False, id="daily.month-before"),
        Binding("pagedown", "go_month(1)", "next month", show=False, id="daily.month"),
        Binding("home", "go_home", "today", show=False, id="daily.today"),
        Binding("c", "copy", "copy game ID", id="daily.copy"),
        Binding("escape,q", "dismiss", "back", id="daily.back", key_display="esc"),
        Binding("question_mark", "help", "help", id="daily.help", key_display="?"),
    ]  # fmt: skip

    @dataclass
    class Known(Message):
        """The tries and marathons were read."""

        calendar: Calendar
        marathons: Mapping[str, Mapping[str, Mapping[int, int]]]
        problem: str = ""

    @dataclass
    class Found(Message):
        """The maze of a day and the share line of its try were found."""

        daily: Daily
        share: str

    @dataclass
    class Solved(Message):
        """The solution of a day's maze was found."""

        level: Level
        day: date

    @dataclass
    class Marked(Message):
        """The mazes of a marathon were found."""

        week: str
        legs: tuple[Leg, ...]

    def __init__(self, day: date | None = None, *, play: bool = False) -> None:
        super().__init__()
        self._today = today()
        self._chosen = day or self._today
        self._play_first = play
        self._calendar = EMPTY_CALENDAR
        self._marathons: Mapping[str, Mapping[str, Mapping[int, int]]] = {}
        self._found: dict[date, Daily] = {}
        self._share: dict[date, str] = {}
        self._wanted = False

    def compose(self) -> ComposeResult:
        """Yield the headline, the day, the calendar, and the share line."""
        yield FittingLine(id="title")
        yield Static(id="note", markup=False)
        with Horizontal(id="middle"):
            yield Static(id="day")
            yield Month(self._sign)
        yield Static(id="share", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Look for interrupted runs before a maze is played."""
        self.services.autosave.recovered.subscribe(self, lambda _: self._play_at_once())

    def _play_at_once(self) -> None:
        """Play the chosen day's maze once, if requested."""
        wanted, self._play_first = self._play_first, False
        if wanted:
            self.action_play()

    @property
    def chosen(self) -> date:
        """The chosen day."""
        return self._chosen

    def on_resize(self) -> None:
        """Centre the parts on a large terminal."""
        size = self.app.size
        self.set_class(size.width >= ROOMY[0] and size.height >= ROOMY[1], "-roomy")
        self.query_one(Month).refresh(layout=True)

    # Tries

    def on_screen_resume(self) -> None:
        """Read the score book again: a maze may be finished, and the date may have changed."""
        if self._chosen == self._today:
            self._chosen = today()
        self._today = today()
        self._share.pop(self._chosen, None)
        self.services.autosave.recover()
        self._show()
        self._ask()

    @work(thread=True, exclusive=True, group="ask")
    def _ask(self) -> None:
        book, problem = self.services.score_book, ""
        known = EMPTY_CALENDAR
        marathons: Mapping[str, Mapping[str, Mapping[int, int]]] = {}
        try:
            known, marathons = book.calendar(), book.marathons()
        except ScoreBookError as error:
            problem = str(error)
        self.post_message(self.Known(known, marathons, problem))

    def on_daily_screen_known(self, message: Known) -> None:
        """Show it."""
        if message.problem:
            self.notify(message.problem, severity="warning", timeout=10, markup=False)
        self._calendar, self._marathons = message.calendar, message.marathons
        self._show()
        self._look_up(self._chosen)

    def _sign(self, day: date) -> Sign:
        """Return the calendar's sign of a day."""
        return sign_of(self._calendar, day, self._today)

    def _show(self) -> None:
        self.query_one(Month).show(self._chosen, self._today)
        self.query_one("#title", FittingLine).show(headline(self._calendar, self._today))
        note = self._calendar.clock_note(time.time_ns() // 1_000_000)
        self.query_one("#note", Static).update(note)
        self.set_class(bool(note), "-noted")
        found = self._found.get(self._chosen)
        week = week_of(self._chosen)
        lines = [
            *about(self._chosen, self._today, self._calendar, found),
            *yesterday(self._chosen, self._today, self._calendar),
            Content(),
            *about_marathon(week, self._marathons.get(week, {})),
        ]
        self.query_one("#day", Static).update(Content("\n").join(lines))
        share = self._share.get(self._chosen, "")
        self.query_one("#share", Static).update(share)
        self.set_class(bool(share), "-shared")
        self.refresh_bindings()

    def _schedule(self) -> None:
        """Find the chosen day's maze soon, if the day stays chosen."""
        day = self._chosen
        self.set_timer(LOOK_UP_SECONDS, lambda: self._look_up(day))

    def _look_up(self, day: date) -> None:
        known = day in self._found and (day in self._share or self._run(day) is None)
        if day == self._chosen and FIRST_DAY <= day <= self._today and not known:
            self._find(day, self._run(day))

    def _run(self, day: date) -> int | None:
        """Return the number of the run that ended the try of a day."""
        one = self._calendar.tries.get(day)
        return None if one is None or one.run is None else one.run.number

    @work(thread=True, exclusive=True, group="find")
    def _find(self, day: date, run: int | None) -> None:
        found, share = daily(day), ""
        if run is not None:
            book = self.services.score_book
            try:
                record = book.walk(run)
                walked = prove(book.level(record.level), Replay(record))
                one = self._calendar.tries[day].run
                medal = "" if one is None else one.medal
                share = share_line(
                    walked, f"mazegame daily {found.name}", medal=medal, plain=not has_unicode()
                )
            except (ScoreBookError, ValueError, OSError):
                share = ""  # the walk no longer exists
        self.post_message(self.Found(found, share))

    def on_daily_screen_found(self, message: Found) -> None:
        """Show the maze's game ID and the share line, or play the maze."""
        self._found[message.daily.day] = message.daily
        if message.share:
            self._share[message.daily.day] = message.share
        if message.daily.day == self._chosen:
            self._show()
            self._play_found()

    # Actions

    def _choose(self, day: date) -> None:
        self._chosen = min(max(day, FIRST_DAY), _last_of_month(self._today))
        if self._wanted:  # that was another day
            self._wanted = False
            self.query_one(KeyLine).show_note("")
        self._show()
        self._schedule()

    def action_go(self, days: int) -> None:
        """Choose another day."""
        self._choose(self._chosen + timedelta(days=days))

    def action_go_month(self, months: int) -> None:
        """Choose the same day of another month, or its last one."""
        first = self._chosen.replace(day=1)
        last = _last_of_month(first + timedelta(days=31 if months > 0 else -1))
        self._choose(last.replace(day=min(self._chosen.day, last.day)))

    def action_go_home(self) -> None:
        """Choose today."""
        self._choose(self._today)

    def on_month_chosen(self, message: Month.Chosen) -> None:
        """Choose a day; play its maze at the second click."""
        self._choose(message.day)
        if message.again:
            self.action_play()

    def action_play(self) -> None:
        """Play the chosen day's maze, or resume its interrupted run."""
        day = self._chosen
        if day > today():
            self.notify(f"this maze comes in {spell_wait(day)}", timeout=4, markup=False)
            return
        left = self.services.autosave.left_in(daily_key(day))
        if left is not None and self._run(day) is None:
            self.go_on(left)
            return
        self._wanted = True
        if day in self._found:
            self._play_found()
        else:
            self._find(day, None)
            self.query_one(KeyLine).show_note("choosing the maze …")

    def _play_found(self) -> None:
        """Play the maze of the chosen day, if that is wanted and the maze is found."""
        found = self._found.get(self._chosen)
        if found is None or not self._wanted or self.app.screen is not self:
            return
        self._wanted = False
        self.query_one(KeyLine).show_note("")
        self.open(routes.Play(daily_match(found.day, found.recipe, found.rules)))

    def action_copy(self) -> None:
        """Copy the game ID of the chosen day's maze."""
        found = self._found.get(self._chosen)
        if found is not None:
            self.app.copy_to_clipboard(str(found.recipe))
            self.notify(f"copied {found.recipe}", timeout=3, markup=False)

    def action_share(self) -> None:
        """Copy the share line. It stays on the screen for terminals that cannot copy."""
        share = self._share.get(self._chosen)
        if share:
            self.app.copy_to_clipboard(share)
            self.notify(f"copied: {share}", timeout=6, markup=False)

    def action_show_path(self) -> None:
        """Show the solution of the chosen day if the day is over, else yesterday's."""
        day = min(self._chosen, today() - timedelta(days=1))
        if day >= FIRST_DAY:
            self._solve(day)

    @work(thread=True, exclusive=True, group="solve")
    def _solve(self, day: date) -> None:
        from mazegame.engine import Level
        from mazegame.game.record import level_key

        level = Level.of(daily(day).recipe)
        self.services.score_book.note_shown(level_key(level))
        self.post_message(self.Solved(level, day))

    def on_daily_screen_solved(self, message: Solved) -> None:
        """Show it."""
        title = f"{message.day.isoformat()}, {daily_title(message.day)}"
        self.open(routes.Solution(message.level, title))

    def action_marathon(self) -> None:
        """Start the marathon of the chosen day's week."""
        week = week_of(min(self._chosen, today()))
        try:
            parse_week(week)
        except ValueError as error:
            self.notify(str(error), timeout=4, markup=False)
            return
        self.query_one(KeyLine).show_note("choosing seven mazes …")
        self._mark_out(week)

    @work(thread=True, exclusive=True, group="marathon")
    def _mark_out(self, week: str) -> None:
        self.post_message(self.Marked(week, marathon(week)))

    def on_daily_screen_marked(self, message: Marked) -> None:
        """Start the first leg."""
        self.query_one(KeyLine).show_note("")
        series = MarathonSeries(message.week, new_uid()[:8], message.legs)
        self.open(routes.Play(marathon_match(series)))

    def action_help(self) -> None:
        """Show the keys and the rules."""
        self.open(routes.Help(self))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key does something; sharing needs a finished try."""
        del parameters
        return action != "share" or self._chosen in self._share


def _last_of_month(day: date) -> date:
    return day.replace(day=monthrange(day.year, day.month)[1])

"""Duel: two players at one keyboard in the same maze, round after round.

The screen runs the rounds, shows the card between them, and chooses one view or two by the
terminal's size. A round in progress can be resumed. ``game/modes/duel.py`` decides who wins.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final, cast

from textual import getters
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from mazegame.engine import Direction
from mazegame.game.commands import Glide, Move
from mazegame.game.modes.duel import DRAW, HANDS, LINES_BESIDE, ROUNDS, Duel
from mazegame.game.participant import Participant
from mazegame.game.racing.repeaters import GhostWalk
from mazegame.game.recording.record import level_key
from mazegame.game.scoring.finished_walk import FinishedWalk
from mazegame.game.session import Session
from mazegame.game.words import spell_time
from mazegame.screens import factory
from mazegame.screens.playing.card import CardScreen
from mazegame.widgets.input.background import SHOW_AFTER, LevelMaker
from mazegame.widgets.keys.key_line import KeyLine, joined_keys, key_of, shown_key
from mazegame.widgets.playing.duel import DuelLines, DuelPane, duel_keys
from mazegame.widgets.text.plot import heading

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult

    from mazegame.engine import Level
    from mazegame.game.events import GameEvent
    from mazegame.game.match import Match
    from mazegame.game.run import Run


WAYS: Final = {"run": "to next junction", "walk": "one cell"}
"""How far a key leads, by the name in its binding."""

RUN_KEYS: Final = tuple(f"walk({at}, 'run'" for at in range(len(HANDS)))
"""The keys that the key line names during a round."""


class DuelScreen(CardScreen):
    """Plays the rounds of a duel."""

    CSS_PATH = ["card.tcss", "duel.tcss"]  # noqa: RUF012
    making = getters.query_one(LevelMaker)
    manual = Duel().manual
    _views: Sequence[DuelPane] = ()
    """The panes in use."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *duel_keys(),
        Binding("enter", "start", "go on", id="duel.start", key_display="⏎"),
        Binding("tab", "aim", "aim", id="duel.aim", tooltip="first at B, or fewest steps"),
        Binding("space", "replay", "replay", id="duel.replay", tooltip="watch both walks"),
        Binding("escape,p", "pause", "pause", id="duel.pause", key_display="esc"),
        Binding("escape", "dismiss", "leave", id="duel.leave", key_display="esc",
                tooltip="leave; while the card is shown"),
        Binding("question_mark", "help", "help", id="duel.help"),
    ]  # fmt: skip

    def __init__(self, match: Match, resume: Run | None = None, second: Run | None = None) -> None:
        super().__init__()
        self.match = match
        """The present round; after its end it includes the result."""
        self._first = match
        self._resumed = resume, second

    @property
    def series(self) -> Duel:
        """The series, with the rounds won so far."""
        return cast("Duel", self.match.series)

    @property
    def runs(self) -> list[Run]:
        return [player.run for player in self.session.players] if self.session else []

    # Rounds

    def compose(self) -> ComposeResult:
        numbers = DuelLines()
        yield numbers
        first, second = (DuelPane(numbers).add_class(f"-{hand}") for hand in HANDS)
        yield Horizontal(first, Static(classes="rule"), second)  # a canvas has no border
        yield LevelMaker()
        yield KeyLine()
        yield Static(id="card")

    def on_mount(self) -> None:
        self._make(self.match)

    def _make(self, match: Match) -> None:
        self.match = match
        self.hold_frame(SHOW_AFTER)
        self.participant = None
        self.add_class("-making")
        self.making.make(match.source, self._begin, self._failed)

    def _failed(self, reason: str) -> None:
        self.show_notice(reason, "error")
        self.dismiss()

    def _begin(self, level: Level) -> None:
        first = self.match is self._first
        resume, second = self._resumed if first else (None, None)
        session = Session(self.match, level, runs=len(HANDS), resume=resume, second=second)
        self.participant = Participant(session, 0)
        self.take_look()
        self._keep(resumed=resume is not None)
        if level.recipe is not None:
            self.services.store.note_shown(level_key(level))
        self.remove_class("-making")
        self._show_views()
        self.begun(resting=self.resting or first)

    def _keep(self, *, resumed: bool = False) -> None:
        first, second = self.runs
        self.services.autosave.start(first, self.match, resumed=resumed, second=second)

    def show_events(self, happened: list[GameEvent]) -> None:
        """Show what happened, and end the round if that decides it."""
        for pane in self._views:
            pane.show_events(happened)
        if not self.series.won_by and self.series.over(self.runs):
            finished = self.series.after(self.runs)
            run, other = (self.runs[HANDS.index(hand)] for hand in finished.hands)
            self.services.autosave.finish_round(run, other, finished.key)
            self._change_series(finished)

    def _change_series(self, series: Duel) -> None:
        self.match = replace(self.match, series=series)
        if self.session is not None:
            self.session.match = self.match
        self.query_one(DuelLines).show_participant(self.participant)
        self.rest()

    def on_resize(self) -> None:
        self._show_views()

    def _show_views(self) -> None:
        """Show one view if it holds the whole maze and two views would not, else two.

        In fog there are always two, since each player sees with their own eyes only.
        """
        if self.participant is None:
            return
        first, second = self.query(DuelPane)
        level, (width, height) = self.participant.level, self.app.size
        room = height - LINES_BESIDE
        two = self.match.rules.fog or first.holds(level, (width - 1) // 2, room, roomily=True)
        first.both = not two and first.holds(level, width, room)
        self.set_class(first.both, "-one")
        first.match_zoom(None if first.both else second)
        second.match_zoom(first)
        self._views = [first] if first.both else [first, second]
        for number, pane in enumerate(self._views):
            pane.show_participant(Participant(self.participant.session, number))

    def rest(self) -> None:
        super().rest()
        self.query_one(KeyLine).put_first(())

    def walk_on(self) -> None:
        super().walk_on()
        self.query_one(KeyLine).put_first(RUN_KEYS)

    # The card

    def words(self) -> tuple[list[Content], dict[str, str]]:
        series = self.series
        if series.won_by:
            then = "menu" if series.decided else "next round"
            return self._result(), {"start": then, "replay": "replay"}
        if not self._fresh:
            paused = [heading(f"Paused: {series.about(None)}"), Content(), *self._hands()]
            return paused, {"start": "go on", "dismiss": "leave"}
        won, other = "The first at B wins", "fewest steps"
        if series.fewest:
            won, other = "The fewest steps win", "first at B"
        rules = [
            heading(f"Duel: best of {ROUNDS} rounds"),
            Content(f"{won} a round."),
            Content(),
            *self._hands(),
        ]
        return rules, {"start": "start", "aim": other}

    def _hands(self) -> list[Content]:
        """Return a table of the keys: what each player presses to run, and to walk one cell."""

        def keys(at: int, how: str) -> str:
            actions = (f"walk({at}, '{how}', '{side}')" for side in "NWSE")
            return shown_key(joined_keys([key_of(self, action) for action in actions]))

        lines = [Content.styled(f"{'':18}{HANDS[0]:8}{HANDS[1]}", "$maze-dim")]
        for how, what in WAYS.items():
            own, other = (keys(at, how) for at in range(len(HANDS)))
            lines.append(Content.assemble(f"{what:18}", (f"{own:7} {other}", "bold $maze-key")))
        return lines

    def _result(self) -> list[Content]:
        series, runs = self.series, self.runs
        won = "Nobody wins" if series.won_by == DRAW else series.outcome.capitalize()
        lines = [heading(f"{won} the round")]
        if series.decided:
            score = f"{max(series.wins)} : {min(series.wins)}"
            lines.append(Content.styled(f"{won} the duel, {score}", "bold $success"))
        lines += [Content(), Content(f"{'':8}{'steps':>7}  {'time':<9}{'rounds':>6}")]
        for hand, run, wins in zip(HANDS, runs, series.wins, strict=True):
            took = spell_time(run.stopwatch.ms) if run.finished else "not at B"
            lines.append(Content(f"{hand:8}{run.steps:7,}  {took:<9}{wins:6}"))
        return lines

    # Keys

    @property
    def _fresh(self) -> bool:
        return not any(self.series.wins) and not any(run.steps for run in self.runs)

    def action_walk(self, hand: int, how: str, side: str) -> None:
        """Move a player to the next junction, or one cell."""
        if not self.resting:
            self.do((Glide if how == "run" else Move)(Direction[side]), hand)

    def action_start(self) -> None:
        """Start, resume, begin the next round, or leave after the last one."""
        if not self.series.won_by:
            self.walk_on()
        elif match := self.series.next(self.match, self.runs[0]):
            self.remove_class("-resting")
            self._make(match)
        else:
            self.dismiss()

    def action_aim(self) -> None:
        self._change_series(replace(self.series, fewest=not self.series.fewest))
        self._keep()

    def action_replay(self) -> None:
        winner, other = self.series.hands
        run, second = (self.runs[HANDS.index(hand)] for hand in (winner, other))
        rival = replace(GhostWalk.of(second), name=other).on(run.level)
        self.open(factory.replay(FinishedWalk(run, (rival,), name=winner)))

    def check_action(self, action: str, _: tuple[object, ...]) -> bool | None:
        made = self.participant is not None
        works = {
            "pause": made and not self.resting,
            "start": made and self.resting,
            "aim": made and self.resting and self._fresh,
            "replay": bool(self.series.won_by),
            "dismiss": self.resting or not made,
        }
        return works.get(action, True)

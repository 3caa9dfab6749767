"""``Session``: a match while it is played, as a state machine without clock, screen and disk.

Input are commands and the time, output are events. A session has all that changes during a match:
the run and the fog of each player, the rules in force, the rivals, automatic walking (a *glide*),
the countdown, the reveal of the walls, hints that expire, pauses. Its owner calls ``tick`` at the
time of ``next_wake``, and shows the events.

Times are seconds of one monotonic clock. A late tick does not change a race, since the position of
a rival is a function of the stopwatch.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import cycle
from math import inf
from typing import TYPE_CHECKING, ClassVar, Final

from mazegame.game import commands, events
from mazegame.game import run as moves
from mazegame.game.events import GameEvent, Reason
from mazegame.game.racing.field import RaceField
from mazegame.game.racing.meetings import Meetings
from mazegame.game.racing.order import PlaceTracker
from mazegame.game.run import Run, Stopwatch
from mazegame.game.walking.countdown import Countdown
from mazegame.game.walking.gliding import ROUNDING, Timed
from mazegame.game.walking.player import Player
from mazegame.game.walking.ranked_clock import RankedClock
from mazegame.game.walking.travel import steps_of
from mazegame.game.walking.wall_cover import RESUME_SECONDS, UNCOVER_SECONDS, WallCover

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.engine import Cell, Level
    from mazegame.game.commands import Command
    from mazegame.game.match import Match
    from mazegame.game.racing.lines import RivalLine
    from mazegame.game.racing.racer import Racer
    from mazegame.game.rules import Rules
    from mazegame.game.walking.gliding import Glider

RIVAL_SECONDS: Final = 1 / 30
"""Longest time between two ticks while a rival walks, in seconds."""

CLOCK_SECONDS: Final = 0.25
"""Longest time between two ticks while the stopwatch runs, in seconds."""

HINT_SECONDS: Final = 4.0
"""Time for which a hint is shown, in seconds."""

VISIBLE_LEAD_STEPS: Final = 12
"""In an open maze a searching rival is visible up to 2 x the player's steps + this many."""


class Session(Timed):
    """A match being played. It is paused until the first ``Resume``.

    Args:
        match: The match.
        level: Its level.
        animations: Whether walks are animated.
        runs: The number of players who walk side by side.
        resume: An unfinished run of this level to continue; None for a new one.
        second: The unfinished run of a second player.
        known: Whether the player knows the maze, so that it is practice. If the rules have a
            reveal, its walls appear with the first ``Resume``.
    """

    players: tuple[Player, ...]
    counts_steps: ClassVar[bool] = True
    """Whether, under ``Rules.reveal``, each step of a single player's glide takes a fixed time;
    otherwise real time counts."""

    def __init__(
        self,
        match: Match,
        level: Level,
        *,
        animations: bool = True,
        runs: int = 1,
        resume: Run | None = None,
        second: Run | None = None,
        known: bool = False,
    ) -> None:
        super().__init__(animations=animations)
        self.match = match
        self.level = level
        self.rules = match.rules
        self.easiest = replace(
            match.rules, rival_in_sight=match.rules.rival_in_sight and bool(match.rivals)
        )
        """The rules by which the run is ranked: the easiest so far."""
        resumed = [run for run in (resume, second) if run is not None]
        self._cover = WallCover(wanted=match.rules.reveal)
        self._known = known
        self._countdown = Countdown(wanted=self._needs_countdown(runs, resumed))
        self._clock_ran = False
        alone = self.counts_steps and runs == 1
        self._ranked = RankedClock() if match.rules.reveal and alone else None

        def clock() -> float:
            return self._now if self._ranked is None else self._ranked.at(self._now)

        lost = RESUME_SECONDS if match.rules.reveal and not known else 0.0
        for run in resumed:
            late = 0.0 if run.finished else lost
            run.stopwatch = Stopwatch(clock, run.stopwatch.seconds + late)
        new = (Run(level, clock) for _ in range(runs - len(resumed)))
        self.players = tuple(map(Player, (*resumed, *new)))
        for player in self.players:
            player.run.reveal = match.rules.reveal
        rivals = [spec.on(level) for spec in match.rivals]
        first, *_ = self.players
        hunted = cycle(self.players)
        for rival in rivals:
            rival.follow((next(hunted) if rival.hunts else first).run)
        self._field = RaceField(rivals, self.seconds, level)
        for player in self.players:
            player.in_fog = self.rules.fog
        self.meetings = tuple(Meetings(player.run, self.rivals) for player in self.players)
        self.places = tuple(
            PlaceTracker(player.run, self.rivals, compass=self.rules.compass)
            for player in self.players
        )
        """The place of each player in the race."""
        for at, (line, taken) in enumerate(zip(self.lines, self._field.taken, strict=True)):
            if self._reach(at) is None:
                line.walk_to(taken, lambda _: False)  # what was seen before a resume is unknown
        self._show_rivals()

    def _needs_countdown(self, runs: int, resumed: list[Run]) -> bool:
        """Return whether the match begins with a countdown."""
        rules = self.match.rules
        if rules.reveal:  # the walls must appear for all at the same moment
            return bool(self.match.rivals or runs > 1) and not (resumed or self._known)
        fresh = not any(run.steps for run in resumed[:1])
        return bool(self.match.rivals) and rules.countdown and fresh

    # State

    @property
    def covered(self) -> bool:
        """Whether the walls must not be drawn: before their reveal, and in pauses."""
        return not (self._cover.shown or self.finished)

    @property
    def revealed(self) -> bool:
        """Whether the player has seen walls; always True without ``Rules.reveal``."""
        return self._cover.begun

    @property
    def waits(self) -> bool:
        """Whether the session waits for ``Reveal``."""
        return not (self._cover.begun or self.resting or self.counting)

    def appearing(self, now: float) -> bool:
        """Return whether the walls are still appearing; until then no step counts."""
        return self._cover.begun and not (self.resting or self._cover.takes_steps(now))

    @property
    def reading(self) -> float | None:
        """Seconds since the reveal; None before it, and after the first step."""
        waiting = self._cover.wanted and self._cover.begun
        stepped = any(player.run.steps for player in self.players)
        return self.seconds if waiting and not stepped else None

    @property
    def counting(self) -> bool:
        """Whether the countdown runs; until its end no player may walk."""
        return self._countdown.on

    @property
    def rivals(self) -> tuple[Racer, ...]:
        """The rivals of the match."""
        return self._field.rivals

    @property
    def lines(self) -> tuple[RivalLine, ...]:
        """The line of each rival in the maze, as far as the players saw it walk."""
        return self._field.lines

    @property
    def rivals_seen(self) -> list[Cell | None]:
        """The visible cell of each rival; None for a hidden one."""
        return self._field.seen

    @property
    def seconds(self) -> float:
        """The time of the match: the longest of its runs, in seconds."""
        return max(player.run.stopwatch.seconds for player in self.players)

    @property
    def running(self) -> bool:
        """Whether any stopwatch runs."""
        return any(player.run.stopwatch.running for player in self.players)

    @property
    def finished(self) -> bool:
        """Whether every player is at B."""
        return all(player.run.finished for player in self.players)

    def _wakes(self) -> list[float]:
        times = super()._wakes() + [player.hint_ends for player in self.players if player.hint]
        if self.counting:
            times.append(self._countdown.due)
        if self._cover.due < inf:
            times.append(self._cover.due)
        if self.running:
            times.append(self._shown + (RIVAL_SECONDS if self._field.walking else CLOCK_SECONDS))
        return times

    # Input

    def command(self, player: int, command: Command, now: float) -> list[GameEvent]:
        """Carry out a command of a player, by the index in ``players``; return the events.

        Every command ends the player's glide, except the one that began it. A step or a hint ends a
        pause; if the walls are covered it reveals them instead.
        """
        if not self._accepts(player, command, now):
            return []
        asking = self.players[player]
        match command:
            case commands.Stop():
                return []
            case commands.Pause():
                return self._rest()
            case commands.Resume():
                return self._go_on()
            case commands.Reveal():
                return self._show_walls()
            case commands.ShowPath():
                return self._show_path(player)
            case commands.OpenLab():
                asking.run.assisted |= not asking.run.finished
                return []
            case commands.ShowHeat(shown):
                return self._show_heat(player, shown=shown)
            case commands.ChangeRules(rules):
                return self._change_rules(rules)
            case commands.ToggleMark():
                return self._mark(player)
        happened = (
            [] if self.resting else [*self._advance_countdown(), *self._cover.advance(self._now)]
        )
        if self.covered:
            happened += self._show_walls()
            if self.counting:
                happened.append(events.Refused(reason=Reason.TOO_EARLY, player=player))
            return happened
        if not self._cover.takes_steps(self._now):
            return happened
        if self.resting:
            happened += self._go_on()
        if isinstance(command, commands.TakeHint):
            return happened + self._hint(player)
        if self.counting:
            return [*happened, events.Refused(reason=Reason.TOO_EARLY, player=player)]
        happened += self._catch_up()
        if not self.caught:
            happened += self._walk(player, command)
        self._shown = self._now  # these events show the rivals: the next tick can wait
        return happened

    # Walking

    def _advance_walks(self) -> list[GameEvent]:
        began = [*self._advance_countdown(), *self._cover.advance(self._now)]
        return [*began, *super()._advance_walks(), *self._expire_hints()]

    def _end_glide(self, gliding: Glider) -> None:
        super()._end_glide(gliding)
        if self._ranked is not None:
            self._ranked.go_on(self._now)

    def _next_step(self, steps: Iterator[GameEvent]) -> GameEvent | None:
        if self._ranked is None:
            return super()._next_step(steps)
        self._ranked.count_step(self._now)  # before it, since the step reads the time
        event = super()._next_step(steps)
        if not isinstance(event, events.Stepped | events.Arrived):
            self._ranked.take_step_back()
        return event

    def _walk(self, player: int, command: Command) -> list[GameEvent]:
        """Take the first step of a command; begin a glide if there are more."""
        walking = self.players[player]
        match command:
            case commands.Move(direction):
                return self._after_step(player, moves.step(walking.run, direction))
            case commands.StepBack():
                return self._after_step(player, moves.undo(walking.run))
        steps = steps_of(walking, command)
        if isinstance(steps, Reason):
            return [events.Refused(reason=steps, player=player)]
        walking.glides += isinstance(command, commands.Glide)
        return self._glide(player, command, steps)

    def _after_step(self, player: int, event: GameEvent) -> list[GameEvent]:
        """Update the sight after a step, and start all stopwatches with the first one."""
        if isinstance(event, events.Bumped):
            return [replace(event, player=player)]
        walking = self.players[player]
        walking.hint_distance = None
        seen = walking.seen.look(walking.run.position)
        if walking.in_fog:
            event = replace(event, cells=(*event.cells, *seen))
        if player:
            event = replace(event, player=player)
        self._start_clocks()
        happened = [event, *self._show_rivals()]
        if self.rivals:
            self.meetings[player].player_came()
            happened += self._met(player)
        return happened + self._end_if_caught()

    # Rivals, countdown, pauses

    def _catch_up(self) -> list[GameEvent]:
        if not (self.running and self.rivals):
            return []  # it goes on after all have arrived: that changes places a moment later
        seconds = self.seconds
        arrived = self._field.move(seconds)
        happened = [*self._show_rivals(), *arrived]
        for at, meetings in enumerate(self.meetings):
            meetings.rivals_came(self._field.passed, partial(self._sees, at))
            happened += self._met(at)
        return happened + self._end_if_caught()

    @contextmanager
    def _clock_at(self, time: float) -> Iterator[None]:
        """Set the clock to another time within the block."""
        now, self._now = self._now, time
        try:
            yield
        finally:
            self._now = now

    def _end_if_caught(self) -> list[GameEvent]:
        """Stop the clocks at the time at which a hunter caught the player."""
        seconds = self.seconds
        caught = self._field.caught_at(seconds)
        if caught is None or self.caught:
            return []
        self.caught = True
        with self._clock_at(self._now - max(seconds - caught, 0.0)):
            for player in self.players:
                self._end_glide(player)
                player.run.stopwatch.pause()
        return [events.Caught()]

    def _met(self, player: int) -> list[GameEvent]:
        """Return a change of a player's place, and the rivals that have come near."""
        seconds, seen, compass = self.seconds, self.rivals_seen, self.rules.compass
        happened: list[GameEvent] = [*self.places[player].update(seconds, seen, compass=compass)]
        happened += self.meetings[player].close_by(seen)
        return [replace(event, player=player) for event in happened] if player else happened

    def _sees(self, player: int, rival: int, cell: Cell) -> bool:
        """Return whether a player sees a rival in a cell.

        In an open maze, rivals that search are visible unless they are far ahead: a player who
        waits must not learn the way to B from them.
        """
        reach = self._reach(rival, player)
        known = reach is not None and self._field.taken[rival] <= reach
        return known or self.players[player].sees_walker(cell)

    def _reach(self, rival: int, *players: int) -> int | None:
        """Return how many of a rival's steps some players, or any, see wherever they are.

        None for a rival that is seen only where a player was or can see.
        """
        if self.rules.rival_in_sight:
            return sys.maxsize
        if not self.rivals[rival].searches or self.rules.fog:
            return None
        seen = players or range(len(self.players))
        return VISIBLE_LEAD_STEPS + 2 * max(self.players[player].run.steps for player in seen)

    def _show_rivals(self) -> list[GameEvent]:
        if not self.rivals:
            return []
        players = range(len(self.players))
        return self._field.show(
            lambda rival, cell: any(self._sees(player, rival, cell) for player in players),
            self._reach,
        )

    def _advance_countdown(self) -> list[GameEvent]:
        """Show the next number of the countdown if it is due; start the clocks after the last."""
        counting = self.counting
        happened = self._countdown.advance(self._now)
        if counting and not self.counting:
            with self._clock_at(self._countdown.due):  # on time, even after a late tick
                self._start_clocks()
            if self._cover.wanted:
                happened += self._cover.show()
        return happened

    def _show_walls(self) -> list[GameEvent]:
        """Reveal the walls, or uncover them after a pause; do nothing during the countdown."""
        happened = self._go_on() if self.resting else self._advance_countdown()
        if self.counting or self._cover.begun:
            return happened
        self._start_clocks()
        return [*happened, *self._cover.begin(self._now, sweep=self.animations)]

    def _start_clocks(self) -> None:
        for player in self.players:
            if not player.run.finished:
                player.run.stopwatch.go()
        self._shown = self._now

    def _rest(self) -> list[GameEvent]:
        if self.resting:
            return []
        stopped = self.running or self.counting
        self.resting = True
        self._clock_ran = self.running
        for player in self.players:
            self._end_glide(player)
            player.run.stopwatch.pause()
            player.hint_ends -= self._now  # the time left
        happened: list[GameEvent] = [events.CountdownShown(left=0)] if self.counting else []
        if not self.finished:
            happened += self._cover.cover()
        return [*happened, events.Paused()] if stopped else happened

    def _go_on(self) -> list[GameEvent]:
        """Start or continue: restart an interrupted countdown, or start the clocks.

        Walls that were revealed before appear, which costs a second; others wait for ``Reveal``,
        except in a known maze.
        """
        if not self.resting:
            return []
        self.resting = False
        for player in self.players:
            player.hint_ends += self._now
        happened: list[GameEvent] = [events.Resumed()]
        if self.counting:
            happened += self._countdown.begin(self._now)
        elif self._cover.wanted:
            happened += self._uncover()
        elif self._clock_ran or any(player.run.steps for player in self.players):
            self._start_clocks()
        return happened

    def _uncover(self) -> list[GameEvent]:
        if self.finished or not (self._cover.begun or self._known):
            return []
        if self._cover.begun:
            for player in self.players:
                if not player.run.finished:
                    player.run.stopwatch.add(UNCOVER_SECONDS)
        self._start_clocks()
        return self._cover.show()

    # Help and rules

    def _hint(self, player: int) -> list[GameEvent]:
        asking = self.players[player]
        path = tuple(moves.hint(asking.run))
        if not path:
            return []
        cells = asking.reveal(path)
        distance = asking.run.remaining
        asking.hint, asking.hint_distance = path, distance
        asking.hint_ends = self._now + HINT_SECONDS
        return [events.HintShown(cells=cells, path=path, distance=distance, player=player)]

    def _expire_hints(self) -> list[GameEvent]:
        happened: list[GameEvent] = []
        for number, player in enumerate(self.players):
            if player.hint and self._now >= player.hint_ends - ROUNDING:
                player.hint, player.hint_distance = (), None
                happened.append(events.HintHidden(player=number))
        return happened

    def _show_path(self, player: int) -> list[GameEvent]:
        asking = self.players[player]
        asking.hint, asking.hint_distance = (), None
        path = moves.show_path(asking.run)
        asking.reveal(map(tuple, path.tolist()))
        return [events.PathShown(path=path, player=player)]

    def _show_heat(self, player: int, *, shown: bool) -> list[GameEvent]:
        asking = self.players[player]
        if shown and not asking.run.finished:
            asking.run.assisted = True
        asking.heat = shown
        return [events.HeatShown(shown=shown, player=player)]

    def _mark(self, player: int) -> list[GameEvent]:
        marking = self.players[player]
        here = marking.run.position
        marking.run.marks ^= {here}
        return [events.MarkChanged(cells=(here,), dropped=here in marking.run.marks, player=player)]

    def _change_rules(self, rules: Rules) -> list[GameEvent]:
        before = self.rules
        self.rules = rules = replace(rules, reveal=before.reveal)  # it cannot change during a run
        if rules == before:
            return []
        counted = replace(rules, rival_in_sight=rules.rival_in_sight and bool(self.rivals))
        self.easiest = self.easiest.easier(counted)
        happened: list[GameEvent] = [events.RulesChanged(rules=rules, easiest=self.easiest)]
        if rules.fog != before.fog:
            for player in self.players:
                player.in_fog = rules.fog
            happened.append(events.FogChanged())
        return [*happened, *self._show_rivals()]

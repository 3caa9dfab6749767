"""``PartyState``: a player's view of a party, as a state machine of the server's messages.

Other players are rivals, ``RemotePlayer``, whose walks grow with the messages.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from mazegame.engine import Cell, Direction, Level, Recipe, RecipeError
from mazegame.game import commands
from mazegame.game.racing.race_choice import GHOST
from mazegame.game.racing.racer import RivalSpec
from mazegame.game.racing.repeaters import Ghost, shown_times
from mazegame.game.racing.rivals import parse_rivals
from mazegame.game.racing.signs import signs_of
from mazegame.game.recording.record import ForgedRecordError, Record, level_key, walk_again
from mazegame.game.run import Run, Stopwatch
from mazegame.game.session import Session
from mazegame.game.walking.countdown import Countdown
from mazegame.game.walking.gliding import ROUNDING
from mazegame.party import protocol
from mazegame.party.opening import refusal
from mazegame.party.protocol import HIDDEN, STEP_MS
from mazegame.party.room import MOST_PLAYERS

if TYPE_CHECKING:
    from mazegame.game.commands import Command
    from mazegame.game.events import GameEvent
    from mazegame.game.match import Match

MOST_KNOWN: Final = 5000
"""Most players that a host can name as ever in the room. A host is not trusted."""

MOST_STEPS: Final = 100_000
"""Most steps shown of another player."""

MOST_EARLY: Final = 5000
"""Most messages about walks that are kept before a round begins."""

FASTEST: Final = 1000 / (STEP_MS + 0.001)
"""Fastest glide, in cells per second: rounded times of its steps are ``STEP_MS`` apart at least."""

MOST_AHEAD: Final = 60
"""Most commands in the queue, such as keys that a stalled terminal delivers at once."""

_WALKS: Final = (
    commands.Move,
    commands.Glide,
    commands.WalkBack,
    commands.StepBack,
    commands.WalkTo,
    commands.GoOn,
    commands.ToUnexplored,
)
"""The commands that take steps."""


class RemotePlayer(Ghost, RivalSpec):
    """Another player as a rival, whose walk grows with messages. It is its own ``RivalSpec``.

    Its cell is ``HIDDEN`` while this player does not see it; its arrival is infinite until it is
    known.
    """

    searches: ClassVar[bool] = True
    is_person: ClassVar[bool] = True
    any_level: ClassVar[bool] = False
    _cells: list[Cell]
    """Empty until the maze is generated."""
    _has_reading = True  # all times count from the server's start

    def __init__(self, name: str) -> None:
        self.name = name
        self._cells = []
        self._times = array("I")

    @property
    def key(self) -> str:
        """Its name in files, changed if it is that of a kind of rival."""
        name = self.name.replace(":", " ").replace("@", " ")
        return f"{name} (player)" if name == GHOST or parse_rivals([name]) else name

    @property
    def is_whole(self) -> bool:
        """Whether all cells of its walk so far are known."""
        return bool(self._cells) and HIDDEN not in self._cells

    def on(self, level: Level) -> RemotePlayer:
        """Return itself, with the level of its round."""
        if not self._cells:
            self._level, self._cells = level, [level.start]
        return self

    def walk(self, first: int, moves: str, times: Sequence[int]) -> None:
        """Add the steps after the ``first`` ones; known steps are replaced.

        Steps after a gap, or before the maze is generated, are dropped.
        """
        if first >= len(self._cells) or self._cells[first] == HIDDEN:
            return
        if first < len(self._cells) - 1:
            self._routes = None  # its lengths are of the steps before
        for at, (letter, ms) in enumerate(zip(moves, shown_times(times), strict=False), first):
            cell = Direction[letter].step(self._cells[at])
            if at >= MOST_STEPS or cell not in self._level.maze:
                return
            self._cells[at + 1 : at + 2] = [cell]
            self._times[at : at + 1] = array("I", [ms])

    def place(self, steps: int, ms: int, cell: Cell) -> None:
        """Set the number of its steps, the time of the last one, and its cell or ``HIDDEN``.

        A host reports that in fog, in place of the walk.
        """
        if not self._cells or steps > MOST_STEPS:
            return
        if cell != HIDDEN and cell not in self._level.maze:
            return
        self.shows_route = False
        more = steps + 1 - len(self._cells)
        self._cells += [HIDDEN] * more
        self._times.extend(shown_times([ms] * more))
        self._cells[-1] = cell

    def arrive(self, ms: int) -> None:
        """Set the time of its arrival at B, in milliseconds."""
        self._arrives = ms / 1000

    def left(self, seconds: float) -> int:
        """Return its distance to B after some seconds; that of A while it is hidden."""
        cell = self.cell(seconds)
        return self._level.distance(self._level.start if cell == HIDDEN else cell)


class PartySession(Session):
    """A session with a common start of all players, and rivals whose cells may be unknown.

    A step takes ``STEP_MS`` at least, as the server demands; an earlier command is queued. Covered
    walls appear at the server's start, or at once if the race has already started.

    Args:
        match: The match.
        level: Its level.
        resume: The walk before the game was killed; None for a new one.
    """

    counts_steps = False

    def __init__(self, match: Match, level: Level, resume: Run | None = None) -> None:
        super().__init__(match, level, resume=resume)
        self._countdown = Countdown(wanted=True, waits=False)
        self._ahead: deque[tuple[float, Command]] = deque()
        """The queued commands, each with its time."""
        if resume is not None and not resume.finished:  # the clock of the race went on
            resume.stopwatch = Stopwatch(lambda: self._now)

    def command(self, player: int, command: Command, now: float) -> list[GameEvent]:
        """Carry out a command as ``Session`` does; queue it if its step comes too early."""
        self._now = max(self._now, now)
        happened = [] if self.resting else self._advance_countdown()
        waits = self.running and (bool(self._ahead) or self._step_due > self._now + ROUNDING)
        if not (waits and isinstance(command, _WALKS)):
            return happened + super().command(player, command, now)
        walk, last = self.players[player].walk, self._ahead[-1][1] if self._ahead else None
        held = command == (last or (walk and walk.command))
        if not held or isinstance(command, commands.Move | commands.StepBack):
            self.players[player].walk = None
            if len(self._ahead) < MOST_AHEAD:
                self._ahead.append((self._now, command))
        return happened

    @property
    def _step_due(self) -> float:
        """The earliest time of the next step; the stopwatch must run."""
        (walker,) = self.players
        run = walker.run
        last = run.times[-1] if run.steps else 0
        return self._now - run.stopwatch.seconds + (last + STEP_MS) / 1000

    def _advance_walks(self) -> list[GameEvent]:
        now = self._now
        happened: list[GameEvent] = []
        while self._ahead and self.running:
            given, command = self._ahead[0]
            due = max(given, self._step_due)
            if due > now + ROUNDING:
                break
            self._ahead.popleft()
            self._now = due  # on time, even after a late tick
            happened += super().command(0, command, due)
        self._now = now
        return happened + super()._advance_walks()

    def _wakes(self) -> list[float]:
        times = super()._wakes()
        if self._ahead and self.running:
            times.append(max(self._ahead[0][0], self._step_due))
        return times

    def _sees(self, player: int, rival: int, cell: Cell) -> bool:
        return cell != HIDDEN and super()._sees(player, rival, cell)


class PartyState:
    """The state of a party as one member knows it."""

    def __init__(self) -> None:
        self.number = 0
        """The member's own number; 0 before it has entered the room."""
        self.key = ""
        """The key with which the member returns after a lost connection."""
        self.host = False
        self.players: dict[int, protocol.Player] = {}
        self._here: set[int] = set()
        """The numbers of the players who are connected."""
        self.rounds = 0
        """The number of rounds of a series."""
        self.about = ""
        """A description of the room's plan."""
        self.prepare = protocol.NO_ROUND
        """The present round."""
        self.start: float | None = None
        """The server's time of the start of the present round; None before it is known."""
        self.rivals: dict[int, RemotePlayer] = {}
        """The other players of the present round, by number."""
        self.board: protocol.Board | None = None
        """The result of the present round; None before its end."""
        self.run: Run | None = None
        """The member's own run of the present round, once it has begun."""
        self.refused = ""
        """The reason why the member cannot play the present round; empty if it can."""
        self._sent = 0
        self._walked_before: list[protocol.Steps] = []
        """The member's steps that the server reports after a lost connection or a kill."""

    @property
    def names(self) -> dict[int, str]:
        """The name of everybody who was ever in the room."""
        return {number: known.name for number, known in self.players.items()}

    @property
    def signs(self) -> dict[int, tuple[str, int]]:
        """The letter and the colour of each player who is here, as in a round of these players."""
        here = sorted(self._here)
        players = [RemotePlayer(self.names[number]) for number in here]
        return dict(zip(here, signs_of(players), strict=True))

    @property
    def races(self) -> bool:
        """Whether the member plays in the present round; else it watches."""
        return self.number in self.prepare.players

    def take(self, message: protocol.Message) -> None:
        """Process a message of the server."""
        match message:
            case protocol.Welcome(key, number, host, rounds, about):
                self.key, self.number, self.host = key, number, host
                self.rounds, self.about, self._walked_before = rounds, about, []
            case protocol.Player(number, here=here):
                fits = len(self._here - {number}) < MOST_PLAYERS or not here
                if fits and (number in self.players or len(self.players) < MOST_KNOWN):
                    self.players[number] = message
                    self._here = self._here | {number} if here else self._here - {number}
            case protocol.Prepare() if message != self.prepare or self.board is not None:
                self._prepare(message)
            case protocol.Prepare():  # after a lost connection
                self._sent = min(self._sent, sum(len(steps.moves) for steps in self._walked_before))
            case protocol.Board():
                self.board, self._walked_before = message, []  # the next round begins at A
            case protocol.Start(_, at):
                self.start = at
            case protocol.Steps() if len(self._walked_before) < MOST_EARLY:
                self._walked_before.append(message)
            case protocol.Arrived(_, player, ms) if player in self.rivals:
                self.rivals[player].arrive(ms)
            case protocol.Field(_, walks, places):
                for player, first, moves, times in walks:
                    if player in self.rivals:
                        self.rivals[player].walk(first, moves, times)
                for player, taken, ms, row, col in places:
                    if player in self.rivals:
                        self.rivals[player].place(taken, ms, (row, col))

    def _prepare(self, message: protocol.Prepare) -> None:
        """Set a new round; set ``refused`` if its maze cannot be generated here."""
        try:
            self.refused = refusal(Recipe.parse(message.maze))
        except RecipeError as error:
            self.refused = f"the maze of the round cannot be made here: {error}"
        if self.refused:
            return
        self.prepare, self.start, self.board = message, None, None
        self.run, self._sent = None, 0
        names, racing = self.names, message.players[:MOST_PLAYERS]
        racers = [RemotePlayer(names.get(one, "?")) for one in racing]
        for racer, sign in zip(racers, signs_of(racers), strict=True):
            racer.sign = sign  # the same on every screen of the party
        self.rivals = dict(zip(racing, racers, strict=True))
        self.rivals.pop(self.number, None)

    def begin(self, run: Run) -> None:
        """Set the member's run, whose later steps ``steps_to_send`` returns."""
        self.run, self._sent = run, run.steps

    def walked(self, level: Level, clock: Callable[[], float]) -> Run | None:
        """Return the member's walk of this round before the game was killed; None if none."""
        try:
            moves = bytes(
                Direction[letter] for steps in self._walked_before for letter in steps.moves
            )
            times = array("I", (ms for steps in self._walked_before for ms in steps.times))
            seconds = times[-1] / 1000
            record = Record(level_key(level), moves, times, 0, assisted=False, seconds=seconds)
            return walk_again(level, record, clock)
        except (ForgedRecordError, LookupError):
            return None

    def steps_to_send(self) -> list[protocol.Steps]:
        """Return messages with the member's steps that were not sent yet."""
        if self.run is None:
            return []
        first, self._sent = self._sent, self.run.steps
        return list(protocol.walk_parts(self.prepare.round, self.run, first))

"""``Room``: a party as a state machine of messages and time; it verifies all walks.

Input are texts and the time, output are messages, each with its connection. A room has no socket,
no clock and no thread: ``server.py`` carries the bytes, calls ``tick``, and generates the maze that
``wanted`` names. Times are seconds of one monotonic clock. Every step is simulated on the room's
own level.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain, count, islice
from math import inf
from typing import Final, TypeAlias

from mazegame import __version__
from mazegame.engine import Direction, Level, Recipe
from mazegame.game.events import Bumped
from mazegame.game.run import Run, step
from mazegame.game.walking.sight import Fog
from mazegame.layers import IN_SIGHT
from mazegame.party import protocol
from mazegame.party.opening import Opening, ProtocolError
from mazegame.party.player_names import LONGEST_NAME, clean_name, looks
from mazegame.party.protocol import HIDDEN, STEP_MS, STEPS_A_MESSAGE, Message
from mazegame.party.rate_limit import RateLimit

MOST_PLAYERS: Final = 64
"""Most players in a room."""

MOST_LINKS: Final = 96
"""Most players and spectators in a room together."""

MESSAGES_A_SECOND: Final = 60
"""Most messages read from a connection in a second."""

MOST_WRONG: Final = 5
"""Wrong room words after which a connection is closed. As many from anywhere delay the answers to
the next ones."""

WRONG_SECONDS: Final = 1.0
"""Delay of the answer to a wrong word, in seconds; it grows with every ``MOST_WRONG`` of them."""

LONGEST_WRONG: Final = 10.0
"""Longest delay of the answer to a wrong word, in seconds."""

FORGIVE_SECONDS: Final = 60.0
"""Seconds after which the delay is a second shorter again."""

SILENT_SECONDS: Final = 8.0
"""Seconds after which a connection without the right word is closed."""

LOST_SECONDS: Final = 30.0
"""Seconds in which a player can come back after a lost connection."""

PREPARE_SECONDS: Final = 20.0
"""Longest wait, in seconds, for players whose games still generate the maze."""

LEAD_SECONDS: Final = 4.0
"""Seconds from the message that announces a start to the start, with the countdown of three."""

NEXT_SECONDS: Final = 30.0
"""Seconds until the next round starts by itself."""

MOST_SLACK: Final = 0.25
"""Most seconds that a player's clock may be ahead, whatever the player measured."""

TICK_SECONDS: Final = 0.1
"""Seconds between two ticks; each sends every player the moves of the others."""

FIELD_STEPS: Final = 240
"""Most steps and places in the message of a tick."""

ROUNDING: Final = 0.02
"""Seconds by which a step may be ahead of the clock, in addition to the slack."""

LATE: Final = 1.0
"""Seconds by which an arrival may come later than the walker's own stopwatch says."""

RETURN_SECONDS: Final = 5.0
"""Seconds after a reconnection in which steps taken without a connection keep their times."""

WORD_LETTERS: Final = "0123456789abcdefghjkmnpqrstvwxyz"
"""The 32 characters of room words; none looks like another."""


def draw_word() -> str:
    """Return a new room word of 40 bits: ``ab3d-9xyz``."""
    word = "".join(secrets.choice(WORD_LETTERS) for _ in range(8))
    return f"{word[:4]}-{word[4:]}"


def _same(left: str, right: str) -> bool:
    """Compare two secrets in a time that does not depend on them."""
    ours, theirs = (text.encode("utf-8", "surrogatepass") for text in (left, right))
    return hmac.compare_digest(ours, theirs)


Out: TypeAlias = tuple[int, Message]
"""A connection and a message for it; ``Notice.over`` closes the connection."""

Stage = Enum("Stage", "LOBBY PREPARING RACING PODIUM")
"""The present activity of a room."""


class CheatError(ValueError):
    """A step is impossible; the message says why."""


class Judged:
    """The walk of one player in a round, verified on the server's level."""

    def __init__(self, level: Level) -> None:
        self.last = 0
        """The time of the last step, in milliseconds."""
        self.run = Run(level, lambda: self.last / 1000)
        """The walk so far, with the times of the player's stopwatch."""
        self.run.stopwatch.go()
        self.ms = -1
        """The time of the arrival, in milliseconds; -1 before it."""
        self.out = False
        """Whether the player was excluded from the round."""
        self.fog = Fog(level)
        self.fog.look(level.start)
        self._away = 0.0
        """Seconds without a connection before the latest reconnection.

        The first message that brings all missed steps resets it.
        """
        self._returned = 0.0
        """The time of that reconnection, in seconds since the start; ``_away`` counts for
        ``RETURN_SECONDS`` after it."""

    @property
    def goes_on(self) -> bool:
        """Whether the player is still walking."""
        return not self.out and self.ms < 0

    def came_back(self, elapsed: float, away: float) -> None:
        """Note a reconnection: an arrival in the seconds without a connection keeps its time."""
        self._away, self._returned = away, elapsed

    def take(self, steps: protocol.Steps, elapsed: float, slack: float) -> None:
        """Add steps, without those that are already known.

        Args:
            steps: The message.
            elapsed: Seconds since the start on the server's clock.
            slack: The most by which the two clocks may differ, in seconds.

        Raises:
            CheatError: At the first impossible step; those before it are added.
        """
        run, allowance = self.run, LATE
        if elapsed - self._returned <= RETURN_SECONDS:
            allowance += self._away
        if len(steps.moves) < STEPS_A_MESSAGE:  # a full message is followed by more such steps
            self._away = 0.0
        if len(steps.moves) != len(steps.times) or steps.first > run.steps:
            raise CheatError("steps are missing")
        known = run.steps - steps.first
        for letter, ms in zip(steps.moves[known:], steps.times[known:], strict=True):
            if run.finished:
                raise CheatError("a step comes after B")
            if ms < self.last:
                raise CheatError("a step is earlier than the one before")
            if ms > (elapsed + slack + ROUNDING) * 1000:
                raise CheatError("a step lies in the future")
            if run.steps and ms < self.last + STEP_MS:
                raise CheatError("the steps are faster than a run can go")
            self.last = ms
            if isinstance(step(run, Direction[letter]), Bumped):
                raise CheatError("a step goes through a wall")
            self.fog.look(run.position)
        if run.finished and self.ms < 0:
            self.ms = max(self.last, STEP_MS * run.steps, round((elapsed - allowance) * 1000))


@dataclass(eq=False)
class _Link:
    """A connection."""

    since: float
    guest: Guest | None = None
    wrong: int = 0
    answer: float = inf
    """The time at which a wrong word is answered; infinite for none."""
    pace: RateLimit = field(default_factory=lambda: RateLimit(MESSAGES_A_SECOND, MESSAGES_A_SECOND))
    """The rate limit of its messages."""


@dataclass(eq=False)
class Guest:
    """A player or a spectator in the room."""

    number: int
    name: str
    key: str
    host: bool
    watch: bool
    link: int | None = None
    lost: float = 0.0
    """The time at which the connection was lost, if ``link`` is None."""
    points: int = 0
    slack: float | None = None
    """The uncertainty of its clock, in seconds; None until its maze is generated."""
    sent: dict[int, int] = field(default_factory=dict)
    """The number of steps that were sent to it, by player."""
    shown: dict[int, tuple[int, int, int, int, int]] = field(default_factory=dict)
    """The last state in fog that was sent to it, by player, as in ``Field.places``."""


class Room:
    """A party. The host is recognized by the key ``host_key`` in its ``Hello``."""

    def __init__(self, plan: Opening, *, word: str, host_key: str) -> None:
        self.word, self.plan = word, plan
        self.stage = Stage.LOBBY
        self.wanted: Recipe | None = None
        """The maze to generate, to be passed to ``level_made``; None for none."""
        self.guests: dict[int, Guest] = {}
        """Everybody in the room, by number."""
        self.walks: dict[Guest, Judged] = {}
        """The walks of the present round, including those of players who left after B."""
        self._host_key = host_key
        self._links: dict[int, _Link] = {}
        self._numbers = count(1)
        self._level: Level | None = None
        self._now = 0.0
        self._out: list[Out] = []
        """The messages to send at the present time."""
        self._due = 0.0
        """The time at which the stage ends by itself; in a race, that of its start."""
        self._wrong = 0
        self._slow_until = 0.0
        """The time after which answers to wrong words are no longer delayed more than usual."""
        self._prepare = protocol.NO_ROUND
        self._board: protocol.Board | None = None
        """The result of the round on the podium; None in other stages."""

    # In and out

    def connected(self, link: int, now: float) -> list[Out]:
        """Add a new connection by its number; ``listener.py`` limits their number."""
        self._now = now
        self._links[link] = _Link(now)
        return self._advance_and_flush()

    def lost(self, link: int, now: float) -> list[Out]:
        """Remove a connection that has ended."""
        self._now = now
        self._lose(link)
        return self._advance_and_flush()

    def received(self, link: int, text: str, now: float) -> list[Out]:
        """Take a text of a connection; return the answers."""
        self._now, by = now, self._links.get(link)
        if by is None:
            return []
        try:
            if by.pace.take(now):
                raise ProtocolError(f"more than {MESSAGES_A_SECOND} messages a second")
            message = protocol.parse(text)
            if by.guest is None:
                self._greet(link, by, message)
            else:
                self._handle(link, by.guest, message)
        except ProtocolError as error:
            self._end(link, str(error))
        return self._advance_and_flush()

    def level_made(self, level: Level) -> None:
        """Take the maze that was wanted; the next tick uses it."""
        if self.wanted is not None and level.recipe == self.wanted:
            self.wanted, self._level = None, level

    def tick(self, now: float) -> list[Out]:
        """Do what is due, ten times a second."""
        self._now = now
        for link, by in list(self._links.items()):
            if by.answer <= now:
                by.answer = inf
                why = "that is not the room word"
                if by.wrong >= MOST_WRONG:
                    self._end(link, why)
                else:
                    self._out.append((link, protocol.Notice(why)))
            elif by.guest is None and now - by.since >= SILENT_SECONDS:
                self._end(link, "no room word came")
        for guest in list(self.guests.values()):
            if guest.link is None:
                if now - guest.lost >= LOST_SECONDS:
                    self._gone(guest)
            elif guest.slack is not None and self.stage in {Stage.RACING, Stage.PODIUM}:
                self._to(guest, *self._field(guest))
        return self._advance_and_flush()

    def _advance_and_flush(self) -> list[Out]:
        """Begin the next round in time, start its race, and end one in which nobody walks.

        Return what is to be sent.
        """
        if self._board is not None:
            if self._board.wait and self._now >= self._due:
                self._begin()
        elif self.stage is Stage.RACING:
            if not any(walk.goes_on for walk in self.walks.values()):
                self._finish()
        elif self.stage is Stage.PREPARING and self._level is not None:
            racers = [self.guests[one] for one in self._prepare.players if one in self.guests]
            ready = all(one.slack is not None for one in racers if one.link is not None)
            if not racers:
                self.stage = Stage.LOBBY
            elif ready or self._now >= self._due:
                self.walks = {guest: Judged(self._level) for guest in racers}
                self.stage, self._due = Stage.RACING, self._now + LEAD_SECONDS
                self._all(protocol.Start(self._prepare.round, self._due))
        out, self._out = self._out, []
        return out

    # Who comes and goes

    def _greet(self, link: int, by: _Link, message: Message) -> None:
        """Answer before the right word was said."""
        if isinstance(message, protocol.Leave):
            self._end(link, "you have left")
        if not isinstance(message, protocol.Hello) or by.answer < inf:
            return
        known = next((one for one in self.guests.values() if _same(one.key, message.key)), None)
        host = _same(self._host_key, message.key)
        others = sum(one.watch == message.watch for one in self.guests.values())
        wait = 0.0 if known or host else self.wait_after(message.word)
        if wait:
            by.wrong += 1
            by.answer = by.since = self._now + wait  # the wait is no silence
        elif message.version != protocol.VERSION or message.mazes != protocol.fingerprint():
            text = f"the room plays mazegame {__version__}, and yours is another one, with"
            self._end(link, f"{text} other mazes or messages: {message.game[:16]!a}")
        elif known:
            self._back(known, link)
        elif others >= (MOST_LINKS - MOST_PLAYERS if message.watch else MOST_PLAYERS):
            self._end(link, "the room is full")
        else:
            name = self._free_name(clean_name(message.name))
            key = self._host_key if host else secrets.token_hex(16)
            guest = Guest(next(self._numbers), name, key, host, message.watch)
            self.guests[guest.number] = guest
            self._come(guest, link)

    def wait_after(self, word: str) -> float:
        """Take a room word, however it was typed; return the seconds until the answer, 0 for now.

        Each fifth wrong word slows down the answers to the next ones.
        """
        typed = str.maketrans("oil", "011", "- ")
        if _same(self.word.translate(typed), word.lower().translate(typed)):
            return 0.0
        longer = max(self._slow_until - self._now, 0.0) / FORGIVE_SECONDS
        self._wrong += 1
        if self._wrong % MOST_WRONG == 0:
            self._slow_until = self._now + min(longer + 1, LONGEST_WRONG) * FORGIVE_SECONDS
        return min(WRONG_SECONDS * (1 + longer), LONGEST_WRONG)

    def _free_name(self, name: str) -> str:
        """Return a name, with a number behind it if it looks like another one's."""
        taken = frozenset[str]().union(*(looks(guest.name) for guest in self._known))
        ends = chain([""], (f" {number}" for number in count(2)))
        names = (name[: LONGEST_NAME - len(end)].rstrip() + end for end in ends)
        return next(one for one in names if taken.isdisjoint(looks(one)))

    @property
    def _known(self) -> Iterable[Guest]:
        return dict.fromkeys([*self.guests.values(), *self.walks])

    def _back(self, guest: Guest, link: int) -> None:
        """Connect a returning player to the same place."""
        if guest.link is not None:
            self._end(guest.link, "your game goes on in another place")
            self.guests[guest.number] = guest  # also who watches
        if guest in self.walks:
            self.walks[guest].came_back(self._now - self._due, self._now - guest.lost)
        guest.sent, guest.shown = {}, {}
        self._come(guest, link)

    def _come(self, guest: Guest, link: int) -> None:
        """Send a guest the state of the room, and to the others that the guest is here."""
        guest.link, self._links[link].guest = link, guest
        what = self.plan.rounds, self.plan.about
        self._to(guest, protocol.Welcome(guest.key, guest.number, guest.host, *what))
        self._to(guest, *(self._player(one) for one in self._known if not one.watch))
        walk = self.walks.get(guest)
        if self.stage in {Stage.PREPARING, Stage.RACING}:
            if walk is not None:  # before the round, so that a killed game begins with all
                self._to(guest, *protocol.walk_parts(self._prepare.round, walk.run))
            self._to(guest, self._prepare)
            guest.slack = None
        if self.stage is Stage.RACING:
            self._to(guest, protocol.Start(self._prepare.round, self._due))
            self._to(guest, *(self._arrived(one) for one in self.walks if self.walks[one].ms >= 0))
        if self._board is not None:
            self._to(guest, self._board)
        if not guest.watch:
            self._all(self._player(guest), besides=guest)

    def _gone(self, guest: Guest) -> None:
        """Remove a guest that has left or did not return; its connection has already ended."""
        self.guests.pop(guest.number, None)  # who watches has gone with the connection
        if self.stage is Stage.RACING and guest in self.walks and self.walks[guest].goes_on:
            del self.walks[guest]
        if guest.host:
            if self.stage is Stage.RACING:
                self._finish()
            for number in list(self._links):
                self._end(number, "the host is gone: the party is over")

    def _lose(self, link: int) -> None:
        """Remove a connection; a player keeps the place, a spectator does not."""
        gone = self._links.pop(link, None)
        guest = None if gone is None else gone.guest
        if guest is None:
            return
        guest.link, guest.lost = None, self._now
        if guest.watch:
            del self.guests[guest.number]
        else:
            self._all(self._player(guest))

    def _end(self, link: int, why: str) -> None:
        """Close a connection with a reason; its player can return."""
        self._out.append((link, protocol.Notice(why, over=True)))
        self._lose(link)

    # Messages of those who are in

    def _handle(self, link: int, guest: Guest, message: Message) -> None:
        match message:
            case protocol.Ping(sent):
                self._to(guest, protocol.Ping(sent, self._now))
            case protocol.Begin() if guest.host and self.stage is Stage.RACING:
                self._finish()
            case protocol.Begin() if guest.host and self.stage is not Stage.PREPARING:
                self._begin()
            case protocol.Ready(number, slack) if number == self._prepare.round:
                guest.slack = min(max(slack, 0.0), MOST_SLACK)
            case protocol.Steps(number) if number == self._prepare.round:
                self._steps(guest, message)
            case protocol.Leave():
                self._end(link, "you have left")
                self._gone(guest)

    def _steps(self, guest: Guest, steps: protocol.Steps) -> None:
        walk = self.walks.get(guest)
        if self.stage is not Stage.RACING or walk is None or not walk.goes_on:
            return
        try:
            walk.take(steps, self._now - self._due, guest.slack or 0.0)
        except CheatError as error:
            walk.out = True
            self._to(guest, protocol.Notice(f"you are left out of this round: {error}"))
            others = protocol.Notice(f"{guest.name} is left out of this round: {error}")
            self._all(others, besides=guest)
        if walk.ms >= 0:
            self._all(self._arrived(guest))

    # Rounds

    def _begin(self) -> None:
        """Begin the next round; after the last one begin a new series."""
        racers = [one for one in self.guests.values() if not one.watch and one.link is not None]
        if not racers:
            return
        number = self._prepare.round % self.plan.rounds + 1
        self.stage, self._due = Stage.PREPARING, self._now + PREPARE_SECONDS
        self.wanted, self._level, self._board = self.plan.maze(number), None, None
        self.walks = {}
        for guest in self.guests.values():
            guest.sent, guest.shown, guest.slack = {}, {}, None
            if number == 1:
                guest.points = 0
        players = tuple(one.number for one in racers)
        self._prepare = protocol.Prepare(
            number, str(self.wanted), self.plan.fog, players, self.plan.reveal
        )
        self._all(self._prepare)

    def _finish(self) -> None:
        self.stage, self._due = Stage.PODIUM, self._now + NEXT_SECONDS
        order = sorted(self.walks.items(), key=lambda one: (one[1].ms < 0, one[1].ms))
        arrivals = [walk.ms for _, walk in order]
        rows: list[protocol.BoardRow] = []
        points = self.plan.points
        for guest, walk in order:
            place = arrivals.index(walk.ms) + 1 if walk.ms >= 0 else 0
            won = points[min(place, len(points)) - 1] if place else 0
            guest.points += won
            row = (guest.number, place, walk.ms, walk.run.steps, won, guest.points)
            rows.append(protocol.BoardRow(*row))
        shortest = 0 if self._level is None else self._level.dist_min
        wait = NEXT_SECONDS if self._prepare.round < self.plan.rounds else 0.0
        if not wait:
            rows.sort(key=lambda row: -row.total)
            totals = [row.total for row in rows]
            rows = [
                row._replace(place=totals.index(row.total) + 1 if row.total else 0) for row in rows
            ]
        self._board = protocol.Board(self._prepare.round, shortest, tuple(rows), wait)
        self._all(self._board)

    # News of the others

    def _field(self, receiver: Guest) -> list[protocol.Field]:
        """Return messages with the news of all walks for one receiver.

        In fog these are places, with a cell if the receiver sees it.
        """
        own, number = self.walks.get(receiver), self._prepare.round
        others = {one.number: walk for one, walk in self.walks.items() if one is not receiver}
        if self.plan.fog and self.stage is Stage.RACING and (own is None or own.ms < 0):
            places = {}
            for player, walk in others.items():
                cell = walk.run.position
                if own is None or own.out or own.fog.light[cell] != IN_SIGHT:
                    cell = HIDDEN
                place = player, walk.run.steps, walk.last, *cell
                if receiver.shown.get(player, (player, 0, 0, *HIDDEN)) != place:
                    places[player] = place
            receiver.shown |= places
            return [protocol.Field(number, (), tuple(places.values()))] if places else []
        messages: list[list[tuple[int, int, str, tuple[int, ...]]]] = []
        room = 0
        for player, walk in others.items():
            sent = receiver.sent.get(player, 0)
            for part in islice(protocol.walk_parts(number, walk.run, sent), 1):
                receiver.sent[player] = sent + len(part.moves)
                if len(part.moves) + 3 > room:
                    messages.append([])
                    room = FIELD_STEPS
                room -= len(part.moves) + 3
                messages[-1].append((player, sent, part.moves, part.times))
        return [protocol.Field(number, tuple(walks), ()) for walks in messages]

    def _arrived(self, guest: Guest) -> protocol.Arrived:
        return protocol.Arrived(self._prepare.round, guest.number, self.walks[guest].ms)

    @staticmethod
    def _player(guest: Guest) -> protocol.Player:
        return protocol.Player(guest.number, guest.name, guest.host, guest.link is not None)

    def _to(self, guest: Guest, *messages: Message) -> None:
        if guest.link is not None:
            self._out += [(guest.link, message) for message in messages]

    def _all(self, message: Message, *, besides: Guest | None = None) -> None:
        for guest in self.guests.values():
            if guest is not besides:
                self._to(guest, message)

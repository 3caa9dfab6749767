"""Protocol: the messages of a party as values, and their text.

A message is a JSON object; ``is`` names its class in small letters. ``docs/party.md`` describes
them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final, TypeAlias, Union, dataclass_transform

import msgspec

from mazegame.engine import ALGORITHMS, Direction, Level, Recipe
from mazegame.game.run import LATEST, Run
from mazegame.party.opening import ProtocolError

VERSION: Final = 2
"""The version of this protocol."""

LONGEST_MESSAGE: Final = 4096
"""Most bytes of a message."""

STEPS_A_MESSAGE: Final = 200
"""Most steps in a message."""

STEP_MS: Final = 25
"""Shortest time of a step in milliseconds, as in a run of 40 cells a second."""

LETTERS: Final = {int(side): letter for letter, side in Direction.__members__.items()}
"""The letters of steps, by the values of ``Direction``."""

HIDDEN: Final = (-1, -1)
"""The cell of a player whom the receiver does not see."""

Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
Seconds: TypeAlias = Annotated[float, msgspec.Meta(ge=-(2**53), le=2**53)]
"""The numbers in messages."""

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=LATEST)]
Moves: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A[NESW]*\Z")]
"""A number of steps or a time in milliseconds, and the directions of steps."""


@dataclass_transform(frozen_default=True)
class Message(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag=str.lower
):
    """A message."""


class Hello(Message):
    """A player, or who watches, wants to come in, or comes back."""

    version: Whole
    game: str
    mazes: str
    word: str
    name: str
    key: str = ""
    """The key of an earlier ``Welcome``; empty for none."""
    watch: bool = False


class Welcome(Message):
    """The sender of a ``Hello`` is in the room."""

    key: str
    """Leads back to the same place after the connection was lost."""
    number: Whole
    host: bool
    rounds: Whole
    """The rounds of a series."""
    about: str
    """What the room plays, in words."""


class Ping(Message):
    """A question for the time of the server, and its answer, in seconds."""

    sent: Seconds
    """The time at which the question was sent, by the clock of who asks."""
    here: Seconds = 0.0
    """In the answer, the time of the server."""


class Player(Message):
    """A player has come, or has gone."""

    number: Whole
    name: str
    host: bool
    here: bool


class Begin(Message):
    """The host starts the next round, or ends the present one."""


class Prepare(Message):
    """Make this maze."""

    round: Whole
    maze: str
    fog: bool
    players: tuple[Whole, ...]
    reveal: bool = False
    """Whether the walls are covered until the start."""


NO_ROUND: Final = Prepare(0, "", fog=False, players=())
"""Stands for the present round before the first one."""


class Ready(Message):
    """The maze is made."""

    round: Whole
    slack: Seconds
    """The most by which the sender's clock may differ from the server's, in seconds."""


class Start(Message):
    """The race starts at this time of the server, in seconds; the countdown ends then."""

    round: Whole
    at: Seconds


class Steps(Message):
    """Steps of the sender; from the server, those of the receiver before a loss."""

    round: Whole
    first: Count
    """The number of steps before these."""
    moves: Moves
    times: tuple[Count, ...]
    """The time of each in milliseconds of the sender's stopwatch."""


class Field(Message):
    """What the receiver may see of the others."""

    round: Whole
    walks: tuple[tuple[Whole, Count, Moves, tuple[Count, ...]], ...]
    """Of each player: number, and first, moves and times as in ``Steps``."""
    places: tuple[tuple[Whole, Count, Count, Whole, Whole], ...]
    """In fog, of each player: number, steps so far, time of the last one, and row and column if the
    receiver sees them; else -1."""


class Arrived(Message):
    """A player is at B."""

    round: Whole
    player: Whole
    ms: Count


class Board(Message):
    """The end of a round."""

    round: Whole
    shortest: Whole
    rows: tuple[tuple[Whole, Whole, Whole, Whole, Whole, Whole], ...]
    """Of each player: number, place, ms, steps, points of the round and of all rounds, in order;
    place and ms are 0 and -1 for who did not arrive. After the last round place and order are those
    of all points, and the place of who has none is 0."""
    wait: Seconds
    """Seconds until the next round starts by itself; 0 for never."""


class Told(Message):
    """A sentence for the player."""

    text: str
    over: bool = False
    """Whether the server ends the connection."""


class Leave(Message):
    """The sender leaves the room."""


_MESSAGES: Final = msgspec.json.Decoder[Any](Union[tuple(Message.__subclasses__())])  # noqa: UP007


def spell(message: Message) -> str:
    """Return the text of a message, at most ``LONGEST_MESSAGE`` bytes long."""
    return msgspec.json.encode(message).decode()


def parse(text: str) -> Message:
    """Read a message; raises a ``ProtocolError`` that names what is wrong."""
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST_MESSAGE:
        raise ProtocolError(f"a message has {LONGEST_MESSAGE} bytes at most")
    try:
        message: Message = _MESSAGES.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise ProtocolError(f"this is no message: {str(error)[:80]!r}") from None
    shown = isinstance(message, Welcome | Player | Told)  # their texts stand on a screen
    if shown and not all(str(one).isprintable() for one in msgspec.structs.astuple(message)):
        raise ProtocolError("a message has characters that do not print")
    return message


def walk_parts(number: int, run: Run, first: int = 0) -> Iterator[Steps]:
    """Yield the walk of a round from a step on, in as many messages as it takes."""
    moves, times = run.moves, run.times
    for at in range(first, len(moves), STEPS_A_MESSAGE):
        part = slice(at, at + STEPS_A_MESSAGE)
        letters = "".join(LETTERS[move] for move in moves[part])
        yield Steps(number, at, letters, tuple(times[part]))


@cache
def fingerprint() -> str:
    """Return a hash of a small maze of each algorithm of the game itself: equal ones race."""
    levels = [Level.of(Recipe(name, 9, 7, "party")) for name in sorted(ALGORITHMS.built_in)]
    made = [(one.start, sorted(one.goals), one.maze.passages.tolist()) for one in levels]
    return hashlib.sha256(repr(made).encode()).hexdigest()[:16]

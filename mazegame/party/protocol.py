"""The messages of a party, and their encoding as JSON.

A message is a JSON object; its field ``is`` has the name of its class in lower case, or ``told``
for a ``Notice``.
``docs/party.md`` describes the protocol.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final, NamedTuple, TypeAlias, Union, dataclass_transform

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
"""Shortest time of a step, in milliseconds, as in a glide of 40 cells a second."""

LETTERS: Final = {int(side): letter for letter, side in Direction.__members__.items()}
"""The letters of steps, by the values of ``Direction``."""

HIDDEN: Final = (-1, -1)
"""The cell of a player whom the receiver does not see."""

Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]
"""An integer in a message."""

Seconds: TypeAlias = Annotated[float, msgspec.Meta(ge=-(2**53), le=2**53)]
"""A time in a message, in seconds."""

Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=LATEST)]
"""A number of steps, or a time in milliseconds."""

Moves: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"\A[NESW]*\Z")]
"""The directions of steps."""


@dataclass_transform(frozen_default=True)
class Message(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", tag=str.lower
):
    """A message."""


class Hello(Message):
    """A player or a spectator enters, or returns after a lost connection."""

    version: Whole
    game: str
    mazes: str
    word: str
    name: str
    key: str = ""
    """The key of an earlier ``Welcome``; empty for none."""
    watch: bool = False


class Welcome(Message):
    """The answer to a ``Hello``: its sender is in the room."""

    key: str
    """With it the receiver returns to the same place after a lost connection."""
    number: Whole
    host: bool
    rounds: Whole
    """The number of rounds of a series."""
    about: str
    """A description of the room's plan."""


class Ping(Message):
    """A request for the server's time, and its answer."""

    sent: Seconds
    """The time of the request on the sender's clock."""
    here: Seconds = 0.0
    """In the answer, the server's time."""


class Player(Message):
    """A player has come, or has gone."""

    number: Whole
    name: str
    host: bool
    here: bool


class Begin(Message):
    """The host starts the next round, or ends the present one."""


class Prepare(Message):
    """Generate the maze of a round."""

    round: Whole
    maze: str
    fog: bool
    players: tuple[Whole, ...]
    reveal: bool = False
    """Whether the walls are covered until the start."""


NO_ROUND: Final = Prepare(0, "", fog=False, players=())
"""A placeholder for the present round before the first one."""


class Ready(Message):
    """The sender has generated the maze."""

    round: Whole
    slack: Seconds
    """The most by which the sender's clock may differ from the server's, in seconds."""


class Start(Message):
    """The race starts, and the countdown ends, at a time of the server's clock."""

    round: Whole
    at: Seconds


class Steps(Message):
    """Steps of the sender; from the server, the receiver's steps before a lost connection."""

    round: Whole
    first: Count
    """The number of steps before these."""
    moves: Moves
    times: tuple[Count, ...]
    """The time of each step, in milliseconds of the sender's stopwatch."""


class Field(Message):
    """News of the other players, as far as the receiver may see them."""

    round: Whole
    walks: tuple[tuple[Whole, Count, Moves, tuple[Count, ...]], ...]
    """For each player: number; first, moves and times as in ``Steps``."""
    places: tuple[tuple[Whole, Count, Count, Whole, Whole], ...]
    """In fog, for each player: number, steps so far, time of the last one, row and column; the
    latter are -1 if the receiver does not see the player."""


class Arrived(Message):
    """A player is at B."""

    round: Whole
    player: Whole
    ms: Count


class BoardRow(NamedTuple):
    """The results of a player."""

    player: Whole
    """The player's number."""
    place: Whole
    """1 for the first; 0 for none."""
    ms: Whole
    """The time; -1 for none."""
    steps: Whole
    points: Whole
    """Points of the round."""
    total: Whole
    """Points of all rounds."""


class Board(Message):
    """The end of a round."""

    round: Whole
    shortest: Whole
    rows: tuple[BoardRow, ...]
    """For each player in order. If a player did not arrive, place is 0 and ms is -1. After the last
    round place and order are by all points, and the place without any is 0."""
    wait: Seconds
    """Seconds until the next round starts by itself; 0 for never."""


class Notice(Message, tag="told"):
    """A notice for the player."""

    text: str
    over: bool = False
    """Whether the server closes the connection."""


class Leave(Message):
    """The sender leaves the room."""


_MESSAGES: Final = msgspec.json.Decoder[Any](Union[tuple(Message.__subclasses__())])  # noqa: UP007


def spell(message: Message) -> str:
    """Return a message as JSON, at most ``LONGEST_MESSAGE`` bytes long."""
    return msgspec.json.encode(message).decode()


def parse(text: str) -> Message:
    """Parse a message; a ProtocolError names what is wrong."""
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST_MESSAGE:
        raise ProtocolError(f"a message has {LONGEST_MESSAGE} bytes at most")
    try:
        message: Message = _MESSAGES.decode(text)
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError) as error:
        raise ProtocolError(f"this is no message: {str(error)[:80]!r}") from None
    shown = isinstance(message, Welcome | Player | Notice)  # these appear on a screen
    if shown and not all(str(one).isprintable() for one in msgspec.structs.astuple(message)):
        raise ProtocolError("a message has characters that do not print")
    return message


def walk_parts(number: int, run: Run, first: int = 0) -> Iterator[Steps]:
    """Yield messages with the steps of a walk from the step ``first`` on."""
    moves, times = run.moves, run.times
    for at in range(first, len(moves), STEPS_A_MESSAGE):
        part = slice(at, at + STEPS_A_MESSAGE)
        letters = "".join(LETTERS[move] for move in moves[part])
        yield Steps(number, at, letters, tuple(times[part]))


@cache
def fingerprint() -> str:
    """Return a hash of small mazes of all built-in algorithms; it must be equal in a party."""
    levels = [Level.of(Recipe(name, 9, 7, "party")) for name in sorted(ALGORITHMS.built_in)]
    made = [(one.start, sorted(one.goals), one.maze.passages.tolist()) for one in levels]
    return hashlib.sha256(repr(made).encode()).hexdigest()[:16]

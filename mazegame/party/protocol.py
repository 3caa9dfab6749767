"""Protocol: the messages of a party as values, and their text.

A message is a JSON object; ``is`` names its class in small letters. ``docs/party.md`` describes
them.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mazegame.game.run import Run

VERSION: Final = 1
"""The version of this protocol."""

LONGEST_MESSAGE, STEPS_A_MESSAGE, LONGEST_NAME = 4096, 200, 16
"""Most bytes of a message, most steps in one, and most characters of a player's name."""

SIDES: Final = {"N": 1, "E": 2, "S": 4, "W": 8}
"""The letters of steps, and the values of ``Direction``."""

LETTERS: Final = {value: letter for letter, value in SIDES.items()}
"""The letter of each value of ``Direction``."""

HIDDEN: Final = (-1, -1)
"""The cell of a player whom the receiver does not see."""

LARGEST: Final = 2**53
"""Largest number in a message."""


class ProtocolError(ValueError):
    """A text that is no message; the error's own text is for the sender."""


@dataclass_transform(frozen_default=True)
class Message:
    """A message: each class of them is a frozen dataclass."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True)(cls)


class Hello(Message):
    """A player, or who watches, wants to come in, or comes back."""

    version: int
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
    number: int
    host: bool
    rounds: int
    """The rounds of a series."""
    about: str
    """What the room plays, in words."""


class Ping(Message):
    """A question for the time of the server, and its answer, in seconds."""

    sent: float
    """The time at which the question was sent, by the clock of who asks."""
    here: float = 0.0
    """In the answer, the time of the server."""


class Player(Message):
    """A player has come, or has gone."""

    number: int
    name: str
    host: bool
    here: bool


class Begin(Message):
    """The host starts the next round, or ends the present one."""


class Prepare(Message):
    """Make this maze."""

    round: int
    maze: str
    fog: bool
    players: tuple[int, ...]


NO_ROUND: Final = Prepare(0, "", fog=False, players=())
"""Stands for the present round before the first one."""


class Ready(Message):
    """The maze is made."""

    round: int
    slack: float
    """The most by which the sender's clock may differ from the server's, in seconds."""


class Start(Message):
    """The race starts at this time of the server, in seconds; the countdown ends then."""

    round: int
    at: float


class Steps(Message):
    """Steps of the sender; from the server, those of the receiver before a loss."""

    round: int
    first: int
    """The number of steps before these."""
    moves: str
    times: tuple[int, ...]
    """The time of each in milliseconds of the sender's stopwatch."""


class Field(Message):
    """What the receiver may see of the others."""

    round: int
    walks: tuple[tuple[int, int, str, tuple[int, ...]], ...]
    """Of each player: number, and first, moves and times as in ``Steps``."""
    places: tuple[tuple[int, int, int, int, int], ...]
    """In fog, of each player: number, steps so far, time of the last one, and row and column if the
    receiver sees them; else -1."""


class Arrived(Message):
    """A player is at B."""

    round: int
    player: int
    ms: int


class Board(Message):
    """The end of a round."""

    round: int
    shortest: int
    rows: tuple[tuple[int, int, int, int, int, int], ...]
    """Of each player: number, place, ms, steps, points of the round and of all rounds, in order;
    place and ms are 0 and -1 for who did not arrive."""
    wait: float
    """Seconds until the next round starts by itself; 0 for never."""


class Told(Message):
    """A sentence for the player."""

    text: str
    over: bool = False
    """Whether the server ends the connection."""


class Leave(Message):
    """The sender leaves the room."""


KINDS: Final = {kind.__name__.lower(): kind for kind in Message.__subclasses__()}
"""The classes of messages, by name."""

SHOWN: Final = {Welcome, Player, Told}
"""The messages whose texts stand on a screen: they are printable."""


def spell(message: Message) -> str:
    """Return the text of a message, at most ``LONGEST_MESSAGE`` bytes long."""
    content = {"is": type(message).__name__.lower(), **vars(message)}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def parse(text: str) -> Message:
    """Read a message; raises a ``ProtocolError`` that names what is wrong."""
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST_MESSAGE:
        raise ProtocolError(f"a message has {LONGEST_MESSAGE} bytes at most")
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise ProtocolError("a message is a JSON object") from None
    if not isinstance(content, dict) or not isinstance(content.get("is"), str):
        raise ProtocolError("a message is a JSON object with its kind")
    kind = content.pop("is")
    if kind not in KINDS:
        raise ProtocolError("there is no message of this kind")
    hints = _hints(kind)
    if not content.keys() <= hints.keys():
        raise ProtocolError(f"{kind} has no such field")
    if KINDS[kind] in SHOWN and not all(str(value).isprintable() for value in content.values()):
        raise ProtocolError(f"{kind} has characters that do not print")
    try:
        return KINDS[kind](**{one: _checked(value, hints[one]) for one, value in content.items()})
    except TypeError:
        raise ProtocolError(f"{kind} lacks a field") from None


@cache
def _hints(kind: str) -> dict[str, Any]:
    return get_type_hints(KINDS[kind])


def _checked(value: Any, hint: Any) -> Any:
    """Return a value as its type; a list becomes a tuple."""
    if get_origin(hint) is tuple and isinstance(value, list):
        kinds = get_args(hint)
        kinds = kinds[:1] * len(value) if kinds[-1] is ... else kinds
        if len(kinds) == len(value):
            return tuple(map(_checked, value, kinds))
    elif hint is float:
        if type(value) in {int, float} and abs(value) <= LARGEST:
            return float(value)
    elif type(value) is hint and (hint is not int or abs(value) <= LARGEST):
        return value
    raise ProtocolError("a field has a value that does not fit")


def walk_parts(number: int, run: Run, first: int = 0) -> Iterator[Steps]:
    """Yield the walk of a round from a step on, in as many messages as it takes."""
    moves, times = run.moves, run.times
    for at in range(first, len(moves), STEPS_A_MESSAGE):
        part = slice(at, at + STEPS_A_MESSAGE)
        letters = "".join(LETTERS[move] for move in moves[part])
        yield Steps(number, at, letters, tuple(times[part]))


def clean_name(name: str) -> str:
    """Return a player's name without blanks around it.

    Raises a ``ProtocolError`` if it is empty, too long, or has characters that do not print, as
    controls and marks of direction.
    """
    name = " ".join(filter(None, unicodedata.normalize("NFC", name).split(" ")))
    if not (name and len(name) <= LONGEST_NAME and name.isprintable()):
        raise ProtocolError(f"a name has 1 to {LONGEST_NAME} characters that print")
    return name


@cache
def fingerprint() -> str:
    """Return a hash of a small maze of each algorithm of the game itself: equal ones race."""
    from mazegame.engine import ALGORITHMS, Level, Recipe

    digest = hashlib.sha256()
    for name in sorted(ALGORITHMS.built_in):
        level = Level.of(Recipe(name, 9, 7, "party"))
        digest.update(f"{name} {level.start} {level.goals} ".encode())
        digest.update(level.maze.passages.tobytes())
    return digest.hexdigest()[:16]

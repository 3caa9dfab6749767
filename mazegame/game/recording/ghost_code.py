"""Ghost codes: a finished walk as a few characters behind its game ID, to send and to race.

    wilson:29x15:kite-7=1kq4Zr0c...

``=`` separates the two, since no seed has it. Then come the version, ``1``; a checksum of three
characters over game ID and walk; and the walk, as a number in base 64.

The number has what does not follow from the maze: whether the player turned back, the exits taken
at junctions, and the time of each of these choices, in tenths of a second. The steps between two
choices are spread evenly over the time between them. An entropy coder (asymmetric numeral systems,
Duda 2013) packs all of that with probabilities that adapt to the walk: a choice that was to be
expected takes a fraction of a bit. So a code can only be read by walking it, and whatever can be
read is a walk of that maze from A to B.

Version 1 is frozen for ever: a change of a probability or of an order below makes old codes
unreadable.
"""

from __future__ import annotations

import binascii
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from mazegame.engine import Direction, Recipe
from mazegame.engine.recipes.recipe import shorten
from mazegame.game.run import LATEST

if TYPE_CHECKING:
    from mazegame.engine import Cell, Level
    from mazegame.game.racing.racer import Walk

SEPARATOR: Final = "="
"""Stands between the game ID and the walk."""

VERSION: Final = "1"
"""The first character of the walk."""

MAX_STEPS: Final = 4_000
"""Most steps of a walk that has a code."""

MAX_MAZE_CELLS: Final = 1 << 18
"""Most cells of a maze with codes: 512x512. Hostile codes cannot name a maze that takes long."""

MAX_CHARACTERS: Final = 8_000
"""Most characters of the walk. 4,000 steps of a random walk take about 3,000."""

TENTH: Final = 100
"""Milliseconds of a tenth of a second."""

_DIGITS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUES: Final = {digit: value for value, digit in enumerate(_DIGITS)}
_CHECK_CHARACTERS: Final = 3
_LATEST_TENTH: Final = LATEST // TENTH
_SIDES: Final = tuple((int(side), side) for side in Direction)  # a flag's operators are slow

_SCALE_BITS: Final = 16
_SCALE: Final = 1 << _SCALE_BITS
"""The sum of the probabilities of yes and no."""
_LEARN: Final = 4
"""Weight of an answer beside the counts with which a context begins."""
_FORGET_AT: Final = 256
"""Halve the counts of a context when their sum reaches this, so that it follows the walk."""
_PACE_SHIFT: Final = 8
"""Fraction bits of the pace, which is in tenths of a second per step."""


class GhostCodeError(ValueError):
    """A text is no ghost code, or a walk has none; the message is one sentence."""


@dataclass(frozen=True)
class GhostCode:
    """A text that has the form of a ghost code and the right checksum; ``walk_of`` decodes it."""

    recipe: Recipe
    """The maze."""
    number: int
    """The walk."""


@dataclass(frozen=True)
class CodedWalk:
    """The walk of a code: as ``Walk``, from A to B."""

    moves: bytes
    times: array[int]
    reveal: bool


def ghost_code(level: Level, walk: Walk) -> str:
    """Return the code of a finished walk, with the game ID before it.

    ``walk`` must be possible on the level, and end at B. GhostCodeError says why it has no code.
    """
    if level.recipe is None:
        raise GhostCodeError("a maze of a file has no ghost codes: its game ID would be missing")
    _check_maze(level.recipe)
    if len(walk.moves) > MAX_STEPS:
        raise GhostCodeError(
            f"the walk has {len(walk.moves):,} steps: a ghost code has {MAX_STEPS:,} at most"
        )
    encoder = _Encoder()
    _Follower(level, encoder).write(walk)
    digits = _spell(encoder.number)
    if len(digits) > MAX_CHARACTERS:
        raise GhostCodeError(
            f"the walk takes {len(digits):,} characters: {MAX_CHARACTERS:,} fit in a ghost code"
        )
    game_id = str(level.recipe)
    return f"{game_id}{SEPARATOR}{VERSION}{_check(game_id, digits)}{digits}"


def is_ghost_code(text: str) -> bool:
    """Return whether a text is meant as a ghost code, right or wrong: nothing else has its form."""
    return SEPARATOR in text.strip().rpartition(":")[2]


def parse_ghost_code(text: str) -> GhostCode:
    """Return the parts of a code, without making its maze; GhostCodeError for any other text."""
    game_id, separator, code = text.strip().rpartition(SEPARATOR)
    if not separator or not is_ghost_code(text):
        raise GhostCodeError(
            f"{shorten(text.strip())} is no ghost code: it takes GAME_ID{SEPARATOR}WALK, "
            "as the line that you share after a walk has it"
        )
    if len(code) > MAX_CHARACTERS + _CHECK_CHARACTERS + 1:
        raise GhostCodeError(
            f"the ghost code has {len(code):,} characters after '{SEPARATOR}': "
            f"{MAX_CHARACTERS:,} fit"
        )
    if code[:1] != VERSION:
        raise GhostCodeError(
            f"the ghost code is of version {shorten(code[:1])}: this game reads {VERSION}"
        )
    try:
        recipe = Recipe.parse(game_id)
    except ValueError as error:
        raise GhostCodeError(f"the ghost code names no maze: {error}") from None
    check, digits = code[1 : 1 + _CHECK_CHARACTERS], code[1 + _CHECK_CHARACTERS :]
    if _check(str(recipe), digits) != check:
        raise GhostCodeError(
            f"the ghost code of {shorten(str(recipe))} is damaged: its checksum differs, so a "
            "character is wrong or missing"
        )
    _check_maze(recipe)
    return GhostCode(recipe, _read_number(digits))


def walk_of(code: GhostCode, level: Level) -> CodedWalk:
    """Return the walk of a code on its level; GhostCodeError if it does not end at B.

    At most ``MAX_STEPS`` steps are read, in some hundredths of a second.
    """
    decoder = _Decoder(code.number)
    moves, times, reveal = _Follower(level, decoder).read()
    if decoder.number != 1:
        raise GhostCodeError("the ghost code has more behind the walk to B: it was not made here")
    return CodedWalk(moves, times, reveal)


def _check_maze(recipe: Recipe) -> None:
    if recipe.cols * recipe.rows > MAX_MAZE_CELLS:
        raise GhostCodeError(
            f"a maze of {recipe.cols:,}x{recipe.rows:,} has no ghost codes: "
            f"mazes of {MAX_MAZE_CELLS:,} cells at most have"
        )


def _check(game_id: str, digits: str) -> str:
    """Return the checksum of a code: the lowest 18 bits of a CRC-32."""
    value = binascii.crc32(f"{game_id}{SEPARATOR}{VERSION}{digits}".encode())
    return "".join(_DIGITS[value >> shift & 63] for shift in (12, 6, 0))


def _spell(number: int) -> str:
    count = max(-(-number.bit_length() // 6), 1)
    return "".join(_DIGITS[number >> 6 * at & 63] for at in reversed(range(count)))


def _read_number(digits: str) -> int:
    number = 0
    for at, digit in enumerate(digits):
        value = _VALUES.get(digit)
        if value is None:
            raise GhostCodeError(
                f"the ghost code has the character {digit!r}: letters, digits, - and _ fit"
            )
        if at == 0 and value == 0 and len(digits) > 1:
            raise GhostCodeError("the ghost code begins with a zero: it was not made here")
        number = number << 6 | value
    if not number:
        raise GhostCodeError("the ghost code has no walk")
    return number


class _Chance:
    """An adaptive estimate of the probability of yes in one context."""

    def __init__(self, yes: int, no: int) -> None:
        self.yes = yes
        self.no = no

    @property
    def share(self) -> int:
        """The probability of yes, as a part of ``_SCALE``, between 0 and ``_SCALE``."""
        return min(max((self.yes << _SCALE_BITS) // (self.yes + self.no), 1), _SCALE - 1)

    def learn(self, *, yes: bool) -> None:
        """Adapt the probability to an observed bit."""
        if yes:
            self.yes += _LEARN
        else:
            self.no += _LEARN
        if self.yes + self.no >= _FORGET_AT:
            self.yes = (self.yes + 1) // 2
            self.no = (self.no + 1) // 2


class _Coder(Protocol):
    """Encodes or decodes a sequence of bits, each with the probability of its context."""

    def code(self, chance: _Chance, answer: bool | None) -> bool:
        """Encode ``answer``, or decode the next bit if it is None; return the bit."""


class _Encoder:
    """Encodes bits. It packs the last one first, since the decoder reads in reverse order."""

    def __init__(self) -> None:
        self._answers: list[tuple[bool, int]] = []

    def code(self, chance: _Chance, answer: bool | None) -> bool:
        if answer is None:
            raise TypeError("an encoder takes answers")
        self._answers.append((answer, chance.share))
        chance.learn(yes=answer)
        return answer

    @property
    def number(self) -> int:
        """All bits as one number."""
        number = 1
        for yes, share in reversed(self._answers):
            size = share if yes else _SCALE - share
            whole, part = divmod(number, size)
            number = (whole << _SCALE_BITS) + part + (0 if yes else share)
        return number


class _Decoder:
    """Decodes bits from a number, which is 1 after the last one."""

    def __init__(self, number: int) -> None:
        self.number = number

    def code(self, chance: _Chance, answer: bool | None) -> bool:
        del answer
        share, slot = chance.share, self.number & (_SCALE - 1)
        yes = slot < share
        size = share if yes else _SCALE - share
        self.number = size * (self.number >> _SCALE_BITS) + slot - (0 if yes else share)
        chance.learn(yes=yes)
        return yes


class _Follower:
    """Codes a walk step by step: each choice, and the time of each choice, as yes or no."""

    def __init__(self, level: Level, coder: _Coder) -> None:
        self._level = level
        self._code = coder.code
        self._reveals = _Chance(1, 1)
        self._turns = {
            (junction, better): _Chance(4, 64)
            for junction in (False, True)
            for better in (False, True)
        }
        """By whether there is a junction, and whether back is the shorter way to B."""
        self._takes = {
            (rank, known, other): _Chance(12, 4)
            for rank in range(3) for known in (False, True) for other in (False, True)
        }  # fmt: skip
        """By the rank of an exit, whether the walk was behind it, and behind the next one."""
        self._clock = _Clock(coder)

    def write(self, walk: Walk) -> None:
        """Encode a walk; GhostCodeError if it is impossible or does not end at B."""
        self._follow(walk)

    def read(self) -> tuple[bytes, array[int], bool]:
        """Decode a walk; return its moves, its times and ``reveal``."""
        return self._follow(None)

    def _follow(self, walk: Walk | None) -> tuple[bytes, array[int], bool]:
        field = self._level.field
        reveal = self._code(self._reveals, None if walk is None else walk.reveal)
        here, back, seen = self._level.start, None, {self._level.start}
        moves = bytearray()
        while field[here] != 0:
            if len(moves) == MAX_STEPS or field[here] < 0:
                raise GhostCodeError(
                    f"the ghost code does not come to B within {MAX_STEPS:,} steps"
                )
            wanted = None if walk is None else _move(walk, len(moves))
            side, chosen = self._step(here, back, seen, wanted)
            if chosen or not moves:
                self._clock.stamp(walk, len(moves))
            here, back = side.step(here), side.opposite
            seen.add(here)
            moves.append(side)
        if walk is not None and len(walk.moves) != len(moves):
            raise GhostCodeError("the walk goes on after B")
        if moves:
            self._clock.stamp(walk, len(moves) - 1)
        return bytes(moves), self._clock.times, reveal

    def _step(
        self, here: Cell, back: Direction | None, seen: set[Cell], wanted: Direction | None
    ) -> tuple[Direction, bool]:
        """Return the direction of the next step, and whether there was a choice."""
        field, maze = self._level.field, self._level.maze
        sides = int(maze.passages[here])
        exits = [side for bit, side in _SIDES if sides & bit]
        exits.sort(key=lambda side: int(field[side.step(here)]))  # stable: ties as in Direction
        if wanted is not None and wanted not in exits:
            raise GhostCodeError("the walk goes through a wall")
        onward = [side for side in exits if side != back]
        if back is not None:
            if not onward:
                return back, False
            turns = self._turns[len(onward) > 1, exits[0] == back]
            if self._code(turns, None if wanted is None else wanted == back):
                return back, True
        known = [side.step(here) in seen for side in onward]
        for rank, side in enumerate(onward[:-1]):
            takes = self._takes[rank, known[rank], known[rank + 1]]
            if self._code(takes, None if wanted is None else wanted == side):
                return side, True
        return onward[-1], len(onward) > 1


def _move(walk: Walk, number: int) -> Direction:
    if number >= len(walk.moves):
        raise GhostCodeError("the walk is not finished: only one that reached B has a ghost code")
    return Direction(walk.moves[number])


class _Clock:
    """Asks for the times of choices, and spreads the other steps between them."""

    def __init__(self, coder: _Coder) -> None:
        self._code = coder.code
        self.times = array("I")
        """The times of the steps so far, in milliseconds."""
        self._tenths = 0
        self._pace = 1 << _PACE_SHIFT
        self._pause = 1 << _PACE_SHIFT
        self._chances: dict[tuple[object, ...], _Chance] = {}

    def stamp(self, walk: Walk | None, step: int) -> None:
        """Append the times up to ``step``: its own is coded, those before it are spread."""
        if step < len(self.times):  # the step to B was a choice as well
            return
        count = step + 1 - len(self.times)
        passed = None
        if walk is not None:
            passed = min((walk.times[step] + TENTH // 2) // TENTH, _LATEST_TENTH) - self._tenths
        passed = self._passed(count, passed)
        before, self._tenths = self._tenths, self._tenths + passed
        if not passed >= 0 or self._tenths > _LATEST_TENTH:
            raise GhostCodeError(f"the ghost code has an impossible time at step {step + 1:,}")
        self.times.extend(
            TENTH * before + TENTH * passed * number // count for number in range(1, count + 1)
        )

    def _passed(self, count: int, passed: int | None) -> int:
        """Return the tenths of a second that ``count`` steps took."""
        first = not self.times
        expected = 0 if first else (self._pause + count * self._pace) >> _PACE_SHIFT
        size = -1 if first else min(expected, 6)
        off = self._difference(size, None if passed is None else passed - expected)
        if not first:
            self._adapt(count, off)
        return expected + off

    def _adapt(self, count: int, off: int) -> None:
        """Adapt the expected pause and pace to the difference ``off``."""
        sign = (off > 0) - (off < 0)
        self._pause = max(self._pause + sign * 16, 0)
        self._pace = max(self._pace + sign * min(count, 8) * 4, 0)

    def _difference(self, size: int, value: int | None) -> int:
        """Return a difference from what was expected: its sign, its length in bits, its bits."""
        if self._code_bit((size, "none"), 4, 4, None if value is None else value == 0):
            return 0
        later = self._code_bit((size, "later"), 4, 4, None if value is None else value > 0)
        rest = None if value is None else abs(value) - 1
        length = 0
        while length < 32:
            more = None if rest is None else (rest + 1).bit_length() - 1 > length
            if not self._code_bit((size < 0, later, min(length, 8)), 4, 4, more):
                break
            length += 1
        found = 1
        for bit in reversed(range(length)):
            one = None if rest is None else bool((rest + 1) >> bit & 1)
            found = found << 1 | self._code_bit(
                (later, length) if bit == length - 1 else (), 4, 4, one
            )
        return found if later else -found

    def _code_bit(
        self, context: tuple[object, ...], yes: int, no: int, answer: bool | None
    ) -> bool:
        return self._code(self._chances.setdefault(context, _Chance(yes, no)), answer)

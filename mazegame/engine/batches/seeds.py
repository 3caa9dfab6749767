"""The seeds of a batch: a given list, or numbers after a name.

What lives here: both kinds, their parts, and their bytes for hashing. What does not: the hash
(``sha256.py``).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Final, Protocol

import numpy as np

from mazegame.engine.seed import MAX_LENGTH, clean_seed, seed_to_text
from mazegame.engine.validation import as_int_or_none, short_repr

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

MAX_MAZES: Final = 1 << 40
"""The most mazes that a batch counts."""


class Seeds(Protocol):
    """Seed texts in order, small to send to another process."""

    def __len__(self) -> int:
        """Count them."""

    def __getitem__(self, index: int, /) -> str:
        """Return one, from 0 on."""

    def part(self, first: int, count: int) -> Seeds:
        """Return some that follow each other."""

    def encoded(self) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
        """Return the UTF-8 bytes of all, one after the other, and where each ends."""


@dataclass(frozen=True)
class NumberedSeeds:
    """``PREFIX0``, ``PREFIX1``, ``PREFIX2`` and so on."""

    prefix: str
    first: int
    count: int

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int, /) -> str:
        return f"{self.prefix}{self.first + index}"

    def part(self, first: int, count: int) -> NumberedSeeds:
        """Return some that follow each other."""
        return NumberedSeeds(self.prefix, self.first + first, count)

    def encoded(self) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
        """Return the bytes of all, and where each ends."""
        from mazegame.engine.batches.spelling import spell_numbers

        prefix = np.frombuffer(self.prefix.encode(), np.uint8)
        digits = len(str(self.first + self.count))
        texts = np.empty(self.count * (len(prefix) + digits), np.uint8)
        ends = np.empty(self.count, np.uint64)
        length = spell_numbers(texts, ends, prefix.copy(), self.first, work=self.count)
        return texts[:length], ends


@dataclass(frozen=True)
class ListedSeeds:
    """Seeds that the caller chose."""

    texts: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.texts)

    def __getitem__(self, index: int, /) -> str:
        return self.texts[index]

    def part(self, first: int, count: int) -> ListedSeeds:
        """Return some that follow each other."""
        return ListedSeeds(self.texts[first : first + count])

    def encoded(self) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
        """Return the bytes of all, and where each ends."""
        return _encode(self.texts)


def _encode(texts: Iterable[str]) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    parts = [text.encode() for text in texts]
    ends = np.fromiter(accumulate(map(len, parts)), np.uint64, len(parts))
    return np.frombuffer(b"".join(parts), np.uint8), ends


def read_seeds(given: object, name: object, algorithm: str, cols: int, rows: int) -> Seeds:
    """Read the ``seeds`` of a batch.

    Args:
        given: How many seeds to derive. Or seeds, texts or integers, in a list or any
            other iterable but text.
        name: What derived seeds begin with. The algorithm and the size follow, so that sets that
            differ in any of them have no seed in common.
        algorithm: The algorithm's name.
        cols: Columns of cells.
        rows: Rows of cells.

    Raises:
        TypeError: If it is neither, or holds what is no seed.
        ValueError: If the number is negative, or a seed or the name does not fit.
    """
    count = None if isinstance(given, bool) else as_int_or_none(given)
    if count is not None:
        if not 0 <= count <= MAX_MAZES:
            raise ValueError(f"seeds must be 0 to {MAX_MAZES:,} mazes, not {short_repr(count)}")
        return NumberedSeeds(_prefix(name, algorithm, cols, rows, count), 0, count)
    if isinstance(given, (str, bytes)) or not hasattr(given, "__iter__"):
        raise TypeError(
            f"seeds must be a number of mazes or a list of seeds, not {short_repr(given)}: "
            "a single seed is a list of one"
        )
    texts = []
    for index, seed in enumerate(given):
        try:
            texts.append(clean_seed(seed_to_text(seed)))
        except (TypeError, ValueError) as error:
            raise type(error)(f"seeds[{index}]: {error}") from None
    return ListedSeeds(tuple(texts))


def _prefix(name: object, algorithm: str, cols: int, rows: int, count: int) -> str:
    try:
        words = clean_seed(name)  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("the seed", "the name of the batch")) from None
    prefix = f"{words}.{algorithm}.{cols}x{rows}."
    room = MAX_LENGTH - len(prefix) - len(str(max(count - 1, 0)))
    if room < 0:
        raise ValueError(
            f"the name of the batch {short_repr(words)} is too long: with the algorithm, the size "
            f"and a number behind it at most {len(words) + room} characters fit"
        )
    return prefix

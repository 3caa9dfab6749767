"""The seeds of a batch: a given list, or numbers after a name.

What lives here: both kinds, and their parts. What does not: the hash (``rng.py``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mazegame.engine.carving.rng import hash_streams
from mazegame.engine.support.seed import MAX_LENGTH, clean_seed, seed_to_text
from mazegame.engine.support.validation import as_int_or_none, short_repr

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_MAZES: Final = 1 << 40
"""The most mazes that a batch counts."""


@dataclass(frozen=True)
class Seeds:
    """Seed texts in order, small to send to another process."""

    prefix: str
    """What stands before each number; empty where the caller chose the texts."""
    items: range | tuple[str, ...]
    """The numbers, or the texts."""

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, index: int, /) -> str:
        return f"{self.prefix}{self.items[index]}"

    def __iter__(self) -> Iterator[str]:
        return (f"{self.prefix}{item}" for item in self.items)

    def streams(self, purpose: str) -> NDArray[np.uint64]:
        """Return the state of each one's random stream: see ``hash_streams``."""
        return hash_streams(self.prefix, self.items, purpose)

    def part(self, first: int, count: int) -> Seeds:
        """Return some that follow each other."""
        return Seeds(self.prefix, self.items[first : first + count])


def read_seeds(given: object, name: object, algorithm: str, cols: int, rows: int) -> Seeds:
    """Read the ``seeds`` of a batch.

    Given a number, that many are derived: they begin with the name, the algorithm and the size, so
    that sets that differ in any of them have no seed in common. Else ``given`` holds seeds, texts
    or integers, in a list or any other iterable but text.

    Raises:
        TypeError: If it is neither, or holds what is no seed.
        ValueError: If the number is negative, or a seed or the name does not fit.
    """
    count = None if isinstance(given, bool) else as_int_or_none(given)
    if count is not None:
        if not 0 <= count <= MAX_MAZES:
            raise ValueError(f"seeds must be 0 to {MAX_MAZES:,} mazes, not {short_repr(count)}")
        return Seeds(_prefix(name, algorithm, cols, rows, count), range(count))
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
    return Seeds("", tuple(texts))


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

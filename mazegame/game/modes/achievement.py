"""Achievement: a goal that finished runs prove, and the usual proofs.

A proof is a pure function of the finished runs, the earliest first: it returns the run that earned
the achievement. So nothing else is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

Proof = Callable[[Sequence[Any]], Any]
"""Returns the run that earned an achievement, of all runs; None while it is open."""

Reach = Callable[[int], Proof]
"""Returns the proof that a count reaches a number."""


class Achievement(NamedTuple):
    """A goal for the player."""

    name: str
    """Its name, which never changes."""
    title: str
    about: str
    """The task, in a few words."""
    proof: Proof


def nth(number: int, fits: Callable[[Any], object]) -> Proof:
    """Return the proof that is the n-th run that fits."""
    return lambda rows: next(islice(filter(fits, rows), number - 1, None), None)


first = partial(nth, 1)
"""Return the proof that is the first run that fits."""


def reaching(count: Callable[[Sequence[Any]], Iterable[tuple[Any, int]]]) -> Reach:
    """Return the proof that is the first run whose count reaches a number."""
    return lambda number: lambda rows: next((row for row, n in count(rows) if n >= number), None)


def different(number: int, kinds: Callable[[Any], Sequence[Hashable]]) -> Proof:
    """Return the proof that is the run with the n-th different value."""

    def count(rows: Sequence[Any]) -> Iterator[tuple[Any, int]]:
        seen: set[Hashable] = set()
        for row in rows:
            seen.update(kinds(row))
            yield row, len(seen)

    return reaching(count)(number)

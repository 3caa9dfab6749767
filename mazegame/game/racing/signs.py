"""The letters and the colours of rivals."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from mazegame.game.racing.race_choice import MAX_RIVALS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.game.racing.racer import Racer


@lru_cache(maxsize=16)
def letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a different capital letter or digit for each name; ``&`` if there is none left.

    It tries the initials of the name's words first, then its other letters, then the alphabet, then
    the digits without 0, which looks like O.
    """
    found: list[str] = []
    for name in names:
        plain = [c for c in name.upper().replace("É", "E") if "A" <= c <= "Z" or c == " "]
        initials = [word[0] for word in "".join(plain).split()]
        rest = [c for c in plain if c != " "]
        alphabet = (*map(chr, range(ord("C"), ord("Z") + 1)), *"123456789")
        free = (c for c in (*initials, *rest, *alphabet) if c not in (*found, "A", "B"))
        found.append(next(free, "&"))
    return tuple(found)


def signs_of(rivals: Sequence[Racer]) -> list[tuple[str, int]]:
    """Return the letter of each rival, and the number of its colour from 0 on."""
    found = letters(tuple(rival.name for rival in rivals))
    return [
        rival.sign or (letter, at % MAX_RIVALS)
        for at, (rival, letter) in enumerate(zip(rivals, found, strict=True))
    ]

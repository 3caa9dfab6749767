"""Keyboard layouts: the Latin letter at the place of a letter, and keys on other keyboards."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_LATIN: Final = "qwertyuiopasdfghjklzxcvbnm"

_ROWS: Final = (
    "йцукенгшщзфывапролдячсмить",  # Russian
    "йцукенгшщзфівапролдячсмить",  # Ukrainian
    ";ςερτυθιοπασδφγηξκλζχψωβνμ",  # Greek
    "/'קראטוןםפשדגכעיחלךזסבהנמצ",  # Hebrew
)
"""The characters that keyboards type at the places of ``_LATIN``."""

_ELSEWHERE: Final = frozenset(";/")
"""Characters that other keyboards type as well, so that they identify no place."""


def _letters() -> dict[str, str]:
    found = {
        typed: latin
        for row in _ROWS
        for typed, latin in zip(row, _LATIN, strict=True)
        if typed not in _ELSEWHERE
    }
    capitals = {typed.upper(): latin.upper() for typed, latin in found.items()}
    # Some letters have no capital; Greek has one Σ for the keys of ς and σ, and it is that of σ.
    return {**capitals, "Σ": "S", **found}


LETTERS: Final[Mapping[str, str]] = MappingProxyType(_letters())
"""The Latin letter at the place of a Cyrillic, Greek or Hebrew one."""

KEYBOARDS: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType({
    "qwerty": {},
    "azerty": {"w": "z", "a": "q", "z": "w", "q": "a"},
    "dvorak": {"w": "comma", "s": "o", "d": "e", "comma": "w", "o": "s", "e": "d"},
    "colemak": {"s": "r", "d": "s", "r": "d"},
})  # fmt: skip
"""Permutations of keys: the places of ``wasd`` on a keyboard, and of the keys they displace."""

_SHIFTED: Final = {"comma": "less_than_sign"}


def moved(key: str, keyboard: str) -> str:
    """Return a key of a QWERTY keyboard on another one, as Textual names it."""
    places = KEYBOARDS[keyboard]
    if key in _SHIFTED.values() or (len(key) == 1 and key.isupper()):
        plain = next((low for low, high in _SHIFTED.items() if high == key), key.lower())
        there = places.get(plain, plain)
        return _SHIFTED.get(there, there.upper())
    return places.get(key, key)

"""Names of players: which ones are taken, and which ones look alike.

``clean_name`` needs a library of parties (``opening.missing``); it is imported when it is called.
"""

from __future__ import annotations

import getpass
import unicodedata
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Final

from mazegame.party.opening import ProtocolError

LONGEST_NAME: Final = 16
"""Most characters of a player's name."""

BLANKS: Final = frozenset("\u2800\U0001d159\U00013441\U00013442\U00016fe4")
"""Characters without ink that Unicode counts as letters or symbols: in braille, music, Egyptian
hieroglyphs and Khitan."""

MOST_ACCENTS: Final = 1
"""Most accents on a letter, besides those that it has as one character: ``ọ́`` needs one more."""

MOST_MARKS: Final = 3
"""Most marks of any script on a letter, as Hebrew, Hindi and Tibetan need."""


def clean_name(name: str) -> str:
    """Return a player's name as the PRECIS profile for nicknames (RFC 8266) spells it.

    Blanks around it go, and characters that are variants of others become those. Raises a
    ``ProtocolError`` if it is empty or too long, or has characters that nobody can see or a stack
    of accents.
    """
    from precis_i18n import get_profile

    try:
        cleaned = get_profile("NicknameCasePreserved").enforce(name)
    except UnicodeEncodeError:  # it has characters that the profile does not allow
        cleaned = ""
    visible = cleaned.isprintable() and BLANKS.isdisjoint(cleaned)
    if not (cleaned and len(cleaned) <= LONGEST_NAME and visible):
        raise ProtocolError(f"a name has 1 to {LONGEST_NAME} characters that can be seen")
    if _has_stacks(cleaned):
        raise ProtocolError("a name has no mark without a letter and no stack of accents")
    return cleaned


def _has_stacks(name: str) -> bool:
    """Return whether a letter of a name has too many marks or one twice, or a mark has none."""
    on_letter = False
    for are_marks, run in groupby(name, lambda one: unicodedata.category(one) in {"Mn", "Me"}):
        signs = list(run)
        if not are_marks:
            on_letter = signs[-1] != " "
            continue
        accents = sum(unicodedata.name(one, "").startswith("COMBINING ") for one in signs)
        too_many = len(signs) > MOST_MARKS or accents > MOST_ACCENTS
        if not on_letter or too_many or len(set(signs)) < len(signs):
            return True
    return False


def usual_name() -> str:
    """Return the player's name on this machine, as far as it fits."""
    try:
        return clean_name(getpass.getuser()[:LONGEST_NAME])
    except (OSError, KeyError, ImportError, ProtocolError):
        return "player"


def looks(name: str) -> frozenset[str]:
    """Return what a name looks like, in its own letters and in small ones.

    Two names look alike if they have one of these in common. A letter may look like a letter of
    another alphabet that has another small one, so both become small ones.
    """
    own = _skeleton(name)
    return frozenset((own, _skeleton(own.lower()), _skeleton(name.lower())))


def _skeleton(text: str) -> str:
    """Return the skeleton of a text, as Unicode Technical Standard 39 defines it."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(_prototypes()))


@cache
def _prototypes() -> dict[int, str]:
    """Return what each character looks like that looks like others."""
    table = Path(__file__).with_name("look_alikes.txt").read_text("utf-8")
    pairs = (line.split(";") for line in table.splitlines() if not line.startswith("#"))
    return {
        int(sign, 16): "".join(chr(int(point, 16)) for point in points.split())
        for sign, points in pairs
    }

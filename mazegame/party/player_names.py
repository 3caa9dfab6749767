"""Names of players: which are valid, and which look alike.

``clean_name`` imports a library for parties (``opening.missing``) when it is called.
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
"""Invisible characters that Unicode classifies as letters or symbols: in braille, music, Egyptian
hieroglyphs and Khitan."""

MOST_ACCENTS: Final = 1
"""Most combining accents on a letter, after composition: ``ọ́`` needs one."""

MOST_MARKS: Final = 3
"""Most combining marks of any script on a letter; Hebrew, Hindi and Tibetan need as many."""


def clean_name(name: str) -> str:
    """Return a player's name, normalized by the PRECIS profile for nicknames (RFC 8266).

    That removes blanks around it and replaces variants of characters. ProtocolError if the name is
    empty or too long, or has invisible characters or stacked accents.
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
    """Return whether a letter has too many combining marks, or one twice, or a mark no letter."""
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
    """Return the user's login name, shortened to a valid name; ``player`` if it is invalid."""
    try:
        return clean_name(getpass.getuser()[:LONGEST_NAME])
    except (OSError, KeyError, ImportError, ProtocolError):
        return "player"


def looks(name: str) -> frozenset[str]:
    """Return the skeletons of a name, as it is and in lower case.

    Two names look alike if they share one of these. A capital may look like one of another alphabet
    whose small letter differs, so lower case is taken before and after the comparison.
    """
    own = _skeleton(name)
    return frozenset((own, _skeleton(own.lower()), _skeleton(name.lower())))


def _skeleton(text: str) -> str:
    """Return the skeleton of a text, as Unicode Technical Standard 39 defines it."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", decomposed.translate(_prototypes()))


@cache
def _prototypes() -> dict[int, str]:
    """Return the prototype of each confusable character, by its code point."""
    table = Path(__file__).with_name("look_alikes.txt").read_text("utf-8")
    pairs = (line.split(";") for line in table.splitlines() if not line.startswith("#"))
    return {
        int(sign, 16): "".join(chr(int(point, 16)) for point in points.split())
        for sign, points in pairs
    }

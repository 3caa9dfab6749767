"""A design that a player has named. It is read before the first frame, so it imports nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

Options = tuple[tuple[str, str], ...]
"""Options of a recipe, as (name, value)."""

LONGEST_NAME: Final = 14
"""Most characters of the name; so it has room beside its picture."""


@dataclass(frozen=True)
class OwnDesign:
    """A design that a player has named."""

    name: str
    algorithm: str
    options: Options

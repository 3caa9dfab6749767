"""Rivals: whom one can race. Each kind that searches is one file here.

What lives here: the registry ``KINDS``, and reading a rival as people write it. What does not: the
runner on the shortest path (``runner.py``) and ghosts (``ghost.py``), which know the way.

To add a rival, write its file and add its line to ``KINDS``.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mazegame.game.pace import PACES, parse_pace
from mazegame.game.rivals import (
    depth_first,
    greedy,
    left_hand,
    random_mouse,
    right_hand,
    tremaux,
)
from mazegame.game.rivals.kind import Racer, RivalKind, Walker
from mazegame.game.runner import PaceRunner

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.game.match import RivalSpec

KINDS: Final[Mapping[str, RivalKind]] = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            left_hand.KIND,
            right_hand.KIND,
            tremaux.KIND,
            depth_first.KIND,
            greedy.KIND,
            random_mouse.KIND,
        )
    }
)
"""Every kind of rival that searches, by its name."""

SHORTEST: Final = "shortest"
"""The name of the runner on the shortest path."""

MAX_RIVALS: Final = 4
"""The most rivals in a race."""

__all__ = ["KINDS", "MAX_RIVALS", "SHORTEST", "Racer", "RivalKind", "Walker", "parse_rival"]


def parse_rival(text: str) -> RivalSpec:
    """Read a rival as ``NAME[:PACE]``; a pace alone is a runner on the shortest path.

    Args:
        text: ``tremaux``, ``left-hand:16``, ``shortest:jog``, ``jog`` or ``12``. Without a pace it
            is ``jog``.

    Raises:
        ValueError: Naming what fits.
    """
    name, colon, pace = text.strip().partition(":")
    name = name.strip().lower()
    if name == SHORTEST:
        return PaceRunner(parse_pace(pace) if colon else PACES["jog"])
    if name in KINDS:
        return Racer(KINDS[name], parse_pace(pace) if colon else PACES["jog"])
    if not colon:
        try:
            return PaceRunner(parse_pace(name))
        except ValueError:
            pass
    from mazegame.engine.recipe import shorten

    raise ValueError(
        f"there is no rival {shorten(text)}: NAME[:PACE] fits, NAME being "
        f"{', '.join([SHORTEST, *KINDS])}, and PACE {', '.join(PACES)} or cells a second"
    )

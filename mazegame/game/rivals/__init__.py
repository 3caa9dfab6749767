"""Rivals: the opponents of a race. Each kind that searches has a module here.

What lives here: the registry ``KINDS``, and parsing the names of rivals. What does not: the runner
on the shortest path (``runner.py``) and ghosts (``ghost.py``), which do not search.

To add a rival, write its module and add its line to ``KINDS``.
"""

from __future__ import annotations

import contextlib
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
    from collections.abc import Callable, Iterable, Mapping

    from mazegame.engine import Level
    from mazegame.game.match import RivalSpec
    from mazegame.game.runner import Rival

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

YOURS: Final = "yours"
"""The word for a pace measured from the player's own runs."""

MAX_RIVALS: Final = 4
"""Most rivals in a race."""

__all__ = [
    "KINDS",
    "MAX_RIVALS",
    "SHORTEST",
    "YOURS",
    "Racer",
    "RivalKind",
    "Walker",
    "parse_rival",
    "parse_rivals",
    "rivals_on",
    "who_can_walk",
]


def parse_rival(text: str, yours: Callable[[str], float] | None = None) -> RivalSpec:
    """Read a rival as ``NAME[:PACE]``; a pace alone is a runner on the shortest path.

    Args:
        text: ``tremaux``, ``left-hand:16``, ``shortest:jog``, ``jog`` or ``12``. Without a pace it
            is ``jog``.
        yours: Returns the pace of the word ``yours`` in cells per second, by the name of the rival;
            without it the word is not allowed.

    Raises:
        ValueError: Naming what fits.
    """
    name, colon, pace = text.strip().partition(":")
    name = name.strip().lower()
    if not colon and name not in KINDS and name != SHORTEST:
        name, pace, colon = SHORTEST, name, ":"
    elif not colon:
        pace = "jog"
    try:
        if name == SHORTEST or name in KINDS:
            if yours is not None and pace.strip().lower() == YOURS:
                speed = yours(name)
            else:
                speed = parse_pace(pace)
            return PaceRunner(speed) if name == SHORTEST else Racer(KINDS[name], speed)
    except ValueError:
        if ":" in text:  # the name is valid, the pace is not
            raise
    from mazegame.engine.recipe import shorten

    paces = [*PACES, *([YOURS] if yours is not None else [])]
    raise ValueError(
        f"there is no rival {shorten(text)}: NAME[:PACE] fits, NAME being "
        f"{', '.join([SHORTEST, 'ghost', *KINDS])}, and PACE {', '.join(paces)} or cells a second"
    )


def parse_rivals(keys: Iterable[str]) -> tuple[RivalSpec, ...]:
    """Read rivals from a file, without unknown ones and ghosts, whose walks are stored elsewhere.

    Args:
        keys: Each as ``NAME:PACE``.
    """
    rivals: list[RivalSpec] = []
    for key in keys:
        with contextlib.suppress(ValueError):
            rivals.append(parse_rival(key))
    return tuple(rivals)


def rivals_on(level: Level, keys: Iterable[str]) -> tuple[Rival, ...]:
    """Return the rivals of a file on a level, without those that cannot walk it."""
    return tuple(rival.on(level) for rival in who_can_walk(parse_rivals(keys), level)[0])


def who_can_walk(
    rivals: Iterable[RivalSpec], level: Level
) -> tuple[tuple[RivalSpec, ...], list[str]]:
    """Separate the rivals that cannot walk a level from those that can.

    Returns:
        Those that can walk it, and a sentence for each of the others.
    """
    able: list[RivalSpec] = []
    problems: list[str] = []
    for rival in rivals:
        problem = rival.problem(level) if isinstance(rival, Racer) else ""
        if problem:
            problems.append(problem)
        else:
            able.append(rival)
    return tuple(able), problems

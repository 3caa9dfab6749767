"""Rivals: the opponents of a race. Each kind that searches has a module here.

What lives here: the registry ``KINDS``, and parsing the names of rivals. What does not: the runner
on the shortest path (``runner.py``) and ghosts (``ghost.py``), which do not search.

To add a rival, write its module and add its name to ``SEARCHING`` in ``race_choice.py``.
"""

from __future__ import annotations

import contextlib
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mazegame.game.pace import YOURS_PACE
from mazegame.game.race_choice import (
    GHOST,
    MAX_RIVALS,
    SEARCHING,
    SHORTEST,
    YOURS,
    parse_rival_choice,
)
from mazegame.game.rivals.kind import Racer, RivalKind, Walker
from mazegame.game.runner import PaceRunner

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from mazegame.engine import Level
    from mazegame.game.ghost import GhostWalk
    from mazegame.game.match import RivalSpec
    from mazegame.game.runner import Rival

KINDS: Final[Mapping[str, RivalKind]] = MappingProxyType(
    {
        name: import_module(f"mazegame.game.rivals.{name.replace('-', '_')}").KIND
        for name in SEARCHING
    }
)
"""Every kind of rival that searches, by its name."""

__all__ = [
    "GHOST",
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
    choice = parse_rival_choice(text, yours=yours is not None)
    if choice.name == GHOST:
        raise ValueError("a ghost is a walk, which a name does not say")
    pace = choice.pace
    if yours is not None and pace == YOURS_PACE:
        pace = yours(choice.name)
    return PaceRunner(pace) if choice.name == SHORTEST else Racer(KINDS[choice.name], pace)


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


def rivals_on(
    level: Level, keys: Iterable[str], ghost: GhostWalk | None = None
) -> tuple[Rival, ...]:
    """Return the rivals of a file on a level, without those that cannot walk it.

    Args:
        level: The level.
        keys: Each as ``NAME:PACE`` or ``ghost``.
        ghost: The walk of the rival ``ghost``; without it that rival is left out.
    """
    rivals: list[RivalSpec] = []
    for key in keys:
        if key == GHOST and ghost is not None:
            rivals.append(ghost)
        else:
            rivals += parse_rivals([key])
    return tuple(rival.on(level) for rival in who_can_walk(rivals, level)[0])


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
        if problem := rival.problem(level):
            problems.append(problem)
        else:
            able.append(rival)
    return tuple(able), problems

"""Rivals: the opponents of a race, made of their names.

What lives here: parsing the names of rivals, and rivals on a level. What does not: those that
search (``walker.py``; ``rival_kinds.py`` lists them), the runner on the shortest path
(``runner.py``), ghosts (``ghost.py``) and hunters (``hunter.py``).
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final

from mazegame.game.racing.field import hunters_in
from mazegame.game.racing.pace import parse_pace
from mazegame.game.racing.race_choice import GHOST, parse_rival_choice
from mazegame.game.racing.rival_kinds import KINDS, SHORTEST
from mazegame.game.racing.rivals.walker import Racer
from mazegame.game.runner import PURSUED, PaceRunner

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mazegame.engine import Level
    from mazegame.game.racing.ghost import GhostWalk, Walk
    from mazegame.game.runner import Rival, RivalSpec


HUNTER: Final = "-hunter"
"""The end of the names of hunters."""


def parse_rival(text: str) -> RivalSpec:
    """Read a rival as ``NAME[@USUAL][:PACE]``; a pace alone is a runner on the shortest path.

    ``tremaux@3.2:8`` is pursued by a player whose usual pace is 3.2; ``scent-hunter:3`` hunts
    one. All others are as for ``parse_rival_choice``. Raises ValueError naming what fits.
    """
    name, colon, pace = text.partition(":")
    name, pursued, words = name.partition(PURSUED)
    if name.endswith(HUNTER):
        from mazegame.game.racing.hunter import HUNTERS, HunterSpec

        if name in HUNTERS:
            return HunterSpec(name, parse_pace(pace))
    choice = parse_rival_choice(f"{name}{colon}{pace}", yours=False)
    usual = parse_pace(words) if pursued else None
    if choice.name == GHOST:
        raise ValueError("a ghost is a walk, which a name does not say")
    if choice.name == SHORTEST:
        return PaceRunner(choice.pace, usual)
    return Racer(KINDS[choice.name], choice.pace, usual)


def parse_rivals(keys: Iterable[str]) -> tuple[RivalSpec, ...]:
    """Read rivals from a file, without unknown ones and ghosts, whose walks are kept elsewhere."""
    rivals: list[RivalSpec] = []
    for key in keys:
        with contextlib.suppress(ValueError):
            rivals.append(parse_rival(key))
    return tuple(rivals)


def rivals_of(level: Level, keys: Iterable[str], ghost: GhostWalk | None) -> tuple[RivalSpec, ...]:
    """Return the rivals of a file that can walk a level; without its walk no ``ghost``."""
    rivals: list[RivalSpec] = []
    for key in keys:
        rivals += [ghost] if key == GHOST and ghost is not None else parse_rivals([key])
    return who_can_walk(rivals, level)[0]


def rivals_on(
    level: Level,
    keys: Iterable[str],
    ghost: GhostWalk | None = None,
    walk: Walk | None = None,
) -> tuple[Rival, ...]:
    """Return the rivals of ``rivals_of`` on a level; hunters follow a walk, or wait outside."""
    found = tuple(rival.on(level) for rival in rivals_of(level, keys, ghost))
    for hunter in hunters_in(found):
        hunter.hunt(walk)
    return found


def who_can_walk(
    rivals: Iterable[RivalSpec], level: Level
) -> tuple[tuple[RivalSpec, ...], list[str]]:
    """Return the rivals that can walk a level, and a sentence for each of the others."""
    able: list[RivalSpec] = []
    problems: list[str] = []
    for rival in rivals:
        if problem := rival.problem(level):
            problems.append(problem)
        else:
            able.append(rival)
    return tuple(able), problems

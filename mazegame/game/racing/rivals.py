"""Parse rivals from their names in files, and make them for a level."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mazegame.game.racing.race_choice import GHOST, parse_pace, parse_rival_choice
from mazegame.game.racing.racer import PURSUED, Racer, RivalSpec, rival_key
from mazegame.game.racing.repeaters import Runner
from mazegame.game.racing.rival_kinds import KINDS, SHORTEST, RivalKind
from mazegame.game.racing.searchers import HUNTERS, Hunter, Searcher

if TYPE_CHECKING:
    from mazegame.engine import Level
    from mazegame.game.racing.racer import Walk
    from mazegame.game.racing.repeaters import GhostWalk


def parse_rival(text: str) -> RivalSpec:
    """Parse a rival, ``NAME[@USUAL][:PACE]``; a pace alone is a runner on the shortest path.

    ``tremaux@3.2:8`` is pursued by a player with the usual pace 3.2; ``scent-hunter:3`` is a
    hunter. Others are as in ``parse_rival_choice``. ValueError lists what fits.
    """
    name, colon, pace = text.partition(":")
    name, pursued, words = name.partition(PURSUED)
    if name in HUNTERS:
        return HunterSpec(name, parse_pace(pace))
    choice = parse_rival_choice(f"{name}{colon}{pace}", yours=False)
    usual = parse_pace(words) if pursued else None
    if choice.name == GHOST:
        raise ValueError("a ghost is a walk, which a name does not say")
    kind = None if choice.name == SHORTEST else KINDS[choice.name]
    return PacedRival(choice.pace, kind, usual)


def parse_rivals(keys: Iterable[str], ghost: GhostWalk | None = None) -> tuple[RivalSpec, ...]:
    """Parse rivals of a file; skip unknown ones, and ``ghost`` without its walk.

    A file has the walk of one ghost: of several ghosts only the first one is there.
    """
    rivals: list[RivalSpec] = []
    for key in keys:
        with contextlib.suppress(ValueError):
            rivals.append(ghost if ghost and key == GHOST else parse_rival(key))
            if key == GHOST:
                ghost = None
    return tuple(rivals)


def rivals_of(level: Level, keys: Iterable[str], ghost: GhostWalk | None) -> tuple[RivalSpec, ...]:
    """Return the rivals of a file, without those that cannot walk the level."""
    return who_can_walk(parse_rivals(keys, ghost), level)[0]


def rivals_on(
    level: Level, keys: Iterable[str], ghost: GhostWalk | None = None, walk: Walk | None = None
) -> tuple[Racer, ...]:
    """Return the rivals of a file on a level, following a walk; without one hunters wait."""
    found = tuple(rival.on(level) for rival in rivals_of(level, keys, ghost))
    for rival in found:
        rival.follow(walk)
    return found


def who_can_walk(
    rivals: Iterable[RivalSpec], level: Level
) -> tuple[tuple[RivalSpec, ...], list[str]]:
    """Return the rivals that can walk a level, and a sentence for each of the others."""
    checked = [(rival, rival.problem(level)) for rival in rivals]
    able = tuple(rival for rival, problem in checked if not problem)
    return able, [problem for _, problem in checked if problem]


@dataclass(frozen=True)
class PacedRival(RivalSpec):
    """A rival at a pace."""

    pace: float
    """Cells per second."""
    kind: RivalKind | None = None
    """The way in which it searches; None for the runner on the shortest path."""
    usual: float | None = None
    """The player's usual pace, as in ``head_start``."""

    @property
    def key(self) -> str:
        return rival_key(self.kind.name if self.kind else SHORTEST, self.pace, self.usual)

    def on(self, level: Level) -> Racer:
        """Return the rival on a level; ValueError if the maze is too long for its kind."""
        if self.kind is None:
            return Runner(level, self.pace, self.usual)
        if problem := self.problem(level):
            raise ValueError(problem)
        return Searcher(level, self.kind, self.pace, self.usual)

    def problem(self, level: Level) -> str:
        if not (self.kind and self.kind.limit) or level.maze.passage_count <= self.kind.limit:
            return ""
        return (
            f"the {self.kind.title} takes on mazes of {self.kind.limit:,} passages at most, not "
            f"{level.maze.passage_count:,}: {self.kind.why_limit}"
        )


@dataclass(frozen=True)
class HunterSpec(RivalSpec):
    """A hunter before the level is known."""

    kind: str
    """Its name in ``HUNTERS``."""
    pace: float
    """Cells per second."""

    @property
    def key(self) -> str:
        return rival_key(self.kind, self.pace)

    def on(self, level: Level) -> Hunter:
        """Return the hunter on a level, without a walk to follow."""
        return HUNTERS[self.kind](level, self.pace)

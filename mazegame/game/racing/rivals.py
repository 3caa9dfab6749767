"""Rivals: the opponents of a race, read from their names, and those that search on their walk.

A rival's search uses only what it has seen: it asks the maze only for the sides of its own cell.
The walk is computed step by step when it is needed, so that a rival on millions of cells costs
nothing before it moves.

It walks a multiple of the shortest path. ``mean_steps.csv``, written by
``scripts/measure_rivals.py``, has the mean of that multiple for each texture. At the player's own
speed times that multiple, the pace ``yours``, the rival arrives on average with the player.
"""

from __future__ import annotations

import contextlib
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

from mazegame.engine import PRESETS, Cell, Recipe
from mazegame.engine.searching.space import SearchSpace
from mazegame.game.racing.hunter import HUNTERS, HunterSpec, hunters_in
from mazegame.game.racing.race_choice import (
    FASTEST,
    GHOST,
    PACES,
    SLOWEST,
    parse_pace,
    parse_rival_choice,
)
from mazegame.game.racing.rival_kinds import KINDS, SHORTEST, RivalKind
from mazegame.game.runner import (
    LAST_SHARE,
    PURSUED,
    Rival,
    RivalSpec,
    Runner,
    head_start,
    rival_key,
    steps_in,
)

if TYPE_CHECKING:
    from mazegame.engine import Level
    from mazegame.game.racing.ghost import GhostWalk, Walk

FIRST_PACE: Final = PACES["jog"] / 2
"""Default of the player's pace, in cells of the shortest path per second."""

SETTLE_STEPS, KNOWN_STEPS = 50_000, 1000
"""Most steps computed ahead to find a rival's arrival, in about a tenth of a second, and to find
out how long its walk is, in some milliseconds."""


def parse_rival(text: str) -> RivalSpec:
    """Read a rival as ``NAME[@USUAL][:PACE]``; a pace alone is a runner on the shortest path.

    ``tremaux@3.2:8`` is pursued by a player whose usual pace is 3.2; ``scent-hunter:3`` hunts
    one. All others are as for ``parse_rival_choice``. Raises ValueError naming what fits.
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
    return Racer(choice.pace, kind, usual)


def parse_rivals(keys: Iterable[str], ghost: GhostWalk | None = None) -> tuple[RivalSpec, ...]:
    """Read rivals from a file, without unknown ones; without its walk no ``ghost``."""
    rivals: list[RivalSpec] = []
    for key in keys:
        with contextlib.suppress(ValueError):
            rivals.append(ghost if ghost and key == GHOST else parse_rival(key))
    return tuple(rivals)


def rivals_of(level: Level, keys: Iterable[str], ghost: GhostWalk | None) -> tuple[RivalSpec, ...]:
    """Return the rivals of a file that can walk a level."""
    return who_can_walk(parse_rivals(keys, ghost), level)[0]


def rivals_on(
    level: Level, keys: Iterable[str], ghost: GhostWalk | None = None, walk: Walk | None = None
) -> tuple[Rival, ...]:
    """Return the rivals of ``rivals_of`` on a level; hunters follow a walk, or wait outside."""
    found = tuple(rival.on(level) for rival in rivals_of(level, keys, ghost))
    for hunter in hunters_in(found):
        hunter.walk = walk
    return found


def who_can_walk(
    rivals: Iterable[RivalSpec], level: Level
) -> tuple[tuple[RivalSpec, ...], list[str]]:
    """Return the rivals that can walk a level, and a sentence for each of the others."""
    checked = [(rival, rival.problem(level)) for rival in rivals]
    able = tuple(rival for rival, problem in checked if not problem)
    return able, [problem for _, problem in checked if problem]


@dataclass(frozen=True)
class Racer(RivalSpec):
    """A rival at a pace."""

    pace: float
    """Cells per second."""
    kind: RivalKind | None = None
    """The way in which it searches; None for the runner on the shortest path."""
    usual: float | None = None
    """As for ``head_start``."""

    @property
    def key(self) -> str:
        return rival_key(self.kind.name if self.kind else SHORTEST, self.pace, self.usual)

    def on(self, level: Level) -> Rival:
        """Return the rival on a level; ValueError if the maze is too long for its kind."""
        if self.kind is None:
            return Runner(level, self.pace, self.usual)
        if problem := self.problem(level):
            raise ValueError(problem)
        return RivalWalker(level, self.kind, self.pace, self.usual)

    def problem(self, level: Level) -> str:
        if not (self.kind and self.kind.limit) or level.maze.passage_count <= self.kind.limit:
            return ""
        return (
            f"the {self.kind.title} takes on mazes of {self.kind.limit:,} passages at most, not "
            f"{level.maze.passage_count:,}: {self.kind.why_limit}"
        )


class RivalWalker(Rival):
    """A rival on its walk, as a function of the stopwatch."""

    searches: ClassVar[bool] = True

    def __init__(
        self, level: Level, kind: RivalKind, pace: float, usual: float | None = None
    ) -> None:
        self.pace = pace
        self.kind = kind
        self.name = kind.title
        self._level = level
        self._space = SearchSpace(level.maze, level.start, level.goals, str(level.recipe or "maze"))
        self._steps = kind.walk(self._space)
        self._cells = array("q", [self._space.start])
        self._ended = False
        self._arrived = level.start in level.goals
        if usual is not None:
            self.settle()
            self.start = head_start(self.arrival, level, usual)

    @property
    def steps(self) -> int | None:
        return len(self._cells) - 1 if self._arrived else None

    def settle(self) -> None:
        """Compute its arrival, with at most ``SETTLE_STEPS`` steps ahead."""
        self._walk_to(len(self._cells) + SETTLE_STEPS)

    def taken(self, seconds: float) -> int:
        done = steps_in(seconds + (self.start or 0.0), self.pace)
        self._walk_to(done)
        return min(done, len(self._cells) - 1) if self._arrived else done

    def share(self, step: int) -> float:
        """Return the share of its own walk that is done after some steps, 0 to 1.

        Of a walk whose end lies too far ahead to be known, it is what such a walk takes on average,
        and never more than the first nine tenths.
        """
        self._walk_to(max(round(step / (1 - LAST_SHARE)) + 1, KNOWN_STEPS))
        if self._arrived:
            last = len(self._cells) - 1
            return min(step / last, 1.0) if last else 1.0
        mean = mean_steps(self._level, self.kind.name) or 1.0
        return min(step / max(mean * self._level.dist_min, 1.0), 1 - LAST_SHARE)

    def time_of(self, step: int) -> float:
        return step / self.pace - (self.start or 0.0)

    def _cell_after(self, steps: int) -> Cell:
        self._walk_to(steps)
        last = len(self._cells) - 1
        if steps > last > 0 and not self._arrived:
            steps %= last  # it circles: its walk returns to its start
        return self._space.place(self._cells[min(steps, last)])

    def _walk_to(self, step: int) -> None:
        if self._ended:
            return
        while len(self._cells) <= step:
            cell = next(self._steps, None)
            if cell is None:
                self._ended = True
                self._arrived = self._cells[-1] in self._space.goals
                return
            self._cells.append(cell)
        if self._cells[-1] in self._space.goals:
            self._ended = self._arrived = True


def walk_of(kind: RivalKind, level: Level, most: int) -> list[Cell]:
    """Return the cells of a whole walk, A first, cut off after a number of steps."""
    space = SearchSpace(level.maze, level.start, level.goals, str(level.recipe or "maze"))
    return list(map(space.place, (space.start, *islice(kind.walk(space), most))))


@cache
def measured_means() -> dict[str, dict[str, float]]:
    """Return the mean length of rivals' walks in shortest paths: by texture, then by rival."""
    table = Path(__file__).with_name("mean_steps.csv")
    (_, *rivals), *rows = (line.split(",") for line in table.read_text("utf-8").splitlines())
    return {name: dict(zip(rivals, map(float, means), strict=True)) for name, *means in rows}


def mean_steps(source: Recipe | Level, rival: str) -> float | None:
    """Return the mean length of a rival's walk in a texture, in shortest paths.

    A design that was not measured counts as its algorithm without options, a loaded maze as the
    mean of all textures. 1.0 for a rival that knows the path; None if nothing was measured.
    """
    recipe = source if isinstance(source, Recipe) else source.recipe
    means = measured_means()
    rows = list(means.values())
    if rival not in rows[0]:
        return 1.0 if rival in {"shortest", "ghost"} else None
    row = None
    if recipe is not None:
        names = [
            preset.name
            for preset in PRESETS.values()
            if preset.options
            and (preset.algorithm, set(preset.options)) == (recipe.algorithm, set(recipe.options))
        ]
        row = next((means[name] for name in [*names, recipe.algorithm] if name in means), None)
    return sum(each[rival] for each in rows) / len(rows) if row is None else row[rival]


def pursuing_pace(usual: float | None) -> float:
    """Return the pace for the starts of a pursuit, in cells of the shortest path a second."""
    return min(max(round(usual or FIRST_PACE, 2), SLOWEST), FASTEST)


def close_pace(source: Recipe | Level, rival: str, usual: float | None) -> float:
    """Return the pace, in cells per second to a tenth, at which a rival makes the race close.

    ``usual`` is the player's mean pace in similar runs, in cells of the shortest path per
    second; None without such runs.
    """
    pace = (usual or FIRST_PACE) * (mean_steps(source, rival) or 1.0)
    return min(max(round(pace, 1), SLOWEST), FASTEST)

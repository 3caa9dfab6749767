"""Records of the score book: what is written into it, and what its queries return."""

from __future__ import annotations

import datetime as dt
import time
import uuid
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, cast

from mazegame.engine import Recipe
from mazegame.game import score as scoring
from mazegame.game.modes.calendar import Streak
from mazegame.game.rules import Rules
from mazegame.store.checked import MAX_CELLS, integer, text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mazegame.engine import Level
    from mazegame.game.career.habits import Habits
    from mazegame.game.career.statistics import Played, RivalResult
    from mazegame.game.racing.racer import Walk
    from mazegame.game.recording.record import Record
    from mazegame.game.scoring.medals import MedalTimes

LOADED_DESIGN: Final = "loaded"
"""The algorithm and the design of mazes that were loaded from a file."""

OPEN_RULES: Final = "open"
"""``Rules.key`` of the plain rules."""


@dataclass(frozen=True)
class Category:
    """The class within which runs are ranked: design, size and rules."""

    algorithm: str
    """The algorithm's name, or ``LOADED_DESIGN``."""
    design: str
    """Algorithm and options without the seed, e.g. ``wilson:braid=20``, or ``LOADED_DESIGN``."""
    cols: int
    rows: int
    rules: str = OPEN_RULES
    """``Rules.key`` of the easiest rules and assists that applied at any time of the run."""

    @classmethod
    def of(cls, level: Level | Recipe, rules: str = OPEN_RULES) -> Category:
        """Return the category of a level, or of a recipe, with ``rules`` as ``Rules.key``."""
        recipe = level if isinstance(level, Recipe) else level.recipe
        if recipe is None:
            maze = cast("Level", level).maze
            return cls(LOADED_DESIGN, LOADED_DESIGN, maze.cols, maze.rows, rules)
        options = ",".join(f"{name}={value}" for name, value in recipe.options)
        design = f"{recipe.algorithm}:{options}" if options else recipe.algorithm
        return cls(recipe.algorithm, design, recipe.cols, recipe.rows, rules)

    @classmethod
    def checked(cls, values: Iterable[Any]) -> Category:
        """Return the category of five values from a file; ValueError if one is invalid."""
        algorithm, design, cols, rows, rules = values
        size = integer(cols, 1, MAX_CELLS), integer(rows, 1, MAX_CELLS)
        return cls(text(algorithm), text(design), *size, text(rules))

    @property
    def by_pace(self) -> bool:
        """Whether runs are ranked by pace alone, because their clocks start with the reveal."""
        return Rules.from_key(self.rules).reveal

    @property
    def may_rank(self) -> bool:
        """Whether runs can be ranked: not in mazes of an algorithm that a plugin adds."""
        from mazegame.engine import ALGORITHMS

        return self.algorithm == LOADED_DESIGN or self.algorithm in ALGORITHMS.built_in


@dataclass(frozen=True)
class Heading:
    """Level, rules, rivals and series of a run; the first line of a journal."""

    uid: str
    """A unique name of the run, which never changes."""
    level: str
    """The game ID, or ``maze:`` and a hash for a loaded maze."""
    category: Category
    """The category under the rules at the beginning."""
    dist_min: int
    """Length of the shortest path, in steps."""
    origin: str = ""
    """The ``uid`` of the first run of the walk that this one continues; empty for a new walk."""
    rivals: tuple[str, ...] = ()
    """The rivals, each as ``NAME:PACE`` or ``ghost``."""
    series: str = ""
    """The key of its series, e.g. ``daily:2026-03-01``; empty for free play."""
    maze: str = ""
    """The name of a loaded maze."""
    name: str = ""
    """The player's name of a saved run; empty for a run in progress."""
    began: int = 0
    """The time of its beginning, in milliseconds since 1970, UTC."""

    @property
    def walk(self) -> str:
        """The ``uid`` of the first run of this walk: its own unless it continues another run."""
        return self.origin or self.uid


@dataclass(frozen=True)
class FinishedRun:
    """A run that has reached B."""

    heading: Heading
    record: Record
    rules: str = OPEN_RULES
    """``Rules.key`` of the easiest rules that applied at any time."""
    rivals: tuple[RivalResult, ...] = ()
    ghost: Walk | None = None
    """The walk of the rival ``ghost``; None without one."""
    medal: str = ""
    """The medal that its time earns; empty for none."""
    habits: Habits | None = None
    """The player's habits on the walk; None if they were not measured."""
    done: int = 0
    """The time of its end, in milliseconds since 1970, UTC."""
    day: int = 0
    """The player's local date at its end, as ``datetime.date.toordinal``."""

    @property
    def category(self) -> Category:
        """The category under the easiest rules that applied, within which it is ranked."""
        return replace(self.heading.category, rules=self.rules)

    @property
    def steps(self) -> int:
        """Number of steps, steps back included."""
        return len(self.record.moves)

    @property
    def ms(self) -> int:
        """The time on the stopwatch, in milliseconds."""
        return round(self.record.seconds * 1000)

    @property
    def shown(self) -> bool:
        """Whether the path was shown during the run."""
        return self.record.assisted

    @property
    def score(self) -> int:
        """Points, 0 to 1000."""
        return scoring.score(self.heading.dist_min, self.steps, self.record.hints)

    @property
    def stars(self) -> int:
        """1 to 3 stars."""
        return scoring.stars(self.heading.dist_min, self.steps, self.record.hints)

    @property
    def pace(self) -> float:
        """Cells of the shortest path per second, which orders runs of equal score.

        In categories that are ranked by pace alone, each hint costs time.
        """
        hints = self.record.hints if self.category.by_pace else 0
        return scoring.pace(self.heading.dist_min, self.ms / 1000, hints)

    def beats(self, best: Best) -> bool:
        """Return whether it is better than ``best``, the best earlier run of its category."""
        if self.category.by_pace:
            return self.pace > best.pace
        return (self.score, self.pace) > (best.score, best.pace)


@dataclass(frozen=True)
class Best:
    """The best ranked run of a category: the fastest of those with the best score.

    In categories that are ranked by pace it is the fastest of all.
    """

    score: int
    pace: float
    """Cells of the shortest path per second."""


@dataclass(frozen=True)
class MazeBest:
    """The best run of one maze, practice included."""

    score: int
    ms: int


@dataclass(frozen=True)
class ToBeat:
    """The medal times of a level, and the player's bests on the same maze and in its category."""

    times: MedalTimes | None
    """None for a level without medals."""
    maze_best: MazeBest | None
    best: Best | None


@dataclass(frozen=True)
class Ranking:
    """A finished run, and the earlier bests with which it is compared."""

    run: FinishedRun
    ranked: bool
    """Whether it counts for the bests of its category: it is the first walk of its maze, the path
    was not shown, and the path is long enough."""
    best: Best | None
    """The best earlier ranked run of its category."""
    maze_best: MazeBest | None
    """The best earlier run of its maze."""


@dataclass(frozen=True)
class CategoryBest:
    """The ranked runs of a category, counted, and the best of them."""

    category: Category
    runs: int
    best: Best
    perfect: int
    """Runs with a perfect score."""


@dataclass(frozen=True)
class AlgorithmEfficiency:
    """The efficiency of ranked runs in mazes of one algorithm, or in loaded mazes."""

    algorithm: str
    """Its name, or ``LOADED_DESIGN``."""
    runs: int
    efficiency: float
    """Mean of shortest path over steps, 0 to 1."""


@dataclass(frozen=True)
class RaceCount:
    """The races against one rival at one pace; races with a head start are counted apart."""

    rival: str
    pace: float
    """Cells per second; 0 for ghosts."""
    races: int
    won: int
    pursuit: bool = False
    """Whether the rival had a head start."""


def by_rival(races: Iterable[RaceCount]) -> list[tuple[str, int, int, list[RaceCount]]]:
    """Return (rival, races won, all races, races by pace) for each rival, sorted by name."""
    rival = attrgetter("rival")
    groups = [(name, [*those]) for name, those in groupby(sorted(races, key=rival), rival)]
    return [
        (name, sum(one.won for one in those), sum(one.races for one in those), those)
        for name, those in groups
    ]


@dataclass(frozen=True)
class Summary:
    """The contents of the Scores screen."""

    runs: int = 0
    ranked: int = 0
    perfect: int = 0
    """Ranked runs with a perfect score."""
    categories: tuple[CategoryBest, ...] = ()
    """Sorted by ranked runs, most first."""
    algorithms: tuple[AlgorithmEfficiency, ...] = ()
    """Sorted by efficiency, highest first."""
    races: tuple[RaceCount, ...] = ()
    """Sorted by rival, then by pace, slowest first."""
    history: tuple[Played, ...] = ()
    """The latest runs, newest first."""
    streak: Streak = field(default_factory=Streak)
    descents: tuple[Played, ...] = ()
    """The first descent of each seed, deepest first."""


def today() -> int:
    """Return the player's local date, as ``datetime.date.toordinal``."""
    return dt.datetime.now().astimezone().date().toordinal()


def now_ms() -> int:
    """Return the time in milliseconds since 1970, UTC; 0 if the clock is set before 1970."""
    return max(time.time_ns() // 1_000_000, 0)


def new_uid() -> str:
    """Return a new, globally unique name for a run."""
    return uuid.uuid4().hex

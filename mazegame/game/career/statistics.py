"""Statistics of a player's finished runs, as pure functions of rows of the score book.

They use ranked runs only, since repeated walks of a maze do not measure how a player reads mazes.
Only the days use every finished run.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Final

from mazegame.game import score as scoring
from mazegame.game.career.habits import Habits, together
from mazegame.game.modes import endless
from mazegame.game.modes.calendar import Streak
from mazegame.game.modes.table import MODES, mode_of
from mazegame.game.racing.race_choice import GHOST
from mazegame.game.racing.racer import Racer, is_beaten
from mazegame.game.words import counted, spell_time

if TYPE_CHECKING:
    from mazegame.game.modes.mode import Outcome
    from mazegame.game.run import Run

LEAST_RUNS: Final = 5
"""Fewest ranked runs for advice."""

LATEST: Final = 20
"""Number of the latest ranked runs that are compared with all runs."""

EASY_EFFICIENCY: Final = 0.995
"""The share of the shortest path from which a texture is shown as 100 %, and is not hard."""

GOOD_RIGHT_SHARE: Final = 0.9
"""A good share of junctions left by the right exit at first."""

GOOD_JUNCTION_SECONDS: Final = 0.5
"""A good mean time at a junction, in seconds."""

GOOD_CORRIDOR_PACE: Final = 8.0
"""A good pace in corridors, in cells per second."""


@dataclass(frozen=True)
class RivalResult:
    """The result of a race against one rival."""

    rival: str
    """The kind of rival, e.g. ``shortest`` or ``ghost``; in a pursuit ``NAME@USUAL``."""
    pace: float = 0.0
    """Cells per second; 0 for a ghost."""
    ms: int | None = None
    """The rival's arrival at B, in milliseconds of the stopwatch; None for never."""
    won: bool = False
    """Whether the player won."""

    @property
    def key(self) -> str:
        """``NAME:PACE``, or the name alone for a ghost."""
        return f"{self.rival}:{self.pace:g}" if self.pace else self.rival


def rival_results(
    run: Run, keys: Sequence[str], rivals: Sequence[Racer]
) -> tuple[RivalResult, ...]:
    """Return the results of a finished run against its rivals, by the key of each."""
    results = []
    for key, rival in zip(keys, rivals, strict=False):
        name, _, pace = key.partition(":")
        ms = round(rival.arrival * 1000) if math.isfinite(rival.arrival) else None
        results.append(RivalResult(name, float(pace or 0), ms, is_beaten(rival, run)))
    return tuple(results)


@dataclass(frozen=True, slots=True)
class Played:
    """A finished run, as the score book has it."""

    id: int
    level: str
    """The game ID, or ``maze:`` and a hash."""
    maze: str
    """The name of a loaded maze or a descent; empty for another generated maze."""
    algorithm: str
    design: str
    """Algorithm and options without the seed, or ``loaded``."""
    cols: int
    rows: int
    rules: str
    """``Rules.key`` of the easiest rules during the run."""
    ranked: bool
    shown: bool
    """Whether the path was shown."""
    steps: int
    dist_min: int
    ms: int
    hints: int
    score: int
    stars: int
    medal: str
    series: str
    done: int
    """The time of its end, in milliseconds since 1970, UTC."""
    rivals: tuple[RivalResult, ...] = ()
    day: int = 0
    """The player's local date, as ``datetime.date.toordinal``; 0 in the history."""
    habits: Habits | None = None
    """The habits of the walk; None if they were not measured, and in the history."""

    @property
    def name(self) -> str:
        """The name of the level: its game ID, or the file it was loaded from."""
        return self.maze or self.level

    @property
    def keys(self) -> tuple[str, ...]:
        """The rivals, each as ``NAME:PACE`` or ``ghost``; a second player counts as ``ghost``."""
        return ("ghost",) if self.players > 1 else tuple(rival.key for rival in self.rivals)

    @property
    def players(self) -> int:
        """The number of players at one keyboard."""
        return mode_of(self.series).players

    @property
    def outcome(self) -> Outcome | None:
        """The text of its mode in place of the score; None for the score itself."""
        return mode_of(self.series).outcome(self)

    @property
    def words(self) -> tuple[str, str]:
        """Text in place of score and stars, long and short; empty for none."""
        if outcome := self.outcome:
            return outcome.words, outcome.brief
        return ("path shown", "shown") if self.shown else ("", "")

    @property
    def race(self) -> str:
        """The result of its race in a word; empty without a race."""
        if (outcome := self.outcome) and outcome.race:
            return outcome.race
        return "" if self.won is None else ("won" if self.won else "lost")

    @property
    def walkers(self) -> tuple[str, str]:
        """The names of the player and of the ghost in a replay."""
        outcome = self.outcome
        return outcome.walkers if outcome else ("you", "ghost")

    @property
    def party(self) -> str:
        """The first three other players of its party, with their times."""
        people = [one for one in self.rivals if not one.pace and one.rival != GHOST]
        people.sort(key=lambda one: (one.ms is None, one.ms))
        said = [
            f"{one.rival} {'later' if one.ms is None else spell_time(one.ms)}" for one in people[:3]
        ]
        more = len(people) - len(said)
        return ", ".join([*said, f"{more} more"] if more else said)

    @property
    def won(self) -> bool | None:
        """Whether the player was faster than all rivals; None without rivals."""
        return all(rival.won for rival in self.rivals) if self.rivals else None

    @property
    def efficiency(self) -> float:
        """The shortest path over the walked one, 0 to 1."""
        return scoring.efficiency(self.dist_min, self.steps)

    @property
    def cells(self) -> int:
        """The number of cells of its maze."""
        return self.cols * self.rows

    @property
    def depth(self) -> int:
        """The depth of a descent in rows; 0 for other runs."""
        return endless.depth_of(self)

    @property
    def seed(self) -> str:
        """The seed of a descent; empty for other runs."""
        return self.series.removeprefix(endless.PREFIX) if self.depth else ""

    @property
    def over(self) -> int:
        """The steps beyond the shortest path."""
        return self.steps - self.dist_min

    @property
    def perfect(self) -> bool:
        """Whether it is ranked and has all points."""
        return self.ranked and self.score == scoring.PERFECT


@dataclass(frozen=True)
class TextureStatistics:
    """The ranked runs in mazes of one design."""

    design: str
    algorithm: str
    efficiencies: tuple[float, ...]
    """Shortest path over steps of each run, oldest first."""
    habits: Habits

    @property
    def runs(self) -> int:
        """The number of runs."""
        return len(self.efficiencies)

    @property
    def efficiency(self) -> float:
        """The mean efficiency, 0 to 1."""
        return fmean(self.efficiencies)

    @property
    def trend(self) -> float | None:
        """Mean efficiency of the later half minus the earlier one; None below four runs."""
        half = self.runs // 2
        if half < 2:
            return None
        return fmean(self.efficiencies[-half:]) - fmean(self.efficiencies[:half])


class Statistics:
    """The statistics of finished runs, given oldest first. O(rows)."""

    def __init__(self, rows: Sequence[Played]) -> None:
        ranked = [row for row in rows if row.ranked]
        by_design: dict[str, list[Played]] = {}
        for row in ranked:
            by_design.setdefault(row.design, []).append(row)
        textures = (
            TextureStatistics(
                design, runs[0].algorithm, tuple(row.efficiency for row in runs), _habits(runs)
            )
            for design, runs in by_design.items()
        )
        self.textures = tuple(sorted(textures, key=lambda one: (-one.runs, one.design)))
        """The designs, sorted by ranked runs, most first."""
        self.runs, self.ranked = len(rows), len(ranked)
        self.perfect = sum(row.perfect for row in ranked)
        self.efficiencies = tuple(row.efficiency for row in ranked)
        """The efficiency of each ranked run, oldest first."""
        self.habits, self.latest = _habits(ranked), _habits(ranked[-LATEST:])
        """The habits of all ranked runs, and of the ``LATEST`` ones."""
        self.days: Mapping[int, int] = Counter(row.day for row in rows)
        """Number of finished runs by the player's local date, as ``datetime.date.toordinal``."""
        self.lines = [line for mode in MODES for line in mode.lines(rows)]
        """Lines of text on the runs of each mode that has some."""
        self.counts = {name: n for mode in MODES for name, n in mode.counts(rows).items()}
        """The counts of all modes, by name."""

    def streak(self, today: int) -> Streak:
        """Return the streak of days up to a day, given as ``datetime.date.toordinal``."""
        return Streak.of(self.days, today)

    @property
    def efficiency(self) -> float | None:
        """The mean efficiency of all ranked runs, 0 to 1; None without runs."""
        return fmean(self.efficiencies) if self.efficiencies else None

    @property
    def hardest(self) -> tuple[TextureStatistics, ...]:
        """The designs with three ranked runs or more and a detour, least efficient first."""
        hard = [one for one in self.textures if one.runs >= 3 and one.efficiency < EASY_EFFICIENCY]
        return tuple(sorted(hard, key=lambda one: one.efficiency))

    @property
    def thinking_share(self) -> float | None:
        """The share of the walking time spent at junctions; None if no time was measured."""
        spent = self.habits.junction_ms + self.habits.corridor_ms
        return self.habits.junction_ms / spent if spent else None


def _habits(rows: Sequence[Played]) -> Habits:
    return together(row.habits for row in rows if row.habits is not None)


def advice(found: Statistics, name: Mapping[str, str]) -> str:
    """Return a line on what to practise: the value farthest from good. ``name`` has the titles."""
    if found.ranked < LEAST_RUNS:
        more = counted(LEAST_RUNS - found.ranked, "more maze")
        return f"Finish {more} at first sight to read here what to practise."
    habits = found.latest if found.latest.junctions else found.habits
    faults: list[tuple[float, str]] = []
    if (share := habits.right_share) is not None and share < GOOD_RIGHT_SHARE:
        wrong = round(10 * (1 - share))
        text = f"Look further ahead: you leave {wrong} of 10 junctions by the wrong exit."
        faults.append((GOOD_RIGHT_SHARE - share, text))
    if (seconds := habits.junction_seconds) is not None and seconds > GOOD_JUNCTION_SECONDS:
        text = f"Decide sooner: you stand {spell_time(round(1000 * seconds))} at a junction."
        faults.append((0.1 * (seconds - GOOD_JUNCTION_SECONDS), text))
    if (pace := habits.corridor_pace) is not None and pace < GOOD_CORRIDOR_PACE:
        text = f"Hold Shift in corridors: you walk {pace:.1f} cells a second there."
        faults.append((0.3 * (1 - pace / GOOD_CORRIDOR_PACE), text))
    mean = found.efficiency or 0.0
    if found.hardest and found.hardest[0].efficiency < mean - 0.02 and len(found.textures) > 1:
        worst = found.hardest[0]
        title = name.get(worst.design, worst.design)
        text = f"Practise {title}: efficiency {worst.efficiency:.0%} there, {mean:.0%} on average."
        faults.append((mean - worst.efficiency, text))
    if not faults:
        return "Nothing stands out. Take larger mazes, fog, or a faster rival."
    return max(faults)[1]

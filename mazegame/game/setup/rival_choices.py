"""The rivals that a menu offers, and what each is like in a line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from mazegame.engine import Recipe
from mazegame.game.racing.paces import close_pace, mean_steps, pursuing_pace
from mazegame.game.racing.race_choice import (
    GHOST,
    PACES,
    YOURS_PACE,
    RaceChoice,
    RivalChoice,
    parse_rival_choices,
)
from mazegame.game.racing.rival_kinds import KINDS, SHORTEST, kind_of, rival_name
from mazegame.game.racing.rivals import PacedRival
from mazegame.game.words import counted, spell_time

if TYPE_CHECKING:
    from mazegame.engine import Level
    from mazegame.game.match import Match
    from mazegame.game.racing.racer import RivalSpec
    from mazegame.game.racing.repeaters import GhostWalk
    from mazegame.game.rules import Rules

CLOSE_SECONDS: Final = 0.01
"""Seconds for a cell of the shortest path by which a rival counts as slower."""

NO_GHOST: Final = "there is no ghost yet: you have not finished this maze without its path"
"""The reason why a ghost cannot race."""

_FOUR: Final = parse_rival_choices("tremaux:yours,left-hand:yours,right-hand:yours,greedy:yours")

READY: Final = (
    ("One rival", "Trémaux, as fast as you usually are", RaceChoice(_FOUR[:1])),
    ("Pursuit", "Trémaux walks slowly, and has a start: catch it before B",
     RaceChoice((RivalChoice("tremaux", PACES["stroll"]),), pursuit=True)),
    ("Field of four", "wall followers, Trémaux, the greedy one, at your pace", RaceChoice(_FOUR)),
    ("Best of three", "Trémaux at your pace, until one of you has won two mazes",
     RaceChoice(_FOUR[:1], 3)),
)  # fmt: skip
"""The races that are chosen with one key: heading, description, choice."""


def rival_choices() -> tuple[tuple[str, str], ...]:
    """Return the name and the title of each rival that can be chosen before the level is known."""
    names = (SHORTEST, *(kind.name for kind in KINDS.values()), *KINDS.offered)
    return tuple((name, rival_name(name)) for name in names)


def title_of(name: str) -> str:
    """Return the title of a rival; that of the ghost is ``your ghost``."""
    return "your ghost" if name == GHOST else rival_name(name)


def describe_race(race: RaceChoice) -> str:
    """Return a race in a line: ``Trémaux 12, left hand 16, your ghost · best of three``."""
    rivals = [f"{title_of(one.name)} {_pace_word(one)}".rstrip() for one in race.rivals]
    if not rivals:
        return "none"
    series = [spell_series(race.best_of)] if race.best_of > 1 else []
    return " · ".join([", ".join(rivals), *(["pursuit"] if race.pursuit else []), *series])


def spell_series(best_of: int) -> str:
    """Return the name of a series: ``best of three``."""
    if best_of == 1:
        return "one race"
    words = {3: "three", 5: "five"}
    return f"best of {words.get(best_of, best_of)}"


def _pace_word(rival: RivalChoice) -> str:
    if rival.name == GHOST:
        return ""
    return "at your pace" if rival.pace == YOURS_PACE else f"{rival.pace:g}"


def can_race(source: Recipe | Level, name: str) -> bool:
    """Return whether a rival takes on a maze of this size."""
    kind = None if name in KINDS.offered else kind_of(name)
    if kind is None or kind.limit is None or not isinstance(source, Recipe):
        return True
    return source.cols * source.rows <= kind.limit


def about_rival(
    source: Recipe | Level, name: str, record: tuple[int, int] | None = None
) -> list[str]:
    """Return lines on a rival: its mean steps, the record (won, races) against it, its nature."""
    parts = []
    try:
        kind = kind_of(name)
    except ValueError as error:
        return [str(error)]
    if kind is not None:
        if not can_race(source, name):
            return [f"only for mazes of {kind.limit:,} passages at most"]
        mean = mean_steps(source, name)
        if mean is not None:
            parts.append(f"{mean:.1f} x the shortest path here")
    if record is not None and record[1]:
        won, races = record
        parts.append(f"you won {won:,} of {counted(races, 'race')}")
    return [*parts, "knows the shortest path" if kind is None else kind.about]


def about_start(source: Recipe | Level, choice: RivalChoice, usual: float | None) -> str:
    """Return the start that a rival has in a pursuit on average; empty if that is not known."""
    mean = mean_steps(source, choice.name)
    if choice.name == GHOST:
        return "it keeps its own time: no head start"
    if mean is None:
        return ""
    pace = close_pace(source, choice.name, usual) if choice.pace == YOURS_PACE else choice.pace
    seconds = mean / pace - 1 / pursuing_pace(usual)
    if seconds < CLOSE_SECONDS:
        return "as fast as you, or faster: no head start on average"
    start = spell_time(round(10_000 * seconds))
    return f"a start of {start} for 10 cells of the shortest path, on average"


def race_match(
    recipe: Recipe,
    rules: Rules,
    race: RaceChoice,
    usual: float | None = None,
    ghost: GhostWalk | None = None,
) -> tuple[Match, list[str]]:
    """Return the first match of a chosen race, and why some of it cannot be."""
    from mazegame.game.modes.best_of import BestOf
    from mazegame.game.modes.free_play import free_play

    rivals, problems = chosen_rivals(recipe, race, usual, ghost)
    match = free_play(recipe, rules, rivals)
    most = race.possible.best_of
    if most > 1 and rivals:
        match = replace(match, series=BestOf.begin(most, rivals))
    return match, problems


def chosen_rivals(
    source: Recipe | Level,
    race: RaceChoice,
    usual: float | None = None,
    ghost: GhostWalk | None = None,
) -> tuple[tuple[RivalSpec, ...], list[str]]:
    """Return the rivals of a choice that can race, and a sentence for each thing that cannot be.

    ``usual`` is the player's pace in such runs, in cells of the shortest path a second, if it
    is known; ``ghost`` is their best walk of this maze.
    """
    problems = [race.problem] if race.problem and race.rivals else []
    rivals: list[RivalSpec] = []
    pursuer = pursuing_pace(usual) if race.pursuit else None
    for choice in race.possible.rivals:
        if choice.name == GHOST:
            if ghost is None:
                problems.append(NO_GHOST)
            else:
                rivals.append(ghost)
            continue
        pace = close_pace(source, choice.name, usual) if choice.pace == YOURS_PACE else choice.pace
        try:
            kind = kind_of(choice.name)
        except ValueError as error:  # of a package that is broken, or no longer there
            problems.append(str(error))
            continue
        rivals.append(PacedRival(pace, kind, pursuer))
    return tuple(rivals), problems

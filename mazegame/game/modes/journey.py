"""Journey: forty levels through all textures, each harder than the one before.

The levels are a frozen table (``journey_levels.py``) that ``scripts/choose_journey.py`` generates.
Stars open chapters. Within an open chapter a level is open if at most one level before it in the
chapter is not solved: a player may always skip one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mazegame.game.match import Match, Series
from mazegame.game.modes.achievement import Achievement, different, reaching
from mazegame.game.modes.journey_levels import LEVELS
from mazegame.game.modes.mode import CommandSpec, EarlierResults, Mode
from mazegame.game.rules import Rules
from mazegame.game.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mazegame.engine import Recipe
    from mazegame.game.modes.mode import BookRow
    from mazegame.game.run import Run

PREFIX: Final = "journey:"
"""Prefix of the series' keys."""

CHAPTERS: Final = (
    ("Slopes", "Two long corridors always lead home."),
    ("Bushes", "Countless short dead ends. The path runs nearly straight."),
    ("Meadows", "Short twisted branches everywhere, and the first rivals."),
    ("Walls", "Weights give the corridors a direction."),
    ("Crossroads", "Loops: many paths lead to B, and one is the shortest."),
    ("Shapes", "Mazes inside hearts, rings and letters."),
    ("Rivers", "Long corridors, and fog over them."),
    ("Deep woods", "Everything together."),
)
"""Title of each chapter, and a sentence on it."""

CHAPTER_LEVELS: Final = 5
"""Levels in a chapter."""

STARS_A_CHAPTER: Final = 8
"""Stars that a chapter needs for each chapter before it; a chapter has 15."""

_KEY: Final = rf"{PREFIX}([1-9][0-9]?)"


@dataclass(frozen=True, slots=True)
class JourneyLevel:
    """A level of the journey."""

    number: int
    """From 1 to 40."""
    game_id: str
    rules: Rules
    rivals: tuple[str, ...]
    """The rivals as ``NAME:PACE``; empty for none."""

    @property
    def recipe(self) -> Recipe:
        """Its maze."""
        from mazegame.engine import Recipe

        return Recipe.parse(self.game_id)

    @property
    def chapter(self) -> int:
        """The index of its chapter in ``CHAPTERS``."""
        return (self.number - 1) // CHAPTER_LEVELS

    @property
    def title(self) -> str:
        """``Rivers 2``: the chapter, and the number in it."""
        return f"{CHAPTERS[self.chapter][0]} {(self.number - 1) % CHAPTER_LEVELS + 1}"


MAP: Final = "recursive-backtracker:9x8:journey-75"
"""The maze of the journey's map: its shortest path has a cell for each level."""

JOURNEY: Final = tuple(
    JourneyLevel(number, game_id, Rules(fog="fog" in words), tuple(filter(None, [rival])))
    for number, (game_id, words, rival) in enumerate(LEVELS, start=1)
)
"""All levels, the easiest first."""


@dataclass(frozen=True, slots=True)
class LevelBest:
    """A player's best results on a level, without runs whose path was shown."""

    stars: int
    score: int
    medal: str
    """The best medal; empty for none."""
    ms: int
    runs: int


@dataclass(frozen=True)
class Progress:
    """A player's progress."""

    stars: Mapping[int, int]
    """The most stars on each solved level, 1 to 3, by its number."""

    @property
    def total(self) -> int:
        """All stars together."""
        return sum(self.stars.values())

    @property
    def solved(self) -> int:
        """The number of solved levels."""
        return len(self.stars)

    def is_open(self, number: int) -> bool:
        """Return whether a level may be played."""
        if number in self.stars:
            return True
        chapter = (number - 1) // CHAPTER_LEVELS
        first = chapter * CHAPTER_LEVELS + 1
        unsolved = sum(other not in self.stars for other in range(first, number))
        return not self.stars_missing(chapter) and unsolved <= 1

    @property
    def next(self) -> JourneyLevel | None:
        """The first open unsolved level; None for none."""
        return self.first_of(JOURNEY)

    def first_of(self, levels: Iterable[JourneyLevel]) -> JourneyLevel | None:
        """Return the first of some levels that is open and unsolved; None for none."""
        unsolved = (level for level in levels if level.number not in self.stars)
        return next((level for level in unsolved if self.is_open(level.number)), None)

    def stars_missing(self, chapter: int) -> int:
        """Return the stars missing to open a chapter; 0 if it is open."""
        last = chapter * CHAPTER_LEVELS
        before = sum(stars for number, stars in self.stars.items() if number <= last)
        return max(STARS_A_CHAPTER * chapter - before, 0)


@dataclass(frozen=True)
class JourneySeries(Series):
    """A level of the journey, followed by the next open unsolved level."""

    level: JourneyLevel
    stars: Mapping[int, int]
    """The most stars on each solved level before this match, by its number."""

    @property
    def key(self) -> str:
        """``journey:12``."""
        return journey_key(self.level.number)

    def about(self, finished: Run | None) -> str:
        """Return the level's name and, after it is finished, the progress of the journey."""
        name = f"journey {self.level.number} of {len(JOURNEY)}, {self.level.title}"
        if finished is None:
            return name
        progress = Progress(self._after(finished))
        following = self._following(progress)
        if following is not None:
            return f"{name}   next: {following.title}"
        if progress.solved == len(JOURNEY):
            return f"{name}   the journey is done: {progress.total} of {3 * len(JOURNEY)} stars"
        locked = next(filter(progress.stars_missing, range(len(CHAPTERS))), None)
        if locked is None:
            return name
        missing = counted(progress.stars_missing(locked), "more star")
        return f"{name}   {CHAPTERS[locked][0]} opens with {missing}"

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the next level; skip one that the player left before B."""
        stars = self._after(finished)
        following = self._following(Progress(stars))
        if following is None:
            return None
        return journey_match(following, stars).starting(reveal=match.rules.reveal)

    def _following(self, progress: Progress) -> JourneyLevel | None:
        """Return the first open unsolved level after this one, else the first before it."""
        here = self.level.number
        return progress.first_of((*JOURNEY[here:], *JOURNEY[: here - 1]))

    def _after(self, finished: Run | None) -> Mapping[int, int]:
        """Return the stars with those of a run; one whose path was shown earns none."""
        if finished is None or finished.assisted:
            return self.stars
        number = self.level.number
        return {**self.stars, number: max(self.stars.get(number, 0), finished.result.stars)}


def journey_match(level: JourneyLevel, stars: Mapping[int, int]) -> Match:
    """Return the match of a level; ``stars`` are the most on each solved level, by its number."""
    from mazegame.game.racing.rivals import parse_rival

    rivals = tuple(parse_rival(key) for key in level.rivals)
    series = JourneySeries(level, stars)
    return Match(source=level.recipe, rules=level.rules, rivals=rivals, series=series)


def journey_key(number: int) -> str:
    """Return the key of a level of the journey, by its number."""
    return f"{PREFIX}{number}"


def level_number_of(key: str) -> int | None:
    """Return the number of a journey level's key; None for another key."""
    found = re.fullmatch(_KEY, key)
    return int(found[1]) if found and int(found[1]) <= len(JOURNEY) else None


def solved_level(series: str, level: str, rules: str) -> int | None:
    """Return the number of the level that a run's keys solve; None for none, or lifted fog."""
    number = level_number_of(series)
    if number is None:
        return None
    asked = JOURNEY[number - 1]
    lifted = asked.rules.fog and not Rules.from_key(rules).fog
    return None if lifted or str(asked.recipe) != level else number


def journey_of(key: str, past: EarlierResults) -> JourneySeries | None:
    """Return the series of a journey level's key; None for another key."""
    number = level_number_of(key)
    return None if number is None else JourneySeries(JOURNEY[number - 1], past.stars())


# The row


def _levels(row: BookRow) -> tuple[int, ...]:
    number = None if row.shown else solved_level(row.series, row.level, row.rules)
    return () if number is None else (number,)


@reaching
def _stars(rows: Sequence[BookRow]) -> Iterator[tuple[BookRow, int]]:
    """Count the stars of the journey up to each run."""
    best: dict[int, int] = {}
    for row in rows:
        for level in _levels(row):
            best[level] = max(best.get(level, 0), row.stars)
            yield row, sum(best.values())


MODE: Final = Mode(
    name="journey",
    title="Journey",
    about="forty levels, each harder than the one before",
    door="journey",
    command=CommandSpec(
        examples=("",),
        opens=lambda _: {},
    ),
    not_in_words="the levels of the journey are chosen on its map: it is not played in words",
    screen="journey",
    prefix=PREFIX,
    series=journey_of,
    maze_of=lambda key: None if (at := level_number_of(key)) is None else JOURNEY[at - 1].recipe,
    achievements=(
        Achievement("journey", "The end of the road", "solve all levels of the journey",
                    different(len(JOURNEY), _levels)),
        Achievement("all-stars", "Every star", "three stars on every level of the journey",
                    _stars(3 * len(JOURNEY))),
    ),
)  # fmt: skip

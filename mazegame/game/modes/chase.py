"""Chase: fresh mazes with a hunter behind the player, each faster than the one before.

This module has the series, its lives and the hunter's pace at each level;
``game/racing/searchers.py`` finds the hunter's way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from mazegame.game.match import InOrder, Match
from mazegame.game.modes.achievement import Achievement, first
from mazegame.game.modes.mode import FOG, CommandOption, CommandSpec, Mode
from mazegame.game.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mazegame.engine import Recipe
    from mazegame.game.modes.mode import BookRow
    from mazegame.game.racing.rivals import HunterSpec
    from mazegame.game.run import Run

PREFIX: Final = "chase:"
"""Prefix of the series' keys."""

LEVELS: Final = 7
"""The levels of a chase."""

LIVES: Final = 3
"""The lives at the beginning of a chase."""

SENSES: Final = ("scent", "sight")
"""The senses by which hunters hunt, in turn."""

_KEY: Final = rf"{PREFIX}({'|'.join(SENSES)}|both):([1-{LEVELS}]):([1-{LIVES}])"


@dataclass(frozen=True)
class Chase(InOrder):
    """Levels of a chase, each on a fresh maze of the same texture and size.

    Who is caught loses a life, and tries the level again on another maze.
    """

    sense: str = "both"
    """One of ``SENSES`` for every hunter, or ``both`` in turn."""
    level: int = 1
    """The present level, from 1 to ``LEVELS``."""
    lives: int = LIVES
    """The lives left, the present one included."""

    @property
    def key(self) -> str:
        """``chase:both:3:2``: the senses, the level, and the lives left."""
        return f"{PREFIX}{self.sense}:{self.level}:{self.lives}"

    @property
    def manual(self) -> str:
        """The rules of hunters, then those of a walk."""
        return f"""\
Reach B before a hunter, H, reaches you.

It enters at A behind you. In its cell you are caught, and lose one of {LIVES} lives; \
at B you are safe. Each of the {LEVELS} hunters is faster than the one before.

By scent it follows your way, without the detours that you came back from. By sight it comes \
straight to where it sees you or saw you last; else it has to search.

{super().manual}"""

    @property
    def hunter(self) -> HunterSpec:
        """The hunter of the present level."""
        from mazegame.game.racing.rivals import HunterSpec

        faster = 1.5 if self._by == "sight" else 1.0  # by sight it has to search
        return HunterSpec(f"{self._by}-hunter", (1.0 + self.level) * faster)

    @property
    def _by(self) -> str:
        """The sense of the present hunter."""
        return SENSES[(self.level - 1) % 2] if self.sense == "both" else self.sense

    def about(self, finished: Run | None) -> str:
        """Return the level and the lives left; after it, what was reached."""
        lives = "last life" if self.lives == 1 else f"{self.lives} lives"
        if finished is None:
            return f"chase {self.level} of {LEVELS}, {lives}, by {self._by}"
        if self.level == LEVELS:
            return f"you escaped all {LEVELS} hunters"
        faster = replace(self, level=self.level + 1)
        pace = f"{faster.hunter.pace:g} cells a second"
        return f"chase {self.level} of {LEVELS}, {lives}   next: by {faster._by}, {pace}"

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the next level; None after the last one, or if this one is unfinished."""
        if finished is None or self.level == LEVELS:
            return None
        return replace(self, level=self.level + 1)._on(match)

    def lost(self, match: Match) -> tuple[str, Match | None]:
        """Return what is left, and the level on another maze, with a life less; or a new chase."""
        if self.lives == 1:
            over = f"The chase is over on level {self.level} of {LEVELS}."
            return over, replace(self, level=1, lives=LIVES)._on(match)
        left = "one life" if self.lives == 2 else f"{self.lives - 1} lives"
        again = replace(self, lives=self.lives - 1)._on(match)
        return f"You have {left} left for level {self.level} of {LEVELS}.", again

    def _on(self, match: Match) -> Match | None:
        return match.on_another_maze(self, (self.hunter,))


def chase_match(recipe: Recipe, *, fog: bool = False, sense: str = "both") -> Match:
    """Return the first level of a chase, by a sense as ``Chase.sense``."""
    chase = Chase(sense)
    return Match(source=recipe, rules=Rules(fog=fog), rivals=(chase.hunter,), series=chase)


def chase_of(key: str, _past: object = None) -> Chase | None:
    """Return the chase of a series' key; None for another key."""
    found = re.fullmatch(_KEY, key)
    return Chase(found[1], int(found[2]), int(found[3])) if found else None


# The row


def escaped(row: BookRow) -> int:
    """Return the level of a chase whose hunter the player escaped; 0 for another run."""
    chase = None if row.shown else chase_of(row.series)
    return 0 if chase is None else chase.level


def _counts(rows: Sequence[BookRow]) -> Mapping[str, int]:
    """Return the highest level that ended at B; 0 for none."""
    return {"chase": max(map(escaped, rows), default=0)}


def _lines(rows: Sequence[BookRow]) -> list[str]:
    level = _counts(rows)["chase"]
    return [f"Best chase: level {level} of {LEVELS}"] if level else []


MODE: Final = Mode(
    name="chase",
    title="Chase",
    about="a hunter behind you, faster each time",
    door="descent",
    command=CommandSpec(
        examples=("", "river-delta --by sight", "wilson:19x9:kite-7 --fog", "--words --by sight"),
        design="level",
        options=(
            CommandOption(
                "--by",
                "the sense of the hunters (default: both, in turn)",
                choices=("both", *SENSES),
            ),
            CommandOption("--fog", FOG),
        ),
    ),
    first=lambda options: chase_match(
        options["recipe"], fog=options["fog"], sense=options.get("by", "both")
    ),
    reveal=False,
    prefix=PREFIX,
    series=chase_of,
    lines=_lines,
    counts=_counts,
    achievements=(
        Achievement("escaped", "Away", "escape from a hunter", first(lambda r: escaped(r) >= 1)),
        Achievement("chase", "Out of reach", "escape from the last hunter of a chase",
                    first(lambda r: escaped(r) >= LEVELS)),
    ),
)  # fmt: skip

"""Endless: rows without end, one maze for each seed, and the top collapses behind the player.

What counts is the way to the first cell in the deepest row reached: its depth, then its steps over
the shortest way down to that row. So a descent is a walk from A to B in a maze that ends at that
row, all of which is B; ``level_of`` is its recipe. ``game/descent.py`` plays it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.game.modes.achievement import Achievement, first
from mazegame.game.modes.mode import CommandOption, CommandSpec, Mode, Outcome
from mazegame.game.score import LEAVE
from mazegame.game.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mazegame.engine import Cell, Recipe
    from mazegame.game.modes.mode import BookRow, Options

PREFIX: Final = "endless:"
"""Prefix of the series' keys; the seed follows."""

COLS: Final = 14
"""Columns of the maze, the same for everybody: as many as the smallest terminal shows."""

START: Final[Cell] = (0, COLS // 2)
"""The cell where a descent begins."""

BEHIND: Final = 24
"""Most rows between the deepest row reached and the collapse."""

MANUAL: Final = f"""\
Go down as deep as you can. The clock starts with your first step; then the top collapses behind \
you, faster and faster, and never more than {BEHIND} rows behind your deepest row. The marked row \
is the next to fall; whoever stands in a row that falls is caught.

Your depth counts, then the steps beyond the shortest way down to your deepest row. A seed is the \
same maze at all depths, and the first descent in it is ranked.

{LEAVE}"""
"""The rules, for help."""


def endless_key(seed: str) -> str:
    """Return the key of the descents in the endless maze of a seed."""
    return f"{PREFIX}{seed}"


def level_of(seed: str, depth: int) -> Recipe:
    """Return the recipe of the maze of a seed down to a depth, at least 1: its last row is B."""
    from mazegame.engine import Recipe
    from mazegame.engine.recipes.ends import format_ends

    ends = format_ends(START, tuple((depth, col) for col in range(COLS)))
    return Recipe("eller", COLS, depth + 1, seed, (("ends", ends),))


# The row


def depth_of(row: BookRow) -> int:
    """Return the rows that a descent came down; 0 for another run."""
    return row.rows - 1 if row.series.startswith(PREFIX) else 0


def _outcome(row: BookRow) -> Outcome | None:
    depth = depth_of(row)
    if not depth:
        return None
    return Outcome(f"{depth:,} deep", f"{depth:,} deep" if depth < 1000 else f"{depth:,}")


def _counts(rows: Sequence[BookRow]) -> Mapping[str, int]:
    """Return the number of descents, those of the same seed too, and the most rows of one."""
    depths = [depth_of(row) for row in rows]
    return {"descents": sum(depth > 0 for depth in depths), "deepest": max(depths, default=0)}


def _lines(rows: Sequence[BookRow]) -> list[str]:
    found = _counts(rows)
    times, deepest = counted(found["descents"], "descent"), counted(found["deepest"], "row")
    return [f"Endless: {times}, the deepest {deepest}"] if found["descents"] else []


def _begins(options: Options) -> Mapping[str, str]:
    from mazegame.engine.support.seed import clean_seed

    return {"seed": "" if options["seed"] is None else clean_seed(options["seed"])}


def _check(options: Options) -> None:
    _begins(options)


MODE: Final = Mode(
    name="endless",
    title="Endless",
    about="rows without end, and the top collapses",
    door="descent",
    command=CommandSpec(
        examples=("", "kite-7"),
        options=(
            CommandOption(
                "seed",
                "the seed of the maze, the same for all depths (default: the descent that was "
                "left, or a drawn one)",
                metavar="SEED",
            ),
        ),
        check=_check,
        opens=_begins,
    ),
    reveal=False,
    not_in_words="the rows of an endless maze fall by the clock: it is not played in words",
    screen="endless",
    plays_on="playing.endless.EndlessScreen",
    prefix=PREFIX,
    ranked=False,
    is_match=False,
    outcome=_outcome,
    lines=_lines,
    counts=_counts,
    achievements=(
        Achievement("deep", "Bottomless", "an endless maze, 200 rows deep",
                    first(lambda r: depth_of(r) >= 200)),
        Achievement("straight-down", "Plumb line", "30 endless rows by the shortest way down",
                    first(lambda r: depth_of(r) >= 30 and r.steps == r.dist_min)),
    ),
)  # fmt: skip

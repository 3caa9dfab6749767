"""Duel: two players at one keyboard, best of five rounds on fresh mazes.

This module decides when a round is over and who wins it. Every finished round is in the score
book, and none is ranked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Final

from mazegame.game.match import Match, Series
from mazegame.game.modes.achievement import Achievement, first
from mazegame.game.modes.mode import CommandOption, CommandSpec, Mode, Outcome
from mazegame.game.rules import Rules
from mazegame.game.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mazegame.engine import Recipe
    from mazegame.game.modes.mode import BookRow
    from mazegame.game.run import Run

PREFIX: Final = "duel:"
"""Prefix of the series' keys."""

HANDS: Final = ("left", "right")
"""The names of the two players, by where their keys are."""

TWO_VIEWS: Final = 100
"""Fewest columns of a terminal for mazes that are shown twice."""

LINES_BESIDE: Final = 3
"""Lines of the screen besides the mazes: two of numbers, one of keys."""

ROUNDS: Final = 5
"""Most rounds that somebody wins; a draw is played again."""

DRAW: Final = "draw"
"""The winner of a round that nobody won."""

_KEY: Final = rf"{PREFIX}(fewest:)?([0-3])-([0-3])(?::({'|'.join((*HANDS, DRAW))}))?"


@dataclass(frozen=True)
class Duel(Series):
    """Rounds of two players, each on a fresh maze of the same texture and size."""

    fewest: bool = False
    """Whether the fewest steps win a round; else whoever is first at B."""
    wins: tuple[int, int] = (0, 0)
    """The rounds that each player has won."""
    won_by: str = ""
    """The winner of the round that is over: one of ``HANDS``, or ``DRAW``; empty during a round."""

    @property
    def key(self) -> str:
        """``duel:1-0``, or ``duel:fewest:1-0``: what wins a round, and the rounds won so far.

        After a round ``duel:1-0:left``: so the score book has it, with the walk that decided it and
        the other one.
        """
        won_by = f":{self.won_by}" if self.won_by else ""
        return f"{PREFIX}{'fewest:' * self.fewest}{self.wins[0]}-{self.wins[1]}{won_by}"

    @property
    def manual(self) -> str:
        """The rules of a duel."""
        return f"""\
Two players at one keyboard walk the same maze from A to B. A press runs to the next junction, \
with Shift it goes one cell; a press of one never stops the other.

The first at B wins a round, or the fewest steps if you choose that before the first step. Best \
of {ROUNDS} rounds; a draw is played again. No ranking counts it."""

    @property
    def decided(self) -> bool:
        """Whether a player has won more than half of all rounds."""
        return max(self.wins) > ROUNDS // 2

    @property
    def hands(self) -> tuple[str, str]:
        """The players whose walks are kept, the deciding one first; in a draw the left one."""
        return HANDS if self.won_by != HANDS[1] else HANDS[::-1]

    @property
    def outcome(self) -> str:
        """The winner of a round, in two words at most."""
        return self.won_by if self.won_by == DRAW else f"{self.won_by} wins"

    def about(self, finished: Run | None) -> str:
        """Return the round and what wins it; after a round who is ahead, or has won the duel."""
        if finished is None:
            aim = "fewest steps" if self.fewest else "first at B"
            return f"round {sum(self.wins) + 1} of {ROUNDS}, {aim}"
        first, second = self.wins
        if first == second:
            return f"best of {ROUNDS}: even"
        verb = "wins" if self.decided else "is ahead"
        return f"best of {ROUNDS}: {HANDS[second > first]} {verb}"

    def over(self, runs: Sequence[Run]) -> bool:
        """Return whether a round is decided, so that no further step can change it."""
        arrived = [run.steps for run in runs if run.finished]
        if not (arrived and self.fewest):
            return bool(arrived)
        return all(run.finished or run.steps >= min(arrived) for run in runs)

    def after(self, runs: Sequence[Run]) -> Duel:
        """Return the series after a round that is over: one more win for its winner, if any.

        Of two walks with as many steps the faster one wins.
        """
        results = [
            (run.steps if self.fewest else 0, round(run.stopwatch.seconds, 3))
            if run.finished
            else (inf, inf)
            for run in runs
        ]
        left, right = (result < max(results) for result in results)
        won_by = HANDS[right] if left or right else DRAW
        return replace(self, wins=(self.wins[0] + left, self.wins[1] + right), won_by=won_by)

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the next round; None after the decision, or before anybody is at B."""
        if finished is None or self.decided:
            return None
        return match.on_another_maze(replace(self, won_by=""), match.rivals)


def duel_of(key: str, _past: object = None) -> Duel | None:
    """Return the duel of a series' key; None for another key."""
    found = re.fullmatch(_KEY, key)
    return Duel(bool(found[1]), (int(found[2]), int(found[3])), found[4] or "") if found else None


def duel_match(recipe: Recipe, *, fog: bool = False, fewest: bool = False) -> Match:
    """Return the first round of a duel; in fog each player sees what was in their own sight."""
    return Match(source=recipe, rules=Rules(fog=fog), series=Duel(fewest))


# The row


def view_columns(columns: int, *, fog: bool) -> int:
    """Return the columns of a view in a terminal for which the game chooses the maze."""
    return (columns - 1) // 2 if fog or columns >= TWO_VIEWS else columns


def _finished(row: BookRow) -> Duel | None:
    """Return the duel after the round that a run decided; None for another run."""
    duel = duel_of(row.series)
    return duel if duel and duel.won_by else None


def _outcome(row: BookRow) -> Outcome | None:
    duel = _finished(row)
    return Outcome(duel.outcome, duel.won_by, "duel", duel.hands) if duel else None


def _rounds(rows: Sequence[BookRow]) -> Counter[str]:
    """Return the rounds that each hand won, and draws; empty without a round."""
    return Counter(duel.won_by for duel in map(_finished, rows) if duel)


def _counts(rows: Sequence[BookRow]) -> Mapping[str, dict[str, int]]:
    return {"duels": dict(sorted(_rounds(rows).items()))}


def _lines(rows: Sequence[BookRow]) -> list[str]:
    rounds = _rounds(rows)
    if not rounds:
        return []
    won = "".join(f", {hand} {rounds[hand]:,}" for hand in HANDS)
    drawn = f", {counted(rounds[DRAW], 'draw')}" if rounds[DRAW] else ""
    return [f"Duels: {counted(rounds.total(), 'round')}{won}{drawn}"]


def _decided(row: BookRow, rounds: int) -> bool:
    """Return whether a run decided a duel in some rounds at most, draws apart."""
    duel = _finished(row)
    return bool(duel and duel.decided and sum(duel.wins) <= rounds)


MODE: Final = Mode(
    name="duel",
    title="Duel",
    about="two at one keyboard, best of five",
    door="friends",
    command=CommandSpec(
        examples=("", "river-delta --fewest", "wilson:19x9:kite-7 --fog"),
        design="round",
        options=(
            CommandOption("--fewest", "the fewest steps win a round, not the first at B"),
            CommandOption("--fog", "each sees only what was in their sight"),
        ),
    ),
    not_in_words="a duel is for two at one keyboard: it is not played in words",
    first=lambda options: duel_match(
        options["recipe"], fog=options["fog"], fewest=options.get("fewest", False)
    ),
    plays_on="playing.duel.DuelScreen",
    players=len(HANDS),
    view_columns=view_columns,
    lines_beside=LINES_BESIDE,
    prefix=PREFIX,
    series=duel_of,
    ranked=False,
    outcome=_outcome,
    lines=_lines,
    counts=_counts,
    achievements=(
        Achievement("duel", "Best of five", "play a duel to its end",
                    first(lambda row: _decided(row, ROUNDS))),
        Achievement("clean-duel", "Three to none", "a duel without a lost round",
                    first(lambda row: _decided(row, ROUNDS // 2 + 1))),
    ),
)  # fmt: skip

"""Best of three: races on fresh mazes until the winner is decided."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Final

from mazegame.game.match import InOrder, Match
from mazegame.game.modes.mode import Mode
from mazegame.game.racing.race_choice import MAX_GAMES
from mazegame.game.racing.racer import RivalSpec, name_in
from mazegame.game.racing.rival_kinds import rival_name

if TYPE_CHECKING:
    from mazegame.game.modes.mode import EarlierResults
    from mazegame.game.run import Run

YOU: Final = "you"
"""The player's name."""

PREFIX: Final = "best-of:"
"""Prefix of the series' keys."""

_KEY: Final = rf"{PREFIX}([1-9][0-9]?):([0-9]{{1,2}}(?:-[0-9]{{1,2}})*)"


@dataclass(frozen=True)
class BestOf(InOrder):
    """Races against the same rivals, each on a fresh maze of the same texture and size.

    The first at B wins a race; in a tie the player does.
    """

    games: int
    """The largest number of races."""
    rivals: tuple[RivalSpec, ...]
    wins: tuple[int, ...]
    """The races won so far: by the player, then by each rival."""

    @classmethod
    def begin(cls, games: int, rivals: Sequence[RivalSpec]) -> BestOf:
        """Return the series before its first race; ValueError names what does not fit."""
        if not (1 <= games <= MAX_GAMES and games % 2):
            raise ValueError(f"best of {games} decides nothing: an odd number up to 99 fits")
        if not rivals:
            raise ValueError("a series of races needs a rival: --race NAME")
        if not all(rival.any_level for rival in rivals):
            raise ValueError("a ghost knows one maze only, and a series has several")
        return cls(games, tuple(rivals), (0,) * (len(rivals) + 1))

    @property
    def key(self) -> str:
        """``best-of:3:1-0``: the races, and the wins so far."""
        return f"{PREFIX}{self.games}:{'-'.join(map(str, self.wins))}"

    @property
    def decided(self) -> bool:
        """Whether the lead is larger than the number of races left."""
        first, second = sorted(self.wins, reverse=True)[:2]
        left = self.games - sum(self.wins)
        return left <= 0 or first > second + left

    def about(self, finished: Run | None) -> str:
        """Return the number of the race and the wins; after the decision, the winner."""
        after = self if finished is None else self._after(finished)
        won = list(zip(after._names, after.wins, strict=True))
        score = ", ".join(f"{name} {wins}" for name, wins in won)
        series = f"best of {self.games}"
        if finished is None:
            return f"{series}, race {min(sum(self.wins) + 1, self.games)}: {score}"
        if not after.decided:
            return f"{series} so far: {score}"
        first = [name for name, wins in won if wins == max(after.wins)]
        if len(first) > 1:
            return f"{series} is a draw: {score}"
        verb = "win" if first[0] == YOU else "wins"
        return f"{first[0]} {verb} the {series}: {score}"

    def next(self, match: Match, finished: Run | None) -> Match | None:
        """Return the next race; None after the decision, or if this race is unfinished."""
        after = None if finished is None else self._after(finished)
        if after is None or after.decided:
            return None
        return match.on_another_maze(after, match.rivals)

    @property
    def _names(self) -> list[str]:
        """The names of all, with numbers for rivals of the same name."""
        names = [rival_name(name_in(rival.key)) for rival in self.rivals]
        numbered = [f"{name} {names[: at + 1].count(name)}" for at, name in enumerate(names)]
        unique = (names.count(name) == 1 for name in names)
        return [YOU, *(names[at] if one else numbered[at] for at, one in enumerate(unique))]

    def _after(self, finished: Run) -> BestOf:
        """Return the series after a race: one more win for the winner."""
        seconds = finished.stopwatch.seconds
        times = [seconds]
        for rival in self.rivals:
            if rival.problem(finished.level):
                times.append(inf)
                continue
            walker = rival.on(finished.level)
            walker.follow(finished)
            walker.cell(seconds)  # if the rival is at B by then, that is known now
            times.append(walker.arrival)
        winner = times.index(min(times))
        wins = tuple(won + (at == winner) for at, won in enumerate(self.wins))
        return replace(self, wins=wins)


def best_of(key: str, past: EarlierResults) -> BestOf | None:
    """Return the series of a key, with the rivals of its match; None for another key."""
    found = re.fullmatch(_KEY, key)
    if found is None:
        return None
    wins = tuple(map(int, found[2].split("-")))
    if len(wins) != len(past.rivals) + 1:
        return None
    try:
        return replace(BestOf.begin(int(found[1]), past.rivals), wins=wins)
    except ValueError:
        return None


MODE: Final = Mode(
    name="race",
    title="Race",
    about="rivals, your ghost, best of three",
    door="play",
    home_action="rivals",
    prefix=PREFIX,
    series=best_of,
)

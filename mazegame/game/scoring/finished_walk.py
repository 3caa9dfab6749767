"""``FinishedWalk``: what the replay screen shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mazegame.game.racing.racer import Racer
    from mazegame.game.run import Run
    from mazegame.game.scoring.wrong_turns import WrongTurn


@dataclass(frozen=True)
class FinishedWalk:
    """A finished walk with all that a replay shows."""

    run: Run
    rivals: Sequence[Racer] = ()
    """The rivals of the race; empty for none."""
    turns: Sequence[WrongTurn] = ()
    """The wrong turns to number on the map, the costliest first."""
    name: str = "you"
    """The name of the walker."""
    party: str = ""
    """The other racers, whose walks are not kept."""

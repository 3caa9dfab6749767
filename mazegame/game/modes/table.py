"""All modes, in the order of the first screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mazegame.game.modes import (
    best_of,
    chase,
    daily,
    doors,
    duel,
    endless,
    free_play,
    journey,
    marathon,
)
from mazegame.game.modes.mode import Mode, Past

if TYPE_CHECKING:
    from mazegame.game.match import Series

MODES: Final = (
    free_play.MODE,
    daily.MODE,
    journey.MODE,
    marathon.MODE,
    best_of.MODE,
    doors.GALLERY,
    doors.QUIZ,
    doors.LAB,
    doors.STATISTICS,
    duel.MODE,
    endless.MODE,
    chase.MODE,
    doors.PARTY,
)
"""All modes. The first nine have a digit on the first screen."""

BY_NAME: Final = {mode.name: mode for mode in MODES}
"""All modes, by name."""

FREE_PLAY: Final = free_play.MODE
"""The mode of runs without a series of their own."""


def mode_of(key: str) -> Mode:
    """Return the mode of a series' key; free play for an unknown one."""
    return next((one for one in MODES if one.prefix and key.startswith(one.prefix)), FREE_PLAY)


def series_of(key: str, past: Past | None = None) -> Series:
    """Return the series of a resumed run's key; an unknown one is free play. May take seconds."""
    read = mode_of(key).series
    return (read and read(key, past or Past())) or free_play.FreshSeeds()

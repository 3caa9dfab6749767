"""All modes, in the order of the palette.

Help lists the commands of the modes without their rules, so the modules of the modes are imported
when their rows are first used.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mazegame.game.match import Series
    from mazegame.game.modes.mode import EarlierResults, Mode

    MODES: tuple[Mode, ...]
    """All modes."""
    BY_NAME: dict[str, Mode]
    """All modes, by name."""
    FREE_PLAY: Mode
    """The mode of runs without a series of their own."""

COMMANDS: Final = {
    "daily": "play the maze of the day",
    "journey": "walk through forty levels, each harder than the one before",
    "marathon": "play the week's seven mazes in a row",
    "duel": "play for two at one keyboard, in the same maze",
    "endless": "go down rows without end while the top collapses",
    "chase": "flee from a hunter, level by level",
}
"""One sentence for help on each mode that has a command of its name."""


@cache
def _modes() -> tuple[Mode, ...]:
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

    return (
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


def __getattr__(name: str) -> Any:
    """Import the modes when their rows are first used."""
    if name == "MODES":
        return _modes()
    if name == "BY_NAME":
        return {mode.name: mode for mode in _modes()}
    if name == "FREE_PLAY":
        return _modes()[0]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def mode_of(key: str) -> Mode:
    """Return the mode of a series' key; free play for an unknown one."""
    modes = _modes()
    return next((one for one in modes if one.prefix and key.startswith(one.prefix)), modes[0])


def series_of(key: str, past: EarlierResults | None = None) -> Series:
    """Return the series of a resumed run's key; an unknown one is free play. May take seconds."""
    from mazegame.game.modes.free_play import FreshSeeds
    from mazegame.game.modes.mode import EarlierResults

    read = mode_of(key).series
    return (read and read(key, past or EarlierResults())) or FreshSeeds()

"""Modes: what there is to play, to watch and to look up, in the order of the form's mode bar.

What lives here: the table. What does not: drawing it (``widgets/form/banner.py``), and the
screens, which are imported when they are opened. The bar, the form's digits and the palette
read this table, so a mode is one entry here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from textual.binding import Binding

from mazegame.screens import factory

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

DIGITS: Final = 9
"""The number of modes that have a digit."""


@dataclass(frozen=True)
class Mode:
    """Something that the form leads to."""

    title: str
    """Its name, in one word."""
    about: str
    """What it is, in a few words."""
    screen: Callable[[], Screen[None]] | None = None
    """Makes its screen; None if the form's own action opens it."""
    own_action: str = ""
    """That action of the form."""

    @property
    def action(self) -> str:
        """The form's action that opens it."""
        return self.own_action or f"mode('{self.title}')"

    @property
    def words(self) -> str:
        """Its name and what it is."""
        return f"{self.title}: {self.about}"


MODES: Final = (
    Mode("Play", "the maze of the form", own_action="play"),
    Mode("Daily", "the maze of the day, and the calendar", factory.daily_maze),
    Mode("Journey", "forty levels, each harder than the one before", factory.journey),
    Mode("Marathon", "the week's seven mazes in a row", partial(factory.daily_maze, marathon=True)),
    Mode("Race", "rivals, your ghost, best of three", own_action="rivals"),
    Mode("Gallery", "all designs as live pictures", factory.gallery),
    Mode("Quiz", "which algorithm carved this maze?", factory.quiz),
    Mode("Lab", "watch it being carved", own_action="lab"),
    Mode("Statistics", "what your runs say, and your achievements", factory.statistics),
    Mode("Duel", "two at one keyboard, best of five", own_action="duel"),
    Mode("Endless", "rows without end, and the top collapses", factory.endless),
    Mode("Chase", "a hunter behind you, faster each time", own_action="chase"),
    Mode("Party", "race your friends in the same maze", factory.party_door),
)
"""All modes."""

BY_TITLE: Final = {mode.title: mode for mode in MODES}
"""All modes, by title."""

MODE_KEYS: Final = tuple(
    Binding(
        str(number), mode.action, mode.title.lower(), show=False, id=f"new.{mode.title.lower()}",
        tooltip=mode.words,
    )
    for number, mode in enumerate(MODES[:DIGITS], start=1)
)  # fmt: skip
"""The digits of the form."""

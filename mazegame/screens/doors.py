"""Doors: the entries of the first screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from textual.binding import Binding

if TYPE_CHECKING:
    from mazegame.game.modes.mode import Mode


class Door(NamedTuple):
    """An entry of the first screen."""

    name: str
    """Its name in key bindings and in the rows of modes."""
    title: str
    about: str
    """Describes in a few words where it leads."""

    @property
    def action(self) -> str:
        """The action of the first screen that opens it."""
        return f"door('{self.name}')"


DOORS: Final = (
    Door("play", "Play", "a new maze, walked by nobody yet"),
    Door("daily", "Daily", "today's maze, calendar, marathon"),
    Door("journey", "Journey", "forty levels, each a bit harder"),
    Door("descent", "Descent", "flee, from a hunter or a collapse"),
    Door("friends", "Friends", "party, or two at one keyboard"),
    Door("study", "Study", "lab, gallery, quiz"),
    Door("profile", "Profile", "scores, statistics, achievements"),
)
"""The entries of the first screen, in the order of their digits."""

DOOR_KEYS: Final = tuple(
    Binding(str(number), door.action, door.title.lower(), show=False, id=f"home.{door.name}",
            tooltip=f"{door.title}: {door.about}")
    for number, door in enumerate(DOORS, start=1)
)  # fmt: skip
"""The digits of the first screen."""


def action_of(mode: Mode) -> str:
    """Return the action of the first screen that opens a mode."""
    return mode.home_action or f"mode('{mode.name}')"

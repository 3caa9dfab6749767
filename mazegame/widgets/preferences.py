"""Preferences: how the game looks and feels, as far as the maze's widgets ask for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from textual.app import App

AUTO, OVERVIEW = "auto", "overview"
"""Names of ``DRAWINGS`` that are no drawing: the roomiest in which the maze fits, and the map."""

DRAWINGS: Final = (AUTO, "roomy", "compact", "half-blocks", OVERVIEW)
"""How a maze is drawn: the names of the drawings, and two that choose one."""

RUN_SPEEDS: Final = (10.0, 20.0, 30.0, 40.0, 60.0, 80.0, 120.0, 160.0, 200.0)
"""The speeds of a run that can be chosen, in cells a second; the settings file takes any."""


@dataclass
class Preferences:
    """What can be changed at any time, and is seen at once."""

    walls: str = "rounded"
    """A name from ``drawing.WALLS``."""
    drawing: str = "auto"
    """A name from ``DRAWINGS``."""
    run_speed: float = 40.0
    """Cells a second of a run."""
    animations: bool = True
    """Whether anything moves that need not."""
    minimap: bool = True
    """Whether there is a small map in a corner where the maze is larger than the window."""


_DEFAULT: Final = Preferences()


def preferences_of(app: App[Any]) -> Preferences:
    """The preferences of an app; the defaults where it has none."""
    found = getattr(app, "preferences", None)
    return found if isinstance(found, Preferences) else _DEFAULT
